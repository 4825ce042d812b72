import type { RentalFile } from '../rental/file.ts';
import { type Searchable, searchable } from './query/phrases.ts';

/** What a list shows of an applicant. */
export interface Person {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The service's spelling, here and below. */
  readonly status: string;
  readonly isGuarantor: boolean;
}

/** What a list shows of a property, searched by title and reference. Files about one share it. */
export interface Property extends Searchable {
  readonly title: string | null;
  readonly reference: string | null;
  readonly category: string | null;
  /** A month, in the currency of the service. */
  readonly rent: number | null;
}

/** Tags or managers, searched by name. Files with the same ones share them. */
export interface Labels extends Searchable {
  readonly names: readonly string[];
}

/**
 * A rental file as lists, search and filters need it, small enough to hold a hundred thousand,
 * searched by the names of its applicants. Times are epoch milliseconds.
 */
export interface Entry extends Searchable {
  readonly id: string;
  readonly status: string;
  readonly decision: string;
  readonly situation: string | null;
  readonly property: Property;
  readonly applicants: readonly Person[];
  readonly managers: Labels;
  readonly tags: Labels;
  readonly score: number | null;
  /** As the service counts it: to 1 or to 100. */
  readonly completion: number | null;
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  readonly archivedMs: number | null;
}

/** Gives back the first of equal values, so that what repeats is held once. */
export interface Pool {
  text(value: string): string;
  property(product: RentalFile['product']): Property;
  labels(names: readonly string[]): Labels;
  readonly held: Held;
}

/** What a pool holds, by what makes it equal. */
interface Held {
  readonly texts: Map<string, string>;
  readonly properties: Map<string, Property>;
  readonly labels: Map<string, Labels>;
}

/**
 * A pool that serves one reading: it grows with whatever it is shown. What the pool of the reading
 * before has of that is taken over, so that both readings hold it once.
 */
export function createPool(before?: Pool): Pool {
  const older = before?.held;
  const held: Held = { texts: new Map(), properties: new Map(), labels: new Map() };

  function text(value: string): string {
    return shared(held.texts, value, () => older?.texts.get(value) ?? value);
  }

  return {
    held,
    text,
    property(product) {
      const { title = null, reference = null, category = null } = product ?? {};
      const rent = product?.rent_amount ?? null;
      const key = JSON.stringify([title, reference, category, rent]);
      const make = () => ({
        title,
        reference,
        category: category === null ? null : text(category),
        rent,
        ...searchable([title, reference]),
      });
      return shared(held.properties, key, () => older?.properties.get(key) ?? make());
    },
    labels(names) {
      const key = JSON.stringify(names);
      const make = () => ({ names: names.map(text), ...searchable(names) });
      return shared(held.labels, key, () => older?.labels.get(key) ?? make());
    },
  };
}

/**
 * The entry of a rental file. It holds on to nothing else of the page that the file came in:
 * `JSON.parse` copies its strings, and no part of one is cut out here.
 */
export function entryOf(file: RentalFile, pool: Pool = createPool()): Entry {
  const { applicants_situation: situation } = file;
  const { searched, initials, pairs } = searchable(file.applicants.map(fullName));
  return {
    id: file.id,
    status: pool.text(file.status),
    decision: pool.text(file.decision),
    situation: situation === null ? null : pool.text(situation),
    property: pool.property(file.product),
    applicants: file.applicants.map((applicant) => ({
      firstName: applicant.first_name,
      lastName: applicant.last_name,
      status: pool.text(applicant.status),
      isGuarantor: applicant.is_guarantor,
    })),
    searched,
    initials,
    pairs,
    managers: pool.labels(file.managers),
    tags: pool.labels(file.tags.map(({ name }) => name)),
    score: file.score,
    completion: file.completion_rate,
    createdMs: file.created_at,
    updatedMs: file.updated_at,
    archivedMs: file.archived_at,
  };
}

/** The first name stands on both sides of the last, so that a phrase finds either order. */
function fullName({ first_name: first, last_name: last }: RentalFile['applicants'][number]) {
  return first && last ? [first, last, first].join(' ') : first || last;
}

function shared<Value>(held: Map<string, Value>, key: string, make: () => Value): Value {
  const first = held.get(key);
  if (first !== undefined) return first;
  const value = make();
  held.set(key, value);
  return value;
}
