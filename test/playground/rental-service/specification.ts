import { z } from 'zod';

/**
 * Sections 2.1 to 2.7 of the specification as strict shapes: every field is there, nothing else
 * is, and only what the tables call optional may be null.
 */
const isoDateTime = z.iso.datetime({ offset: true, local: true });
const uuid = z.uuid();
const meta = z.record(z.string(), z.unknown());
const amount = z.number().min(0);
const percent = z.number().min(0).max(100);
const link = z.string().min(1).max(2083);

/** Section 2.5. */
const MoralGuarantor = z.strictObject({
  file_path: z.string().min(1),
  type: z.string().min(1),
  created_at: isoDateTime,
  updated_at: isoDateTime,
  meta,
});

/** Section 2.4. */
const Person = z.strictObject({
  id: uuid,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  birth_date: z.iso.date().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.string().min(1),
  form_submitted: isoDateTime.nullable(),
  score: percent.nullable(),
  created_at: isoDateTime,
  updated_at: isoDateTime.nullable(),
  is_guarantor: z.boolean(),
  physical_guarantors: z.array(z.unknown()),
  moral_guarantor: MoralGuarantor.nullable(),
  meta,
  profile: z.string().nullable(),
  completion_rate: percent.nullable(),
  is_pre_application: z.boolean(),
  pre_application_validated_at: isoDateTime.nullable(),
});
export const Applicant = z.strictObject({
  ...Person.shape,
  physical_guarantors: z.array(z.strictObject({ ...Person.shape, is_guarantor: z.literal(true) })),
});

/** Section 2.7. */
const Photo = z.strictObject({
  _id: z.string().regex(/^[0-9a-f]{24}$/),
  size: z.int(),
  path: z.string().nullable(),
  filename: z.string(),
  content_type: z.string(),
  favorite: z.boolean(),
});

/** Section 2.6. */
export const Product = z.strictObject({
  _id: uuid,
  tenant: z.string(),
  created_at: isoDateTime,
  updated_at: isoDateTime,
  achived_at: isoDateTime.nullable(),
  category: z.enum(['house', 'apartment', 'land', 'commercial', 'other', 'prestige']).nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  reference: z.string().nullable(),
  available: z.boolean(),
  availability: z.iso.date().nullable(),
  exclusivity: z.boolean().nullable(),
  disable_spontaneous_applications: z.boolean().nullable(),
  managers: z.array(z.string()),
  meta,
  mandate_type: z.enum(['management', 'sales']),
  price: amount.nullable(),
  fee: z.number().nullable(),
  fee_type: z.enum(['direct', 'reverse']),
  photo: Photo.nullable(),
  incoming_requests: z.int(),
  rent_amount: amount.nullable(),
  monthly_charges: amount.nullable(),
  furnished: z.boolean(),
  warranty_amount: amount.nullable(),
  agency_fees: amount.nullable(),
  unpaid_rent_insurance: z.boolean().nullable(),
  is_pre_application: z.boolean(),
  pre_application_validated_at: isoDateTime.nullable(),
  under_insurance: z.boolean().nullable(),
});

/** Sections 2.2 and 2.3. The two states are open here: `files.test.ts` counts their values. */
export const ListRentalFile = z.strictObject({
  id: uuid,
  product_id: z.string().nullable(),
  meta,
  allow_user_engagement: z.boolean(),
  status: z.string().min(1),
  applicants_situation: z.enum(['SINGLE', 'COUPLE', 'ROOMATES', 'SOLID_ROOMATES']).nullable(),
  archived_at: isoDateTime.nullable(),
  tags: z.array(z.strictObject({ tenant: z.string(), name: z.string() })),
  managers: z.array(z.string()),
  created_at: isoDateTime.nullable(),
  updated_at: isoDateTime.nullable(),
  score: percent.nullable(),
  completion_rate: percent.nullable(),
  applicants: z.array(Applicant),
  decision: z.string().min(1),
  product: Product.nullable(),
  is_pre_application: z.boolean(),
  pre_application_validated_at: isoDateTime.nullable(),
  under_insurance: z.boolean().nullable(),
});

/** Section 2.1. */
export const PaginatedResponse = z.strictObject({
  count: z.int().min(0),
  next: link.nullable(),
  previous: link.nullable(),
  results: z.array(ListRentalFile),
});
export type PaginatedResponse = z.output<typeof PaginatedResponse>;
