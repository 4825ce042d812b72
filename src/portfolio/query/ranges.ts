import { dateOf, startOf, type WorkingDays } from '../working-days.ts';
import type { Age, Comparison } from './query.ts';

/** The numbers from one to another, both with it, less one; `NaN` there excepts none. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly except: number;
}

/** When and where a query is asked: what its ages and dates are counted from. */
export interface Moment {
  readonly nowMs: number;
  /** IANA name of the zone whose days are meant. */
  readonly zone: string;
  readonly workingDays: WorkingDays;
}

/** The numbers that compare so. */
export function rangeOf(comparison: Comparison<number>): Range {
  const all = { from: -Infinity, to: Infinity, except: Number.NaN };
  switch (comparison.is) {
    case '>':
      return { ...all, from: comparison.value, except: comparison.value };
    case '>=':
      return { ...all, from: comparison.value };
    case '<':
      return { ...all, to: comparison.value, except: comparison.value };
    case '<=':
      return { ...all, to: comparison.value };
    case '=':
      return { ...all, from: comparison.value, to: comparison.value };
    case '..':
      return { ...all, from: comparison.from, to: comparison.to };
  }
}

/**
 * The times, in epoch milliseconds, that are as old as asked. Days, weeks and months count dates, not spans of 24 hours:
 * what came any time yesterday is one day old, all day long.
 */
export function rangeOfAge(comparison: Comparison<Age>, moment: Moment): Range {
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
    case '=':
      return span(moreThan(comparison.value), atLeast(comparison.value));
    case '..':
      return span(moreThan(comparison.to), atLeast(comparison.from));
  }
}

/** The times, in epoch milliseconds, on the dates asked for. */
export function rangeOfDate(comparison: Comparison<string>, zone: string): Range {
  const begin = (date: string) => startOf(firstDay(date), zone);
  const end = (date: string) => startOf(dayAfter(date), zone);
  switch (comparison.is) {
    case '>':
      return span(end(comparison.value), Infinity);
    case '>=':
      return span(begin(comparison.value), Infinity);
    case '<':
      return span(-Infinity, begin(comparison.value));
    case '<=':
      return span(-Infinity, end(comparison.value));
    case '=':
      return span(begin(comparison.value), end(comparison.value));
    case '..':
      return span(begin(comparison.from), end(comparison.to));
  }
}

/** The times from `since` on, up to but without `until`. */
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

function firstDay(date: string): Temporal.PlainDate {
  const [year = 1, month = 1, day = 1] = date.split('-').map(Number);
  return Temporal.PlainDate.from({ year, month, day });
}

function dayAfter(date: string): Temporal.PlainDate {
  const steps = [{ years: 1 }, { months: 1 }, { days: 1 }];
  return firstDay(date).add(steps[date.split('-').length - 1] ?? { days: 1 });
}
