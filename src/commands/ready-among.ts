import { READY } from '../portfolio/query/order.ts';
import type { Reading } from '../portfolio/reading.ts';

/** How many of the rows are ready to be decided. */
export function readyAmong(rows: Uint32Array, { table: { decision } }: Reading): number {
  const { distinct, at } = decision;
  const ready = distinct.indexOf(READY);
  let count = 0;
  for (const row of rows) count += at[row] === ready ? 1 : 0;
  return count;
}
