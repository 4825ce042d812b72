import type { WireApplicant, WireMoralGuarantor } from '../files-api/schema.ts';
import { calendarDate, dateTime, DAY_MS, type Spelling } from './dates.ts';
import { mailbox, type Names } from './names.ts';
import type { Choices, Random } from './random.ts';
import type { Stage } from './stages.ts';

/** Fields that the rental file sets for each of its applicants. */
export interface Household {
  readonly stage: Stage;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly spelling: Spelling;
  /** Whether the household first only asks to be considered. */
  readonly isPreApplication: boolean;
}

interface Profile {
  readonly name: string;
  /** Youngest and oldest, years. */
  readonly ages: readonly [number, number];
}

const PROFILES: Choices<Profile> = [
  [50, { name: 'Salarié en CDI', ages: [22, 61] }],
  [12, { name: 'Salarié en CDD', ages: [20, 45] }],
  [14, { name: 'Étudiant', ages: [18, 26] }],
  [9, { name: 'Fonctionnaire', ages: [23, 62] }],
  [7, { name: 'Indépendant', ages: [24, 65] }],
  [4, { name: 'Apprenti', ages: [18, 25] }],
  [4, { name: 'Retraité', ages: [63, 84] }],
];
const GUARANTOR: Profile = { name: 'Garant', ages: [45, 75] };
const COMPANY: Profile = { name: 'Société', ages: [0, 0] };

const MAIL_HOSTS = ['example.org', 'example.com', 'example.net', 'courriel.example'] as const;

const YEAR_MS = 365.25 * DAY_MS;

/** A candidate for the lease (section 2.4), with their guarantors. */
export function candidate(
  household: Household,
  names: Names,
  random: Random,
  lastName = names.lastName(random),
): WireApplicant {
  const profile = random.weighted(PROFILES);
  const alone = person(household, names, random, { profile, lastName, isGuarantor: false });
  const wants = wantsGuarantors(profile.name, random);
  return {
    ...alone,
    physical_guarantors: Array.from({ length: wants.people }, () =>
      guarantor(household, names, random, lastName),
    ),
    moral_guarantor: wants.company ? moralGuarantor(household, random) : null,
  };
}

/** A company that rents premises: it has a last name only, as the specification knows persons. */
export function company(household: Household, names: Names, random: Random): WireApplicant {
  const lastName = names.company(random);
  return {
    ...person(household, names, random, { profile: COMPANY, lastName, isGuarantor: false }),
    first_name: null,
    birth_date: null,
    email: `contact@${mailbox(lastName)}.example`,
  };
}

/** A person who stands surety: listed among the applicants, or under the one they answer for. */
export function guarantor(
  household: Household,
  names: Names,
  random: Random,
  lastName = names.lastName(random),
): WireApplicant {
  return person(household, names, random, { profile: GUARANTOR, lastName, isGuarantor: true });
}

function person(
  { stage, createdMs, updatedMs, spelling, isPreApplication }: Household,
  names: Names,
  random: Random,
  who: { readonly profile: Profile; readonly lastName: string; readonly isGuarantor: boolean },
): WireApplicant {
  const firstName = names.firstName(random);
  const touchedMs = createdMs + Math.floor((updatedMs - createdMs) * random.fraction());
  const completion = random.between(...stage.completion);
  const [youngest, oldest] = who.profile.ages;
  const ageYears = youngest + random.fraction() * (oldest - youngest);
  return {
    id: random.uuid(),
    first_name: firstName,
    last_name: who.lastName,
    birth_date: calendarDate(updatedMs - ageYears * YEAR_MS - DAY_MS),
    email: `${mailbox(`${firstName} ${who.lastName}`)}@${random.pick(MAIL_HOSTS)}`,
    phone: random.chance(0.94) ? mobile(random) : null,
    status: random.pick(stage.applicants),
    form_submitted: completion >= 80 ? dateTime(touchedMs, spelling) : null,
    score: random.chance(stage.scored) ? random.between(...stage.scores) : null,
    created_at: dateTime(createdMs, spelling),
    updated_at: dateTime(touchedMs, spelling),
    is_guarantor: who.isGuarantor,
    physical_guarantors: [],
    moral_guarantor: null,
    meta: {},
    profile: who.profile.name,
    completion_rate: completion,
    is_pre_application: isPreApplication,
    pre_application_validated_at:
      isPreApplication && completion > 10 ? dateTime(touchedMs, spelling) : null,
  };
}

/** A French number from the range kept for fiction, 06 39 98, in one of the ways people write it. */
function mobile(random: Random): string {
  const [a, b] = [random.between(0, 99), random.between(0, 99)].map((two) =>
    String(two).padStart(2, '0'),
  );
  return random.chance(0.5) ? `+3363998${a}${b}` : `06 39 98 ${a} ${b}`;
}

/** The public scheme, an employer, a bank, an insurer. */
const KINDS = ['visale', 'visale', 'employer', 'bank', 'insurance'] as const;

/** Guarantors of a person of that profile. */
function wantsGuarantors(
  profile: string,
  random: Random,
): { readonly people: number; readonly company: boolean } {
  const young = profile === 'Étudiant' || profile === 'Apprenti';
  if (young && random.chance(0.7)) return { people: random.between(1, 2), company: false };
  if (young || random.chance(0.08)) return { people: 0, company: true };
  return { people: random.chance(0.12) ? 1 : 0, company: false };
}

/** A company or institution that stands surety (section 2.5). */
function moralGuarantor(
  lifetime: {
    readonly createdMs: number;
    readonly updatedMs: number;
    readonly spelling: Spelling;
  },
  random: Random,
): WireMoralGuarantor {
  const { createdMs, updatedMs, spelling } = lifetime;
  return {
    file_path: `moral-guarantors/${random.hexadecimals(24)}.pdf`,
    type: random.pick(KINDS),
    created_at: dateTime(createdMs, spelling),
    updated_at: dateTime(updatedMs, spelling),
    meta: {},
  };
}
