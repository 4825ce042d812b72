/** Where numbers stand by the hash of a text: one that finds its slot taken stands in the next. */
export interface Slots {
  readonly hashes: Int32Array;
  /** Numbers from 0 on; `EMPTY` where there is none. */
  readonly numbers: Int32Array;
}

export const EMPTY = -1;

/** So that nobody can choose texts that all fall into one place. */
const SEED = Math.trunc(Math.random() * 2 ** 32);

/** FNV-1a from a seed, stirred once more: its low bits alone would lie close together. */
export function hashOf(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}

/** @param count a power of two */
export function emptySlots(count: number): Slots {
  return { hashes: new Int32Array(count), numbers: new Int32Array(count).fill(EMPTY) };
}

/** Slots with room for one number more. Half of them stay empty, so that the way to one is short. */
export function withSlot(slots: Slots, taken: number): Slots {
  const { hashes, numbers } = slots;
  if (taken * 2 < numbers.length) return slots;
  const larger = emptySlots(2 * numbers.length);
  for (const [slot, number] of numbers.entries()) {
    if (number !== EMPTY) put(larger, hashes[slot] ?? 0, number);
  }
  return larger;
}

/** Puts a number where its hash leads to. There must be room. */
export function put({ hashes, numbers }: Slots, hash: number, number: number): void {
  const last = numbers.length - 1;
  let slot = hash & last;
  while (numbers[slot] !== EMPTY) slot = (slot + 1) & last;
  numbers[slot] = number;
  hashes[slot] = hash;
}
