import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const PRELOAD = new URL('preload.ts', import.meta.url).href;

/** A bot that is busy reading rental files may take a moment. */
const ANSWER_WITHIN_MS = 10_000;

/** Arguments for Node that start a program with its clocks that far ahead. */
export function preloadAhead(aheadMs: number): readonly string[] {
  return ['--import', `${PRELOAD}?aheadMs=${aheadMs}`];
}

/**
 * Puts the clocks of a running program forward, one that was started with `preloadAhead`.
 *
 * @throws {Error} when it does not answer in time, or has ended
 */
export async function sendAhead(child: ChildProcess, aheadMs: number): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  const gone = () => over.abort();
  child.once('exit', gone);
  try {
    const answered = once(child, 'message', { signal });
    child.send({ aheadMs }, (error) => error && gone());
    await answered;
  } catch (error) {
    throw new Error('the bot did not move its clock. Restart it.', { cause: error });
  } finally {
    child.off('exit', gone);
  }
}
