import type { Entry } from '../entry.ts';
import type { Sort } from '../query/query.ts';
import type { Table } from './table.ts';

type Compare = (one: number, other: number) => number;

/** So many only befall a list made to defeat the pivots: the rest of it is sorted as a whole. */
const ROUNDS_MAX = 100;

/**
 * The entries from `start` up to but without `end` of the rows in an order, without sorting the
 * others: rows are counted out by what they are sorted by, and those among which the page lies are
 * parted around one of them again and again, going on only where the page is.
 *
 * @param sort `null` for the order that the rows are in
 */
export function sortedPage(
  table: Table,
  rows: Uint32Array,
  sort: Sort | null,
  start: number,
  end: number,
): readonly Entry[] {
  if (sort === 'waiting') {
    const { ready, others } = byReadiness(table, rows);
    const [from, to] = [start - ready.length, end - ready.length].map((at) => Math.max(0, at));
    return [
      ...sortedPage(table, ready, 'oldest', start, end),
      ...sortedPage(table, others, 'oldest', from ?? 0, to ?? 0),
    ];
  }
  if (sort === null) return entriesAt(table, rows.subarray(start, end));
  const ranks = ranksOf(table, rows, sort);
  const { near, before } = rowsNear(rows, ranks, start, end);
  const [from, to] = [start - before, end - before];
  const order = partlySorted(near, from, to, comparing(table, ranks));
  return entriesAt(table, order.subarray(from, to));
}

function entriesAt({ entries }: Table, rows: Uint32Array): readonly Entry[] {
  return Array.from(rows, (row) => entries[row]).filter((entry) => entry !== undefined);
}

/** Two lists, each to be put in order by itself, are quicker than one with two things to compare. */
function byReadiness({ decision: { distinct, at } }: Table, rows: Uint32Array) {
  const place = distinct.indexOf(READY);
  return {
    ready: rows.filter((row) => at[row] === place),
    others: rows.filter((row) => at[row] !== place),
  };
}

/** What each of the rows is sorted by, at its place in the table. */
function ranksOf(table: Table, rows: Uint32Array, sort: Sort): Float64Array {
  const { by, direction } = ORDERS[sort];
  const column = table[by];
  const ranks = new Float64Array(column.length);
  for (const row of rows) ranks[row] = rankOf(column[row] ?? Number.NaN, direction);
  return ranks;
}

function comparing({ entries, ids }: Table, ranks: Float64Array): Compare {
  return (one, other) =>
    compare(ranks[one] ?? 0, ranks[other] ?? 0) ||
    compare(ids[one] ?? 0, ids[other] ?? 0) ||
    compare(entries[one]?.id ?? '', entries[other]?.id ?? '');
}

/** The rows in an order that is right from `start` to `end`. */
function partlySorted(
  rows: Uint32Array,
  start: number,
  end: number,
  compareRows: Compare,
): Uint32Array {
  const order = rows.slice();
  const open: [number, number][] = [[0, order.length]];
  let rounds = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [low, high] = part;
    if (high <= start || low >= end || high - low < 2) continue;
    rounds += 1;
    if ((low >= start && high <= end) || rounds > ROUNDS_MAX) {
      order.subarray(low, high).sort(compareRows);
      continue;
    }
    const middle = partition(order, low, high, compareRows);
    open.push([low, middle], [middle + 1, high]);
  }
  return order;
}

/** Moves what comes before the pivot to its left and the rest to its right; tells where it stands. */
function partition(order: Uint32Array, low: number, high: number, compareRows: Compare): number {
  swap(order, medianOfThree(order, low, high, compareRows), high - 1);
  const pivot = order[high - 1] ?? 0;
  let border = low;
  for (let at = low; at < high - 1; at += 1) {
    if (compareRows(order[at] ?? 0, pivot) < 0) {
      swap(order, at, border);
      border += 1;
    }
  }
  swap(order, border, high - 1);
  return border;
}

/** A pivot that lists sorted either way do not defeat. */
function medianOfThree(
  order: Uint32Array,
  low: number,
  high: number,
  compareRows: Compare,
): number {
  const places = [low, (low + high) >>> 1, high - 1];
  const [, median = low] = places.toSorted((one, other) =>
    compareRows(order[one] ?? 0, order[other] ?? 0),
  );
  return median;
}

function swap(order: Uint32Array, one: number, other: number): void {
  const held = order[one] ?? 0;
  order[one] = order[other] ?? 0;
  order[other] = held;
}

/** What an order goes by, and which way; entries without it come last either way. */
const ORDERS = {
  oldest: { by: 'created', direction: 1 },
  newest: { by: 'created', direction: -1 },
  score: { by: 'score', direction: -1 },
  completion: { by: 'completion', direction: -1 },
  updated: { by: 'updated', direction: -1 },
  /** Of those that are not ready; those that are come before, in the same order. */
  waiting: { by: 'created', direction: 1 },
} as const satisfies Readonly<Record<Sort, { by: string; direction: 1 | -1 }>>;

const READ = {
  created: ({ createdMs }: Entry) => createdMs,
  updated: ({ updatedMs }: Entry) => updatedMs,
  score: ({ score }: Entry) => score,
  completion: ({ completion }: Entry) => completion,
} as const;

/** The decision of files that come before all others in the order `waiting`. */
export const READY = 'READY';

/** Compares entries for an order in which no two are equal: between equal ones ids decide. */
export function comparatorOf(sort: Sort): (one: Entry, other: Entry) => number {
  const { by, direction } = ORDERS[sort];
  const read = READ[by];
  const rank = (entry: Entry) => rankOf(read(entry) ?? Number.NaN, direction);
  const group = ({ decision }: Entry) => (sort === 'waiting' && decision !== READY ? 1 : 0);
  return (one, other) =>
    compare(group(one), group(other)) ||
    compare(rank(one), rank(other)) ||
    compare(one.id, other.id);
}

/** A number by which smaller comes first, and what is missing (`NaN`) last. */
function rankOf(value: number, direction: 1 | -1): number {
  return Number.isNaN(value) ? Infinity : value * direction;
}

/** -1, 0 or 1: a difference would not do for infinities. */
function compare<Value extends number | string>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const CHARACTERS = 3;

/**
 * The beginning of an id as a number that is in the same order as the ids, as far as it goes: equal
 * ones are yet to be compared in full.
 */
export function idBeginning(id: string): number {
  let beginning = 0;
  for (let at = 0; at < CHARACTERS; at += 1) {
    // One more than the code, for an id that has ended comes before one that goes on.
    beginning = beginning * 65_537 + (at < id.length ? id.charCodeAt(at) + 1 : 0);
  }
  return beginning;
}

/** More would no longer be counted faster than the rows of one are sorted. */
const PARTS = 1_024;

/** The last part is for what has no rank, and comes after all that has one. */
const UNRANKED = PARTS;

/**
 * The rows among which those from `start` up to but without `end` are once all are in order.
 *
 * The span of all ranks is cut into even parts, and rows are counted by part: two walks through
 * memory in a row, where sorting goes to and fro.
 *
 * @param ranks by which rows are sorted, at the place of each row; infinite where there is none
 * @returns those rows in the order in which they came, and how many others come before them
 */
export function rowsNear(
  rows: Uint32Array,
  ranks: Float64Array,
  start: number,
  end: number,
): { readonly near: Uint32Array; readonly before: number } {
  const partOf = partsOf(rows, ranks);
  const counts = new Uint32Array(PARTS + 1);
  for (const row of rows) {
    const part = partOf(ranks[row] ?? Infinity);
    counts[part] = (counts[part] ?? 0) + 1;
  }
  let first = 0;
  let before = 0;
  while (first < UNRANKED && before + (counts[first] ?? 0) <= start) {
    before += counts[first] ?? 0;
    first += 1;
  }
  let last = first;
  let size = counts[first] ?? 0;
  while (last < UNRANKED && before + size < end) {
    last += 1;
    size += counts[last] ?? 0;
  }
  const near = new Uint32Array(size);
  let at = 0;
  for (const row of rows) {
    const part = partOf(ranks[row] ?? Infinity);
    if (part < first || part > last) continue;
    near[at] = row;
    at += 1;
  }
  return { near, before };
}

/** The part in which a rank lies: never before that of a smaller one. */
function partsOf(rows: Uint32Array, ranks: Float64Array): (rank: number) => number {
  let [least, most] = [Infinity, -Infinity];
  for (const row of rows) {
    const rank = ranks[row] ?? Infinity;
    if (rank < least) least = rank;
    if (rank > most && rank < Infinity) most = rank;
  }
  const scale = (PARTS - 1) / (most - least);
  // All alike, or too far apart to be told from infinity: they are one part.
  const isEven = scale > 0 && scale < Infinity;
  return (rank) => {
    if (rank === Infinity) return UNRANKED;
    return isEven ? Math.trunc((rank - least) * scale) : 0;
  };
}
