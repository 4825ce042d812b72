import { z } from 'zod';

import {
  amount,
  date,
  flag,
  instant,
  listOf,
  number,
  optionalText,
  part,
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
export const Product = z.object({
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
  meta: z.unknown().optional(),
  mandate_type: word('management'),
  price: amount,
  fee: number,
  fee_type: word('direct'),
  photo: part(Photo),
  incoming_requests: z.int().default(0).catch(0),
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
export type Product = z.output<typeof Product>;

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
  status: word('NEW'),
  form_submitted: instant,
  score: number,
  created_at: instant,
  updated_at: instant,
  is_guarantor: yesOrNo(false),
  moral_guarantor: part(MoralGuarantor),
  meta: z.unknown().optional(),
  profile: optionalText,
  completion_rate: number,
  is_pre_application: yesOrNo(false),
  pre_application_validated_at: instant,
};

/**
 * A person as a guarantor, with the fields of an applicant: the specification does not show others.
 * Nested guarantors are not read, so that a cycle ends here.
 */
const PhysicalGuarantor = z.object(person);

/**
 * A candidate for the lease, or a guarantor listed among the candidates.
 *
 * @see Rental File Service specification, section 2.4
 */
export const Applicant = z.object({
  ...person,
  physical_guarantors: listOf(PhysicalGuarantor),
});
export type Applicant = z.output<typeof Applicant>;

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

/**
 * A rental file: one property, its applicants, a status, a decision, a score, a completion rate.
 *
 * The field names are those of the service. Instants are epoch milliseconds, UTC; dates `YYYY-MM-DD`;
 * an absent value is `null`, an empty list or the default of the specification. Only a file without
 * an id is unreadable.
 *
 * @see Rental File Service specification, section 2.2
 */
export const RentalFile = z.object({
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
  product: part(Product),
  is_pre_application: yesOrNo(false),
  pre_application_validated_at: instant,
  under_insurance: flag,
});
export type RentalFile = z.output<typeof RentalFile>;
