import type { Portfolio } from '../../portfolio/portfolio.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';

/** Max age of a snapshot that digests are made from. */
const SNAPSHOT_AGE_MS_MAX = 60_000;

/** How long a failure is shared, so that 500 digests do not fail one request each. */
const FAILURE_AGE_MS_MAX = 5_000;

/**
 * Creates a reader of one snapshot for all digests that are due together.
 *
 * @param monotonic milliseconds of a clock that is never set back
 * @param ending aborted with a `ShuttingDownError`, which hands back every delivery that waits
 */
export function createDigestSnapshot(
  portfolio: Pick<Portfolio, 'read'>,
  monotonic: () => number,
  ending: AbortSignal,
): () => Promise<Snapshot> {
  let last: {
    readonly snapshot: Promise<Snapshot>;
    startedAt: number;
    failedAt: number | null;
  } | null = null;

  function isFresh(): boolean {
    if (last === null) return false;
    const { startedAt, failedAt } = last;
    if (failedAt !== null) return monotonic() - failedAt < FAILURE_AGE_MS_MAX;
    return monotonic() - startedAt < SNAPSHOT_AGE_MS_MAX;
  }

  return async () => {
    if (last === null || !isFresh()) {
      const started = {
        snapshot: portfolio.read('changes', ending),
        startedAt: monotonic(),
        failedAt: null,
      };
      const made: NonNullable<typeof last> = started;
      made.snapshot.catch(() => {
        made.failedAt = monotonic();
      });
      last = made;
    }
    return last.snapshot;
  };
}
