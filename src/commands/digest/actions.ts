import { nextSlot, slotsBetween } from '../../digests/schedule.ts';
import { dateOf, startOf } from '../../portfolio/calendar/working-days.ts';
import type { Digest, Slot } from '../../store/digest.ts';
import { digestChangedView } from '../../views/digests/manage.ts';
import type { Message } from '../../views/message.ts';
import type { CommandContext, DigestService } from '../command.ts';
import { DigestRefusedError } from './errors.ts';
import { digestsPage, digestDetails } from './present.ts';

/** Actions that need nothing but a digest. */
export const DIGEST_ACTIONS = ['run', 'pause', 'resume', 'remove', 'take', 'snooze'] as const;
type DigestAction = (typeof DIGEST_ACTIONS)[number];

const BY_HAND = 'asked';
const MINUTE_MS = 60_000;

/**
 * Runs an action on a digest and shows the result. The caller has checked that the person may.
 *
 * @throws {DigestRefusedError} when the digest is gone or its schedule cannot be read
 */
export async function applyAction(
  what: DigestAction,
  digest: Digest,
  call: CommandContext,
  digests: DigestService,
): Promise<Message> {
  const { words, person } = call;
  const { digestCommands } = words;
  const { id, name } = digest;
  const by = person.userId;
  const detailsOf = (after: Digest | null, outcome: string) => {
    if (after === null) throw new DigestRefusedError(digestCommands.unknown(name, null));
    return digestChangedView(outcome, digestDetails(after, call, digests), words);
  };
  switch (what) {
    case 'run':
      await digests.runNow(digest);
      return detailsOf(digest, digestCommands.running(name));
    case 'pause':
      return detailsOf(await digests.digests.pause(id, BY_HAND, by), digestCommands.paused(name));
    case 'resume': {
      const next = nextOf(digest, call, digests);
      return detailsOf(await digests.digests.resume(id, by, next), digestCommands.resumed(name));
    }
    case 'take':
      return detailsOf(await digests.digests.transfer(id, by, by), digestCommands.taken(name));
    case 'snooze': {
      const { until, leftOut, next } = snoozeOf(digest, call, digests);
      const moment = (at: number) => words.digest.moment(at, digest.schedule.zone);
      const after = await digests.digests.snooze(id, until, by);
      const outcome = digestCommands.snoozed(
        name,
        leftOut.map(({ dueAt }) => moment(dueAt)),
        next === null ? null : moment(next.dueAt),
      );
      return detailsOf(after, outcome);
    }
    case 'remove': {
      await digests.digests.remove(id, by);
      return digestsPage(1, call, digests, [digestCommands.removed(name)]);
    }
  }
}

/** The slots that a snooze skips. */
interface Snooze {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly leftOut: readonly Slot[];
  /** The first slot after it. */
  readonly next: Slot | null;
}

/** Skips what is still due today or, as after the only post of a day, the next slot. */
function snoozeOf(
  { schedule, name }: Digest,
  { now, words }: CommandContext,
  digests: DigestService,
): Snooze {
  try {
    const calendar = digests.calendars.calendarOf(schedule.holidays);
    const nowMs = now();
    const first = nextSlot(schedule, nowMs, calendar);
    if (first === null) throw new DigestRefusedError(words.digestCommands.neverDue);
    const tomorrow = startOf(dateOf(nowMs, schedule.zone).add({ days: 1 }), schedule.zone);
    const isToday = first.dueAt < tomorrow;
    // Slots are at full minutes, so one minute later is before any other slot.
    const until = isToday ? tomorrow : first.dueAt + MINUTE_MS;
    return {
      until,
      leftOut: slotsBetween(schedule, nowMs, until - 1, calendar),
      next: nextSlot(schedule, until - 1, calendar),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DigestRefusedError(words.digestCommands.broken(name));
  }
}

function nextOf(
  { schedule, name }: Digest,
  { now, words }: CommandContext,
  digests: DigestService,
): Slot | null {
  try {
    return nextSlot(schedule, now(), digests.calendars.calendarOf(schedule.holidays));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DigestRefusedError(words.digestCommands.broken(name));
  }
}
