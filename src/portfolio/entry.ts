import type { FileSummary } from '../rental/summary.ts';
import { type Searchable, searchable, together } from './query/phrases.ts';

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
  property(product: FileSummary['product']): Property;
  labels(names: readonly string[]): Labels;
  tags(tags: FileSummary['tags']): Labels;
  /** A name, ready to be searched for. */
  name(name: string | null): Searchable;
  readonly held: Held;
}

/** What a pool holds, by what makes it equal. */
interface Held {
  readonly texts: Map<string, string>;
  readonly properties: Map<string, Property>;
  /** The property met last by a reference, or by a title where there is none. */
  readonly likely: Map<string | null, Property>;
  readonly labels: Map<string, Labels>;
}

const NO_PROPERTY = { title: null, reference: null, category: null, rent_amount: null };
const NO_LABELS: Labels = { names: [], ...searchable([]) };
const NO_NAME = searchable([]);

/** First names are few and last names many: beyond so many, it begins anew. */
const NAMES_MAX = 5_000;

/**
 * A pool that serves one reading: it grows with whatever it is shown. What the pool of the reading
 * before has of that is taken over, so that both readings hold it once.
 */
export function createPool(before?: Pool): Pool {
  const older = before?.held;
  const held: Held = {
    texts: new Map(),
    properties: new Map(),
    likely: new Map(),
    labels: new Map(),
  };
  const names = new Map<string, Searchable>();

  function text(value: string): string {
    return held.texts.get(value) ?? keep(held.texts, value, older?.texts.get(value) ?? value);
  }

  function makeProperty(product: NonNullable<FileSummary['product']>): Property {
    const { title, reference, category, rent_amount: rent } = product;
    return {
      title,
      reference,
      category: category === null ? null : text(category),
      rent,
      ...searchable([title, reference]),
    };
  }

  function labels(list: readonly string[]): Labels {
    if (list.length === 0) return NO_LABELS;
    const key = keyOfLabels(list);
    const known = held.labels.get(key);
    if (known !== undefined) return known;
    const make = () => ({ names: list.map(text), ...searchable(list) });
    return keep(held.labels, key, older?.labels.get(key) ?? make());
  }

  return {
    held,
    text,
    labels,
    tags: (tags) => (tags.length === 0 ? NO_LABELS : labels(tags.map(({ name }) => name))),
    property(product) {
      const read = product ?? NO_PROPERTY;
      const likely = held.likely.get(read.reference ?? read.title);
      if (likely !== undefined && isOf(likely, read)) return likely;
      const key = keyOf(read);
      const known =
        held.properties.get(key) ??
        keep(held.properties, key, older?.properties.get(key) ?? makeProperty(read));
      held.likely.set(read.reference ?? read.title, known);
      return known;
    },
    name(name) {
      if (name === null) return NO_NAME;
      const known = names.get(name);
      if (known !== undefined) return known;
      if (names.size === NAMES_MAX) names.clear();
      return keep(names, name, searchable([name]));
    },
  };
}

function isOf(property: Property, read: NonNullable<FileSummary['product']>): boolean {
  return (
    property.reference === read.reference &&
    property.title === read.title &&
    property.category === read.category &&
    property.rent === read.rent_amount
  );
}

/** Different for different properties: lengths tell where one text ends and the next begins. */
function keyOf({
  title,
  reference,
  category,
  rent_amount: rent,
}: NonNullable<FileSummary['product']>): string {
  return `${title?.length} ${reference?.length} ${category?.length} ${rent} ${title}${reference}${category}`;
}

function keyOfLabels(names: readonly string[]): string {
  const [first = ''] = names;
  // One label is its own key, unless it could be mistaken for a list.
  return names.length === 1 && !first.startsWith('[') ? first : JSON.stringify(names);
}

/**
 * The entry of a rental file. It holds on to nothing else of the page that the file came in:
 * `JSON.parse` copies its strings, and no part of one is cut out here.
 */
export function entryOf(file: FileSummary, pool: Pool = createPool()): Entry {
  const { applicants_situation: situation } = file;
  const { searched, initials, pairs } = together(
    file.applicants.map((applicant) => fullName(applicant, pool)),
  );
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
    tags: pool.tags(file.tags),
    score: file.score,
    completion: file.completion_rate,
    createdMs: file.created_at,
    updatedMs: file.updated_at,
    archivedMs: file.archived_at,
  };
}

/** The first name stands on both sides of the last, so that a phrase finds either order. */
function fullName(
  { first_name, last_name }: FileSummary['applicants'][number],
  pool: Pool,
): readonly Searchable[] {
  const [first, last] = [pool.name(first_name), pool.name(last_name)];
  return last_name ? [first, last, first] : [first];
}

function keep<Value>(held: Map<string, Value>, key: string, value: Value): Value {
  held.set(key, value);
  return value;
}
