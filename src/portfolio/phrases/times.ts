import { fold } from '../../lib/text.ts';
import { queryOrNull } from '../query/parser.ts';
import {
  type Days,
  dayOfMonth,
  daysOfDate,
  numberedDay,
  numberedWeek,
  type Side,
} from '../query/periods.ts';
import { keyNamed } from '../query/vocabulary/index.ts';
import {
  comingDateAt,
  dateAt,
  DAY,
  isWeekday,
  nextPeriodAt,
  numberedDateAt,
  ORDINAL,
  unaskedDateAt,
  vagueDateAt,
  YEAR,
} from './dates.ts';
import { figureAt, sinceAt } from './figures/index.ts';
import { BETWEEN, DATES, DENIALS, isSmall, PHRASES, RANGES, VERBS } from './grammar/tables.ts';
import { addVerb, type Parts } from './parts.ts';
import { endOf, longest, type Match, type Sentence, skip, typedOf } from './words.ts';

/** Dates and periods of a sentence, those behind a negation, and the words that say of what they are. */

/** `since monday`, `new this week`: a date or a period, or one that no query can name, which is ignored. */
export function timeAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const vague = vagueDateAt(sentence, at);
  if (vague !== null) {
    parts.ignored.push(typedOf(sentence, at, vague));
    return vague;
  }
  // “Every Monday”: those of one Monday are not all of them.
  const each = endOf(sentence, at, PHRASES.each);
  const again = each === null ? null : dateAt(sentence, each, true);
  if (again !== null && isWeekday(again.meaning)) {
    parts.ignored.push(typedOf(sentence, at, again.end));
    return again.end;
  }
  const fresh = endOf(sentence, at, PHRASES.fresh);
  // “new files this week”
  const last = fresh === null ? at : skip(sentence, fresh, PHRASES.small);
  let start = fresh ?? at;
  const isBehind = isBehindVerb(at, parts);
  const isToCome = parts.verbs.at(-1)?.key === 'availability';
  let date = dateAt(sentence, start, isBehind, isToCome);
  for (; date === null && start < last; date = dateAt(sentence, start)) start += 1;
  // “Week 46”, “du 10 au 15”
  for (let place = at; place <= last; place += 1) {
    const counted = countedDateAt(sentence, place, isToCome ? 'coming' : 'past', isBehind);
    if (counted === null || counted.end <= (date?.end ?? at)) continue;
    [date, start] = [counted, place];
  }
  // “The week of 9”, unlike “the week of 9 November”
  const numbered =
    numberedDateAt(sentence, at) ?? numberedDateAt(sentence, skip(sentence, at, ARTICLES_OF_WEEK));
  const unasked =
    (isToCome ? null : comingDateAt(sentence, at)) ??
    (numbered !== null && numbered > (date?.end ?? at) ? numbered : null) ??
    (date === null ? unaskedDateAt(sentence, at, isBehind) : null);
  if (unasked !== null) parts.ignored.push(typedOf(sentence, at, unasked));
  // “New files of the last 7 days”, « nouveaux depuis 3 jours »
  const recent = fresh === null ? null : figureAt(sentence, last)?.meaning;
  const isRecent =
    recent?.kind === 'age' && (recent.isWithin || sinceAt(sentence, last) === 'alone');
  if (date === null && isRecent) {
    addVerb({ key: 'created', at }, parts);
    return last;
  }
  if (date === null && unasked === null && isDatedLater(sentence, at, fresh)) {
    addVerb({ key: 'created', at }, parts);
    return fresh;
  }
  if (unasked !== null || date === null) return unasked;
  if (queryOrNull(`created:${date.meaning}`) === null) {
    // “31 February”
    parts.ignored.push(typedOf(sentence, start, date.end));
    return date.end;
  }
  if (fresh !== null) addVerb({ key: 'created', at }, parts);
  // “Available from 1 December” is of that day and later, “on 1 December” of what is so by then.
  const before = fold(typedOf(sentence, start, start + 1));
  const isSigned =
    dayOfMonth(date.meaning) !== null || (before === FROM && /^[^<>.]+$/u.test(date.meaning));
  const sign = isToCome && isSigned ? (AVAILABLE_SIGNS[before] ?? '') : '';
  const value = sign + date.meaning;
  parts.dates.push({ value, at: start });
  return date.end;
}

/** “New files in Lyon this week”: those that came then, unlike “new files changed this week”, whose status it is. */
function isDatedLater(sentence: Sentence, at: number, fresh: number | null): fresh is number {
  if (fresh === null) return false;
  const { words } = sentence;
  const isLinked = [words[at - 1], words[fresh]].some(
    (word) => word !== undefined && (PHRASES.and.has(word.folded) || PHRASES.or.has(word.folded)),
  );
  const isNamed = keyNamed(words[at - 1]?.folded ?? '') === 'status';
  if (isLinked || isNamed || words[fresh - 1]?.hasComma === true) return false;
  for (let place = fresh; place < words.length; place += 1) {
    const verb = longest(sentence, place, (phrase) => VERBS.get(phrase))?.meaning ?? 'created';
    if (verb !== 'created' || endOf(sentence, place, DENIALS) !== null) return false;
    const figure = figureAt(sentence, place)?.meaning;
    if (figure?.kind === 'age') return figure.isWithin && figure.key === null;
    if (dateAt(sentence, place) !== null) return true;
  }
  return false;
}

/** Before the date of “available”, where they mean something else than before another date. */
const AVAILABLE_SIGNS: Readonly<Record<string, string>> = {
  from: '>=',
  on: '<=',
  le: '<=',
  au: '<=',
  for: '<=',
  pour: '<=',
};
const FROM = 'from';
/** Before the number of a week: “la semaine 46”, unlike “la semaine”. */
const ARTICLES_OF_WEEK: ReadonlySet<string> = new Set(['la', 'the', 'en', 'in']);

/** Whether the last phrase before a place is a verb of dates: “created 3/11”, “approved 3/11”. */
function isBehindVerb(place: number, { verbs, spans }: Pick<Parts, 'verbs' | 'spans'>): boolean {
  const [verb, last] = [verbs.at(-1), spans.at(-1)];
  if (verb === undefined) return false;
  return last === undefined || last.end <= verb.at || (last.at === verb.at && last.end <= place);
}

/** The place behind a denied comparison: `nothing over 900`, « pas de loyer à plus de 900 ». */
export function deniedFigureAt(sentence: Sentence, from: number, parts: Parts): number | null {
  for (let at = from; at <= skip(sentence, from, PHRASES.small); at += 1) {
    const found = figureAt(sentence, at);
    if (found === null) continue;
    const { meaning, end } = found;
    // “Not ready for 2 weeks”: those that are not ready, since then.
    if (meaning.kind === 'age' && meaning.key !== null) return null;
    const opposite = oppositeOf(meaning.kind === 'number' ? meaning.query : meaning.value);
    if (opposite === null) return null;
    if (meaning.kind === 'number') parts.conditions.push(opposite);
    else parts.ages.push({ ...meaning, value: opposite, at });
    return end;
  }
  return null;
}

const OPPOSITE_SIGNS: Readonly<Record<string, string>> = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
};
const COMPARED = /^(.*?)([<>]=?)([^<>]+)$/u;

/** What holds where a comparison does not: `rent:<=900` for `rent:>900`; `null` for equality. */
function oppositeOf(compared: string): string | null {
  // “Not 100 %”
  if (compared === 'completion:100') return 'completion:<100';
  const [, key = '', sign = '', value = ''] = COMPARED.exec(compared) ?? [];
  const opposite = OPPOSITE_SIGNS[sign];
  return opposite === undefined ? null : key + opposite + value;
}

/** The place behind a denied date: `but not this week`, `all but those received today`. */
export function deniedDateAt(sentence: Sentence, from: number, parts: Parts): number | null {
  const last = skip(sentence, from, BETWEEN);
  const verb = longest(sentence, last, (phrase) => VERBS.get(phrase));
  // A day from which a property is available is asked for otherwise.
  if (verb?.meaning === 'availability') return null;
  const places = Array.from({ length: last - from + 1 }, (_, index) => from + index);
  for (const at of verb === null ? places : [...places, verb.end]) {
    const date = dateAt(sentence, at, verb !== null);
    if (date === null) continue;
    if (queryOrNull(`-created:${date.meaning}`) === null) return null;
    if (verb !== null) addVerb({ key: verb.meaning, at: last }, parts);
    parts.dates.push({ value: date.meaning, at, isNot: true });
    return date.end;
  }
  return null;
}

/** `what’s new`: what came today, unless a date follows. */
export function newsAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const end = endOf(sentence, at, PHRASES.news);
  if (end === null) return null;
  // “Nothing new for 10 days”
  const figure = figureAt(sentence, at)?.meaning;
  if (figure?.kind === 'age' && figure.key === 'stale') return null;
  const next = skip(sentence, end, PHRASES.small);
  const isAlone = next === sentence.words.length || endOf(sentence, next, PHRASES.polite) !== null;
  const isDated = [end, next].some((place) => dateAt(sentence, place) !== null);
  if (!isAlone && !isDated && at > 0) return null;
  addVerb({ key: 'created', at }, parts);
  // “Anything new in Lyon” asks for today, “anything new in Lyon this week” for the week.
  const isOfToday = !sentence.words.some(
    (_, place) =>
      place >= end &&
      (dateAt(sentence, place) !== null || figureAt(sentence, place)?.meaning.kind === 'age'),
  );
  if (isOfToday) parts.dates.push({ value: 'today', at });
  return end;
}

/** A word that says which date is asked for; `available` is one only before a date. */
export function verbAt(sentence: Sentence, at: number, parts: Parts): number | null {
  const found = longest(sentence, at, (phrase) => VERBS.get(phrase));
  if (found === null) return null;
  const isAvailability = found.meaning === 'availability';
  const [named, counted] = isAvailability
    ? [dateAt(sentence, found.end, true, true), countedDateAt(sentence, found.end, 'coming', true)]
    : [null, null];
  // “From next month”, unlike “from the month”
  const date = (counted?.end ?? 0) > (named?.end ?? 0) ? counted : named;
  if (found.meaning === 'availability') {
    const last = endOf(sentence, found.end, PHRASES.ending);
    const whole = last === null ? null : wholeAt(sentence, last);
    if (whole !== null && queryOrNull(`availability:<=${whole.meaning}`) !== null) {
      addVerb({ key: found.meaning, at }, parts);
      parts.dates.push({ value: `<=${whole.meaning}`, at });
      return whole.end;
    }
    const vague = vagueDateAt(sentence, found.end);
    if (vague !== null) {
      parts.ignored.push(typedOf(sentence, at, vague));
      return vague;
    }
    // “Available in 2 weeks”: not how old a file is, nor a day that a query can name.
    const length =
      date === null ? figureAt(sentence, skip(sentence, found.end, PHRASES.small)) : null;
    if (length?.meaning.kind === 'age') {
      parts.ignored.push(typedOf(sentence, at, length.end));
      return length.end;
    }
    if (date === null) return availableAt(sentence, at, found.end, parts);
    // “Available last Monday” is no Monday to come.
    const typed = typedOf(sentence, at, date.end);
    if (
      IN_PAST.test(date.meaning) ||
      fold(typed)
        .split(' ')
        .some((word) => PHRASES.past.has(word))
    ) {
      parts.ignored.push(typed);
      return date.end;
    }
  }
  addVerb({ key: found.meaning, at }, parts);
  return found.end;
}

/** The period whose end is asked for: `the month`, `next month`, unlike « mois suivant ». */
function wholeAt(sentence: Sentence, at: number): Match<string> | null {
  const { words, writer } = sentence;
  const next = writer.today === undefined ? null : nextPeriodAt(sentence, at, writer.today);
  if (next !== null) return { ...next, meaning: String(next.meaning.last) };
  const date = dateAt(sentence, at, true, true);
  return date !== null && COMING_AFTER.has(words[date.end]?.folded ?? '') ? null : date;
}

const COMING_AFTER: ReadonlySet<string> = new Set(
  'prochain prochaine suivant suivante qui next following'.split(' '),
);

/** `available in Lyon in January`, with the place before the date; `studio libre` without any date. */
function availableAt(sentence: Sentence, at: number, end: number, parts: Parts): number | null {
  const isDated = [end + 1, end + 2, end + 3].some((place) => {
    const date = dateAt(sentence, place);
    const between = typedOf(sentence, end, place).split(' ');
    return (
      date !== null &&
      !IN_PAST.test(date.meaning) &&
      !between.some((word) => PHRASES.past.has(fold(word)))
    );
  });
  if (isDated) {
    addVerb({ key: 'availability', at }, parts);
    return end;
  }
  if (!AVAILABLE.has(sentence.words[at]?.folded ?? '')) return null;
  parts.conditions.push('available:yes');
  return end;
}

/** Words that say nothing else without a date. “Available” by itself is a word of queries. */
const AVAILABLE: ReadonlySet<string> = new Set('vacant dispo dispos libre libres'.split(' '));

const IN_PAST = /^(?:[<>]=?)?(?:yesterday|last-)/u;

/** Words before days and weeks that are counted from today. */
interface Counted {
  readonly today: Temporal.PlainDate;
  readonly side: Side;
  /** Whether a verb of dates stands before it: “received” of “received S46”. */
  readonly hasVerb: boolean;
}

/**
 * Weeks by their numbers, and days of a month that is not named: `week 46`, `du 10 au 15`, `since the 20th`;
 * `null` where today is unknown.
 */
function countedDateAt(
  sentence: Sentence,
  at: number,
  side: Side,
  hasVerb: boolean,
): Match<string> | null {
  const { today } = sentence.writer;
  if (today === undefined) return null;
  const counted = { today, side, hasVerb };
  const before = signAt(sentence, at, side);
  const next = side === 'coming' ? nextPeriodAt(sentence, before.end, today) : null;
  // “On” and « le » say that it is then.
  const isThen = AVAILABLE_SIGNS[sentence.words[at]?.folded ?? ''] === '<=';
  if (next !== null) {
    return { ...next, meaning: signed(isThen ? '=' : before.meaning, next.meaning) };
  }
  return (
    weekAt(sentence, at, counted) ?? daysAt(sentence, at, counted) ?? dayAt(sentence, at, counted)
  );
}

/** `since week 46`, `semaines 45 et 46 2025`, and, behind another word for a date, `S46`. */
function weekAt(
  sentence: Sentence,
  at: number,
  { today, side, hasVerb }: Counted,
): Match<string> | null {
  const { words } = sentence;
  const { meaning: sign, end: start } = signAt(sentence, at, side);
  const place = skip(sentence, start, BEFORE_WEEK);
  const [, attached] = SHORT_WEEK.exec(words[place]?.folded ?? '') ?? [];
  const isShort = attached !== undefined && (hasVerb || place > at);
  const named = isShort ? place : endOf(sentence, place, PHRASES.week);
  const first = isShort ? attached : words[named ?? words.length]?.text;
  if (named === null || first === undefined || !WEEK_NUMBER.test(first)) return null;
  const [link = '', second = ''] = [words[named + 1]?.folded, words[named + 2]?.text];
  const isTwo =
    sign === '=' && (PHRASES.and.has(link) || PHRASES.or.has(link)) && WEEK_NUMBER.test(second);
  const end = isTwo ? named + 3 : named + 1;
  const yearAt = skip(sentence, end, new Set(['of', 'in', 'de', 'en']));
  const year = Number(YEAR.exec(words[yearAt]?.text ?? '')?.[0] ?? 0) || null;
  const values = [first, ...(isTwo ? [second] : [])].flatMap((number) => {
    const days = numberedWeek(Number(number), year, today, side);
    return days === null ? [] : [signed(sign, days)];
  });
  // A year without a 53rd week
  if (values.length < (isTwo ? 2 : 1)) return null;
  return { meaning: values.join(), end: year === null ? end : yearAt + 1 };
}

const BEFORE_WEEK = PHRASES.joints.union(new Set(['en', 'in']));
const WEEK_NUMBER = /^(?:[1-9]|[1-4]\d|5[0-3])$/u;
const SHORT_WEEK = /^(?:s|w|sem|wk)(\d{1,2})$/u;

/** `du 10 au 15`, `between the 10th and the 15th of last month`. */
function daysAt(
  sentence: Sentence,
  at: number,
  { today, side, hasVerb }: Counted,
): Match<string> | null {
  const opening = longest(sentence, at, (phrase) => RANGES.get(phrase));
  const start = opening === null ? at : skip(sentence, opening.end, PHRASES.joints);
  const closing = opening && endOf(sentence, start + 1, opening.meaning);
  if (closing === null) return null;
  const end = skip(sentence, closing, PHRASES.joints);
  const [from, to] = [dayIn(sentence, start), dayIn(sentence, end)];
  if (from === null || to === null) return null;
  const isSure = hasVerb || [start, end].every((place) => isOrdinalAt(sentence, place));
  if (!isSure && !endsDate(sentence, end)) return null;
  const month = monthBehind(sentence, end + 1, today);
  const first = numberedDay(from, month?.meaning ?? today, side);
  // “Du 28 au 3”
  const last = first && numberedDay(to, first, 'coming');
  return first && last && { meaning: signed('=', { first, last }), end: month?.end ?? end + 1 };
}

/** `since the 20th`, `avant le 10`, `received the 3rd`, unlike “le 3 rue des Lilas”. */
function dayAt(
  sentence: Sentence,
  at: number,
  { today, side, hasVerb }: Counted,
): Match<string> | null {
  const { words } = sentence;
  const isUntil = side === 'past' && endOf(sentence, at, PHRASES.coming) !== null;
  // “Approved by the 20th”, unlike « d’ici le 20 »
  if (isUntil && !(hasVerb && PHRASES.by.has(words[at]?.folded ?? ''))) return null;
  const { meaning: sign, end } = signAt(sentence, at, side);
  const place = skip(sentence, end, PHRASES.joints);
  const day = dayIn(sentence, place);
  const isOrdinal = isOrdinalAt(sentence, place);
  const hasArticle = PHRASES.dayArticle.has(words[place - 1]?.folded ?? '');
  const isAsked = hasVerb || (isOrdinal ? place > at : sign !== '=');
  const isDay = isOrdinal || (hasArticle && endsDate(sentence, place));
  if (day === null || !isAsked || !isDay) return null;
  const month = monthBehind(sentence, place + 1, today);
  if (isUntil && month === null && day > today.day) return null;
  const date = numberedDay(day, month?.meaning ?? today, side);
  return (
    date && { meaning: signed(sign, { first: date, last: date }), end: month?.end ?? place + 1 }
  );
}

/** The sign before a date, and the place behind it. */
function signAt(sentence: Sentence, at: number, side: Side): Match<string> {
  const sign = longest(sentence, at, (phrase) => DATES.get(phrase));
  const own = side === 'coming' ? AVAILABLE_SIGNS[sentence.words[at]?.folded ?? ''] : undefined;
  return { meaning: own ?? sign?.meaning ?? '=', end: sign?.end ?? at };
}

/** The day of a month that stands at a place, by its number. */
function dayIn({ words }: Sentence, at: number): number | null {
  const day = Number(DAY.exec(words[at]?.text ?? '')?.[1] ?? 0);
  return day === 0 ? null : day;
}

function isOrdinalAt({ words }: Sentence, at: number): boolean {
  return ORDINAL.test(words[at]?.text ?? '');
}

/** Whether nothing follows a day that it could be the number of: “le 3 rue des Lilas”. */
function endsDate({ words }: Sentence, at: number): boolean {
  const next = words[at + 1];
  return next === undefined || words[at]?.hasComma === true || isSmall(next.folded);
}

/** The last day of a month that a phrase behind a day says: `of last month`, `du mois dernier`. */
function monthBehind(
  sentence: Sentence,
  at: number,
  today: Temporal.PlainDate,
): Match<Temporal.PlainDate> | null {
  const found = [at, skip(sentence, at, PHRASES.joints)]
    .map((place) => dateAt(sentence, place))
    .find((date) => date?.meaning === 'this-month' || date?.meaning === 'last-month');
  if (!found) return null;
  return { meaning: daysOfDate(found.meaning, today, 'past').last, end: found.end };
}

/** A value with its sign: “since week 46” counts from its first day, “after” it from its last. */
function signed(sign: string, { first, last }: Days): string {
  const [from, to] = [first.toString(), last.toString()];
  if (sign !== '=') return sign + (sign === '>' || sign === '<=' ? to : from);
  return from === to ? from : `${from}..${to}`;
}
