import { z } from 'zod';

import {
  amount,
  count,
  date,
  type Fields,
  flag,
  instant,
  isObject,
  listOf,
  number,
  optionalText,
  optionalWord,
  type Readable,
  record,
  word,
  yesOrNo,
} from './fields.ts';

/**
 * The photo of a property.
 *
 * @see Rental File Service specification, sections 2.7 and 8 (`_id`: 24 lowercase hexadecimals)
 */
const Photo = z.object({
  _id: z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .nullable()
    .default(null)
    .catch(null),
  size: number,
  path: optionalText,
  filename: optionalText,
  content_type: optionalText,
  favorite: yesOrNo(false),
});

/**
 * The property of a rental file. Amounts are per month or in full as their names say, in the currency
 * of the service; instants are epoch milliseconds.
 *
 * @see Rental File Service specification, section 2.6
 */
export const PRODUCT = z.object({
  _id: optionalText,
  tenant: optionalText,
  created_at: instant,
  updated_at: instant,
  achived_at: instant,
  category: optionalText,
  title: optionalText,
  description: optionalText,
  reference: optionalText,
  available: yesOrNo(true),
  availability: date,
  exclusivity: flag,
  disable_spontaneous_applications: flag,
  managers: listOf(z.string()),
  meta: z.unknown().default({}),
  mandate_type: word('management'),
  price: amount,
  fee: number,
  fee_type: word('direct'),
  photo: record(Photo),
  incoming_requests: count,
  rent_amount: amount,
  monthly_charges: amount,
  furnished: yesOrNo(false),
  warranty_amount: amount,
  agency_fees: amount,
  unpaid_rent_insurance: flag,
  is_pre_application: yesOrNo(false),
  pre_application_validated_at: instant,
  under_insurance: flag,
});
const Product = record(PRODUCT);
export type Product = NonNullable<z.output<typeof Product>>;

/**
 * A company or an institution as a guarantor.
 *
 * @see Rental File Service specification, section 2.5
 */
const MoralGuarantor = z.object({
  file_path: optionalText,
  type: optionalText,
  created_at: instant,
  updated_at: instant,
  meta: z.unknown().optional(),
});

const person = {
  id: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  birth_date: date,
  email: optionalText,
  phone: optionalText,
  form_submitted: instant,
  score: number,
  created_at: instant,
  updated_at: instant,
  moral_guarantor: record(MoralGuarantor),
  meta: z.unknown().optional(),
  profile: optionalText,
  completion_rate: number,
  pre_application_validated_at: instant,
};

/**
 * A person as a guarantor, as far as the fields of an applicant tell: the specification shows no
 * others, and no defaults. Nested guarantors are not read, so that a cycle ends here.
 */
const Guarantor = record(z.object({ ...person, status: optionalWord, is_pre_application: flag }));

export type PhysicalGuarantor = NonNullable<z.output<typeof Guarantor>>;

/** An item of another shape still counts: an id alone, or nothing that can be read. */
const GuarantorOfAnyShape = z.unknown().transform((item) => Guarantor.parse(guarantorFields(item)));

/** The fields of an item of `physical_guarantors`, whose shape the specification does not show. */
export function guarantorFields(item: unknown): Fields {
  if (isObject(item)) return item;
  return typeof item === 'string' ? { id: item } : {};
}

/**
 * A candidate for the lease, or a guarantor listed among the candidates.
 *
 * @see Rental File Service specification, section 2.4
 */
export const APPLICANT = z.object({
  ...person,
  status: word('NEW'),
  is_guarantor: yesOrNo(false),
  is_pre_application: yesOrNo(false),
  physical_guarantors: listOf(GuarantorOfAnyShape),
});
const Applicant = record(APPLICANT);
export type Applicant = NonNullable<z.output<typeof Applicant>>;

/** Specification, section 2.3. */
const Tag = z.object({ tenant: optionalText, name: z.string() });

/** Max length of an id. */
const ID_CHARACTERS_MAX = 100;
const CONTROL = /\p{Cc}/u;

/**
 * Whether a value can be the id of a file: a UUID by the specification, but any short text works,
 * since it is only compared and stored. Databases refuse lone surrogates and control characters.
 */
export function isFileId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= ID_CHARACTERS_MAX &&
    value.isWellFormed() &&
    !CONTROL.test(value)
  );
}

export const RENTAL_FILE = z.object({
  id: z.string().refine(isFileId),
  product_id: optionalText,
  meta: z.unknown().optional(),
  allow_user_engagement: yesOrNo(true),
  status: word('NEW'),
  applicants_situation: optionalText,
  archived_at: instant,
  tags: listOf(Tag),
  managers: listOf(z.string()),
  created_at: instant,
  updated_at: instant,
  score: number,
  completion_rate: number,
  applicants: listOf(Applicant),
  decision: word('PENDING'),
  product: Product,
  is_pre_application: yesOrNo(false),
  pre_application_validated_at: instant,
  under_insurance: flag,
});

/**
 * A rental file: one property, its applicants, a status, a decision, a score, a completion rate.
 *
 * The field names are those of the service. Instants are epoch milliseconds, UTC; dates `YYYY-MM-DD`;
 * an absent value is `null`, an empty list or the default of the specification; one that could not be
 * read is listed in `unreadable`, and in `unreadableFields` for the whole file. Only a file without an id is unreadable as a whole.
 *
 * @see Rental File Service specification, section 2.2
 */
export const RentalFile = record(RENTAL_FILE).transform((file, context) => {
  if (file !== null) {
    return { ...file, people: peopleOf(file), unreadableFields: unreadableFields(file) };
  }
  context.addIssue('no file with an id');
  return z.NEVER;
});
export type RentalFile = z.output<typeof RentalFile>;

/**
 * The fields of a file that could not be read, each once, with the object that holds them where that
 * is not the file: `archived_at`, `product.rent_amount`, `applicants.birth_date`.
 */
function unreadableFields({
  unreadable,
  product,
  applicants,
}: Readable & {
  readonly product: Readable | null;
  readonly applicants: readonly (Readable & {
    readonly physical_guarantors: readonly Readable[];
  })[];
}): readonly string[] {
  const found = new Set(unreadable);
  for (const name of product?.unreadable ?? []) found.add(`product.${name}`);
  for (const applicant of applicants) {
    for (const name of applicant.unreadable) found.add(`applicants.${name}`);
    for (const guarantor of applicant.physical_guarantors) {
      for (const name of guarantor.unreadable) found.add(`physical_guarantors.${name}`);
    }
  }
  return [...found];
}

interface Guarantor {
  readonly id: string | null;
}

interface Candidate extends Guarantor {
  readonly is_guarantor: boolean | null;
  readonly moral_guarantor: object | null;
  readonly physical_guarantors: readonly Guarantor[];
}

/** The people of a file, everybody once. */
interface People<Listed extends Candidate> {
  readonly applicants: readonly Listed[];
  /** Guarantors who stand among the applicants, in the service's list. */
  readonly listedGuarantors: readonly Listed[];
  /** Guarantors who do not; a name may be missing, as the specification shows no shape of them. */
  readonly furtherGuarantors: readonly Listed['physical_guarantors'][number][];
  /** Number of organisations that stand surety. */
  readonly organisations: number;
}

/**
 * The people of a file, for all figures of it: who stands among the applicants and, with the same
 * id, among the guarantors of somebody is one person, and so is who stands surety for several.
 *
 * @see Rental File Service specification, section 2.4
 */
function peopleOf<Listed extends Candidate>(file: {
  readonly applicants: readonly Listed[];
}): People<Listed> {
  const applicants: Listed[] = [];
  const listedGuarantors: Listed[] = [];
  const furtherGuarantors: Listed['physical_guarantors'][number][] = [];
  let known: Set<string | null> | null = null;
  let organisations = 0;
  for (const each of file.applicants) {
    (each.is_guarantor === true ? listedGuarantors : applicants).push(each);
    if (each.moral_guarantor !== null) organisations += 1;
    for (const guarantor of each.physical_guarantors) {
      known ??= new Set(file.applicants.map(({ id }) => id));
      if (guarantor.id !== null && known.has(guarantor.id)) continue;
      known.add(guarantor.id);
      furtherGuarantors.push(guarantor);
    }
  }
  return { applicants, listedGuarantors, furtherGuarantors, organisations };
}
