import type { Entry } from '../entry.ts';
import type { Sort } from './keys.ts';
import { compare, ORDERS, rankOf } from './order.ts';
import type { Table } from './table.ts';

type Compare = (one: number, other: number) => number;

/** So many only befall a list made to defeat the pivots: the rest of it is sorted as a whole. */
const ROUNDS_MAX = 100;

/**
 * The entries from `start` up to but without `end` of the rows in an order, without sorting the
 * others: each round parts what is left around one row and goes on only where the page lies.
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
  const order = sort === null ? rows : partlySorted(rows, start, end, comparing(table, rows, sort));
  return Array.from(order.subarray(start, end), (row) => table.entries[row]).filter(
    (entry) => entry !== undefined,
  );
}

function comparing({ entries, ids, ...columns }: Table, rows: Uint32Array, sort: Sort): Compare {
  const { by, direction } = ORDERS[sort];
  const column = columns[by];
  const ranks = new Float64Array(column.length);
  for (const row of rows) ranks[row] = rankOf(column[row] ?? Number.NaN, direction);
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
