import { PostError } from '../../digests/delivery/errors.ts';
import { RATE_LIMITED } from '../../slack-errors.ts';
import { toPostError } from '../api-errors.ts';

/** Lets one at a time do something in a channel. */
export type PostQueue = <Value>(channelId: string, work: () => Promise<Value>) => Promise<Value>;

/** @see https://docs.slack.dev/apis/web-api/rate-limits */
const BETWEEN_POSTS_MS = 1_000;

/** Whoever would wait for longer is told to come again. */
const WAIT_MS_MAX = 5_000;

interface Channel {
  /** Ends with the turn of the last in the row, and the peace after it. */
  last: Promise<void>;
  waiting: number;
  /** Slack wants to be left in peace for long. */
  closed: PostError | null;
}

/**
 * One message a second for each channel. After a 429 the channel rests for as long as Slack says;
 * the others go on, a little slower: it may have been the workspace that had too many.
 */
export function createPostQueue(): PostQueue {
  const channels = new Map<string, Channel>();
  const pace = createWorkspaceThrottle();

  function channelOf(id: string): Channel {
    const known = channels.get(id) ?? { last: Promise.resolve(), waiting: 0, closed: null };
    channels.set(id, known);
    return known;
  }

  function forgetQuiet(id: string, { waiting, closed }: Channel): void {
    if (waiting === 0 && closed === null) channels.delete(id);
  }

  /** Whoever waits already is told, too. */
  function close(id: string, channel: Channel, restMs: number): void {
    channel.closed = new PostError('wait', RATE_LIMITED, restMs);
    const open = () => {
      channel.closed = null;
      forgetQuiet(id, channel);
    };
    setTimeout(open, restMs).unref();
  }

  return async (id, work) => {
    const channel = channelOf(id);
    if (channel.closed !== null) throw channel.closed;
    const before = channel.last;
    const { promise, resolve: over } = Promise.withResolvers<void>();
    channel.last = promise;
    channel.waiting += 1;
    let restMs = 0;
    try {
      await before;
      if (channel.closed !== null) throw channel.closed;
      const place = await pace.turn();
      restMs = BETWEEN_POSTS_MS;
      try {
        const value = await work();
        place.taken();
        return value;
      } catch (error) {
        if (toPostError(error).retryAfterMs !== null) place.refused();
        throw error;
      }
    } catch (error) {
      if (restMs > 0) restMs = restAfter(error);
      throw error;
    } finally {
      if (restMs > WAIT_MS_MAX) {
        close(id, channel, restMs);
        restMs = 0;
      }
      const rested = () => {
        channel.waiting -= 1;
        forgetQuiet(id, channel);
        over();
      };
      setTimeout(rested, restMs).unref();
    }
  };
}

/** How long a channel rests after a turn that failed. */
function restAfter(error: unknown): number {
  const { retryAfterMs } = toPostError(error);
  return Math.max(BETWEEN_POSTS_MS, retryAfterMs ?? 0);
}

/** A place in the row, to be given back with what became of the post. */
interface Place {
  taken(): void;
  refused(): void;
}

/** Lets posts of all channels through, one after the other once that is needed. */
export interface WorkspaceThrottle {
  /** @throws {PostError} `wait`, for whoever would wait for too long */
  turn(): Promise<Place>;
}

const SLOWEST_MS = 1_000;
const FIRST_MS = 60;
const UNHURRIED_MS = 20;
const SLOWER = 1.15;
const FASTER = 0.99;

/** Less than the time for which a delivery is held. */
const THROTTLE_WAIT_MS_MAX = 20_000;

/**
 * As fast as a workspace takes posts. Slack says “several hundred a minute” for all channels
 * together and no figure, so that is found out: each refusal slows all down a little, each post
 * that is taken makes them a little faster. Before the first refusal nobody waits.
 *
 * @see https://docs.slack.dev/apis/web-api/rate-limits
 */
export function createWorkspaceThrottle(): WorkspaceThrottle {
  let betweenMs = 0;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  /** What was let through at an earlier pace tells nothing of this one. */
  let changes = 0;
  let letThroughAt = 0;

  /** @returns at which pace */
  async function waited(): Promise<number> {
    if (waiting * betweenMs > THROTTLE_WAIT_MS_MAX) {
      throw new PostError('wait', RATE_LIMITED, waiting * betweenMs);
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
