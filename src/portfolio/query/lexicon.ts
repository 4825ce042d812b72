import { fold } from '../../lib/text.ts';
import { createTextMap, type TextMap } from '../text-map.ts';
import { withRoom } from './growing.ts';

/** Ends the words of a place in a `WordColumn`. */
export const END = 0;
/** Stands between two texts: no phrase runs from one into the next. */
export const BREAK = 1;

/** Of texts that come again and again, such as first names; beyond so many, it begins anew. */
const TEXTS_MAX = 5_000;
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
  let texts: TextMap<number | readonly number[]> = createTextMap();
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
    if (texts.size === TEXTS_MAX) texts = createTextMap();
    return texts.add(text, noted);
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
