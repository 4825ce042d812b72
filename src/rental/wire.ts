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
export const number = z.union([z.number(), decimal()]).nullable().default(null).catch(null);

/** Section 8: an amount below zero is not an amount. */
export const amount = z
  .union([z.number().min(0), decimal().pipe(z.number().min(0))])
  .nullable()
  .default(null)
  .catch(null);

/** Epoch milliseconds, UTC. A time without an offset is UTC; microseconds are cut. */
export const instant = z.string().transform(epochMs).nullable().default(null).catch(null);

/** A calendar date, `YYYY-MM-DD`. */
export const date = z.iso.date().nullable().default(null).catch(null);

/** A yes or no that the service may leave open. */
export const flag = z.boolean().nullable().default(null).catch(null);

/** One value of an open list; `fallback` is the default of the specification. */
export function word(fallback: string) {
  return z.string().min(1).default(fallback).catch(fallback);
}

/** A list that leaves out the items it cannot read; anything but a list is an empty one. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item.nullable().catch(null))
    .default([])
    .catch([])
    .transform((items) => items.filter((entry) => entry !== null));
}

function decimal() {
  return z
    .string()
    .regex(/^-?\d{1,15}(?:\.\d{1,15})?$/)
    .transform(Number);
}
