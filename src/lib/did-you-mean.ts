import leven, { closestMatch } from 'leven';

import { fold } from './text.ts';

const TYPO_DISTANCE_MAX = 3;
/** Letters per allowed typo: in a short word every letter counts. */
const LETTERS_PER_TYPO = 3;
const PREFIX_LENGTH_MIN = 2;
const WORD_LENGTH_MAX = 40;

/**
 * The closest known word: the shortest with `word` as a prefix, else one with two adjacent letters
 * swapped, else one with few wrong letters (max 3, and max a third of the word). The first of equally
 * close ones. Ignores case and accents.
 */
export function didYouMean(word: string, known: readonly string[]): string | null {
  const folded = fold(word.slice(0, WORD_LENGTH_MAX));
  if (folded.length < PREFIX_LENGTH_MIN) return null;
  const completions = known.filter((candidate) => fold(candidate).startsWith(folded));
  if (completions.length > 0)
    return completions.toSorted((one, other) => one.length - other.length)[0] ?? null;
  const folds = known.map(fold);
  const swapped = folds.findIndex((candidate) => isSwapped(folded, candidate));
  if (swapped >= 0) return known[swapped] ?? null;
  const maxDistance = Math.min(TYPO_DISTANCE_MAX, Math.floor(folded.length / LETTERS_PER_TYPO));
  const closest = closestMatch(folded, folds, { maxDistance });
  return closest === undefined ? null : (known[folds.indexOf(closest)] ?? null);
}

/** How many letters have to be changed, added or left out to make one word the other. */
export function wrongLetters(one: string, other: string): number {
  return leven(one, other);
}

/** Whether two adjacent letters are swapped, the most common typo. */
function isSwapped(word: string, known: string): boolean {
  if (word.length !== known.length) return false;
  const at = Array.from(word).findIndex((_, place) => word[place] !== known[place]);
  return (
    at >= 0 &&
    word[at] === known[at + 1] &&
    word[at + 1] === known[at] &&
    word.slice(at + 2) === known.slice(at + 2)
  );
}
