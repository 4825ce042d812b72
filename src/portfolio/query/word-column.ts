import { BREAK, END, type Lexicon } from './lexicon.ts';

/** The words of each place, by their numbers in a lexicon. */
export interface WordColumn {
  readonly places: number;
  /** What was written down first, place by place. */
  readonly packed: PackedWords;
  /** What holds instead of it, or after it, for so few places that they are looked at one by one. */
  readonly changed: ReadonlyMap<number, readonly number[]>;
}

/** Words that stay as they are, found by place and by word. */
export interface PackedWords {
  readonly places: number;
  /** The numbers of the words of a place, with an `END`. */
  at(place: number): Uint32Array;
  /** The places that hold a word; one that holds it twice stands there twice. */
  holding(number: number): Uint32Array;
  /** Makes ready for `holding`, which would do it when it is first asked. */
  prepare(): void;
}

/** Texts of one place; the pieces of a text stand one after the other. */
export type Texts = readonly (readonly (string | null)[])[];

/** Fills a column place by place. */
export interface WordColumnBuilder {
  /** Writes down the words of the next place, or others for a place that has some. */
  put(place: number, texts: Texts): void;
  /** The column so far. Nothing may be put after. */
  finish(): WordColumn;
}

const ROOM_MIN = 16;

/** A builder of an empty column, or of one that is like `base` but for what is put. */
export function createWordColumn(lexicon: Lexicon, base?: WordColumn): WordColumnBuilder {
  const changed = new Map(base?.changed);
  let places = base?.places ?? 0;
  const packing = base === undefined ? createPacking() : null;

  return {
    put(place, texts) {
      const numbers = numbersOf(texts, lexicon);
      if (place >= places && packing) packing.add(numbers);
      else changed.set(place, numbers);
      places = Math.max(places, place + 1);
    },
    finish: () => ({ places, changed, packed: packing?.finish() ?? base?.packed ?? NOTHING }),
  };
}

function numbersOf(texts: Texts, lexicon: Lexicon): readonly number[] {
  const numbers: number[] = [];
  for (const [index, pieces] of texts.entries()) {
    if (index > 0) numbers.push(BREAK);
    for (const piece of pieces) {
      if (piece === null) continue;
      for (const number of lexicon.numbersOf(piece)) numbers.push(number);
    }
  }
  numbers.push(END);
  return numbers;
}

function createPacking() {
  let numbers = new Uint32Array(ROOM_MIN);
  let starts = new Uint32Array(ROOM_MIN);
  let length = 0;
  let places = 0;
  return {
    add(words: readonly number[]): void {
      while (length + words.length > numbers.length) numbers = twice(numbers);
      numbers.set(words, length);
      length += words.length;
      places += 1;
      if (places >= starts.length) starts = twice(starts);
      starts[places] = length;
    },
    finish: () => packedWords(numbers.slice(0, length), starts.slice(0, places + 1)),
  };
}

function packedWords(numbers: Uint32Array, starts: Uint32Array): PackedWords {
  const places = starts.length - 1;
  let holding: PackedWords['holding'] | null = null;
  const sort = (): PackedWords['holding'] => (holding ??= byWord(numbers));
  return {
    places,
    at: (place) => numbers.subarray(starts[place], starts[place + 1]),
    holding: (number) => sort()(number),
    prepare: () => void sort(),
  };
}

/** Sorts places by the words that they hold: words are counted, and each is given its stretch. */
function byWord(numbers: Uint32Array): PackedWords['holding'] {
  let last = END;
  for (const number of numbers) last = Math.max(last, number);
  const ends = new Uint32Array(last + 2);
  for (const number of numbers) ends[number + 1] = (ends[number + 1] ?? 0) + 1;
  for (let number = 1; number < ends.length; number += 1) {
    ends[number] = (ends[number] ?? 0) + (ends[number - 1] ?? 0);
  }
  const starts = ends.slice();
  const sorted = new Uint32Array(numbers.length);
  let place = 0;
  for (const number of numbers) {
    const at = ends[number] ?? 0;
    sorted[at] = place;
    ends[number] = at + 1;
    if (number === END) place += 1;
  }
  return (number) => sorted.subarray(starts[number] ?? 0, starts[number + 1] ?? 0);
}

const NOTHING = packedWords(new Uint32Array(), new Uint32Array(1));

function twice(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * values.length);
  larger.set(values);
  return larger;
}
