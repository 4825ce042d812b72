import { z } from 'zod';

import { Applicant } from './applicant.ts';
import { Product } from './product.ts';
import { flag, instant, listOf, number, part, text, word, yesOrNo } from './wire.ts';

/** Section 2.3. */
const Tag = z.object({ tenant: text, name: z.string() });

/** Any longer text names no file. */
const ID_CHARACTERS_MAX = 100;
const CONTROL = /\p{Cc}/u;

/**
 * Whether a value can name a file: a uuid by the specification, and any short text serves, since it
 * is only ever compared and stored. Of half a character or a control character no database takes note.
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
 * Field names are those of the wire. Instants are epoch milliseconds, UTC; dates `YYYY-MM-DD`;
 * what is absent is `null`, an empty list or the default of the specification. Only a file
 * without an id cannot be read.
 *
 * @see Rental File Service specification, section 2.2
 */
export const RentalFile = z.object({
  id: z.string().refine(isFileId),
  product_id: text,
  meta: z.unknown().optional(),
  allow_user_engagement: yesOrNo(true),
  status: word('NEW'),
  applicants_situation: text,
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
