import { setTimeout as delay } from 'node:timers/promises';

import type { Snapshot } from '../portfolio/snapshot.ts';
import type { Message } from '../views/message.ts';
import { readingView } from '../views/notices.ts';
import type { CommandContext } from './command.ts';

/** After this long a person wants a sign of life; then another one now and then. */
const FIRST_SIGN_MS = 1_000;
const NEXT_SIGN_MS = 3_000;

/** So long somebody waits for a reading, which goes on without them. */
const WAIT_MS_MAX = 120_000;

/** The reading under way takes longer than anybody waits. */
export class StillReadingError extends Error {
  override readonly name = 'StillReadingError';
  /** Files read so far. */
  readonly read: number;

  constructor(read: number) {
    super('the reading under way takes long');
    this.read = read;
  }
}

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
