import { z } from 'zod';

import { epochMs, isoDate } from './date-time.ts';

/**
 * Schemas for the types of section 2, lenient so that no invalid value loses its file.
 *
 * A value that is absent, null or of another type than specified becomes `null`; only an absent one
 * takes the default of the specification, since what came instead of it is not known to mean the
 * same. `record` lists the values that could not be read.
 *
 * @see Rental File Service specification, section 2.8: null is not explained
 */

/** Unchanged text, or `null`. */
export const optionalText = z.string().nullable().default(null).catch(null);

/** A number, or a decimal string as some serializers write it. */
export const number = leniently(numberIn);

/** A number of at least 0 (section 8). */
export const amount = leniently(amountIn);

/** Epoch milliseconds, as `epochMs` reads them. */
export const instant = leniently(instantIn);

/** A calendar date, `YYYY-MM-DD`. */
export const date = leniently(dateIn);

/** A boolean that may be unset. */
export const flag = leniently((value) => flagIn(value, null));

/** A boolean; `fallback` is the default of the specification. */
export function yesOrNo(fallback: boolean) {
  return leniently((value) => flagIn(value, fallback));
}

/** A whole number; 0 is the default of the specification. */
export const count = leniently(countIn);

/** A value of an open enumeration; `fallback` is the default of the specification. */
export function word(fallback: string) {
  return leniently((value) => wordIn(value, fallback));
}

/** A value of an open enumeration that may be unset. */
export const optionalWord = leniently(optionalWordIn);

/** An object whose values that came but could not be read are `null` or left out. */
export interface Readable {
  /** The names of those fields. */
  readonly unreadable: readonly string[];
}

/** A nested object, with the fields that could not be read; `null` if absent or no object. */
export function record<Part extends z.ZodObject>(schema: Part) {
  const compiled = z.compile(schema);
  return leniently((value): (z.output<Part> & Readable) | null => {
    const read = isObject(value) ? compiled.safeParse(value).data : undefined;
    if (!isObject(value) || read === undefined) return null;
    return { ...read, unreadable: unreadableIn(value, read) };
  });
}

/** The readable items of a list; empty for anything else. */
export function listOf<Item extends z.ZodType>(item: Item) {
  const compiled = z.compile(item);
  return leniently((value) => listIn(value, (entry) => compiled.safeParse(entry).data ?? null));
}

/** One transform instead of several schema steps, which add up over ten thousand fields a page. */
function leniently<Value>(read: (value: unknown) => Value) {
  return z.unknown().optional().transform(read);
}

export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named fields. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NOTHING: readonly never[] = [];

/**
 * The names of the fields that came with something and were read as nothing, or as a shorter list.
 *
 * @param read the values that were made of `fields`, under the same names
 */
export function unreadableIn(fields: Fields, read: Fields): readonly string[] {
  let found: string[] | null = null;
  // Without arrays of names and values: called for every object of every file.
  for (const name in read) {
    const value = read[name];
    if (typeof value !== 'object') continue;
    const isEmpty = value === null || (Array.isArray(value) && isLonger(fields[name], value));
    if (isEmpty && (fields[name] ?? null) !== null) (found ??= []).push(name);
  }
  return found ?? NOTHING;
}

function isLonger(served: unknown, { length }: readonly unknown[]): boolean {
  return !Array.isArray(served) || served.length > length;
}

/** Parser behind `listOf`. */
export function listIn<Item>(
  value: unknown,
  read: (item: unknown) => Item | null,
): readonly Item[] {
  if (!Array.isArray(value) || value.length === 0) return NOTHING;
  const items: Item[] = [];
  for (const entry of value) {
    const item = read(entry);
    if (item !== null) items.push(item);
  }
  return items;
}

/** Parser behind `optionalText`. */
export function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Parser behind `flag` and `yesOrNo`. */
export function flagIn(value: unknown, fallback: boolean | null): boolean | null {
  if (value === undefined) return fallback;
  return typeof value === 'boolean' ? value : null;
}

/** Parser behind `count`. */
export function countIn(value: unknown): number | null {
  if (value === undefined) return 0;
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/**
 * Parser behind `word`. What is no word is kept as a text that no enumeration lists, so that it is
 * taken for an unknown value, never for the default.
 */
export function wordIn(value: unknown, fallback: string): string {
  if (value === undefined) return fallback;
  return optionalWordIn(value) ?? 'null';
}

/** Parser behind `optionalWord`. */
export function optionalWordIn(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return '[…]';
  // Never their contents, which may be personal.
  return typeof value === 'object' ? '{…}' : JSON.stringify(value);
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

/** Parser behind `date`. */
export function dateIn(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return z.regexes.date.test(value) ? value : isoDate(value);
}

/** Parser behind `instant`. */
export function instantIn(value: unknown): number | null {
  return typeof value === 'string' ? epochMs(value) : null;
}
