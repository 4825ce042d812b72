import { fold } from '../../lib/text.ts';

/** Ends the words of a place in a `WordColumn`. */
export const END = 0;
/** Stands between two texts: no phrase runs from one into the next. */
const BREAK = 1;

/** Max remembered texts, such as first names; after that, memory begins anew. */
const TEXTS_MAX = 20_000;
const ROOM_MIN = 1_024;

/**
 * Every word that is searched, once, by number: a scan then compares numbers, and looks at each
 * word once however many files hold it. It only ever grows: numbers stay what they are.
 */
export interface Lexicon {
  /** Each word at its number, folded; `END` and `BREAK` are none. */
  readonly words: readonly string[];
  /** Calls back with the number of each word of a text, in its order; new words get theirs. */
  eachNumber(text: string, found: (number: number) => void): void;
  /** The number of a folded word, or `undefined` where no text holds it. */
  numberOf(word: string): number | undefined;
  /** Calls back with the number of every word that begins so; the empty text begins every word. */
  eachBeginning(beginning: string, found: (number: number) => void): void;
}

/** A lexicon without words. */
export function createLexicon(): Lexicon {
  const words = ['', '|'];
  const numbers = new Map<string, number>();
  // Most are one word, which needs no list.
  const texts = new Map<string, number | readonly number[]>();
  // The first two letters of each word: most words are told apart without reading any.
  let firsts = new Uint32Array(ROOM_MIN);

  function add(word: string): number {
    const number = words.push(word) - 1;
    numbers.set(word, number);
    if (number >= firsts.length) firsts = withRoom(firsts, 2 * number);
    firsts[number] = firstsOf(word);
    return number;
  }

  function note(text: string): number | readonly number[] {
    const folded = fold(text);
    const made =
      folded === '' ? [] : folded.split(' ').map((word) => numbers.get(word) ?? add(word));
    const [only] = made;
    const noted = only === undefined || made.length > 1 ? made : only;
    if (texts.size === TEXTS_MAX) texts.clear();
    texts.set(text, noted);
    return noted;
  }

  return {
    words,
    numberOf: (word) => numbers.get(word),
    eachNumber(text, found) {
      const noted = texts.get(text) ?? note(text);
      if (typeof noted === 'number') found(noted);
      else for (const number of noted) found(number);
    },
    eachBeginning(beginning, found) {
      const [wanted, known] = [firstsOf(beginning), [0, 0xffff_0000][beginning.length] ?? -1];
      for (let number = BREAK + 1; number < words.length; number += 1) {
        // Numbers of 32 bits are compared whether or not they have a sign.
        if ((((firsts[number] ?? 0) ^ wanted) & known) !== 0) continue;
        if (beginning.length < 3 || words[number]?.startsWith(beginning)) found(number);
      }
    },
  };
}

function firstsOf(word: string): number {
  return ((word.charCodeAt(0) << 16) | (word.charCodeAt(1) || 0)) >>> 0;
}

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

const COLUMN_ROOM_MIN = 16;

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
  let numbers = new Uint32Array(COLUMN_ROOM_MIN);
  let starts = new Uint32Array(COLUMN_ROOM_MIN);
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

type GrowingNumbers = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** What is left over is given back only where it is more than this share: giving back is a copy. */
const LEFT_OVER_MAX = 0.1;

/** The same numbers, with room for so many. */
export function withRoom<Values extends GrowingNumbers>(values: Values, room: number): Values;
export function withRoom(values: GrowingNumbers, room: number): GrowingNumbers {
  const larger = values instanceof Float64Array ? new Float64Array(room) : new Uint32Array(room);
  larger.set(values);
  return larger;
}

/** The first numbers of those. */
export function trimmed<Values extends GrowingNumbers>(values: Values, length: number): Values;
export function trimmed(values: GrowingNumbers, length: number): GrowingNumbers {
  return values.length - length > LEFT_OVER_MAX * length
    ? values.slice(0, length)
    : values.subarray(0, length);
}
