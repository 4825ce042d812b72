import { fold, foldInto } from '../../lib/text.ts';

/** Ends the words of a place in a `WordColumn`. */
export const END = 0;
/** Separates two texts: phrases do not match across it. */
const BREAK = 1;

/** Max texts of one word whose number is cached, such as first names; then the cache is emptied. */
const TEXTS_MAX = 20_000;
/** Max length of such a text. */
const CACHED_LENGTH_MAX = 60;
const ROOM_MIN = 1_024;
const SPACE = 32;
/** Words that are found by their letters, a power of two: far more than most files have. */
const SLOTS = 32_768;
/** @see https://en.wikipedia.org/wiki/Fowler–Noll–Vo_hash_function */
const HASH_FACTOR = 16_777_619;

/**
 * Every searched word once, by number: scans compare numbers, and each word is compared once
 * however many files contain it. Numbers are never reused.
 */
export interface Lexicon {
  /** Folded words by number; `END` and `BREAK` are not words. */
  readonly words: readonly string[];
  /** The numbers of the words of a text, in order, or of its only one; new words are added. */
  numbersIn(text: string): number | readonly number[];
  /** The number of a folded word; `undefined` for an unknown word. */
  numberOf(word: string): number | undefined;
  /** The number of a folded word, which is added when it is new. */
  numberFor(word: string): number;
  /** Calls back with the number of every word with that prefix; an empty prefix matches all. */
  eachBeginning(beginning: string, found: (number: number) => void): void;
}

/** A lexicon without words. */
export function createLexicon(): Lexicon {
  const words = ['', '|'];
  const numbers = new Map<string, number>();
  const texts = new Map<string, number>();
  // The first two letters of each word: most comparisons end there.
  let firsts = new Uint32Array(ROOM_MIN);
  // The last word met with each hash: nearly all words of files have been met before.
  const slots = new Uint32Array(SLOTS);
  let letters = Buffer.alloc(ROOM_MIN);

  function add(word: string): number {
    const number = words.push(word) - 1;
    numbers.set(word, number);
    if (number >= firsts.length) firsts = withRoom(firsts, 2 * number);
    firsts[number] = firstsOf(word);
    return number;
  }

  const numberFor = (word: string): number => numbers.get(word) ?? add(word);

  /** The number of the word that these letters spell; it is made a string only when it is new. */
  function numberSpelled(start: number, end: number, hash: number): number {
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const last = slots[slot] ?? END;
    if (last > BREAK && isSpelled(words[last] ?? '', start, end)) return last;
    const number = numberFor(letters.toString('latin1', start, end));
    slots[slot] = number;
    return number;
  }

  function isSpelled(word: string, start: number, end: number): boolean {
    if (word.length !== end - start) return false;
    for (let at = 0; at < word.length; at += 1) {
      if (word.charCodeAt(at) !== letters[start + at]) return false;
    }
    return true;
  }

  function numbersOfWords(text: string): number[] {
    if (text.length > letters.length) letters = Buffer.alloc(2 * text.length);
    const length = foldInto(text, letters);
    if (length < 0) {
      const folded = fold(text);
      return folded === '' ? [] : folded.split(' ').map(numberFor);
    }
    const made: number[] = [];
    let start = 0;
    let hash = 0;
    for (let at = 0; at < length; at += 1) {
      const letter = letters[at] ?? SPACE;
      if (letter === SPACE) {
        made.push(numberSpelled(start, at, hash));
        start = at + 1;
        hash = 0;
      } else hash = Math.imul(hash ^ letter, HASH_FACTOR);
    }
    if (length > 0) made.push(numberSpelled(start, length, hash));
    return made;
  }

  function note(text: string): number | readonly number[] {
    const made = numbersOfWords(text);
    const [only] = made;
    if (only === undefined || made.length > 1) return made;
    if (text.length > CACHED_LENGTH_MAX) return only;
    if (texts.size === TEXTS_MAX) texts.clear();
    texts.set(text, only);
    return only;
  }

  return {
    words,
    numberOf: (word) => numbers.get(word),
    numberFor,
    numbersIn: (text) =>
      text.length > CACHED_LENGTH_MAX ? note(text) : (texts.get(text) ?? note(text)),
    eachBeginning(beginning, found) {
      const [wanted, known] = [firstsOf(beginning), [0, 0xffff_0000][beginning.length] ?? -1];
      for (let number = BREAK + 1; number < words.length; number += 1) {
        // The comparison of 32 bits is the same with and without a sign.
        if ((((firsts[number] ?? 0) ^ wanted) & known) !== 0) continue;
        if (beginning.length < 3 || words[number]?.startsWith(beginning)) found(number);
      }
    },
  };
}

function firstsOf(word: string): number {
  return ((word.charCodeAt(0) << 16) | (word.charCodeAt(1) || 0)) >>> 0;
}

/** Words of each place, by number in a lexicon. */
export interface WordColumn {
  readonly places: number;
  /** Words of the initial places. */
  readonly packed: PackedWords;
  /** Words that replace or follow the packed ones; few, so they are scanned one by one. */
  readonly changed: ReadonlyMap<number, readonly number[]>;
}

type Numbers = readonly number[];

/** Immutable words, indexed by place and by word. */
export interface PackedWords {
  readonly places: number;
  /** Word numbers of a place, with an `END`. */
  at(place: number): Uint32Array;
  /** Whether the last text of a place consists of just these words. */
  endsWith(place: number, text: Numbers): boolean;
  /** Places that contain a word; one for each occurrence. */
  readonly holding: (number: number) => Uint32Array;
  /** Prepares `holding` in steps of a few milliseconds; the rest is done on first use. */
  prepare(): Iterable<void>;
}

/** Texts of one place, each in one or more pieces, separated by `null`. */
export type Texts = readonly (string | null)[];

/** Fills a column place by place. */
export interface WordColumnBuilder {
  /** Sets the words of the next place, or replaces those of an earlier one. */
  put(place: number, texts: Texts): void;
  /** The same with the words of a list of numbers, from `start` to the next `END`. */
  putNumbers(place: number, numbers: Uint32Array, start: number): void;
  /** The column so far. Nothing may be added afterwards. */
  finish(): WordColumn;
}

const COLUMN_ROOM_MIN = 16;

/** A builder of an empty column with room for some words, or of a copy of `base`. */
export function createWordColumn(lexicon: Lexicon, base?: WordColumn, room = 0): WordColumnBuilder {
  const changed = new Map(base?.changed);
  let places = base?.places ?? 0;
  const packing = base === undefined ? createPacking(room) : null;

  return {
    put(place, texts) {
      if (place >= places && packing) packing.put(texts, lexicon);
      else changed.set(place, numbersOf(texts, lexicon));
      places = Math.max(places, place + 1);
    },
    putNumbers(place, numbers, start) {
      if (place >= places && packing) packing.putNumbers(numbers, start);
      else changed.set(place, [...numbers.subarray(start, numbers.indexOf(END, start) + 1)]);
      places = Math.max(places, place + 1);
    },
    finish: () => ({ places, changed, packed: packing?.finish() ?? base?.packed ?? NOTHING }),
  };
}

/** Whether the last text of a place consists of just these words. */
export function endsWith({ packed, changed }: WordColumn, place: number, text: Numbers): boolean {
  const numbers = changed.get(place);
  return numbers === undefined
    ? packed.endsWith(place, text)
    : isEnd(text, numbers, 0, numbers.length);
}

/** The same for the numbers from `start` to before `end`, which end with an `END`. */
function isEnd(text: Numbers, numbers: ArrayLike<number>, start: number, end: number): boolean {
  const first = end - 1 - text.length;
  if (first < start || (first > start && numbers[first - 1] !== BREAK)) return false;
  return text.every((number, index) => numbers[first + index] === number);
}

function numbersOf(texts: Texts, lexicon: Lexicon): readonly number[] {
  return [...texts.flatMap((text) => (text === null ? BREAK : lexicon.numbersIn(text))), END];
}

function createPacking(room: number) {
  let numbers = new Uint32Array(Math.max(room, COLUMN_ROOM_MIN));
  let starts = new Uint32Array(COLUMN_ROOM_MIN);
  let length = 0;
  let places = 0;

  function write(number: number): void {
    if (length === numbers.length) numbers = withRoom(numbers, 2 * length);
    numbers[length] = number;
    length += 1;
  }

  function endPlace(): void {
    write(END);
    places += 1;
    if (places === starts.length) starts = withRoom(starts, 2 * places);
    starts[places] = length;
  }

  return {
    /** Adds the words of the next place. Plain loops: called for every file of every refresh. */
    put(texts: Texts, lexicon: Lexicon): void {
      for (const text of texts) {
        const found = text === null ? BREAK : lexicon.numbersIn(text);
        if (typeof found === 'number') write(found);
        else for (const number of found) write(number);
      }
      endPlace();
    },
    putNumbers(all: Uint32Array, start: number): void {
      for (let at = start; (all[at] ?? END) !== END; at += 1) write(all[at] ?? END);
      endPlace();
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

/** Places sorted by word; `firsts` is the start of each word's places. */
interface ByWord {
  readonly firsts: Uint32Array;
  readonly places: Uint32Array;
}

const WORDS_A_STEP = 50_000;

/** Counting sort of places by word. */
function* byWord(numbers: Uint32Array): Generator<undefined, ByWord> {
  const next = new Uint32Array(highest(numbers) + 2);
  for (let at = 0; at < numbers.length; at += WORDS_A_STEP) {
    yield;
    count(numbers.subarray(at, at + WORDS_A_STEP), next);
  }
  for (let number = 1; number < next.length; number += 1) {
    next[number] = (next[number] ?? 0) + (next[number - 1] ?? 0);
  }
  const firsts = next.slice();
  const places = new Uint32Array(numbers.length);
  let place = 0;
  for (let at = 0; at < numbers.length; at += WORDS_A_STEP) {
    yield;
    place = distribute(numbers.subarray(at, at + WORDS_A_STEP), next, places, place);
  }
  return { firsts, places };
}

/** Loops of their own, here and below, which are compiled better than those of a generator. */
function highest(numbers: Uint32Array): number {
  let last = END;
  for (let at = 0; at < numbers.length; at += 1) last = Math.max(last, numbers[at] ?? END);
  return last;
}

function count(numbers: Uint32Array, next: Uint32Array): void {
  for (let at = 0; at < numbers.length; at += 1) {
    const after = (numbers[at] ?? END) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
}

/** @returns the place after those of these numbers */
function distribute(
  numbers: Uint32Array,
  next: Uint32Array,
  places: Uint32Array,
  first: number,
): number {
  let place = first;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? END;
    const to = next[number] ?? 0;
    places[to] = place;
    next[number] = to + 1;
    if (number === END) place += 1;
  }
  return place;
}

/** Words of places for a process with another lexicon, in which they have other numbers. */
export interface WordsWriter {
  /** Adds the words of a place. */
  add(column: WordColumn, place: number, lexicon: Lexicon): void;
  /**
   * What was added since the last time: words that were not written before, which have the numbers
   * after those of all written before, and the words of each place in order, ended by `END`.
   */
  take(): { readonly words: string[]; readonly numbers: Uint16Array | Uint32Array };
}

export function createWordsWriter(): WordsWriter {
  const written = new Map<string, number>();
  /** The numbers of the words of one lexicon; each new table may have another one. */
  let known: { readonly lexicon: Lexicon; readonly numbers: number[] } | null = null;
  let words: string[] = [];
  let numbers = new Uint32Array(ROOM_MIN);
  let length = 0;

  function numberOf(word: string): number {
    const earlier = written.get(word);
    if (earlier !== undefined) return earlier;
    const number = written.size + BREAK + 1;
    written.set(word, number);
    words.push(word);
    return number;
  }

  return {
    add({ packed, changed }, place, lexicon) {
      if (known?.lexicon !== lexicon) known = { lexicon, numbers: [END, BREAK] };
      for (const number of changed.get(place) ?? packed.at(place)) {
        if (length === numbers.length) numbers = withRoom(numbers, 2 * length);
        numbers[length] = known.numbers[number] ??= numberOf(lexicon.words[number] ?? '');
        length += 1;
      }
    },
    take() {
      const all = numbers.subarray(0, length);
      // Two bytes are enough for most services.
      const isShort = written.size + BREAK < 0x1_0000;
      const taken = { words, numbers: isShort ? new Uint16Array(all) : all.slice() };
      [words, length] = [[], 0];
      return taken;
    },
  };
}

/** Reads what a `WordsWriter` has written, with the numbers of a lexicon of this process. */
export interface WordsReader {
  /**
   * Adds what was taken next.
   *
   * @returns the start of each place among the numbers to be taken
   * @throws {RangeError} for a number of no word
   */
  read(words: readonly string[], numbers: Uint16Array | Uint32Array): readonly number[];
  /** The words of all places read since the last time, each place ended by `END`. */
  take(): WrittenWords;
}

export interface WrittenWords {
  readonly lexicon: Lexicon;
  readonly numbers: Uint32Array;
}

export function createWordsReader(): WordsReader {
  const lexicon = createLexicon();
  const known = [END, BREAK];
  let all = new Uint32Array(ROOM_MIN);
  let length = 0;

  return {
    read(words, numbers) {
      for (const word of words) known.push(lexicon.numberFor(word));
      const needed = length + numbers.length;
      if (needed > all.length) all = withRoom(all, Math.max(needed, 2 * all.length));
      const starts: number[] = [];
      let isStart = true;
      for (let at = 0; at < numbers.length; at += 1) {
        const number = known[numbers[at] ?? END];
        if (number === undefined) throw new RangeError('a word is missing');
        if (isStart) starts.push(length);
        isStart = number === END;
        all[length] = number;
        length += 1;
      }
      return starts;
    },
    take() {
      const taken = { lexicon, numbers: all };
      [all, length] = [new Uint32Array(ROOM_MIN), 0];
      return taken;
    },
  };
}

const NOTHING = packedWords(new Uint32Array(), new Uint32Array(1));

export type GrowingNumbers = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Max unused share of a column: trimming it is a copy. */
const LEFT_OVER_MAX = 0.1;

/** A copy with room for `room` numbers. */
export function withRoom<Values extends GrowingNumbers>(values: Values, room: number): Values;
export function withRoom(values: GrowingNumbers, room: number): GrowingNumbers {
  const larger = values instanceof Float64Array ? new Float64Array(room) : new Uint32Array(room);
  larger.set(values);
  return larger;
}

/** The first `length` numbers. */
export function trimmed<Values extends GrowingNumbers>(values: Values, length: number): Values;
export function trimmed(values: GrowingNumbers, length: number): GrowingNumbers {
  return values.length - length > LEFT_OVER_MAX * length
    ? values.slice(0, length)
    : values.subarray(0, length);
}
