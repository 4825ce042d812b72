import { setImmediate } from 'node:timers/promises';

import { type SummaryPage, unreadable } from '../rental-api/schema/page.ts';
import type { Changes } from './changes.ts';
import { doubtAbout } from './doubt.ts';
import type { Entry, Pool } from './entry.ts';
import { createGathering, type Gathering } from './gathering.ts';
import { completionMaxOf } from './query/completion.ts';
import { createTableBuilder, type Table, tableWith } from './query/table.ts';
import type { Making, Reading } from './reading.ts';

/** After so many rows, whoever else has something to do has a turn: about a millisecond. */
const ROWS_A_TURN = 500;

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
  const gathering = createGathering(before, pool);
  for await (const page of pages) {
    await gathering.add(page);
    onProgress({ read: gathering.entries.length, count: page.count });
  }
  const { files, lastCount } = gathering.tally();
  if (gathering.entries.length === 0 && (files > 0 || lastCount > 0)) {
    throw unreadable('no file among those it counts can be read');
  }
  const endedAt = now();
  const table = await laidOut(gathering.entries, before);
  return {
    id: startedAt.toString(36),
    startedAt,
    endedAt,
    table,
    rows: table === before?.table ? before.rows : gathering.rows,
    seenOn: gathering.seenOn,
    skipped: gathering.skipped(),
    unknown: gathering.unknown(),
    completionMax: completionMaxOf(gathering.entries, completionMax),
    doubt: doubtAbout(gathering.tally()),
    changes: before && (await changesSince(before, gathering)),
  };
}

/** Beyond so many entries that differ, a table of its own is less work than a patched one. */
const PATCHED_MAX = 5_000;

/** What stands where it stood before is not laid out again, nor held twice. */
async function laidOut(entries: readonly Entry[], before: Reading | null): Promise<Table> {
  const fresh = before && freshIn(entries, before.table);
  if (before && fresh?.length === 0) return before.table;
  return before && fresh ? tableWith(before.table, before.rows, fresh) : tableOf(entries);
}

/** The entries that the table does not hold; `null` where rows have moved or too much is new. */
function freshIn(entries: readonly Entry[], { entries: held, names }: Table): Entry[] | null {
  if (entries.length < held.length) return null;
  const fresh: Entry[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    const [entry, old] = [entries[row], held[row]];
    if (entry === old || entry === undefined) continue;
    if (old !== undefined && old.id !== entry.id) return null;
    if (names.changed.size + fresh.push(entry) > PATCHED_MAX) return null;
  }
  return fresh;
}

async function tableOf(entries: readonly Entry[]): Promise<Table> {
  const builder = createTableBuilder();
  builder.reserve(entries.length);
  for (const [row, entry] of entries.entries()) {
    if (row % ROWS_A_TURN === 0) await setImmediate();
    builder.put(row, entry);
  }
  const table = builder.finish();
  // Whoever searches first would wait for it.
  for (const { packed } of [table.names, table.property.words]) {
    for (const _ of packed.prepare()) await setImmediate();
  }
  return table;
}

async function changesSince(before: Reading, gathering: Gathering): Promise<Changes> {
  const gone: Entry[] = [];
  for (const [row, entry] of before.table.entries.entries()) {
    if (row % ROWS_A_TURN === 0) await setImmediate();
    if (!gathering.rows.has(entry.id)) gone.push(entry);
  }
  return { ...(await gathering.changes()), gone };
}
