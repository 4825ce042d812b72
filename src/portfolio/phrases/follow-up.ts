import { fold } from '../../lib/text.ts';
import { formatQuery } from '../query/describe.ts';
import { QueryError } from '../query/errors.ts';
import { queryOrNull } from '../query/parser.ts';
import type { Comparison, Condition, Query } from '../query/query.ts';
import { isFlagAlone } from '../query/vocabulary/index.ts';
import { isUnit } from './figures.ts';
import type { FollowUpPhrases, Question } from './grammar.ts';
import { FOLLOW_UPS, FRESH, isSmall, LACK, NOT, POLITE, SMALL, VERBS } from './tables.ts';
import { understandOrNull } from './understand.ts';
import { endOf, longest, type Sentence, sentenceOf, wordsIn } from './words.ts';

/** What a text changes of the query before it. */
export type FollowUp =
  | { readonly kind: 'page'; readonly to: 'next' | 'previous' | number }
  /** All files of the same kind of list. */
  | { readonly kind: 'reset' }
  | {
      readonly kind: 'change';
      /** What the files must have, without the words around it. */
      readonly text: string;
      /** Whether it is in place of something: `what about Nantes`, unlike `only Nantes`. */
      readonly isOther: boolean;
      /** Whether it is beside something: `also Nantes`. */
      readonly isAlso?: true;
      /** Whether it does not count any more: `remove the Nantes filter`. */
      readonly isLifted?: true;
      /** Whether the whole text is a query as well: `sort by score`. */
      readonly isQuery: boolean;
    };

const LENGTH_MAX = 500;

/**
 * What a message changes of the query before it, in either language: `only Lyon`, `et les refusés ?`,
 * `next`, `page 3`.
 *
 * @returns `null` for a text that is a request of its own
 */
export function followUpIn(text: string): FollowUp | null {
  const corrected = withoutCorrection(text);
  if (corrected !== text) {
    const meant = { kind: 'change', text: corrected, isOther: true, isQuery: true } as const;
    return followUpIn(corrected) ?? meant;
  }
  const sentence = sentenceOrNull(text);
  if (sentence === null) return null;
  const start = skipFillers(sentence, 0);
  return (
    pagingAt(sentence, start) ??
    liftedAt(sentence, start) ??
    changeAt(sentence, start, text) ??
    ofThemIn(sentence, text) ??
    (endOf(sentence, start, EXCEPT) !== null ||
    isExclusion(sentence, start, text) ||
    isOrder(text) ||
    isAboutList(text)
      ? { kind: 'change', text, isOther: false, isQuery: true }
      : null)
  );
}

/** A text without a “no,” or “not these,” before what was meant instead. */
export function withoutCorrection(text: string): string {
  const sentence = sentenceOrNull(text);
  const end = sentence && endOf(sentence, 0, CORRECTIONS);
  const next = end === null ? undefined : sentence?.words[end];
  if (sentence === null || end === null || next === undefined) return text;
  const isSure =
    end > 1 ||
    sentence.words[end - 1]?.hasComma === true ||
    longest(sentence, end, (phrase) => LEADS.get(phrase)) !== null ||
    // “No in Nice”
    PLACE.has(next.folded);
  return isSure ? text.slice(next.at) : text;
}

/** What a text changes of a query where nothing else can be meant: every text is a follow-up. */
export function refinementIn(text: string): FollowUp {
  const found = followUpIn(text);
  if (found !== null) return found;
  const understood = understandOrNull(text);
  const isAll =
    understood !== null &&
    understood.query.conditions.length === 0 &&
    understood.query.sort === null &&
    understood.ignored.length === 0;
  return isAll ? { kind: 'reset' } : { kind: 'change', text, isOther: false, isQuery: true };
}

function sentenceOrNull(text: string): Sentence | null {
  if (text.length > LENGTH_MAX) return null;
  try {
    return sentenceOf(wordsIn(text, isUnit));
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** `next`, `page 3 please`: nothing else is asked for. */
function pagingAt(sentence: Sentence, start: number): FollowUp | null {
  const { words } = sentence;
  const isEnd = (at: number) => skipFillers(sentence, at, SMALL) === words.length;
  // “Show them all” is a phrase with a small word of its own, which is none before “next”.
  for (const at of [start, skipSmall(sentence, start)]) {
    const found = longest(sentence, at, (phrase) => PAGING.get(phrase));
    if (found !== null && isEnd(found.end)) return found.meaning;
  }
  const page = endOf(sentence, skipSmall(sentence, start), PAGE);
  const number = page === null ? Number.NaN : Number(words[page]?.text);
  const isPage = Number.isSafeInteger(number) && number > 0 && isEnd((page ?? 0) + 1);
  return isPage ? { kind: 'page', to: number } : null;
}

/** `remove the ready filter`, `enlève le filtre Lyon`. */
function liftedAt(sentence: Sentence, start: number): FollowUp | null {
  const lift = endOf(sentence, start, LIFT);
  if (lift === null) return null;
  const words = sentence.words.slice(lift);
  const named = words.filter(({ folded }) => !FILTER.has(folded));
  if (named.length === words.length) return null;
  const text = named
    .filter(({ folded }) => !isSmall(folded))
    .map(({ text: word }) => word)
    .join(' ');
  if (text === '') return { kind: 'reset' };
  return { kind: 'change', text, isOther: false, isLifted: true, isQuery: false };
}

/** `only Lyon`, `and the rejected ones?`, `Nantes instead`. */
function changeAt(sentence: Sentence, start: number, text: string): FollowUp | null {
  const { words } = sentence;
  const lead = longest(sentence, start, (phrase) => LEADS.get(phrase));
  const first = words[lead?.end ?? start];
  if (first === undefined) return null;
  for (let at = start + 1; at < words.length; at += 1) {
    const after = longest(sentence, at, (phrase) => AFTER.get(phrase));
    const isLast = after !== null && skipFillers(sentence, after.end) === words.length;
    if (isLast && at > (lead?.end ?? start)) {
      return changeOf(text.slice(first.at, words[at]?.at), after.meaning);
    }
  }
  // “And in Lyon” narrows the files of a person: the town does not replace the name.
  const isTown = lead?.meaning === 'other' && PLACE.has(first.folded);
  return lead && changeOf(text.slice(first.at), isTown ? 'narrow' : lead.meaning);
}

/** `how many of them are in Nice`: a question about part of the list. */
function ofThemIn(sentence: Sentence, text: string): FollowUp | null {
  const { words } = sentence;
  const at = words.findIndex((_, place) => endOf(sentence, place, OF_THEM) !== null);
  const next = at < 0 ? undefined : words[endOf(sentence, at, OF_THEM) ?? at];
  return next === undefined
    ? null
    : changeOf(text.slice(0, words[at]?.at) + text.slice(next.at), 'narrow');
}

/** A question about one file is one of its own: `and the phone number of Dupont`. */
function changeOf(text: string, meaning: Change): FollowUp | null {
  const question = understandOrNull(text)?.question ?? null;
  if (question !== null && !OF_LISTS.has(question)) return null;
  const also = meaning === 'also' ? ({ isAlso: true } as const) : {};
  return {
    kind: 'change',
    text: text.trim(),
    isOther: meaning === 'other',
    isQuery: false,
    ...also,
  };
}

/** `without the approved`, `pas les maisons`: what a list must not hold, and nothing else. */
function isExclusion(sentence: Sentence, start: number, text: string): boolean {
  if (OF_EVERYTHING.test(sentence.words[start]?.folded ?? '')) return false;
  if (endOf(sentence, start, NOT) === null && endOf(sentence, start, LACK) === null) return false;
  const { question = null, query } = understandOrNull(text) ?? {};
  const conditions = query?.conditions ?? [];
  return question === null && conditions.length > 0 && conditions.every(isDenied);
}

/** “Everything but pending” is of all files, not of those of the list. */
const OF_EVERYTHING = /^(?:any|every)(?:thing|one|body|where)$/u;

function isDenied(one: Condition): boolean {
  return one.not || (one.kind === 'flag' && !one.any.includes(true));
}

function isOrder(text: string): boolean {
  const understood = understandOrNull(text);
  return (
    understood !== null &&
    understood.query.sort !== null &&
    understood.query.conditions.length === 0 &&
    !text.includes(':')
  );
}

/** `how many?`, `qui sont-ils ?`: a question about the files of the list, whichever they are. */
function isAboutList(text: string): boolean {
  const understood = understandOrNull(text);
  return (
    understood !== null &&
    understood.question !== null &&
    OF_LISTS.has(understood.question) &&
    understood.query.conditions.length === 0 &&
    understood.query.sort === null
  );
}

/** Questions that a list answers. */
const OF_LISTS: ReadonlySet<Question> = new Set(['who', 'count']);

/** The place behind polite words, and words of a set. */
function skipFillers(sentence: Sentence, start: number, more?: ReadonlySet<string>): number {
  let at = start;
  for (;;) {
    const end = endOf(sentence, at, POLITE) ?? endOf(sentence, at, FILLERS);
    const isMore = more?.has(sentence.words[at]?.folded ?? '') === true;
    if (end === null && !isMore) return at;
    at = end ?? at + 1;
  }
}

/** The place behind `show me the`. */
function skipSmall({ words }: Sentence, start: number): number {
  let at = start;
  while (SHOW.has(words[at]?.folded ?? '')) at += 1;
  return at;
}

/** Before `next`: articles, and verbs that ask to see something. */
const SHOW: ReadonlySet<string> = new Set(
  'show me the go to see give voir montre affiche la le les a moi'.split(' '),
);

const FILLERS = setOf(({ fillers }) => fillers);
const EXCEPT = setOf(({ except }) => except);
const CORRECTIONS = setOf(({ correction }) => correction);
const OF_THEM = setOf(({ ofThem }) => ofThem);
const PLACE = setOf(({ place }) => place);
const LIFT = setOf(({ lift }) => lift);
const FILTER = setOf(({ filter }) => filter);
const PAGE = setOf(({ page }) => page);
const PAGING: ReadonlyMap<string, FollowUp> = new Map<string, FollowUp>([
  ...entriesOf(({ next }) => next, { kind: 'page', to: 'next' } as const),
  ...entriesOf(({ previous }) => previous, { kind: 'page', to: 'previous' } as const),
  ...entriesOf(({ first }) => first, { kind: 'page', to: 1 } as const),
  ...entriesOf(({ reset }) => reset, { kind: 'reset' } as const),
]);
/** How a follow-up changes a list. */
type Change = 'narrow' | 'other' | 'also';
const LEADS = new Map<string, Change>([
  ...entriesOf(({ also }) => also, 'also' as const),
  ...entriesOf(({ narrow }) => narrow, 'narrow' as const),
  ...entriesOf(({ other }) => other, 'other' as const),
]);
const AFTER = new Map<string, Change>([
  ...entriesOf(({ alsoAfter }) => alsoAfter, 'also' as const),
  ...entriesOf(({ narrowAfter }) => narrowAfter, 'narrow' as const),
  ...entriesOf(({ otherAfter }) => otherAfter, 'other' as const),
]);

function setOf(select: (phrases: FollowUpPhrases) => readonly string[]): ReadonlySet<string> {
  return new Set(FOLLOW_UPS.flatMap(select).map(fold));
}

function entriesOf<Meaning>(
  select: (phrases: FollowUpPhrases) => readonly string[],
  meaning: Meaning,
): (readonly [string, Meaning])[] {
  return FOLLOW_UPS.flatMap(select).map((phrase) => [fold(phrase), meaning] as const);
}

/**
 * The query of a follow-up about the time that the query before it is about: “and last month?” after
 * “approved this month” asks for decisions, not for arrivals.
 *
 * @param text the follow-up: a verb or a key in it says which time is meant
 */
export function datedLike(base: Query, change: Query, text: string): Query {
  const sentence = sentenceOrNull(text);
  const saysWhich = sentence?.phrases.some((phrases) =>
    phrases.some((phrase) => VERBS.has(phrase) || FRESH.has(phrase)),
  );
  if (saysWhich !== false || text.includes(':')) return change;
  const dates = base.conditions.filter((one) => one.kind === 'date');
  const ages = base.conditions.filter((one) => one.kind === 'age');
  const conditions = change.conditions.map((one): Condition => {
    if (one.kind === 'date' && one.key === 'created') {
      return { ...one, key: dates.length === 1 ? (dates[0]?.key ?? one.key) : one.key };
    }
    if (one.kind === 'age' && one.key === 'age') {
      return { ...one, key: ages.length === 1 ? (ages[0]?.key ?? one.key) : one.key };
    }
    return one;
  });
  return { ...change, conditions };
}

/**
 * A follow-up with the key of its number, “only under 900” after “rent over 500”, and with the sign
 * as well where it says none: “rather 800” after “rent under 700”.
 */
export function numberedLike(base: Query, text: string): string {
  const keys = new Set(base.conditions.filter(({ kind }) => kind === 'number').map(keyOf));
  const [key] = keys;
  if (key === undefined || keys.size > 1) return text;
  const whole = understandOrNull(text)?.isWhole === true ? text : `${key} ${text}`;
  const understood = understandOrNull(whole);
  if (understood?.isWhole !== true) return text;
  const { conditions } = understood.query;
  const [number] = conditions;
  const bound = base.conditions.find((one) => one.kind === 'number' && boundOf(one) !== null);
  if (number?.kind !== 'number' || number.key !== key || bound?.kind !== 'number') return whole;
  const [{ is } = { is: '=' }] = bound.any;
  const [asked] = number.any;
  const isBare = conditions.length === 1 && number.any.length === 1 && !number.not;
  if (!isBare || EXACT.test(text)) return whole;
  return asked?.is === '=' ? `${key}:${is}${asked.value}` : whole;
}

/** Says that a number is meant as it is: `rent:800`, `exactly 800`, `800 pile`. */
const EXACT = /[:=]|\b(?:exact|pile\b)/iu;

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
  const isWordAdded = change.conditions.some(isFree);
  const hasReplaced = base.conditions.some((old) => isPlace(old) && isReplaced(old));
  // “What about Martin?” after “Dupont”, who apply together for some file.
  const isName = (old: Condition) => isFree(old) && !isFlag(old);
  const last = isOther && isWordAdded && !hasReplaced ? kept.findLast(isName) : undefined;
  const conditions = kept.filter((old) => old !== last);
  const added = change.conditions.filter((now) => !conditions.some((old) => isSame(old, now)));
  const sort = change.sort ?? base.sort;
  const all = [...conditions, ...added];
  // “And in Lyon” after “ready in Paris”: a person called Paris may apply there without being ready.
  const name = isWordAdded && countOf(all) === 0 ? conditions.findLast(isName) : undefined;
  const others = all.filter((one) => one !== name);
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
  if (isPlace(now) && isPlace(old)) return isFlag(now) === isFlag(old) && isConflict();
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

/** A free word that stands for a yes or no: `furnished`. */
function isFlag(condition: Condition): boolean {
  return condition.kind === 'words' && condition.any.every(isFlagAlone);
}

function keyOf(condition: Condition): string {
  return condition.kind === 'words' ? '' : condition.key;
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
