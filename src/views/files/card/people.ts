import { flooredPercent } from '../../../i18n/format.ts';
import type { Person } from '../../../portfolio/facts.ts';
import type { RentalFile } from '../../../rental-api/schema/rental-file.ts';
import { inWords, listedWithMore, shownName } from '../line.ts';
import {
  bounded,
  type CardContext,
  fact,
  type Fact,
  factsOf,
  type Instant,
  todayOf,
} from './facts.ts';

/** An applicant as far as a card shows one; what is not known is `null` or empty. */
export interface CardPerson {
  readonly name: string;
  /** `null` where it cannot be read. */
  readonly isGuarantor: boolean | null;
  readonly status: string;
  readonly score: string | null;
  readonly complete: string | null;
  /** Profile and age. */
  readonly profile: string;
  /** When the form was handed in; `null` when unknown. */
  readonly form: Instant | null;
  readonly guarantors: string;
}

const NAME_LENGTH_MAX = 40;
const WORD_LENGTH_MAX = 30;
const AGE_MAX = 120;
const PEOPLE_MAX = 10;

/** Those that a card has room for, and how many it leaves out. */
export function peopleShown<One>(people: readonly One[]): {
  readonly shown: readonly One[];
  readonly hidden: number;
} {
  return { shown: people.slice(0, PEOPLE_MAX), hidden: Math.max(0, people.length - PEOPLE_MAX) };
}

/** One applicant with all that the service tells. */
export function cardPerson(applicant: Applicant, cardContext: CardContext): CardPerson {
  const { words, completionMax } = cardContext;
  const { score, completion_rate: completion, form_submitted: formMs } = applicant;
  return {
    ...snapshotPerson(
      {
        firstName: applicant.first_name,
        lastName: applicant.last_name,
        status: applicant.status,
        isGuarantor: roleOf(applicant),
        score,
        completion,
      },
      cardContext,
    ),
    score: score === null ? null : words.score(score),
    complete: completion === null ? null : words.percent(flooredPercent(completion, completionMax)),
    profile: profileOf(applicant, cardContext),
    form: formMs === null ? null : { atMs: formMs },
    guarantors: guarantorsOf(applicant, cardContext),
  };
}

/** Whether a person only stands surety; `null` where that cannot be read. */
export function roleOf({ is_guarantor: value, unreadable }: Applicant): boolean | null {
  return unreadable.includes('is_guarantor') ? null : value === true;
}

/** One applicant from a snapshot. */
export function snapshotPerson(person: Person, cardContext: CardContext): CardPerson {
  return {
    name: nameOf(person, cardContext),
    isGuarantor: person.isGuarantor,
    status: applicantStatus(person.status, cardContext),
    score: null,
    complete: null,
    profile: '',
    form: null,
    guarantors: '',
  };
}

function nameOf(
  { firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>,
  cardContext: CardContext,
): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const line = bounded(name, NAME_LENGTH_MAX, cardContext);
  return (line && shownName(line, cardContext.privacy)) || cardContext.words.file.unnamed;
}

/** “CDI, aged 34”; the date of birth itself stays private. */
function profileOf({ profile, birth_date: born }: Applicant, cardContext: CardContext): string {
  const age = born === null ? null : ageAt(born, cardContext);
  return [
    bounded(profile, WORD_LENGTH_MAX, cardContext),
    ...(age === null ? [] : [cardContext.words.card.people.age(age)]),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Age in whole years, today in the reader's zone; `null` where it cannot be one of a person. */
export function ageAt(born: string, cardContext: CardContext): number | null {
  const today = todayOf(cardContext);
  const { years, sign } = Temporal.PlainDate.from(born).until(today, { largestUnit: 'years' });
  return sign < 0 || years > AGE_MAX ? null : years;
}

export type Applicant = RentalFile['applicants'][number];

const STATUSES_MAX = 3;

/** A status of section 3 in people's words, or as it came. */
function applicantStatus(status: string, { words, lengthMax }: CardContext): string {
  return inWords(words.card.people.status, status, Math.min(WORD_LENGTH_MAX, lengthMax));
}

/**
 * “2 Analysed, 1 Open, 1 unknown”: each status of several people, with how many have it; a status alone
 * where all of them have it, and nothing where none is known.
 */
function countedStatuses(
  statuses: readonly (string | null)[],
  count: number,
  cardContext: CardContext,
): string {
  const { words } = cardContext;
  const { card } = words;
  const known = statuses.filter((status) => status !== null);
  if (known.length === 0) return '';
  const counts = Map.groupBy(known, (status) => applicantStatus(status, cardContext));
  if (counts.size === 1 && known.length === count) return [...counts.keys()].join('');
  const unknown = statuses.length - known.length;
  const counted = Array.from(counts, ([status, { length }]) => card.people.counted(length, status));
  return [
    listedWithMore(counted.slice(0, STATUSES_MAX), counted.length, words),
    ...(unknown === 0 ? [] : [card.people.unknown(unknown)]),
  ].join(', ');
}

/** Who stands surety for an applicant: how many people, how far they are, which organisation. */
function guarantorsOf(applicant: Applicant, cardContext: CardContext): string {
  const { physical_guarantors: people, moral_guarantor: organisation } = applicant;
  const { people: labels } = cardContext.words.card;
  return [
    ...(people.length === 0
      ? []
      : [labels.persons(people.length, standingOfGuarantors(people, cardContext))]),
    ...(organisation === null
      ? []
      : [labels.organisation(bounded(organisation.type, WORD_LENGTH_MAX, cardContext))]),
  ].join(', ');
}

type PhysicalGuarantor = Applicant['physical_guarantors'][number];

/** “2 Analysed, 1 unknown, 1 not readable”; empty where nothing is known but that they are there. */
function standingOfGuarantors(
  people: readonly PhysicalGuarantor[],
  cardContext: CardContext,
): string {
  const { people: labels } = cardContext.words.card;
  const readable = people.filter(isReadable);
  const others = people.filter((person) => !isReadable(person));
  const named = others.filter(
    ({ id, unreadable }) => id !== null && unreadable.length === 0,
  ).length;
  const unreadable = others.length - named;
  const statuses = readable.map(({ status }) => status);
  return [
    countedStatuses(statuses, people.length, cardContext),
    named === 0 ? '' : labels.onlyIds(named),
    unreadable === 0 ? '' : labels.unreadable(unreadable),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Whether anything is known of a guarantor but an id. */
function isReadable(guarantor: PhysicalGuarantor): boolean {
  const values = Object.values({ ...guarantor, id: null, unreadable: null });
  return values.some((value) => (value ?? null) !== null);
}

/** An applicant or guarantor whose documents are requested. */
type PersonWithoutGuarantors = Pick<Applicant, 'first_name' | 'last_name' | 'completion_rate'>;

const NAMES_MAX = 3;

/**
 * How complete the people of a file are: how many are not, and who, and of how many it is unknown,
 * since only a completion rate tells. `null` where there is nothing to add to the file's own rate.
 */
export function completenessOf(
  { people, completion_rate: ofFile }: Pick<RentalFile, 'people' | 'completion_rate'>,
  cardContext: CardContext,
): Fact | null {
  const { missing, joined } = cardContext.words.card;
  const { applicants: candidates } = people;
  const guarantors = [...people.listedGuarantors, ...people.furtherGuarantors];
  const everybody = [...candidates, ...guarantors];
  if (everybody.length === 0) return null;
  const unknown = everybody.filter(({ completion_rate: rate }) => rate === null).length;
  const sentences = [
    ...incompleteOf(candidates, missing.applicants, cardContext),
    ...incompleteOf(guarantors, missing.guarantors, cardContext),
  ];
  const unknownSaid = unknown > 0 ? [missing.alsoUnknown(unknown)] : [];
  if (sentences.length > 0) {
    return fact(missing.title, joined([...sentences, ...unknownSaid]));
  }
  if (unknown > 0) return fact(missing.completeness, missing.unknown(unknown));
  const isComplete = ofFile === null || ofFile >= cardContext.completionMax;
  return isComplete ? { label: missing.complete, value: [] } : null;
}

function incompleteOf(
  people: readonly PersonWithoutGuarantors[],
  counted: (incomplete: number, all: number) => string,
  cardContext: CardContext,
): string[] {
  const { privacy, completionMax, words } = cardContext;
  const incomplete = people.filter(
    ({ completion_rate: rate }) => rate !== null && rate < completionMax,
  );
  if (incomplete.length === 0) return [];
  const sentence = counted(incomplete.length, people.length);
  if (privacy === 'reference') return [sentence];
  return [words.card.missing.named(sentence, namesOf(incomplete, cardContext))];
}

/** “Anne Lefèvre (60%), Paul Costa (80%)” */
function namesOf(people: readonly PersonWithoutGuarantors[], cardContext: CardContext): string {
  const { words, completionMax } = cardContext;
  const shown = people.slice(0, NAMES_MAX).map((person) => {
    const name = nameOf({ firstName: person.first_name, lastName: person.last_name }, cardContext);
    const rate = person.completion_rate ?? 0;
    return `${name} (${words.percent(flooredPercent(rate, completionMax))})`;
  });
  return listedWithMore(shown, people.length, words);
}

interface Counted {
  /** `null` where it is not known. */
  readonly status: string | null;
  readonly isGuarantor: boolean | null;
}

/** Counts of people, statuses and organisations, for privacy level `reference`. */
export function countFacts(
  people: readonly Counted[],
  organisations: number,
  cardContext: CardContext,
): readonly Fact[] {
  const { file } = cardContext.words;
  const guarantors = people.filter(({ isGuarantor }) => isGuarantor);
  const applicants = people.filter(({ isGuarantor }) => isGuarantor === false);
  const unread = people.filter(({ isGuarantor }) => isGuarantor === null);
  return factsOf(
    countFact(applicants, file.applicants, cardContext),
    countFact(unread, file.rolesUnreadable, cardContext),
    countFact(guarantors, file.guarantors, cardContext),
    organisations === 0 ? null : fact(null, file.organisations(organisations)),
  );
}

function countFact(
  people: readonly Counted[],
  counted: (count: number) => string,
  cardContext: CardContext,
): Fact | null {
  if (people.length === 0) return null;
  const statuses = people.map(({ status }) => status);
  const standing = countedStatuses(statuses, people.length, cardContext);
  if (standing === '') return fact(null, counted(people.length));
  return fact(null, cardContext.words.card.people.standing(counted(people.length), standing));
}
