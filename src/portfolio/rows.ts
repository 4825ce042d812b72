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

interface Slots {
  readonly hashes: Int32Array;
  readonly rows: Int32Array;
}

const SLOTS_MIN = 1_024;
const EMPTY = -1;

/** So that nobody can choose ids that all fall into one place. */
const SEED = Math.trunc(Math.random() * 2 ** 32);

/**
 * The rows of what stands in `named`, found by id: a map that holds nothing but numbers. A hundred
 * thousand ids take two megabytes, and the garbage collector need not look at any of it.
 *
 * @param named each row, in place before it is asked for; it may grow, but no id in it may change
 */
export function createRows(named: readonly Named[]): OpenRows {
  return openRows(named, slotsOf(SLOTS_MIN), 0);
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
    const { hashes, rows } = slots;
    const last = rows.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const row = rows[slot] ?? EMPTY;
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
      // Half of all slots stay empty, so that the way to one is short.
      if (size * 2 >= slots.rows.length) slots = twice(slots);
      put(slots, hash, row);
      size += 1;
      return row;
    },
    copyFor: (others) =>
      openRows(others, { hashes: slots.hashes.slice(), rows: slots.rows.slice() }, size),
  };
}

function slotsOf(count: number): Slots {
  return { hashes: new Int32Array(count), rows: new Int32Array(count).fill(EMPTY) };
}

function put({ hashes, rows }: Slots, hash: number, row: number): void {
  const last = rows.length - 1;
  let slot = hash & last;
  while (rows[slot] !== EMPTY) slot = (slot + 1) & last;
  hashes[slot] = hash;
  rows[slot] = row;
}

function twice({ hashes, rows }: Slots): Slots {
  const larger = slotsOf(2 * rows.length);
  for (const [slot, row] of rows.entries()) {
    if (row !== EMPTY) put(larger, hashes[slot] ?? 0, row);
  }
  return larger;
}

/** FNV-1a from a seed, stirred once more: its low bits alone would lie close together. */
function hashOf(id: string): number {
  let hash = SEED;
  for (let at = 0; at < id.length; at += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}
