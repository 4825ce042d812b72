import { READY } from '../portfolio/search/sort.ts';
import type { Reading } from '../portfolio/snapshot.ts';

/** What was found is found once for many who ask, and counted as often. */
const counted = new WeakMap<Uint32Array, number>();

/** How many of the rows are ready to be decided. Rows of one reading are never changed. */
export function readyAmong(rows: Uint32Array, reading: Reading): number {
  const known = counted.get(rows);
  if (known !== undefined) return known;
  const count = countReady(rows, reading);
  counted.set(rows, count);
  return count;
}

function countReady(rows: Uint32Array, { table: { decision } }: Reading): number {
  const { distinct, at } = decision;
  const ready = distinct.indexOf(READY);
  let count = 0;
  for (const row of rows) count += at[row] === ready ? 1 : 0;
  return count;
}
