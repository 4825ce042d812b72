import { bounded, type Instant, type Telling } from './card-fact.ts';
import { type Applicant, applicantStatus, guarantorsOf } from './card-guarantors.ts';
import { shownName } from './privacy.ts';

/** An applicant as far as a card shows one; what is not known is `null` or empty. */
export interface CardPerson {
  readonly name: string;
  readonly isGuarantor: boolean;
  readonly status: string;
  readonly score: string | null;
  readonly complete: string | null;
  /** Profile and age. */
  readonly profile: string;
  /** When the form was handed in; `open` while it was not, `null` when nobody knows. */
  readonly form: Instant | 'open' | null;
  readonly guarantors: string;
}

const NAME_LENGTH_MAX = 40;
const WORD_LENGTH_MAX = 30;
const AGE_MAX = 120;
const PEOPLE_MAX = 10;

/** Those that a card has room for, and how many it leaves out. */
export function peopleShown<Person>(people: readonly Person[]): {
  readonly shown: readonly Person[];
  readonly hidden: number;
} {
  return {
    shown: people.slice(0, PEOPLE_MAX),
    hidden: Math.max(0, people.length - PEOPLE_MAX),
  };
}

/** One applicant with all that the service tells. */
export function cardPerson(applicant: Applicant, telling: Telling): CardPerson {
  const { words, completionMax } = telling;
  const { score, completion_rate: completion, form_submitted: formMs } = applicant;
  return {
    ...heldPerson(
      {
        firstName: applicant.first_name,
        lastName: applicant.last_name,
        status: applicant.status,
        isGuarantor: applicant.is_guarantor,
      },
      telling,
    ),
    score: score === null ? null : words.number(score),
    complete: completion === null ? null : words.percent((completion / completionMax) * 100),
    profile: profileOf(applicant, telling),
    form: formMs === null ? 'open' : { atMs: formMs },
    guarantors: guarantorsOf(applicant, telling),
  };
}

/** What a reading holds of an applicant. */
export interface HeldPerson {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly status: string;
  readonly isGuarantor: boolean;
}

/** One applicant as a reading knows them. */
export function heldPerson(person: HeldPerson, telling: Telling): CardPerson {
  return {
    name: nameOf(person, telling),
    isGuarantor: person.isGuarantor,
    status: applicantStatus(person.status, telling),
    score: null,
    complete: null,
    profile: '',
    form: null,
    guarantors: '',
  };
}

/** What a person is called as far as the level of privacy shows it. */
export function nameOf(
  { firstName, lastName }: Pick<HeldPerson, 'firstName' | 'lastName'>,
  telling: Telling,
): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const line = bounded(name, NAME_LENGTH_MAX, telling);
  return (line && shownName(line, telling.privacy)) || telling.words.file.unnamed;
}

/** “CDI, about 34”: the year of birth tells the age well enough, the day is nobody's business. */
function profileOf({ profile, birth_date: born }: Applicant, telling: Telling): string {
  const { now, zone, words } = telling;
  const year = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).year;
  const age = born === null ? null : year - Number(born.slice(0, 4));
  const isAge = age !== null && age >= 0 && age <= AGE_MAX;
  const parts = [
    bounded(profile, WORD_LENGTH_MAX, telling),
    ...(isAge ? [words.card.people.age(words.number(age))] : []),
  ];
  return parts.filter(Boolean).join(', ');
}
