import type { Entry } from '../entry.ts';
import { AWAITING_DECISIONS, READY } from '../lifecycle.ts';
import type { AgeKey, DateKey } from '../query/keys/row.ts';
import { type Condition, KEYS, type Query, type Sort } from '../query/query.ts';
import type { Snapshot } from '../snapshot.ts';
import { type SearchContext, findRows, rowsManagedBy, timesAsked } from './execute.ts';
import { type Gap, gapsAcross, type Past, pastColumn } from './recorded.ts';
import { compare, sortingByNumber, sortingByText, ascending } from './sort.ts';
import type { Table } from './table.ts';

/** The result of a query over a snapshot. */
export interface SearchResult {
  /** In the order of the table. */
  readonly rows: Uint32Array;
  /** The entries from `start` up to but without `end`, in the order of the query. */
  readonly page: (start: number, end: number) => readonly Entry[];
}

/** Search with a cache, for turned pages and repeated queries. */
export interface SearchCache {
  /**
   * The result of a query over a snapshot.
   *
   * @param managedBy an e-mail address that every file must have among its managers
   */
  find(
    snapshot: Snapshot,
    query: Query,
    searchContext: SearchContext,
    managedBy?: string,
  ): SearchResult;
}

const ANSWERS_MAX = 64;
/** Max rows of all results kept for one snapshot: 2 MB, and as many once sorted. */
const ROWS_MAX = 500_000;
/** The same for larger snapshots, per file: a list of everything must not push out all others. */
const ROWS_PER_FILE_MAX = 5;

/** An empty cache. Results are released with their snapshot. */
export function createSearchCache(): SearchCache {
  const readings = new WeakMap<Snapshot, Map<string, SearchResult>>();

  return {
    find(snapshot, query, searchContext, managedBy) {
      const answers = readings.getOrInsertComputed(snapshot, () => new Map());
      const { nowMs, zone, triage, readerId } = searchContext;
      const past = asksPast(query) ? searchContext.history?.version : null;
      const reader = asksReader(query) ? readerId : null;
      const done = asksTriage(query) ? [triage?.version, reader] : null;
      const key = JSON.stringify([query, zone, nowMs, past, done, managedBy?.toLowerCase()]);
      const found = answers.get(key) ?? findIn(snapshot, query, searchContext, managedBy);
      // The most recent result moves to the end; the oldest are evicted from the beginning.
      answers.delete(key);
      answers.set(key, found);
      forgetOldest(answers, snapshot.table.entries.length);
      return found;
    },
  };
}

function findIn(
  { table }: Snapshot,
  query: Query,
  searchContext: SearchContext,
  managedBy?: string,
): SearchResult {
  const found = findRows(query, table, searchContext);
  const rows = managedBy === undefined ? found : rowsManagedBy(found, table, managedBy);
  let sorted: Uint32Array | null = null;
  return {
    rows,
    page(start, end) {
      sorted ??= sortRows(table, rows, query.sort);
      return entriesAt(table, sorted.subarray(start, end));
    },
  };
}

function forgetOldest(answers: Map<string, SearchResult>, files: number): void {
  const rowsMax = Math.max(ROWS_MAX, ROWS_PER_FILE_MAX * files);
  let rowsHeld = 0;
  for (const { rows } of answers.values()) rowsHeld += rows.length;
  for (const [key, { rows }] of answers) {
    if (answers.size === 1 || (answers.size <= ANSWERS_MAX && rowsHeld <= rowsMax)) return;
    answers.delete(key);
    rowsHeld -= rows.length;
  }
}

/** What a condition asks of the past; `undefined` for nothing. */
function pastIn(condition: Condition): Past | undefined {
  if (condition.kind !== 'age' && condition.kind !== 'date') return undefined;
  const row: AgeKey | DateKey = KEYS[condition.key];
  return 'past' in row ? row.past : undefined;
}

/** What is not known of the past that a query asks for. */
export interface Unseen {
  /**
   * Whether the last change of some file, the latest that it can be, stands for a time that was not seen
   * and is not before all that is asked for.
   */
  readonly hasStandIns: boolean;
  /** When recording began, in epoch milliseconds; `null` while nothing is recorded. */
  readonly sinceMs: number | null;
  /** Gaps of which it is not known whether what changed in them fits. */
  readonly gaps: readonly Gap[];
}

/** What was not seen of the times that a query asks for; `null` where that makes no difference. */
export function unseenIn(query: Query, table: Table, context: SearchContext): Unseen | null {
  if (!asksPast(query)) return null;
  const { history, nowMs } = context;
  const all = history?.gapsUntil(nowMs) ?? [];
  let hasStandIns = false;
  const doubtful = new Set<Gap>();
  for (const condition of query.conditions) {
    const past = pastIn(condition);
    if (past === undefined) continue;
    const { times, standIns } = pastColumn(past, table, history);
    const asked = timesAsked(condition, context);
    const from = condition.not || asked.length === 0 ? -Infinity : Math.min(...asked);
    hasStandIns ||= standIns.some(
      (isStandIn, row) => isStandIn === 1 && !((times[row] ?? 0) < from),
    );
    for (const gap of gapsAcross(all, asked)) {
      const isIn = (time: number) => time > gap.afterMs && time <= gap.beforeMs;
      // What is about to be found has no time yet.
      if (gap.beforeMs === Infinity || times.some(isIn)) doubtful.add(gap);
    }
  }
  const gaps = all.filter((gap) => doubtful.has(gap));
  if (!hasStandIns && gaps.length === 0) return null;
  return { hasStandIns, sinceMs: history?.sinceMs ?? null, gaps };
}

/** Whether a query asks for what was seen of files before. */
export function asksPast({ conditions }: Query): boolean {
  return conditions.some((condition) => pastIn(condition) !== undefined);
}

/**
 * A query for what files lack that finds those, too, of which that cannot be read; `null` where it
 * asks for nothing of the kind.
 */
export function withUnreadable({ conditions, sort }: Query): Query | null {
  const wider = conditions.map((one): Condition => {
    const isLacking = one.kind === 'part' && one.key === 'no' && !one.not && one.any.length === 1;
    return isLacking ? { ...one, key: 'has', not: true } : one;
  });
  return wider.some((one, at) => one !== conditions[at]) ? { conditions: wider, sort } : null;
}

/** Whether a query asks for what people do about files. */
export function asksTriage({ conditions }: Query): boolean {
  return conditions.some(
    (condition) =>
      condition.kind === 'person' || (condition.kind === 'flag' && condition.key === 'snoozed'),
  );
}

/** Whether a query finds other files for each person who asks. */
export function asksReader({ conditions }: Query): boolean {
  return conditions.some(
    (condition) => condition.kind === 'person' && condition.any.includes('me'),
  );
}

type Compare = (one: number, other: number) => number;

/** Orders that are kept per table; `waiting` is `oldest` in three parts. */
type KeptSort = Exclude<Sort, 'waiting'>;

/** All rows of a table in each order, found once per table. */
const orders = new WeakMap<Table, Map<KeptSort, Uint32Array>>();

/** Below one row in this many, comparing the rows takes less time than walking the whole order. */
const SPARSE = 32;

/**
 * The rows in an order. Equal ones are ordered by id, and those without the value come last.
 *
 * @param sort `null` for the order that the rows are in
 */
export function sortRows(table: Table, rows: Uint32Array, sort: Sort | null): Uint32Array {
  if (sort === null) return rows;
  if (sort === 'waiting') return awaitingFirst(table, sortRows(table, rows, 'oldest'));
  if (rows.length * SPARSE < table.entries.length) return rows.toSorted(comparing(table, sort));
  const order = orderOf(table, sort);
  if (rows.length === order.length) return order;
  const isFound = new Uint8Array(order.length);
  for (const row of rows) isFound[row] = 1;
  const sorted = new Uint32Array(rows.length);
  let count = 0;
  for (const row of order) {
    if (isFound[row] === 1) {
      sorted[count] = row;
      count += 1;
    }
  }
  return sorted;
}

/** The entries from `start` up to but without `end` of the rows in an order. */
export function sortedPage(
  table: Table,
  rows: Uint32Array,
  sort: Sort | null,
  start: number,
  end: number,
): readonly Entry[] {
  return entriesAt(table, sortRows(table, rows, sort).subarray(start, end));
}

/** The entries of rows, in the order of the rows. */
export function entriesAt({ entries }: Table, rows: Uint32Array): readonly Entry[] {
  return Array.from(rows, (row) => entries[row]).filter((entry) => entry !== undefined);
}

/** Rows by decision: those that are ready, then those that await another decision, then all others. */
function awaitingFirst({ decision: { distinct, at } }: Table, rows: Uint32Array): Uint32Array {
  const ranks = Uint8Array.from(distinct, (decision) =>
    decision === READY ? 0 : AWAITING_DECISIONS.includes(decision) ? 1 : 2,
  );
  const parts = [0, 1, 2].map((rank) => rows.filter((row) => ranks[at[row] ?? 0] === rank));
  const sorted = new Uint32Array(rows.length);
  let end = 0;
  for (const part of parts) {
    sorted.set(part, end);
    end += part.length;
  }
  return sorted;
}

function orderOf(table: Table, sort: KeptSort): Uint32Array {
  const known = orders.get(table)?.get(sort);
  if (known) return known;
  const steps = sorting(table, sort);
  let step = steps.next();
  while (!step.done) step = steps.next();
  keepOrder(table, sort, step.value);
  return step.value;
}

function keepOrder(table: Table, sort: KeptSort, order: Uint32Array): void {
  orders.getOrInsertComputed(table, () => new Map()).set(sort, order);
}

/** The orders that are asked for most; the others are found when somebody asks for them. */
const PREPARED: readonly KeptSort[] = ['oldest', 'newest', 'updated', 'score', 'completion'];

/** Finds these orders of a table, in steps of a few milliseconds. */
export function* prepareOrders(table: Table): Generator<void> {
  for (const sort of PREPARED) {
    if (!orders.get(table)?.has(sort)) keepOrder(table, sort, yield* sorting(table, sort));
  }
}

/**
 * Takes over the orders of a table for one that differs in a few rows, so that a small change does
 * not sort everything again.
 *
 * @param changed the rows that differ, those that are new among them
 */
export function carryOrders(from: Table, to: Table, changed: readonly number[]): void {
  const rows = Uint32Array.from(new Set(changed));
  for (const [sort, order] of orders.get(from) ?? []) {
    const [before, after] = [ranking(from, sort), ranking(to, sort)];
    const moved = rows.filter((row) => row >= order.length || before(row) !== after(row));
    keepOrder(to, sort, moved.length === 0 ? order : withMoved(order, moved, sort, { from, to }));
  }
}

/**
 * An order after some rows have other values. They are few among many: each is found by halves, and
 * what lies between them is copied as it is.
 */
function withMoved(
  order: Uint32Array,
  moved: Uint32Array,
  sort: KeptSort,
  { from, to }: { readonly from: Table; readonly to: Table },
): Uint32Array {
  const [before, after] = [comparing(from, sort), comparing(to, sort)];
  const gone = moved.filter((row) => row < order.length).toSorted(before);
  const all = new Uint32Array(to.entries.length);
  let end = 0;
  for (const [index, row] of gone.entries()) {
    const place = placeIn(order, row, order.length, before);
    all.set(order.subarray(end + index, place), end);
    end = place - index;
  }
  all.set(order.subarray(end + gone.length), end);
  end = order.length - gone.length;
  for (const [index, row] of [...moved.toSorted(after).entries()].toReversed()) {
    const place = placeIn(all, row, end, after);
    all.copyWithin(place + index + 1, place, end);
    all[place + index] = row;
    end = place;
  }
  return all;
}

/** How many of the first rows of an order come before a row. */
function placeIn(order: Uint32Array, row: number, end: number, compareRows: Compare): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareRows(order[middle] ?? 0, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows in the order of their ids, found once per table: equal values are in this order. */
const rowsById = new WeakMap<Table, Uint32Array>();

function* sortingIds(table: Table): Generator<undefined, Uint32Array> {
  const known = rowsById.get(table);
  if (known) return known;
  const ids = table.entries.map(({ id }) => id);
  const rows = yield* sortingByText(ids, ascending(ids.length));
  rowsById.set(table, rows);
  return rows;
}

function* sorting(table: Table, sort: KeptSort): Generator<undefined, Uint32Array> {
  const rows = yield* sortingIds(table);
  const rankOf = ranking(table, sort);
  const ranks = new Float64Array(rows.length);
  for (let row = 0; row < ranks.length; row += 1) ranks[row] = rankOf(row);
  return yield* sortingByNumber(ranks, rows);
}

/** Compares rows for an order in which no two are equal. */
function comparing(table: Table, sort: KeptSort): Compare {
  const rankOf = ranking(table, sort);
  const { entries } = table;
  return (one, other) =>
    compare(rankOf(one), rankOf(other)) ||
    compare(entries[one]?.id ?? '', entries[other]?.id ?? '');
}

/** Numbers that sort rows in ascending order, missing values (`NaN`) last; zero has one sign. */
function ranking(table: Table, sort: KeptSort): (row: number) => number {
  const { by, direction } = ORDERS[sort];
  const column = columnOf(table, by);
  return (row) => {
    const value = column[row] ?? Number.NaN;
    return Number.isNaN(value) ? Infinity : value * direction + 0;
  };
}

function columnOf(table: Table, by: SortColumn): Float64Array {
  if (by !== 'rent') return table[by];
  const { distinct, at } = table.property;
  return Float64Array.from(at, (property) => distinct[property]?.rent ?? Number.NaN);
}

type SortColumn = (typeof ORDERS)[Sort]['by'];

/** Column and direction of each order; entries without a value come last in either direction. */
const ORDERS = {
  oldest: { by: 'created', direction: 1 },
  newest: { by: 'created', direction: -1 },
  score: { by: 'score', direction: -1 },
  'lowest-score': { by: 'score', direction: 1 },
  completion: { by: 'completion', direction: -1 },
  'least-complete': { by: 'completion', direction: 1 },
  'highest-rent': { by: 'rent', direction: -1 },
  'lowest-rent': { by: 'rent', direction: 1 },
  updated: { by: 'updated', direction: -1 },
  /** Within each part: ready files, pending ones, all others. */
  waiting: { by: 'created', direction: 1 },
} as const satisfies Readonly<Record<Sort, { by: string; direction: 1 | -1 }>>;

/** Numbers that queries ask for, and whether one cannot be read. */
const UNREAD = [
  { key: 'score', fact: 'isScoreUnreadable' },
  { key: 'completion', fact: 'isCompletionUnreadable' },
] as const;

/** The entries with such a number, found once per table: hundreds of alerts ask for them. */
const unreadEntries = new WeakMap<Table, readonly Entry[]>();

function unreadIn(table: Table): readonly Entry[] {
  return unreadEntries.getOrInsertComputed(table, ({ entries }) =>
    entries.filter(({ facts }) => UNREAD.some(({ fact }) => facts[fact])),
  );
}

/**
 * Ids of the files of which it is not known whether they match, since a number that is asked for cannot
 * be read, and all else that is asked for holds.
 */
export function unsureIn(
  query: Query | null,
  table: Table,
  searchContext: () => SearchContext,
): Set<string> {
  const { conditions = [] } = query ?? {};
  const asked = UNREAD.filter(({ key }) => conditions.some((one) => isOnNumber(one, [key])));
  const unsure = new Set<string>();
  if (asked.length === 0) return unsure;
  const unread = unreadIn(table).filter(({ facts }) => asked.some(({ fact }) => facts[fact]));
  const keysIn = ({ facts }: Entry) => asked.flatMap(({ key, fact }) => (facts[fact] ? key : []));
  for (const [keys, entries] of Map.groupBy(unread, (entry) => keysIn(entry).join(' '))) {
    const others = conditions.filter((one) => !isOnNumber(one, keys.split(' ')));
    // In the whole table: one of these entries takes a hundred times as long to make.
    const rows = findRows({ conditions: others, sort: null }, table, searchContext());
    const matching = new Set(entriesAt(table, rows));
    for (const entry of entries) if (matching.has(entry)) unsure.add(entry.id);
  }
  return unsure;
}

function isOnNumber(condition: Condition, keys: readonly string[]): boolean {
  return condition.kind === 'number' && keys.includes(condition.key);
}
