import { EMPTY, emptySlots, hashOf, put, withSlot } from './slots.ts';

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
