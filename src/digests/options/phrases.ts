import { fold } from '../../lib/text.ts';
import { isUnit } from '../../portfolio/phrases/figures/amounts.ts';
import { figureAt } from '../../portfolio/phrases/figures/index.ts';
import { NUMBERS } from '../../portfolio/phrases/grammar/tables.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { sentenceOf, wordsIn } from '../../portfolio/phrases/words.ts';
import { unlessMistaken } from '../../portfolio/query/parser.ts';
import { type Token, tokensOf, type ValuePiece } from '../../portfolio/query/tokenizer.ts';
import { unitNamed } from '../../portfolio/query/vocabulary/index.ts';
import { parseChannel } from './builders.ts';
import { definitionOf, optionNamed } from './definitions.ts';
import { type Impossible, impossibleAt } from './impossible.ts';
import {
  AROUND,
  parseDays,
  parseTime,
  partOfDayIn,
  SCHEDULE,
  spokenTime,
  withDigits,
} from './times.ts';

const AND_SIGNS = new Set(['&', '+']);
/** Between two days of one list; signs fold to nothing. */
const LINKS: ReadonlySet<string> = new Set(['and', 'et', '']);
const AROUND_MAX = 5;
const PHRASE_MAX = 5;
/** `9 h 30`, `9:30 am`, `9 o’clock`; never `9 14`, which are two times. */
const TIME_APART =
  /^\d{1,2}(?:[:h.]\d{2})? (?:h|heures?|[ap]m|[ap]\.m\.?|o['’]?clock)[,.;!?…]*$|^\d{1,2} (?:h|heures?) \d{2}[,.;!?…]*$/iu;
const QUOTE = /["“”„«»]/u;
const REPORT_WORDS = foldedNames([definitionOf('report')]);
const [CHANNEL] = definitionOf('channel').names.en;
const PERIODS = foldedNames(definitionOf('report').values ?? []);

function foldedNames(all: readonly { names: Readonly<Record<string, readonly string[]>> }[]) {
  return new Set(all.flatMap(({ names }) => Object.values(names).flat().map(fold)));
}

/** What a term says of the schedule: nothing for `null`, as an option with a key and a query do. */
export type Role =
  | 'times'
  | 'days'
  | 'part of day'
  | 'weekly'
  | 'filler'
  | 'excluded days'
  | 'wrong exclusion'
  | Impossible;

/** A token, or several that form one phrase. */
export interface Term extends Token {
  readonly role: Role | null;
  /** Whether days or times are beside those that there are: `also on Saturdays`. */
  readonly isAdded?: boolean;
}

/**
 * The terms of a text, phrases as one (`every | day`, `9 | h`, `older | than | 5 | days`), without the
 * words around days and times: `on mondays at 9` becomes `mondays | 9`. A report in words is an option,
 * without a value where no period is named: `monthly report`. Days behind `except` are excluded ones,
 * and those beside `also` are added to others.
 */
export function termsOf(text: string): readonly Term[] {
  const tokens = tokensOf(text);
  const terms: Term[] = [];
  for (let at = 0; at < tokens.length;) {
    const { term, length } = phraseAt(tokens, at, text);
    const last = terms.at(-1);
    const isLike = last !== undefined && term.role !== null && last.role === term.role;
    const isLinked = isLike && LINKS.has(fold(tokens[at]?.body.text ?? ''));
    // “Also on Saturdays and Sundays”, “Saturdays and Sundays too”
    if (isLinked && term.isAdded === true) terms.splice(-1, 1, { ...last, isAdded: true });
    terms.push(isLinked && last.isAdded === true ? { ...term, isAdded: true } : term);
    at += length;
  }
  return terms;
}

/** `at 8 instead of 9`: what stands before it, and what is to be no more; `null` for other lines. */
export function splitInstead(text: string): { readonly to: string; readonly of: string } | null {
  const [phrase, of = ''] = INSTEAD.exec(text) ?? [];
  return phrase === undefined ? null : { to: text.slice(0, -phrase.length).trim(), of };
}

const INSTEAD = /(?<!\s)\s(?:instead of|rather than|au lieu de|au lieu du|plutôt que)\s(\S.*)$/iu;

/**
 * Whether a line without a verb describes a digest with its time: it begins with a day or a time, or
 * has nothing but those and a query in plain words. Parts of the day are times.
 */
export function describesDigest(text: string): boolean {
  const terms = termsOrNull(text) ?? [];
  const [first] = terms;
  const isTimed = terms.some((term) => term.role === 'times' || timeOfPart(term) !== null);
  if (first === undefined || !isTimed) return false;
  const others = terms.filter(({ role }) => role === null).map(({ body }) => body.text);
  const isOnlyThat = understandOrNull(others.join(' '))?.isWhole === true;
  return first.role !== null || isReport(first) || isOnlyThat;
}

/** Whether a line begins with what it says of a schedule, also without a time: `every monday ready`. */
export function beginsSchedule(text: string): boolean {
  if (SCHEDULE.each.has(fold(text))) return false;
  const terms = termsOrNull(text) ?? [];
  const [first] = terms;
  if (first === undefined) return false;
  return first.role !== null || (isReport(first) && terms.some(({ role }) => role === 'days'));
}

/** The terms without fillers; `null` for a text that has none. */
export function termsOrNull(text: string): readonly Term[] | null {
  return unlessMistaken(() => termsOf(text).filter(({ role }) => role !== 'filler'));
}

function isReport({ key }: Term): boolean {
  return key !== null && REPORT_WORDS.has(fold(key.text));
}

/** The time of `every weekday morning`, `lundi soir`, `in the evening`; `null` for other terms. */
export function timeOfPart({ role, body }: Term): string | null {
  if (role !== 'days' && role !== 'part of day') return null;
  return partOfDayIn(fold(body.text))?.time ?? null;
}

/** What a token without a key says of the schedule by itself; `-friday` excludes a day. */
function roleOf({ key, not, values }: Token): Role | null {
  if (key !== null) return null;
  const plain = values.map((value) => value.plain).filter((value) => value !== '');
  if (plain.length === 0) return null;
  if (!not && plain.every((value) => parseTime(value) !== null)) return 'times';
  if (plain.some((value) => parseDays(value) === null)) return null;
  return not ? 'excluded days' : 'days';
}

interface Phrase {
  readonly term: Term;
  readonly length: number;
}

/** The phrase that begins at a token, or else that token. */
function phraseAt(tokens: readonly Token[], at: number, text: string): Phrase {
  const words = plainWordsFrom(tokens, at);
  const report = reportAt(tokens, at, words, text) ?? exclusionAt(tokens, at, words, text);
  if (report !== null) return report;
  const refused = impossiblePhraseAt(tokens, at, words, text);
  if (refused !== null) return refused;
  // A number in it is no time.
  const other = agePhraseLength(words) || datedLength(words);
  if (other > 0) return { term: { ...joined(tokens, at, other, text), role: null }, length: other };
  const part = longest(words, isPartOfDay, 1);
  if (part > 0) {
    return { term: { ...joined(tokens, at, part, text), role: 'part of day' }, length: part };
  }
  return (
    channelAt(tokens, at, words) ??
    addedAt(tokens, at, words, text) ??
    timingAt(tokens, at, text) ?? { term: singleTerm(joined(tokens, at, 1, text)), length: 1 }
  );
}

function singleTerm(token: Token): Term {
  const isPlain = token.key === null && !token.not && !QUOTE.test(token.body.text);
  const folded = isPlain ? fold(token.body.text) : '';
  if (SCHEDULE.weekly.has(folded)) return { ...token, role: 'weekly' };
  return { ...token, role: SCHEDULE.filler.has(folded) ? 'filler' : roleOf(token) };
}

const CHANNEL_END = /(?<=>)[,.;!?…]+$/u;

/** `in #lyon`, as Slack escapes it: the option of the channel. */
function channelAt(tokens: readonly Token[], at: number, words: readonly string[]): Phrase | null {
  const before = SCHEDULE.inChannel.has(fold(words[0] ?? '')) ? 1 : 0;
  const token = tokens[at + before];
  const plain = token?.body.text.replace(CHANNEL_END, '') ?? '';
  const isChannel = plain.startsWith('<#') && parseChannel(plain) !== null;
  if (token === undefined || token.key !== null || token.not || !isChannel) return null;
  const { body } = token;
  const key = { text: CHANNEL, at: body.at };
  const values = [{ text: plain, plain, at: body.at }];
  return { term: { not: false, body, key, values, role: null }, length: before + 1 };
}

/** `every two weeks`, `le premier lundi du mois`, `until december`: as one term. */
function impossiblePhraseAt(
  tokens: readonly Token[],
  at: number,
  words: readonly string[],
  text: string,
): Phrase | null {
  for (let before = 0; before <= AROUND_MAX; before += 1) {
    const previous = tokens[at + before - 1]?.body.text ?? '';
    const found = impossibleAt(words.slice(before), previous);
    if (found !== null) {
      const { kind, length } = found;
      const token = joined(tokens, at + before, length, text);
      return { term: { ...token, role: kind }, length: before + length };
    }
    if (!isAround(words[before] ?? '')) break;
  }
  return null;
}

/** `also on Saturdays`, « le samedi aussi », `also at 18:00`; `null` for what is beside nothing. */
function addedAt(
  tokens: readonly Token[],
  at: number,
  words: readonly string[],
  text: string,
): Phrase | null {
  const before = longest(words, (phrase) => SCHEDULE.also.has(fold(phrase)), 1);
  const timing = timingAt(tokens, at + before, text);
  if (timing?.term.role !== 'days' && timing?.term.role !== 'times') return null;
  const behind = plainWordsFrom(tokens, at + before + timing.length);
  const after =
    before > 0 ? 0 : longest(behind, (phrase) => SCHEDULE.alsoAfter.has(fold(phrase)), 1);
  if (before + after === 0) return null;
  return { term: { ...timing.term, isAdded: true }, length: before + timing.length + after };
}

/** The days or the time at a token, behind the words before them; `null` for none. */
function timingAt(tokens: readonly Token[], at: number, text: string): Phrase | null {
  const words = plainWordsFrom(tokens, at);
  let best: Phrase | null = null;
  let hasDays = false;
  for (let before = 0; before <= AROUND_MAX; before += 1) {
    const word = words[before] ?? '';
    const length = timingLength(tokens, at + before, words.slice(before));
    if (length > 0) {
      const token = joined(tokens, at + before, length, text);
      const role = roleOf(token);
      // `tous` is a filler before `les lundis`, and gives the days itself before `à 9h`.
      if (!hasDays || role === 'days') {
        best = { term: { ...token, role }, length: before + length };
      }
    }
    if (!isAround(word)) break;
    hasDays ||= parseDays(word) !== null;
  }
  return best;
}

/**
 * `except friday`, `sauf le lundi et le mardi`: the excluded days as one term; a wrong exclusion before
 * a time, an option and the end. `null` where a query goes on: `not archived`.
 */
function exclusionAt(
  tokens: readonly Token[],
  at: number,
  words: readonly string[],
  text: string,
): Phrase | null {
  const intro = longest(words, (phrase) => SCHEDULE.except.has(fold(phrase)), 1);
  if (intro === 0) return null;
  const days: ValuePiece[] = [];
  let length = intro;
  for (let next = timingAt(tokens, at + length, text); next !== null;) {
    if (next.term.role !== 'days') break;
    days.push(...next.term.values);
    length += next.length;
    const between = betweenDays(plainWordsFrom(tokens, at + length));
    next = between === null ? null : timingAt(tokens, at + length + between, text);
    if (next?.term.role === 'days') length += between ?? 0;
  }
  if (days.length > 0) {
    const { body } = joined(tokens, at, length, text);
    return { term: { not: false, body, key: null, values: days, role: 'excluded days' }, length };
  }
  const timing = timingAt(tokens, at + intro, text);
  const next = tokens[at + intro];
  const isOfQuery =
    next !== undefined && (next.key === null || optionNamed(next.key.text) === null);
  if (timing === null && isOfQuery) return null;
  length = intro + (timing?.length ?? 0);
  return { term: { ...joined(tokens, at, length, text), role: 'wrong exclusion' }, length };
}

/** Number of words between two excluded days; `null` where days follow that are none: `every monday`. */
function betweenDays(words: readonly string[]): number | null {
  const count = words.findIndex((word) => !SCHEDULE.or.has(fold(word)));
  const rest = count < 0 ? [] : words.slice(count);
  const end = rest.findIndex((word) => !isAround(word));
  return rest.slice(0, end < 0 ? rest.length : end).some((word) => SCHEDULE.each.has(fold(word)))
    ? null
    : Math.max(0, count);
}

/** Number of words of a day of one week, as in `declined since monday`, `refusés de la semaine`. */
function datedLength(words: readonly string[]): number {
  const before = longest(words, (phrase) => SCHEDULE.dated.has(fold(phrase)), 1);
  if (before > 0) return parseDays(words[before] ?? '') === null ? 0 : before + 1;
  const isAfter = SCHEDULE.datedAfter.has(fold(words[1] ?? ''));
  return isAfter && parseDays(words[0] ?? '') !== null ? 2 : 0;
}

/** `weekly report`, `report every month`, `rapport de la semaine`, `report`; `null` for none. */
function reportAt(
  tokens: readonly Token[],
  at: number,
  words: readonly string[],
  text: string,
): Phrase | null {
  let report: Token | undefined;
  let period: Token | undefined;
  let length = 0;
  for (const [index, word] of words.entries()) {
    const folded = fold(word);
    const isFirst = report === undefined && REPORT_WORDS.has(folded);
    const isPeriod = period === undefined && PERIODS.has(folded);
    if (isFirst) report = tokens[at + index];
    else if (isPeriod) period = tokens[at + index];
    else if (!AROUND.has(folded)) break;
    if (isFirst || isPeriod) length = index + 1;
  }
  if (report === undefined) return null;
  const { body } = joined(tokens, at, length, text);
  const values = period?.values.slice(0, 1) ?? [];
  return { term: { not: false, body, key: report.body, values, role: null }, length };
}

/** Number of tokens that form a day or a time together; 0 for none. */
function timingLength(tokens: readonly Token[], from: number, words: readonly string[]): number {
  const length = longest(
    words,
    (phrase) =>
      parseDays(phrase) !== null ||
      spokenTime(phrase) !== null ||
      (TIME_APART.test(withDigits(phrase)) && parseTime(phrase) !== null),
  );
  const token = tokens[from];
  const isOne = token !== undefined && !token.not && roleOf(token) !== null;
  return length === 0 && isOne ? 1 : length;
}

/** `in the evening`, `le soir`: no days. */
function isPartOfDay(phrase: string): boolean {
  const part = partOfDayIn(fold(phrase));
  return part !== null && SCHEDULE.inPart.has(part.before);
}

/** Number of words of the longest phrase at the start that passes a test; 0 for none. */
function longest(
  words: readonly string[],
  test: (phrase: string) => boolean,
  min: 1 | 2 = 2,
): number {
  for (let count = Math.min(PHRASE_MAX, words.length); count >= min; count -= 1) {
    if (test(words.slice(0, count).join(' '))) return count;
  }
  return 0;
}

/** The words from a token up to the first with quotes, a key or a leading hyphen. */
function plainWordsFrom(tokens: readonly Token[], at: number): readonly string[] {
  const rest = tokens.slice(at, at + AROUND_MAX + PHRASE_MAX);
  const end = rest.findIndex(({ key, not, body }) => key !== null || not || QUOTE.test(body.text));
  return rest.slice(0, end < 0 ? rest.length : end).map(({ body }) => body.text);
}

function isAround(word: string): boolean {
  return AND_SIGNS.has(word) || AROUND.has(fold(word));
}

function joined(tokens: readonly Token[], at: number, length: number, text: string): Token {
  const [first, ...more] = tokens.slice(at, at + length);
  if (first === undefined) throw new RangeError('there is no such token');
  const last = more.at(-1);
  if (last === undefined) return first;
  const start = first.body.at;
  const body = { text: text.slice(start, last.body.at + last.body.text.length), at: start };
  const plain = [first, ...more].map((token) => token.body.text.normalize()).join(' ');
  return { not: false, body, key: null, values: [{ ...body, plain }] };
}

/**
 * Number of words of the comparison with an age that begins with the first word, `older than 5
 * days`; 0 for none, and for a number that may be a time.
 */
function agePhraseLength(words: readonly string[]): number {
  const [number = '', unit = ''] = words.map((word) => word.toLowerCase());
  if (/^\d/u.test(number) || (NUMBERS.has(number) && unitNamed(unit) === 'h')) return 0;
  for (let count = words.length; count > 1; count -= 1) {
    const sentence = sentenceOf(wordsIn(words.slice(0, count).join(' '), isUnit));
    const figure = figureAt(sentence, 0);
    const isWhole = figure?.end === sentence.words.length;
    if (isWhole && figure.meaning.kind === 'age') return count;
  }
  return 0;
}
