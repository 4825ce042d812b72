/** Tells working days from the others. */
export interface Calendar {
  isWorkingDay(date: Temporal.PlainDate): boolean;
}

/** Counts working days. Instants are epoch milliseconds; a day is one of `zone`. */
export interface WorkingDays {
  /**
   * The working days after the day of `fromMs`, up to and with the day of `toMs`: from any time on
   * Friday to any time on Monday is one. Zero when `toMs` is earlier.
   */
  workingDaysBetween(fromMs: number, toMs: number, zone: string): number;
  /**
   * The instant before which everything is at least `days` working days old at `nowMs`, and after
   * which nothing is: the start of a working day. `Infinity` for zero days, `-Infinity` when the
   * calendar has not as many in `YEARS_BACK_MAX` years.
   */
  workingDaysBefore(nowMs: number, days: number, zone: string): number;
}

/** Whether a name is a time zone that can be reckoned with. */
export function isZone(name: string): boolean {
  try {
    return (
      name !== '' && Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name) !== null
    );
  } catch {
    return false;
  }
}

/** Monday to Friday, holidays or not. */
export const WEEKDAYS: Calendar = { isWorkingDay: ({ dayOfWeek }) => dayOfWeek <= 5 };

/** Nothing that waits is older; a time before that is a slip, and not worth counting out. */
const YEARS_BACK_MAX = 30;

/** A day of the calendar, and the number of the earliest one that is counted from. */
interface Day {
  readonly year: number;
  readonly dayOfYear: number;
  readonly earliest: number;
}

/**
 * Counts the working days of a calendar, which is asked once about each day of a year and must
 * not change its mind.
 */
export function createWorkingDays(calendar: Calendar): WorkingDays {
  const years = new Map<number, readonly number[]>();
  const zones = new Map<string, (epochMs: number) => number>();
  const dates = new Map<number, Day>();

  /** The calendar is slow, and every line of a list asks for a day of this year or the last. */
  function daysOf(zone: string): (epochMs: number) => number {
    const days = zones.get(zone) ?? createLocalDays(zone);
    zones.set(zone, days);
    return days;
  }

  function dateAt(number: number): Day {
    const known = dates.get(number);
    if (known) return known;
    const date = dateOfDay(number);
    const { year, dayOfYear } = date;
    const day = { year, dayOfYear, earliest: dayNumber(date.subtract({ years: YEARS_BACK_MAX })) };
    dates.set(number, day);
    return day;
  }

  /** How many working days there are from the first of January to each day; `[0]` is 0. */
  function countsIn(year: number): readonly number[] {
    const known = years.get(year);
    if (known) return known;
    const counts = [0];
    const first = Temporal.PlainDate.from({ year, month: 1, day: 1 });
    for (let day = 0; day < first.daysInYear; day += 1) {
      const isOne = calendar.isWorkingDay(first.add({ days: day }));
      counts.push((counts[day] ?? 0) + (isOne ? 1 : 0));
    }
    years.set(year, counts);
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

/** The day of an instant in a zone. */
export function dateOf(epochMs: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDate();
}

/** The first instant of a day in a zone, also where clocks are put forward at midnight. */
export function startOf(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds;
}

const DAY_MS = 86_400_000;
const THURSDAY = 3;
const WEEK = 7;

/**
 * Numbers the days of a zone: the first of January 1970 is 0. The start of each day is computed
 * once, since Temporal takes microseconds for it and statistics ask for a hundred thousand instants.
 */
export function createLocalDays(zone: string): (epochMs: number) => number {
  const starts = new Map<number, number>();

  function startAt(day: number): number {
    const known = starts.get(day);
    if (known !== undefined) return known;
    const start = startOf(dateOfDay(day), zone);
    starts.set(day, start);
    return start;
  }

  return (epochMs) => {
    // The day of UTC, or the one before or after it.
    const day = Math.floor(epochMs / DAY_MS);
    if (epochMs < startAt(day)) return day - 1;
    return epochMs >= startAt(day + 1) ? day + 1 : day;
  };
}

/** The date of a day by its number. */
export function dateOfDay(day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from('1970-01-01').add({ days: day });
}

/** The number of a date. */
function dayNumber(date: Temporal.PlainDate): number {
  return date.since('1970-01-01').days;
}

/** Numbers the weeks that the days lie in, from Monday to Sunday as ISO 8601 has it. */
export function weekOfDay(day: number): number {
  return Math.floor((day + THURSDAY) / WEEK);
}

/** The first day of a week. */
export function mondayOf(week: number): number {
  return week * WEEK - THURSDAY;
}
