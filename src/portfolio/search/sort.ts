import type { Entry } from '../entry.ts';
import type { Sort } from '../query/query.ts';
import type { Table } from './table.ts';

type Compare = (one: number, other: number) => number;

/** Orders that are kept per table; `waiting` is `oldest` in two parts. */
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
  if (sort === 'waiting') return readyFirst(table, sortRows(table, rows, 'oldest'));
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

function readyFirst({ decision: { distinct, at } }: Table, rows: Uint32Array): Uint32Array {
  const place = distinct.indexOf(READY);
  const ready = rows.filter((row) => at[row] === place);
  const sorted = new Uint32Array(rows.length);
  sorted.set(ready);
  sorted.set(
    rows.filter((row) => at[row] !== place),
    ready.length,
  );
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
  const kept = orders.get(table) ?? new Map<KeptSort, Uint32Array>();
  orders.set(table, kept.set(sort, order));
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
  const isChanged = new Uint8Array(to.entries.length);
  for (const row of changed) isChanged[row] = 1;
  const rows = Uint32Array.from(new Set(changed));
  for (const [sort, order] of orders.get(from) ?? []) {
    const compareRows = comparing(to, sort);
    const kept = order.filter((row) => isChanged[row] === 0);
    keepOrder(to, sort, inserted(kept, rows.toSorted(compareRows), compareRows));
  }
}

/** Few sorted rows among many: each finds its place by halves, since a merge would compare all. */
function inserted(kept: Uint32Array, rows: Uint32Array, compareRows: Compare): Uint32Array {
  const all = new Uint32Array(kept.length + rows.length);
  let done = 0;
  for (const [index, row] of rows.entries()) {
    let [low, high] = [done, kept.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareRows(kept[middle] ?? 0, row) < 0) low = middle + 1;
      else high = middle;
    }
    all.set(kept.subarray(done, low), done + index);
    all[low + index] = row;
    done = low;
  }
  all.set(kept.subarray(done), done + rows.length);
  return all;
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
  const { by, direction } = ORDERS[sort];
  const column = columnOf(table, by);
  const ranks = new Float64Array(rows.length);
  for (let row = 0; row < ranks.length; row += 1) {
    ranks[row] = rankOf(column[row] ?? Number.NaN, direction);
  }
  return yield* sortingByNumber(ranks, rows);
}

/** Compares rows for an order in which no two are equal. */
function comparing(table: Table, sort: KeptSort): Compare {
  const { by, direction } = ORDERS[sort];
  const column = columnOf(table, by);
  const { entries } = table;
  return (one, other) =>
    compare(
      rankOf(column[one] ?? Number.NaN, direction),
      rankOf(column[other] ?? Number.NaN, direction),
    ) || compare(entries[one]?.id ?? '', entries[other]?.id ?? '');
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
  /** Applies to both parts: ready files, then all others. */
  waiting: { by: 'created', direction: 1 },
} as const satisfies Readonly<Record<Sort, { by: string; direction: 1 | -1 }>>;

/** The decision that comes first in the order `waiting`. */
export const READY = 'READY';

/** A number that sorts in ascending order, missing values (`NaN`) last; zero has one sign. */
function rankOf(value: number, direction: 1 | -1): number {
  return Number.isNaN(value) ? Infinity : value * direction + 0;
}

/** -1, 0 or 1: a difference of infinities would be `NaN`. */
function compare<Value extends number | string>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Rows between two steps: a millisecond. */
const ROWS_A_STEP = 32_768;

const DIGITS = 8;
const DIGIT_BITS = 8;
const DIGIT_MAX = 0xff;
const SIGN = 0x8000_0000;
/** Where the half with the sign is among the two of a number on this machine. */
const [UPPER, LOWER] = new Uint32Array(Float64Array.of(-1).buffer)[0] === 0 ? [1, 0] : [0, 1];

/**
 * A stable radix sort, in steps of a few milliseconds: a tenth of the time that comparing takes.
 *
 * @param numbers of each row; none is `NaN` or a negative zero
 * @param rows all of them, in the order that those with equal numbers keep
 * @see https://en.wikipedia.org/wiki/Radix_sort
 */
export function* sortingByNumber(
  numbers: Float64Array<ArrayBuffer>,
  rows: Uint32Array,
): Generator<undefined, Uint32Array> {
  const bits = new Uint32Array(numbers.buffer);
  const digits = new Uint8Array(numbers.length);
  let sorted = rows;
  let next: Uint32Array = new Uint32Array(rows.length);
  for (let digit = 0; digit < DIGITS; digit += 1) {
    yield;
    const starts = yield* countingDigits(bits, digit, digits);
    // All numbers have it in common, such as the end of a small one.
    if (starts[(digits[0] ?? 0) + 1] === rows.length) continue;
    for (let value = 1; value < starts.length; value += 1) {
      starts[value] = (starts[value] ?? 0) + (starts[value - 1] ?? 0);
    }
    for (let at = 0; at < rows.length; at += 1) {
      if (at % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
      const row = sorted[at] ?? 0;
      const value = digits[row] ?? 0;
      const to = starts[value] ?? 0;
      next[to] = row;
      starts[value] = to + 1;
    }
    [sorted, next] = [next, sorted === rows ? new Uint32Array(rows.length) : sorted];
  }
  return sorted;
}

/**
 * Writes a digit of each number into `digits`, the last digit being the first one, and counts how
 * often each value is there, one place further on. The digits of negative numbers are turned round,
 * so that all are in the order of the numbers.
 *
 * @param bits the two halves of each number
 */
function* countingDigits(
  bits: Uint32Array,
  digit: number,
  digits: Uint8Array,
): Generator<undefined, Uint32Array> {
  const counts = new Uint32Array(DIGIT_MAX + 2);
  const isUpper = digit >= DIGITS / 2;
  const shift = (digit % (DIGITS / 2)) * DIGIT_BITS;
  for (let row = 0; row < digits.length; row += 1) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const upper = bits[2 * row + UPPER] ?? 0;
    const half = isUpper ? upper ^ SIGN : (bits[2 * row + LOWER] ?? 0);
    const value = ((upper >= SIGN ? ~(isUpper ? upper : half) : half) >>> shift) & DIGIT_MAX;
    digits[row] = value;
    counts[value + 1] = (counts[value + 1] ?? 0) + 1;
  }
  return counts;
}

/** Letters of a text that a number holds, eight bits each. */
const LETTERS = 6;
const LETTER_MAX = 0xff;
/** Fewer texts are compared. */
const COMPARED_MAX = 64;

/** Sorts rows by the texts of each, in the order of UTF-16 code units, in steps of a few milliseconds. */
export function* sortingByText(
  texts: readonly string[],
  rows: Uint32Array,
): Generator<undefined, Uint32Array> {
  if (rows.length <= COMPARED_MAX) return sortedByText(texts, rows);
  const from = yield* measuringBeginning(texts, rows);
  const numbers = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    if (at % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    numbers[at] = numberOf(texts[rows[at] ?? 0] ?? '', from);
  }
  const places = yield* sortingByNumber(numbers, ascending(rows.length));
  const sorted = places.map((place) => rows[place] ?? 0);
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const number = numbers[places[start] ?? 0];
    end = start + 1;
    while (end < sorted.length && numbers[places[end] ?? 0] === number) end += 1;
    if (end - start === 1) continue;
    yield;
    const equal = sorted.subarray(start, end);
    // Letters that no number holds would be equal again.
    const isAll = equal.length === rows.length;
    sorted.set(isAll ? sortedByText(texts, equal) : yield* sortingByText(texts, equal), start);
  }
  return sorted;
}

/** The numbers from 0 on. A plain loop: `Uint32Array.from` calls a function for each. */
export function ascending(length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) numbers[at] = at;
  return numbers;
}

function sortedByText(texts: readonly string[], rows: Uint32Array): Uint32Array {
  return rows.toSorted((one, other) => compare(texts[one] ?? '', texts[other] ?? ''));
}

/** How many letters all texts begin with in common. */
function* measuringBeginning(
  texts: readonly string[],
  rows: Uint32Array,
): Generator<undefined, number> {
  const first = texts[rows[0] ?? 0] ?? '';
  let common = first.length;
  for (let at = 1; at < rows.length && common > 0; at += 1) {
    if (at % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const text = texts[rows[at] ?? 0] ?? '';
    let same = 0;
    while (same < common && text.charCodeAt(same) === first.charCodeAt(same)) same += 1;
    common = same;
  }
  return common;
}

/** The letters of a text from a place on, up to one that is too large: those that differ after it are equal. */
function numberOf(text: string, from: number): number {
  let number = 0;
  let isOver = false;
  for (let at = from; at < from + LETTERS; at += 1) {
    // What lies beyond the end of a text comes first.
    const letter: number =
      isOver || at >= text.length ? 0 : Math.min(text.charCodeAt(at), LETTER_MAX);
    isOver ||= letter === LETTER_MAX;
    number = number * (LETTER_MAX + 1) + letter;
  }
  return number;
}
