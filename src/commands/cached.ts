import { type Overview, overviewOf } from '../portfolio/overview.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import { createSearchCache } from '../portfolio/search/results.ts';
import { READY } from '../portfolio/search/sort.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { CommandContext } from './command.ts';

/** What was found, for all commands that find something: readings that go take it with them. */
export const searchCache = createSearchCache();

const glances = new WeakMap<Snapshot, Map<string, Overview>>();

/** A reading at a glance, counted once for all who reckon in the same zone. */
export function overviewAt(
  snapshot: Snapshot,
  call: Pick<CommandContext, 'zone' | 'workingDays'>,
): Overview {
  const known = glances.get(snapshot) ?? new Map<string, Overview>();
  glances.set(snapshot, known);
  const overview = known.get(call.zone) ?? overviewOf(snapshot, searchContextOf(snapshot, call));
  known.set(call.zone, overview);
  return overview;
}

/** What was found is found once for many who ask, and counted as often. */
const counted = new WeakMap<Uint32Array, number>();

/** How many of the rows are ready to be decided. Rows of one reading are never changed. */
export function readyAmong(rows: Uint32Array, snapshot: Snapshot): number {
  const known = counted.get(rows);
  if (known !== undefined) return known;
  const count = countReady(rows, snapshot);
  counted.set(rows, count);
  return count;
}

function countReady(rows: Uint32Array, { table: { decision } }: Snapshot): number {
  const { distinct, at } = decision;
  const ready = distinct.indexOf(READY);
  let count = 0;
  for (const row of rows) count += at[row] === ready ? 1 : 0;
  return count;
}
