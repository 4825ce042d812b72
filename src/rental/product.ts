import { z } from 'zod';

import { amount, date, flag, instant, listOf, number, part, text, word, yesOrNo } from './wire.ts';

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
  path: text,
  filename: text,
  content_type: text,
  favorite: yesOrNo(false),
});

/**
 * The property that a rental file is about. Amounts are per month or in full as their names say,
 * in the currency of the service; instants are epoch milliseconds.
 *
 * @see Rental File Service specification, section 2.6
 */
export const Product = z.object({
  _id: text,
  tenant: text,
  created_at: instant,
  updated_at: instant,
  achived_at: instant,
  category: text,
  title: text,
  description: text,
  reference: text,
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
