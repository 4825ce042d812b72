import { hash } from 'node:crypto';

import { isGiven } from '../rental-api/schema/fields.ts';
import type { FileSummary } from '../rental-api/schema/page.ts';
import {
  countsOf,
  type Facts,
  factsOf,
  type Guarantors,
  guarantorsBeside,
  guarantorsOf,
  isGuarantor,
  keyOfFacts,
  type Labels,
  organisationsOf,
  type Person,
  profilesOf,
  recordsOf,
  tenantsOf,
} from './facts.ts';

/** A property, as lists and search need it; shared between its files. */
export interface Property {
  /** Whether the file names a property, if only by its id. */
  readonly isGiven: boolean;
  /** Whether more came of it than its id, even if nothing in that says anything. */
  readonly isDetailed: boolean;
  /** Of the product; `null` where the service sent none that can be read. */
  readonly id: string | null;
  readonly title: string | null;
  readonly reference: string | null;
  /** As it came, but no longer than is searched. */
  readonly description: string | null;
  readonly category: string | null;
  readonly mandate: string | null;
  readonly feeType: string | null;
  /** Monthly, in the currency of the service. */
  readonly rent: number | null;
  readonly charges: number | null;
  readonly deposit: number | null;
  readonly price: number | null;
  readonly fee: number | null;
  readonly agencyFees: number | null;
  /** Number of requests that it has drawn. */
  readonly requests: number | null;
  readonly isAvailable: boolean | null;
  /** `YYYY-MM-DD`; {@link UNREADABLE_DATE} where the service sent one that cannot be read. */
  readonly availability: string | null;
  readonly isFurnished: boolean | null;
  readonly isExclusive: boolean | null;
  readonly hasRentInsurance: boolean | null;
  readonly isInsured: boolean | null;
  /** Whether anybody may apply by its public link. */
  readonly isOpenToAll: boolean | null;
  readonly isPreApplication: boolean | null;
  /** Epoch milliseconds, as the next three; `null` for none and for what cannot be read. */
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  readonly archivedMs: number | null;
  readonly validatedMs: number | null;
  readonly hasMeta: boolean;
  readonly hasPhoto: boolean;
  readonly hasPhotoId: boolean;
  readonly hasPhotoPath: boolean;
  readonly isPhotoFavorite: boolean;
  readonly managers: Labels;
  /** The service's names of the fields that came but cannot be read; those of its photo: `photo.path`. */
  readonly unreadable: Labels;
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
  /** Ids and times of the applicants, as `recordsIn` reads them. */
  readonly records: string;
  readonly managers: Labels;
  readonly tags: Labels;
  /** Profiles of the applicants. */
  readonly profiles: Labels;
  /**
   * Names of guarantors that are not among the applicants and kinds of organisations, one a line as
   * they are searched; empty without any. One text, since objects would take three times the memory.
   */
  readonly guarantors: string;
  /** As `organisationsIn` reads them. */
  readonly organisations: string;
  /** Tenants of the service that its tags and its property belong to. */
  readonly tenants: Labels;
  readonly facts: Facts;
  readonly score: number | null;
  /** As the service counts it: up to 1 or up to 100. */
  readonly completion: number | null;
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  /** `Infinity` where the service sent a time that cannot be read. */
  readonly archivedMs: number | null;
  /** When the pre-application was validated; `null` as well where that cannot be read. */
  readonly validatedMs: number | null;
}

/** Returns the first of equal values, so that repeated ones are in memory once. */
export interface Pool {
  text(value: string): string;
  property(file: Pick<FileSummary, 'product' | 'product_id' | 'unreadable'>): Property;
  labels(names: readonly string[]): Labels;
  tags(tags: FileSummary['tags']): Labels;
  /** @param beside the guarantors beside the applicants */
  facts(file: FileSummary, beside: Guarantors): Facts;
  readonly pooled: PooledValues;
}

/** Values of a pool, by what makes them equal. */
interface PooledValues {
  readonly texts: Map<string, string>;
  /** The first property seen with an id; without one, with a reference, else a title. */
  readonly firsts: Map<string, Property>;
  /** Other properties, by all fields. */
  readonly properties: Map<string, Property>;
  /** Properties of which nothing but the id came, by it. */
  readonly undetailed: Map<string, Property>;
  readonly facts: Map<number | string, Facts>;
  /** Single labels, by name. */
  readonly labels: Map<string, Labels>;
  /** Lists of several labels. */
  readonly lists: Map<string, Labels>;
}

const NO_LABELS: Labels = { names: [] };

/** A file without a property has this one. */
export const NO_PROPERTY: Property = {
  isGiven: false,
  isDetailed: false,
  id: null,
  title: null,
  reference: null,
  description: null,
  category: null,
  mandate: null,
  feeType: null,
  rent: null,
  charges: null,
  deposit: null,
  price: null,
  fee: null,
  agencyFees: null,
  requests: null,
  isAvailable: null,
  availability: null,
  isFurnished: null,
  isExclusive: null,
  hasRentInsurance: null,
  isInsured: null,
  isOpenToAll: null,
  isPreApplication: null,
  createdMs: null,
  updatedMs: null,
  archivedMs: null,
  validatedMs: null,
  hasMeta: false,
  hasPhoto: false,
  hasPhotoId: false,
  hasPhotoPath: false,
  isPhotoFavorite: false,
  managers: NO_LABELS,
  unreadable: NO_LABELS,
};

/** Of which the service sent nothing that can be read; one with an id has that. */
const UNDETAILED_PROPERTY: Property = { ...NO_PROPERTY, isGiven: true };

/** Neither a date nor `null`, as it is not known whether the property is available by now. */
export const UNREADABLE_DATE = '?';

function availabilityOf({ availability, unreadable }: Product): string | null {
  return unreadable.includes('availability') ? UNREADABLE_DATE : availability;
}

/** Max characters of a description that are kept and searched. */
const DESCRIPTION_LENGTH_MAX = 4_000;

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
    undetailed: new Map(),
    facts: new Map(),
    labels: new Map(),
    lists: new Map(),
  };

  function text(value: string): string {
    return pooled.texts.get(value) ?? keep(pooled.texts, value, older?.texts.get(value) ?? value);
  }

  function optional(value: string | null): string | null {
    return value === null ? null : text(value);
  }

  function make(product: Product, id: string | null): Property {
    return {
      isGiven: true,
      isDetailed: true,
      id,
      title: product.title,
      reference: product.reference,
      description: searched(product.description),
      category: optional(product.category),
      mandate: optional(product.mandate_type),
      feeType: optional(product.fee_type),
      rent: product.rent_amount,
      charges: product.monthly_charges,
      deposit: product.warranty_amount,
      price: product.price,
      fee: product.fee,
      agencyFees: product.agency_fees,
      requests: product.incoming_requests,
      isAvailable: product.available,
      availability: optional(availabilityOf(product)),
      isFurnished: product.furnished,
      isExclusive: product.exclusivity,
      hasRentInsurance: product.unpaid_rent_insurance,
      isInsured: product.under_insurance,
      isOpenToAll: isOpenToAll(product),
      isPreApplication: product.is_pre_application,
      createdMs: product.created_at,
      updatedMs: product.updated_at,
      archivedMs: product.achived_at,
      validatedMs: product.pre_application_validated_at,
      hasMeta: isGiven(product.meta),
      hasPhoto: product.photo !== null,
      hasPhotoId: product.photo !== null && product.photo._id !== null,
      hasPhotoPath: Boolean(product.photo?.path),
      isPhotoFavorite: product.photo?.favorite === true,
      managers: labels(product.managers),
      unreadable: labels(unreadableIn(product)),
    };
  }

  /** The first property of a name needs no key, which takes longer than comparing. */
  function property(read: Product, id: string | null): Property {
    const name = id ?? nameOf(read);
    const first = pooled.firsts.get(name);
    if (first !== undefined && isOf(first, read, id)) return first;
    const olderFirst = older?.firsts.get(name);
    const known = olderFirst !== undefined && isOf(olderFirst, read, id) ? olderFirst : null;
    if (first === undefined && known !== null) return keep(pooled.firsts, name, known);
    const made = make(read, id);
    const hasKey = first !== undefined || (older !== undefined && older.properties.size > 0);
    const key = hasKey ? keyOf(made) : '';
    const own = known ?? older?.properties.get(key) ?? made;
    if (first === undefined) return keep(pooled.firsts, name, own);
    return pooled.properties.get(key) ?? keep(pooled.properties, key, own);
  }

  function undetailed(id: string): Property {
    const known = pooled.undetailed.get(id);
    if (known !== undefined) return known;
    const made = older?.undetailed.get(id) ?? { ...UNDETAILED_PROPERTY, id };
    return keep(pooled.undetailed, id, made);
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
    facts(file, beside) {
      const counts = countsOf(file, beside);
      const key = keyOfFacts(file, counts);
      const known = pooled.facts.get(key);
      if (known !== undefined) return known;
      const made = older?.facts.get(key) ?? factsOf(file, counts, labels(file.unreadable));
      return keep(pooled.facts, key, made);
    },
    property(file) {
      const id = file.product?._id || file.product_id || null;
      if (file.product !== null) return property(file.product, id);
      if (id !== null) return undetailed(id);
      return isPropertyGiven(file) ? UNDETAILED_PROPERTY : NO_PROPERTY;
    },
  };
}

type Product = NonNullable<FileSummary['product']>;

/** Whether a file names a property, if only by its id or by what cannot be read. */
function isPropertyGiven({
  product,
  product_id: id,
  unreadable,
}: Pick<FileSummary, 'product_id' | 'unreadable'> & { readonly product: unknown }): boolean {
  if (product !== null || id !== null) return true;
  return unreadable.includes('product') || unreadable.includes('product_id');
}

function nameOf({ reference, title }: Product): string {
  return reference ?? title ?? '';
}

function isOpenToAll({ disable_spontaneous_applications: isClosed }: Product): boolean | null {
  return isClosed === null ? null : !isClosed;
}

function unreadableIn({ photo, unreadable }: Product): readonly string[] {
  if (photo === null || photo.unreadable.length === 0) return unreadable;
  return [...unreadable, ...photo.unreadable.map((name) => `photo.${name}`)];
}

function isOf(property: Property, read: Product, id: string | null): boolean {
  return (
    property.id === id &&
    property.reference === read.reference &&
    property.title === read.title &&
    property.description === searched(read.description) &&
    property.category === read.category &&
    property.mandate === read.mandate_type &&
    property.feeType === read.fee_type &&
    property.rent === read.rent_amount &&
    property.charges === read.monthly_charges &&
    property.deposit === read.warranty_amount &&
    property.price === read.price &&
    property.fee === read.fee &&
    property.agencyFees === read.agency_fees &&
    property.requests === read.incoming_requests &&
    property.isAvailable === read.available &&
    property.availability === availabilityOf(read) &&
    property.isFurnished === read.furnished &&
    property.isExclusive === read.exclusivity &&
    property.hasRentInsurance === read.unpaid_rent_insurance &&
    property.isInsured === read.under_insurance &&
    property.isOpenToAll === isOpenToAll(read) &&
    property.isPreApplication === read.is_pre_application &&
    property.createdMs === read.created_at &&
    property.updatedMs === read.updated_at &&
    property.archivedMs === read.achived_at &&
    property.validatedMs === read.pre_application_validated_at &&
    property.hasMeta === isGiven(read.meta) &&
    property.hasPhoto === (read.photo !== null) &&
    property.hasPhotoId === (read.photo !== null && read.photo._id !== null) &&
    property.hasPhotoPath === Boolean(read.photo?.path) &&
    property.isPhotoFavorite === (read.photo?.favorite === true) &&
    areNames(property.managers.names, read.managers) &&
    areNames(property.unreadable.names, unreadableIn(read))
  );
}

function areNames(names: readonly string[], read: readonly string[]): boolean {
  return names.length === read.length && names.every((name, index) => name === read[index]);
}

/** Unique key of a property: a hash, since descriptions are long. */
function keyOf(property: Property): string {
  return hash('sha256', JSON.stringify(property), 'base64');
}

function searched(description: string | null): string | null {
  return description === null || description.length <= DESCRIPTION_LENGTH_MAX
    ? description
    : description.slice(0, DESCRIPTION_LENGTH_MAX);
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
  const beside = guarantorsBeside(file);
  return {
    id: file.id,
    status: pool.text(file.status),
    decision: pool.text(file.decision),
    situation: optionalIn(pool, situation),
    property: pool.property(file),
    applicants: file.applicants.map((applicant) => ({
      firstName: optionalIn(pool, applicant.first_name),
      lastName: optionalIn(pool, applicant.last_name),
      status: pool.text(applicant.status),
      isGuarantor: isGuarantor(applicant),
      score: applicant.score,
      completion: applicant.completion_rate,
    })),
    records: recordsOf(file),
    managers: pool.labels(file.managers),
    tags: pool.tags(file.tags),
    profiles: pool.labels(profilesOf(file)),
    guarantors: guarantorsOf(file, beside),
    organisations: organisationsOf(file),
    tenants: pool.labels(tenantsOf(file)),
    facts: pool.facts(file, beside),
    score: file.score,
    completion: file.completion_rate,
    createdMs: file.created_at,
    updatedMs: file.updated_at,
    archivedMs: archivedMsOf(file),
    validatedMs: file.pre_application_validated_at,
  };
}

function optionalIn(pool: Pool, value: string | null): string | null {
  return value === null ? null : pool.text(value);
}

function keep<Key, Value>(pooled: Map<Key, Value>, key: Key, value: Value): Value {
  pooled.set(key, value);
  return value;
}
