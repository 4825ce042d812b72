import type { Portfolio } from '../portfolio/portfolio.ts';
import type { Reading } from '../portfolio/reading.ts';
import { ProcessEndsError } from './deliver-error.ts';

/** No digest is made from a reading that is older. */
const READING_AGE_MS_MAX = 60_000;

/** A failure is remembered for a moment, so that five hundred digests do not ask in vain one by one. */
const FAILURE_AGE_MS_MAX = 5_000;

/**
 * A reading for all digests that are due together.
 *
 * @param monotonic milliseconds that only ever grow
 * @param ending from then on nobody waits for a reading any more: a `ProcessEndsError`
 *   hands every delivery back that does
 */
export function createDigestReading(
  portfolio: Pick<Portfolio, 'read'>,
  monotonic: () => number,
  ending: AbortSignal,
): () => Promise<Reading> {
  let last: {
    readonly reading: Promise<Reading>;
    startedAt: number;
    failedAt: number | null;
  } | null = null;

  function isGood(): boolean {
    if (last === null) return false;
    const { startedAt, failedAt } = last;
    if (failedAt !== null) return monotonic() - failedAt < FAILURE_AGE_MS_MAX;
    return monotonic() - startedAt < READING_AGE_MS_MAX;
  }

  return async () => {
    if (last === null || !isGood()) {
      const started = {
        reading: until(ending, portfolio.read('changes')),
        startedAt: monotonic(),
        failedAt: null,
      };
      const made: NonNullable<typeof last> = started;
      made.reading.catch(() => {
        made.failedAt = monotonic();
      });
      last = made;
    }
    return last.reading;
  };
}

async function until(ending: AbortSignal, reading: Promise<Reading>): Promise<Reading> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new ProcessEndsError('the rental files are not read yet'));
  if (ending.aborted) end();
  ending.addEventListener('abort', end);
  try {
    return await Promise.race([reading, ended]);
  } finally {
    ending.removeEventListener('abort', end);
  }
}
