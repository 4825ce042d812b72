import type { KeyOf, QueryKey } from '../../query/query.ts';
import { isOfKind, keyNamed } from '../../query/vocabulary/index.ts';
import { isClockAt } from '../dates.ts';
import type { Sign } from '../grammar/index.ts';
import {
  BETWEEN,
  COMPARE,
  COMPARE_AFTER,
  COMPLETE,
  DATES,
  DENIALS,
  isSmall,
  KEYS,
  NUMBERS,
  PHRASES,
  RANGES,
  VERBS,
} from '../grammar/tables.ts';
import { endOf, longest, type Match, type Sentence, skip, typedOf } from '../words.ts';
import {
  type Amount,
  type Compared,
  amountAt,
  decadesAt,
  halfAt,
  hasNumber,
  isGroupedAt,
  isOfTime,
  isRentRange,
  isRentWord,
  isTodayAt,
  measureAt,
  numberOf,
  RENT_MIN,
  signAt,
  timeUnitAt,
} from './amounts.ts';

/** A comparison with a number or an age. */
export type Figure =
  | { readonly kind: 'number'; readonly query: string }
  | {
      readonly kind: 'age';
      /** What is so old; `null` when the verb says it. */
      readonly key: KeyOf<'age'> | null;
      /** Whether it is of what the verb says: “approved in the last 3 days”, unlike “older than 3 days”. */
      readonly isWithin: boolean;
      /** A value of such a key. */
      readonly value: string;
    };

const RANGE = /^(\d{1,6})(?:-|–|\.{2,3}|…)(\d{1,6})$/u;
const PAST = /^(?:.* )?past$/;

/**
 * The comparison that begins at a place: `score > 80`, `max rent 800`, `under 600 euros`, `since 3
 * days`.
 *
 * @param last the key of the comparison before it, of which a bound alone is as well: `min 40`
 */
export function figureAt(
  sentence: Sentence,
  at: number,
  last: QueryKey | null = null,
): Match<Figure> | null {
  return (
    boundedAt(sentence, at) ??
    namedAt(sentence, at) ??
    (last !== null && boundAt(sentence, at) !== null ? comparedAt(sentence, at, last) : null)
  );
}

/** How an age begins with “since”: `for 3 days`, or `for more than 3 days`; `null` where it does not. */
export function sinceAt(sentence: Sentence, at: number): 'alone' | 'compared' | null {
  const { isSince, sign } = signAt(sentence, at, false);
  if (!isSince) return null;
  return sign === null ? 'alone' : 'compared';
}

/** `max rent 800`: the bound stands before the key. */
function boundedAt(sentence: Sentence, at: number): Match<Figure> | null {
  const bound = boundAt(sentence, at);
  const named = bound && keyAt(sentence, skip(sentence, bound.end, PHRASES.joints));
  return named && comparedAt(sentence, named.end, named.meaning, bound.meaning);
}

/** A comparison that may stand on either side of its number: `at most`. */
function boundAt(sentence: Sentence, at: number): Match<Sign> | null {
  return longest(sentence, at, (phrase) =>
    COMPARE_AFTER.has(phrase) ? COMPARE.get(phrase) : undefined,
  );
}

function namedAt(sentence: Sentence, at: number): Match<Figure> | null {
  const named = keyAt(sentence, at);
  const key = named?.meaning ?? null;
  const end = named?.end ?? at;
  // “Not updated in 2 weeks”
  const isIn = key === 'stale' && DATES.get(sentence.words[end]?.folded ?? '') === '=';
  const start = isIn ? end + 1 : end;
  const isBudget = named !== null && endOf(sentence, at, PHRASES.budget) === named.end;
  const most = isBudget ? '<=' : null;
  const decade = decadesAt(sentence, start, key);
  if (decade?.meaning === null) return null;
  if (decade) return { meaning: { kind: 'number', query: decade.meaning }, end: decade.end };
  return rangeAt(sentence, start, key) ?? comparedAt(sentence, start, key, most);
}

/** The place behind an amount that no file holds: “earns over 3000”, “more than 200 m²”, “at least 2 rooms”. */
export function unheldAt(sentence: Sentence, at: number): number | null {
  const named = keyAt(sentence, at);
  const isNumber = named !== null && isOfKind(named.meaning, 'number');
  const decade = decadesAt(sentence, isNumber ? named.end : at, named?.meaning ?? null);
  if (decade?.meaning === null) return decade.end;
  const range = unheldRangeAt(sentence, at) ?? shareOfPeopleAt(sentence, at);
  if (range !== null) return range;
  const unheld = endOf(sentence, boundAt(sentence, at)?.end ?? at, PHRASES.unheld);
  const before = signAt(sentence, unheld ?? at, unheld !== null);
  const about = endOf(sentence, before.end, PHRASES.about);
  const amount = amountAt(sentence, about ?? before.end, true);
  const behind = amount === null ? null : endOf(sentence, amount.end, PHRASES.unheldUnits);
  const unit =
    amount === null || behind !== null
      ? // “50 m² and more”
        behind && (afterAt(sentence, behind)?.end ?? behind)
      : before.sign === null
        ? null
        : endOf(sentence, amount.end, PHRASES.counted);
  return unit ?? (unheld === null ? null : (amount?.end ?? null));
}

/** The place behind `guarantors under 50%`: people are counted, and no file says a share of them. */
function shareOfPeopleAt(sentence: Sentence, at: number): number | null {
  const counted = keyAt(sentence, at);
  if (counted?.meaning !== 'guarantors') return null;
  const amount = amountAt(sentence, signAt(sentence, counted.end, true).end, true);
  if (amount?.unit !== 'percent') return null;
  const end = afterAt(sentence, amount.end)?.end ?? amount.end;
  return endOf(sentence, end, COMPLETE) ?? end;
}

/** The place behind a bound on what nothing says, where no figure is: `80 or more`, `over 80`. */
export function bareBoundAt(sentence: Sentence, at: number): number | null {
  const { sign, end: place, ...before } = signAt(sentence, at, false);
  const amount = amountAt(sentence, place, false);
  if (before.isWithin || before.isSince || before.isAgo || amount?.unit !== null) return null;
  const after = afterAt(sentence, amount.end);
  // “Des 3 fontaines”: small words before a number may be part of a name.
  const isBound = after !== null || (sign !== null && !isSmall(typedOf(sentence, at, place)));
  return isBound ? (after?.end ?? amount.end) : null;
}

/** The place behind `between 40 and 60 m²`. */
function unheldRangeAt(sentence: Sentence, at: number): number | null {
  const opening =
    longest(sentence, at, (phrase) => RANGES.get(phrase)) ?? bareOpening(sentence, at);
  const first = opening && amountAt(sentence, opening.end, true);
  const closing = first && endOf(sentence, first.end, opening.meaning);
  const second = closing === null ? null : amountAt(sentence, closing, true);
  return second && endOf(sentence, second.end, PHRASES.unheldUnits);
}

/** The place behind a phrase for what has not changed: `unchanged`, `haven’t been changed`. */
export function staleAt(sentence: Sentence, at: number): number | null {
  const named = longest(sentence, at, (phrase) =>
    KEYS.get(phrase) === 'stale' ? phrase : undefined,
  );
  // “Nothing for two weeks”, unlike “nothing for Dupont”
  const nothing = endOf(sentence, at, PHRASES.nothing);
  const isSince = endOf(sentence, nothing ?? at, PHRASES.since) !== null;
  const isIn = DATES.get(sentence.words[nothing ?? at]?.folded ?? '') === '=';
  const length = nothing !== null && isIn ? amountAt(sentence, nothing + 1, true) : null;
  if (nothing !== null && (isSince || (length !== null && isOfTime(length)))) return nothing;
  const end = endOf(sentence, at, DENIALS);
  if (end === null) return named?.end ?? null;
  const verb = longest(sentence, skip(sentence, end, BETWEEN), (phrase) =>
    VERBS.get(phrase) === 'updated' ? phrase : undefined,
  );
  return Math.max(named?.end ?? 0, verb?.end ?? 0) || null;
}

function keyAt(sentence: Sentence, at: number): Match<QueryKey> | null {
  const stale = staleAt(sentence, at);
  const named = longest<QueryKey>(sentence, at, (phrase) => {
    // “Fees under 300”
    const key = KEYS.get(phrase) ?? keyNamed(phrase) ?? keyNamed(phrase.replace(/s$/u, ''));
    // “Waiting” asks for files that await a decision, with or without an age.
    if (key === undefined || key === 'sort' || key === 'waiting') return undefined;
    return isOfKind(key, 'number') || isOfKind(key, 'age') ? key : undefined;
  });
  if (stale !== null && stale > (named?.end ?? at)) return { meaning: 'stale', end: stale };
  if (named === null || named.end === at + 1) return named;
  // “Complete at least 80 %”: the last word begins a comparison.
  const compared = longest(sentence, named.end - 1, (phrase) => COMPARE.get(phrase));
  return compared !== null && compared.end > named.end ? { ...named, end: named.end - 1 } : named;
}

/** @param bound the sign, where none stands between the key and the number */
function comparedAt(
  sentence: Sentence,
  at: number,
  key: QueryKey | null,
  bound: Sign | null = null,
): Match<Figure> | null {
  const placed = signAt(sentence, at, key !== null);
  const before = { ...placed, sign: placed.sign ?? bound };
  const hasSign = before.sign !== null || before.isSince;
  const day = endOf(sentence, before.end, PHRASES.twoDaysAgo);
  if (day !== null && (key === null || isOfKind(key, 'age'))) {
    const is = before.isSince ? '<=' : '';
    return { meaning: { kind: 'age', key, isWithin: true, value: `${is}2d` }, end: day };
  }
  const about = endOf(sentence, before.end, PHRASES.about);
  const amount =
    amountAt(sentence, about ?? before.end, hasSign || key !== null || isAgoAt(sentence, before)) ??
    halfAt(sentence, before.end, key);
  if (amount === null) {
    // “the past week”
    const unit = before.isWithin ? timeUnitAt(sentence, before.end) : null;
    // “The last hour”, unlike “the last week”
    const isPast = PAST.test(sentence.phrases[before.end - 1]?.[0] ?? '') || unit?.meaning === 'h';
    if (unit === null || !isPast) return null;
    return age(key, before, { value: 1, unit: unit.meaning, end: unit.end });
  }
  const isTime = isOfTime(amount);
  // “900 or so”, unlike “under 900 or so”
  const vague =
    isTime || before.sign !== null ? null : endOf(sentence, amount.end, PHRASES.aboutAfter);
  const guessed = vague === null ? null : targetOf(key, amount, true);
  if (vague !== null && guessed !== null) return aboutOf(guessed, amount.value, vague);
  if (isTodayAt(sentence, at) && endOf(sentence, amount.end, PHRASES.ago) === null) return null;
  const first =
    isTime || amount.unit !== null || key !== null || amount.value >= RENT_MIN
      ? afterAt(sentence, amount.end)
      : null;
  // “80 % complete”, “80 % complete or better”
  const bare = first?.end ?? amount.end;
  const shared = amount.unit === 'percent' ? endOf(sentence, bare, COMPLETE) : null;
  const better = shared === null ? null : afterAt(sentence, shared);
  // “80 % complete and more than 2 guarantors”, “80 % complete and up for grabs”
  const isOfNext = BEHIND_BOUND.has(sentence.words[better?.end ?? 0]?.folded ?? '');
  const after = first ?? (isOfNext ? null : better);
  const sign = after?.meaning ?? before.sign;
  const whole = { ...before, sign };
  const ended = { ...amount, end: Math.max(shared ?? bare, after?.end ?? bare) };
  // “Ready at 9h” is no age.
  const isClock = before.end > at && isClockAt(sentence, before.end - 1);
  if (isTime && (about !== null || (sign === null && isClock))) return null;
  if (isTime) return agoOf(sentence, key, whole, ended) ?? age(key, whole, ended);
  if (before.isWithin || before.isSince || before.isAgo) return null;
  const behind =
    key === null && amount.unit === null ? keyBehind(sentence, after?.end ?? amount.end) : null;
  // “800 de loyer max”
  const last = behind && sign === null ? afterAt(sentence, behind.end) : null;
  const isCompared = sign !== null || about !== null;
  if (behind !== null && (isCompared || last !== null)) {
    const is = sign ?? last?.meaning ?? '=';
    const query = `${behind.meaning}:${is === '=' ? '' : is}${amount.value}`;
    return { meaning: { kind: 'number', query }, end: last?.end ?? behind.end };
  }
  const target = targetOf(key, amount, isCompared);
  if (target === null) return null;
  // “more than 200 m²”
  if (amount.unit === null && endOf(sentence, amount.end, PHRASES.unheldUnits) !== null)
    return null;
  if (about !== null && (sign === null || sign === '=')) {
    return aboutOf(target, amount.value, ended.end);
  }
  const is = sign === '=' || sign === null ? '' : sign;
  return { meaning: { kind: 'number', query: `${target}:${is}${amount.value}` }, end: ended.end };
}

/** Behind “and more” and “and up”, where they begin another condition. */
const BEHIND_BOUND: ReadonlySet<string> = new Set(['than', 'que', 'qu', 'de', 'd', 'for']);

/** A range around a number that is not exact: `about 900 €`. */
function aboutOf(key: QueryKey, value: number, end: number): Match<Figure> {
  const [low, high] = [1 - VAGUENESS, 1 + VAGUENESS].map((share) => Math.round(value * share));
  const most = key === 'completion' ? Math.min(100, high ?? 0) : high;
  return { meaning: { kind: 'number', query: `${key}:${low}..${most}` }, end };
}

/** Whether one unit of time is over: `a month ago`, « il y a un mois ». */
function isAgoAt(sentence: Sentence, { isAgo, end }: Pick<Compared, 'isAgo' | 'end'>): boolean {
  const unit = timeUnitAt(sentence, end + 1);
  return isAgo || (unit !== null && endOf(sentence, unit.end, PHRASES.ago) !== null);
}

/** The key of a number that stands before it: `at least 80 score`, unlike “min 40 rent max 900”. */
function keyBehind(sentence: Sentence, at: number): Match<QueryKey> | null {
  const place = skip(sentence, at, PHRASES.joints);
  const named = keyAt(sentence, place);
  const isOfNumber = named !== null && isOfKind(named.meaning, 'number');
  return isOfNumber && namedAt(sentence, place) === null ? named : null;
}

/** How far from “about 900 euros” a rent may be, as a share of it. */
const VAGUENESS = 0.1;

/** `two days ago`, `il y a deux jours`: that day, unless it is compared. */
function agoOf(
  sentence: Sentence,
  key: QueryKey | null,
  { sign, isSince, isAgo, isWithin }: Compared,
  { value, unit, end }: Amount,
): Match<Figure> | null {
  const ago = endOf(sentence, end, PHRASES.ago);
  if (isWithin || (ago === null && !isAgo) || (key !== null && !isOfKind(key, 'age'))) return null;
  const is = sign === null || sign === '=' ? (isSince ? '<=' : '') : sign;
  const meaning = { kind: 'age', key, isWithin: true, value: `${is}${value}${unit}` } as const;
  return { meaning, end: ago ?? end };
}

/**
 * The number of people that begins at a place: `two guarantors`, `no more than 3 guarantors`. Its
 * query is `null` for people that no query counts.
 */
export function peopleAt(sentence: Sentence, at: number): Match<string | null> | null {
  const { words } = sentence;
  const before = signAt(sentence, at, false);
  if (before.isWithin || before.isSince || before.isAgo) return null;
  const isCompared = before.sign !== null;
  // “More than a guarantor”: the article is the number.
  const isArticle = isCompared && !hasNumber(sentence, before.end);
  const place = isArticle ? before.end - 1 : before.end;
  const word = words[place];
  // “2 or more guarantors”
  const least = longest(sentence, place + 1, (phrase) => COMPARE_AFTER.get(phrase));
  const behind = least?.end ?? place + 1;
  const noun = words[behind]?.folded ?? '';
  const isCounted = PHRASES.guarantors.has(noun);
  if (word === undefined || !hasNumber(sentence, place)) return null;
  // “LY 0342 candidates”
  if (/^0\d/u.test(word.text)) return null;
  if (!isCounted && !PHRASES.uncounted.has(noun)) return null;
  // “A guarantor” is any.
  if (!isCompared && PHRASES.joints.has(word.folded)) return null;
  const count = word.kind === 'number' ? numberOf(word.text) : (NUMBERS.get(word.folded) ?? 0);
  const after = least ?? afterAt(sentence, behind + 1);
  const end = least === null ? (after?.end ?? behind + 1) : behind + 1;
  if (!isCounted) return { meaning: null, end };
  const sign = after?.meaning ?? before.sign;
  const is = sign === null || sign === '=' ? '' : sign;
  return { meaning: is === '' && count === 0 ? 'no:guarantor' : `guarantors:${is}${count}`, end };
}

function age(
  key: QueryKey | null,
  { sign, isWithin }: Compared,
  { value, unit, end }: Amount,
): Match<Figure> | null {
  if (key !== null && !isOfKind(key, 'age')) return null;
  const is = isWithin ? '<' : sign === '=' ? '' : (sign ?? '>');
  const meaning = { kind: 'age', key, isWithin, value: `${is}${value}${unit}` } as const;
  return { meaning, end };
}

/** The key of a number, by its unit where none is named. */
function targetOf(
  key: QueryKey | null,
  { unit, value }: Pick<Amount, 'unit' | 'value'>,
  isCompared: boolean,
): QueryKey | null {
  if (key !== null) return isOfKind(key, 'number') ? key : null;
  if (unit === 'money') return 'rent';
  if (unit === 'percent') return 'completion';
  return isCompared && value >= RENT_MIN ? 'rent' : null;
}

/** `between 500 and 900 euros`, `500-900 €`, `les 3 derniers jours`. */
function rangeAt(sentence: Sentence, from: number, key: QueryKey | null): Match<Figure> | null {
  const { words } = sentence;
  // “les 3 derniers jours”
  const inner = hasNumber(sentence, from) ? endOf(sentence, from + 1, PHRASES.within) : null;
  const days = inner === null ? null : timeUnitAt(sentence, inner);
  if (days !== null) {
    const before = { sign: null, isWithin: true, isSince: false, isAgo: false, end: from };
    const { kind, text = '', folded = '' } = words[from] ?? {};
    const value = kind === 'number' ? numberOf(text) : (NUMBERS.get(folded) ?? 1);
    return age(key, before, { value, unit: days.meaning, end: days.end });
  }
  const [, low, high] = RANGE.exec(words[from]?.text ?? '') ?? [];
  if (low !== undefined && high !== undefined) {
    const unit = measureAt(sentence, from + 1);
    // “5-10 days”
    if (unit !== null && isOfTime({ unit: unit.meaning })) {
      if (key !== null && !isOfKind(key, 'age')) return null;
      const value = `${low}${unit.meaning}..${high}${unit.meaning}`;
      return { meaning: { kind: 'age', key, isWithin: false, value }, end: unit.end };
    }
    // “60-80 score”
    const behind = key === null && unit === null ? keyBehind(sentence, from + 1) : null;
    if (behind !== null) return rangeOf(behind.meaning, Number(low), Number(high), behind.end);
    const isRent = isRentWord(low, high);
    const target = targetOf(key, { unit: unit?.meaning ?? null, value: Number(low) }, isRent);
    if (target === null) return null;
    return rangeOf(target, Number(low), Number(high), unit?.end ?? from + 1);
  }
  const opening =
    longest(sentence, from, (phrase) => RANGES.get(phrase)) ?? bareOpening(sentence, from);
  if (opening === null) return null;
  const isRange = isGroupedAt(sentence, from) && opening.meaning.has(words[from + 2]?.folded ?? '');
  const isSure = key !== null || opening.end > from || isRange;
  const joint = skip(sentence, opening.end, PHRASES.joints);
  const first = amountAt(sentence, opening.end, isSure) ?? amountAt(sentence, joint, isSure);
  const closing = first && endOf(sentence, first.end, opening.meaning);
  const second = closing === null ? null : amountAt(sentence, closing, isSure);
  if (first === null || second === null) return null;
  const unit = second.unit ?? first.unit;
  if (unit !== null && unit !== 'money' && unit !== 'percent') {
    if (key !== null && !isOfKind(key, 'age')) return null;
    const value = `${first.value}${first.unit ?? unit}..${second.value}${unit}`;
    return { meaning: { kind: 'age', key, isWithin: false, value }, end: second.end };
  }
  // “70 to 90 score”
  const behind = key === null && unit === null ? keyBehind(sentence, second.end) : null;
  if (behind !== null) return rangeOf(behind.meaning, first.value, second.value, behind.end);
  const isCompared = opening.end > from || isRentRange(first.value, second.value);
  const target = targetOf(key, { unit, value: second.value }, isCompared);
  // “Between 80 and 100 % complete”
  const shared = unit === 'percent' ? endOf(sentence, second.end, COMPLETE) : null;
  if (target === null) return null;
  return rangeOf(target, first.value, second.value, shared ?? second.end);
}

/** “rent 1000 to 1500”: no word stands before the first number. */
function bareOpening({ words }: Sentence, at: number): Match<ReadonlySet<string>> | null {
  return words[at]?.kind === 'number' ? { meaning: PHRASES.to, end: at } : null;
}

function rangeOf(key: QueryKey, one: number, other: number, end: number): Match<Figure> {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return { meaning: { kind: 'number', query: `${key}:${low}..${high}` }, end };
}

function afterAt(sentence: Sentence, at: number): Match<Sign | '='> | null {
  const exact = endOf(sentence, at, PHRASES.exact);
  if (exact !== null) return { meaning: '=', end: exact };
  const found = longest(sentence, at, (phrase) => COMPARE_AFTER.get(phrase));
  if (found === null || sentence.words[found.end - 1]?.hasComma === true) return found;
  // “Min rent 500 max rent 800”
  if (boundedAt(sentence, at) !== null) return null;
  // “Under 700 or over 2000” and “2 weeks and less than a month”, unlike “800 max 500 min”
  const than = skip(sentence, found.end, BEHIND_BOUND);
  const joint = skip(sentence, than, PHRASES.joints);
  const behind = amountAt(sentence, than, than > found.end) ?? amountAt(sentence, joint, true);
  const next = behind && longest(sentence, behind.end, (phrase) => COMPARE_AFTER.get(phrase));
  return behind === null || next !== null ? found : null;
}
