import { setTimeout } from 'node:timers/promises';

import { StoreError } from './errors.ts';

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 10_000;

/**
 * Knocks, less and less often, until the database answers for the first time.
 *
 * @param onAway hears of a database that is not reached, once for each reason
 * @returns false when `signal` was aborted before that
 * @throws {StoreError} when the database answers, and cannot be used
 */
export async function reachedFirst(
  knock: () => Promise<void>,
  onAway: (error: StoreError) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let told = '';
  for (let pauseMs = PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      await knock();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof StoreError && error.code === 'unreachable')) throw error;
      if (error.message !== told) onAway(error);
      told = error.message;
      await setTimeout(pauseMs, null, { signal }).catch(() => {});
    }
  }
  return false;
}
