import { closestMatch } from 'leven';

import { fold } from './text.ts';

const TYPO_DISTANCE_MAX = 3;
/** Of so many letters one may be wrong: in a short word every letter tells. */
const LETTERS_PER_TYPO = 3;
const PREFIX_LENGTH_MIN = 2;
const WORD_LENGTH_MAX = 40;

/**
 * The word that was probably meant: the shortest that begins so, one with two neighbouring letters
 * the other way round, or one with few letters wrong (at most three, and at most a third of them).
 * Of equally near ones the first. Case and accents do not count.
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

/** The commonest slip of quick fingers. */
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
