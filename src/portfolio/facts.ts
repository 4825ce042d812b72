import type { FileSummary } from '../rental-api/schema/page.ts';

/** What else is known of a file and its people; shared between files with the same. */
export interface Facts {
  readonly isInsured: boolean | null;
  readonly mayEngage: boolean | null;
  readonly isPreApplication: boolean | null;
  readonly hasApplicants: boolean;
  /** Whether each applicant has one, as the next four. */
  readonly hasEmails: boolean;
  readonly hasPhones: boolean;
  readonly hasForms: boolean;
  readonly hasBirthDates: boolean;
  readonly hasProfiles: boolean;
  /** Number of people who stand surety, each once; also those among the applicants. */
  readonly guarantors: number;
  /** Number of organisations that stand surety. */
  readonly organisations: number;
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

/** What the service sent and cannot be read, as bits of a number. */
const UNREADABLE = { score: 1, completion_rate: 2, applicants: 4 } as const;
const UNREADABLE_VALUES = 8;

/** Far more than the applicants of a file, of which each has one at most. */
const ORGANISATIONS_MAX = 100_000;

interface Counts {
  readonly hasApplicants: boolean;
  /** What all applicants have. */
  readonly common: number;
  readonly guarantors: number;
  readonly organisations: number;
  /** What cannot be read. */
  readonly unread: number;
}

/**
 * Counts what facts are made of. Plain loops: called for every file of every refresh.
 *
 * @param beside the guarantors beside the applicants
 */
export function countsOf(file: FileSummary, beside: Guarantors): Counts {
  let [hasApplicants, common, organisations] = [false, ALL, 0];
  let guarantors = beside.length;
  for (const person of file.applicants) {
    if (person.moral_guarantor !== null) organisations += 1;
    if (person.is_guarantor === true) {
      guarantors += 1;
      continue;
    }
    hasApplicants = true;
    if (!person.email) common &= ~EMAIL;
    if (!person.phone) common &= ~PHONE;
    if (person.form_submitted === null) common &= ~FORM;
    if (person.birth_date === null) common &= ~BIRTH_DATE;
    if (!person.profile) common &= ~PROFILE;
  }
  const unread = file.unreadable.length === 0 ? 0 : unreadIn(file.unreadable);
  return { hasApplicants, common: hasApplicants ? common : 0, guarantors, organisations, unread };
}

function unreadIn(names: readonly string[]): number {
  return Object.entries(UNREADABLE).reduce(
    (bits, [name, bit]) => (names.includes(name) ? bits | bit : bits),
    0,
  );
}

/** Unique number of facts: nearly all files find theirs by it, and need no other object. */
export function keyOfFacts(file: FileSummary, counts: Counts): number {
  let key = counts.guarantors * ORGANISATIONS_MAX + counts.organisations;
  key = 3 * key + digitOf(file.under_insurance);
  key = 3 * key + digitOf(file.allow_user_engagement);
  key = 3 * key + digitOf(file.is_pre_application);
  key = UNREADABLE_VALUES * key + counts.unread;
  return ((ALL + 1) * key + counts.common) * 2 + digitOf(counts.hasApplicants);
}

function digitOf(value: boolean | null): number {
  return value === null ? 2 : Number(value);
}

/** The facts of a file, from its own fields and what was counted. */
export function factsOf(file: FileSummary, { common, unread, ...counts }: Counts): Facts {
  return {
    isInsured: file.under_insurance,
    mayEngage: file.allow_user_engagement,
    isPreApplication: file.is_pre_application,
    hasApplicants: counts.hasApplicants,
    hasEmails: (common & EMAIL) !== 0,
    hasPhones: (common & PHONE) !== 0,
    hasForms: (common & FORM) !== 0,
    hasBirthDates: (common & BIRTH_DATE) !== 0,
    hasProfiles: (common & PROFILE) !== 0,
    guarantors: counts.guarantors,
    organisations: counts.organisations,
    isScoreUnreadable: (unread & UNREADABLE.score) !== 0,
    isCompletionUnreadable: (unread & UNREADABLE.completion_rate) !== 0,
    areApplicantsUnreadable: (unread & UNREADABLE.applicants) !== 0,
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
