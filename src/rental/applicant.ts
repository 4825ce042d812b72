import { z } from 'zod';

import { date, instant, listOf, number, part, text, word, yesOrNo } from './wire.ts';

/**
 * A company or an institution that stands surety.
 *
 * @see Rental File Service specification, section 2.5
 */
const MoralGuarantor = z.object({
  file_path: text,
  type: text,
  created_at: instant,
  updated_at: instant,
  meta: z.unknown().optional(),
});

const person = {
  id: text,
  first_name: text,
  last_name: text,
  birth_date: date,
  email: text,
  phone: text,
  status: word('NEW'),
  form_submitted: instant,
  score: number,
  created_at: instant,
  updated_at: instant,
  is_guarantor: yesOrNo(false),
  moral_guarantor: part(MoralGuarantor),
  meta: z.unknown().optional(),
  profile: text,
  completion_rate: number,
  is_pre_application: yesOrNo(false),
  pre_application_validated_at: instant,
};

/**
 * A person who stands surety, read as an applicant is: the shape is not shown. Whatever stands
 * below is not read, so that a guarantor who guarantees himself ends here.
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
