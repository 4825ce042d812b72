import { readershipIn } from '../digests/audience.ts';
import { composeDigest } from '../digests/compose/digest.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { Digest } from '../store/digest.ts';
import type { Message } from '../views/message.ts';
import { oneLine } from '../views/text.ts';
import { awaitReading } from './await-reading.ts';
import type { Call } from './command.ts';
import type { DigestDesk } from './digest-desk.ts';
import { DigestRefusedError } from './digest-refusal.ts';

const DAY_MS = 86_400_000;
/** The chart goes back so far. */
const PAST_DAYS = 56;
const NAME_LENGTH_MAX = 60;

/** A digest as its channel would see it now, for one person alone. */
export async function* previewOf(
  digest: Digest,
  call: Call,
  desk: DigestDesk,
): AsyncGenerator<Message> {
  const { portfolio, now, linkTo, words } = call;
  const reading = portfolio.latest() ?? (yield* awaitReading(call));
  const { channelId } = digest;
  const [before, past, held, exposure] = await Promise.all([
    desk.deliveries.shown(digest.id),
    desk.deliveries.counted(digest.id, now() - PAST_DAYS * DAY_MS),
    call.store.settings.of(channelId),
    call.channels.exposure(channelId),
  ]);
  try {
    const { message } = composeDigest({
      digest,
      reading,
      before,
      past,
      readership: readershipIn(held, exposure, desk.language),
      dueAt: now(),
      isCatchUp: false,
      isPreview: true,
      now: now(),
      workingDays: desk.calendars.workingDaysOf(digest.schedule.holidays),
      linkTo,
    });
    yield { ...message, title: words.digestDesk.heading };
  } catch (error) {
    if (!(error instanceof QueryError || error instanceof RangeError)) throw error;
    const name = oneLine(digest.name, NAME_LENGTH_MAX);
    throw new DigestRefusedError(words.digestDesk.broken(name));
  }
}
