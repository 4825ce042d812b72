import { PostError } from '../../digests/delivery/errors.ts';
import { RATE_LIMITED } from '../../slack-errors.ts';
import { toPostError } from '../api-errors.ts';

/** Runs work for a channel, one at a time. */
export type PostQueue = <Value>(channelId: string, work: () => Promise<Value>) => Promise<Value>;

/** @see https://docs.slack.dev/apis/web-api/rate-limits */
const POST_INTERVAL_MS = 1_000;

/** A longer `Retry-After` rejects posts to the channel instead of delaying them. */
const WAIT_MS_MAX = 5_000;

interface Channel {
  /** Resolves after the last work in the queue, and the pause after it. */
  last: Promise<void>;
  waiting: number;
  /** Rejects posts during a long `Retry-After`. */
  closed: PostError | null;
}

/**
 * A queue of one message a second for each channel. After a 429 the channel pauses for Slack's
 * `Retry-After`; the others go on, a little slower, as the limit may have been the workspace's.
 */
export function createPostQueue(): PostQueue {
  const channels = new Map<string, Channel>();
  const throttle = createWorkspaceThrottle();

  function channelOf(id: string): Channel {
    const known = channels.get(id) ?? { last: Promise.resolve(), waiting: 0, closed: null };
    channels.set(id, known);
    return known;
  }

  function forgetIdle(id: string, { waiting, closed }: Channel): void {
    if (waiting === 0 && closed === null) channels.delete(id);
  }

  /** Rejects posts for a time, those in the queue too. */
  function close(id: string, channel: Channel, pauseMs: number): void {
    channel.closed = new PostError('wait', RATE_LIMITED, pauseMs);
    const open = () => {
      channel.closed = null;
      forgetIdle(id, channel);
    };
    setTimeout(open, pauseMs).unref();
  }

  return async (id, work) => {
    const channel = channelOf(id);
    if (channel.closed !== null) throw channel.closed;
    const before = channel.last;
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    channel.last = promise;
    channel.waiting += 1;
    let pauseMs = 0;
    try {
      await before;
      if (channel.closed !== null) throw channel.closed;
      const slot = await throttle.turn();
      pauseMs = POST_INTERVAL_MS;
      try {
        const value = await work();
        slot.accepted();
        return value;
      } catch (error) {
        if (toPostError(error).retryAfterMs !== null) slot.rateLimited();
        throw error;
      }
    } catch (error) {
      if (pauseMs > 0) pauseMs = pauseAfter(error);
      throw error;
    } finally {
      if (pauseMs > WAIT_MS_MAX) {
        close(id, channel, pauseMs);
        pauseMs = 0;
      }
      const next = () => {
        channel.waiting -= 1;
        forgetIdle(id, channel);
        finish();
      };
      setTimeout(next, pauseMs).unref();
    }
  };
}

/** Milliseconds that a channel pauses after a failed post. */
function pauseAfter(error: unknown): number {
  const { retryAfterMs } = toPostError(error);
  return Math.max(POST_INTERVAL_MS, retryAfterMs ?? 0);
}

/** Permission for one post, which reports how it went. */
interface Slot {
  accepted(): void;
  rateLimited(): void;
}

/** Spaces the posts of all channels once Slack has limited one. */
export interface WorkspaceThrottle {
  /** @throws {PostError} `wait`, when the wait would exceed 20 s */
  turn(): Promise<Slot>;
}

const INTERVAL_MS_MAX = 1_000;
const FIRST_INTERVAL_MS = 60;
/** A shorter interval is none. */
const INTERVAL_MS_MIN = 20;
const SLOWER = 1.15;
const FASTER = 0.99;

/** Shorter than a delivery's lease. */
const THROTTLE_WAIT_MS_MAX = 20_000;

/**
 * A throttle at the rate that the workspace accepts. Slack documents “several hundred a minute” for
 * all channels together, without a figure, so it is adaptive: each 429 lengthens the interval, each
 * accepted post shortens it. Before the first 429 there is none.
 *
 * @see https://docs.slack.dev/apis/web-api/rate-limits
 */
export function createWorkspaceThrottle(): WorkspaceThrottle {
  let intervalMs = 0;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  /** Counts slowdowns: a 429 for a post of an earlier interval says nothing of this one. */
  let slowdowns = 0;
  let startedAt = 0;

  /** @returns the slowdowns when the post before started */
  async function waitForInterval(): Promise<number> {
    if (waiting * intervalMs > THROTTLE_WAIT_MS_MAX) {
      throw new PostError('wait', RATE_LIMITED, waiting * intervalMs);
    }
    const before = last;
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    last = promise;
    waiting += 1;
    await before;
    waiting -= 1;
    const seen = startedAt;
    startedAt = slowdowns;
    setTimeout(finish, intervalMs).unref();
    return seen;
  }

  return {
    async turn() {
      const seen = intervalMs > 0 ? await waitForInterval() : slowdowns;
      return {
        accepted() {
          intervalMs = intervalMs * FASTER < INTERVAL_MS_MIN ? 0 : intervalMs * FASTER;
        },
        rateLimited() {
          if (seen !== slowdowns) return;
          slowdowns += 1;
          intervalMs = Math.min(INTERVAL_MS_MAX, Math.max(FIRST_INTERVAL_MS, intervalMs * SLOWER));
        },
      };
    },
  };
}
