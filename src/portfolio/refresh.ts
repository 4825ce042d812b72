import { yieldToEventLoop } from '../lib/concurrency.ts';
import { type SummaryPage, unreadablePage } from '../rental-api/schema/page.ts';
import { type ContentId, createContentId } from './content-id.ts';
import { type Entry, entryOf, type Pool } from './entry.ts';
import { carryOrders } from './search/results.ts';
import {
  createTableBuilder,
  type FoundWords,
  isWorn,
  type Table,
  type TableBuilder,
  tableWith,
} from './search/table.ts';
import {
  type Changes,
  NO_RATES,
  type ServedRates,
  type Snapshot,
  type SnapshotOptions,
  createCounter,
  type Tally,
  judgementOf,
  noRepeats,
  type Oddities,
  isUnchanged,
  scaleOf,
  withRatesOf,
  entryIn,
} from './snapshot.ts';

/** Rows between yields to the event loop: about 1 ms. */
const ROWS_A_TURN = 500;

/**
 * Reads every page into a snapshot.
 *
 * @param before the previous snapshot, whose unchanged parts are shared
 * @param tried of a reading that was just made and may lack files
 * @throws {RentalError} when any page fails: a part is never presented as the whole
 */
export async function readAll(
  pages: AsyncIterable<SummaryPage>,
  before: Snapshot | null,
  pool: Pool,
  { now, completionMax, onProgress }: SnapshotOptions,
  tried: Oddities | null = null,
): Promise<Snapshot> {
  const startedAt = now();
  const builder = await readPages(pages, before, pool, onProgress);
  const { files, lastCount } = builder.tally();
  if (builder.entries.length === 0 && (files > 0 || lastCount > 0)) {
    throw unreadablePage('no file among those it counts can be read');
  }
  const completionScale = scaleOf(builder.rates(), completionMax);
  const endedAt = now();
  const table = await layOut(builder.entries, before);
  const changes = before && (await changesSince(before, builder));
  for (const entry of changes?.gone ?? []) builder.content.remove(entry);
  const { inconsistency, oddities } = judgementOf(builder.tally(), before?.oddities ?? null, tried);
  return {
    id: builder.content.id(),
    startedAt,
    endedAt,
    databaseAheadMs: null,
    servedAt: builder.servedAt(),
    isWhole: true,
    table,
    rows: table === before?.table ? before.rows : builder.rows,
    seenOn: builder.seenOn,
    skipped: builder.skipped(),
    unknown: builder.unknown(),
    completionMax: completionScale.max,
    completionScale,
    inconsistency: files === 0 ? 'empty' : inconsistency,
    oddities,
    changes,
  };
}

async function readPages(
  pages: AsyncIterable<SummaryPage>,
  before: Snapshot | null,
  pool: Pool,
  onProgress: SnapshotOptions['onProgress'],
): Promise<SnapshotBuilder> {
  const builder = createSnapshotBuilder(before, pool);
  for await (const page of pages) {
    await builder.add(page);
    onProgress({ read: builder.entries.length, count: page.count });
  }
  return builder;
}

/** Max number of changed entries for a patched table; above it, a new table is less work. */
const PATCHED_MAX = 5_000;

/** The table of entries: the previous one where nothing changed, or a patched copy of it. */
async function layOut(
  entries: readonly Entry[],
  before: Snapshot | null,
  found?: FoundWords,
): Promise<Table> {
  const fresh = before && freshIn(entries, before.table);
  if (before && fresh?.length === 0) return before.table;
  return before && fresh ? patched(before, fresh) : newTable(entries, found);
}

/** The table of a snapshot with some entries replaced or added, without what many changes leave behind. */
async function patched(before: Snapshot, fresh: readonly Entry[]): Promise<Table> {
  const table = tableWith(before.table, before.rows, fresh);
  if (!isWorn(table)) return table;
  const anew = await newTable(table.entries);
  carryOrders(table, anew, []);
  return anew;
}

/** Entries that the table lacks; `null` where rows have moved or too many are new. */
function freshIn(entries: readonly Entry[], { entries: older }: Table): Entry[] | null {
  if (entries.length < older.length) return null;
  const fresh: Entry[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    const [entry, old] = [entries[row], older[row]];
    if (entry === old || entry === undefined) continue;
    if (old !== undefined && old.id !== entry.id) return null;
    if (fresh.push(entry) > PATCHED_MAX) return null;
  }
  return fresh;
}

async function newTable(entries: readonly Entry[], found?: FoundWords): Promise<Table> {
  const builder = createTableBuilder(undefined, found);
  builder.reserve(entries.length);
  for (let from = 0; from < entries.length; from += ROWS_A_TURN) {
    await yieldToEventLoop();
    putRows(builder, entries, from, Math.min(from + ROWS_A_TURN, entries.length));
  }
  const table = builder.finish();
  // Prepared now, since the first search would wait for it otherwise.
  for (const { packed } of [table.names, table.guarantors, table.property.words]) {
    for (const _ of packed.prepare()) await yieldToEventLoop();
  }
  return table;
}

/** A loop of its own, which is compiled better than one of an asynchronous function. */
function putRows(builder: TableBuilder, entries: readonly Entry[], from: number, to: number): void {
  for (let row = from; row < to; row += 1) {
    const entry = entries[row];
    if (entry !== undefined) builder.put(row, entry);
  }
}

async function changesSince(
  before: Snapshot,
  listed: Pick<SnapshotBuilder, 'entries' | 'rows'>,
): Promise<Changes> {
  const gone = await goneSince(before, listed);
  return { ...(await changesIn(listed.entries, before)), gone };
}

/** The entries of a snapshot whose files are not listed any more. */
export async function goneSince(
  before: Snapshot,
  { entries, rows }: Pick<SnapshotBuilder, 'entries' | 'rows'>,
): Promise<readonly Entry[]> {
  const gone: Entry[] = [];
  for (const [row, entry] of before.table.entries.entries()) {
    if (row % ROWS_A_TURN === 0) await yieldToEventLoop();
    // Nearly all stand where they stood: to look each up by its id would be most of the work.
    if (entries[row] !== entry && !rows.has(entry.id)) gone.push(entry);
  }
  return gone;
}

/**
 * Reads changed files and applies them to the previous snapshot.
 *
 * Deleted files do not show among changes: they stay until the next full refresh.
 *
 * @param pages files changed since shortly before `before` was started
 * @throws {RentalError} when any page fails
 */
export async function readChanges(
  pages: AsyncIterable<SummaryPage>,
  before: Snapshot,
  pool: Pool,
  { now, completionMax, onProgress }: SnapshotOptions,
): Promise<Snapshot> {
  const startedAt = now();
  const builder = await readPages(pages, before, pool, onProgress);
  const completionScale = scaleOf(builder.rates(), completionMax);
  const fresh = builder.entries.filter((entry) => entryIn(before, entry.id) !== entry);
  const table = fresh.length === 0 ? before.table : await patched(before, fresh);
  const rows = rowsOf(table, before);
  const seenOn = before.seenOn.slice();
  for (const [at, { id }] of builder.entries.entries()) {
    const [row, page] = [rows.get(id), builder.seenOn[at]];
    if (row !== undefined && page !== undefined) seenOn[row] = page;
  }
  return {
    ...before,
    id: builder.content.id(),
    startedAt,
    endedAt: now(),
    databaseAheadMs: null,
    servedAt: builder.servedAt(),
    isWhole: false,
    table,
    rows,
    seenOn,
    // A maximum, since repeated changes would be counted again at every poll.
    skipped: Math.max(before.skipped, builder.skipped()),
    unknown: Math.max(before.unknown, builder.unknown()),
    completionMax: completionScale.max,
    completionScale,
    inconsistency: judgementOf(builder.tally(), before.oddities).inconsistency,
    changes: { ...(await changesIn(builder.entries, before)), gone: [] },
  };
}

/** What another instance has read. */
export interface ReadElsewhere extends Pick<
  Snapshot,
  | 'id'
  | 'startedAt'
  | 'endedAt'
  | 'databaseAheadMs'
  | 'servedAt'
  | 'isWhole'
  | 'rows'
  | 'seenOn'
  | 'skipped'
  | 'unknown'
  | 'completionScale'
  | 'inconsistency'
  | 'oddities'
> {
  /** Those that have not changed since `before` are the same objects. */
  readonly entries: readonly Entry[];
  readonly words: FoundWords;
}

/**
 * The snapshot of what another instance has read.
 *
 * @param before the previous snapshot of this instance
 */
export async function snapshotFrom(
  { entries, words, ...read }: ReadElsewhere,
  before: Snapshot | null,
): Promise<Snapshot> {
  const table = await layOut(entries, before, words);
  return {
    ...read,
    table,
    completionMax: read.completionScale.max,
    changes: before && (await changesSince(before, { entries, rows: read.rows })),
  };
}

/** New files are appended to the table; all others keep their row. */
function rowsOf({ entries }: Table, before: Snapshot): ReadonlyMap<string, number> {
  const { length } = before.table.entries;
  if (entries.length === length) return before.rows;
  const rows = new Map(before.rows);
  for (const [index, { id }] of entries.slice(length).entries()) rows.set(id, length + index);
  return rows;
}

/** Files between yields to the event loop: 1 to 2 ms. */
const FILES_A_TURN = 250;
const ENTRIES_A_TURN = 4_000;

/** The pages so far: every file once, as last seen. */
interface SnapshotBuilder {
  readonly entries: readonly Entry[];
  readonly rows: ReadonlyMap<string, number>;
  readonly seenOn: readonly URL[];
  /** Of the previous snapshot with the files that have changed since; those deleted are still in it. */
  readonly content: ContentId;
  /** Yields to the event loop within large pages. */
  add(page: SummaryPage): Promise<void>;
  skipped(): number;
  unknown(): number;
  /** Of the first page, as a snapshot has it. */
  servedAt(): number | null;
  /** Of these pages, and those of earlier snapshots: the scale of rates stays known. */
  rates(): ServedRates;
  tally(): Tally;
}

/**
 * Builds a snapshot page by page. Unchanged files keep the entry of the previous snapshot, so that
 * they are in memory once.
 */
function createSnapshotBuilder(before: Snapshot | null, pool: Pool): SnapshotBuilder {
  const entries: Entry[] = [];
  const rows = new Map<string, number>();
  const seenOn: URL[] = [];
  const content = createContentId(before?.id);
  let skipped = 0;
  let unknown = 0;
  let rates = before?.completionScale.rates ?? NO_RATES;
  const counter = createCounter();
  let servedAt: number | null | undefined;

  /** The page on which the file stood before; `null` for the first time. */
  function put(entry: Entry, page: URL): URL | null {
    const known = rows.get(entry.id);
    const row = known ?? entries.length;
    if (known === undefined) rows.set(entry.id, row);
    const replaced = known === undefined ? entryIn(before, entry.id) : entries[known];
    if (replaced !== entry) {
      content.add(entry);
      if (replaced) content.remove(replaced);
    }
    const stoodOn = known === undefined ? null : (seenOn[known] ?? null);
    entries[row] = entry;
    seenOn[row] = page;
    return stoodOn;
  }

  return {
    entries,
    rows,
    seenOn,
    content,
    async add({ files, url, count, ...page }) {
      const repeats = noRepeats();
      for (const [index, file] of files.entries()) {
        if (index > 0 && index % FILES_A_TURN === 0) await yieldToEventLoop();
        const known = entryIn(before, file.id);
        const entry =
          known !== null && isUnchanged(known, file, pool) ? known : entryOf(file, pool);
        const stoodOn = put(entry, url);
        if (stoodOn === url) repeats.onOnePage.push(file.id);
        else if (stoodOn !== null) repeats.onSeveralPages.push(file.id);
      }
      skipped += page.skipped;
      unknown += page.unknownValues;
      rates = withRatesOf(files, rates);
      counter.add({ files: files.length, skipped: page.skipped, count }, repeats);
      if (servedAt === undefined) servedAt = page.servedAt;
    },
    skipped: () => skipped,
    unknown: () => unknown,
    servedAt: () => servedAt ?? null,
    rates: () => rates,
    tally: () => counter.tally(),
  };
}

/** What is new among the files that are listed. */
async function changesIn(
  entries: readonly Entry[],
  before: Snapshot,
): Promise<Omit<Changes, 'gone'>> {
  const added: Entry[] = [];
  const changed: Entry[] = [];
  for (const [row, after] of entries.entries()) {
    if (row > 0 && row % ENTRIES_A_TURN === 0) await yieldToEventLoop();
    if (before.table.entries[row] === after) continue;
    const known = entryIn(before, after.id);
    if (known === null) added.push(after);
    else if (known !== after) changed.push(after);
  }
  return { added, changed };
}
