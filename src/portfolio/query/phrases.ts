import { fold } from '../../lib/text.ts';
import { END, type Lexicon } from './lexicon.ts';
import type { PackedWords, WordColumn } from './word-column.ts';

/** Looks through a column: one byte a place, 1 where its words hold what is looked for. */
export type Look = (column: WordColumn) => Uint8Array;

/** A phrase of several words that are all known; the last one may go on. */
interface Phrase {
  readonly first: number;
  readonly between: readonly number[];
  readonly last: string;
  /** Every word that `last` begins. */
  readonly ends: readonly number[];
}

/**
 * Looks for any of some phrases, beginning where a word begins and ending anywhere: `du` finds
 * “Jean Dupont”, and `jean du` as well. Each distinct word is looked at once, and of the places
 * only those that hold one of the words.
 */
export function lookFor(texts: readonly string[], lexicon: Lexicon): Look {
  const folded = [...new Set(texts.map(fold))];
  const begun = new Set<number>();
  for (const text of folded.filter((each) => !each.includes(' '))) {
    lexicon.eachBeginning(text, (number) => begun.add(number));
  }
  const phrases = folded.flatMap((text) => phraseIn(text, lexicon));
  const holds = (numbers: ArrayLike<number>): boolean => {
    for (let at = 0; at < numbers.length; at += 1) {
      if (begun.has(numbers[at] ?? END)) return true;
      if (phrases.some((phrase) => standsAt(phrase, numbers, at, lexicon))) return true;
    }
    return false;
  };

  return ({ places, packed, changed }) => {
    const found = new Uint8Array(places);
    for (const number of begun) {
      for (const place of packed.holding(number)) found[place] = 1;
    }
    for (const phrase of phrases) {
      for (const place of fewest(phrase, packed)) {
        if (found[place] === 0 && holds(packed.at(place))) found[place] = 1;
      }
    }
    for (const [place, numbers] of changed) found[place] = holds(numbers) ? 1 : 0;
    return found;
  };
}

/** None of a single word, and none where nobody has one of the words. */
function phraseIn(text: string, lexicon: Lexicon): readonly Phrase[] {
  const words = text.split(' ');
  const last = words.pop() ?? '';
  const [first, ...between] = words.map((word) => lexicon.numberOf(word) ?? END);
  if (first === undefined || first === END || between.includes(END)) return [];
  const ends: number[] = [];
  lexicon.eachBeginning(last, (number) => ends.push(number));
  return [{ first, between, last, ends }];
}

/** The places that hold one of a phrase's words: of that which the fewest hold. */
function fewest({ first, between, ends }: Phrase, { holding }: PackedWords): Iterable<number> {
  const whole = [first, ...between].map((number) => holding(number));
  const [rarest = new Uint32Array()] = whole.toSorted((one, other) => one.length - other.length);
  const last = ends.map((number) => holding(number));
  const lastLength = last.reduce((sum, { length }) => sum + length, 0);
  return lastLength < rarest.length ? last.flatMap((places) => [...places]) : rarest;
}

function standsAt(
  { first, between, last }: Phrase,
  numbers: ArrayLike<number>,
  at: number,
  { words }: Lexicon,
): boolean {
  if (numbers[at] !== first) return false;
  const next = at + 1;
  if (!between.every((number, index) => numbers[next + index] === number)) return false;
  return words[numbers[next + between.length] ?? END]?.startsWith(last) ?? false;
}
