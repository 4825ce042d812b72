import { type FailureWords, isUuid } from '../../lib/text.ts';
import type { QueryError } from './errors.ts';
import type { PrefixedWords } from './keys/row.ts';
import { englishError, englishWords } from './messages/en.ts';
import { frenchError, frenchWords } from './messages/fr.ts';
import {
  MONTH_NAMES,
  PERIODS,
  type Period,
  WEEKDAY_NAMES,
  dayOfMonth,
  daysOfDate,
} from './periods.ts';
import {
  type Age,
  type Comparison,
  type Condition,
  KEYS,
  type KeyOf,
  type Kind,
  type Query,
  type Sort,
  type Unit,
  isIds,
  isShare,
} from './query.ts';
import { exactly, withoutSyntax } from './tokenizer.ts';
import { AS_SPELLED, valueInQuery } from './values.ts';
import { choiceNamed, keyWord, partWord, vocabularyIn, wordFor } from './vocabulary/index.ts';
import { LOCALES, type Language, type Spellings } from './vocabulary/types.ts';

const WORDS: Readonly<Record<Language, QueryWords>> = { en: englishWords, fr: frenchWords };

/** Any day of a leap year: names of days and months are the same from all. */
const SOME_DAY = Temporal.PlainDate.from('2024-12-31');

/** Formats by precision of a date: year, month, day. */
const DATE_STYLES = [
  { year: 'numeric' },
  { year: 'numeric', month: 'long' },
  { year: 'numeric', month: 'long', day: 'numeric' },
] as const;

/**
 * A query in words: “awaiting decision, older than 3 working days, oldest first”. Text typed by a
 * person is included as it is: treat it as data, not markup.
 *
 * @param of of all files, of a list that is narrow by itself, or of the files that are neither closed nor
 *   archived, which alone await a decision
 */
export function queryInWords(
  { conditions: typed, sort }: Query,
  language: Language,
  of: 'all' | 'narrow' | 'open' = 'all',
): string {
  const isOpen = of === 'open' || (typed.some(isNotClosed) && typed.some(isNotArchived));
  const own = WORDS[language];
  const words = isOpen ? own : { ...own, awaitingDecision: own.undecided };
  const quoted = (test: (one: Condition) => boolean) =>
    typed.flatMap((one) => (one.kind === 'words' && test(one) ? one.any.map(words.quoted) : []));
  // Their verb stands once: “matching “T2” and “Lyon””.
  const conditions = typed.filter(
    (one) => one === typed.find(isOneWord) || one === typed.find(isLeftOut) || !isJoined(one),
  );
  const tell = (condition: Condition) => {
    if (isOneWord(condition)) return words.allWords(quoted(isOneWord));
    if (isLeftOut(condition)) return words.notWords(quoted(isLeftOut));
    if (condition.kind === 'words') return words.words(condition.any.map(words.quoted));
    const what = conditionInWords(condition, words, language);
    return isExcluded(condition) ? words.except(what) : what;
  };
  const wanted = conditions.filter((condition) => !isExcluded(condition));
  const parts = [
    ...(of !== 'narrow' && wanted.length === 0 && conditions.every(({ kind }) => kind !== 'words')
      ? [words.everything]
      : wanted.map(tell)),
    // Exclusions come last.
    ...conditions.filter(isExcluded).map(tell),
    ...(sort === null ? [] : [words.sorts[sort]]),
  ];
  return parts.join(', ');
}

function isNotClosed(condition: Condition): boolean {
  const { kind, not } = condition;
  return (
    kind === 'choice' && condition.key === 'status' && condition.any.includes('CLOSED') === not
  );
}

function isNotArchived(condition: Condition): boolean {
  const { kind, not } = condition;
  return kind === 'flag' && condition.key === 'archived' && condition.any.includes(true) === not;
}

/** Whether a condition says what is left out: “not by nobody” is by anybody. */
function isExcluded(condition: Condition): boolean {
  return condition.not && !isOfAnybody(condition);
}

/** Whether a condition is of what files lack, however it is written: `-Paris`, `archived:no`, `no:guarantor`. */
export function isDenial(condition: Condition): boolean {
  const isFalse = condition.kind === 'flag' && condition.any.includes(false);
  const isLacked = condition.kind === 'part' && condition.key === 'no';
  return isExcluded(condition) || isFalse || isLacked;
}

function isOfAnybody({ kind, not, any }: Condition): boolean {
  return kind === 'person' && not && any.every((one) => one === 'nobody');
}

/** Whether a condition is of one free word, which files must have. */
function isOneWord(condition: Condition): boolean {
  return condition.kind === 'words' && !condition.not && condition.any.length === 1;
}

/** Whether a condition is of free words that files must not have. */
function isLeftOut(condition: Condition): boolean {
  return condition.kind === 'words' && condition.not;
}

function isJoined(condition: Condition): boolean {
  return isOneWord(condition) || isLeftOut(condition);
}

function conditionInWords(
  condition: Exclude<Condition, { kind: 'words' }>,
  words: QueryWords,
  language: Language,
): string {
  switch (condition.kind) {
    case 'text': {
      const isId = isIds(condition.key);
      const quoted = condition.any.map((text) => words.quoted(isId ? shortened(text) : text));
      return prefixed(condition.key, quoted.join(words.or), language);
    }
    case 'choice':
      return choiceInWords(condition, words, language);
    case 'number': {
      const format = numberFormat(condition.key, language);
      const compared = condition.any.map((one) => compare(one, format, words.numbers));
      return prefixed(condition.key, compared.join(words.or), language);
    }
    case 'age': {
      const format = ({ count, unit }: Age) => words.units[unit](count);
      const compared = KEYS[condition.key][language].described;
      return condition.any.map((one) => compare(one, format, compared)).join(words.or);
    }
    case 'date': {
      const format = (date: string) => dateName(date, language);
      const compared = condition.any.map((one) => compare(one, format, words.dates));
      return prefixed(condition.key, compared.join(words.or), language);
    }
    case 'flag': {
      const { yes, no } = KEYS[condition.key][language].described;
      return condition.any.map((flag) => (flag ? yes : no)).join(words.or);
    }
    case 'person': {
      const people = isOfAnybody(condition) ? ['anybody'] : condition.any;
      const named = people.map((one) => words.people(one));
      return prefixed(condition.key, named.join(words.or), language);
    }
    case 'part': {
      // Keys join their words by hyphens; that of “e-mail” is its own.
      const named = condition.any.map((part) =>
        partWord(part, language).replaceAll(/(?<!^e|pre|pré)-/gu, ' '),
      );
      return prefixed(condition.key, named.join(words.or), language);
    }
  }
}

const ID_BEGINNING = 8;

/** An id by its beginning, which finds the same: two of them whole leave no room for anything else. */
function shortened(text: string): string {
  return isUuid(text) ? `${text.slice(0, ID_BEGINNING)}…` : text;
}

function choiceInWords(
  { key, any }: Extract<Condition, { kind: 'choice' }>,
  words: QueryWords,
  language: Language,
): string {
  const isAwaiting = any.length === 2 && any.includes('PENDING') && any.includes('READY');
  if (key === 'decision' && isAwaiting) return words.awaitingDecision;
  const values = any
    .map((value) => valueInWords(key, value, language) ?? words.quoted(value))
    .join(words.or);
  return prefixed(key, values, language);
}

function valueInWords(key: KeyOf<'choice'>, value: string, language: Language): string | undefined {
  const choice = choiceNamed(key, value);
  return choice?.described?.[language] ?? choice?.[language][0].replaceAll('-', ' ');
}

/** Values behind the words for their key. */
function prefixed(
  key: KeyOf<Exclude<Kind, 'age' | 'flag'>>,
  values: string,
  language: Language,
): string {
  const { names, described = names[0].replaceAll('-', ' ') }: PrefixedWords<null> =
    KEYS[key][language];
  return described === null ? values : `${described} ${values}`;
}

function compare<Value, Text>(
  comparison: Comparison<Value>,
  tell: (value: Value) => Text,
  words: Compared<Text>,
): string {
  if (comparison.is === '..') return words['..'](tell(comparison.from), tell(comparison.to));
  const parts = tell(comparison.value);
  return words[comparison.is](parts, parts);
}

function numberFormat(
  key: (Condition & { readonly kind: 'number' })['key'],
  language: Language,
): (value: number) => string {
  const isPercent = isShare(key);
  const isMoney = 'isMoney' in KEYS[key];
  const style = isPercent ? 'percent' : 'decimal';
  return (value) =>
    (isPercent ? value / 100 : value).toLocaleString(LOCALES[language], {
      style,
      minimumFractionDigits: isMoney && !Number.isInteger(value) ? 2 : 0,
      maximumFractionDigits: 6,
    });
}

function dateName(date: string, language: Language): DateName {
  const words = WORDS[language];
  const period = PERIODS.find((known) => known === date);
  if (period !== undefined) return { name: words.periods[period], form: 'period' };
  const given = date.split('-').length;
  const single = dayOfMonth(date);
  const isWeekday = WEEKDAY_NAMES.some((name) => name === date);
  const isMonth = MONTH_NAMES.some((name) => name === date);
  const { first } = daysOfDate(date, SOME_DAY, 'past');
  const name = (style: Intl.DateTimeFormatOptions) =>
    first.toLocaleString(LOCALES[language], style);
  if (isWeekday) return { name: name({ weekday: 'long' }), form: 'weekday' };
  if (isMonth) return { name: name({ month: 'long' }), form: 'month' };
  if (single !== null) return { name: name({ month: 'long', day: 'numeric' }), form: 'day' };
  return {
    name: name(DATE_STYLES[given - 1] ?? {}),
    form: given === DATE_STYLES.length ? 'day' : 'month',
  };
}

/** Words per comparison; only `..` has two different values. */
export type Compared<Value> = Readonly<
  Record<Comparison<Value>['is'], (value: Value, to: Value) => string>
>;

/** A year, a month or a day in words. */
export interface DateName {
  readonly name: string;
  /** `period`: “last week”; `month` is a year, too. */
  readonly form: 'period' | 'weekday' | 'day' | 'month';
}

/** The words that describe a query in one language. */
export interface QueryWords {
  readonly everything: string;
  readonly except: (what: string) => string;
  /** Between alternatives, with its spaces. */
  readonly or: string;
  readonly quoted: (text: string) => string;
  /** Of which files must have one. */
  readonly words: (texts: readonly string[]) => string;
  /** Of which files must have all. */
  readonly allWords: (texts: readonly string[]) => string;
  readonly notWords: (texts: readonly string[]) => string;
  /** PENDING and READY together, of files that are neither closed nor archived. */
  readonly awaitingDecision: string;
  /** The same where closed and archived files may be among them. */
  readonly undecided: string;
  /** `me`, `nobody`, `anybody` or the Slack id of another person. */
  readonly people: (person: string) => string;
  readonly numbers: Compared<string>;
  readonly units: Readonly<Record<Unit, (count: number) => string>>;
  readonly dates: Compared<DateName>;
  readonly periods: Readonly<Record<Period, string>>;
  readonly sorts: Readonly<Record<Sort, string>>;
}

/** An unquoted word such as `score>70` would be refused as a missing colon. */
const HAS_SIGN = /[<>=]/;
const NEEDS_QUOTES = /[\s,:]|^[-‐‑–—−]/u;

/** A query as text in a language. Parsing it gives the same query, or one that finds the same files. */
export function formatQuery({ conditions, sort }: Query, language: Language): string {
  const { sorts } = vocabularyIn(language);
  return [
    ...conditions.map((condition) => formatCondition(condition, language)),
    ...(sort === null ? [] : [`${keyWord('sort', language)}:${sorts[sort][0]}`]),
  ].join(' ');
}

/** The same of a query for some files, by their ids. */
export function queryOfFiles(ids: readonly string[]): string {
  const condition: Condition = { kind: 'text', key: 'file', not: false, any: ids };
  return formatQuery({ conditions: [condition], sort: null }, 'en');
}

function formatCondition(condition: Condition, language: Language): string {
  const values = formatValues(condition, language).join(',');
  const key = condition.kind === 'words' ? '' : `${keyWord(condition.key, language)}:`;
  return `${condition.not ? '-' : ''}${key}${values}`;
}

function formatValues(condition: Condition, language: Language): readonly string[] {
  const { units, flags, people } = vocabularyIn(language);
  switch (condition.kind) {
    case 'words':
      return condition.any
        .map(withoutSyntax)
        .map((text) => (HAS_SIGN.test(text) ? `"${text}"` : quotedIfNeeded(text)));
    case 'text':
      return condition.any.map(isIds(condition.key) ? exactly : withoutSyntax).map(quotedIfNeeded);
    case 'choice':
      return condition.any.map(
        (value) =>
          wordFor(condition.key, value, language) ??
          quotedIfNeeded(AS_SPELLED + exactly(valueInQuery(value))),
      );
    case 'number': {
      // A comma after a sign could be a decimal one: a second sign rules that out.
      const hasSign = condition.any.some(({ is }) => is !== '=' && is !== '..');
      return condition.any.map(
        (one) => (hasSign && one.is === '=' ? '=' : '') + formatComparison(one, String),
      );
    }
    case 'age':
      return condition.any.map((one) =>
        formatComparison(one, ({ count, unit }: Age) => `${count}${units[unit][0]}`),
      );
    case 'date':
      return condition.any.map((one) =>
        formatComparison(one, (date) => formatDate(date, language)),
      );
    case 'flag':
      return condition.any.map((flag) => (flag ? flags.yes : flags.no)[0]);
    case 'person':
      return condition.any.map((one) =>
        one === 'me' || one === 'nobody' ? people[one][0] : `@${one}`,
      );
    case 'part':
      return condition.any.map((part) => partWord(part, language));
  }
}

function formatDate(date: string, language: Language): string {
  const words: Readonly<Partial<Record<string, Spellings>>> = vocabularyIn(language).dates;
  const single = dayOfMonth(date);
  if (single === null) return words[date]?.[0] ?? date;
  return `${single.day}-${words[MONTH_NAMES[single.month - 1] ?? '']?.[0]}`;
}

function formatComparison<Value>(
  comparison: Comparison<Value>,
  format: (value: Value) => string,
): string {
  if (comparison.is === '..') return `${format(comparison.from)}..${format(comparison.to)}`;
  const operator = comparison.is === '=' ? '' : comparison.is;
  return operator + format(comparison.value);
}

function quotedIfNeeded(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text}"` : text;
}

const ERRORS: Readonly<Record<Language, (error: QueryError, word: string) => FailureWords>> = {
  en: englishError,
  fr: frenchError,
};

const WORD_LENGTH_MAX = 40;
const CONTROL = /^\p{Cc}$/u;

/**
 * The error of a query in words: the wrong word, what is valid there, and a suggestion. The word
 * comes from a person: treat it as data, not markup, and never log it.
 */
export function errorInWords(error: QueryError, language: Language): FailureWords {
  return ERRORS[language](error, shown(error.word));
}

function shown(word: string): string {
  if (CONTROL.test(word)) return `U+${word.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const characters = Array.from(word);
  return characters.length <= WORD_LENGTH_MAX
    ? word
    : `${characters.slice(0, WORD_LENGTH_MAX).join('')}…`;
}
