import { didYouMean, fold } from '../../lib/text.ts';
import { type Asked, type QueryError, refusal } from './errors.ts';
import type { Part } from './keys/parts.ts';
import { MONTH_NAMES } from './periods.ts';
import {
  type Age,
  type Comparison,
  KEYS,
  type KeyOf,
  type Sort,
  UNITS_MAX,
  type Unit,
  isIds,
} from './query.ts';
import { numberedIn, type Token, type ValuePiece } from './tokenizer.ts';
import {
  choiceKeyOf,
  choiceNamed,
  choiceSpellings,
  dateNamed,
  flagNamed,
  keyNamed,
  keyWord,
  partNamed,
  personNamed,
  sortNamed,
  spellingsOf,
  unitNamed,
  valuesNamed,
  vocabularyIn,
} from './vocabulary/index.ts';
import type { Language, Spellings, Vocabulary } from './vocabulary/types.ts';

/** Prefix of a value in the service's spelling, known or not. */
export const AS_SPELLED = '=';

/**
 * A search text, or an id.
 *
 * @throws {QueryError} when a text has neither letters nor digits
 */
export function textIn(piece: ValuePiece, asked: Asked): string {
  // An id is compared as it is, and may be of signs alone.
  if (isIds(asked.key)) return numberedIn(piece.plain);
  if (fold(piece.plain) === '') throw refusal('query_empty_word', piece, asked);
  return piece.plain;
}

/** Values of a key that files have, by a word for them. */
export type ServedValues = (key: KeyOf<'choice'>, word: string) => readonly string[];

/** A few of them, each by number, leave room for others in a query. */
const SPELLED_LENGTH_MAX = 60;
const CUT = '…';

/** A value of the service as queries hold it: a longer one by its beginning. */
export function valueInQuery(value: string): string {
  return value.length <= SPELLED_LENGTH_MAX + CUT.length
    ? value
    : value.slice(0, SPELLED_LENGTH_MAX) + CUT;
}

/**
 * The service's values for a word: those that the specification names, or those of some file. A value
 * as spelled is just that one, if some file has it or no file is known: `=ready` may be another than
 * READY.
 *
 * @throws {QueryError} for an unknown word; the error names the key that the word belongs to, if
 *   any
 */
export function choicesIn(
  key: KeyOf<'choice'>,
  piece: ValuePiece,
  { body, values }: Token,
  asked: Asked,
  served: ServedValues | null,
): readonly string[] {
  const isSpelled = piece.plain.startsWith(AS_SPELLED);
  const word = isSpelled ? numberedIn(piece.plain.slice(AS_SPELLED.length).trim()) : piece.plain;
  const found = served?.(key, word) ?? [];
  const mayBeAny = isSpelled && word !== '';
  const isServed = found.some((value) => valueInQuery(value) === word);
  const isExact = served === null || isServed || choiceNamed(key, word) !== undefined;
  if (mayBeAny && isExact) return [word];
  const named = valuesNamed(key, word) ?? found;
  if (named.length > 0) return named;
  if (mayBeAny) return [word];
  const spellings = (vocabulary: Vocabulary) => choiceSpellings(key, vocabulary);
  const other = values.length === 1 ? choiceKeyOf(word) : undefined;
  if (other === undefined) throw unknownValue({ ...piece, plain: word }, asked, spellings);
  const nearest = `${keyWord(other, asked.language)}:${piece.text}`;
  const valid = writtenWords(asked.language, spellings);
  throw refusal('query_unknown_value', body, asked, { valid, nearest });
}

type SpellingsIn = (vocabulary: Vocabulary) => readonly Spellings[];

/** The words that are written for each of some values. */
function writtenWords(language: Language, spellings: SpellingsIn): readonly string[] {
  return spellings(vocabularyIn(language)).map(([first]) => first);
}

/** The error for a word that is none of those for some values. */
function unknownValue(
  piece: ValuePiece,
  asked: Asked,
  spellings: SpellingsIn,
  valid: readonly string[] = writtenWords(asked.language, spellings),
): QueryError {
  const nearest = didYouMean(piece.plain, spellingsOf(asked.language, spellings));
  return refusal('query_unknown_value', piece, asked, { valid, nearest });
}

/** @throws {QueryError} for anything but a yes or a no */
export function flagIn(piece: ValuePiece, asked: Asked): boolean {
  const flag = flagNamed(piece.plain);
  if (flag !== undefined) return flag;
  throw unknownValue(piece, asked, ({ flags }) => Object.values(flags));
}

/** A person as Slack writes one, `<@U123>` or `<@U123|name>`, or as a formatted query does. */
const PERSON_ID = /^<?@([UW][A-Z0-9]{2,30})(?:\|[^>]*)?>?$/iu;

/**
 * `me`, `nobody` or the Slack id of a person.
 *
 * @throws {QueryError} for anything else
 */
export function personIn(piece: ValuePiece, asked: Asked): string {
  const named = personNamed(piece.plain) ?? PERSON_ID.exec(piece.plain)?.[1]?.toUpperCase();
  if (named !== undefined) return named;
  const valid = [...writtenWords(asked.language, PEOPLE), PERSON_EXAMPLE[asked.language]];
  throw unknownValue(piece, asked, PEOPLE, valid);
}

const PEOPLE: SpellingsIn = ({ people }) => Object.values(people);
const PERSON_EXAMPLE = { en: '@name', fr: '@nom' };

/** @throws {QueryError} for anything but a part of a file */
export function partIn(piece: ValuePiece, asked: Asked): Part {
  const part = partNamed(piece.plain);
  if (part !== undefined) return part;
  throw unknownValue(piece, asked, ({ parts }) => Object.values(parts));
}

/** @throws {QueryError} for a word that names no order, for none, for several of them and for a negation */
export function sortIn({ not, body, values }: Token, asked: Asked): Sort {
  const valid = writtenWords(asked.language, ORDERS);
  const [piece, ...more] = values;
  if (not || more.length > 0 || piece === undefined) {
    throw refusal('query_sort_misused', body, asked, { valid });
  }
  if (piece.plain === '') throw refusal('query_missing_value', body, asked, { valid });
  const sort = sortNamed(piece.plain);
  if (sort !== undefined) return sort;
  throw unknownValue(piece, asked, ORDERS);
}

const ORDERS: SpellingsIn = ({ sorts }) => Object.values(sorts);

const COMPARED = /^(?:>=|<=|=>|=<|[><=≥≤]) ?-?\d{1,9}$/u;
const FRACTION = /^\d{1,6} ?[%€]?$/u;

/**
 * Merges `<70` and `5` of `<70,5` into a decimal number, as in French. Elsewhere a comma means
 * “or”: in `70,5`, in `<70,>80`, and in formatted queries.
 */
export function withDecimals(pieces: readonly ValuePiece[]): readonly ValuePiece[] {
  const read: ValuePiece[] = [];
  for (const piece of pieces) {
    const before = read.at(-1);
    if (before && COMPARED.test(before.plain) && FRACTION.test(piece.plain)) {
      read[read.length - 1] = {
        text: `${before.text},${piece.text}`,
        at: before.at,
        plain: `${before.plain}.${piece.plain}`,
      };
    } else {
      read.push(piece);
    }
  }
  return read;
}

const DOTS = /\.{2,3}|…/u;
const OPERATOR = /^(?:>=|<=|=>|=<|[><=≥≤])/u;
/** Signs of comparisons, as people type them. */
export const OPERATORS: Readonly<Record<string, '>' | '>=' | '<' | '<=' | '='>> = {
  '>': '>',
  '>=': '>=',
  '=>': '>=',
  '≥': '>=',
  '<': '<',
  '<=': '<=',
  '=<': '<=',
  '≤': '<=',
  '=': '=',
};

const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?(?= ?[%€]?$)/u;

const AGE = /^(\d{1,4}) ?(\D{1,20})$/u;
const DATE = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/u;

/** Shortest and longest duration of a unit in hours, to detect empty ranges. */
const HOURS: Readonly<Record<Unit, readonly [number, number]>> = {
  h: [1, 1],
  d: [24, 24],
  bd: [24, Infinity],
  w: [168, 168],
  mo: [28 * 24, 31 * 24],
};

/** @throws {QueryError} for anything but a number within the bounds of the key, or two in order */
export function numbersIn(
  key: KeyOf<'number'>,
  piece: ValuePiece,
  asked: Asked,
): Comparison<number> {
  const { min, max, examples: valid } = KEYS[key];
  const numberIn = (text: string): number => {
    const found = NUMBER.exec(text)?.[0];
    const value = found === undefined ? Number.NaN : Number(found);
    if (value >= min && value <= max) return value === 0 ? 0 : value;
    throw refusal('query_bad_number', piece, asked, { valid });
  };
  const plain = piece.plain.replace(HYPHENATED, '$1..$2').replace(AND_MORE, '>=$1');
  return comparisonIn({ ...piece, plain }, asked, numberIn, (from, to) => from <= to);
}

/** `500-900` and `80+`, as people write them. */
const HYPHENATED = /^(\d[\d.]{0,15} ?[%€]?) ?[-–] ?(\d)/u;
const AND_MORE = /^(\d[\d.]{0,15} ?[%€]?) ?\+$/u;

/** @throws {QueryError} for anything but a whole number with a unit, at most some ten years, or two in order */
export function agesIn(piece: ValuePiece, asked: Asked): Comparison<Age> {
  const ageIn = (text: string): Age => {
    const [, count = '', word = ''] = AGE.exec(text) ?? [];
    const unit = unitNamed(word);
    if (unit !== undefined && Number(count) <= UNITS_MAX[unit]) {
      return { count: Number(count), unit };
    }
    const { units } = vocabularyIn(asked.language);
    const valid = [
      `3${units.h[0]}`,
      `3${units.d[0]}`,
      `>3${units.bd[0]}`,
      `1${units.w[0]}..2${units.w[0]}`,
      `>1${units.mo[0]}`,
    ];
    throw refusal('query_bad_age', piece, asked, { valid });
  };
  return comparisonIn(piece, asked, ageIn, (from, to) =>
    from.unit === to.unit
      ? from.count <= to.count
      : from.count * HOURS[from.unit][0] <= to.count * HOURS[to.unit][1],
  );
}

/** Whether a comparison is with a count of units: `<3d`. */
export function isAge(text: string): boolean {
  const [, , word = ''] = AGE.exec(text.replace(OPERATOR, '').trim()) ?? [];
  return unitNamed(word) !== undefined;
}

/**
 * @throws {QueryError} for anything but a year, a month, a day that exists or one counted from
 *   today, or two in order
 */
export function datesIn(piece: ValuePiece, asked: Asked): Comparison<string> {
  const dateIn = (text: string): string => {
    const relative = dateNamed(text) ?? dayOfMonthIn(text);
    if (relative === null) throw refusal('query_no_such_date', piece, asked);
    if (relative !== undefined) return relative;
    const [, year, month = '1', day = '1'] = DATE.exec(text) ?? [];
    if (year === undefined) {
      const { dates } = vocabularyIn(asked.language);
      const valid = ['2026-11', '2026-11-20', '2026-10..2026-11', dates['this-week'][0]];
      const nearest = isoDatesIn(piece.text, asked.language);
      throw refusal('query_bad_date', piece, asked, { valid, nearest });
    }
    if (!isDate(Number(year), Number(month), Number(day))) {
      throw refusal('query_no_such_date', piece, asked);
    }
    return isoDateOf(text.split(/[-/]/u));
  };
  return comparisonIn(piece, asked, dateIn, areDatesInOrder);
}

/** Relative dates have no order of their own: it depends on the day of the search. */
function areDatesInOrder(from: string, to: string): boolean {
  const isAbsolute = [from, to].every((date) => DATE.test(date));
  return !isAbsolute || firstDay(from) <= lastDay(to);
}

const NUMBER_AND_NAME = /^(\d{1,2})(?:er)?[- ](\p{L}+)$|^(\p{L}+)[- ](\d{1,2})$/u;
/** A leap year: 29 February is a day of some years. */
const LEAP_YEAR = 2024;

/** `3-november`, in either order and language; `null` when the month has no such day. */
function dayOfMonthIn(text: string): string | null | undefined {
  const [, day, name, nameFirst, dayLast] = NUMBER_AND_NAME.exec(text) ?? [];
  const month = dateNamed(name ?? nameFirst ?? '');
  const index = MONTH_NAMES.findIndex((each) => each === month);
  if (month === undefined || index < 0) return undefined;
  const number = Number(day ?? dayLast);
  return isDate(LEAP_YEAR, index + 1, number) ? `${number}-${month}` : null;
}

function comparisonIn<Value>(
  piece: ValuePiece,
  asked: Asked,
  valueIn: (text: string) => Value,
  isInOrder: (from: Value, to: Value) => boolean,
): Comparison<Value> {
  const { plain } = piece;
  const dots = DOTS.exec(plain);
  if (dots === null) {
    const operator = OPERATOR.exec(plain)?.[0] ?? '';
    const rest = plain.slice(operator.length).trim();
    if (rest === '') throw refusal('query_missing_value', piece, asked);
    return { is: OPERATORS[operator] ?? '=', value: valueIn(rest) };
  }
  const first = plain.slice(0, dots.index).trim();
  const last = plain.slice(dots.index + dots[0].length).trim();
  if (first === '' && last === '') throw refusal('query_missing_value', piece, asked);
  if (first === '') return { is: '<=', value: valueIn(last) };
  if (last === '') return { is: '>=', value: valueIn(first) };
  const [from, to] = [valueIn(first), valueIn(last)];
  if (!isInOrder(from, to)) {
    const swapped = `${last}${dots[0]}${first}`;
    const nearest = swapped.includes(' ') ? `"${swapped}"` : swapped;
    throw refusal('query_impossible_range', piece, asked, { nearest });
  }
  return { is: '..', from, to };
}

function firstDay(date: string): string {
  return date + '0000-01-01'.slice(date.length);
}

/** Sorts after every day of the month or year. */
function lastDay(date: string): string {
  return date + '0000-12-31'.slice(date.length);
}

// Two dots before a date belong to a range.
const WRITTEN = /(?<![\d/-])(?<!(?:^|[^.])\.)(?:(\d{1,2})[./-])?(\d{1,2})[./-](\d{4})(?![\d/-])/gu;
const MONTHS = 12;

/**
 * Dates as people write them, `21/11/2026` or `11/2026`, in ISO 8601; `null` for none, for one that
 * does not exist, and for one whose day and month are ambiguous.
 */
function isoDatesIn(text: string, language: Language): string | null {
  let isSure = true;
  const isDayFirst = vocabularyIn(language).dateOrder === 'day-first';
  const iso = text.replaceAll(
    WRITTEN,
    (_, first: string | undefined, second: string, year: string) => {
      const isMonthFirst = !isDayFirst && Number(second) > MONTHS;
      const [day = '1', month] = isMonthFirst ? [second, first ?? ''] : [first, second];
      const isEither = !isDayFirst && Number(day) <= MONTHS && day !== month;
      if (first !== undefined && isEither) isSure = false;
      if (!isDate(Number(year), Number(month), Number(day))) isSure = false;
      return isoDateOf([year, month, ...(first === undefined ? [] : [day])]);
    },
  );
  return isSure && iso !== text ? iso : null;
}

/** How a person writes the third of November: `03/11/2026` or `11/03/2026`. */
export type DateOrder = 'day-first' | 'month-first';

// Two dots before a date belong to a range.
const WRITTEN_DAY =
  /(?<![\p{L}\d/-])(?<!(?:^|[^.])\.)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\p{L}\d/-])/gu;
/** Without its year, a day is one behind a key for dates only. */
const SHORT_DAY = /(?<![\p{L}\d/-])(?<!(?:^|[^.])\.)(\d{1,2})\/(\d{1,2})(?![\p{L}\d/-])/gu;
/** Whether a text holds a quotation mark, behind which nothing is rewritten. */
export const QUOTED = /["“”„«»]/u;
const KEY_BEFORE = /(?<!\S)-?([\p{L}\p{M}_-]+):\S*$/u;

/**
 * A text with its days, such as `03/11/2026`, in ISO 8601, and `created:3/11` as `created:3-november`.
 * What is no day in the order of the person is one in the other order. What is none in either stays
 * as it is, like quotes, what is asked of keys that take no dates, and all where no order is known.
 */
export function withIsoDates(text: string, order: DateOrder | null): string {
  if (order === null || QUOTED.test(text)) return text;
  return withDaysOfYears(text, order).replaceAll(
    SHORT_DAY,
    (typed, first: string, second: string, at: number, whole: string) => {
      const [, key] = KEY_BEFORE.exec(whole.slice(0, at)) ?? [];
      const iso = dayIn(String(LEAP_YEAR), first, second, order);
      if (key === undefined || !takesDates(key) || iso === null) return typed;
      const { day, month } = Temporal.PlainDate.from(iso);
      return `${day}-${MONTH_NAMES[month - 1]}`;
    },
  );
}

function withDaysOfYears(text: string, order: DateOrder): string {
  return text.replaceAll(
    WRITTEN_DAY,
    (typed, first: string, _: string, second: string, year: string, at: number) => {
      const [, key] = KEY_BEFORE.exec(text.slice(0, at)) ?? [];
      if (key !== undefined && !takesDates(key)) return typed;
      return dayIn(year, first, second, order) ?? typed;
    },
  );
}

function dayIn(year: string, first: string, second: string, order: DateOrder): string | null {
  const dayFirst = isoDay(year, second, first);
  const monthFirst = isoDay(year, first, second);
  return (order === 'day-first' ? dayFirst : monthFirst) ?? dayFirst ?? monthFirst;
}

function takesDates(name: string): boolean {
  const key = keyNamed(name);
  return key !== undefined && key !== 'sort' && KEYS[key].kind === 'date';
}

function isoDay(year: string, month: string, day: string): string | null {
  if (!isDate(Number(year), Number(month), Number(day))) return null;
  return isoDateOf([year, month, day]);
}

/** @param parts of a date, the year of four digits first; later ones may be left out */
function isoDateOf(parts: readonly string[]): string {
  return parts.map((part) => part.padStart(2, '0')).join('-');
}

/** Whether a day is in the calendar. */
function isDate(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > MONTHS || day < 1) return false;
  return day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
}
