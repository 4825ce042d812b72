import { setTimeout } from 'node:timers/promises';

import type { Reading } from '../portfolio/reading.ts';
import type { Message } from '../views/message.ts';
import { readingView } from '../views/reading.ts';
import type { Call } from './command.ts';

/** After this long a person wants a sign of life; then another one now and then. */
const FIRST_SIGN_MS = 1_000;
const NEXT_SIGN_MS = 3_000;

/**
 * Reads all rental files anew, with a passing message about the progress while it takes long.
 *
 * @throws {RentalError} when they cannot all be read
 */
export async function* awaitReading({ portfolio, words }: Call): AsyncGenerator<Message, Reading> {
  const reading = portfolio.read();
  const settled = reading.then(
    () => true,
    () => true,
  );
  for (let wait = FIRST_SIGN_MS; ; wait = NEXT_SIGN_MS) {
    const timer = new AbortController();
    const silence = setTimeout(wait, false, { signal: timer.signal }).catch(() => false);
    const isSettled = await Promise.race([settled, silence]);
    timer.abort();
    if (isSettled) return reading;
    yield readingView(portfolio.progress(), words);
  }
}
