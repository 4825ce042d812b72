import { fold } from '../../lib/text.ts';
import { dateOf, startOf, type WorkingDays } from '../calendar.ts';
import { type Age, type Comparison, daysCompared, intervalOf } from '../query/query.ts';
import type { Marks } from './sources.ts';
import { END, type Lexicon, type PackedWords, type WordColumn } from './word-index.ts';

/** Searches a column: one byte per place, 1 where its words match. */
export type Look = (column: WordColumn) => Uint8Array;

/** A phrase of several known words; the last one is a prefix. */
interface Phrase {
  readonly first: number;
  readonly between: readonly number[];
  readonly last: string;
  /** Every word that begins with `last`. */
  readonly ends: readonly number[];
}

/**
 * A search for any of some phrases, beginning at the start of a word and ending anywhere: `du`
 * finds “Jean Dupont”, and so does `jean du`. Each distinct word is compared once, and only the
 * places that contain a matching word are read.
 */
export function lookFor(texts: readonly string[], lexicon: Lexicon): Look {
  const folded = [...new Set(texts.map(fold))];
  const begun = new Set<number>();
  for (const text of folded.filter((each) => !each.includes(' '))) {
    lexicon.eachBeginning(text, (number) => begun.add(number));
  }
  const phrases = folded.flatMap((text) => phraseIn(text, lexicon));
  const holds = (numbers: ArrayLike<number>): boolean => {
    for (let at = 0; at < numbers.length; at += 1) {
      if (begun.has(numbers[at] ?? END)) return true;
      if (phrases.some((phrase) => standsAt(phrase, numbers, at, lexicon))) return true;
    }
    return false;
  };

  return ({ places, packed, changed }) => {
    const found = new Uint8Array(places);
    for (const number of begun) {
      for (const place of packed.holding(number)) found[place] = 1;
    }
    for (const phrase of phrases) {
      for (const place of fewest(phrase, packed)) {
        if (found[place] === 0 && holds(packed.at(place))) found[place] = 1;
      }
    }
    for (const [place, numbers] of changed) found[place] = holds(numbers) ? 1 : 0;
    return found;
  };
}

/** Empty for a single word, and when no file contains one of the words. */
function phraseIn(text: string, lexicon: Lexicon): readonly Phrase[] {
  const words = text.split(' ');
  const last = words.pop() ?? '';
  const [first, ...between] = words.map((word) => lexicon.numberOf(word) ?? END);
  if (first === undefined || first === END || between.includes(END)) return [];
  const ends: number[] = [];
  lexicon.eachBeginning(last, (number) => ends.push(number));
  return [{ first, between, last, ends }];
}

/** The places of the rarest word of a phrase. */
function fewest({ first, between, ends }: Phrase, { holding }: PackedWords): Iterable<number> {
  const whole = [first, ...between].map((number) => holding(number));
  const [rarest = new Uint32Array()] = whole.toSorted((one, other) => one.length - other.length);
  const last = ends.map((number) => holding(number));
  const lastLength = last.reduce((sum, { length }) => sum + length, 0);
  return lastLength < rarest.length ? last.flatMap((places) => [...places]) : rarest;
}

function standsAt(
  { first, between, last }: Phrase,
  numbers: ArrayLike<number>,
  at: number,
  { words }: Lexicon,
): boolean {
  if (numbers[at] !== first) return false;
  const next = at + 1;
  if (!between.every((number, index) => numbers[next + index] === number)) return false;
  return words[numbers[next + between.length] ?? END]?.startsWith(last) ?? false;
}

/** An inclusive range of numbers without one of them; `NaN` excepts none. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly except: number;
}

/** The instant and the calendar from which ages and dates are counted. */
export interface Moment {
  readonly nowMs: number;
  /** IANA name of the time zone. */
  readonly zone: string;
  readonly workingDays: WorkingDays;
}

/** The range of a comparison. */
export function rangeOf(comparison: Comparison<number>): Range {
  const { from, to } = intervalOf(comparison);
  const isOpen = comparison.is === '>' || comparison.is === '<';
  return { from, to, except: isOpen ? comparison.value : Number.NaN };
}

/**
 * A completion rate in percent, without binary rounding: 0.57 is 57, not 56.99999999999999. What is
 * nearly complete is not.
 */
export function percentOf(rate: number, completionMax: 1 | 100): number {
  const percent = Math.round((rate / completionMax) * 1e12) / 1e10;
  return rate < completionMax ? Math.min(percent, 100 - 1e-10) : percent;
}

/**
 * The percents of a comparison as they are shown, rounded down: 99.6 is shown as 99. A fraction is
 * compared as it is.
 */
export function rangeOfPercent(comparison: Comparison<number>): Range {
  const { from, to, except } = rangeOf(comparison);
  if (comparison.is === '>' && Number.isInteger(from)) {
    return { from: from + 1, to, except: Number.NaN };
  }
  return comparison.is !== '<' && Number.isInteger(to)
    ? { from, to: to + 1, except: to + 1 }
    : { from, to, except };
}

/**
 * The epoch milliseconds of an age. Days, weeks and months count dates, not spans of 24 hours:
 * anything from yesterday is one day old, all day long. What is of a day to come has no age.
 */
export function rangeOfAge(comparison: Comparison<Age>, moment: Moment): Range {
  const { from, to } = uncappedRange(comparison, moment);
  const { nowMs, zone } = moment;
  return span(from, Math.min(to, startOf(dateOf(nowMs, zone).add({ days: 1 }), zone)));
}

function uncappedRange(comparison: Comparison<Age>, moment: Moment): Range {
  const atLeast = (age: Age) => edge(age, 'at least', moment);
  const moreThan = (age: Age) => edge(age, 'more than', moment);
  switch (comparison.is) {
    case '>':
      return span(-Infinity, moreThan(comparison.value));
    case '>=':
      return span(-Infinity, atLeast(comparison.value));
    case '<':
      return span(atLeast(comparison.value), Infinity);
    case '<=':
      return span(moreThan(comparison.value), Infinity);
    case '=': {
      const { count, unit } = comparison.value;
      // What is 2 h old is less than 3 h old.
      const from = unit === 'h' ? atLeast({ count: count + 1, unit }) : moreThan(comparison.value);
      return span(from, atLeast(comparison.value));
    }
    case '..':
      return span(moreThan(comparison.to), atLeast(comparison.from));
  }
}

/** The epoch milliseconds of dates of what has happened. */
export function rangeOfDate(comparison: Comparison<string>, { nowMs, zone }: Moment): Range {
  const { first, last } = daysCompared(comparison, dateOf(nowMs, zone), 'past');
  const begin = startOf(first, zone);
  const end = startOf(last.add({ days: 1 }), zone);
  switch (comparison.is) {
    case '>':
      return span(end, Infinity);
    case '>=':
      return span(begin, Infinity);
    case '<':
      return span(-Infinity, begin);
    case '<=':
      return span(-Infinity, end);
    case '=':
    case '..':
      return span(begin, end);
  }
}

function span(since: number, until: number): Range {
  return { from: since, to: until, except: until };
}

/** The instant before which times are `at least` or `more than` that old. */
function edge(
  { count, unit }: Age,
  how: 'at least' | 'more than',
  { nowMs, zone, workingDays }: Moment,
): number {
  const isMore = how === 'more than';
  switch (unit) {
    case 'h':
      return nowMs - count * 3_600_000 + (isMore ? 0 : 1);
    case 'bd':
      return workingDays.workingDaysBefore(nowMs, isMore ? count + 1 : count, zone);
    case 'd':
    case 'w':
    case 'mo': {
      const name = ({ d: 'days', w: 'weeks', mo: 'months' } as const)[unit];
      const date = dateOf(nowMs, zone).subtract({ [name]: count });
      return startOf(isMore ? date : date.add({ days: 1 }), zone);
    }
  }
}

/** Whether a value is in one of some ranges. */
export function isWithin(value: number, ranges: readonly Range[]): boolean {
  return ranges.some(({ from, to, except }) => value >= from && value <= to && value !== except);
}

/** Marks values in one of some ranges. Range by range: a loop with one comparison is faster than one with many. */
export function markRanges(column: Float64Array, ranges: readonly Range[]): Marks {
  const single = ranges.filter(({ from, to, except }) => from === to && except !== from);
  const marks = markValues(column, new Set(single.map(({ from }) => from)));
  for (const { from, to, except } of ranges.filter((range) => !single.includes(range))) {
    for (let row = 0; row < marks.length; row += 1) {
      const value = column[row] ?? Number.NaN;
      if (value >= from && value <= to && value !== except) marks[row] = 1;
    }
  }
  return marks;
}

function markValues(column: Float64Array, values: ReadonlySet<number>): Marks {
  const marks = new Uint8Array(column.length);
  if (values.size === 0) return marks;
  for (let row = 0; row < marks.length; row += 1) {
    if (values.has(column[row] ?? Number.NaN)) marks[row] = 1;
  }
  return marks;
}
