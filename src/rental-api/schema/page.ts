import { z } from 'zod';

import { yieldToEventLoop } from '../../lib/concurrency.ts';
import { RentalError } from '../errors.ts';
import {
  APPLICANT_STATUSES,
  CATEGORIES,
  DECISIONS,
  FEE_TYPES,
  FILE_STATUSES,
  MANDATE_TYPES,
  SITUATIONS,
  jsonIn,
  listOf,
  pick,
  record,
} from './fields.ts';
import {
  APPLICANT,
  guarantorsOf,
  MORAL_GUARANTOR,
  PHOTO,
  PHYSICAL_GUARANTOR,
  PRODUCT,
  RENTAL_FILE,
  RentalFile,
} from './rental-file.ts';

const guarantorSummary = record(
  pick(PHYSICAL_GUARANTOR, 'id', 'first_name', 'last_name', 'status', 'completion_rate'),
);

const applicantSummary = record({
  ...pick(
    APPLICANT,
    'id',
    'first_name',
    'last_name',
    'birth_date',
    'email',
    'phone',
    'form_submitted',
    'created_at',
    'updated_at',
    'meta',
    'is_pre_application',
    'pre_application_validated_at',
    'score',
    'profile',
    'completion_rate',
    'status',
    'is_guarantor',
  ),
  moral_guarantor: record(MORAL_GUARANTOR),
  physical_guarantors: guarantorsOf(guarantorSummary),
});

const productSummary = record({
  ...pick(
    PRODUCT,
    '_id',
    'tenant',
    'created_at',
    'updated_at',
    'meta',
    'is_pre_application',
    'pre_application_validated_at',
    'achived_at',
    'category',
    'title',
    'description',
    'reference',
    'available',
    'availability',
    'exclusivity',
    'disable_spontaneous_applications',
    'managers',
    'mandate_type',
    'price',
    'fee',
    'fee_type',
    'incoming_requests',
    'rent_amount',
    'monthly_charges',
    'furnished',
    'warranty_amount',
    'agency_fees',
    'unpaid_rent_insurance',
    'under_insurance',
  ),
  photo: record(pick(PHOTO, '_id', 'path', 'favorite')),
});

/**
 * The summary of an item of a page: those fields of `RentalFile` that lists, search and filters need,
 * and equal to them; `null` if unreadable. Reading no others is what a refresh with a hundred
 * thousand files gains by it.
 *
 * @see Rental File Service specification, sections 2.2 to 2.6
 */
export const summaryOf = record(
  {
    ...pick(
      RENTAL_FILE,
      'id',
      'product_id',
      'meta',
      'allow_user_engagement',
      'status',
      'applicants_situation',
      'archived_at',
      'tags',
      'managers',
      'created_at',
      'updated_at',
      'score',
      'completion_rate',
      'decision',
      'is_pre_application',
      'pre_application_validated_at',
      'under_insurance',
    ),
    applicants: listOf(applicantSummary),
    product: productSummary,
  },
  'id',
);

/** A whole file is a summary, too. */
export type FileSummary = NonNullable<ReturnType<typeof summaryOf>>;

/** Arrays, since a few values are searched faster than hashed. */
const fileStatuses: readonly string[] = FILE_STATUSES;
const applicantStatuses: readonly string[] = APPLICANT_STATUSES;
const decisions: readonly string[] = DECISIONS;
const situations: readonly string[] = SITUATIONS;
const categories: readonly string[] = CATEGORIES;
const mandateTypes: readonly string[] = MANDATE_TYPES;
const feeTypes: readonly string[] = FEE_TYPES;

/**
 * Number of values of a file that the enumerations do not list, or that could not be read.
 *
 * @see Rental File Service specification, sections 2.2, 2.6 and 3
 */
function countUnknownValues(file: FileSummary): number {
  const { status, decision, applicants_situation: situation } = file;
  let found = file.unreadable.length + unknownInProduct(file);
  if (!fileStatuses.includes(status)) found += 1;
  if (!decisions.includes(decision)) found += 1;
  if (situation !== null && !situations.includes(situation)) found += 1;
  for (const applicant of file.applicants) {
    found += applicant.unreadable.length;
    if (!applicantStatuses.includes(applicant.status)) found += 1;
    for (const guarantor of applicant.physical_guarantors) {
      const { status: its, unreadable } = guarantor;
      found += unreadable.length;
      if (its !== null && !applicantStatuses.includes(its)) found += 1;
    }
  }
  return found;
}

function unknownInProduct({ product }: FileSummary): number {
  if (product === null) return 0;
  const { category, mandate_type: mandate, fee_type: feeType } = product;
  let found = product.unreadable.length;
  if (category !== null && !categories.includes(category)) found += 1;
  if (mandate !== null && !mandateTypes.includes(mandate)) found += 1;
  if (feeType !== null && !feeTypes.includes(feeType)) found += 1;
  return found;
}

/** One page of the list. */
export interface FilePage<File = RentalFile> {
  readonly files: readonly File[];
  /** Number of unreadable items. */
  readonly skipped: number;
  /** Number of values that the enumerations do not list, or that could not be read. */
  readonly unknownValues: number;
  /** "Number of items", of the page or of the whole list: the specification does not say. 0 if absent. */
  readonly count: number;
  /** Its own URL. */
  readonly url: URL;
  /** The page after this one; `null` at the end of the list. */
  readonly next: URL | null;
  /** Time on the service's clock when it was made, in epoch milliseconds; `null` when unknown. */
  readonly servedAt: number | null;
}

export type SummaryPage = FilePage<FileSummary>;

/** The fields of section 2.1; `previous` is not needed. */
const Page = z.object({
  count: z.int().min(0).default(0).catch(0),
  next: z.string().nullish(),
  results: z.array(z.unknown()),
});

/** A parsed page, whose items are not read yet. */
export interface RawPage {
  readonly count: number;
  readonly next: string | null;
  /** Of a long page, each is an {@link UnparsedItem}. */
  readonly items: readonly unknown[];
}

/**
 * Checks that a body is a page.
 *
 * @throws {RentalError} `rental_unreadable` when it is not
 * @see Rental File Service specification, section 2.1
 */
export function parsePage(body: unknown): RawPage {
  const page = Page.safeParse(body);
  if (!page.success) {
    const [field = 'body'] = page.error.issues[0]?.path ?? [];
    throw unreadablePage(`unexpected ${String(field)}`);
  }
  const { count, next, results } = page.data;
  return { count, next: next ?? null, items: results };
}

/** @throws {RentalError} when a text is not JSON */
export function jsonOf(text: string): unknown {
  const value = jsonIn(text);
  if (value === undefined) throw unreadablePage('not JSON');
  return value;
}

/** An item that is longer than this counts as unreadable: a file has some thousand characters. */
const ITEM_CHARACTERS_MAX = 250_000;

/** The text of an item that is parsed when it is read. */
export class UnparsedItem {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** @throws {RentalError} when it is not JSON */
  parsed(): unknown {
    return this.text.length > ITEM_CHARACTERS_MAX ? null : jsonOf(this.text);
  }
}

/** Items between two yields to the event loop: a few milliseconds. */
const ITEMS_PER_YIELD = 100;
/** A longer item counts as several of these. */
const ITEM_CHARACTERS_USUAL = 5_000;

/** The files of a page, and the numbers of unreadable items and unknown values. */
type Read<File> = Pick<FilePage<File>, 'files' | 'skipped' | 'unknownValues'>;

export type ReadItems<File> = (items: readonly unknown[]) => Promise<Read<File>>;

/**
 * Reads the items of a page. Unreadable items are left out and counted, unknown values are counted:
 * one invalid item never loses the others.
 */
export function readFiles(items: readonly unknown[]): Promise<Read<RentalFile>> {
  return readEach(items, (item) => RentalFile.safeParse(item).data ?? null);
}

/** The same with only the fields that lists, search and filters need, in a fifth of the time. */
export function readSummaries(items: readonly unknown[]): Promise<Read<FileSummary>> {
  return readEach(items, summaryOf);
}

async function readEach<File extends FileSummary>(
  items: readonly unknown[],
  read: (item: unknown) => File | null,
): Promise<Read<File>> {
  const files: File[] = [];
  let unknown = 0;
  let unyielded = 0;
  for (const item of items) {
    if (unyielded >= ITEMS_PER_YIELD) {
      await yieldToEventLoop();
      unyielded = 0;
    }
    const isUnparsed = item instanceof UnparsedItem;
    unyielded += isUnparsed ? 1 + item.text.length / ITEM_CHARACTERS_USUAL : 1;
    const file = read(isUnparsed ? item.parsed() : item);
    if (file === null) continue;
    files.push(file);
    unknown += countUnknownValues(file);
  }
  return { files, skipped: items.length - files.length, unknownValues: unknown };
}

/** The error for an unreadable page; `what` must not quote it. */
export function unreadablePage(what: string): RentalError {
  return new RentalError('GET rental files page', what, { code: 'rental_unreadable' });
}
