import {
  APPLICANT_STATUSES,
  DECISIONS,
  FILE_STATUSES,
  SITUATIONS,
  isObject,
  listOf,
  pick,
  record,
} from './fields.ts';
import {
  APPLICANT,
  guarantorsOf,
  MORAL_GUARANTOR,
  PHYSICAL_GUARANTOR,
  PRODUCT,
  RENTAL_FILE,
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
    'profile',
    'completion_rate',
    'status',
    'is_guarantor',
  ),
  moral_guarantor: record(pick(MORAL_GUARANTOR, 'type')),
  physical_guarantors: guarantorsOf(guarantorSummary),
});

const productSummary = record({
  ...pick(
    PRODUCT,
    'category',
    'title',
    'description',
    'reference',
    'available',
    'availability',
    'exclusivity',
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
  ),
  /** Only whether there is one counts. */
  photo: (value: unknown): object | null => (isObject(value) ? {} : null),
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

/**
 * Number of values of a file that the enumerations do not list, or that could not be read.
 *
 * @see Rental File Service specification, section 3
 */
export function countUnknownValues(file: FileSummary): number {
  const { status, decision, applicants_situation: situation } = file;
  let found = file.unreadable.length + (file.product?.unreadable.length ?? 0);
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
