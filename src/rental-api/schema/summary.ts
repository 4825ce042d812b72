import { APPLICANT_STATUSES, DECISIONS, FILE_STATUSES, SITUATIONS } from './enums.ts';
import { amountIn, instantIn, numberIn } from './fields.ts';
import { type Applicant, isFileId, type Product, type RentalFile } from './rental-file.ts';

/** The fields of an applicant that lists need. */
type ApplicantSummary = Pick<Applicant, 'first_name' | 'last_name' | 'status' | 'is_guarantor'> & {
  readonly physical_guarantors: readonly Pick<Applicant, 'status'>[];
};

/**
 * The fields of a rental file that lists, search and filters need. A whole file is a summary, too.
 */
export type FileSummary = Pick<
  RentalFile,
  | 'id'
  | 'status'
  | 'decision'
  | 'applicants_situation'
  | 'created_at'
  | 'updated_at'
  | 'archived_at'
  | 'score'
  | 'completion_rate'
> & {
  readonly managers: readonly string[];
  readonly tags: readonly Pick<RentalFile['tags'][number], 'name'>[];
  readonly applicants: readonly ApplicantSummary[];
  readonly product: Pick<Product, 'title' | 'reference' | 'category' | 'rent_amount'> | null;
};

/**
 * The summary of an item of a page, equal to the same fields of `RentalFile`; `null` if unreadable.
 * Hand-written, since it is the hot path of a refresh with a hundred thousand files.
 *
 * @see Rental File Service specification, sections 2.2 to 2.6
 */
export function summaryOf(item: unknown): FileSummary | null {
  if (!isObject(item)) return null;
  const { id, product } = item;
  if (!isFileId(id)) return null;
  return {
    id,
    status: wordIn(item['status'], 'NEW'),
    decision: wordIn(item['decision'], 'PENDING'),
    applicants_situation: textIn(item['applicants_situation']),
    created_at: instantIn(item['created_at']),
    updated_at: instantIn(item['updated_at']),
    archived_at: instantIn(item['archived_at']),
    score: numberIn(item['score']),
    completion_rate: numberIn(item['completion_rate']),
    managers: listIn(item['managers'], textIn),
    tags: listIn(item['tags'], tagIn),
    applicants: listIn(item['applicants'], applicantIn),
    product: isObject(product) ? productIn(product) : null,
  };
}

function tagIn(value: unknown): FileSummary['tags'][number] | null {
  const name = isObject(value) ? textIn(value['name']) : null;
  return name === null ? null : { name };
}

function applicantIn(value: unknown): ApplicantSummary | null {
  if (!isObject(value)) return null;
  return {
    first_name: textIn(value['first_name']),
    last_name: textIn(value['last_name']),
    status: wordIn(value['status'], 'NEW'),
    is_guarantor: value['is_guarantor'] === true,
    physical_guarantors: listIn(value['physical_guarantors'], guarantorIn),
  };
}

function guarantorIn(value: unknown): ApplicantSummary['physical_guarantors'][number] | null {
  return isObject(value) ? { status: wordIn(value['status'], 'NEW') } : null;
}

function productIn(value: Fields): FileSummary['product'] {
  return {
    title: textIn(value['title']),
    reference: textIn(value['reference']),
    category: textIn(value['category']),
    rent_amount: amountIn(value['rent_amount']),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function wordIn(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

const NOTHING: readonly never[] = [];

/** The readable items of a list; empty for anything else. */
function listIn<Item>(value: unknown, read: (item: unknown) => Item | null): readonly Item[] {
  if (!Array.isArray(value) || value.length === 0) return NOTHING;
  const items: Item[] = [];
  for (const entry of value) {
    const item = read(entry);
    if (item !== null) items.push(item);
  }
  return items;
}

/** Arrays, since a few values are searched faster than hashed. */
const fileStatuses: readonly string[] = FILE_STATUSES;
const applicantStatuses: readonly string[] = APPLICANT_STATUSES;
const decisions: readonly string[] = DECISIONS;
const situations: readonly string[] = SITUATIONS;

/**
 * Number of values of a file that the enumerations do not list.
 *
 * @see Rental File Service specification, section 3
 */
export function countUnknownValues(file: FileSummary): number {
  const { status, decision, applicants_situation: situation } = file;
  let found = 0;
  if (!fileStatuses.includes(status)) found += 1;
  if (!decisions.includes(decision)) found += 1;
  if (situation !== null && !situations.includes(situation)) found += 1;
  for (const applicant of file.applicants) {
    if (!applicantStatuses.includes(applicant.status)) found += 1;
    for (const guarantor of applicant.physical_guarantors) {
      if (!applicantStatuses.includes(guarantor.status)) found += 1;
    }
  }
  return found;
}
