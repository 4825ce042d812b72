import type { SummaryPage } from '../rental-api/schema/page.ts';
import { doubtAbout } from './doubt.ts';
import type { Pool } from './entry.ts';
import { createGathering, entryIn } from './gathering.ts';
import { completionMaxOf } from './query/completion.ts';
import { type Table, tableWith } from './query/table.ts';
import type { Making, Reading } from './reading.ts';
import { type Rows, rowsWith } from './rows.ts';

/**
 * Reads only what has changed, and lays it over the reading before.
 *
 * Files that are gone do not show among changes: they stay until everything is read again.
 *
 * @param pages what changed since a little before `before` was started
 * @throws {RentalError} when any page cannot be had
 */
export async function readChanges(
  pages: AsyncIterable<SummaryPage>,
  before: Reading,
  pool: Pool,
  { now, completionMax, onProgress }: Making,
): Promise<Reading> {
  const startedAt = now();
  const gathering = createGathering(before, pool);
  for await (const page of pages) {
    await gathering.add(page);
    onProgress({ read: gathering.entries.length, count: page.count });
  }
  const fresh = gathering.entries.filter((entry) => entryIn(before, entry.id) !== entry);
  const table = fresh.length === 0 ? before.table : tableWith(before.table, before.rows, fresh);
  const rows = rowsOf(table, before);
  const seenOn = before.seenOn.slice();
  for (const [at, { id }] of gathering.entries.entries()) {
    const [row, page] = [rows.get(id), gathering.seenOn[at]];
    if (row !== undefined && page !== undefined) seenOn[row] = page;
  }
  return {
    ...before,
    id: startedAt.toString(36),
    startedAt,
    endedAt: now(),
    table,
    rows,
    seenOn,
    // What changed was counted before: a sum would count it at every poll.
    skipped: Math.max(before.skipped, gathering.skipped()),
    unknown: Math.max(before.unknown, gathering.unknown()),
    completionMax: completionMaxOf(table.entries, completionMax),
    doubt: doubtAbout(gathering.tally()),
    changes: { ...(await gathering.changes()), gone: [] },
  };
}

/** New files stand at the end of the table; all others where they were. */
function rowsOf({ entries }: Table, before: Reading): Rows {
  const { length } = before.table.entries;
  if (entries.length === length) return before.rows;
  return rowsWith(before.rows, entries, length);
}
