import {
  type Days,
  dayOfMonth,
  LAST_WEEKDAYS,
  MONTH_NAMES,
  WEEKDAY_NAMES,
} from '../query/periods.ts';
import type { DateOrder } from '../query/values.ts';
import { dateNamed } from '../query/vocabulary/index.ts';
import { isTodayAt } from './figures/amounts.ts';
import {
  DATES,
  NEXT_PERIODS,
  NUMBERS,
  PERIODS,
  PHRASES,
  QUARTERS,
  RANGES,
} from './grammar/tables.ts';
import { endOf, longest, type Match, type Sentence, skip } from './words.ts';

/** How people write years and days of a month. */
export const YEAR = /^(?:19|20)\d{2}$/;
const ISO = /^\d{4}-\d{2}(?:-\d{2})?$/;
export const DAY = /^(\d{1,2})(?:er|st|nd|rd|th)?$/;
const WRITTEN = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;
const SHORT = /^(\d{1,2})\/(\d{1,2})$/;
const MONTHS = 12;

/**
 * The date or period that begins at a place, as the value of a key for dates: `>=monday`.
 *
 * @param hasSign whether a word for dates stands before it: “created” of “created 3/11”
 * @param isSure whether no name can follow that word: `dispo janvier`, unlike “approved April Dupont”
 */
export function dateAt(
  sentence: Sentence,
  at: number,
  hasSign = false,
  isSure = false,
): Match<string> | null {
  const range = rangeAt(sentence, at) ?? weekAt(sentence, at) ?? quarterAt(sentence, at);
  if (range !== null) return range;
  const sign = longest(sentence, at, (phrase) => DATES.get(phrase));
  const night = [at, sign?.end ?? at].map((place) => endOf(sentence, place, PHRASES.overnight));
  const morning = night.find((end) => end !== null);
  if (typeof morning === 'number') return { meaning: '>=yesterday', end: morning };
  // “Since the month” and “since the 9th of November”
  const behind =
    sign &&
    (valueAt(sentence, skip(sentence, sign.end, PHRASES.joints), true) ??
      valueAt(sentence, sign.end, true));
  if (sign !== null && behind !== null) {
    return {
      meaning: `${sign.meaning === '=' ? '' : sign.meaning}${behind.meaning}`,
      end: behind.end,
    };
  }
  const mayBeName = PHRASES.names.has(sentence.words[at]?.folded ?? '');
  const isBeside = mayBeName && isBesideMonth(sentence, at);
  return valueAt(sentence, at, isBeside || (hasSign && (isSure || !mayBeName)));
}

/** Whether “and” or “or” joins a month to another: `October vs August`, unlike “may or may not”. */
function isBesideMonth(sentence: Sentence, at: number): boolean {
  const { words } = sentence;
  return [at - 1, at + 1].some((place) => {
    const link = words[place]?.folded ?? '';
    const isLink = PHRASES.or.has(link) || PHRASES.and.has(link) || PHRASES.versus.has(link);
    const other = 2 * place - at;
    const isSame = words[other]?.folded === words[at]?.folded;
    return isLink && !isSame && monthAt(sentence, other) !== null;
  });
}

/** `between Monday and Wednesday`, `du 1er au 15 octobre`. */
function rangeAt(sentence: Sentence, at: number): Match<string> | null {
  const opening =
    longest(sentence, at, (phrase) => RANGES.get(phrase)) ??
    dayAlone(sentence, at) ??
    dateAlone(sentence, at);
  if (opening === null) return null;
  const start = skip(sentence, opening.end, PHRASES.joints);
  const first = valueAt(sentence, start, true);
  const closing = endOf(sentence, first?.end ?? start + 1, opening.meaning);
  const second =
    closing === null ? null : valueAt(sentence, skip(sentence, closing, PHRASES.joints), true);
  if (second === null) return null;
  const from = first?.meaning ?? dayWithMonthOf(second.meaning, sentence.words[start]?.text ?? '');
  return from === null ? null : { meaning: `${from}..${second.meaning}`, end: second.end };
}

/** “10 - 15 november”: no word stands before the first day. */
function dayAlone({ words }: Sentence, at: number): Match<ReadonlySet<string>> | null {
  const isDay = DAY.test(words[at]?.text ?? '') && PHRASES.to.has(words[at + 1]?.folded ?? '');
  return isDay ? { meaning: PHRASES.to, end: at } : null;
}

/** “Nov 3 to nov 10”: no word stands before the first date. */
function dateAlone(sentence: Sentence, at: number): Match<ReadonlySet<string>> | null {
  // A year may be any number, and the name of a month somebody’s; “june to august” is neither.
  const isYear = YEAR.test(sentence.words[at]?.text ?? '');
  const first = isYear ? null : valueAt(sentence, at, true);
  return first !== null && endOf(sentence, first.end, PHRASES.to) !== null
    ? { meaning: PHRASES.to, end: at }
    : null;
}

/** `the week of 9 november`: seven days from there, or, of a whole date, its calendar week. */
function weekAt(sentence: Sentence, at: number): Match<string> | null {
  const opening = endOf(sentence, at, PHRASES.weekOf);
  const day = opening === null ? null : valueAt(sentence, opening, true);
  if (day === null) return null;
  const { meaning: date, end } = day;
  if (ISO_DAY.test(date)) {
    const given = Temporal.PlainDate.from(date);
    const first = given.subtract({ days: given.dayOfWeek - 1 });
    return { meaning: [first, first.add({ days: DAYS_A_WEEK - 1 })].map(String).join('..'), end };
  }
  // A week begins on a Monday: that of another weekday may be this one or the last.
  if (date === 'monday') return { meaning: 'this-week', end };
  if (date === 'last-monday') return { meaning: '>=last-monday', end };
  const single = dayOfMonth(date);
  if (single === null) return null;
  const last = Temporal.PlainDate.from({ year: SOME_YEAR, ...single }).add({
    days: DAYS_A_WEEK - 1,
  });
  return { meaning: `${date}..${last.day}-${MONTH_NAMES[last.month - 1]}`, end };
}

/** `q3 2026`, `au troisième trimestre`: three months, the latest such ones without a year. */
function quarterAt(sentence: Sentence, at: number): Match<string> | null {
  const start = skip(sentence, at, BEFORE_QUARTER);
  const found = longest(sentence, start, (phrase) => QUARTERS.get(phrase));
  if (found === null) return null;
  const quarter = Number(found.meaning) - 1;
  const [from, to] = [MONTH_NAMES[quarter * 3], MONTH_NAMES[quarter * 3 + 2]];
  if (from === undefined || to === undefined) return null;
  const [first, last] = [from, to].map((month) => inYear(month, null, sentence, found.end));
  return first && last ? { meaning: `${first.meaning}..${last.meaning}`, end: last.end } : null;
}

const BEFORE_QUARTER = PHRASES.joints.union(new Set(['in', 'of', 'during', 'du', 'au', 'pendant']));

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAYS_A_WEEK = 7;
/** Without 29 February, which most years lack. */
const SOME_YEAR = 2026;

/** The place behind a day to come, `by friday` and « vendredi prochain »: only properties have one. */
export function comingDateAt(sentence: Sentence, at: number): number | null {
  const end = endOf(sentence, at, PHRASES.coming);
  const date = valueAt(sentence, end === null ? at : skip(sentence, end, PHRASES.joints), true);
  if (date === null || end !== null) return date?.end ?? null;
  return NEXT.has(sentence.words[date.end]?.folded ?? '') ? date.end + 1 : null;
}

/** `tomorrow`, `next week`, « le mois prochain »: the days of what is to come. */
export function nextPeriodAt(
  sentence: Sentence,
  at: number,
  today: Temporal.PlainDate,
): Match<Days> | null {
  const found = longest(sentence, skip(sentence, at, PHRASES.joints), (phrase) =>
    NEXT_PERIODS.get(phrase),
  );
  if (found === null) return null;
  const { meaning: period, end } = found;
  const monday = today.add({ days: DAYS_A_WEEK + 1 - today.dayOfWeek });
  const month = today.with({ day: 1 }).add({ months: 1 });
  const days = {
    day: { first: today.add({ days: 1 }), last: today.add({ days: 1 }) },
    week: { first: monday, last: monday.add({ days: DAYS_A_WEEK - 1 }) },
    month: { first: month, last: month.add({ months: 1 }).subtract({ days: 1 }) },
  };
  return { meaning: days[period], end };
}

/** Behind a day to come in French. */
const NEXT: ReadonlySet<string> = new Set(['prochain', 'prochaine']);

/**
 * The place behind a date that cannot be asked for: a day of an unnamed month, `since the 20th`, or
 * one whose day and month may be either, `since 3/11`.
 *
 * @param isBehindVerb whether a verb of dates stands before it: “received” of “received 3/11”
 */
export function unaskedDateAt(
  { words, ...sentence }: Sentence,
  at: number,
  isBehindVerb: boolean,
): number | null {
  const sign = longest({ words, ...sentence }, at, (phrase) => DATES.get(phrase));
  const place = skip({ words, ...sentence }, sign?.end ?? at, PHRASES.joints);
  const { text = '', hasComma = false } = words[place] ?? {};
  if ((sign !== null || isBehindVerb) && SHORT.test(text)) return place + 1;
  if (WRITTEN.test(text)) return place + 1;
  if (place === at || !(Number.parseInt(text, 10) <= DAYS_A_MONTH)) return null;
  if (ORDINAL.test(text)) return place + 1;
  // “Le 3” and “avant le 10”, unlike “le 3 rue des Lilas”
  const isLast = words[place + 1] === undefined || hasComma;
  const isDay =
    sign !== null &&
    (sign.meaning !== '=' || PHRASES.dayArticle.has(words[place - 1]?.folded ?? ''));
  return isLast && isDay && /^\d{1,2}$/.test(text) ? place + 1 : null;
}

/**
 * The place behind a part of a month that no query names: `since mid november`, « entre mi-octobre et
 * fin novembre ».
 */
export function vagueDateAt(sentence: Sentence, at: number): number | null {
  const opening = longest(sentence, at, (phrase) => RANGES.get(phrase));
  const [first, isFirst] = endAt(sentence, opening?.end ?? at);
  const closing = opening && first !== null ? endOf(sentence, first, opening.meaning) : null;
  const [second, isSecond] = closing === null ? [null, false] : endAt(sentence, closing);
  if (second !== null && (isFirst || isSecond)) return second;
  const sign = longest(sentence, at, (phrase) => DATES.get(phrase));
  const [end, isPart] = endAt(sentence, sign?.end ?? at);
  return isPart ? end : null;
}

/** The place behind a date or a part of a month, and whether it is the latter. */
function endAt(sentence: Sentence, at: number): readonly [number | null, boolean] {
  const place = skip(sentence, at, PHRASES.joints);
  const [word = ''] = sentence.phrases[place] ?? [];
  const part = VAGUE_STARTS.has(word.split(' ', 1)[0] ?? '')
    ? longest(sentence, place, (phrase) => (isVague(phrase) ? phrase : undefined))
    : null;
  if (part === null) return [valueAt(sentence, place, true)?.end ?? null, false];
  const hasYear = YEAR.test(sentence.words[part.end]?.text ?? '');
  return [hasYear ? part.end + 1 : part.end, true];
}

/** Most words start none of them: one lookup by word spares one by phrase. */
const VAGUE_STARTS: ReadonlySet<string> = new Set(
  PHRASES.vague.values().map((each) => each.split(' ', 1)[0] ?? ''),
);

function isVague(phrase: string): boolean {
  const part = PHRASES.vague.values().find((each) => phrase.startsWith(`${each} `));
  if (part === undefined) return false;
  const rest = phrase.slice(part.length + 1);
  return [rest, rest.replace(BEFORE_MONTH, '')].some((name) => {
    const date = PERIODS.get(name) ?? dateNamed(name);
    return date !== undefined && (isMonth(date) || LONG_PERIOD.test(date));
  });
}

const BEFORE_MONTH = /^(?:(?:of|the|month|d|de|du|le|la|l|mois) )+/;
const LONG_PERIOD = /-(?:month|quarter|year)$/;

/** The place behind days of an unnamed month, and a week by its number or a weekday: `du 3 au 10`, `week 46`. */
export function numberedDateAt(sentence: Sentence, at: number): number | null {
  const isDay = (place: number) => DAY.test(sentence.words[place]?.text ?? '');
  const week = endOf(sentence, at, PHRASES.weekOf) ?? endOf(sentence, at, PHRASES.week);
  if (week !== null && isDay(week)) return week + 1;
  const weekday = week === null ? null : valueAt(sentence, week, true);
  if (weekday !== null && isWeekday(weekday.meaning)) return weekday.end;
  if (week !== null) return null;
  const opening = longest(sentence, at, (phrase) => RANGES.get(phrase));
  if (opening === null || !isDay(opening.end)) return null;
  const closing = endOf(sentence, opening.end + 1, opening.meaning);
  const isEnd = closing !== null && isDay(closing) && sentence.words[closing + 1] === undefined;
  return isEnd ? closing + 1 : null;
}

export const ORDINAL = /^\d{1,2}(?:st|nd|rd|th|er)$/;
const DAYS_A_MONTH = 31;

/** `1` before `15-october`, or before `2026-10-15`. */
function dayWithMonthOf(date: string, text: string): string | null {
  const [, day] = DAY.exec(text) ?? [];
  if (day === undefined) return null;
  if (ISO.test(date)) return `${date.slice(0, 8)}${day.padStart(2, '0')}`;
  return /^\d+-/.test(date) ? date.replace(/^\d+/, day) : null;
}

/**
 * One date. Without a word for dates before it, a year may be any number, and the name of a month
 * somebody’s.
 */
function valueAt(sentence: Sentence, at: number, hasSign: boolean): Match<string> | null {
  const { words, writer } = sentence;
  const { dateOrder } = writer;
  const word = words[at];
  if (word === undefined) return null;
  if (ISO.test(word.text)) return { meaning: word.text, end: at + 1 };
  if (hasSign && YEAR.test(word.text)) return { meaning: word.text, end: at + 1 };
  const written = isoOf(word.text, dateOrder);
  if (written !== null) return { meaning: written, end: at + 1 };
  if (isTodayAt(sentence, at)) return { meaning: 'today', end: at + 2 };
  const short = hasSign ? dayAndMonthOf(word.text, dateOrder) : null;
  if (short !== null) return { meaning: short, end: at + 1 };
  const [, day] = DAY.exec(word.text) ?? [];
  if (day !== undefined) {
    const month = monthAt(sentence, skip(sentence, at + 1, PHRASES.joints));
    return month && inYear(month.meaning, day, sentence, month.end);
  }
  const direct = longest(sentence, at, (phrase) => PERIODS.get(phrase) ?? dateNamed(phrase));
  // “la semaine dernière” is longer than “la semaine”.
  const behind = periodAt(sentence, skip(sentence, at, PHRASES.joints));
  const named = (behind?.end ?? 0) > (direct?.end ?? 0) ? behind : direct;
  if (named === null) return null;
  // “Monday 9 November” is that day, whatever day of a week it is.
  const whole = isWeekday(named.meaning) ? dayOfMonthAt(sentence, named.end) : null;
  if (whole !== null) return whole;
  const mayBeName = !hasSign && PHRASES.names.has(word.folded);
  if (!isMonth(named.meaning)) return mayBeName && named.end === at + 1 ? null : named;
  const [, dayAfter] = DAY.exec(words[named.end]?.text ?? '') ?? [];
  if (dayAfter !== undefined) return inYear(named.meaning, dayAfter, sentence, named.end + 1);
  const dated = inYear(named.meaning, null, sentence, named.end);
  return mayBeName && dated.end === at + 1 ? null : dated;
}

/** `9 november`, `november 9th`, `le 9 novembre`: a day with its month. */
function dayOfMonthAt(sentence: Sentence, at: number): Match<string> | null {
  const start = skip(sentence, at, JOINTS_AND_ARTICLES);
  const [, day] = DAY.exec(sentence.words[start]?.text ?? '') ?? [];
  const month = monthAt(
    sentence,
    skip(sentence, day === undefined ? start : start + 1, PHRASES.joints),
  );
  if (month === null) return null;
  if (day !== undefined) return inYear(month.meaning, day, sentence, month.end);
  const [, after] = DAY.exec(sentence.words[month.end]?.text ?? '') ?? [];
  return after === undefined ? null : inYear(month.meaning, after, sentence, month.end + 1);
}

const JOINTS_AND_ARTICLES = PHRASES.joints.union(PHRASES.dayArticle);

/** `la semaine dernière`: a period behind its article. */
function periodAt(sentence: Sentence, at: number): Match<string> | null {
  const named = longest(sentence, at, (phrase) => PERIODS.get(phrase) ?? dateNamed(phrase));
  return named === null || isMonth(named.meaning) ? null : named;
}

function monthAt(sentence: Sentence, at: number): Match<string> | null {
  const named = longest(sentence, at, (phrase) => PERIODS.get(phrase) ?? dateNamed(phrase));
  return named !== null && isMonth(named.meaning) ? named : null;
}

/** A month or a day of one, with the year behind it: `2026-10`, `2026-10-03`, `3-october`. */
function inYear(month: string, day: string | null, { words }: Sentence, at: number): Match<string> {
  const year = words[at]?.text ?? '';
  if (!YEAR.test(year)) return { meaning: day === null ? month : `${day}-${month}`, end: at };
  const number = String(MONTH_NAMES.findIndex((name) => name === month) + 1).padStart(2, '0');
  const days = day === null ? '' : `-${day.padStart(2, '0')}`;
  return { meaning: `${year}-${number}${days}`, end: at + 1 };
}

/** Whether a value is a day of a week. */
export function isWeekday(date: string): boolean {
  return [...WEEKDAY_NAMES, ...LAST_WEEKDAYS].some((name) => name === date);
}

function isMonth(date: string): boolean {
  return MONTH_NAMES.some((name) => name === date);
}

/** `20/11` as `20-november`; `null` where day and month may be either. */
function dayAndMonthOf(text: string, order: DateOrder | null): string | null {
  const [, first = '', second = ''] = SHORT.exec(text) ?? [];
  const iso = first === '' ? null : isoOf(`${first}/${second}/${SOME_YEAR}`, order);
  const [, month = '', day = ''] = iso?.split('-') ?? [];
  const name = MONTH_NAMES[Number(month) - 1];
  return name === undefined ? null : `${Number(day)}-${name}`;
}

/** `03/11/2026` in ISO 8601; `null` where day and month may be either and no order is known. */
function isoOf(text: string, order: DateOrder | null): string | null {
  const [, first = '', second = '', year = ''] = WRITTEN.exec(text) ?? [];
  if (year === '') return null;
  const [isFirst, isSecond] = [first, second].map((number) => Number(number) <= MONTHS);
  if (order === null && isFirst && isSecond && first !== second) return null;
  // What is no month is the day, in either order.
  const isMonthFirst = !isSecond || (order === 'month-first' && isFirst === true);
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/** Whether a time of a day begins at a place: `après 18h`, `à huit heures`. */
export function isClockAt(sentence: Sentence, at: number): boolean {
  const number = endOf(sentence, at, PHRASES.clock);
  if (number === null) return false;
  const [count, unit] = sentence.words.slice(number);
  const isNumber = count?.kind === 'number' || NUMBERS.has(count?.folded ?? '');
  return isNumber && PHRASES.hours.has(unit?.folded ?? '');
}
