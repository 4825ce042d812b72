import { fold } from '../../lib/text.ts';
import { agePhraseLength } from '../../portfolio/phrases/figures.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { type Token, tokensOf } from '../../portfolio/query/tokenizer.ts';
import { unitNamed } from '../../portfolio/query/vocabulary/index.ts';
import { definitionOf } from './lookup.ts';
import { parseDays, parseTime } from './times.ts';

/** Words before a day or a time in either language, folded, without a meaning of their own. */
const AROUND = new Set(
  (
    'and at each every for from on the weekly ' +
    'a chaque de des du et hebdomadaire la le les pour tous toutes vers'
  ).split(' '),
);
const AND_SIGNS = new Set(['&', '+']);
const AROUND_MAX = 5;
const PHRASE_MAX = 4;
/** `9 h 30`, `9:30 am`, `9 o’clock`; never `9 14`, which are two times. */
const TIME_APART =
  /^\d{1,2}(?:[:h.]\d{2})? (?:h|heures?|[ap]m|[ap]\.m\.?|o['’]?clock)[.;!?…]*$|^\d{1,2} (?:h|heures?) \d{2}[.;!?…]*$/iu;
const RHYTHM = /^(?:every|each|chaque|tous les|toutes les)(?: (other|second|deux|\d+))? (\S+)$/u;
const QUOTE = /["“”„«»]/u;
const REPORT_WORDS = foldedNames([definitionOf('report')]);
const PERIODS = foldedNames(definitionOf('report').values ?? []);

function foldedNames(all: readonly { names: Readonly<Record<string, readonly string[]>> }[]) {
  return new Set(all.flatMap(({ names }) => Object.values(names).flat().map(fold)));
}

/**
 * The tokens of a text, with those merged that form one phrase (`every | day`, `9 | h`, `older | than
 * | 5 | days`), without the words around days and times: `on mondays at 9` becomes `mondays | 9`. A
 * report in words is an option, without a value where no period is named: `monthly report`.
 */
export function mergedTokens(text: string): readonly Token[] {
  const tokens = tokensOf(text);
  const together: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const { token, length } = phraseAt(tokens, at, text);
    together.push(token);
    at += length;
  }
  return together;
}

/**
 * Whether a line without a verb describes a digest: it begins with a day or a time, or has nothing but
 * those and a query in plain words. Mornings are times.
 */
export function describesDigest(text: string): boolean {
  try {
    const tokens = mergedTokens(text);
    const [first] = tokens;
    const isTimed = tokens.some((token) => timingOf(token) === 'times' || isMorning(token));
    if (first === undefined || !isTimed) return false;
    const others = tokens.filter((token) => timingOf(token) === null).map(({ body }) => body.text);
    const isOnlyThat = understandOrNull(others.join(' '))?.isWhole === true;
    const isReport = first.key !== null && REPORT_WORDS.has(fold(first.key.text));
    return timingOf(first) !== null || isRhythm(first.body.text) || isReport || isOnlyThat;
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}

/** `every weekday morning`: days that stand for a time as well. */
function isMorning(token: Token): boolean {
  return timingOf(token) === 'days' && /(?:morning|matin)s?$/u.test(fold(token.body.text));
}

/** Whether a text is a rhythm that digests do not have: `every week`, `every 2 days`, `tous les mois`. */
export function isRhythm(text: string): boolean {
  const [, counted, unit = ''] = RHYTHM.exec(fold(text)) ?? [];
  const isOfDays = counted !== undefined && parseDays(unit) !== null;
  return (isOfDays || unitNamed(unit) !== undefined) && parseDays(text) === null;
}

/** The option that a token without a key gives by itself; `null` for neither. */
export function timingOf({ key, not, values }: Token): 'times' | 'days' | null {
  if (key !== null || not) return null;
  const plain = values.map((value) => value.plain).filter((value) => value !== '');
  if (plain.length === 0) return null;
  if (plain.every((value) => parseTime(value) !== null)) return 'times';
  return plain.every((value) => parseDays(value) !== null) ? 'days' : null;
}

interface Phrase {
  readonly token: Token;
  readonly length: number;
}

/** The phrase that begins at a token, or else that token. */
function phraseAt(tokens: readonly Token[], at: number, text: string): Phrase {
  const words = plainWordsFrom(tokens, at);
  const report = reportAt(tokens, at, words, text);
  if (report !== null) return report;
  const rhythm = longest(words, isRhythm);
  // A number in either is no time.
  const other = rhythm === 0 ? agePhraseLength(words) : rhythm;
  if (other > 0) return { token: joined(tokens, at, other, text), length: other };
  let best: Phrase | null = null;
  let hasDays = false;
  for (let before = 0; before <= AROUND_MAX; before += 1) {
    const word = words[before] ?? '';
    const length = timingLength(tokens, at + before, words.slice(before));
    if (length > 0) {
      const token = joined(tokens, at + before, length, text);
      // `tous` is a filler before `les lundis`, and gives the days itself before `à 9h`.
      if (!hasDays || timingOf(token) === 'days') best = { token, length: before + length };
    }
    if (!isAround(word)) break;
    hasDays ||= parseDays(word) !== null;
  }
  return best ?? { token: joined(tokens, at, 1, text), length: 1 };
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
    const isReport = report === undefined && REPORT_WORDS.has(folded);
    const isPeriod = period === undefined && PERIODS.has(folded);
    if (isReport) report = tokens[at + index];
    else if (isPeriod) period = tokens[at + index];
    else if (!AROUND.has(folded)) break;
    if (isReport || isPeriod) length = index + 1;
  }
  if (report === undefined) return null;
  const { body } = joined(tokens, at, length, text);
  const values = period?.values.slice(0, 1) ?? [];
  return { token: { not: false, body, key: report.body, values }, length };
}

/** Number of tokens that form a day or a time together; 0 for none. */
function timingLength(tokens: readonly Token[], from: number, words: readonly string[]): number {
  const length = longest(
    words,
    (phrase) =>
      parseDays(phrase) !== null || (TIME_APART.test(phrase) && parseTime(phrase) !== null),
  );
  const token = tokens[from];
  return length === 0 && token !== undefined && timingOf(token) !== null ? 1 : length;
}

/** Number of words of the longest phrase at the start that passes a test; 0 for none. */
function longest(words: readonly string[], test: (phrase: string) => boolean): number {
  for (let count = Math.min(PHRASE_MAX, words.length); count >= 2; count -= 1) {
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
