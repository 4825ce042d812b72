import { closestMatch } from 'leven';

import { fold } from './fold.ts';

const TYPO_DISTANCE_MAX = 3;
const PREFIX_LENGTH_MIN = 2;
const WORD_LENGTH_MAX = 40;

/**
 * The word that was probably meant: the shortest that begins so, or one with few letters wrong (at most
 * three, and at most half of them). Of equally near ones the first. Case and accents do not count.
 */
export function nearestOf(word: string, known: readonly string[]): string | null {
  const folded = fold(word.slice(0, WORD_LENGTH_MAX));
  if (folded.length < PREFIX_LENGTH_MIN) return null;
  const begun = known.filter((candidate) => fold(candidate).startsWith(folded));
  if (begun.length > 0) return begun.toSorted((one, other) => one.length - other.length)[0] ?? null;
  const folds = known.map(fold);
  const maxDistance = Math.min(TYPO_DISTANCE_MAX, Math.floor(folded.length / 2));
  const closest = closestMatch(folded, folds, { maxDistance });
  return closest === undefined ? null : (known[folds.indexOf(closest)] ?? null);
}
