import { didYouMean } from '../../lib/text.ts';
import { formatQuery } from './describe.ts';
import { type Asked, QueryError, refusal } from './errors.ts';
import type { Condition, KeyOf, Query, QueryKey, Sort } from './query.ts';
import { isOfKeys, type Piece, type Token, tokensOf, type ValuePiece } from './tokenizer.ts';
import {
  type ServedValues,
  agesIn,
  choicesIn,
  datesIn,
  flagIn,
  isAge,
  numbersIn,
  partIn,
  personIn,
  sortIn,
  textIn,
  withDecimals,
} from './values.ts';
import { flagNamed, isOfKind, keyNamed, spellingsOf, vocabularyIn } from './vocabulary/index.ts';
import { type Language, LANGUAGES } from './vocabulary/types.ts';

/** Share of a query in a button's value, which is encrypted and has other fields. */
const QUERY_LENGTH_MAX = 500;
export const QUERY_BYTES_MAX = 1_000;
/** Max number of values; alternatives count one by one. */
export const QUERY_TERMS_MAX = 40;

/** The same for texts whose errors do not matter: `null` instead of an error. */
export function queryOrNull(text: string, language?: Language): Query | null {
  return unlessMistaken(() => parseQuery(text, language));
}

/** What is read from a text; `null` for a mistake in it. */
export function unlessMistaken<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** Whether nothing stands in a text but conditions with a key, if anything. */
export function hasKeysOnly(text: string): boolean {
  return text === '' || unlessMistaken(() => isOfKeys(text)) === true;
}

/**
 * Parses a query in either language, or in both at once. An empty text matches everything.
 *
 * @param language the person's: errors list valid values in it, and in French the comma of `<70,5`
 *   is a decimal one. Formatted queries parse the same in either
 * @param served values that the specification does not name and that some file has; `null` where the
 *   files are not known
 * @throws {QueryError} for any other text; no other error
 */
export function parseQuery(
  text: string,
  language: Language = 'en',
  served: ServedValues | null = null,
): Query {
  const asked: Asked = { text, language, key: null };
  if (!fits(text)) throw tooLong(text);
  const tokens = tokensOf(text);
  const terms = tokens.flatMap(({ values }) => values);
  const [excess] = terms.slice(QUERY_TERMS_MAX);
  if (excess) throw refusal('query_too_many_terms', excess, asked);

  const conditions: Condition[] = [];
  let sort: Sort | null = null;
  for (const [index, token] of tokens.entries()) {
    const key = token.key === null ? null : knownKey(token.key, token, asked);
    const within: Asked = { ...asked, key };
    try {
      if (key === 'sort') {
        if (sort !== null) throw refusal('query_sort_misused', token.body, within);
        sort = sortIn(token, within);
      } else {
        conditions.push(
          key === null ? wordsIn(token, within) : conditionOn(key, token, within, served),
        );
      }
    } catch (error) {
      throw isMissing(error) ? (gapAt(tokens, index, within) ?? error) : error;
    }
  }
  const query: Query = { conditions, sort };
  // The other language may be longer, and formatted queries must parse again.
  if (!LANGUAGES.every((written) => fits(formatQuery(query, written)))) throw tooLong(text);
  return query;
}

function conditionOn(
  key: QueryKey,
  token: Token,
  asked: Asked,
  served: ServedValues | null,
): Condition {
  const { not, values } = token;
  const each = <Value>(read: (piece: ValuePiece) => Value, pieces = values): readonly Value[] =>
    pieces.map((piece) => {
      if (piece.plain === '') throw refusal('query_missing_value', token.body, asked);
      return read(piece);
    });
  if (isOfKind(key, 'choice')) {
    const any = each((piece) => choicesIn(key, piece, token, asked, served)).flat();
    return { kind: 'choice', key, not, any: [...new Set(any)] };
  }
  if (key === 'guarantor') {
    const [only, ...more] = values;
    const flag = more.length > 0 ? undefined : flagNamed(only?.plain ?? '');
    if (flag !== undefined) {
      return { kind: 'part', key: flag ? 'has' : 'no', not, any: ['guarantor'] };
    }
  }
  if (isOfKind(key, 'text')) {
    return { kind: 'text', key, not, any: each((piece) => textIn(piece, asked)) };
  }
  if (isOfKind(key, 'number')) {
    const pieces = vocabularyIn(asked.language).hasDecimalComma ? withDecimals(values) : values;
    return { kind: 'number', key, not, any: each((piece) => numbersIn(key, piece, asked), pieces) };
  }
  if (isOfKind(key, 'age')) {
    // `ready:>=monday`
    const dates =
      key === 'ready' ? unlessMistaken(() => values.map((piece) => datesIn(piece, asked))) : null;
    if (dates !== null) return { kind: 'date', key: 'ready-since', not, any: dates };
    return { kind: 'age', key, not, any: each((piece) => agesIn(piece, asked)) };
  }
  if (isOfKind(key, 'date')) {
    const age = AGES_OF[key];
    if (age !== undefined && values.every(({ plain }) => isAge(plain))) {
      return { kind: 'age', key: age, not, any: each((piece) => agesIn(piece, asked)) };
    }
    return { kind: 'date', key, not, any: each((piece) => datesIn(piece, asked)) };
  }
  if (isOfKind(key, 'part')) {
    return { kind: 'part', key, not, any: each((piece) => partIn(piece, asked)) };
  }
  if (isOfKind(key, 'person')) {
    return { kind: 'person', key, not, any: each((piece) => personIn(piece, asked)) };
  }
  return { kind: 'flag', key, not, any: each((piece) => flagIn(piece, asked)) };
}

/** Keys of ages that mean the same as a date: `changed:<3d`. */
const AGES_OF: Partial<Record<QueryKey, KeyOf<'age'>>> = {
  created: 'age',
  updated: 'stale',
  decided: 'since-decision',
  'ready-since': 'ready',
};

/** Free words. A comma at either end is ignored, as people write names with it. */
function wordsIn({ not, body, values }: Token, asked: Asked): Condition {
  if (body.text.startsWith(':')) throw refusal('query_missing_value', body, asked);
  const corrected = withColon(body.text);
  if (corrected !== null && queryOrNull(corrected) !== null) {
    throw refusal('query_missing_colon', body, asked, { nearest: corrected });
  }
  const pieces = values.filter(({ plain }) => plain !== '');
  if (pieces.length === 0) throw refusal('query_empty_word', body, asked);
  return { kind: 'words', not, any: pieces.map((piece) => textIn(piece, asked)) };
}

function knownKey(piece: Piece, { values }: Token, asked: Asked): QueryKey | 'sort' {
  const key = keyNamed(piece.text);
  if (key !== undefined) return key;
  const { keys } = vocabularyIn(asked.language);
  const valid = Object.values(keys).map(([first]) => first);
  const spellings = spellingsOf(asked.language, (each) => Object.values(each.keys));
  const typed = values.map(({ text }) => text).join();
  const takes = (name: string | null) => name !== null && queryOrNull(`${name}:${typed}`) !== null;
  const first = didYouMean(piece.text, spellings);
  const second = didYouMean(
    piece.text,
    spellings.filter((name) => first !== null && keyNamed(name) !== keyNamed(first)),
  );
  // Of `dec:ready`, “decided” is nearer and takes no such value.
  const nearest = !takes(first) && takes(second) ? second : first;
  throw refusal('query_unknown_key', piece, asked, { valid, nearest });
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof QueryError)) return false;
  return error.code === 'query_missing_value' || error.code === 'query_empty_word';
}

function fits(text: string): boolean {
  return text.length <= QUERY_LENGTH_MAX && Buffer.byteLength(text) <= QUERY_BYTES_MAX;
}

/** The error for a text that is longer than any query. */
export function tooLong(text: string): QueryError {
  return new QueryError({ code: 'query_too_long', text, word: '', at: QUERY_LENGTH_MAX });
}

const HANGING = /[:,<>=≥≤]$/u;
/** An operator that belongs directly behind a key. */
const LATE = /^(?:[:=]|[<>≥≤]=?)/u;

/**
 * The error for a token whose rest follows after a space: `decision: ready`, `status:new, open`,
 * `statut : nouveau`, `score > 70`. It suggests the same without spaces.
 *
 * @returns `null` when the rest is missing as well
 */
function gapAt(tokens: readonly Token[], index: number, asked: Asked): QueryError | null {
  const before = tokens[index - 1];
  const isSign = LATE.test(tokens[index]?.body.text ?? '');
  const isLate = isSign && isKey(before);
  if (isSign && !isLate) return null;
  const from = isLate ? index - 1 : index;
  let to = index;
  while (hangs(tokens[to]) && isValue(tokens[to + 1])) to += 1;
  const parts = tokens.slice(from, to + 1).map(({ body }) => body);
  const [first, last] = [parts[0], parts.at(-1)];
  if (parts.length < 2 || first === undefined || last === undefined) return null;
  const joined = parts.map(({ text }) => text).join('');
  const nearest = queryOrNull(joined) === null ? withColon(joined) : joined;
  if (nearest === null || queryOrNull(nearest) === null) return null;
  const stretch = { text: asked.text.slice(first.at, last.at + last.text.length), at: first.at };
  const key = keyNamed(nearest.slice(0, nearest.indexOf(':'))) ?? null;
  return refusal('query_missing_value', stretch, { ...asked, key }, { nearest });
}

const SIGN_AFTER_KEY = /^([\p{L}_-]+)(<=?|>=?|[=≤≥])(.+)$/u;

/** `score>70` with its colon; `null` for a word that only looks like it. */
function withColon(word: string): string | null {
  const [, key = '', sign = '', value = ''] = SIGN_AFTER_KEY.exec(word) ?? [];
  return keyNamed(key) === undefined ? null : `${key}:${sign === '=' ? '' : sign}${value}`;
}

function isKey(token: Token | undefined): boolean {
  return token?.key === null && keyNamed(token.body.text) !== undefined;
}

function isValue(token: Token | undefined): boolean {
  return token?.key === null && !token.not;
}

function hangs(token: Token | undefined): boolean {
  return token !== undefined && HANGING.test(token.body.text);
}
