import { APPLICANT_STATUSES, DECISIONS, FILE_STATUSES, SITUATIONS } from './enums.ts';
import {
  amountIn,
  countIn,
  dateIn,
  type Fields,
  flagIn,
  instantIn,
  isObject,
  listIn,
  numberIn,
  optionalWordIn,
  type Readable,
  textIn,
  unreadableIn,
  wordIn,
} from './fields.ts';
import {
  type Applicant,
  guarantorFields,
  isFileId,
  type PhysicalGuarantor,
  type Product,
  type RentalFile,
} from './rental-file.ts';

/** The fields of an applicant that lists and search need. */
type ApplicantSummary = Pick<
  Applicant,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'birth_date'
  | 'email'
  | 'phone'
  | 'status'
  | 'form_submitted'
  | 'is_guarantor'
  | 'profile'
  | 'completion_rate'
> &
  Readable & {
    readonly physical_guarantors: readonly GuarantorSummary[];
    readonly moral_guarantor: { readonly type: string | null } | null;
  };

type GuarantorSummary = Readable &
  Pick<PhysicalGuarantor, 'id' | 'first_name' | 'last_name' | 'status' | 'completion_rate'>;

/** The fields of a property that lists and search need. */
type ProductSummary = Pick<
  Product,
  | 'category'
  | 'title'
  | 'description'
  | 'reference'
  | 'available'
  | 'availability'
  | 'exclusivity'
  | 'mandate_type'
  | 'price'
  | 'fee'
  | 'fee_type'
  | 'incoming_requests'
  | 'rent_amount'
  | 'monthly_charges'
  | 'furnished'
  | 'warranty_amount'
  | 'agency_fees'
  | 'unpaid_rent_insurance'
> &
  Readable & {
    readonly managers: readonly string[];
    /** Only whether there is one counts. */
    readonly photo: object | null;
  };

/**
 * The fields of a rental file that lists, search and filters need. A whole file is a summary, too.
 */
export type FileSummary = Pick<
  RentalFile,
  | 'id'
  | 'product_id'
  | 'status'
  | 'decision'
  | 'applicants_situation'
  | 'created_at'
  | 'updated_at'
  | 'archived_at'
  | 'score'
  | 'completion_rate'
  | 'allow_user_engagement'
  | 'is_pre_application'
  | 'under_insurance'
> &
  Readable & {
    readonly managers: readonly string[];
    readonly tags: readonly Pick<RentalFile['tags'][number], 'name'>[];
    readonly applicants: readonly ApplicantSummary[];
    readonly product: ProductSummary | null;
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
  return withUnreadable(item, {
    id,
    product_id: textIn(item['product_id']),
    status: wordIn(item['status'], 'NEW'),
    decision: wordIn(item['decision'], 'PENDING'),
    applicants_situation: textIn(item['applicants_situation']),
    created_at: instantIn(item['created_at']),
    updated_at: instantIn(item['updated_at']),
    archived_at: instantIn(item['archived_at']),
    score: numberIn(item['score']),
    completion_rate: numberIn(item['completion_rate']),
    allow_user_engagement: flagIn(item['allow_user_engagement'], true),
    is_pre_application: flagIn(item['is_pre_application'], false),
    under_insurance: flagIn(item['under_insurance'], null),
    managers: listIn(item['managers'], textIn),
    tags: listIn(item['tags'], tagIn),
    applicants: listIn(item['applicants'], applicantIn),
    product: isObject(product) ? productIn(product) : null,
  });
}

/** Fills in which fields could not be read. */
function withUnreadable<Read extends Fields>(fields: Fields, read: Read): Read & Readable {
  return Object.assign(read, { unreadable: unreadableIn(fields, read) });
}

function tagIn(value: unknown): FileSummary['tags'][number] | null {
  const name = isObject(value) ? textIn(value['name']) : null;
  return name === null ? null : { name };
}

function applicantIn(value: unknown): ApplicantSummary | null {
  if (!isObject(value)) return null;
  return withUnreadable(value, {
    id: textIn(value['id']),
    first_name: textIn(value['first_name']),
    last_name: textIn(value['last_name']),
    birth_date: dateIn(value['birth_date']),
    email: textIn(value['email']),
    phone: textIn(value['phone']),
    form_submitted: instantIn(value['form_submitted']),
    profile: textIn(value['profile']),
    status: wordIn(value['status'], 'NEW'),
    is_guarantor: flagIn(value['is_guarantor'], false),
    completion_rate: numberIn(value['completion_rate']),
    moral_guarantor: organisationIn(value['moral_guarantor']),
    physical_guarantors: listIn(value['physical_guarantors'], guarantorIn),
  });
}

function guarantorIn(item: unknown): GuarantorSummary {
  const value = guarantorFields(item);
  return withUnreadable(value, {
    id: textIn(value['id']),
    first_name: textIn(value['first_name']),
    last_name: textIn(value['last_name']),
    status: optionalWordIn(value['status']),
    completion_rate: numberIn(value['completion_rate']),
  });
}

function organisationIn(value: unknown): ApplicantSummary['moral_guarantor'] {
  return isObject(value) ? { type: textIn(value['type']) } : null;
}

function productIn(value: Fields): ProductSummary {
  return withUnreadable(value, {
    category: textIn(value['category']),
    title: textIn(value['title']),
    description: textIn(value['description']),
    reference: textIn(value['reference']),
    available: flagIn(value['available'], true),
    availability: dateIn(value['availability']),
    exclusivity: flagIn(value['exclusivity'], null),
    managers: listIn(value['managers'], textIn),
    mandate_type: wordIn(value['mandate_type'], 'management'),
    price: amountIn(value['price']),
    fee: numberIn(value['fee']),
    fee_type: wordIn(value['fee_type'], 'direct'),
    photo: isObject(value['photo']) ? {} : null,
    incoming_requests: countIn(value['incoming_requests']),
    rent_amount: amountIn(value['rent_amount']),
    monthly_charges: amountIn(value['monthly_charges']),
    furnished: flagIn(value['furnished'], false),
    warranty_amount: amountIn(value['warranty_amount']),
    agency_fees: amountIn(value['agency_fees']),
    unpaid_rent_insurance: flagIn(value['unpaid_rent_insurance'], null),
  });
}

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
