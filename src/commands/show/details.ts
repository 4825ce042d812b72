import { type Timeline, timelineOf } from '../../journal/journal.ts';
import { StoreError } from '../../store/errors.ts';
import { detailsView } from '../../views/files/card/details.ts';
import type { Message } from '../../views/message.ts';
import { failureView } from '../../views/notices.ts';
import type { CommandContext } from '../command.ts';
import { awaitReading } from '../snapshot.ts';
import { cardAction, detailsAction } from './actions.ts';
import { loggedCard } from './audit.ts';
import { awaitFile, goneMessage, openForMe } from './card.ts';

/**
 * A page of every field of a rental file, for one person only, and written to the access log.
 *
 * @throws {RentalError} when the service does not give the file
 */
export async function* showDetails(
  id: string,
  page: number,
  call: CommandContext,
): AsyncGenerator<Message> {
  const { currency, now, place, words, zone } = call;
  if (place.audience !== 'person') {
    yield failureView(words.details.notPrivate, null, openForMe(id, call), words);
    return;
  }
  const { completionMax } = call.portfolio.latest() ?? (yield* awaitReading(call));
  const file = yield* awaitFile(id, call);
  if (file === null) {
    yield goneMessage(call);
    return;
  }
  const { timeline, trouble } = await readTimeline(
    { id, createdMs: file.created_at, decision: file.decision },
    call,
  );
  const around = {
    now: now(),
    zone,
    currency,
    completionMax,
    timeline,
    page,
    turnTo: (to: number) => detailsAction(id, to),
    back: cardAction(id),
  };
  const message = detailsView(file, around, words);
  yield loggedCard(trouble === null ? message : { ...message, trouble }, id, call);
}

/** The file's past, or the error of a database that is away. */
async function readTimeline(
  file: Parameters<typeof timelineOf>[0],
  { journal, ...call }: CommandContext,
): Promise<{ readonly timeline: Timeline | 'away' | null; readonly trouble: StoreError | null }> {
  if (journal === undefined) return { timeline: null, trouble: null };
  try {
    return { timeline: await timelineOf(file, journal, call), trouble: null };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { timeline: 'away', trouble: error };
  }
}
