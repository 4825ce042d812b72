/**
 * A map by short texts that were just parsed. Such a text has no hash yet, and having the engine
 * make one takes longer than going through its few characters here.
 */
export interface TextMap<Value> {
  get(text: string): Value | undefined;
  /** Adds a text that is not there yet; gives back its value. */
  add(text: string, value: Value): Value;
  readonly size: number;
}

const SLOTS_MIN = 64;

/** A map without texts. */
export function createTextMap<Value>(): TextMap<Value> {
  const texts: string[] = [];
  const values: Value[] = [];
  let slots = emptySlots(SLOTS_MIN);

  return {
    get(text) {
      const { hashes, numbers } = slots;
      const hash = hashOf(text);
      const last = numbers.length - 1;
      for (let slot = hash & last; ; slot = (slot + 1) & last) {
        const place = numbers[slot] ?? EMPTY;
        if (place === EMPTY) return undefined;
        if (hashes[slot] === hash && texts[place] === text) return values[place];
      }
    },
    add(text, value) {
      slots = withSlot(slots, texts.length);
      put(slots, hashOf(text), texts.length);
      texts.push(text);
      values.push(value);
      return value;
    },
    get size() {
      return texts.length;
    },
  };
}

/** Where numbers stand by the hash of a text: one that finds its slot taken stands in the next. */
interface Slots {
  readonly hashes: Int32Array;
  /** Numbers from 0 on; `EMPTY` where there is none. */
  readonly numbers: Int32Array;
}

const EMPTY = -1;

/** So that nobody can choose texts that all fall into one place. */
const SEED = Math.trunc(Math.random() * 2 ** 32);

/** FNV-1a from a seed, stirred once more: its low bits alone would lie close together. */
function hashOf(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}

/** @param count a power of two */
function emptySlots(count: number): Slots {
  return { hashes: new Int32Array(count), numbers: new Int32Array(count).fill(EMPTY) };
}

/** Slots with room for one number more. Half of them stay empty, so that the way to one is short. */
function withSlot(slots: Slots, taken: number): Slots {
  const { hashes, numbers } = slots;
  if (taken * 2 < numbers.length) return slots;
  const larger = emptySlots(2 * numbers.length);
  for (const [slot, number] of numbers.entries()) {
    if (number !== EMPTY) put(larger, hashes[slot] ?? 0, number);
  }
  return larger;
}

/** Puts a number where its hash leads to. There must be room. */
function put({ hashes, numbers }: Slots, hash: number, number: number): void {
  const last = numbers.length - 1;
  let slot = hash & last;
  while (numbers[slot] !== EMPTY) slot = (slot + 1) & last;
  numbers[slot] = number;
  hashes[slot] = hash;
}

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

const ROW_SLOTS_MIN = 1_024;

/**
 * The rows of what stands in `named`, found by id: a map that holds nothing but numbers. A hundred
 * thousand ids take two megabytes, and the garbage collector need not look at any of it.
 *
 * @param named each row, in place before it is asked for; it may grow, but no id in it may change
 */
export function createRows(named: readonly Named[]): OpenRows {
  return openRows(named, emptySlots(ROW_SLOTS_MIN), 0);
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
