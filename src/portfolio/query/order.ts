import type { Entry } from '../entry.ts';
import type { Sort } from './keys.ts';

/** What an order goes by, and which way; entries without it come last either way. */
export const ORDERS = {
  oldest: { by: 'created', direction: 1 },
  newest: { by: 'created', direction: -1 },
  score: { by: 'score', direction: -1 },
  completion: { by: 'completion', direction: -1 },
  updated: { by: 'updated', direction: -1 },
  /** Of those that are not ready; those that are come before, in the same order. */
  waiting: { by: 'created', direction: 1 },
} as const satisfies Readonly<Record<Sort, { by: string; direction: 1 | -1 }>>;

const READ = {
  created: ({ createdMs }: Entry) => createdMs,
  updated: ({ updatedMs }: Entry) => updatedMs,
  score: ({ score }: Entry) => score,
  completion: ({ completion }: Entry) => completion,
} as const;

/** The decision of files that come before all others in the order `waiting`. */
export const READY = 'READY';

/** Compares entries for an order in which no two are equal: between equal ones ids decide. */
export function comparatorOf(sort: Sort): (one: Entry, other: Entry) => number {
  const { by, direction } = ORDERS[sort];
  const read = READ[by];
  const rank = (entry: Entry) => rankOf(read(entry) ?? Number.NaN, direction);
  const group = ({ decision }: Entry) => (sort === 'waiting' && decision !== READY ? 1 : 0);
  return (one, other) =>
    compare(group(one), group(other)) ||
    compare(rank(one), rank(other)) ||
    compare(one.id, other.id);
}

/** A number by which smaller comes first, and what is missing (`NaN`) last. */
export function rankOf(value: number, direction: 1 | -1): number {
  return Number.isNaN(value) ? Infinity : value * direction;
}

/** -1, 0 or 1: a difference would not do for infinities. */
export function compare<Value extends number | string>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const CHARACTERS = 3;

/**
 * The beginning of an id as a number that is in the same order as the ids, as far as it goes: equal
 * ones are yet to be compared in full.
 */
export function idBeginning(id: string): number {
  let beginning = 0;
  for (let at = 0; at < CHARACTERS; at += 1) {
    // One more than the code, for an id that has ended comes before one that goes on.
    beginning = beginning * 65_537 + (at < id.length ? id.charCodeAt(at) + 1 : 0);
  }
  return beginning;
}
