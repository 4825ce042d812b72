import { didYouMean } from '../../lib/text.ts';
import { isSmall } from '../../portfolio/phrases/grammar/tables.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { QueryError, TextMistake, type TextMistakeDetails } from '../../portfolio/query/errors.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import {
  type Query,
  conditionOnPeople,
  holdsAddress,
  isAddress,
} from '../../portfolio/query/query.ts';
import type { Piece, Token, ValuePiece } from '../../portfolio/query/tokenizer.ts';
import { keyNamed, unitNamed, vocabularyIn } from '../../portfolio/query/vocabulary/index.ts';
import type { Language } from '../../portfolio/query/vocabulary/types.ts';
import type { DigestOptions, Schedule } from '../../store/digest.ts';
import type { Author, Draft } from './builders.ts';
import {
  type OptionKey,
  definitionOf,
  optionKeys,
  optionNamed,
  optionNames,
} from './definitions.ts';
import { type Role, type Term, termsOf, timeOfPart } from './phrases.ts';
import { parseDays, parseTime } from './times.ts';

/** The days of a digest where nobody has chosen. */
export const WORKING_WEEK: readonly number[] = [1, 2, 3, 4, 5];

/** The options in a line; those not given are absent or `null`. */
export interface ParsedOptions {
  readonly name: string | null;
  readonly channelId: string | null;
  /** The name of the saved view whose query the digest takes over. */
  readonly view: string | null;
  readonly query: Query | null;
  /** Words of a typed line that ask for nothing; forms have none. */
  readonly ignored?: readonly string[];
  readonly schedule: Partial<Schedule>;
  readonly options: Partial<DigestOptions>;
}

/** A comparison with spaces, `score > 80`, which stays in its place: its number is no time. */
const COMPARED = /(?<!\S)(\p{L}[\p{L}-]{1,40}) {1,3}([<>]=? {0,3}\d[\d.,]{0,9})(?!\S)/gu;

/**
 * Reads `09:00,14:00 days:mon-fri name:"Morning" decision:ready`: options and a query in one line,
 * in either language, in any order.
 *
 * @param existing days and times of the digest that is changed, to which a line adds further ones
 * @param usualDays what excluded days are taken from where nothing else names days
 * @throws {OptionError} for what is no option, and for a query that may name people
 * @throws {QueryError} for what is no query; its places are those of the whole line
 */
export function parseOptions(
  typed: string,
  author: Author,
  existing: DaysAndTimes | null = null,
  usualDays = WORKING_WEEK,
): ParsedOptions {
  const text = typed.replaceAll(COMPARED, (phrase, key: string, compared: string) =>
    keyNamed(key) === undefined
      ? phrase
      : `${key}:${compared.replaceAll(' ', '')}`.padEnd(phrase.length),
  );
  const draft: Draft = { schedule: {}, options: {} };
  const added: Draft = { schedule: {}, options: {} };
  const given = new Map<OptionKey, Piece>();
  const queryTokens: Token[] = [];
  const exclusions: Term[] = [];
  let weekly: Term | null = null;
  let reportAlone: Token | null = null;
  const { terms, times } = withPartsOfDay(termsOf(text));
  for (const token of terms) {
    checkRole(token, text);
    if (token.role === 'excluded days') exclusions.push(token);
    if (token.role === 'weekly') weekly = token;
    if (token.role !== null && !IS_READ.has(token.role)) continue;
    const key = optionOf(token, text, author.language);
    if (key === null) {
      queryTokens.push(token);
      continue;
    }
    if (given.has(key) && token.key !== null)
      throw optionError('repeated', token.body, text, { key });
    given.set(key, token.body);
    if (key === 'report' && token.values.length === 0) reportAlone = token;
    else readValues(key, token, token.isAdded === true ? added : draft, text, author);
  }
  addTo(draft, added, existing);
  if (times.length > 0) {
    draft.schedule.times = [...new Set([...(draft.schedule.times ?? []), ...times])].toSorted();
  }
  exclude(exclusions, existing?.days ?? usualDays, draft, text);
  // Once a week needs a day.
  if (weekly !== null && draft.schedule.report === undefined && draft.schedule.days === undefined) {
    throw optionError('rhythm', weekly.body, text, { key: 'days' });
  }
  if (reportAlone !== null) {
    // “Report every monday” comes once a week; without one day, it may be of a month.
    if (draft.schedule.days?.length === 1) draft.schedule.report = 'week';
    else readValues('report', reportAlone, draft, text, author);
  }
  checkGiven(draft, given, text, author.language);
  const { query, ignored } =
    queryTokens.length === 0 ? NO_QUERY : queryIn(queryTokens, text, author.language);
  const [first] = queryTokens;
  if (draft.view !== undefined && query !== null && first !== undefined) {
    throw optionError('view_and_query', first.body, text);
  }
  return {
    name: draft.name ?? null,
    channelId: draft.channelId ?? null,
    view: draft.view ?? null,
    query,
    ignored,
    schedule: draft.schedule,
    options: draft.options,
  };
}

interface DaysAndTimes extends Pick<Schedule, 'days'>, Partial<Pick<Schedule, 'times'>> {}

/** Adds days and times to those of the line, or else to those that there are. */
function addTo({ schedule }: Draft, added: Draft, existing: DaysAndTimes | null): void {
  const { days, times } = added.schedule;
  if (days !== undefined) {
    const all = new Set([...(schedule.days ?? existing?.days ?? []), ...days]);
    schedule.days = [...all].toSorted((one, other) => one - other);
  }
  if (times !== undefined) {
    schedule.times = [
      ...new Set([...(schedule.times ?? existing?.times ?? []), ...times]),
    ].toSorted();
  }
}

/** The roles of terms that are values of an option. */
const IS_READ: ReadonlySet<Role> = new Set(['times', 'days']);

/**
 * The terms with times in the part of the day that stands beside them, and else anywhere in the line:
 * `every evening at 7` is at 19:00. A part without a time has its own one.
 */
function withPartsOfDay(terms: readonly Term[]) {
  const read = [...terms];
  const claimed = new Set<number>();
  const isFree = (at: number) => read[at]?.role === 'times' && !claimed.has(at);
  const times: string[] = [];
  const parts = terms.map(timeOfPart).flatMap((time, at) => (time === null ? [] : [{ time, at }]));
  const neighbours = parts.map(({ at }) => [at + 1, at - 1].find(isFree));
  for (const at of neighbours) if (at !== undefined) claimed.add(at);
  for (const [index, { time }] of parts.entries()) {
    const at = neighbours[index] ?? read.findIndex((_, place) => isFree(place));
    const term = read[at];
    if (term === undefined) {
      times.push(time);
      continue;
    }
    claimed.add(at);
    read[at] = {
      ...term,
      values: term.values.map((value) => ({ ...value, plain: timeIn(time, value.plain) })),
    };
  }
  return { terms: read, times };
}

const HALF_DAY = /[ap]\.?m/iu;
const NOON = '12:00';

/** A time in the part of the day that another time stands for: `7` in the evening is `19:00`. */
function timeIn(part: string, typed: string): string {
  const time = parseTime(typed);
  if (time === null || part < NOON || HALF_DAY.test(typed)) return typed;
  return parseTime(`${time.replace(/^0/u, '')}pm`) ?? typed;
}

const REFUSALS: Partial<Readonly<Record<Role, OptionErrorCode>>> = {
  'wrong exclusion': 'wrong_exclusion',
  rhythm: 'rhythm',
  monthly: 'monthly',
  limit: 'limit',
  once: 'once',
};

/** @throws {OptionError} for a term that asks for what no digest can do */
function checkRole({ role, body }: Term, text: string): void {
  const code = role === null ? undefined : REFUSALS[role];
  if (code !== undefined) throw optionError(code, body, text, { key: 'days' });
}

/** Takes excluded days from those of the line, or else from the given ones. */
function exclude(
  exclusions: readonly Term[],
  days: readonly number[],
  { schedule }: Draft,
  text: string,
): void {
  const [first] = exclusions;
  if (first === undefined) return;
  const excluded = new Set(
    exclusions.flatMap(({ values }) => values.flatMap(({ plain }) => parseDays(plain) ?? [])),
  );
  schedule.days = (schedule.days ?? days).filter((day) => !excluded.has(day));
  if (schedule.days.length === 0)
    throw optionError('no_day_left', first.body, text, { key: 'days' });
}

/** The option that a term gives; `null` if it belongs to the query. */
function optionOf(term: Term, text: string, language: Language): OptionKey | null {
  const { key, not, values, body, role } = term;
  if (key === null) {
    if (role === 'times' || role === 'days') return role;
    if (not) return null;
    const first = values.find(({ plain }) => plain !== '');
    // A token that begins with a digit is a wrong time: a query has no numbers that stand alone.
    return /^\d/u.test(first?.plain ?? '') ? 'times' : null;
  }
  const named = optionNamed(key.text);
  if (named !== null) {
    if (not)
      throw optionError('unknown_value', { text: `-${body.text}`, at: body.at - 1 }, text, {
        key: named,
      });
    return named;
  }
  if (keyNamed(key.text) !== undefined) return null;
  const queryKeys = Object.values(vocabularyIn(language).keys);
  const valid = [...queryKeys, ...optionNames(language)].map(([first = '']) => first);
  const spellings = [...optionNames(language), ...queryKeys].flat();
  throw optionError('unknown_key', key, text, { valid, nearest: didYouMean(key.text, spellings) });
}

function readValues(
  key: OptionKey,
  token: Token,
  draft: Draft,
  text: string,
  author: Author,
): void {
  const { isList, read } = definitionOf(key);
  const pieces = isList ? token.values.filter(({ plain }) => plain !== '') : [whole(token)];
  if (pieces.length === 0 || pieces.some(({ plain }) => plain === '')) {
    throw optionError('missing_value', token.body, text, {
      key,
      ...suggestions(key, '', author.language),
    });
  }
  for (const piece of pieces) {
    if (!read(piece.plain, draft, author)) {
      if (key === 'times' && /^\d/u.test(piece.plain)) throw optionError('no_time', piece, text);
      throw optionError('unknown_value', piece, text, {
        key,
        ...suggestions(key, piece.plain, author.language),
      });
    }
  }
}

/** The values of a token as one: a name may have commas in it. */
function whole({ values }: Token): ValuePiece {
  const [first] = values;
  return {
    text: values.map((piece) => piece.text).join(','),
    plain: values
      .map(({ plain }) => plain)
      .join(',')
      .trim(),
    at: first?.at ?? 0,
  };
}

/** Checks what only shows when all values are read: too many of them, or a part of one. */
function checkGiven(
  draft: Draft,
  given: ReadonlyMap<OptionKey, Piece>,
  text: string,
  language: Language,
): void {
  for (const key of optionKeys()) {
    const body = given.get(key);
    if (body === undefined) continue;
    const { exceededMax, isIncomplete } = definitionOf(key);
    const max = exceededMax?.(draft) ?? null;
    if (max !== null) {
      throw optionError('too_many_values', body, text, { key, valid: [String(max)] });
    }
    if (isIncomplete?.(draft) === true) {
      throw optionError('missing_value', body, text, { key, ...suggestions(key, '', language) });
    }
  }
}

const NO_QUERY = { query: null, ignored: [] } as const;

/**
 * The rest of the line, in its place, so that an error points into the line; `null` when its words
 * ask for nothing.
 */
function queryIn(
  queryTokens: readonly Token[],
  text: string,
  language: Language,
): { readonly query: Query | null; readonly ignored: readonly string[] } {
  const places = queryTokens.map(({ body, not }) => ({
    from: not ? body.at - 1 : body.at,
    to: body.at + body.text.length,
  }));
  const blank = Array.from({ length: text.length }, (_, at) =>
    places.some(({ from, to }) => at >= from && at < to) ? text.charAt(at) : ' ',
  ).join('');
  const typed = blank.trimEnd();
  // Errors quote the line as it was typed.
  const understood = isPlainWords(queryTokens) ? understandOrNull(typed, language) : null;
  const plain = understood?.isWhole === true ? understood : null;
  const query = plain?.query ?? parsed(typed, text, language);
  if (conditionOnPeople(query) !== null || holdsAddress(query)) {
    const named = firstNaming(queryTokens, language);
    const naming = named?.body ?? { text: '', at: 0 };
    if (unitNamed(naming.text) !== undefined) throw daysError(naming, text, language);
    const isFreeWord = named?.key === null && !isAddress(naming.text);
    throw optionError(isFreeWord ? 'free_word' : 'names_people', naming, text);
  }
  const isNone = query.conditions.length === 0 && query.sort === null;
  return { query: isNone ? null : query, ignored: plain?.ignored ?? [] };
}

/** Whether tokens may be plain words: none of them has the syntax of a query. */
function isPlainWords(queryTokens: readonly Token[]): boolean {
  return queryTokens.every(({ key, not, body }) =>
    key === null ? !not : !body.text.endsWith(','),
  );
}

/** The first token that names people, preferably not a filler word. */
function firstNaming(queryTokens: readonly Token[], language: Language): Token | undefined {
  const naming = queryTokens.filter(({ body }) => namesPeople(body.text, language));
  return (
    naming.find(({ key, body }) => key !== null || understandOrNull(body.text)?.isWhole !== true) ??
    naming.find(({ body }) => !isSmall(body.text)) ??
    queryTokens[0]
  );
}

function daysError(piece: Piece, text: string, language: Language): OptionError {
  return optionError('unknown_value', piece, text, {
    key: 'days',
    ...suggestions('days', '', language),
  });
}

function parsed(query: string, text: string, language: Language): Query {
  try {
    return parseQuery(query, language);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const { code, at, key, valid, nearest } = error;
    // The wrong word may have an option in its middle, which is blank here.
    const isAsTyped = query.startsWith(error.word, at);
    const word = isAsTyped ? text.slice(at, at + error.word.length) : error.word;
    throw new QueryError({ code, text, word, at, key, valid, nearest });
  }
}

function namesPeople(text: string, language: Language): boolean {
  const query = parseQuery(text, language);
  return conditionOnPeople(query) !== null || holdsAddress(query);
}

function suggestions(key: OptionKey, typed: string, language: Language) {
  const { examples, nearest: nearestIn } = definitionOf(key);
  const valid = examples[language];
  const nearest = nearestIn === undefined ? didYouMean(typed, valid) : nearestIn(typed);
  // Examples of people and channels are no suggestions: they are not of this workspace.
  return { valid, nearest: nearest !== null && /[@#]/u.test(nearest) ? null : nearest };
}

function optionError(
  code: OptionErrorCode,
  { text: word, at }: Piece,
  text: string,
  more: { key?: OptionKey; valid?: readonly string[]; nearest?: string | null } = {},
): OptionError {
  return new OptionError({ code, text, word, at, ...more });
}

/** Why a line cannot be read. The messages are `digestErrors` of `i18n/`. */
export type OptionErrorCode =
  | 'unknown_key'
  | 'unknown_value'
  | 'no_time'
  | 'missing_value'
  | 'repeated'
  | 'too_many_values'
  | 'names_people'
  | 'free_word'
  | 'view_and_query'
  | 'wrong_exclusion'
  | 'no_day_left'
  | 'rhythm'
  | 'monthly'
  | 'limit'
  | 'once';

export class OptionError extends TextMistake<OptionErrorCode, OptionKey> {
  override readonly name = 'OptionError';

  constructor(details: TextMistakeDetails<OptionErrorCode, OptionKey>) {
    super('digest', details);
  }
}
