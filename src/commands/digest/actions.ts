import { nextSlot, slotsBetween } from '../../digests/schedule.ts';
import { dateOf, startOf } from '../../portfolio/calendar/working-days.ts';
import type { Digest, Slot } from '../../store/digest.ts';
import { digestDetailsView } from '../../views/digests/manage.ts';
import type { Message } from '../../views/message.ts';
import type { CommandContext, DigestService } from '../command.ts';
import { DigestRefusedError } from './errors.ts';
import { digestsPage, toldOf } from './present.ts';

/** What can be done to a digest with one press. */
export const ACTS = ['run', 'pause', 'resume', 'remove', 'take', 'snooze'] as const;
type Act = (typeof ACTS)[number];

const ASKED = 'asked';
const MINUTE_MS = 60_000;

/**
 * Does something to a digest, and tells what it is now. Whoever does it may.
 *
 * @throws {DigestRefusedError} when it is gone, or cannot go on as it is
 */
export async function act(
  what: Act,
  digest: Digest,
  call: CommandContext,
  digests: DigestService,
): Promise<Message> {
  const { words, person } = call;
  const { digestCommands: digestDesk } = words;
  const { id, name } = digest;
  const by = person.userId;
  const told = (after: Digest | null, outcome: string) => {
    if (after === null) throw new DigestRefusedError(digestDesk.unknown(name, null));
    return digestDetailsView(outcome, toldOf(after, call, digests), words);
  };
  switch (what) {
    case 'run':
      await digests.runNow(digest);
      return told(digest, digestDesk.running(name));
    case 'pause':
      return told(await digests.digests.pause(id, ASKED, by), digestDesk.paused(name));
    case 'resume': {
      const next = nextOf(digest, call, digests);
      return told(await digests.digests.resume(id, by, next), digestDesk.resumed(name));
    }
    case 'take':
      return told(await digests.digests.transfer(id, by, by), digestDesk.taken(name));
    case 'snooze': {
      const { until, leftOut, next } = snoozeOf(digest, call, digests);
      const moment = (at: number) => words.digest.moment(at, digest.schedule.zone);
      const after = await digests.digests.snooze(id, until, by);
      const outcome = digestDesk.snoozed(
        name,
        leftOut.map(({ dueAt }) => moment(dueAt)),
        next === null ? null : moment(next.dueAt),
      );
      return told(after, outcome);
    }
    case 'remove': {
      await digests.digests.remove(id, by);
      return digestsPage(1, call, digests, [digestDesk.removed(name)]);
    }
  }
}

/** What is left out when somebody wants a digest no more for now. */
interface Snooze {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly leftOut: readonly Slot[];
  /** The first that comes again. */
  readonly next: Slot | null;
}

/**
 * What is due today, or, since most digests are snoozed from the only one of the day, the next that
 * is due.
 */
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
    // Times are full minutes, so a minute later is before any other.
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
