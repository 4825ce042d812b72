import { fold } from '../lib/text.ts';
import type { Several } from './pick.ts';
import { likeliestOf } from './preference.ts';
import type { Reading } from './reading.ts';
import { rowsReferredTo } from './references.ts';

/** The files that a text speaks of. */
export interface Mentioned extends Several {
  /** The words that name them, as they stand in the text, each once. */
  readonly names: readonly string[];
}

/** What is looked through of a text; nobody means what stands behind so much else. */
const TEXT_LENGTH_MAX = 4_000;
/** A reference may be written in so many words: `LOC 2026 031 bis`. */
const NAME_WORDS_MAX = 4;
/** So many digits alone are hardly a time or a count. */
const DIGITS_MIN = 4;
/** What stands around words, but never within a reference. */
const BETWEEN = /[\s,;:!?()[\]{}"“”„«»<>|]+/u;
/** What ends a sentence ends no id. */
const AT_THE_EDGES = /^[.'`*_~…]+|(?<![.'`*_~…])[.'`*_~…]+$/gu;

/**
 * The files whose ids, or whose properties’ references, stand somewhere in a text that says other
 * things as well. Words without a digit name none: they might as well mean themselves.
 */
export function filesMentioned(text: string, { table, rows }: Reading): Mentioned {
  const words = wordsOf(text);
  const names = new Map<string, string>();
  const found = new Set<number>();

  function rowsNamed(name: string): Iterable<number> {
    const row = rows.get(name) ?? rows.get(name.toLowerCase());
    return row === undefined ? rowsReferredTo(name, table) : [row];
  }

  /** How many words from a place on name files: as many as there can be, or none. */
  function lengthOfNameAt(place: number): number {
    for (let length = NAME_WORDS_MAX; length > 0; length -= 1) {
      const name = words.slice(place, place + length).join(' ');
      if (place + length > words.length || !isTelling(name)) continue;
      const named = [...rowsNamed(name)];
      if (named.length === 0) continue;
      names.set(fold(name), name);
      for (const row of named) found.add(row);
      return length;
    }
    return 0;
  }

  for (let place = 0; place < words.length;) place += lengthOfNameAt(place) || 1;
  const sorted = Uint32Array.from(found).toSorted();
  return {
    names: [...names.values()],
    total: sorted.length,
    likeliest: (max) => likeliestOf(table, sorted, max),
  };
}

/**
 * What of a text may name files, without a look at any: words with a digit, and those around them.
 * What else people have said stays where it is.
 */
export function mayNameFiles(text: string): string {
  const words = wordsOf(text);
  const isNear = (at: number) =>
    words
      .slice(Math.max(0, at - NAME_WORDS_MAX + 1), at + NAME_WORDS_MAX)
      .some((word) => /\d/.test(word));
  return words.filter((_word, at) => isNear(at)).join(' ');
}

function wordsOf(text: string): string[] {
  return text
    .slice(0, TEXT_LENGTH_MAX)
    .split(BETWEEN)
    .map((word) => word.replace(AT_THE_EDGES, ''))
    .filter((word) => word !== '');
}

/** Whether a text can name a file among other words, where `7` and `10` mean something else. */
function isTelling(name: string): boolean {
  const letters = fold(name).replaceAll(' ', '');
  return /\d/.test(letters) && (/\D/.test(letters) || letters.length >= DIGITS_MIN);
}
