import type { Entry } from '../portfolio/entry.ts';
import { rentalFailure } from '../portfolio/failure.ts';
import type { Reading } from '../portfolio/reading.ts';
import type { RentalFile } from '../rental/file.ts';
import type { CardSurroundings } from '../views/card-drawing.ts';
import { type HeldFile, heldCardView } from '../views/card-held.ts';
import { cardView } from '../views/card.ts';
import { findButton } from '../views/choice.ts';
import { failureView } from '../views/failure.ts';
import type { Message } from '../views/message.ts';
import { awaitReading } from './await-reading.ts';
import type { Call } from './command.ts';
import { failureWords } from './failure-words.ts';
import { shareOf } from './share-press.ts';
import { loggedCard } from './show-log.ts';
import { cardPress, contactPress, FIND } from './show-presses.ts';
import { awaitFile } from './show-wait.ts';

/**
 * A rental file as the service has it now, written to the access log; what was last read of it
 * while the service is away.
 *
 * @throws {RentalError} when the service is away and nothing was read of it before
 */
export async function* showCard(id: string, call: Call): AsyncGenerator<Message> {
  const reading = call.portfolio.latest() ?? (yield* awaitReading(call));
  const row = reading.rows.get(id);
  const entry = row === undefined ? undefined : reading.table.entries[row];
  let file: RentalFile | null;
  try {
    file = yield* awaitFile(id, call);
  } catch (error) {
    if (entry === undefined || rentalFailure(error) === null) throw error;
    yield loggedCard(heldCard(entry, reading, error, call), id, call);
    return;
  }
  yield file === null
    ? goneMessage(call)
    : loggedCard(
        cardView(file, surroundings(id, file.created_at, reading, call), call.words),
        id,
        call,
      );
}

/** The service has no such file, any more or at all. */
export function goneMessage({ reference, words }: Call): Message {
  const way = findButton(FIND, words);
  return { ...failureView(words.card.gone, reference, way, words), title: words.card.title };
}

function heldCard(entry: Entry, reading: Reading, error: unknown, call: Call): Message {
  const { words, reference } = call;
  const cause = {
    failure: failureWords(error, words, call.zone),
    reference,
    readAt: reading.endedAt,
  };
  // Only the service knows the addresses.
  const around = { ...surroundings(entry.id, entry.createdMs, reading, call), reveal: null };
  return { ...heldCardView(heldFile(entry), cause, around, words), trouble: error };
}

function surroundings(
  id: string,
  createdAt: number | null,
  { completionMax }: Reading,
  call: Call,
): CardSurroundings {
  const { linkTo, now, place, privacy, workingDays, zone } = call;
  const isForOne = place.audience === 'person';
  return {
    now: now(),
    zone,
    privacy,
    completionMax,
    workingDays: createdAt === null ? null : workingDays.workingDaysBetween(createdAt, now(), zone),
    link: linkTo(id),
    reveal: isForOne ? contactPress(id) : null,
    details: isForOne ? null : { ...cardPress(id), opens: 'modal' },
    share: shareOf(cardPress(id), call),
    refresh: cardPress(id),
  };
}

function heldFile(entry: Entry): HeldFile {
  const { property, applicants, managers, tags } = entry;
  const { title, reference, category, rent } = property;
  return {
    title,
    reference,
    category,
    rent,
    applicants,
    status: entry.status,
    decision: entry.decision,
    situation: entry.situation,
    score: entry.score,
    completion: entry.completion,
    tags: tags.names,
    managers: managers.names,
    createdAt: entry.createdMs,
    updatedAt: entry.updatedMs,
    archivedAt: entry.archivedMs,
  };
}
