import type { Entry, Property } from './entry.ts';
import type { Facts } from './facts.ts';

/** The id of a set of entries, whatever their order: the same files have the same id in every process. */
export interface ContentId {
  add(entry: Entry): void;
  remove(entry: Entry): void;
  id(): string;
}

/** Two sums of 32 bits, each in as many digits of base 36. */
const RADIX = 36;
const DIGITS = 7;

/** Odd multipliers of the two hashes, and of their final mixing. */
const FIRST = 2_654_435_761;
const SECOND = 1_597_334_677;
const MIXED = 2_246_822_507;
const MIXED_AGAIN = 3_266_489_909;

/** Stands for a missing value, which is not an empty one. */
const NONE = 0x7f_4a_7c_15;

/** Hashes of properties and facts, which the pool shares between entries and snapshots. */
const hashes = new WeakMap<Property | Facts, readonly [number, number]>();

/**
 * Sums up hashes of entries, so that a refresh hashes only those that have changed; all of 100,000
 * take about 100 ms. The hash covers every field and is not cryptographic: nobody gains by two sets
 * with the same id.
 *
 * @param from the id to which entries are added and from which they are removed
 */
export function createContentId(from: string | null = null): ContentId {
  const sums = [from?.slice(0, DIGITS), from?.slice(DIGITS)];
  let [firstSum, secondSum] = [numberIn(sums[0]), numberIn(sums[1])];
  let first = 0;
  let second = 0;
  const float = new Float64Array(1);
  const bits = new Uint32Array(float.buffer);

  function number(value: number): void {
    first = Math.imul(first ^ value, FIRST);
    second = Math.imul(second ^ value, SECOND) ^ (first >>> 15);
  }

  function quantity(value: number | null): void {
    if (value === null) return number(NONE);
    float[0] = value;
    number(bits[0] ?? 0);
    number(bits[1] ?? 0);
  }

  function text(value: string | null): void {
    if (value === null) return number(NONE);
    // The length marks where it ends.
    const { length } = value;
    number(length);
    // `number`, with both hashes in registers: most of what is hashed is text.
    let one = first;
    let other = second;
    // Two characters at a time; the one after the last is no number, and counts as 0.
    for (let at = 0; at < length; at += 2) {
      const pair = value.charCodeAt(at) | (value.charCodeAt(at + 1) << 16);
      one = Math.imul(one ^ pair, FIRST);
      other = Math.imul(other ^ pair, SECOND) ^ (one >>> 15);
    }
    first = one;
    second = other;
  }

  function texts(values: readonly string[]): void {
    number(values.length);
    for (const value of values) text(value);
  }

  /** Hashes a value that many entries share once. */
  function shared(value: Property | Facts): void {
    const known = hashes.get(value);
    const [ownFirst, ownSecond] = known ?? [0, 0];
    if (known !== undefined) {
      number(ownFirst);
      return number(ownSecond);
    }
    const before = [first, second] as const;
    [first, second] = [FIRST, SECOND];
    for (const part of Object.values(value)) anything(part);
    const made = [first, second] as const;
    hashes.set(value, made);
    [first, second] = before;
    number(made[0]);
    number(made[1]);
  }

  function anything(value: Property[keyof Property] | Facts[keyof Facts]): void {
    if (typeof value === 'string') text(value);
    else if (typeof value === 'object' && value !== null) texts(value.names);
    else quantity(typeof value === 'boolean' ? Number(value) : value);
  }

  function hash(entry: Entry): void {
    const { property, applicants, managers, tags, facts } = entry;
    first = FIRST;
    second = SECOND;
    text(entry.id);
    text(entry.status);
    text(entry.decision);
    text(entry.situation);
    shared(property);
    shared(facts);
    texts(entry.profiles.names);
    text(entry.guarantors);
    texts(entry.tenants.names);
    text(entry.organisations);
    text(entry.records);
    number(applicants.length);
    for (const person of applicants) {
      text(person.firstName);
      text(person.lastName);
      text(person.status);
      number(person.isGuarantor === null ? 2 : Number(person.isGuarantor));
      quantity(person.score);
      quantity(person.completion);
    }
    texts(managers.names);
    texts(tags.names);
    quantity(entry.score);
    quantity(entry.completion);
    quantity(entry.createdMs);
    quantity(entry.updatedMs);
    quantity(entry.archivedMs);
    quantity(entry.validatedMs);
    [first, second] = [mixed(first ^ second), mixed(first + second)];
  }

  return {
    add(entry) {
      hash(entry);
      firstSum = (firstSum + first) >>> 0;
      secondSum = (secondSum + second) >>> 0;
    },
    remove(entry) {
      hash(entry);
      firstSum = (firstSum - first) >>> 0;
      secondSum = (secondSum - second) >>> 0;
    },
    id: () =>
      [firstSum, secondSum].map((sum) => sum.toString(RADIX).padStart(DIGITS, '0')).join(''),
  };
}

function numberIn(digits = '0'): number {
  return Number.parseInt(digits, RADIX) >>> 0;
}

/** Spreads each bit of a hash over all, so that sums of hashes differ as hashes do. */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), MIXED);
  const whole = Math.imul(half ^ (half >>> 13), MIXED_AGAIN);
  return (whole ^ (whole >>> 16)) >>> 0;
}
