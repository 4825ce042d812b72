import { nextSlot } from '../digests/schedule.ts';
import { dateOf, startOf } from '../portfolio/working-days.ts';
import type { Digest, Slot } from '../store/digest.ts';
import { digestToldView } from '../views/digest-told.ts';
import type { Message } from '../views/message.ts';
import type { Call } from './command.ts';
import type { DigestDesk } from './digest-desk.ts';
import { DigestRefusedError } from './digest-refusal.ts';
import { digestsPage } from './digest-shown.ts';
import { toldOf } from './digest-told.ts';

/** What can be done to a digest with one press. */
export const ACTS = ['run', 'pause', 'resume', 'remove', 'take', 'snooze'] as const;
type Act = (typeof ACTS)[number];

const ASKED = 'asked';

/**
 * Does something to a digest, and tells what it is now. Whoever does it may.
 *
 * @throws {DigestRefusedError} when it is gone, or cannot go on as it is
 */
export async function act(
  what: Act,
  digest: Digest,
  call: Call,
  desk: DigestDesk,
): Promise<Message> {
  const { words, person } = call;
  const { digestDesk } = words;
  const { id, name } = digest;
  const by = person.userId;
  const told = (after: Digest | null, outcome: string) => {
    if (after === null) throw new DigestRefusedError(digestDesk.unknown(name, null));
    return digestToldView(outcome, toldOf(after, call, desk), words);
  };
  switch (what) {
    case 'run':
      await desk.runNow(digest);
      return told(digest, digestDesk.running(name));
    case 'pause':
      return told(await desk.digests.pause(id, ASKED, by), digestDesk.paused(name));
    case 'resume': {
      const next = nextOf(digest, call, desk);
      return told(await desk.digests.resume(id, by, next), digestDesk.resumed(name));
    }
    case 'take':
      return told(await desk.digests.give(id, by, by), digestDesk.taken(name));
    case 'snooze': {
      const until = tomorrowOf(digest, call);
      const moment = words.digest.moment(until, digest.schedule.zone);
      const after = await desk.digests.snooze(id, until, by);
      return told(after, digestDesk.snoozed(name, moment));
    }
    case 'remove': {
      await desk.digests.remove(id, by);
      return digestsPage(1, call, desk, [digestDesk.removed(name)]);
    }
  }
}

function tomorrowOf({ schedule: { zone }, name }: Digest, { now, words }: Call): number {
  try {
    return startOf(dateOf(now(), zone).add({ days: 1 }), zone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DigestRefusedError(words.digestDesk.broken(name));
  }
}

function nextOf({ schedule, name }: Digest, { now, words }: Call, desk: DigestDesk): Slot | null {
  try {
    return nextSlot(schedule, now(), desk.calendars.calendarOf(schedule.holidays));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DigestRefusedError(words.digestDesk.broken(name));
  }
}
