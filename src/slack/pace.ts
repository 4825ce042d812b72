import { PostError } from '../digests/delivery/errors.ts';

/** A place in the row, to be given back with what became of the post. */
interface Place {
  taken(): void;
  refused(): void;
}

/** Lets posts of all channels through, one after the other once that is needed. */
export interface Pace {
  /** @throws {PostError} `wait`, for whoever would wait for too long */
  turn(): Promise<Place>;
}

const SLOWEST_MS = 1_000;
const FIRST_MS = 60;
const UNHURRIED_MS = 20;
const SLOWER = 1.15;
const FASTER = 0.99;

/** Less than the time for which a delivery is held. */
const WAIT_MS_MAX = 20_000;

/**
 * As fast as a workspace takes posts. Slack says “several hundred a minute” for all channels
 * together and no figure, so that is found out: each refusal slows all down a little, each post
 * that is taken makes them a little faster. Before the first refusal nobody waits.
 *
 * @see https://docs.slack.dev/apis/web-api/rate-limits
 */
export function createPace(): Pace {
  let betweenMs = 0;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  /** What was let through at an earlier pace tells nothing of this one. */
  let changes = 0;
  let letThroughAt = 0;

  /** @returns at which pace */
  async function waited(): Promise<number> {
    if (waiting * betweenMs > WAIT_MS_MAX) {
      throw new PostError('wait', 'ratelimited', waiting * betweenMs);
    }
    const before = last;
    const { promise, resolve: over } = Promise.withResolvers<void>();
    last = promise;
    waiting += 1;
    await before;
    waiting -= 1;
    const seen = letThroughAt;
    letThroughAt = changes;
    setTimeout(over, betweenMs).unref();
    return seen;
  }

  return {
    async turn() {
      const seen = betweenMs > 0 ? await waited() : changes;
      return {
        taken() {
          betweenMs = betweenMs * FASTER < UNHURRIED_MS ? 0 : betweenMs * FASTER;
        },
        refused() {
          if (seen !== changes) return;
          changes += 1;
          betweenMs = Math.min(SLOWEST_MS, Math.max(FIRST_MS, betweenMs * SLOWER));
        },
      };
    },
  };
}
