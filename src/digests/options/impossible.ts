import { fold } from '../../lib/text.ts';
import { dateAt } from '../../portfolio/phrases/dates.ts';
import { isUnit } from '../../portfolio/phrases/figures/amounts.ts';
import { NUMBERS, VERBS } from '../../portfolio/phrases/grammar/tables.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { sentenceOf, wordsIn } from '../../portfolio/phrases/words.ts';
import { unitNamed } from '../../portfolio/query/vocabulary/index.ts';
import { isOnAwaiting } from '../query.ts';
import { AROUND, parseDays, parseTime, RHYTHM_WORDS, SCHEDULE } from './times.ts';

/** What people ask of a schedule and no digest can keep to. */
export type Impossible =
  /** `every week`, `every 2 days`, `twice a week`. */
  | 'rhythm'
  /** `first monday of the month`. */
  | 'monthly'
  /** A first or last day: `until december`. */
  | 'limit'
  /** A day that does not come again: `tomorrow`, `next monday`. */
  | 'once';

export interface ImpossibleMatch {
  readonly kind: Impossible;
  readonly length: number;
}

/** `period` is a unit that stands for no days of every week, unlike `working day`. */
type Part = keyof typeof RHYTHM_WORDS | 'day' | 'period';

/** How the words of `RHYTHM_WORDS` and days form rhythms that digests do not have. */
const UNSUPPORTED_RHYTHMS: readonly (readonly Part[])[] = [
  ['every', 'period'],
  ['every', 'count', 'unit'],
  ['every', 'count', 'day'],
  ['often', 'per', 'unit'],
  ['often', 'per', 'count', 'unit'],
  ['count', 'times', 'per', 'unit'],
  ['count', 'times', 'per', 'count', 'unit'],
  ['count', 'unit', 'per', 'unit'],
  ['one', 'day', 'outOf', 'count'],
  ['one', 'unit', 'outOf', 'count'],
  ['adverb'],
  ['monthly'],
  ['ordinal', 'day', 'ofMonth'],
  ['ordinal', 'unit', 'ofMonth'],
  ['ordinal', 'ofMonth'],
  ['every', 'ordinal', 'day', 'ofMonth'],
  ['every', 'ordinal', 'unit', 'ofMonth'],
];
/** Words of one part: `tous les`, `of the month`. */
const PART_WORDS_MAX = 4;
const NUMBER = /^\d{1,3}$/u;
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th|er|e|eme)$/u;
const MONTH = unitNamed('month');
const WEEK = unitNamed('week');

/**
 * The impossible phrase at the start of some words; `null` for none.
 *
 * @param previous the word before them: `declined until october` is about files
 */
export function impossibleAt(words: readonly string[], previous: string): ImpossibleMatch | null {
  const rhythm = rhythmAt(words);
  if (rhythm !== null) return rhythm;
  const limit = limitLength(words);
  const once = limit > 0 ? 0 : onceLength(words);
  if (limit + once === 0 || isPastVerb(previous)) return null;
  return limit > 0 ? { kind: 'limit', length: limit } : { kind: 'once', length: once };
}

/** The longest rhythm at the start; `null` for days of every week too. */
function rhythmAt(words: readonly string[]): ImpossibleMatch | null {
  const lengths = UNSUPPORTED_RHYTHMS.map((parts) => lengthOf(parts, words));
  const length = Math.max(...lengths);
  if (length === 0 || parseDays(words.slice(0, length).join(' ')) !== null) return null;
  const parts = UNSUPPORTED_RHYTHMS[lengths.indexOf(length)] ?? [];
  const isMonthly =
    parts.includes('ofMonth') ||
    parts.includes('monthly') ||
    words.slice(0, length).some((word) => MONTH !== undefined && unitNamed(word) === MONTH);
  return { kind: isMonthly ? 'monthly' : 'rhythm', length };
}

/** Number of words that the parts have at the start, one after the other; 0 without one of them. */
function lengthOf(parts: readonly Part[], words: readonly string[]): number {
  let length = 0;
  for (const part of parts) {
    const count = startLength(words.slice(length), (phrase) => isPart(part, phrase, fold(phrase)));
    if (count === 0) return 0;
    length += count;
  }
  return length;
}

function isPart(part: Part, phrase: string, folded: string): boolean {
  if (part === 'day') return parseDays(phrase) !== null;
  if (part === 'period') {
    // « Chaque semaine » is no « en semaine ».
    const isOfDays = parseDays(phrase) !== null && unitNamed(folded) !== WEEK;
    return !isOfDays && isPart('unit', phrase, folded);
  }
  if (RHYTHM_WORDS[part].has(folded)) return true;
  if (part === 'count') return NUMBER.test(folded) || NUMBERS.has(folded);
  if (part === 'ordinal') return ORDINAL.test(folded);
  return part === 'unit' && unitNamed(folded) !== undefined;
}

/** Number of words of `until december`, `until 18:00`, `starting monday`; 0 for none. */
function limitLength(words: readonly string[]): number {
  const until = startLength(words, (phrase) => SCHEDULE.until.has(fold(phrase)));
  const intro = until || startLength(words, (phrase) => SCHEDULE.starting.has(fold(phrase)));
  if (intro === 0) return 0;
  const behind = words.slice(intro);
  const around = Math.max(
    0,
    behind.findIndex((word) => !AROUND.has(fold(word))),
  );
  const rest = behind.slice(around);
  const days = startLength(rest, (phrase) => parseDays(phrase) !== null);
  const isTime = until > 0 && parseTime(rest[0] ?? '') !== null;
  const length = days || dateLength(rest) || (isTime ? 1 : 0);
  return length === 0 ? 0 : intro + around + length;
}

function dateLength(words: readonly string[]): number {
  const [sign = ''] = SCHEDULE.until;
  const sentence = sentenceOf(wordsIn([sign, ...words].join(' '), isUnit));
  const end = dateAt(sentence, 0)?.end ?? 0;
  return Math.min(words.length, Math.max(0, end - 1));
}

/** Number of words of `tomorrow`, `next monday`, `lundi prochain`; 0 for none. */
function onceLength(words: readonly string[]): number {
  const alone = startLength(words, (phrase) => SCHEDULE.onceAlone.has(fold(phrase)));
  if (alone > 0) return alone;
  const before = startLength(words, (phrase) => SCHEDULE.once.has(fold(phrase)));
  if (before > 0) return isDay(words[before]) ? before + 1 : 0;
  return isDay(words[0]) && SCHEDULE.onceAfter.has(fold(words[1] ?? '')) ? 2 : 0;
}

function isDay(word = ''): boolean {
  return parseDays(word)?.length === 1;
}

/** Whether a word says what has happened to files: `created`, `refusés`. */
function isPastVerb(word: string): boolean {
  if (word === '') return false;
  if (VERBS.has(fold(word))) return true;
  const query = understandOrNull(word)?.query;
  return query !== undefined && !isOnAwaiting(query);
}

/** Number of words of the longest phrase at the start that passes a test; 0 for none. */
function startLength(words: readonly string[], test: (phrase: string) => boolean): number {
  for (let count = Math.min(PART_WORDS_MAX, words.length); count > 0; count -= 1) {
    if (test(words.slice(0, count).join(' '))) return count;
  }
  return 0;
}
