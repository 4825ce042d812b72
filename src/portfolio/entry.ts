import type { FileSummary } from '../rental-api/schema/summary.ts';

/** What a list shows of an applicant. */
export interface Person {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The service's spelling, here and below. */
  readonly status: string;
  readonly isGuarantor: boolean;
}

/** What a list shows of a property. Files about one share it. */
export interface Property {
  readonly title: string | null;
  readonly reference: string | null;
  readonly category: string | null;
  /** A month, in the currency of the service. */
  readonly rent: number | null;
}

/** Tags or managers. Files with the same ones share them. */
export interface Labels {
  readonly names: readonly string[];
}

/**
 * A rental file as lists, search and filters need it, small enough to hold a hundred thousand.
 * Times are epoch milliseconds.
 */
export interface Entry {
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
  readonly held: Held;
}

/** What a pool holds, by what makes it equal. */
interface Held {
  readonly texts: Map<string, string>;
  /** The first property met with a name: its reference, or its title where it has none. */
  readonly firsts: Map<string, Property>;
  /** All others, by everything that tells them apart. */
  readonly properties: Map<string, Property>;
  /** Labels of one name, by that name. */
  readonly labels: Map<string, Labels>;
  /** All others. */
  readonly lists: Map<string, Labels>;
}

const NO_PROPERTY = { title: null, reference: null, category: null, rent_amount: null };
const NO_LABELS: Labels = { names: [] };

/**
 * A pool that serves one reading: it grows with whatever it is shown. What the pool of the reading
 * before has of that is taken over, so that both readings hold it once.
 */
export function createPool(before?: Pool): Pool {
  const older = before?.held;
  const held: Held = {
    texts: new Map(),
    firsts: new Map(),
    properties: new Map(),
    labels: new Map(),
    lists: new Map(),
  };

  function text(value: string): string {
    return held.texts.get(value) ?? keep(held.texts, value, older?.texts.get(value) ?? value);
  }

  function make(product: NonNullable<FileSummary['product']>): Property {
    const { title, reference, category, rent_amount: rent } = product;
    return { title, reference, category: category === null ? null : text(category), rent };
  }

  function olderProperty(read: NonNullable<FileSummary['product']>): Property | undefined {
    const first = older?.firsts.get(nameOf(read));
    return first !== undefined && isOf(first, read) ? first : older?.properties.get(keyOf(read));
  }

  function labels(list: readonly string[]): Labels {
    if (list.length === 0) return NO_LABELS;
    const [name = ''] = list;
    const kind = list.length === 1 ? 'labels' : 'lists';
    const key = list.length === 1 ? name : keyOfLabels(list);
    const known = held[kind].get(key);
    if (known !== undefined) return known;
    return keep(held[kind], key, older?.[kind].get(key) ?? { names: list.map(text) });
  }

  return {
    held,
    text,
    labels,
    tags: (tags) => (tags.length === 0 ? NO_LABELS : labels(tags.map(({ name }) => name))),
    property(product) {
      const read = product ?? NO_PROPERTY;
      const name = nameOf(read);
      const first = held.firsts.get(name);
      if (first === undefined) return keep(held.firsts, name, olderProperty(read) ?? make(read));
      if (isOf(first, read)) return first;
      const key = keyOf(read);
      const other = held.properties.get(key);
      return other ?? keep(held.properties, key, olderProperty(read) ?? make(read));
    },
  };
}

function nameOf({ reference, title }: NonNullable<FileSummary['product']>): string {
  return reference ?? title ?? '';
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

/** Different for different lists, in the same way. */
function keyOfLabels(names: readonly string[]): string {
  let key = '';
  for (const name of names) key += `${name.length} ${name}`;
  return key;
}

/**
 * The entry of a rental file. It holds on to nothing else of the page that the file came in:
 * `JSON.parse` copies its strings, and no part of one is cut out here.
 */
export function entryOf(file: FileSummary, pool: Pool = createPool()): Entry {
  const { applicants_situation: situation } = file;
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
    managers: pool.labels(file.managers),
    tags: pool.tags(file.tags),
    score: file.score,
    completion: file.completion_rate,
    createdMs: file.created_at,
    updatedMs: file.updated_at,
    archivedMs: file.archived_at,
  };
}

function keep<Key, Value>(held: Map<Key, Value>, key: Key, value: Value): Value {
  held.set(key, value);
  return value;
}
