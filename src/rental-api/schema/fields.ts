import { epochMs, isoDate } from './date-time.ts';

/*
 * Readers of the types of section 2, lenient so that no invalid value loses its file.
 *
 * A value that is absent, null or of another type than specified becomes `null`; only an absent one
 * takes the default of the specification, since what came instead of it is not known to mean the
 * same.
 *
 * @see Rental File Service specification, section 2.8: null is not explained
 */

/** Whether a value is an object with named fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Unchanged text. */
export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A boolean that may be unset. */
export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** A boolean; `fallback` is the default of the specification. */
export function yesOrNo(fallback: boolean): (value: unknown) => boolean | null {
  return (value) => (value === undefined ? fallback : flag(value));
}

/** A whole number; 0 is the default of the specification. */
export function count(value: unknown): number | null {
  if (value === undefined) return 0;
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/**
 * A value of an open enumeration; `fallback` is the default of the specification. What is no word is
 * kept as a text that no enumeration lists, so that it is taken for an unknown value, never for the
 * default.
 */
export function word(fallback: string): (value: unknown) => string {
  return (value) => (value === undefined ? fallback : (optionalWord(value) ?? 'null'));
}

/** A value of an open enumeration that may be unset. */
export function optionalWord(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return '[…]';
  // Never their contents, which may be personal.
  return typeof value === 'object' ? '{…}' : JSON.stringify(value);
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** A number, or a decimal string as some serializers write it. */
export function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : null;
}

/** A number of at least 0 (section 8). */
export function amount(value: unknown): number | null {
  const read = number(value);
  return read !== null && read >= 0 ? read : null;
}

/** A calendar date, `YYYY-MM-DD`. */
export function date(value: unknown): string | null {
  return typeof value === 'string' ? isoDate(value) : null;
}

/** Epoch milliseconds, as `epochMs` reads them. */
export function instant(value: unknown): number | null {
  return typeof value === 'string' ? epochMs(value) : null;
}

/** Whatever came. */
export function anything(value: unknown): unknown {
  return value;
}
