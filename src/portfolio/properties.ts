import { fold } from '../lib/text.ts';
import { dateOf } from './calendar.ts';
import { type Entry, type Property, UNREADABLE_DATE } from './entry.ts';
import { type Backlog, isAwaiting, mayAwait, readinessIn } from './lifecycle.ts';
import { type Part, PARTS } from './query/keys/parts.ts';
import { parseQuery, QUERY_TERMS_MAX, tooLong } from './query/parser.ts';
import type { Condition } from './query/query.ts';
import { choiceKeyOf } from './query/vocabulary/index.ts';
import { findRows, type SearchContext } from './search/execute.ts';
import { presentIn } from './search/sources.ts';
import type { Snapshot } from './snapshot.ts';

export interface PropertyFiles {
  /** As the file that came last has it, of those that have more than its id. */
  readonly property: Property;
  /** In the order of their arrival; those without a date of creation last. Never empty. */
  readonly entries: readonly Entry[];
  /** Those that await a decision, by part. */
  readonly backlog: Backlog;
  /** Whether it is not known of some if they await a decision. */
  readonly hasUnknown: boolean;
}

/**
 * The properties whose title, description or reference has every word of a text, in the order of
 * the snapshot; `null` for a text without letters and digits. Where none has all, a word for a
 * category stands for it: `flats Lyon`.
 *
 * @throws {QueryError} for a text of more words than a query may have
 */
export function propertiesNamed(
  text: string,
  snapshot: Snapshot,
  searchContext: SearchContext,
): readonly PropertyFiles[] | null {
  const words = new Map(text.split(/\s+/u).map((word) => [fold(word), word]));
  words.delete('');
  if (words.size === 0) return null;
  if (words.size > QUERY_TERMS_MAX) throw tooLong(text);
  const typed = words
    .values()
    .map((word): Condition => ({ kind: 'text', key: 'property', not: false, any: [word] }))
    .toArray();
  const named = propertiesOf(typed, snapshot, searchContext);
  const isOfCategory = words.keys().some((word) => choiceKeyOf(word) === 'category');
  if (named.length > 0 || !isOfCategory) return named;
  const conditions = words
    .values()
    .flatMap((word, at) =>
      choiceKeyOf(word) === 'category'
        ? parseQuery(`category:${word}`).conditions
        : typed.slice(at, at + 1),
    )
    .toArray();
  return propertiesOf(conditions, snapshot, searchContext);
}

function propertiesOf(
  conditions: readonly Condition[],
  snapshot: Snapshot,
  searchContext: SearchContext,
): readonly PropertyFiles[] {
  const rows = findRows({ conditions, sort: null }, snapshot.table, searchContext);
  const found = new Set(Array.from(rows, (row) => keyIn(snapshot, row)));
  return grouped(snapshot, (key) => found.has(key));
}

/** The property of a file with all its files; `null` for a file that is gone or names none. */
export function propertyOf(fileId: string, snapshot: Snapshot): PropertyFiles | null {
  const row = snapshot.rows.get(fileId);
  const wanted = row === undefined ? null : keyIn(snapshot, row);
  const [property] = wanted === null ? [] : grouped(snapshot, (key) => key === wanted);
  return property ?? null;
}

/** A property that is free, or will be. */
export interface Vacancy extends PropertyFiles {
  /** `YYYY-MM-DD`; `null` for one that the service lists as available without a date. */
  readonly from: string | null;
}

/**
 * The properties that are available by a day, the earliest first: by their date, or, without one,
 * where the service says that they are available now. One that is not available counts only with
 * a date that is still to come, and one whose date cannot be read not at all.
 *
 * @param until `YYYY-MM-DD`
 * @see Rental File Service specification, section 2.6: `available` and `availability`
 */
export function vacanciesUntil(
  until: string,
  snapshot: Snapshot,
  { nowMs, zone }: Pick<SearchContext, 'nowMs' | 'zone'>,
): readonly Vacancy[] {
  const today = dateOf(nowMs, zone).toString();
  const isFree = ({ isAvailable, availability }: Property) => {
    if (availability === null) return isAvailable === true;
    if (availability === UNREADABLE_DATE) return false;
    return availability <= until && (isAvailable !== false || availability > today);
  };
  return grouped(snapshot, () => true, isFree)
    .map((files) => ({ ...files, from: files.property.availability }))
    .toSorted((one, other) => order(one.from).localeCompare(order(other.from)));
}

/** The properties with a name of which it is unknown whether and when they are free. */
export function unknownVacancies(snapshot: Snapshot): readonly PropertyFiles[] {
  return grouped(
    snapshot,
    () => true,
    ({ title, reference, availability, isAvailable }) =>
      (title !== null || reference !== null) &&
      (availability === UNREADABLE_DATE || (availability === null && isAvailable === null)),
  );
}

function order(from: string | null): string {
  return from ?? '';
}

/** What of the people of a file is not given, of what is usually asked for. */
const ASKED_FOR = [
  'applicants',
  'guarantor',
  'form',
  'email',
  'phone',
] as const satisfies readonly Part[];

/** The parts that each file lacks. */
export function lackingIn(snapshot: Snapshot): (entry: Entry) => readonly Part[] {
  const lacking = ASKED_FOR.map((part) => ({
    part,
    marks: PARTS[part].source(snapshot.table, (has) => has === false),
  }));
  return ({ id }) => {
    const row = snapshot.rows.get(id) ?? -1;
    const parts = lacking.filter(({ marks }) => marks[row] === 1).map(({ part }) => part);
    // Nobody has anything; whether somebody whose role cannot be read is asked for it is not known.
    return parts.includes('applicants') ? ['applicants'] : parts;
  };
}

/** Keys of the properties that snapshots share between their files: each is made once. */
const keys = new WeakMap<Property, string | null>();

/**
 * What files of one property have in common; `null` for a file that names none.
 *
 * The id, since it alone says which product it is: a reference is a number or code that the service
 * does not say to be unique, and it can be corrected, as the title can. Products with different ids
 * are two properties, whatever else they share, and one whose reference has changed is one property.
 * Where no id can be read, the reference stands for it, else title and description.
 *
 * @see Rental File Service specification, sections 2.2 (`product_id`) and 2.6 (`_id`, `reference`)
 */
export function propertyKey(property: Property): string | null {
  return keys.getOrInsertComputed(property, makeKey);
}

function makeKey({ isGiven, id, reference, title, description }: Property): string | null {
  if (!isGiven) return null;
  if (id !== null) return `id ${id}`;
  return reference === null
    ? JSON.stringify([title, description])
    : `reference ${fold(reference) || reference}`;
}

/** What a property is called. */
export interface PropertyName extends Pick<Property, 'title' | 'reference'> {
  /** `id …b2c4` where another property has this title and reference. */
  readonly idEnd?: string;
}

interface Names {
  /** A property of each key, of which more than the id came if that is so of any. */
  readonly detailed: ReadonlyMap<string, Property>;
  /** For each name that several properties have, how many last characters tell their ids apart. */
  readonly lengths: ReadonlyMap<string, number>;
}

/** Characters of an id that tell properties of one name apart, if these are enough. */
const ID_END_LENGTH = 4;

const namesIn = new WeakMap<Snapshot['table'], Names>();

/**
 * Tells what a property is called, so that no two of a snapshot read alike: those of one title and
 * reference have the end of their id beside it.
 *
 * @returns a function that gives `null` for what is no property
 */
export function namesApart({ table }: Snapshot): (property: Property) => PropertyName | null {
  const { detailed, lengths } = namesIn.getOrInsertComputed(table, () =>
    findNames(presentIn(table.property)),
  );
  return (given) => {
    const key = propertyKey(given);
    if (key === null) return null;
    const property = given.isDetailed ? given : (detailed.get(key) ?? given);
    const { id, title, reference } = property;
    const length = lengths.get(nameIn(property));
    if (length === undefined || id === null) return { title, reference };
    const idEnd = id.length > length ? `id …${id.slice(-length)}` : `id ${id}`;
    return { title, reference, idEnd };
  };
}

function nameIn({ title, reference }: Property): string {
  return JSON.stringify([title, reference]);
}

function findNames(properties: readonly Property[]): Names {
  const detailed = new Map<string, Property>();
  for (const property of properties) {
    const key = propertyKey(property);
    if (key !== null && (property.isDetailed || !detailed.has(key))) detailed.set(key, property);
  }
  const keysNamed = new Map<string, Set<string>>();
  for (const property of properties) {
    const key = propertyKey(property);
    // What is known by its id alone has the name of the same property elsewhere.
    if (key === null || (!property.isDetailed && detailed.get(key) !== property)) continue;
    keysNamed.getOrInsertComputed(nameIn(property), () => new Set()).add(key);
  }
  const lengths = new Map<string, number>();
  for (const [name, alike] of keysNamed) {
    if (alike.size > 1) lengths.set(name, lengthApart([...alike]));
  }
  return { detailed, lengths };
}

/** How many last characters tell all of these apart. */
function lengthApart(keysOf: readonly string[]): number {
  const longest = Math.max(...keysOf.map(({ length }) => length));
  let length = ID_END_LENGTH;
  while (
    length < longest &&
    new Set(keysOf.map((key) => key.slice(-length))).size < keysOf.length
  ) {
    length += 1;
  }
  return length;
}

function keyIn({ table }: Snapshot, row: number): string | null {
  const entry = table.entries[row];
  return entry === undefined ? null : propertyKey(entry.property);
}

/**
 * The properties with a wanted key, each with all its files.
 *
 * @param fits whether a property is wanted as the file that came last has it
 */
function grouped(
  snapshot: Snapshot,
  isWanted: (key: string) => boolean,
  fits: (property: Property) => boolean = () => true,
): readonly PropertyFiles[] {
  const { entries, property: column } = snapshot.table;
  // A property may stand there in several versions, of which the last counts.
  const fitting = new Set(presentIn(column).filter(fits).map(propertyKey));
  const wanted = column.distinct.map((property) => {
    const key = propertyKey(property);
    return key !== null && fitting.has(key) && isWanted(key) ? key : null;
  });
  const groups = new Map<string, Entry[]>();
  for (const [row, entry] of entries.entries()) {
    const key = wanted[column.at[row] ?? -1] ?? null;
    if (key === null) continue;
    groups.getOrInsertComputed(key, () => []).push(entry);
  }
  const readinessOf = readinessIn(snapshot);
  return [...groups.values()].flatMap((files) => {
    const ordered = files.toSorted(byArrival);
    const detailed = ordered.filter(({ property }) => property.isDetailed);
    const all = detailed.length > 0 ? detailed : ordered;
    const last = all.findLast(({ createdMs }) => createdMs !== null) ?? all[0];
    if (last === undefined || !fits(last.property)) return [];
    const backlog = { ready: 0, review: 0, waiting: 0, others: 0 };
    for (const entry of ordered.filter(isAwaiting)) {
      backlog[readinessOf(snapshot.rows.get(entry.id) ?? -1)] += 1;
    }
    const hasUnknown = ordered.some(mayAwait);
    return [{ property: last.property, entries: ordered, backlog, hasUnknown }];
  });
}

/** Those without a date of creation come last. */
function byArrival(one: Entry, other: Entry): number {
  const [first, second] = [one.createdMs ?? Infinity, other.createdMs ?? Infinity];
  if (first !== second) return first - second;
  return one.id < other.id ? -1 : 1;
}

/** The postcodes of the cities with numbered districts, without the number, and how many there are. */
const DISTRICTS: ReadonlyMap<string, { readonly code: string; readonly most: number }> = new Map([
  ['paris', { code: '750', most: 20 }],
  ['lyon', { code: '690', most: 9 }],
  ['marseille', { code: '130', most: 16 }],
]);

/** `3`, `3e`, `11th`; `étage` behind it says that it is none. */
const DISTRICT = /^(\d{1,2})(?:er|e|i?eme|nd|st|rd|th)?$/u;
const OF_DISTRICT = /^arr(?:ondissement|dt|t)?s?$/u;
const NO_DISTRICT = /^(?:etages?|floor)$/u;

/** The postcode of a district of a city, both folded; `null` for a city without such a one. */
function postcodeOf(city: string, district: string): string | null {
  const { code = '', most = 0 } = DISTRICTS.get(city) ?? {};
  const number = Number(DISTRICT.exec(district)?.[1] ?? 0);
  return number > 0 && number <= most ? `${code}${String(number).padStart(2, '0')}` : null;
}

/** The postcodes of `3`, or of `3/7`, in a city; `null` where some part is no district. `12/11` may be a date. */
function postcodesOf(city: string, word: string): readonly string[] | null {
  const parts = word.split('/');
  const isPlain = parts.every(
    (part, at) => !part.startsWith('0') && !(Number(parts[at - 1]) >= Number(part)),
  );
  const codes = parts.flatMap((part) => postcodeOf(city, fold(part)) ?? []);
  return codes.length === parts.length && (parts.length === 1 || isPlain) ? codes : null;
}

/** The postcodes that begin a text in words, `75011` and `Lyon 3 et 7`, with how many words they are. */
export function postcodesIn(
  words: readonly string[],
  isLink: (word: string) => boolean,
): { readonly codes: readonly string[]; readonly length: number } | null {
  const [city = ''] = words;
  const codeOf = (word = '') => (POSTCODE.test(word) ? word : postcodeOf(city, word));
  const codes: string[] = [];
  let length = 0;
  for (let at = DISTRICTS.has(city) ? 1 : 0; at < words.length; at += 1) {
    const code = codeOf(words[at]);
    const isJoint = codes.length > 0 && isLink(words[at] ?? '') && codeOf(words[at + 1]) !== null;
    if (code !== null) codes.push(code);
    if (code === null && !OF_DISTRICT.test(words[at] ?? '') && !isJoint) break;
    length = at + 1;
  }
  return codes.length === 0 || NO_DISTRICT.test(words[length] ?? '') ? null : { codes, length };
}

const POSTCODE = /^\d{5}$/u;

/**
 * Conditions with districts by their postcodes, as addresses have them: `Lyon 3e`, `Paris 11 et 12`. Those of
 * several cities are alternatives without the names of these: `Lyon 3, Paris 11`.
 */
export function withPostcodes(conditions: readonly Condition[]): readonly Condition[] {
  return conditions.reduce<readonly Condition[]>((done, condition, at) => {
    const last = done.at(-1);
    if (condition.kind !== 'words' || condition.not) return [...done, condition];
    const word = freeWordIn(condition);
    const districts = isPostcode(last) ? last : undefined;
    const named = districts === undefined ? last : done.at(-2);
    // “Lyon 3e arrondissement”, “Lyon 3, Lyon 8”
    const isAgain = districts !== undefined && DISTRICTS.has(word) && word === freeWordIn(named);
    if ((OF_DISTRICT.test(word) || isAgain) && done.some(isPostcode)) return done;
    if (districts !== undefined && isPostcode(condition)) {
      return [...done.slice(0, -1), eitherOf(districts, condition.any)];
    }
    if (NO_DISTRICT.test(freeWordIn(conditions[at + 1]))) return [...done, condition];
    const isEither = last?.kind === 'words' && !last.not && last.any.length > 1;
    const city = isEither ? fold(last.any.at(-1) ?? '') : freeWordIn(named);
    const found = condition.any.map((each) => postcodesOf(city, each));
    const codes = found.flatMap((each) => each ?? []);
    // “Lyon 3 or Nice”: those in Nice are in no Lyon.
    if (found[0] && found.includes(null) && !isEither && districts === undefined) {
      const any = condition.any.flatMap((each, index) => found[index] ?? each);
      return [...done.slice(0, -1), { ...condition, any }];
    }
    if (found.includes(null)) return [...done, condition];
    // “Nice or Lyon 3”
    if (isEither && districts === undefined) {
      return [...done.slice(0, -1), { ...last, any: [...last.any.slice(0, -1), ...codes] }];
    }
    if (districts !== undefined) return [...done.slice(0, -1), eitherOf(districts, codes)];
    const [first, other] = [done.at(-3), done.at(-2)];
    if (!isPostcode(other)) return [...done, { ...condition, any: codes }];
    // “Lyon 3, Paris 11”
    const before = DISTRICTS.has(freeWordIn(first)) ? done.slice(0, -3) : done.slice(0, -2);
    return [...before, eitherOf(other, codes)];
  }, []);
}

function eitherOf(
  condition: Condition & { readonly kind: 'words' },
  any: readonly string[],
): Condition {
  return { ...condition, any: [...condition.any, ...any] };
}

/** A condition of one free word, folded; empty for any other. */
function freeWordIn(condition: Condition | undefined): string {
  const [word = '', more] = condition?.kind === 'words' && !condition.not ? condition.any : [];
  return more === undefined ? fold(word) : '';
}

/** Whether a condition asks for postcodes alone. */
function isPostcode(
  condition: Condition | undefined,
): condition is Condition & { readonly kind: 'words' } {
  if (condition?.kind !== 'words' || condition.not) return false;
  return condition.any.every((word) => POSTCODE.test(word));
}
