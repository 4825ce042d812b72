import { z } from 'zod';

import {
  amount,
  anything,
  count,
  date,
  flag,
  instant,
  isObject,
  number,
  optionalWord,
  text,
  word,
  wordOrNone,
  yesOrNo,
  listOf,
  type Read,
  record,
} from './fields.ts';

/** Each table lists the fields of an object once: their names, how they are read, their defaults. */

const PHOTO_ID = /^[0-9a-f]{24}$/;

/**
 * The photo of a property.
 *
 * @see Rental File Service specification, sections 2.7 and 8 (`_id`: 24 lowercase hexadecimals)
 */
export const PHOTO = {
  _id: (value: unknown) => (typeof value === 'string' && PHOTO_ID.test(value) ? value : null),
  size: number,
  path: text,
  filename: text,
  content_type: text,
  favorite: yesOrNo(false),
};

/**
 * The property of a rental file. Amounts are per month or in full as their names say, in the currency
 * of the service; instants are epoch milliseconds.
 *
 * @see Rental File Service specification, section 2.6
 */
export const PRODUCT = {
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
  managers: listOf(text),
  meta: (value: unknown) => (value === undefined ? {} : value),
  mandate_type: wordOrNone('management'),
  price: amount,
  fee: number,
  fee_type: wordOrNone('direct'),
  photo: record(PHOTO),
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
};

/**
 * A company or an institution as a guarantor.
 *
 * @see Rental File Service specification, section 2.5
 */
export const MORAL_GUARANTOR = {
  file_path: text,
  type: text,
  created_at: instant,
  updated_at: instant,
  meta: anything,
};

const PERSON = {
  id: text,
  first_name: text,
  last_name: text,
  birth_date: date,
  email: text,
  phone: text,
  form_submitted: instant,
  score: number,
  created_at: instant,
  updated_at: instant,
  moral_guarantor: record(MORAL_GUARANTOR),
  meta: anything,
  profile: text,
  completion_rate: number,
  pre_application_validated_at: instant,
};

/**
 * A person as a guarantor, as far as the fields of an applicant tell: the specification shows no
 * others, and no defaults. Nested guarantors are not read, so that a cycle ends here.
 */
export const PHYSICAL_GUARANTOR = { ...PERSON, status: optionalWord, is_pre_application: flag };

/** Guarantors of any shape: an item that is an id alone, or nothing that can be read, still counts. */
export function guarantorsOf<Guarantor>(guarantor: (fields: unknown) => Guarantor | null) {
  return listOf((item) => {
    if (isObject(item)) return guarantor(item);
    return guarantor(typeof item === 'string' ? { id: item } : {});
  });
}

/**
 * A candidate for the lease, or a guarantor listed among the candidates.
 *
 * @see Rental File Service specification, section 2.4
 */
export const APPLICANT = {
  ...PERSON,
  status: word('NEW'),
  is_guarantor: yesOrNo(false),
  is_pre_application: yesOrNo(false),
  physical_guarantors: guarantorsOf(record(PHYSICAL_GUARANTOR)),
};
type Applicant = Read<typeof APPLICANT>;

/** Specification, section 2.3. */
const TAG = { tenant: text, name: text };

/** Max length of an id. */
const ID_CHARACTERS_MAX = 100;
const CONTROL = /\p{Cc}/u;

/**
 * Whether a value can be the id of a file: a UUID by the specification, but any short text works,
 * since it is only compared and stored. Databases refuse lone surrogates and control characters.
 */
function isFileId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= ID_CHARACTERS_MAX &&
    value.isWellFormed() &&
    !CONTROL.test(value)
  );
}

export const RENTAL_FILE = {
  id: (value: unknown) => (isFileId(value) ? value : null),
  product_id: text,
  meta: anything,
  allow_user_engagement: yesOrNo(true),
  status: word('NEW'),
  applicants_situation: text,
  archived_at: instant,
  tags: listOf(record(TAG, 'name')),
  managers: listOf(text),
  created_at: instant,
  updated_at: instant,
  score: number,
  completion_rate: number,
  applicants: listOf(record(APPLICANT)),
  decision: word('PENDING'),
  product: record(PRODUCT),
  is_pre_application: yesOrNo(false),
  pre_application_validated_at: instant,
  under_insurance: flag,
};
const fileWithId = record(RENTAL_FILE, 'id');

/**
 * A rental file: one property, its applicants, a status, a decision, a score, a completion rate.
 *
 * The field names are those of the service. Instants are epoch milliseconds, UTC; dates `YYYY-MM-DD`;
 * an absent value is `null`, an empty list or the default of the specification; one that could not be
 * read is listed in `unreadable`, and in `unreadableFields` for the whole file. Only a file without an id is unreadable as a whole.
 *
 * @see Rental File Service specification, section 2.2
 */
export const RentalFile = z.unknown().transform((item, context) => {
  const file = fileWithId(item);
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
  tags,
  product,
  applicants,
}: NonNullable<ReturnType<typeof fileWithId>>): readonly string[] {
  const found = [...unreadable];
  const add = (object: string, names: readonly string[]) => {
    for (const name of names) {
      if (!found.includes(`${object}.${name}`)) found.push(`${object}.${name}`);
    }
  };
  for (const tag of tags) add('tags', tag.unreadable);
  add('product', product?.unreadable ?? []);
  add('photo', product?.photo?.unreadable ?? []);
  for (const applicant of applicants) {
    add('applicants', applicant.unreadable);
    add('moral_guarantor', applicant.moral_guarantor?.unreadable ?? []);
    for (const each of applicant.physical_guarantors) {
      add('physical_guarantors', each.unreadable);
      add('moral_guarantor', each.moral_guarantor?.unreadable ?? []);
    }
  }
  return found;
}

/** The people of a file, everybody once. */
interface People {
  /** As the service lists them; guarantors given as ids of applicants are those applicants. */
  readonly listed: readonly Applicant[];
  readonly applicants: readonly Applicant[];
  /** Guarantors who stand among the applicants, in the service's list. */
  readonly listedGuarantors: readonly Applicant[];
  /** Guarantors who do not; a name may be missing, as the specification shows no shape of them. */
  readonly furtherGuarantors: Applicant['physical_guarantors'];
  /** Number of organisations that stand surety. */
  readonly organisations: number;
}

/**
 * The people of a file, for all figures of it: who stands among the applicants and, with the same
 * id, among the guarantors of somebody is one person, and so is who stands surety for several.
 *
 * @see Rental File Service specification, section 2.4
 */
function peopleOf({ applicants: listed }: { readonly applicants: readonly Applicant[] }): People {
  const applicants: Applicant[] = [];
  const listedGuarantors: Applicant[] = [];
  const furtherGuarantors: Applicant['physical_guarantors'][number][] = [];
  let known: Set<string | null> | null = null;
  let byId: ReadonlyMap<string | null, Applicant> | null = null;
  const applicantNamed = (id: string) => {
    // Of several with one id, the first: not by a search for each, as a list may have thousands.
    byId ??= new Map(listed.toReversed().map((each) => [each.id, each]));
    return byId.get(id);
  };
  let organisations = 0;
  for (const each of listed) {
    (each.is_guarantor === true ? listedGuarantors : applicants).push(each);
    if (each.moral_guarantor !== null) organisations += 1;
    for (const guarantor of each.physical_guarantors) {
      known ??= new Set(listed.map(({ id }) => id));
      if (guarantor.id !== null && known.has(guarantor.id)) continue;
      known.add(guarantor.id);
      furtherGuarantors.push(guarantor);
    }
  }
  return {
    listed: listed.map((each) => withNamedGuarantors(each, applicantNamed)),
    applicants,
    listedGuarantors,
    furtherGuarantors,
    organisations,
  };
}

/** An applicant whose guarantors given as ids alone are what the file says of them elsewhere. */
function withNamedGuarantors(
  applicant: Applicant,
  applicantNamed: (id: string) => Applicant | undefined,
): Applicant {
  const guarantors = applicant.physical_guarantors.map((guarantor) => {
    const { id, unreadable, ...others } = guarantor;
    const isIdAlone =
      unreadable.length === 0 && Object.values(others).every((value) => (value ?? null) === null);
    if (id === null || !isIdAlone) return guarantor;
    return applicantNamed(id) ?? guarantor;
  });
  return { ...applicant, physical_guarantors: guarantors };
}
