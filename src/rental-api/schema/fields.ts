import { z } from 'zod';

/**
 * Schemas for the types of section 2, lenient so that no invalid value loses its file.
 *
 * A value that is absent, null or of another type than specified becomes `null` (or the default of
 * the field): the specification leaves the behaviour of optional fields open (2.8).
 */

/** Unchanged text, or `null`. */
export const optionalText = z.string().nullable().default(null).catch(null);

/** A number, or a decimal string as some serializers write it. */
export const number = leniently(numberIn);

/** A number of at least 0 (section 8). */
export const amount = leniently(amountIn);

/** Epoch milliseconds. A time without an offset is UTC; microseconds are truncated. */
export const instant = leniently(instantIn);

/** A calendar date, `YYYY-MM-DD`. */
export const date = leniently((value) =>
  typeof value === 'string' && z.regexes.date.test(value) ? value : null,
);

/** A boolean that may be unset. */
export const flag = z.boolean().nullable().default(null).catch(null);

/** A boolean; `fallback` is the default of the specification. */
export function yesOrNo(fallback: boolean) {
  return z.boolean().default(fallback).catch(fallback);
}

/** A value of an open enumeration; `fallback` is the default of the specification. */
export function word(fallback: string) {
  return z.string().min(1).default(fallback).catch(fallback);
}

/** A nested object; `null` if absent or unreadable. */
export function part<Part extends z.ZodObject>(schema: Part) {
  const compiled = z.compile(schema);
  return leniently((value): z.output<Part> | null => {
    if (typeof value !== 'object' || value === null) return null;
    return compiled.safeParse(value).data ?? null;
  });
}

/** The readable items of a list; empty for anything else. */
export function listOf<Item extends z.ZodType>(item: Item) {
  const compiled = z.compile(item);
  return leniently((value) => {
    const items: z.output<Item>[] = [];
    if (!Array.isArray(value)) return items;
    for (const entry of value) {
      const read = compiled.safeParse(entry);
      if (read.success) items.push(read.data);
    }
    return items;
  });
}

/** One transform instead of several schema steps, which add up over ten thousand fields a page. */
function leniently<Value>(read: (value: unknown) => Value) {
  return z.unknown().optional().transform(read);
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Parser behind `number`. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : null;
}

/** Parser behind `amount`. */
export function amountIn(value: unknown): number | null {
  const read = numberIn(value);
  return read !== null && read >= 0 ? read : null;
}

/** Parser behind `instant`. */
export function instantIn(value: unknown): number | null {
  return typeof value === 'string' ? epochMs(value) : null;
}

const ISO_DATE_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,3})\d*)?)? ?(Z|z|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Epoch milliseconds of an ISO 8601 date-time, or `null`. A time without an offset is UTC;
 * microseconds are truncated.
 *
 * @see Rental File Service specification, section 2 ("date-time")
 */
export function epochMs(value: string): number | null {
  // A page of a hundred files holds two thousand times: this is most of what reading it costs.
  const quick = byPlaces(value);
  if (!Number.isNaN(quick)) return quick;
  const [, day, time = '00:00', fraction = '0', offset = 'Z'] = ISO_DATE_TIME.exec(value) ?? [];
  if (day === undefined) return null;
  const seconds = time.length === 5 ? `${time}:00` : time;
  return orNull(Date.parse(`${day}T${seconds}.${fraction.padEnd(3, '0')}${zone(offset)}`));
}

const DASH = 45;
const DOT = 46;
const ZERO = 48;
const COLON = 58;
const LETTER_T = 84;

/** By month, from 1; the 29th of February is not in every one. */
const DAYS_OF_EVERY_MONTH = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reads `2026-11-21T09:00:00`, with or without a fraction and with `Z`, `+00:00` or nothing behind
 * it, several times faster than a pattern and `Date.parse`. `NaN` says only that it is written
 * otherwise, or that it falls on a 29th of February.
 */
function byPlaces(text: string): number {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return Number.NaN;
  if (text.charCodeAt(10) !== LETTER_T) return Number.NaN;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return Number.NaN;
  const century = twoDigits(text, 0);
  const ofCentury = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hours = twoDigits(text, 11);
  const minutes = twoDigits(text, 14);
  const seconds = twoDigits(text, 17);
  if (century < 10 || ofCentury < 0 || month < 1 || month > 12 || day < 1) return Number.NaN;
  if (day > (DAYS_OF_EVERY_MONTH[month] ?? 0)) return Number.NaN;
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
    return Number.NaN;
  }
  const end = text.charCodeAt(19) === DOT ? endOfDigits(text, 20) : 19;
  if (end === 20 || !isUtc(text, end)) return Number.NaN;
  const year = century * 100 + ofCentury;
  const minute = (daysSinceEpoch(year, month, day) * 24 + hours) * 60 + minutes;
  return (minute * 60 + seconds) * 1000 + thousandths(text, end);
}

/** 1970-01-01, counted from the March in which the year 0 of this calendar begins. */
const EPOCH_DAY = 719_468;

/** What `Date.UTC` counts too, but for one day at a time it takes several times as long. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  // Years that begin in March have their leap day at the end.
  const marchYear = month > 2 ? year : year - 1;
  const monthsSinceMarch = (month + 9) % 12;
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const dayOfYear = Math.floor((153 * monthsSinceMarch + 2) / 5) + day - 1;
  return marchYear * 365 + leapDays + dayOfYear - EPOCH_DAY;
}

/** The number that two digits write, or a negative one when they are no digits. */
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

/** The first three digits of the fraction that ends at `end`, if there is one. */
function thousandths(text: string, end: number): number {
  let value = 0;
  for (let at = 20; at < 23; at += 1) {
    value = value * 10 + (at < end ? text.charCodeAt(at) - ZERO : 0);
  }
  return value;
}

function orNull(parsed: number): number | null {
  return Number.isNaN(parsed) ? null : parsed;
}

/** `+02:00` or `Z`, the two forms that `Date.parse` accepts, for `+02`, `+0200` and `z`. */
function zone(offset: string): string {
  if (offset.toUpperCase() === 'Z') return 'Z';
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
