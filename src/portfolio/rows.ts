import { EMPTY, emptySlots, hashOf, put, type Slots, withSlot } from './slots.ts';

/** Which row of a table holds a file. */
export interface Rows {
  get(id: string): number | undefined;
  has(id: string): boolean;
  /** The same rows of a list that begins alike, to go on with. */
  copyFor?(named: readonly Named[]): OpenRows;
}

/** Rows that are still being filled. */
interface OpenRows extends Rows {
  /** Takes note of the row of an id, unless it has one; gives back the one that it has. */
  add(id: string, row: number): number;
}

interface Named {
  readonly id: string;
}

const SLOTS_MIN = 1_024;

/**
 * The rows of what stands in `named`, found by id: a map that holds nothing but numbers. A hundred
 * thousand ids take two megabytes, and the garbage collector need not look at any of it.
 *
 * @param named each row, in place before it is asked for; it may grow, but no id in it may change
 */
export function createRows(named: readonly Named[]): OpenRows {
  return openRows(named, emptySlots(SLOTS_MIN), 0);
}

/** The rows of what stood at the beginning of `named` before, and of what has come after it. */
export function rowsWith(before: Rows, named: readonly Named[], length: number): Rows {
  const copy = before.copyFor?.(named);
  const rows = copy ?? createRows(named);
  for (let row = copy === undefined ? 0 : length; row < named.length; row += 1) {
    const { id } = named[row] ?? {};
    if (id !== undefined) rows.add(id, row);
  }
  return rows;
}

function openRows(named: readonly Named[], given: Slots, count: number): OpenRows {
  let slots = given;
  let size = count;

  /** An id that finds its slot taken goes on to the next one. */
  function rowOf(id: string, hash: number): number | undefined {
    const { hashes, numbers } = slots;
    const last = numbers.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const row = numbers[slot] ?? EMPTY;
      if (row === EMPTY) return undefined;
      if (hashes[slot] === hash && named[row]?.id === id) return row;
    }
  }

  return {
    get: (id) => rowOf(id, hashOf(id)),
    has: (id) => rowOf(id, hashOf(id)) !== undefined,
    add(id, row) {
      const hash = hashOf(id);
      const known = rowOf(id, hash);
      if (known !== undefined) return known;
      slots = withSlot(slots, size);
      put(slots, hash, row);
      size += 1;
      return row;
    },
    copyFor: (others) =>
      openRows(others, { hashes: slots.hashes.slice(), numbers: slots.numbers.slice() }, size),
  };
}
