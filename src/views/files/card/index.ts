import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';

import type { Messages } from '../../../i18n/messages.ts';
import type { FailureWords } from '../../../lib/text.ts';
import type { RentalFile } from '../../../rental-api/schema/rental-file.ts';
import { context } from '../../block-kit.ts';
import type { Message } from '../../message.ts';
import {
  ageOf,
  cardReference,
  cardTitle,
  type Fact,
  fileFacts,
  type FileFacts,
  standingOf,
  type Telling,
} from './facts.ts';
import { type Card, type CardSurroundings, drawnCard } from './layout.ts';
import {
  cardPerson,
  countFacts,
  heldPerson,
  type HeldPerson,
  missingOf,
  peopleShown,
} from './people.ts';
import { heldPropertyFacts, propertyFacts, publicPhoto } from './property.ts';

/** Everything that the service tells of a rental file and that helps to decide. */
export function cardView(file: RentalFile, around: CardSurroundings, words: Messages): Message {
  return drawnCard((telling) => cardOf(file, telling), null, around, words);
}

function cardOf(file: RentalFile, telling: Telling): Card {
  const { product, applicants } = file;
  return {
    title: cardTitle(product?.title ?? null, telling),
    reference: cardReference(product?.reference ?? null, telling),
    standing: standingOf(
      {
        ...file,
        completion: file.completion_rate,
        archivedAt: file.archived_at,
      },
      telling,
    ),
    ...ageOf(file.created_at, telling),
    missing: missingOf(applicants, telling),
    ...peopleOf(applicants, telling),
    property: product === null ? null : propertyFacts(product, telling),
    file: factsOfFile(file, telling),
    photo: publicPhoto(product?.photo?.path ?? null),
  };
}

function peopleOf(
  applicants: RentalFile['applicants'],
  telling: Telling,
): Pick<Card, 'people' | 'hiddenPeople' | 'counts'> {
  if (telling.privacy !== 'reference') {
    const { shown, hidden } = peopleShown(applicants);
    const people = shown.map((applicant) => cardPerson(applicant, telling));
    return { people, hiddenPeople: hidden, counts: [] };
  }
  const everybody = applicants.flatMap((applicant) => [
    { status: applicant.status, isGuarantor: applicant.is_guarantor },
    ...applicant.physical_guarantors.map(({ status }) => ({ status, isGuarantor: true })),
  ]);
  return { people: [], hiddenPeople: 0, counts: countFacts(everybody, telling) };
}

function factsOfFile(file: RentalFile, telling: Telling): readonly Fact[] {
  return fileFacts(
    {
      situation: file.applicants_situation,
      tags: file.tags.map(({ name }) => name),
      managers: file.managers,
      createdAt: file.created_at,
      updatedAt: file.updated_at,
      archivedAt: file.archived_at,
    },
    {
      isPreApplication: file.is_pre_application,
      preApplicationValidatedAt: file.pre_application_validated_at,
      underInsurance: file.under_insurance,
      allowsEngagement: file.allow_user_engagement,
    },
    telling,
  );
}

/** What a reading holds of a rental file: enough for a card while the service is away. */
export interface HeldFile extends FileFacts {
  readonly title: string | null;
  readonly reference: string | null;
  readonly category: string | null;
  /** A month, in the currency of the service. */
  readonly rent: number | null;
  readonly applicants: readonly HeldPerson[];
  readonly status: string;
  readonly decision: string;
  readonly score: number | null;
  /** As the service counts it. */
  readonly completion: number | null;
}

/** Why a card is of a reading. */
export interface HeldCause {
  readonly failure: FailureWords;
  /** Names the request, here and in the log. */
  readonly reference: string;
  /** When the reading ended, epoch milliseconds. */
  readonly readAt: number;
}

const MINUTE_MS = 60_000;

/** What was last read of a rental file, with its age and why it is not newer. */
export function heldCardView(
  file: HeldFile,
  cause: HeldCause,
  around: CardSurroundings,
  words: Messages,
): Message {
  const { failure, reference, readAt } = cause;
  const { now } = around;
  const rounding = { locale: words.locale, roundingMethod: 'floor' } as const;
  const age = now - readAt < MINUTE_MS ? null : formatDistanceStrict(readAt, now, rounding);
  const notice = words.card.held(failure, age, reference);
  return drawnCard((telling) => heldCardOf(file, telling), notice, around, words);
}

function heldCardOf(file: HeldFile, telling: Telling): Card {
  const isHidden = telling.privacy === 'reference';
  const { shown, hidden } = peopleShown(isHidden ? [] : file.applicants);
  return {
    title: cardTitle(file.title, telling),
    reference: cardReference(file.reference, telling),
    standing: standingOf(file, telling),
    ...ageOf(file.createdAt, telling),
    missing: null,
    people: shown.map((person) => heldPerson(person, telling)),
    hiddenPeople: hidden,
    counts: isHidden ? countFacts(file.applicants, telling) : [],
    property: heldPropertyFacts(file, telling),
    file: fileFacts(file, null, telling),
    photo: null,
  };
}

/** Stands until the service has given the rental file. */
export function openingView({ card }: Messages): Message {
  return {
    kind: 'message',
    title: card.title,
    isPassing: true,
    text: card.opening,
    blocks: [context(card.opening)],
  };
}
