import type { Language } from '../query/vocabulary/types.ts';
import { dateAt } from './dates.ts';
import { addVerb, type Parts } from './parts.ts';
import { NEWS, POLITE, SMALL } from './tables.ts';
import { endOf, type Sentence, skip } from './words.ts';

/** `what’s new`: what came today, unless a date follows. */
export function newsAt(
  sentence: Sentence,
  at: number,
  language: Language,
  parts: Parts,
): number | null {
  const end = endOf(sentence, at, NEWS);
  if (end === null) return null;
  const next = skip(sentence, end, SMALL);
  const isAlone = next === sentence.words.length || endOf(sentence, next, POLITE) !== null;
  const isDated = [end, next].some((place) => dateAt(sentence, place, language) !== null);
  if (!isAlone && !isDated) return null;
  addVerb({ key: 'created', at }, parts);
  if (isAlone && !isDated) parts.dates.push({ value: 'today', at });
  return end;
}
