import { formatQuery } from '../query/describe.ts';
import { parseQuery, queryOrNull } from '../query/parser.ts';
import { type Days, type Length, periodBeside } from '../query/periods.ts';
import {
  type Comparison,
  type Condition,
  daysCompared,
  type Query,
  sideOf,
  type Sort,
} from '../query/query.ts';
import { isFlagAlone, keyNamed } from '../query/vocabulary/index.ts';
import { isOfTime, RENT_MIN } from './figures/amounts.ts';
import { type FigureChange, sentenceOrNull } from './follow-up.ts';
import { PHRASES, VERBS } from './grammar/tables.ts';
import { besideIn, isBareBound } from './list-reference.ts';
import { AGE_KEYS, keyOf, verbFor } from './parts.ts';
import { understandOrNull } from './understand.ts';

/**
 * The query of a follow-up about the time that the query before it is about: “and last month?” after
 * “approved this month” asks for decisions, not for arrivals.
 *
 * @param text the follow-up: a verb or a key in it says which time it asks for
 */
export function datedLike(base: Query, change: Query, text: string): Query {
  const sentence = sentenceOrNull(text);
  const saysWhich = sentence?.phrases.some((phrases) =>
    phrases.some((phrase) => VERBS.has(phrase) || PHRASES.fresh.has(phrase)),
  );
  if (saysWhich !== false || text.includes(':')) return change;
  const dates = base.conditions.filter((one) => one.kind === 'date');
  const ages = base.conditions.filter((one) => one.kind === 'age');
  // “This week only” after “approved in Lyon”
  const [decided] = base.conditions.flatMap((one) => (one.not ? [] : (verbFor(textOf(one)) ?? [])));
  const keys = Array.from(new Set(dates.map(({ key }) => key)));
  const asked = keys.length === 0 ? decided : keys.length === 1 ? keys[0] : undefined;
  // “And two days ago” after “declined yesterday”
  const counted = Object.entries(AGE_KEYS).find(([key]) => dates.length > 0 && key === asked);
  const [age = { key: counted?.[1] }] = ages.length > 1 ? [] : ages;
  const conditions = change.conditions.map((one): Condition => {
    if (one.kind === 'date' && one.key === 'created') return { ...one, key: asked ?? one.key };
    if (one.kind === 'age' && one.key === 'age') return { ...one, key: age.key ?? one.key };
    return one;
  });
  return { ...change, conditions };
}

/**
 * A follow-up with the key of its number, “only under 900” after “rent over 500”, and with the sign
 * as well where it says none: “rather 800” after “rent under 700”. A bound alone is of the figure of
 * the list that it can be of, and has its unit: “only over 15” after “over 10 days”.
 */
export function numberedLike(base: Query, text: string): string {
  if (POSTCODE.test(text)) return text;
  if (isBareBound(text) || understandOrNull(text)?.isWhole !== true) {
    return likeOneOf(base.conditions, text) ?? text;
  }
  const keys = new Set(base.conditions.filter(({ kind }) => kind === 'number').map(keyOf));
  const [key] = keys;
  return key === undefined || keys.size > 1 ? text : signedLike(base, key, text);
}

const POSTCODE = /^\s*\d{5}\s*$/u;

/** A text of a number, with the sign of the bound on its key where it has none. */
function signedLike(base: Query, key: string, text: string): string {
  const conditions = understandOrNull(text)?.query.conditions ?? [];
  const [number] = conditions;
  const bound = base.conditions.find(
    (one) => one.kind === 'number' && one.key === key && boundOf(one) !== null,
  );
  if (number?.kind !== 'number' || number.key !== key || bound?.kind !== 'number') return text;
  const [{ is } = { is: '=' }] = bound.any;
  const [asked] = number.any;
  const isBare = conditions.length === 1 && number.any.length === 1 && !number.not;
  if (!isBare || EXACT.test(text)) return text;
  return asked?.is === '=' ? `${key}:${is}${asked.value}` : text;
}

type FigureCondition = Extract<Condition, { kind: 'number' | 'age' }>;

/** A text that is only a bound, as it is read of the one figure among conditions that it can be of. */
function likeOneOf(conditions: readonly Condition[], text: string): string | null {
  const figures = conditions.filter(
    (one): one is FigureCondition => one.kind === 'number' || one.kind === 'age',
  );
  const readings = figures.flatMap((old) => {
    const typed = old.kind === 'age' ? agedLike(old, text) : numberOfKey(old.key, text);
    const now = typed === null ? undefined : understandOrNull(typed)?.query.conditions[0];
    return typed === null || now === undefined ? [] : [{ typed, old, now }];
  });
  const isOfOne = new Set(readings.map(({ old }) => old.key)).size === 1;
  // “Over 85”, after “score over 80” and “rent under 900”
  const same = isOfOne
    ? readings
    : readings.filter(({ old, now }) => boundOf(old) === boundOf(now));
  const [one, another] = same;
  if (one === undefined || (another !== undefined && !isOfOne)) return null;
  return one.old.kind === 'number'
    ? signedLike({ conditions, sort: null }, one.old.key, one.typed)
    : one.typed;
}

/** `rent under 900` of “under 900”; `null` where the key takes no such number. */
function numberOfKey(key: string, text: string): string | null {
  const typed = `${key} ${text}`;
  const { isWhole = false, query } = understandOrNull(typed) ?? {};
  const isOfKey = query?.conditions.every(
    (one) =>
      one.kind === 'number' &&
      one.key === key &&
      one.any.every((each) => key !== 'rent' || each.is === '..' || each.value >= RENT_MIN),
  );
  return isWhole && isOfKey === true && query?.conditions.length !== 0 ? typed : null;
}

/** `ready:>15d` of “over 15”, after `ready:>10d`, whose unit and, without another, whose sign it has. */
function agedLike(old: FigureCondition, text: string): string | null {
  const [before] = old.any;
  const value = before?.is === '..' ? before.from : before?.value;
  if (before === undefined || typeof value !== 'object') return null;
  const counted = text.replaceAll(/\d+/gu, (digits) => digits + value.unit);
  const { isWhole = false, query } = understandOrNull(`age ${counted}`) ?? {};
  const [now, more] = query?.conditions ?? [];
  if (!isWhole || now?.kind !== 'age' || more !== undefined || counted === text) return null;
  const typed = textOf({ ...now, key: old.kind === 'age' ? old.key : now.key });
  const isAlone = /^\d+$/u.test(text.trim()) && before.is !== '..' && before.is !== '=';
  return isAlone ? `${keyOf(old)}:${before.is}${counted.trim()}` : typed;
}

/** Says that a number is to be taken as it is: `rent:800`, `exactly 800`, `800 pile`. */
const EXACT = /[:=]|\b(?:exact|pile\b)/iu;

/**
 * The query with another figure in place of its only one, with the same sign: `rent:<=800` of
 * `rent:<=700`; `null` where there is none, where there are several, and for a range.
 *
 * @throws {QueryError} for a figure that its key cannot have
 */
export function withFigure(base: Query, figure: FigureChange): Query | null {
  const { value, unit } = figure;
  const isTime = isOfTime(figure);
  const figures = base.conditions.filter(
    ({ kind }) => (kind === 'number' && !isTime) || (kind === 'age' && (isTime || unit === null)),
  );
  const [old] = figures;
  if (figures.length !== 1 || (old?.kind !== 'number' && old?.kind !== 'age')) return null;
  const [before] = old.any;
  if (old.any.length > 1 || before === undefined || before.is === '..') return null;
  const is = before.is === '=' ? '' : before.is;
  const counted = typeof before.value === 'object' ? before.value.unit : '';
  const { conditions } = parseQuery(
    `${old.not ? '-' : ''}${old.key}:${is}${value}${isTime ? unit : counted}`,
  );
  return {
    ...base,
    conditions: base.conditions.flatMap((one) => (one === old ? conditions : one)),
  };
}

/** The number of files, among all, that have all of these conditions. */
type CountOf = (conditions: readonly Condition[]) => number;

/**
 * A query with what a follow-up asks for. A condition replaces those of the same key, but bounds and
 * parts add up; a free word replaces those that no file has together with it, so that a town takes
 * the place of another.
 *
 * @param isOther whether the conditions are in place of something
 */
export function changedQuery(
  base: Query,
  change: Query,
  isOther: boolean,
  countOf: CountOf,
): Query {
  const isReplaced = (old: Condition) =>
    change.conditions.some((now) => replaces(now, old, isOther, countOf));
  const kept = base.conditions.filter((old) => !isReplaced(old));
  const named = change.conditions.filter(isName);
  const hasReplaced = base.conditions.some((old) => isPlace(old) && isReplaced(old));
  // “And studios”, after “in Lyon”, is no other town.
  const isBeside = (old: Condition) =>
    [old, ...named].every((one) => isOfPropertyOnly(one, countOf)) && countOf([old, ...named]) > 0;
  const isInPlace = (old: Condition) =>
    isName(old) && !isBeside(old) && named.some((now) => areAlike(now, old, countOf));
  const isAsked = named.every((now) => kept.some((old) => isSame(old, now)));
  // “What about Martin?” after “Dupont”, even if some file has both; asked again, it changes nothing.
  const last = isOther && !isAsked && !hasReplaced ? kept.findLast(isInPlace) : undefined;
  const conditions = kept.filter((old) => last === undefined || !isSame(old, last));
  const added = change.conditions.filter((now) => !conditions.some((old) => isSame(old, now)));
  const sort = change.sort ?? base.sort;
  const all = [...conditions, ...added];
  // “And in Lyon” after “ready in Paris”: a person called Paris may apply there without being ready.
  const name = named.length > 0 && countOf(all) === 0 ? conditions.findLast(isInPlace) : undefined;
  const others = all.filter((one) => name === undefined || !isSame(one, name));
  return { conditions: name !== undefined && countOf(others) > 0 ? others : all, sort };
}

/**
 * A query that finds what a follow-up asks for as well: alternatives of the conditions on the same
 * key. A list without a condition on that key holds them already.
 */
export function widenedQuery(base: Query, change: Query): Query {
  const conditions = base.conditions.flatMap((old): readonly Condition[] => {
    const isWanted = (now: Condition) => old.not && isSame({ ...now, not: true }, old);
    if (change.conditions.some(isWanted)) return [];
    return [change.conditions.reduce(either, old)];
  });
  return { conditions, sort: change.sort ?? base.sort };
}

/** A query without what a follow-up names: a free word, or the conditions on a key. */
export function liftedQuery(base: Query, named: Query): Query {
  const isNamed = (old: Condition) =>
    named.conditions.some(
      (now) => isSame(now, old) || (keyOf(now) !== '' && keyOf(now) === keyOf(old)),
    );
  return { ...base, conditions: base.conditions.filter((old) => !isNamed(old)) };
}

/** A query without its conditions on a key that a text names, or without its order; `null` where it has none. */
export function withoutKey(base: Query, text: string): Query | null {
  const key = keyNamed(text.trim());
  if (key === 'sort') return base.sort === null ? null : { ...base, sort: null };
  const conditions = base.conditions.filter((one) => !('key' in one) || one.key !== key);
  return conditions.length === base.conditions.length ? null : { ...base, conditions };
}

/**
 * A query in the opposite order; `null` where that has none.
 *
 * @param usual the order of a list of which no order is asked
 */
export function turnedQuery(base: Query, usual: Sort): Query | null {
  // “Reverse” twice leads back, also to “waiting”, which is the opposite of no order.
  const isTurned = base.sort !== null && base.sort === OPPOSITES[usual];
  if (isTurned) return { ...base, sort: null };
  const sort = OPPOSITES[base.sort ?? usual];
  return sort === null ? null : { ...base, sort };
}

const OPPOSITES: Readonly<Record<Sort, Sort | null>> = {
  oldest: 'newest',
  newest: 'oldest',
  score: 'lowest-score',
  'lowest-score': 'score',
  completion: 'least-complete',
  'least-complete': 'completion',
  'highest-rent': 'lowest-rent',
  'lowest-rent': 'highest-rent',
  // Ready files first, and of these the oldest
  waiting: 'newest',
  updated: null,
};

/** Either of two conditions on one key; the first, where they are not. */
function either(old: Condition, now: Condition): Condition {
  const isText = old.kind === 'text' && isPlace(old) && now.kind === 'words';
  if (old.not || now.not || (keyOf(old) !== keyOf(now) && !isText)) return old;
  const [first, second] = [textOf(old), textOf(isText ? { ...old, any: now.any } : now)];
  const value = second.slice(keyOf(old) === '' ? 0 : keyOf(old).length + 1);
  return queryOrNull(`${first},${value}`)?.conditions[0] ?? old;
}

function replaces(now: Condition, old: Condition, isOther: boolean, countOf: CountOf): boolean {
  if (isSame({ ...now, not: old.not }, old)) return now.not !== old.not;
  const isConflict = () => countOf([old, now]) === 0;
  // “Only furnished”, after a town, is no other town.
  if (isPlace(now) && isPlace(old)) {
    return isFlag(now) === isFlag(old) && areAlike(now, old, countOf) && isConflict();
  }
  if (keyOf(now) !== keyOf(old)) return isOther && !isPlace(now) && !isPlace(old) && isConflict();
  if (now.kind === 'part' || now.not) return false;
  if (old.not || areBounds(now, old)) return isConflict();
  return true;
}

function isSame(one: Condition, other: Condition): boolean {
  return textOf(one) === textOf(other);
}

function textOf(condition: Condition): string {
  return formatQuery({ conditions: [condition], sort: null }, 'en');
}

/** A free word that must occur. */
function isFree({ kind, not }: Condition): boolean {
  return kind === 'words' && !not;
}

/** Conditions that name a place, among other things. */
function isPlace(condition: Condition): boolean {
  return (isFree(condition) || keyOf(condition) === 'property') && !condition.not;
}

/** A free word that may be a name, of a person or of a place. */
function isName(condition: Condition): boolean {
  return isFree(condition) && !isFlag(condition);
}

/** Whether properties have the words of a condition, and no applicant has: `Lyon`, `studio`. */
export function isOfPropertyOnly(condition: Condition, countOf: CountOf): boolean {
  return (
    isOfSomeProperty(condition, countOf) &&
    condition.any.every((word) => !isHeldBy('applicant', word, countOf))
  );
}

/** Whether a query ends with a word that only properties have, and a text is another such one. */
export function areTowns(
  { conditions }: Query,
  text: string,
  countOf: (conditions: readonly Condition[]) => number,
): boolean {
  const [one, more] = understandOrNull(text)?.query.conditions ?? [];
  const last = conditions.findLast(isFree);
  if (one === undefined || more !== undefined || last === undefined || !isFree(one)) return false;
  const areBoth = [last, one].every((each) => isOfPropertyOnly(each, countOf) && !isFlag(each));
  return areBoth && countOf([last, one]) === 0;
}

/** Tells the words that only properties have: “Lyon managed”, unlike “files Sophie managed”. */
export function placesAmong(countAll: (query: Query) => number): (word: string) => boolean {
  const countOf: CountOf = (conditions) => countAll({ conditions, sort: null });
  return (word) => isOfPropertyOnly({ kind: 'words', not: false, any: [word] }, countOf);
}

function isOfSomeProperty({ any }: Condition, countOf: CountOf): boolean {
  return any.every((word) => isHeldBy('property', word, countOf));
}

function isHeldBy(key: 'property' | 'applicant', word: unknown, countOf: CountOf): boolean {
  return countOf(queryOrNull(`${key}:"${String(word)}"`)?.conditions ?? []) > 0;
}

/** Whether two names may both be of properties, or both of people: Sophie takes the place of no town. */
function areAlike(one: Condition, other: Condition, countOf: CountOf): boolean {
  const [first, second] = [one, other].map((name) => {
    const isOfKey = keyOf(name) === 'property';
    const isOfProperty = isOfKey || isOfSomeProperty(name, countOf);
    return { isOfProperty, isOfPerson: !isOfKey && !isOfPropertyOnly(name, countOf) };
  });
  return (
    (first?.isOfProperty === true && second?.isOfProperty === true) ||
    (first?.isOfPerson === true && second?.isOfPerson === true)
  );
}

/** A free word that stands for a yes or no: `furnished`. */
function isFlag(condition: Condition): boolean {
  return condition.kind === 'words' && condition.any.every(isFlagAlone);
}

/** Whether one is a lower and the other an upper bound: `over 500` and `under 900`. */
function areBounds(one: Condition, other: Condition): boolean {
  const [first, second] = [boundOf(one), boundOf(other)];
  return first !== null && second !== null && first !== second;
}

function boundOf(condition: Condition): 'lower' | 'upper' | null {
  if (condition.kind !== 'number' && condition.kind !== 'age' && condition.kind !== 'date') {
    return null;
  }
  const signs = condition.any.map((one: Comparison<unknown>) => one.is);
  if (signs.every((is) => is === '>' || is === '>=')) return 'lower';
  return signs.every((is) => is === '<' || is === '<=') ? 'upper' : null;
}

/**
 * The query for the period before or after that of a list, counted from there: “and the week
 * before”, after “approved last week”; `null` for any other text, and where the list has not exactly
 * one period.
 *
 * @param today where the reader is
 */
export function besideQuery(base: Query, text: string, today: Temporal.PlainDate): Query | null {
  const sentence = sentenceOrNull(text);
  const found = sentence && besideIn(sentence);
  const dates = base.conditions.filter((one) => one.kind === 'date' && !one.not);
  const [old] = dates;
  if (found === null || dates.length !== 1) return null;
  const days = old?.kind === 'date' ? daysOf(old, today) : null;
  if (old?.kind !== 'date' || days === null) return null;
  const length = found.length ?? lengthOf(days);
  if (length === null) return null;
  const value = valueOf(length, periodBeside(length, days, found.side));
  const [now] = queryOrNull(`${old.key}:${value}`)?.conditions ?? [];
  if (now === undefined) return null;
  return { ...base, conditions: base.conditions.map((one) => (one === old ? now : one)) };
}

/** The length of a period by its days: a week, a month; `null` for any other number of them. */
function lengthOf({ first, last }: Days): Length | null {
  const count = first.until(last).days + 1;
  const lengths: readonly (readonly [Length, number, number])[] = [
    ['day', 1, 1],
    ['weekend', 2, 2],
    ['week', 7, 7],
    ['month', 28, 31],
    ['quarter', 90, 92],
    ['year', 365, 366],
  ];
  return lengths.find(([, least, most]) => count >= least && count <= most)?.[0] ?? null;
}

function daysOf(
  { key, any }: Extract<Condition, { kind: 'date' }>,
  today: Temporal.PlainDate,
): Days | null {
  const [date, more] = any;
  if (date === undefined || more !== undefined) return null;
  return daysCompared(date, today, sideOf(key));
}

/** A value of queries: `2026-10` for a month, `2026-11-09..2026-11-15` for a week. */
function valueOf(length: Length, { first, last }: Days): string {
  const day = first.toString();
  if (length === 'year') return day.slice(0, YEAR_DIGITS);
  if (length === 'month') return day.slice(0, MONTH_DIGITS);
  return length === 'day' ? day : `${day}..${last.toString()}`;
}

const YEAR_DIGITS = 4;
const MONTH_DIGITS = 7;
