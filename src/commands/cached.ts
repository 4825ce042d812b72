import { type Glance, glanceOf } from '../portfolio/overview.ts';
import { askingOf } from '../portfolio/search/execute.ts';
import { createAnswers } from '../portfolio/search/results.ts';
import { READY } from '../portfolio/search/sort.ts';
import type { Reading } from '../portfolio/snapshot.ts';
import type { Call } from './command.ts';

/** What was found, for all commands that find something: readings that go take it with them. */
export const answers = createAnswers();

const glances = new WeakMap<Reading, Map<string, Glance>>();

/** A reading at a glance, counted once for all who reckon in the same zone. */
export function glanceAt(reading: Reading, call: Pick<Call, 'zone' | 'workingDays'>): Glance {
  const known = glances.get(reading) ?? new Map<string, Glance>();
  glances.set(reading, known);
  const glance = known.get(call.zone) ?? glanceOf(reading, askingOf(reading, call));
  known.set(call.zone, glance);
  return glance;
}

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
