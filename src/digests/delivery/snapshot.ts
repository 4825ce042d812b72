import type { Portfolio } from '../../portfolio/portfolio.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';

/** No digest is made from a reading that is older. */
const SNAPSHOT_AGE_MS_MAX = 60_000;

/** A failure is remembered for a moment, so that five hundred digests do not ask in vain one by one. */
const FAILURE_AGE_MS_MAX = 5_000;

/**
 * A reading for all digests that are due together.
 *
 * @param monotonic milliseconds that only ever grow
 * @param ending aborted with a `ProcessEndsError`, which hands back every delivery that waits
 */
export function createDigestSnapshot(
  portfolio: Pick<Portfolio, 'read'>,
  monotonic: () => number,
  ending: AbortSignal,
): () => Promise<Snapshot> {
  let last: {
    readonly reading: Promise<Snapshot>;
    startedAt: number;
    failedAt: number | null;
  } | null = null;

  function isGood(): boolean {
    if (last === null) return false;
    const { startedAt, failedAt } = last;
    if (failedAt !== null) return monotonic() - failedAt < FAILURE_AGE_MS_MAX;
    return monotonic() - startedAt < SNAPSHOT_AGE_MS_MAX;
  }

  return async () => {
    if (last === null || !isGood()) {
      const started = {
        reading: portfolio.read('changes', ending),
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
