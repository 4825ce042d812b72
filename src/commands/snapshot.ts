import { setTimeout as delay } from 'node:timers/promises';

import { rentalFailure } from '../portfolio/portfolio.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { Message } from '../views/message.ts';
import { readingView } from '../views/notices.ts';
import type { CommandContext } from './command.ts';
import { failureWords } from './error-messages.ts';
import { StillReadingError } from './errors.ts';

/** After this long a person wants a sign of life; then another one now and then. */
const FIRST_SIGN_MS = 1_000;
const NEXT_SIGN_MS = 3_000;

/** So long somebody waits for a reading, which goes on without them. */
const WAIT_MS_MAX = 120_000;

/**
 * Reads all rental files anew, with a passing message about the progress while it takes long.
 *
 * @param waitMsMax 120 s without it
 * @throws {RentalError} when they cannot all be read
 * @throws {StillReadingError} when that takes longer than somebody may wait
 */
export async function* awaitReading(
  { portfolio, words }: CommandContext,
  waitMsMax: number = WAIT_MS_MAX,
): AsyncGenerator<Message, Snapshot> {
  const reading = portfolio.read();
  const settled = reading.then(
    () => true,
    () => true,
  );
  let waited = 0;
  for (let wait = FIRST_SIGN_MS; ; wait = NEXT_SIGN_MS) {
    const timer = new AbortController();
    const silence = delay(wait, false, { signal: timer.signal }).catch(() => false);
    const isSettled = await Promise.race([settled, silence]);
    timer.abort();
    if (isSettled) return reading;
    waited += wait;
    if (waited >= waitMsMax) throw new StillReadingError(portfolio.progress().read);
    yield readingView(portfolio.progress(), words);
  }
}

/** What is said above whatever a reading shows. */
export interface Notices {
  readonly told: readonly string[];
  /** Why it is not newer, when that is told. */
  readonly trouble?: unknown;
}

/** What there is to say of the newest reading: why there is no newer one, and whether it is whole. */
export function noticesOf(snapshot: Snapshot, call: CommandContext): Notices {
  const { portfolio, words, reference, zone } = call;
  const trouble = portfolio.failure();
  const doubts = doubtsOf(snapshot, call);
  if (trouble === null) return { told: doubts };
  return {
    told: [words.list.stale(failureWords(trouble, words, zone), reference), ...doubts],
    trouble,
  };
}

/** Why a reading may not hold every file. */
export function doubtsOf({ inconsistency }: Snapshot, { words }: CommandContext): string[] {
  return inconsistency === null ? [] : [words.list.doubt[inconsistency]];
}

/** So long somebody waits for what is only newer. */
const NEWER_MS_MAX = 30_000;

/**
 * A new reading; the last one when it cannot be had, which the notices say, or when it takes long:
 * then it is there for whoever asks again.
 */
export async function* newestReading(call: CommandContext): AsyncGenerator<Message, Snapshot> {
  const last = call.portfolio.latest();
  if (last === null) return yield* awaitReading(call);
  try {
    return yield* awaitReading(call, NEWER_MS_MAX);
  } catch (error) {
    if (rentalFailure(error) === null && !(error instanceof StillReadingError)) throw error;
    return last;
  }
}
