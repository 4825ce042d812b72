import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';

import { countFacts } from './card-counts.ts';
import { type CardSurroundings, drawnCard } from './card-drawing.ts';
import type { Telling } from './card-fact.ts';
import { type FileFacts, fileFacts } from './card-file.ts';
import { heldPerson, type HeldPerson, peopleShown } from './card-people.ts';
import { heldPropertyFacts } from './card-property.ts';
import { ageOf, cardReference, cardTitle, standingOf } from './card-standing.ts';
import type { Card } from './card-text.ts';
import type { Message } from './message.ts';
import type { FailureWords, Words } from './words/words.ts';

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
  words: Words,
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
