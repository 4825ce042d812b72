import { yieldToEventLoop } from '../lib/yield.ts';
import { type SummaryPage, unreadablePage } from '../rental-api/schema/page.ts';
import { aspectsOf, type Change, type Changes, isUnchanged } from './changes.ts';
import { type Entry, entryOf, type Pool } from './entry.ts';
import { createTableBuilder, type Table, tableWith } from './search/table.ts';
import {
  completionMaxOf,
  inconsistencyOf,
  type SnapshotOptions,
  type Snapshot,
  type Tally,
} from './snapshot.ts';

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
  before: Snapshot | null,
  pool: Pool,
  { now, completionMax, onProgress }: SnapshotOptions,
): Promise<Snapshot> {
  const startedAt = now();
  const gathering = createSnapshotBuilder(before, pool);
  for await (const page of pages) {
    await gathering.add(page);
    onProgress({ read: gathering.entries.length, count: page.count });
  }
  const { files, lastCount } = gathering.tally();
  if (gathering.entries.length === 0 && (files > 0 || lastCount > 0)) {
    throw unreadablePage('no file among those it counts can be read');
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
    inconsistency: inconsistencyOf(gathering.tally()),
    changes: before && (await changesSince(before, gathering)),
  };
}

/** Beyond so many entries that differ, a table of its own is less work than a patched one. */
const PATCHED_MAX = 5_000;

/** What stands where it stood before is not laid out again, nor held twice. */
async function laidOut(entries: readonly Entry[], before: Snapshot | null): Promise<Table> {
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
    if (row % ROWS_A_TURN === 0) await yieldToEventLoop();
    builder.put(row, entry);
  }
  const table = builder.finish();
  // Whoever searches first would wait for it.
  for (const { packed } of [table.names, table.property.words]) {
    for (const _ of packed.prepare()) await yieldToEventLoop();
  }
  return table;
}

async function changesSince(before: Snapshot, gathering: SnapshotBuilder): Promise<Changes> {
  const gone: Entry[] = [];
  for (const [row, entry] of before.table.entries.entries()) {
    if (row % ROWS_A_TURN === 0) await yieldToEventLoop();
    if (!gathering.rows.has(entry.id)) gone.push(entry);
  }
  return { ...(await gathering.changes()), gone };
}

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
  before: Snapshot,
  pool: Pool,
  { now, completionMax, onProgress }: SnapshotOptions,
): Promise<Snapshot> {
  const startedAt = now();
  const gathering = createSnapshotBuilder(before, pool);
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
    inconsistency: inconsistencyOf(gathering.tally()),
    changes: { ...(await gathering.changes()), gone: [] },
  };
}

/** New files stand at the end of the table; all others where they were. */
function rowsOf({ entries }: Table, before: Snapshot): ReadonlyMap<string, number> {
  const { length } = before.table.entries;
  if (entries.length === length) return before.rows;
  const rows = new Map(before.rows);
  for (const [index, { id }] of entries.slice(length).entries()) rows.set(id, length + index);
  return rows;
}

/** After so many, whoever else has something to do has a turn: a millisecond or two. */
const FILES_A_TURN = 250;
const ENTRIES_A_TURN = 4_000;

/** What pages have brought so far: every file once, as it was met last. */
interface SnapshotBuilder {
  readonly entries: readonly Entry[];
  readonly rows: ReadonlyMap<string, number>;
  readonly seenOn: readonly URL[];
  /** Others have a turn while a large page is added. */
  add(page: SummaryPage): Promise<void>;
  skipped(): number;
  unknown(): number;
  tally(): Tally;
  /** Against the reading before. What is gone shows only when all pages were read. */
  changes(): Promise<Omit<Changes, 'gone'>>;
}

/**
 * Gathers files page by page. What is as it was in the reading before is not held twice: the new
 * reading takes the old one's entry.
 */
function createSnapshotBuilder(before: Snapshot | null, pool: Pool): SnapshotBuilder {
  const entries: Entry[] = [];
  const rows = new Map<string, number>();
  const seenOn: URL[] = [];
  let skipped = 0;
  let unknown = 0;
  let repeated = 0;
  let firstCount: number | null = null;
  let lastCount = 0;
  let pages = 0;
  let largestPage = 0;

  function put(entry: Entry, page: URL): void {
    const known = rows.get(entry.id);
    const row = known ?? entries.length;
    if (known === undefined) rows.set(entry.id, row);
    else repeated += 1;
    entries[row] = entry;
    seenOn[row] = page;
  }

  return {
    entries,
    rows,
    seenOn,
    async add({ files, url, count, ...page }) {
      for (const [index, file] of files.entries()) {
        if (index > 0 && index % FILES_A_TURN === 0) await yieldToEventLoop();
        const known = entryIn(before, file.id);
        put(known !== null && isUnchanged(known, file, pool) ? known : entryOf(file, pool), url);
      }
      skipped += page.skipped;
      unknown += page.unknownValues;
      firstCount ??= count;
      lastCount = count;
      pages += 1;
      largestPage = Math.max(largestPage, files.length + page.skipped);
    },
    skipped: () => skipped,
    unknown: () => unknown,
    tally: () => ({
      firstCount: firstCount ?? 0,
      lastCount,
      countsAll: lastCount > 0 && (pages === 1 || lastCount > largestPage),
      files: entries.length + skipped,
      repeated,
    }),
    changes: async () => changesIn(entries, before),
  };
}

/** The entry of that id in a reading, or `null`. */
export function entryIn(snapshot: Snapshot | null, id: string): Entry | null {
  const row = snapshot?.rows.get(id);
  return row === undefined ? null : (snapshot?.table.entries[row] ?? null);
}

async function changesIn(
  entries: readonly Entry[],
  before: Snapshot | null,
): Promise<Omit<Changes, 'gone'>> {
  const added: Entry[] = [];
  const changed: Change[] = [];
  for (const [row, after] of entries.entries()) {
    if (row > 0 && row % ENTRIES_A_TURN === 0) await yieldToEventLoop();
    const known = entryIn(before, after.id);
    if (known === null) added.push(after);
    if (known === null || known === after) continue;
    const aspects = aspectsOf(known, after);
    if (aspects.length > 0) changed.push({ before: known, after, aspects });
  }
  return { added, changed };
}
