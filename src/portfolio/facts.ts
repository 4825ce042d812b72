import { putUuid, searchedName, uuidAt } from '../lib/text.ts';
import { isGiven } from '../rental-api/schema/fields.ts';
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
  readonly hasMeta: boolean;
  /** Whether anybody among the applicants has meta; `null` where that cannot be read, as the next two. */
  readonly hasApplicantMeta: boolean | null;
  /** The same of the organisations that stand surety. */
  readonly hasOrganisationMeta: boolean | null;
  /** Whether a document of one of them is given. */
  readonly hasDocument: boolean | null;
  /** Whether somebody is known to have come with a pre-application; whether somebody has not. */
  readonly hasPreApplicant: boolean;
  readonly hasFullApplicant: boolean;
}

/** An applicant, as shown in lists. */
export interface Person {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** In the service's spelling, as all enumerations here. */
  readonly status: string;
  /** `null` where the service sent something that cannot be read. */
  readonly isGuarantor: boolean | null;
  readonly score: number | null;
  /** As the service counts it, as that of the file. */
  readonly completion: number | null;
}

/** What is asked of an applicant only now and then; `null` for what is not given or cannot be read. */
export interface PersonRecord extends Readonly<Record<RecordTime, number | null>> {
  readonly id: string | null;
}

/** Times of an applicant, in epoch seconds, by their fields and in the order of their bytes. */
const TIMES = {
  created: 'created_at',
  updated: 'updated_at',
  submitted: 'form_submitted',
  validated: 'pre_application_validated_at',
} as const;
export type RecordTime = keyof typeof TIMES;

/** An organisation that stands surety. Times are in epoch seconds. */
export interface Organisation {
  readonly type: string | null;
  readonly created: number | null;
  readonly updated: number | null;
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

/** What a file has, or somebody in it, as bits of a number. */
const META = 1;
const APPLICANT_META = 2;
const ORGANISATION_META = 4;
const DOCUMENT = 8;
/** Whether a document may be there of which that cannot be read. */
const DOCUMENT_UNREAD = 16;
const PRE_APPLICANT = 32;
const FULL_APPLICANT = 64;
const GIVEN_ALL = 127;

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
  /** What the file has, or somebody in it. */
  readonly given: number;
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
  let given = isGiven(file.meta) ? META : 0;
  for (const person of file.applicants) {
    if (person.moral_guarantor !== null) {
      organisations += 1;
      given |= givenOf(person.moral_guarantor);
    }
    if (isGiven(person.meta)) given |= APPLICANT_META;
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
      if (person.is_pre_application !== null) {
        given |= person.is_pre_application ? PRE_APPLICANT : FULL_APPLICANT;
      }
      missing |= lacking & ~its;
    } else {
      // Nobody asks for these things of who only stands surety.
      if (hasApplicants === false) hasApplicants = null;
      unknown |= lacking;
    }
  }
  unread &= ~ALL;
  return { hasApplicants, missing, unknown, guarantors, organisations, unread, given };
}

function givenOf({ file_path: path, meta, unreadable }: MoralGuarantor): number {
  let given = isGiven(meta) ? ORGANISATION_META : 0;
  if (path) given |= DOCUMENT;
  if (unreadable.includes('file_path')) given |= DOCUMENT_UNREAD;
  return given;
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
  key = (GIVEN_ALL + 1) * key + counts.given;
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
  const { missing, unknown, guarantors, organisations, unread, given } = counts;
  const isUnread = (name: string) => unreadable.names.includes(name);
  const areApplicantsUnreadable = isUnread('applicants');
  const hasApplicants =
    counts.hasApplicants === false && areApplicantsUnreadable ? null : counts.hasApplicants;
  const eachHas = (bit: number) => {
    if ((missing & bit) !== 0) return false;
    return (unknown & bit) === 0 ? hasApplicants : null;
  };
  const has = (bit: number, isUnreadable: boolean) => {
    if ((given & bit) !== 0) return true;
    return isUnreadable ? null : false;
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
    hasMeta: (given & META) !== 0,
    hasApplicantMeta: has(APPLICANT_META, areApplicantsUnreadable),
    hasOrganisationMeta: has(ORGANISATION_META, (unread & ORGANISATION) !== 0),
    hasDocument: has(DOCUMENT, (unread & ORGANISATION) !== 0 || (given & DOCUMENT_UNREAD) !== 0),
    hasPreApplicant: (given & PRE_APPLICANT) !== 0,
    hasFullApplicant: (given & FULL_APPLICANT) !== 0,
  };
}

type Applicant = FileSummary['applicants'][number];
type PhysicalGuarantor = Applicant['physical_guarantors'][number];
type MoralGuarantor = NonNullable<Applicant['moral_guarantor']>;

export type Guarantors = readonly PhysicalGuarantor[];

/** Shared, since most files have none. */
const NOBODY: Guarantors = [];

/** Whether a person only stands surety; `null` where that cannot be read. */
export function isGuarantor({ is_guarantor: value, unreadable }: Applicant): boolean | null {
  return unreadable.includes('is_guarantor') ? null : value === true;
}

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

/**
 * The organisations of a file that stand surety, one for each who has one, as one text: objects would
 * take twice the memory. Empty without any, as of most files.
 */
export function organisationsOf({ applicants }: FileSummary): string {
  let found: Organisation[] | null = null;
  for (const { moral_guarantor: moral } of applicants) {
    if (moral === null) continue;
    const { type, created_at: created, updated_at: updated } = moral;
    (found ??= []).push({ type, created: secondsOf(created), updated: secondsOf(updated) });
  }
  return found === null ? '' : JSON.stringify(found);
}

/** The organisations of a text. */
export function organisationsIn(text: string): readonly Organisation[] {
  return text === '' ? [] : JSON.parse(text);
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}

const RECORD_TIMES = Object.keys(TIMES);
const ID_BYTES = 16;
const TIME_BYTES = 4;
const RECORD_BYTES = ID_BYTES + RECORD_TIMES.length * TIME_BYTES;
const SECONDS_MAX = 0xff_ff_ff_ff;
/** For as many people as files have; reused, as this is called for every file of every refresh. */
const scratch = Buffer.alloc(16 * RECORD_BYTES);

/**
 * The records of the applicants of a file as one text, in half the memory of objects and strings: 32
 * bytes each in Base64 where every id is a UUID, else JSON. Empty without applicants.
 */
export function recordsOf({ applicants }: FileSummary): string {
  if (applicants.length === 0) return '';
  const end = applicants.length * RECORD_BYTES;
  let isPacked = end <= scratch.length;
  for (let at = 0; isPacked && at < applicants.length; at += 1) {
    isPacked = hasPacked(applicants[at], at * RECORD_BYTES);
  }
  return isPacked
    ? scratch.toString('base64url', 0, end)
    : JSON.stringify(
        applicants.map((one) => recordWith(one.id, (time) => secondsOf(one[TIMES[time]]))),
      );
}

function hasPacked(applicant: Applicant | undefined, at: number): boolean {
  if (applicant === undefined || applicant.id === null) return false;
  const time = at + ID_BYTES;
  return (
    putUuid(applicant.id, scratch, at) &&
    hasPut(applicant.created_at, time) &&
    hasPut(applicant.updated_at, time + TIME_BYTES) &&
    hasPut(applicant.form_submitted, time + 2 * TIME_BYTES) &&
    hasPut(applicant.pre_application_validated_at, time + 3 * TIME_BYTES)
  );
}

/** Zero stands for none. */
function hasPut(ms: number | null, at: number): boolean {
  const seconds = secondsOf(ms) ?? 0;
  if (ms !== null && !(seconds > 0 && seconds <= SECONDS_MAX)) return false;
  scratch.writeUInt32BE(seconds, at);
  return true;
}

function recordWith(id: string | null, timeOf: (time: RecordTime) => number | null): PersonRecord {
  const [created, updated] = [timeOf('created'), timeOf('updated')];
  return { id, created, updated, submitted: timeOf('submitted'), validated: timeOf('validated') };
}

/** The records of a text, in the order of the applicants. */
export function recordsIn(records: string): readonly PersonRecord[] {
  if (records.startsWith('[')) return JSON.parse(records);
  const bytes = Buffer.from(records, 'base64url');
  return Array.from({ length: bytes.length / RECORD_BYTES }, (_, index) =>
    recordWith(uuidAt(bytes, index * RECORD_BYTES), (time) => timeAt(bytes, index, time)),
  );
}

/** One time of each applicant of a text. */
export function timesIn(records: string, time: RecordTime): readonly (number | null)[] {
  if (records.startsWith('[')) return recordsIn(records).map((record) => record[time]);
  const bytes = Buffer.from(records, 'base64url');
  const count = bytes.length / RECORD_BYTES;
  return Array.from({ length: count }, (_, index) => timeAt(bytes, index, time));
}

function timeAt(bytes: Buffer, index: number, time: RecordTime): number | null {
  const at = index * RECORD_BYTES + ID_BYTES + RECORD_TIMES.indexOf(time) * TIME_BYTES;
  return bytes.readUInt32BE(at) || null;
}

/** The service's tenants of a file, each once: those of its tags and of its property. */
export function tenantsOf({ tags, product }: FileSummary): readonly string[] {
  const tenants = product?.tenant ? [product.tenant] : [];
  for (const { tenant } of tags) {
    if (tenant && !tenants.includes(tenant)) tenants.push(tenant);
  }
  return tenants;
}

/** The profiles of the people of a file, each once. */
export function profilesOf({ applicants }: FileSummary): readonly string[] {
  const profiles: string[] = [];
  for (const { profile } of applicants) {
    if (profile && !profiles.includes(profile)) profiles.push(profile);
  }
  return profiles;
}

/** Guarantors that are not among the applicants, then organisations, as an entry holds them. */
export function guarantorsOf({ applicants }: FileSummary, beside: Guarantors): string {
  let lines: string[] | null = null;
  for (const { first_name: firstName, last_name: lastName } of beside) {
    (lines ??= []).push(searchedName({ firstName, lastName }).join(' '));
  }
  for (const { moral_guarantor: moral } of applicants) {
    if (moral?.type) (lines ??= []).push(moral.type);
  }
  return lines?.join('\n') ?? '';
}
