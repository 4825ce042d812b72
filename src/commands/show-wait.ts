import { setTimeout } from 'node:timers/promises';

import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import { openingView } from '../views/files/card/index.ts';
import type { Message } from '../views/message.ts';
import type { Call } from './command.ts';

/** After this long a person wants a sign of life. */
const SIGN_MS = 1_000;

/**
 * The rental file as the service has it now, with a passing message while that takes long; `null`
 * when the service has none of that id.
 *
 * @throws {RentalError} when it cannot be had
 */
export async function* awaitFile(
  id: string,
  { fileNow, words }: Call,
): AsyncGenerator<Message, RentalFile | null> {
  const file = fileNow(id);
  const settled = file.then(
    () => true,
    () => true,
  );
  const timer = new AbortController();
  const silence = setTimeout(SIGN_MS, false, { signal: timer.signal }).catch(() => false);
  const isSettled = await Promise.race([settled, silence]);
  timer.abort();
  if (!isSettled) yield openingView(words);
  return file;
}
