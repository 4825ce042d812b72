import { setImmediate } from 'node:timers/promises';

import { type SummaryPage, unreadable } from '../rental/page.ts';
import type { Changes } from './changes.ts';
import { doubtAbout } from './doubt.ts';
import type { Entry, Pool } from './entry.ts';
import { createGathering, type Gathering } from './gathering.ts';
import { completionMaxOf } from './query/completion.ts';
import { createTableBuilder } from './query/table.ts';
import type { Making, Reading } from './reading.ts';

/** After so many rows, whoever else has something to do has a turn: about a millisecond. */
const ROWS_A_TURN = 2_000;

/**
 * Reads every page into one reading.
 *
 * @param before the reading before, to share what is as it was
 * @throws {RentalError} when any page cannot be had: a part is never passed off as the whole
 */
export async function readAll(
  pages: AsyncIterable<SummaryPage>,
  before: Reading | null,
  pool: Pool,
  { now, completionMax, onProgress }: Making,
): Promise<Reading> {
  const startedAt = now();
  const table = createTableBuilder();
  const gathering = createGathering(before, pool, (row, entry) => table.put(row, entry));
  for await (const page of pages) {
    await gathering.add(page);
    onProgress({ read: gathering.entries.length, count: page.count });
  }
  const { files, lastCount } = gathering.tally();
  if (gathering.entries.length === 0 && (files > 0 || lastCount > 0)) {
    throw unreadable('no file among those it counts can be read');
  }
  const laidOut = table.finish();
  // Whoever searches first would wait for it.
  for (const { packed } of [laidOut.names, laidOut.property.words]) {
    for (const _ of packed.prepare()) await setImmediate();
  }
  return {
    id: startedAt.toString(36),
    startedAt,
    endedAt: now(),
    table: laidOut,
    rows: gathering.rows,
    seenOn: gathering.seenOn,
    skipped: gathering.skipped(),
    unknown: gathering.unknown(),
    completionMax: completionMaxOf(gathering.entries, completionMax),
    doubt: doubtAbout(gathering.tally()),
    changes: before && (await changesSince(before, gathering)),
  };
}

async function changesSince(before: Reading, gathering: Gathering): Promise<Changes> {
  const gone: Entry[] = [];
  for (const [row, entry] of before.table.entries.entries()) {
    if (row % ROWS_A_TURN === 0) await setImmediate();
    if (!gathering.rows.has(entry.id)) gone.push(entry);
  }
  return { ...(await gathering.changes()), gone };
}
