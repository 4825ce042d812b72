import { trimmed, withRoom } from './growing.ts';
import { BREAK, END, type Lexicon } from './lexicon.ts';

/** The words of each place, by their numbers in a lexicon. */
export interface WordColumn {
  readonly places: number;
  /** What was written down first, place by place. */
  readonly packed: PackedWords;
  /** What holds instead of it, or after it, for so few places that they are looked at one by one. */
  readonly changed: ReadonlyMap<number, readonly number[]>;
}

type Numbers = readonly number[];

/** Words that stay as they are, found by place and by word. */
export interface PackedWords {
  readonly places: number;
  /** The numbers of the words of a place, with an `END`. */
  at(place: number): Uint32Array;
  /** As the function of that name. */
  endsWith(place: number, text: Numbers): boolean;
  /** The places that hold a word; one that holds it twice stands there twice. */
  readonly holding: (number: number) => Uint32Array;
  /**
   * Makes ready for `holding` in steps of a few milliseconds; what is left would be done when it is
   * first asked.
   */
  prepare(): Iterable<void>;
}

/** Texts of one place, each in one or more pieces, with a `null` before the next text. */
export type Texts = readonly (string | null)[];

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
      if (place >= places && packing) {
        eachNumber(texts, lexicon, packing.write);
        packing.end();
      } else {
        const numbers: number[] = [];
        eachNumber(texts, lexicon, (number) => numbers.push(number));
        changed.set(place, numbers);
      }
      places = Math.max(places, place + 1);
    },
    finish: () => ({ places, changed, packed: packing?.finish() ?? base?.packed ?? NOTHING }),
  };
}

/** Whether the last text of a place is made of just these words. */
export function endsWith({ packed, changed }: WordColumn, place: number, text: Numbers): boolean {
  const numbers = changed.get(place);
  return numbers === undefined
    ? packed.endsWith(place, text)
    : isEnd(text, numbers, 0, numbers.length);
}

/** From `start` up to but without `end` stand the words of a place, the last of them an `END`. */
function isEnd(text: Numbers, numbers: ArrayLike<number>, start: number, end: number): boolean {
  const first = end - 1 - text.length;
  if (first < start || (first > start && numbers[first - 1] !== BREAK)) return false;
  return text.every((number, index) => numbers[first + index] === number);
}

function eachNumber(texts: Texts, lexicon: Lexicon, write: (number: number) => void): void {
  for (const piece of texts) {
    if (piece === null) write(BREAK);
    else lexicon.eachNumber(piece, write);
  }
  write(END);
}

function createPacking() {
  let numbers = new Uint32Array(ROOM_MIN);
  let starts = new Uint32Array(ROOM_MIN);
  let length = 0;
  let places = 0;
  return {
    write: (number: number): void => {
      if (length === numbers.length) numbers = withRoom(numbers, 2 * length);
      numbers[length] = number;
      length += 1;
    },
    end(): void {
      places += 1;
      if (places === starts.length) starts = withRoom(starts, 2 * places);
      starts[places] = length;
    },
    finish: () => packedWords(trimmed(numbers, length), trimmed(starts, places + 1)),
  };
}

function packedWords(numbers: Uint32Array, starts: Uint32Array): PackedWords {
  const places = starts.length - 1;
  const sorting = byWord(numbers);
  let sorted: ByWord | null = null;

  function step(): boolean {
    const { done, value } = sorting.next();
    if (done) sorted ??= value;
    return done === true;
  }

  return {
    places,
    at: (place) => numbers.subarray(starts[place], starts[place + 1]),
    endsWith: (place, text) =>
      isEnd(text, numbers, starts[place] ?? 0, starts[place + 1] ?? numbers.length),
    holding(number) {
      while (sorted === null) step();
      const { firsts, places: all } = sorted;
      return all.subarray(firsts[number] ?? 0, firsts[number + 1] ?? 0);
    },
    *prepare() {
      while (!step()) yield;
    },
  };
}

/** Places by the words that they hold: those of a word from its first up to that of the next. */
interface ByWord {
  readonly firsts: Uint32Array;
  readonly places: Uint32Array;
}

const WORDS_A_STEP = 50_000;

/** Sorts places by counting: how often each word stands somewhere says where its stretch begins. */
function* byWord(numbers: Uint32Array): Generator<undefined, ByWord> {
  let last = END;
  for (let at = 0; at < numbers.length; at += 1) last = Math.max(last, numbers[at] ?? END);
  const next = new Uint32Array(last + 2);
  for (let at = 0; at < numbers.length; at += 1) {
    if (at % WORDS_A_STEP === 0) yield;
    const after = (numbers[at] ?? END) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let number = 1; number < next.length; number += 1) {
    next[number] = (next[number] ?? 0) + (next[number - 1] ?? 0);
  }
  const firsts = next.slice();
  const places = new Uint32Array(numbers.length);
  let place = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    if (at % WORDS_A_STEP === 0) yield;
    const number = numbers[at] ?? END;
    const to = next[number] ?? 0;
    places[to] = place;
    next[number] = to + 1;
    if (number === END) place += 1;
  }
  return { firsts, places };
}

const NOTHING = packedWords(new Uint32Array(), new Uint32Array(1));
