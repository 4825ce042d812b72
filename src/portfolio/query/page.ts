import type { Entry } from '../entry.ts';
import type { Sort } from './keys.ts';
import { rowsNear } from './near.ts';
import { compare, ORDERS, rankOf, READY } from './order.ts';
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
