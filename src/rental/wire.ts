import { z } from 'zod';

import { epochMs } from './date-time.ts';

/**
 * The kinds of value of section 2, read so that no odd value loses the file it stands in.
 *
 * Whatever is absent, null or of another type than the specification names is read as `null` (or
 * as the field's default): the specification leaves the behaviour of optional fields open (2.8).
 */

/** Text as it came; `null` when there is none. */
export const text = z.string().nullable().default(null).catch(null);

/** A number, also when it comes as a decimal string, as some serializers write it. */
export const number = leniently(numberIn);

/** Section 8: an amount below zero is not an amount. */
export const amount = leniently(amountIn);

/** Epoch milliseconds, UTC. A time without an offset is UTC; microseconds are cut. */
export const instant = leniently(instantIn);

/** A calendar date, `YYYY-MM-DD`. */
export const date = leniently((value) =>
  typeof value === 'string' && z.regexes.date.test(value) ? value : null,
);

/** A yes or no that the service may leave open. */
export const flag = z.boolean().nullable().default(null).catch(null);

/** A yes or no; `fallback` is the default of the specification. */
export function yesOrNo(fallback: boolean) {
  return z.boolean().default(fallback).catch(fallback);
}

/** One value of an open list; `fallback` is the default of the specification. */
export function word(fallback: string) {
  return z.string().min(1).default(fallback).catch(fallback);
}

/** An object in an object; `null` when there is none, or none that can be read. */
export function part<Part extends z.ZodObject>(schema: Part) {
  const compiled = z.compile(schema);
  return leniently((value): z.output<Part> | null => {
    if (typeof value !== 'object' || value === null) return null;
    return compiled.safeParse(value).data ?? null;
  });
}

/** A list that leaves out the items it cannot read; anything but a list is an empty one. */
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

/** For what takes a schema several steps: a page has ten thousand fields, so steps are felt. */
function leniently<Value>(read: (value: unknown) => Value) {
  return z.unknown().optional().transform(read);
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** As `number` reads it. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : null;
}

/** As `amount` reads it. */
export function amountIn(value: unknown): number | null {
  const read = numberIn(value);
  return read !== null && read >= 0 ? read : null;
}

/** As `instant` reads it. */
export function instantIn(value: unknown): number | null {
  return typeof value === 'string' ? epochMs(value) : null;
}
