import { digestPress } from '../digests/compose/parts.ts';
import { wholeQuery } from '../digests/query.ts';
import { nextSlots } from '../digests/schedule.ts';
import { queryInWords } from '../portfolio/query/describe.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { Digest } from '../store/digest.ts';
import { reasonIn } from '../views/digests/history.ts';
import type { DigestPresses, DigestTold } from '../views/digests/manage.ts';
import type { Words } from '../views/words/words.ts';
import type { Call } from './command.ts';
import type { DigestDesk } from './digest-desk.ts';
import { mayChange } from './digest-find.ts';

/** So many due times are told after a change. */
const NEXT_MAX = 3;
const BY_HAND = 'asked';

/** What is told of a digest to whoever asks for it, and what they may do to it. */
export function toldOf(digest: Digest, call: Call, desk: DigestDesk): DigestTold {
  const { words, now, place } = call;
  const { schedule, options, state, pausedBecause, snoozedUntil } = digest;
  return {
    id: digest.id,
    name: digest.name,
    channelId: digest.channelId,
    place: placeOf(digest, place.channelId),
    schedule,
    query: queryTold(digest, words),
    manner: options,
    paused: state === 'active' ? null : pausedWords(pausedBecause, words),
    snoozedUntil: snoozedUntil !== null && snoozedUntil > now() ? snoozedUntil : null,
    next: nextOf(digest, now(), desk),
    presses: pressesFor(digest, call),
  };
}

function placeOf({ channelId }: Digest, here: string | null): DigestTold['place'] {
  if (channelId.startsWith('D')) return 'directly';
  return channelId === here ? 'here' : 'elsewhere';
}

function queryTold({ query, options }: Digest, { language }: Words): string | null {
  try {
    return queryInWords(wholeQuery(query, options), language);
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** `null` when the zone or the place of its holidays is no longer known. */
function nextOf({ schedule, snoozedUntil }: Digest, now: number, desk: DigestDesk) {
  try {
    const calendar = desk.calendars.calendarOf(schedule.holidays);
    // What is due at the very end of a snooze comes.
    const after = Math.max(now, (snoozedUntil ?? now) - 1);
    return nextSlots(schedule, after, NEXT_MAX, calendar).map(({ dueAt }) => dueAt);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pausedWords(because: string | null, words: Words): string {
  return because === null || because === BY_HAND
    ? words.digestDesk.pausedByHand
    : reasonIn(because, words);
}

function pressesFor(digest: Digest, call: Call): DigestPresses {
  const { id, state, ownerId } = digest;
  const isTheirs = mayChange(digest, call);
  const press = (what: string, opens?: 'modal') => (isTheirs ? digestPress(what, id, opens) : null);
  return {
    edit: press('edit', 'modal'),
    more: press('more', 'modal'),
    preview: digestPress('preview', id, 'modal'),
    run: press('run'),
    pause: state === 'active' ? press('pause') : null,
    resume: state === 'paused' ? press('resume') : null,
    status: digestPress('status', id),
    take: call.person.userId === ownerId ? null : press('take'),
    remove: press('remove'),
  };
}
