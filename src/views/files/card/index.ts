import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';

import type { Messages } from '../../../i18n/messages.ts';
import type { FailureWords } from '../../../lib/text.ts';
import type { RentalFile } from '../../../rental-api/schema/rental-file.ts';
import { context } from '../../block-kit.ts';
import type { Message } from '../../message.ts';
import type { PropertyName } from '../line.ts';
import {
  ageOf,
  type CardContext,
  cardHeading,
  type Fact,
  type Facts,
  fileFacts,
  type FileFacts,
  standingOf,
} from './facts.ts';
import { type Card, type CardSurroundings, drawnCard } from './layout.ts';
import {
  cardPerson,
  countFacts,
  completenessOf,
  peopleShown,
  snapshotPerson,
  type SnapshotPerson,
} from './people.ts';
import {
  namedProperty,
  noPropertyText,
  propertyFacts,
  publicPhoto,
  snapshotPropertyFacts,
} from './property.ts';

/** A rental file's card: every field that helps to decide. */
export function cardView(file: RentalFile, around: CardSurroundings, words: Messages): Message {
  return drawnCard((cardContext) => cardOf(file, cardContext), null, around, words);
}

function cardOf(file: RentalFile, cardContext: CardContext): Card {
  const { product } = file;
  return {
    ...cardHeading(namedProperty(file), cardContext),
    decision: file.decision,
    standing: standingOf(
      {
        ...file,
        completion: file.completion_rate,
        archivedAt: file.archived_at,
      },
      cardContext,
    ),
    ...ageOf(file.created_at, cardContext),
    completeness: completenessOf(file, cardContext),
    ...peopleOf(file, cardContext),
    property: product === null ? null : propertyFacts(product, cardContext),
    noProperty: noPropertyText(file, cardContext),
    file: factsOfFile(file, cardContext),
    photo: publicPhoto(product?.photo?.path ?? null),
  };
}

function peopleOf(
  { applicants, people: everybody }: RentalFile,
  cardContext: CardContext,
): Pick<Card, 'people' | 'hiddenPeople' | 'counts'> {
  if (cardContext.privacy !== 'reference') {
    const { shown, hidden } = peopleShown(applicants);
    const people = shown.map((applicant) => cardPerson(applicant, cardContext));
    return { people, hiddenPeople: hidden, counts: [] };
  }
  const guarantors = [...everybody.listedGuarantors, ...everybody.furtherGuarantors];
  const people = [
    ...everybody.applicants.map(({ status }) => ({ status, isGuarantor: false })),
    ...guarantors.map(({ status }) => ({ status, isGuarantor: true })),
  ];
  const counts = countFacts(people, everybody.organisations, cardContext);
  return { people: [], hiddenPeople: 0, counts };
}

function factsOfFile(file: RentalFile, cardContext: CardContext): Facts {
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
      unreadable: file.unreadableFields,
    },
    cardContext,
  );
}

/** A file as a snapshot has it: enough for a card while the service is down. */
export interface SnapshotFile extends FileFacts {
  /** `null` when the file names none. */
  readonly property: PropertyName | null;
  readonly category: string | null;
  /** Per month. */
  readonly rent: number | null;
  readonly applicants: readonly SnapshotPerson[];
  /** Number of people who stand surety without being among the applicants. */
  readonly furtherGuarantors: number;
  /** Number of organisations that stand surety. */
  readonly organisations: number;
  readonly status: string;
  readonly decision: string;
  readonly score: number | null;
  /** As the service counts it. */
  readonly completion: number | null;
}

/** Why a card is drawn from a snapshot. */
export interface SnapshotReason {
  readonly failure: FailureWords;
  /** Names the request, here and in the log. */
  readonly reference: string;
  /** End of the snapshot's read, epoch milliseconds. */
  readonly readAt: number;
}

const MINUTE_MS = 60_000;

/** A card from the last snapshot, with its age and the reason. */
export function snapshotCardView(
  file: SnapshotFile,
  cause: SnapshotReason,
  around: CardSurroundings,
  words: Messages,
): Message {
  const { failure, reference, readAt } = cause;
  const { now } = around;
  const rounding = { locale: words.locale, roundingMethod: 'floor' } as const;
  const age = now - readAt < MINUTE_MS ? null : formatDistanceStrict(readAt, now, rounding);
  const notice = words.card.fromSnapshot(failure, age, reference);
  return drawnCard((cardContext) => snapshotCardOf(file, cardContext), notice, around, words);
}

function snapshotCardOf(file: SnapshotFile, cardContext: CardContext): Card {
  const isHidden = cardContext.privacy === 'reference';
  const { shown, hidden } = peopleShown(isHidden ? [] : file.applicants);
  return {
    ...cardHeading(file.property, cardContext),
    decision: file.decision,
    standing: standingOf(file, cardContext),
    ...ageOf(file.createdAt, cardContext),
    completeness: null,
    people: shown.map((person) => snapshotPerson(person, cardContext)),
    hiddenPeople: hidden,
    counts: snapshotCounts(file, cardContext),
    property: file.property === null ? null : snapshotPropertyFacts(file, cardContext),
    noProperty: cardContext.words.card.property.none,
    file: fileFacts(file, null, cardContext),
    photo: null,
  };
}

/** Everybody where nobody is named, else those that a snapshot has no names of. */
function snapshotCounts(
  { applicants, furtherGuarantors, organisations }: SnapshotFile,
  cardContext: CardContext,
): readonly Fact[] {
  const further = Array.from({ length: furtherGuarantors }, () => ({
    status: null,
    isGuarantor: true,
  }));
  const listed = cardContext.privacy === 'reference' ? applicants : [];
  return countFacts([...listed, ...further], organisations, cardContext);
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
