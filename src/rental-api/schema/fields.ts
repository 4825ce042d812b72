import { z } from 'zod';

import { epochMs } from './date-time.ts';

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
