import type { FileSummary } from '../rental-api/schema/summary.ts';

/** An applicant, as shown in lists. */
export interface Person {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** In the service's spelling, as all enumerations here. */
  readonly status: string;
  readonly isGuarantor: boolean;
}

/** A property, as shown in lists; shared between its files. */
export interface Property {
  readonly title: string | null;
  readonly reference: string | null;
  readonly category: string | null;
  /** Monthly, in the currency of the service. */
  readonly rent: number | null;
}

/** Tags or managers; shared between files with the same ones. */
export interface Labels {
  readonly names: readonly string[];
}

/**
 * A rental file as lists, search and filters need it: small, for 100,000 of them in memory. Times
 * are epoch milliseconds.
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
  /** As the service counts it: up to 1 or up to 100. */
  readonly completion: number | null;
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  /** `Infinity` where the service sent a time that cannot be read. */
  readonly archivedMs: number | null;
}

/** Returns the first of equal values, so that repeated ones are in memory once. */
export interface Pool {
  text(value: string): string;
  property(product: FileSummary['product']): Property;
  labels(names: readonly string[]): Labels;
  tags(tags: FileSummary['tags']): Labels;
  readonly pooled: PooledValues;
}

/** Values of a pool, by what makes them equal. */
interface PooledValues {
  readonly texts: Map<string, string>;
  /** The first property seen with a name: its reference, or its title without one. */
  readonly firsts: Map<string, Property>;
  /** Other properties, by all fields. */
  readonly properties: Map<string, Property>;
  /** Single labels, by name. */
  readonly labels: Map<string, Labels>;
  /** Lists of several labels. */
  readonly lists: Map<string, Labels>;
}

const NO_PROPERTY = {
  title: null,
  reference: null,
  category: null,
  rent_amount: null,
  unreadable: [],
};
const NO_LABELS: Labels = { names: [] };

/**
 * A pool for one snapshot. It takes over equal values from the previous snapshot's pool, so that
 * both share them.
 */
export function createPool(before?: Pool): Pool {
  const older = before?.pooled;
  const pooled: PooledValues = {
    texts: new Map(),
    firsts: new Map(),
    properties: new Map(),
    labels: new Map(),
    lists: new Map(),
  };

  function text(value: string): string {
    return pooled.texts.get(value) ?? keep(pooled.texts, value, older?.texts.get(value) ?? value);
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
    const known = pooled[kind].get(key);
    if (known !== undefined) return known;
    return keep(pooled[kind], key, older?.[kind].get(key) ?? { names: list.map(text) });
  }

  return {
    pooled,
    text,
    labels,
    tags: (tags) => (tags.length === 0 ? NO_LABELS : labels(tags.map(({ name }) => name))),
    property(product) {
      const read = product ?? NO_PROPERTY;
      const name = nameOf(read);
      const first = pooled.firsts.get(name);
      if (first === undefined) return keep(pooled.firsts, name, olderProperty(read) ?? make(read));
      if (isOf(first, read)) return first;
      const key = keyOf(read);
      const other = pooled.properties.get(key);
      return other ?? keep(pooled.properties, key, olderProperty(read) ?? make(read));
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

/** Unique key of a property: the lengths mark where each text ends. */
function keyOf({
  title,
  reference,
  category,
  rent_amount: rent,
}: NonNullable<FileSummary['product']>): string {
  return `${title?.length} ${reference?.length} ${category?.length} ${rent} ${title}${reference}${category}`;
}

/** Unique key of a list, with lengths as well. */
function keyOfLabels(names: readonly string[]): string {
  let key = '';
  for (const name of names) key += `${name.length} ${name}`;
  return key;
}

/** When a file was archived; neither a time nor `null` where that cannot be read. */
export function archivedMsOf({ archived_at: ms, unreadable }: FileSummary): number | null {
  return unreadable.includes('archived_at') ? Infinity : ms;
}

/**
 * The entry of a rental file. It retains nothing else of its page: `JSON.parse` copies strings, and
 * none is sliced here.
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
      isGuarantor: applicant.is_guarantor === true,
    })),
    managers: pool.labels(file.managers),
    tags: pool.tags(file.tags),
    score: file.score,
    completion: file.completion_rate,
    createdMs: file.created_at,
    updatedMs: file.updated_at,
    archivedMs: archivedMsOf(file),
  };
}

function keep<Key, Value>(pooled: Map<Key, Value>, key: Key, value: Value): Value {
  pooled.set(key, value);
  return value;
}
