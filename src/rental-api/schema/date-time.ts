/** `2026-11-20`, `20261120`, `2026-324`, `2026324`, `2026-W47-5`, `2026W475`; years also as `+002026`. */
const DATE =
  /^(?<year>\d{4}|[+-]\d{6})(?:-?W(?<week>\d\d)-?(?<weekday>[1-7])|-?(?<ordinal>\d{3})|-(?<month>\d\d)-(?<day>\d\d)|(?<monthDay>\d{4}))$/;

/** `09`, `09:30`, `0930`, `09:30:15`, `093015`, a fraction of the last of them, and the offset. */
const TIME =
  /^(?<hours>\d\d)(?::?(?<minutes>\d\d)(?::?(?<seconds>\d\d))?)?(?:[.,](?<fraction>\d{1,30}))? ?(?:Z|z|(?<offset>[+-])(?<offsetHours>\d\d)(?::?(?<offsetMinutes>\d\d))?)?$/;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const DAY_MS = 24 * HOUR_MS;

/**
 * The last instant that is read, and with a minus the first: two days within those of JavaScript, so
 * that its local day, and the days before and after it, begin at instants in every time zone.
 */
const INSTANT_MS_MAX = 8.64e15 - 2 * DAY_MS;

/**
 * Epoch milliseconds of an ISO 8601 date-time, or `null`: calendar, week and ordinal dates, basic and
 * extended, years of more than four digits, a fraction after a point or a comma, `24:00`, a leap
 * second. A date alone is its first instant; without an offset it is UTC, as the specification names
 * no zone; microseconds are truncated.
 *
 * @see Rental File Service specification, section 2 ("date-time"); ISO 8601-1, sections 5.2 to 5.4
 */
export function epochMs(value: string): number | null {
  const common = parseCommonForm(value);
  if (!Number.isNaN(common)) return common;
  const [date = '', time] = value.split(/[Tt ](.*)/s, 2);
  const day = dayOf(date);
  const ofDay = time === undefined ? 0 : timeMs(time);
  if (day === null || ofDay === null) return null;
  const ms = day.toZonedDateTime('UTC').epochMilliseconds + ofDay;
  return Math.abs(ms) <= INSTANT_MS_MAX ? ms : null;
}

/**
 * An ISO 8601 calendar date as `YYYY-MM-DD`, or `null`; week and ordinal dates name one, too. A year
 * of more or fewer than four digits is none: such dates are compared as texts.
 *
 * @see Rental File Service specification, section 2 ("date")
 */
export function isoDate(value: string): string | null {
  if (isCommonDate(value, value.length)) return value;
  const day = dayOf(value)?.toString() ?? '';
  return day.length === DATE_LENGTH ? day : null;
}

/** Of `YYYY-MM-DD`. */
const DATE_LENGTH = 10;

/** The day that a date names; `null` if it names none. */
function dayOf(text: string): Temporal.PlainDate | null {
  const fields = DATE.exec(text)?.groups;
  if (fields === undefined || fields['year'] === '-000000') return null;
  const year = Number(fields['year']);
  if (fields['week'] !== undefined) return dayOfWeek(year, Number(fields['week']), fields);
  const { ordinal, month, day, monthDay = `${month}${day}` } = fields;
  const parts =
    ordinal === undefined
      ? { year, month: Number(monthDay.slice(0, 2)), day: Number(monthDay.slice(2)) }
      : { year, month: 1, day: 1 };
  try {
    const date = Temporal.PlainDate.from(parts, { overflow: 'reject' });
    if (ordinal === undefined) return date;
    const place = Number(ordinal);
    return place >= 1 && place <= date.daysInYear ? date.add({ days: place - 1 }) : null;
  } catch {
    return null;
  }
}

/** The 4th of January is in the first week of its year. */
function dayOfWeek(
  year: number,
  week: number,
  { weekday }: Readonly<Record<string, string | undefined>>,
): Temporal.PlainDate | null {
  try {
    const fourth = Temporal.PlainDate.from({ year, month: 1, day: 4 });
    const days = (week - 1) * 7 + Number(weekday) - fourth.dayOfWeek;
    const date = fourth.add({ days });
    return date.weekOfYear === week && date.yearOfWeek === year ? date : null;
  } catch {
    return null;
  }
}

/** Milliseconds from the beginning of a day in UTC to a time of it; `null` if it is none. */
function timeMs(text: string): number | null {
  const fields = TIME.exec(text)?.groups;
  if (fields === undefined) return null;
  const { hours, minutes, seconds, fraction = '0' } = fields;
  const [hour, minute, second] = [Number(hours), Number(minutes ?? 0), Number(seconds ?? 0)];
  const unit = minutes === undefined ? HOUR_MS : seconds === undefined ? MINUTE_MS : SECOND_MS;
  // Of a fraction the decimals count that make a millisecond of an hour.
  const part = Math.floor((Number(fraction.slice(0, 10).padEnd(10, '0')) * unit) / 1e10);
  const { offset, offsetHours = '0', offsetMinutes = '0' } = fields;
  if (hour > 24 || minute > 59 || second > 60) return null;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return null;
  if (hour === 24 && minute + second + part > 0) return null;
  // Unix time has no leap second: it is the second before.
  const time = hour * HOUR_MS + minute * MINUTE_MS + Math.min(59, second) * SECOND_MS + part;
  const ahead = Number(offsetHours) * HOUR_MS + Number(offsetMinutes) * MINUTE_MS;
  return offset === '-' ? time + ahead : time - ahead;
}

const DASH = 45;
const DOT = 46;
const ZERO = 48;
const COLON = 58;
const LETTER_T = 84;

/** Index 1 to 12. Without leap days: those take the slow path. */
const DAYS_IN_MONTH = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Fast path for `2026-11-21T09:00:00`, with or without a fraction and with `Z`, `+00:00` or no offset.
 * `NaN` for any other form, and for a 29th of February.
 *
 * A page of 100 files has 2,000 date-times: with a regular expression and `Date.parse` the schemas
 * would take a quarter more time for 20,000 files, which adds 0.08 to the ratio of
 * `test/bench/reading.ts`.
 */
function parseCommonForm(text: string): number {
  if (!isCommonDate(text, 10) || text.charCodeAt(10) !== LETTER_T) return Number.NaN;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return Number.NaN;
  const hours = twoDigits(text, 11);
  const minutes = twoDigits(text, 14);
  const seconds = twoDigits(text, 17);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
    return Number.NaN;
  }
  const end = text.charCodeAt(19) === DOT ? endOfDigits(text, 20) : 19;
  if (end === 20 || !isUtc(text, end)) return Number.NaN;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const days = daysSinceEpoch(year, twoDigits(text, 5), twoDigits(text, 8));
  const minute = (days * 24 + hours) * 60 + minutes;
  return (minute * 60 + seconds) * 1000 + milliseconds(text, end);
}

/** Whether the first `length` characters are a date such as `2026-11-21`, from the year 1000 on. */
function isCommonDate(text: string, length: number): boolean {
  if (length !== 10 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return false;
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (twoDigits(text, 0) < 10 || twoDigits(text, 2) < 0 || month < 1 || day < 1) return false;
  return day <= (DAYS_IN_MONTH[month] ?? 0);
}

/** 1970-01-01 in days since the 1st of March of year 0. */
const EPOCH_DAY = 719_468;

/** The same as `Date.UTC`, several times faster. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  // In years that begin in March the leap day is the last one.
  const marchYear = month > 2 ? year : year - 1;
  const monthsSinceMarch = (month + 9) % 12;
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const dayOfYear = Math.floor((153 * monthsSinceMarch + 2) / 5) + day - 1;
  return marchYear * 365 + leapDays + dayOfYear - EPOCH_DAY;
}

/** The number at `at`, or a negative one without two digits there. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function endOfDigits(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

function isUtc(text: string, from: number): boolean {
  if (text.length === from) return true;
  if (text.length === from + 1) return text.endsWith('Z');
  return text.length === from + 6 && text.endsWith('+00:00');
}

/** Milliseconds of the fraction that ends at `end`. */
function milliseconds(text: string, end: number): number {
  let value = 0;
  for (let at = 20; at < 23; at += 1) {
    value = value * 10 + (at < end ? text.charCodeAt(at) - ZERO : 0);
  }
  return value;
}
