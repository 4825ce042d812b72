import { createRequire } from 'node:module';

import type Holidays from 'date-holidays';

/** Tells working days from the others. */
export interface Calendar {
  isWorkingDay(date: Temporal.PlainDate): boolean;
}

/** Counts of working days. Instants are epoch milliseconds, days are those of `zone`. */
export interface WorkingDays {
  /**
   * Working days after the day of `fromMs`, up to and including the day of `toMs`: any time on
   * Friday to any time on Monday is 1. Zero when `toMs` is earlier.
   */
  workingDaysBetween(fromMs: number, toMs: number, zone: string): number;
  /**
   * The instant before which everything is at least `days` working days old at `nowMs`, and after
   * which nothing is: the start of a working day. `Infinity` for zero days, `-Infinity` when the
   * calendar has fewer in `YEARS_BACK_MAX` years.
   */
  workingDaysBefore(nowMs: number, days: number, zone: string): number;
}

/** A time zone, or a country or region of public holidays, that is not known here. */
export class UnknownPlaceError extends RangeError {
  override readonly name = 'UnknownPlaceError';
}

/** Whether a name is a known time zone. */
export function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** Monday to Friday, holidays included. */
export const WEEKDAYS: Calendar = { isWorkingDay: ({ dayOfWeek }) => dayOfWeek <= 5 };

/** Max days cached of one zone: those of fifty years, more than any portfolio spans. */
const DAYS_CACHED_MAX = 20_000;
/** More than the zones of one workspace. */
const ZONES_CACHED_MAX = 32;
const YEARS_CACHED_MAX = 200;

/**
 * Adds to a cache. A full one is emptied: only dates that no rental file has fill it, and to keep the
 * order of use would cost more than what is computed anew.
 */
function cached<Key, Value>(
  cache: Map<Key, Value>,
  key: Key,
  max: number,
  compute: (key: Key) => Value,
): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = compute(key);
  if (cache.size >= max) cache.clear();
  cache.set(key, value);
  return value;
}

/** Limit for counting back: an older date is an input error, not a waiting file. */
const YEARS_BACK_MAX = 30;

/** A day of the calendar; `earliest` is the number of the first day that counts towards it. */
interface Day {
  readonly year: number;
  readonly dayOfYear: number;
  readonly earliest: number;
}

/** Working days of a calendar, which is read once for each day of a year and must be constant. */
export function createWorkingDays(calendar: Calendar): WorkingDays {
  const years = new Map<number, readonly number[]>();
  const zones = new Map<string, (epochMs: number) => number>();
  const dates = new Map<number, Day>();

  /** Day numbers are cached per zone, since Temporal is slow and every list row needs them. */
  const daysOf = (zone: string) => cached(zones, zone, ZONES_CACHED_MAX, createLocalDays);

  const dateAt = (number: number) => cached(dates, number, DAYS_CACHED_MAX, dayAt);

  const countsIn = (year: number) => cached(years, year, YEARS_CACHED_MAX, countDays);

  /** Number of working days from January 1st to each day of the year; `[0]` is 0. */
  function countDays(year: number): readonly number[] {
    const counts = [0];
    const first = Temporal.PlainDate.from({ year, month: 1, day: 1 });
    for (let day = 0; day < first.daysInYear; day += 1) {
      const isOne = calendar.isWorkingDay(first.add({ days: day }));
      counts.push((counts[day] ?? 0) + (isOne ? 1 : 0));
    }
    return counts;
  }

  return {
    workingDaysBetween(fromMs, toMs, zone) {
      if (fromMs >= toMs) return 0;
      const dayIn = daysOf(zone);
      const to = dateAt(dayIn(toMs));
      const from = dateAt(Math.max(dayIn(fromMs), to.earliest));
      let count =
        (countsIn(to.year)[to.dayOfYear] ?? 0) - (countsIn(from.year)[from.dayOfYear] ?? 0);
      for (let year = from.year; year < to.year; year += 1) count += countsIn(year).at(-1) ?? 0;
      return count;
    },

    workingDaysBefore(nowMs, days, zone) {
      if (days <= 0) return Infinity;
      const today = dateOf(nowMs, zone);
      let left = days;
      let reach = today.dayOfYear;
      for (let year = today.year; year >= today.year - YEARS_BACK_MAX; year -= 1) {
        const counts = countsIn(year);
        const here = counts[reach] ?? 0;
        if (left <= here) {
          const day = counts.indexOf(here - left + 1);
          const start = Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: day - 1 });
          return startOf(start, zone);
        }
        left -= here;
        reach = Temporal.PlainDate.from({ year: year - 1, month: 1, day: 1 }).daysInYear;
      }
      return -Infinity;
    },
  };
}

/** The date of an instant in a zone. */
export function dateOf(epochMs: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDate();
}

/** Whether a time is on a later day than now; later today it may be by a clock that is ahead. */
export function isOnLaterDay(epochMs: number, nowMs: number, zone: string): boolean {
  return epochMs > nowMs && epochMs >= startOf(dateOf(nowMs, zone).add({ days: 1 }), zone);
}

/** The first instant of a date in a zone, also where clocks go forward at midnight. */
export function startOf(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds;
}

const DAY_MS = 86_400_000;
const THURSDAY = 3;
const WEEK = 7;

/**
 * Day numbers in a zone: January 1st, 1970 is 0. The start of each day is computed once, since
 * Temporal takes microseconds for it and statistics need 100,000 instants.
 */
export function createLocalDays(zone: string): (epochMs: number) => number {
  const starts = new Map<number, number>();

  const startAt = (day: number) =>
    cached(starts, day, DAYS_CACHED_MAX, () => startOf(dateOfDay(day), zone));

  return (epochMs) => {
    // The local day is the UTC day, or the one before or after it.
    const day = Math.floor(epochMs / DAY_MS);
    if (epochMs < startAt(day)) return day - 1;
    return epochMs >= startAt(day + 1) ? day + 1 : day;
  };
}

/** The date of a day number. */
export function dateOfDay(day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from('1970-01-01').add({ days: day });
}

function dayAt(number: number): Day {
  const date = dateOfDay(number);
  const { year, dayOfYear } = date;
  return { year, dayOfYear, earliest: dayNumber(date.subtract({ years: YEARS_BACK_MAX })) };
}

function dayNumber(date: Temporal.PlainDate): number {
  return date.since('1970-01-01').days;
}

/** The week number of a day; weeks run from Monday to Sunday (ISO 8601). */
export function weekOfDay(day: number): number {
  return Math.floor((day + THURSDAY) / WEEK);
}

/** The first day of a week number. */
export function mondayOf(week: number): number {
  return week * WEEK - THURSDAY;
}

/**
 * Calendar of Monday to Friday without the public holidays of a place, computed offline.
 *
 * @param code a country (`FR`), an ISO 3166-2 subdivision of it (`FR-67`), or `none`
 * @throws {UnknownPlaceError} for an unknown place
 * @see https://github.com/commenthol/date-holidays#supported-countries-states-regions
 */
export function holidaysOf(code: string): Calendar {
  if (code.toLowerCase() === 'none') return WEEKDAYS;
  const source = sourceFor(code);
  const years = new Map<number, ReadonlySet<string>>();

  function holidaysIn(year: number): ReadonlySet<string> {
    return new Set(
      source
        .getHolidays(year)
        .filter(({ type }) => type === 'public')
        .flatMap(({ date, start, end }) => daysFrom(date, end.getTime() - start.getTime())),
    );
  }

  return {
    isWorkingDay: (date) =>
      WEEKDAYS.isWorkingDay(date) &&
      !years.getOrInsertComputed(date.year, holidaysIn).has(date.toString()),
  };
}

const require = createRequire(import.meta.url);

/** Loaded when a place is asked for: its tables take 30 MB, and many teams name none. */
function loadHolidays(): typeof Holidays {
  return require('date-holidays');
}

/** By country: to list the places of one takes milliseconds. */
const regionsByCountry = new Map<string, readonly string[]>();

/**
 * The places of a country whose public holidays are known: the country itself and its parts, as
 * `holidaysOf` takes them.
 *
 * @param code of the country or of a place in it
 * @returns `null` for an unknown country
 */
export function holidayRegions(code: string): readonly string[] | null {
  const country = code.slice(0, 2).toUpperCase();
  const known = regionsByCountry.get(country);
  if (known) return known;
  const directory = new (loadHolidays())();
  if (!Object.hasOwn(directory.getCountries(), country)) return null;
  const states = Object.keys(directory.getStates(country) ?? {});
  const regions = states.flatMap((state) =>
    Object.keys(directory.getRegions(country, state) ?? {}).map((region) => `${state}-${region}`),
  );
  const places = [country, ...[...states, ...regions].map((part) => `${country}-${part}`)];
  regionsByCountry.set(country, places);
  return places;
}

function sourceFor(code: string): Holidays {
  const place = code.toUpperCase();
  if (!holidayRegions(place)?.includes(place)) {
    throw new UnknownPlaceError(`no public holidays are known for ${code}`);
  }
  const [country = '', state = '', region = ''] = place.split('-');
  return new (loadHolidays())(country, state, region);
}

/** Every day of a holiday; `date` begins with the first one, in local time. */
function daysFrom(date: string, lengthMs: number): readonly string[] {
  const first = Temporal.PlainDate.from(date.slice(0, 10));
  const days = Math.max(1, Math.round(lengthMs / DAY_MS));
  return Array.from({ length: days }, (_, day) => first.add({ days: day }).toString());
}
