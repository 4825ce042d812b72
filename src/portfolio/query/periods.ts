/** Days of the week, Monday first: each stands for the nearest such day, today included. */
export const WEEKDAY_NAMES = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
type WeekdayName = (typeof WEEKDAY_NAMES)[number];

/** Days of the week that are never today. */
export const LAST_WEEKDAYS = WEEKDAY_NAMES.map((name) => `last-${name}` as const);

/** Days and periods counted from the day of the search, in the spelling of `Condition`. */
export const PERIODS = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-weekend',
  'last-weekend',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
  ...LAST_WEEKDAYS,
] as const;
export type Period = (typeof PERIODS)[number];

/** Months, January first: each stands for the nearest such month, the present one included. */
export const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;
type MonthName = (typeof MONTH_NAMES)[number];

export type RelativeDate = Period | WeekdayName | MonthName;

/**
 * Where the nearest `january` or `monday` is: before today for what has happened, and after it for
 * what is to come. Today, and the present month, are near in both.
 */
export type Side = 'past' | 'coming';

/** First and last day of a date value. */
export interface Days {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

const DAYS_A_WEEK = 7;
const SATURDAY = 6;
const MONTHS_A_QUARTER = 3;
/** In days: where a range may be of this year or the year before, the longer one is not taken. */
const HALF_A_YEAR = 183;
const ABSOLUTE = /^\d{4}/;
const DAY_OF_MONTH = /^(\d{1,2})-([a-z]+)$/;

/** The number and the name of a month in a value such as `3-november`; `null` for any other value. */
export function dayOfMonth(date: string): { readonly day: number; readonly month: number } | null {
  const [, day = '', name = ''] = DAY_OF_MONTH.exec(date) ?? [];
  const month = indexIn(MONTH_NAMES, name) + 1;
  return month === 0 ? null : { day: Number(day), month };
}

/**
 * The days of a date value: `2026`, `2026-11`, `2026-11-20`, a period, a weekday, a month, or
 * `3-november`, which is the nearest such day on that side.
 *
 * @param today the day from which relative values are counted
 */
export function daysOfDate(date: string, today: Temporal.PlainDate, side: Side): Days {
  const [year = 1, month, day] = date.split('-').map(Number);
  if (ABSOLUTE.test(date)) {
    const first = Temporal.PlainDate.from({ year, month: month ?? 1, day: day ?? 1 });
    if (day !== undefined) return { first, last: first };
    return month === undefined ? yearOf(first) : monthOf(first);
  }
  return relativeDays(date, today, side);
}

/** Whether a date is a year, a month or a day of one, and not counted from today. */
export function isAbsolute(date: string): boolean {
  return ABSOLUTE.test(date);
}

/**
 * The days from one date to another. Names that stand for days out of order, as `monday..wednesday`
 * does on a Tuesday, stand for the nearest that are in order.
 */
export function daysOfRange(from: string, to: string, today: Temporal.PlainDate, side: Side): Days {
  const { first } = daysOfDate(from, today, side);
  const { last } = daysOfDate(to, today, side);
  if (Temporal.PlainDate.compare(first, last) <= 0) return { first, last };
  const areDays = dayOfMonth(from) !== null && dayOfMonth(to) !== null;
  if (side === 'past' && (areDays || isInOneYear(from, to))) {
    // “From 16 to 30 November”, on the 21st, is not over, nor is “October to December”.
    const ahead = daysOfDate(to, first, 'coming').last;
    if (!areDays || first.until(ahead).days < HALF_A_YEAR) return { first, last: ahead };
  }
  if (side === 'past' && isNamed(from)) {
    return { first: daysOfDate(from, first.subtract({ days: 1 }), side).first, last };
  }
  if (side === 'coming' && isNamed(to)) {
    return { first, last: daysOfDate(to, last.add({ days: 1 }), side).last };
  }
  return { first, last };
}

/** Whether both are months or days of one, without a year, of which the second comes later in a year. */
function isInOneYear(from: string, to: string): boolean {
  const month = monthIn(from);
  return month > 0 && monthIn(to) >= month;
}

/** The month of `november` or `3-november`, from 1; 0 for any other value. */
function monthIn(date: string): number {
  return dayOfMonth(date)?.month ?? indexIn(MONTH_NAMES, date) + 1;
}

/** Whether a date is a weekday, a month or a day of one without its year. */
function isNamed(date: string): boolean {
  const isWeekday = LAST_WEEKDAYS.some((name) => name === date);
  return isWeekday || (!isAbsolute(date) && !PERIODS.some((period) => period === date));
}

function relativeDays(date: string, today: Temporal.PlainDate, side: Side): Days {
  switch (date) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return oneDay(today.subtract({ days: 1 }));
    case 'this-week':
      return weekOf(today);
    case 'last-week':
      return weekOf(today.subtract({ weeks: 1 }));
    case 'this-weekend': {
      // On a Monday, what came “this weekend” came on the two days before.
      const isToCome = side === 'coming' || today.dayOfWeek >= SATURDAY;
      return weekendOf(isToCome ? today : today.subtract({ weeks: 1 }));
    }
    case 'last-weekend':
      return weekendOf(today.subtract({ weeks: 1 }));
    case 'this-month':
      return monthOf(today);
    case 'last-month':
      return monthOf(today.subtract({ months: 1 }));
    case 'this-quarter':
      return quarterOf(today);
    case 'last-quarter':
      return quarterOf(today.subtract({ months: MONTHS_A_QUARTER }));
    case 'this-year':
      return yearOf(today);
    case 'last-year':
      return yearOf(today.subtract({ years: 1 }));
    default:
      return namedDays(date, today, side);
  }
}

function namedDays(date: string, today: Temporal.PlainDate, side: Side): Days {
  const last = indexIn(LAST_WEEKDAYS, date);
  if (last >= 0) {
    const yesterday = today.subtract({ days: 1 });
    return namedDays(WEEKDAY_NAMES[last] ?? '', yesterday, 'past');
  }
  const weekday = indexIn(WEEKDAY_NAMES, date) + 1;
  if (weekday > 0) {
    const ago = (today.dayOfWeek - weekday + DAYS_A_WEEK) % DAYS_A_WEEK;
    const ahead = (weekday - today.dayOfWeek + DAYS_A_WEEK) % DAYS_A_WEEK;
    return oneDay(side === 'past' ? today.subtract({ days: ago }) : today.add({ days: ahead }));
  }
  const single = dayOfMonth(date);
  const month = single?.month ?? indexIn(MONTH_NAMES, date) + 1;
  const inYear = (year: number) =>
    Temporal.PlainDate.from({ year, month: Math.max(1, month), day: single?.day ?? 1 });
  const daysIn = (year: number) => (single === null ? monthOf(inYear(year)) : oneDay(inYear(year)));
  const thisYear = daysIn(today.year);
  if (side === 'past') {
    const isAhead = Temporal.PlainDate.compare(thisYear.first, today) > 0;
    return isAhead ? daysIn(today.year - 1) : thisYear;
  }
  const isOver = Temporal.PlainDate.compare(thisYear.last, today) < 0;
  return isOver ? daysIn(today.year + 1) : thisYear;
}

function indexIn(names: readonly string[], name: string): number {
  return names.indexOf(name);
}

/** Lengths of periods that have a neighbour on each side. */
export const LENGTHS = ['day', 'week', 'weekend', 'month', 'quarter', 'year'] as const;
export type Length = (typeof LENGTHS)[number];

/** The last period of a length that is over before some days begin, or the first behind them. */
export function periodBeside(length: Length, { first, last }: Days, side: Side): Days {
  const day = side === 'past' ? first.subtract({ days: 1 }) : last.add({ days: 1 });
  const found = PERIOD_AROUND[length](day);
  const isBeside =
    side === 'past'
      ? Temporal.PlainDate.compare(found.last, first) < 0
      : Temporal.PlainDate.compare(found.first, last) > 0;
  if (isBeside) return found;
  // The Friday before a weekend is of the same week.
  const days = length === 'weekend' ? DAYS_A_WEEK : 1;
  const away = side === 'past' ? found.first.subtract({ days }) : found.last.add({ days });
  return PERIOD_AROUND[length](away);
}

const PERIOD_AROUND: Readonly<Record<Length, (day: Temporal.PlainDate) => Days>> = {
  day: oneDay,
  week: weekOf,
  weekend: weekendOf,
  month: monthOf,
  quarter: quarterOf,
  year: yearOf,
};

function oneDay(day: Temporal.PlainDate): Days {
  return { first: day, last: day };
}

function weekOf(day: Temporal.PlainDate): Days {
  const first = day.subtract({ days: day.dayOfWeek - 1 });
  return { first, last: first.add({ days: DAYS_A_WEEK - 1 }) };
}

function weekendOf(day: Temporal.PlainDate): Days {
  const { last } = weekOf(day);
  return { first: last.subtract({ days: 1 }), last };
}

function monthOf(day: Temporal.PlainDate): Days {
  return { first: day.with({ day: 1 }), last: day.with({ day: day.daysInMonth }) };
}

function quarterOf(day: Temporal.PlainDate): Days {
  const first = day.with({ day: 1, month: day.month - ((day.month - 1) % MONTHS_A_QUARTER) });
  return { first, last: monthOf(first.add({ months: MONTHS_A_QUARTER - 1 })).last };
}

function yearOf(day: Temporal.PlainDate): Days {
  return { first: day.with({ month: 1, day: 1 }), last: day.with({ month: 12, day: 31 }) };
}

/**
 * The days of the ISO week of that number: of a year, or else the last such week that has begun, or the next
 * that is not over; `null` for a year without it.
 */
export function numberedWeek(
  number: number,
  year: number | null,
  today: Temporal.PlainDate,
  side: Side,
): Days | null {
  const step = side === 'past' ? -1 : 1;
  const years = year === null ? [-1, ...NEAR].map((more) => today.year + step * more) : [year];
  const weeks = years.flatMap((each) => {
    // 4 January is in the first week of each year.
    const week = weekOf(Temporal.PlainDate.from({ year: each, month: 1, day: 4 }));
    const { first, last } = weekOf(week.first.add({ weeks: number - 1 }));
    return first.weekOfYear === number ? [{ first, last }] : [];
  });
  const isNear = ({ first, last }: Days) =>
    side === 'past'
      ? Temporal.PlainDate.compare(first, today) <= 0
      : Temporal.PlainDate.compare(last, today) >= 0;
  return (year === null ? weeks.find(isNear) : weeks[0]) ?? null;
}

/** The last day of that number in a month up to a date, or the next from it on, the date itself included. */
export function numberedDay(
  day: number,
  date: Temporal.PlainDate,
  side: Side,
): Temporal.PlainDate | null {
  const step = side === 'past' ? -1 : 1;
  const days = NEAR.map((more) => date.add({ months: step * more }))
    .filter(({ daysInMonth }) => day <= daysInMonth)
    .map((month) => month.with({ day }));
  return days.find((each) => step * Temporal.PlainDate.compare(each, date) >= 0) ?? null;
}

/** Months and years that are looked at: one in two has 31 days, and one in six 53 weeks. */
const NEAR: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
