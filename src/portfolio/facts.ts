import type { FileSummary } from '../rental-api/schema/page.ts';

/** Tags, managers, profiles or names of fields; shared between files with the same ones. */
export interface Labels {
  readonly names: readonly string[];
}

/** What else is known of a file and its people; shared between files with the same. */
export interface Facts {
  readonly isInsured: boolean | null;
  readonly mayEngage: boolean | null;
  readonly isPreApplication: boolean | null;
  /** `null` where that cannot be read, as the next seven. */
  readonly isPreApplicationValidated: boolean | null;
  readonly hasApplicants: boolean | null;
  readonly hasGuarantors: boolean | null;
  /** Whether each applicant has one, as the next four. */
  readonly hasEmails: boolean | null;
  readonly hasPhones: boolean | null;
  readonly hasForms: boolean | null;
  readonly hasBirthDates: boolean | null;
  readonly hasProfiles: boolean | null;
  /** Number of people who stand surety, each once; also those among the applicants. At least. */
  readonly guarantors: number;
  /** Number of organisations that stand surety; at least. */
  readonly organisations: number;
  /** Whether there may be more of those people, since something about them cannot be read. */
  readonly areGuarantorsUnread: boolean;
  /** The same of organisations. */
  readonly areOrganisationsUnread: boolean;
  /** The service's names of the fields that came but cannot be read, or not all of them. */
  readonly unreadable: Labels;
  /** The same of its people, with the object that holds each: `applicants.profile`. */
  readonly unreadableOfPeople: Labels;
  /** Whether the service sent a score that cannot be read; so for the next two. It is missing then. */
  readonly isScoreUnreadable: boolean;
  readonly isCompletionUnreadable: boolean;
  readonly areApplicantsUnreadable: boolean;
}

/** What each applicant may have, as bits of a number. */
const EMAIL = 1;
const PHONE = 2;
const FORM = 4;
const BIRTH_DATE = 8;
const PROFILE = 16;
const ALL = 31;
/** Whether people stand surety for them, or an organisation, and whether they do so themselves. */
const GUARANTOR = 32;
const ORGANISATION = 64;
const ROLE = 128;

/** Those bits by the service's names of what cannot be read. */
const BITS = {
  email: EMAIL,
  phone: PHONE,
  form_submitted: FORM,
  birth_date: BIRTH_DATE,
  profile: PROFILE,
  physical_guarantors: GUARANTOR,
  moral_guarantor: ORGANISATION,
  is_guarantor: ROLE,
} as const;

/** Far more than the applicants of a file, of which each has one at most. */
const ORGANISATIONS_MAX = 100_000;

interface Counts {
  /** `null` where somebody may be an applicant, or a guarantor alone. */
  readonly hasApplicants: boolean | null;
  /** What an applicant is known to lack. */
  readonly missing: number;
  /** What nobody knows of an applicant. */
  readonly unknown: number;
  readonly guarantors: number;
  readonly organisations: number;
  /** Whether a person may stand surety of whom that cannot be read, or an organisation: bits. */
  readonly unread: number;
}

/**
 * Counts what facts are made of. Plain loops: called for every file of every refresh.
 *
 * @param beside the guarantors beside the applicants
 */
export function countsOf(file: FileSummary, beside: Guarantors): Counts {
  let hasApplicants: boolean | null = false;
  let [missing, organisations, guarantors] = [0, 0, beside.length];
  let unread = file.unreadable.includes('applicants') ? ALL | GUARANTOR | ORGANISATION : 0;
  let unknown = unread & ALL;
  for (const person of file.applicants) {
    if (person.moral_guarantor !== null) organisations += 1;
    const its = person.unreadable.length === 0 ? 0 : unreadIn(person.unreadable);
    unread |= its;
    if (person.is_guarantor === true) {
      guarantors += 1;
      continue;
    }
    let lacking = 0;
    if (!person.email) lacking |= EMAIL;
    if (!person.phone) lacking |= PHONE;
    if (person.form_submitted === null) lacking |= FORM;
    if (person.birth_date === null) lacking |= BIRTH_DATE;
    if (!person.profile) lacking |= PROFILE;
    unknown |= its & ALL;
    if ((its & ROLE) === 0) {
      hasApplicants = true;
      missing |= lacking & ~its;
    } else {
      // Nobody asks for these things of who only stands surety.
      if (hasApplicants === false) hasApplicants = null;
      unknown |= lacking;
    }
  }
  return { hasApplicants, missing, unknown, guarantors, organisations, unread: unread & ~ALL };
}

function unreadIn(names: readonly string[]): number {
  let bits = 0;
  for (const [name, bit] of Object.entries(BITS)) if (names.includes(name)) bits |= bit;
  return bits;
}

/** Unique key of facts: nearly all files find theirs by a number, and need no other object. */
export function keyOfFacts(file: FileSummary, counts: Counts): number | string {
  let key = counts.guarantors * ORGANISATIONS_MAX + counts.organisations;
  key = 3 * key + digitOf(file.under_insurance);
  key = 3 * key + digitOf(file.allow_user_engagement);
  key = 3 * key + digitOf(file.is_pre_application);
  key = 2 * key + Number(file.pre_application_validated_at !== null);
  key = ((ALL + 1) * key + counts.missing) * 3 + digitOf(counts.hasApplicants);
  const { unknown, unread } = counts;
  const { names } = unreadableOfPeople(file);
  return unknown === 0 && unread === 0 && file.unreadable.length === 0 && names.length === 0
    ? key
    : JSON.stringify([key, unknown, unread, file.unreadable, names]);
}

/** Shared, since most files have none. */
const NO_NAMES: Labels = { names: [] };

/** The fields of the people of a file that cannot be read, each once. */
function unreadableOfPeople({ applicants }: FileSummary): Labels {
  let found: string[] | null = null;
  const add = (object: string, names: readonly string[]) => {
    for (const name of names) {
      const field = `${object}.${name}`;
      found ??= [];
      if (!found.includes(field)) found.push(field);
    }
  };
  for (const { unreadable, physical_guarantors: people, moral_guarantor: moral } of applicants) {
    if (unreadable.length > 0) add('applicants', unreadable);
    for (const person of people) {
      if (person.unreadable.length > 0) add('physical_guarantors', person.unreadable);
    }
    if (moral !== null && moral.unreadable.length > 0) add('moral_guarantor', moral.unreadable);
  }
  return found === null ? NO_NAMES : { names: found };
}

function digitOf(value: boolean | null): number {
  return value === null ? 2 : Number(value);
}

/**
 * The facts of a file, from its own fields and what was counted.
 *
 * @param unreadable the names of its fields that cannot be read
 */
export function factsOf(file: FileSummary, counts: Counts, unreadable: Labels): Facts {
  const { missing, unknown, guarantors, organisations, unread } = counts;
  const isUnread = (name: string) => unreadable.names.includes(name);
  const areApplicantsUnreadable = isUnread('applicants');
  const hasApplicants =
    counts.hasApplicants === false && areApplicantsUnreadable ? null : counts.hasApplicants;
  const eachHas = (bit: number) => {
    if ((missing & bit) !== 0) return false;
    return (unknown & bit) === 0 ? hasApplicants : null;
  };
  return {
    isInsured: file.under_insurance,
    mayEngage: file.allow_user_engagement,
    isPreApplication: file.is_pre_application,
    isPreApplicationValidated: isUnread('pre_application_validated_at')
      ? null
      : file.pre_application_validated_at !== null,
    hasApplicants,
    hasGuarantors:
      guarantors + organisations === 0 && unread !== 0 ? null : guarantors + organisations > 0,
    hasEmails: eachHas(EMAIL),
    hasPhones: eachHas(PHONE),
    hasForms: eachHas(FORM),
    hasBirthDates: eachHas(BIRTH_DATE),
    hasProfiles: eachHas(PROFILE),
    guarantors,
    organisations,
    areGuarantorsUnread: (unread & (GUARANTOR | ROLE)) !== 0,
    areOrganisationsUnread: (unread & ORGANISATION) !== 0,
    unreadable,
    unreadableOfPeople: unreadableOfPeople(file),
    isScoreUnreadable: isUnread('score'),
    isCompletionUnreadable: isUnread('completion_rate'),
    areApplicantsUnreadable,
  };
}

type PhysicalGuarantor = FileSummary['applicants'][number]['physical_guarantors'][number];

export type Guarantors = readonly PhysicalGuarantor[];

/** Shared, since most files have none. */
const NOBODY: Guarantors = [];

/** People who stand surety without being among the applicants, each once. */
export function guarantorsBeside({ applicants }: FileSummary): Guarantors {
  let known: Set<string | null> | null = null;
  let found: PhysicalGuarantor[] | null = null;
  for (const { physical_guarantors: people } of applicants) {
    for (const guarantor of people) {
      known ??= new Set(applicants.map(({ id }) => id));
      if (guarantor.id !== null && known.has(guarantor.id)) continue;
      known.add(guarantor.id);
      (found ??= []).push(guarantor);
    }
  }
  return found ?? NOBODY;
}
