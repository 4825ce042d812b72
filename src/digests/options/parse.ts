import { didYouMean } from '../../lib/did-you-mean.ts';
import { QueryError, TextMistake, type TextMistakeDetails } from '../../portfolio/query/errors.ts';
import { isFiller, queryInTalk, queryTalked } from '../../portfolio/query/natural-language.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import { conditionOnPeople, holdsAddress } from '../../portfolio/query/people.ts';
import type { Query } from '../../portfolio/query/query.ts';
import type { Piece, Token, ValuePiece } from '../../portfolio/query/tokenizer.ts';
import { keyNamed, unitNamed, vocabularyIn } from '../../portfolio/query/vocabulary/index.ts';
import type { Language } from '../../portfolio/query/vocabulary/types.ts';
import type { DigestOptions, Schedule } from '../../store/digest.ts';
import {
  type Draft,
  MENTIONS_MAX,
  OPTION_WORDS,
  type OptionKey,
  optionNamed,
  optionSpellings,
  readOption,
  type Teller,
  TIMES_MAX,
} from './definitions.ts';
import { isRhythm, tokensTogether, whenToldBy } from './phrases.ts';
import { nearestZone } from './times.ts';

/** What somebody says of a digest; what is absent or `null` they leave open. */
export interface ParsedOptions {
  readonly name: string | null;
  readonly channelId: string | null;
  /** The name of a saved view whose query it takes. */
  readonly view: string | null;
  readonly query: Query | null;
  readonly schedule: Partial<Schedule>;
  readonly options: Partial<DigestOptions>;
}

/** These take several values, with commas between; so do `days` and `times` that stand alone. */
const MANY: ReadonlySet<OptionKey> = new Set(['times', 'days', 'mentions', 'escalate']);

/**
 * Reads `09:00,14:00 days:mon-fri name:"Morning" decision:ready`: options and a query in one line,
 * in either language, in any order.
 *
 * @throws {OptionError} for what is no option, and for a query that may name people
 * @throws {QueryError} for what is no query; its places are those of the whole line
 */
export function parseOptions(text: string, teller: Teller): ParsedOptions {
  const draft: Draft = { schedule: {}, options: {} };
  const said = new Map<OptionKey, Piece>();
  const asked: Token[] = [];
  for (const token of tokensTogether(text)) {
    const key = optionOf(token, text, teller.language);
    if (key === null) {
      asked.push(token);
      continue;
    }
    if (said.has(key) && token.key !== null) throw slip('repeated', token.body, text, { key });
    said.set(key, token.body);
    readValues(key, token, draft, text, teller);
  }
  checkTogether(draft, said, text, teller.language);
  const query = asked.length === 0 ? null : queryIn(asked, text, teller.language);
  const [first] = asked;
  if (draft.view !== undefined && query !== null && first !== undefined) {
    throw slip('view_and_query', first.body, text);
  }
  return {
    name: draft.name ?? null,
    channelId: draft.channelId ?? null,
    view: draft.view ?? null,
    query,
    schedule: draft.schedule,
    options: draft.options,
  };
}

/** The option that a token gives; `null` when it belongs to the query. */
function optionOf(token: Token, text: string, language: Language): OptionKey | null {
  const { key, not, values, body } = token;
  if (key === null) {
    const told = whenToldBy(token);
    if (told !== null || not) return told;
    const first = values.find(({ plain }) => plain !== '');
    // Whoever begins with a figure means a time: a query has no figures that stand alone.
    return /^\d/u.test(first?.plain ?? '') ? 'times' : null;
  }
  const named = optionNamed(key.text);
  if (named !== null) {
    if (not)
      throw slip('unknown_value', { text: `-${body.text}`, at: body.at - 1 }, text, { key: named });
    return named;
  }
  if (keyNamed(key.text) !== undefined) return null;
  const queryKeys = Object.values(vocabularyIn(language).keys);
  const valid = [...optionSpellings(language), ...queryKeys].map(([first = '']) => first);
  const spellings = [...optionSpellings(language), ...queryKeys].flat();
  throw slip('unknown_key', key, text, { valid, nearest: didYouMean(key.text, spellings) });
}

function readValues(
  key: OptionKey,
  token: Token,
  draft: Draft,
  text: string,
  teller: Teller,
): void {
  const pieces = MANY.has(key) ? token.values.filter(({ plain }) => plain !== '') : [whole(token)];
  if (pieces.length === 0 || pieces.some(({ plain }) => plain === '')) {
    throw slip('missing_value', token.body, text, { key, ...hints(key, '', teller.language) });
  }
  for (const piece of pieces) {
    if (!readOption(key, piece.plain, draft, teller)) {
      throw slip('unknown_value', piece, text, {
        key,
        ...hints(key, piece.plain, teller.language),
      });
    }
  }
}

/** A name may have commas in it, and is one value. */
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

function checkTogether(
  { schedule, options }: Draft,
  said: ReadonlyMap<OptionKey, Piece>,
  text: string,
  language: Language,
): void {
  const counted = [
    ['times', schedule.times, TIMES_MAX],
    ['mentions', options.mentions, MENTIONS_MAX],
  ] as const;
  for (const [key, values, max] of counted) {
    const body = said.get(key);
    if (body !== undefined && (values?.length ?? 0) > max) {
      throw slip('too_many_values', body, text, { key, valid: [String(max)] });
    }
  }
  const { escalate } = options;
  const body = said.get('escalate');
  if (body !== undefined && escalate && (escalate.afterDays === 0 || escalate.channelId === '')) {
    throw slip('missing_value', body, text, {
      key: 'escalate',
      ...hints('escalate', '', language),
    });
  }
}

/**
 * The rest of the line, in its place, so that an error points into the line; `null` when its words
 * ask for nothing.
 */
function queryIn(asked: readonly Token[], text: string, language: Language): Query | null {
  const rhythm = asked.find(({ body }) => isRhythm(body.text));
  if (rhythm !== undefined) throw noDays(rhythm.body, text, language);
  const places = asked.map(({ body, not }) => ({
    from: not ? body.at - 1 : body.at,
    to: body.at + body.text.length,
  }));
  const blank = Array.from({ length: text.length }, (_, at) =>
    places.some(({ from, to }) => at >= from && at < to) ? text.charAt(at) : ' ',
  ).join('');
  const typed = blank.trimEnd();
  // What is wrong is told of the line as it was typed.
  const talked = isTalk(asked) ? queryTalked(typed, language) : null;
  const query = talked ?? parsed(typed, text, language);
  if (conditionOnPeople(query) !== null || holdsAddress(query)) {
    const naming = namingAmong(asked, language)?.body ?? { text: '', at: 0 };
    if (unitNamed(naming.text) !== undefined) throw noDays(naming, text, language);
    throw slip('names_people', naming, text);
  }
  return query.conditions.length === 0 && query.sort === null ? null : query;
}

/** Whether a line may be plain talk: nothing in it is written as only a query is. */
function isTalk(asked: readonly Token[]): boolean {
  return asked.every(({ key, not, body }) => (key === null ? !not : !body.text.endsWith(',')));
}

/** The first that names somebody, sooner than a word that only stands around others. */
function namingAmong(asked: readonly Token[], language: Language): Token | undefined {
  const naming = asked.filter(({ body }) => namesSomebody(body.text, language));
  return (
    naming.find(({ key, body }) => key !== null || queryInTalk(body.text)?.isWhole !== true) ??
    naming.find(({ body }) => !isFiller(body.text)) ??
    asked[0]
  );
}

function noDays(piece: Piece, text: string, language: Language): OptionError {
  return slip('unknown_value', piece, text, { key: 'days', ...hints('days', '', language) });
}

function parsed(query: string, text: string, language: Language): Query {
  try {
    return parseQuery(query, language);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const { code, at, key, valid, nearest } = error;
    // An option may stand in the middle of what is not understood.
    const isAsTyped = query.startsWith(error.word, at);
    const word = isAsTyped ? text.slice(at, at + error.word.length) : error.word;
    throw new QueryError({ code, text, word, at, key, valid, nearest });
  }
}

function namesSomebody(text: string, language: Language): boolean {
  const query = parseQuery(text, language);
  return conditionOnPeople(query) !== null || holdsAddress(query);
}

function hints(key: OptionKey, typed: string, language: Language) {
  const valid: readonly string[] = OPTION_WORDS[key].takes[language];
  const nearest = key === 'zone' ? nearestZone(typed) : didYouMean(typed, valid);
  return { valid, nearest: nearest !== null && /[@#]/u.test(nearest) ? null : nearest };
}

function slip(
  code: OptionErrorCode,
  { text: word, at }: Piece,
  text: string,
  more: { key?: OptionKey; valid?: readonly string[]; nearest?: string | null } = {},
): OptionError {
  return new OptionError({ code, text, word, at, ...more });
}

/** Why a line tells of no digest. Switch on it; the words are in `words/digest-slips.ts`. */
export type OptionErrorCode =
  | 'unknown_key'
  | 'unknown_value'
  | 'missing_value'
  | 'repeated'
  | 'too_many_values'
  | 'names_people'
  | 'view_and_query';

/** A line tells of no digest. */
export class OptionError extends TextMistake<OptionErrorCode, OptionKey> {
  override readonly name = 'OptionError';

  constructor(details: TextMistakeDetails<OptionErrorCode, OptionKey>) {
    super('digest', details);
  }
}
