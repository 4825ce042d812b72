import type { Pace } from './pace.ts';
import { retryAfterSeconds } from './retry-after.ts';

/**
 * A `fetch` that lets the pace know of every answer, those to retries included.
 *
 * @param nowMs milliseconds of the clock by which the pace is asked
 */
export function createPacedFetch(
  send: typeof fetch,
  pace: Pace,
  nowMs: () => number,
): typeof fetch {
  return async (input, init) => {
    const askedAtMs = nowMs();
    const response = await send(input, init);
    const answeredAtMs = nowMs();
    const waitSeconds = retryAfterSeconds(response.headers, answeredAtMs);
    pace.answered({ status: response.status, waitSeconds, askedAtMs }, answeredAtMs);
    return response;
  };
}
