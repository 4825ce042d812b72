import { QueryError } from '../portfolio/query/errors.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { DeliveriesStore } from '../store/deliveries.ts';
import type { LivePost, LivePostStore } from '../store/live-posts.ts';
import type { Message } from '../views/message.ts';
import type { PastCounts } from './compose/types.ts';
import { RetryLaterError, PostError } from './delivery/errors.ts';
import { startLeaseGuard } from './delivery/lease-guard.ts';
import type { Poster } from './delivery/ports.ts';
import { type Outcomes, outcomesOf, shownOf } from './live-files.ts';

/** What a post is written anew from, but for who reads it. */
interface LiveUpdateInput {
  readonly post: LivePost;
  readonly outcomes: Outcomes;
  readonly snapshot: Snapshot;
  readonly past: readonly PastCounts[];
}

export interface LiveUpdatePorts {
  readonly store: {
    readonly live: LivePostStore;
    readonly deliveries: Pick<DeliveriesStore, 'countsSince'>;
  };
  readonly poster: Pick<Poster, 'enqueue' | 'update' | 'sharing'>;
  /** The newest reading there is; `null` before the first. */
  readonly latestSnapshot: () => Snapshot | null;
  /** `null` for a post that may no longer be written as it stands. */
  readonly compose: (
    moment: LiveUpdateInput,
    channelId: string,
    sharing: 'internal' | 'external',
  ) => Promise<Message | null>;
  /** Epoch milliseconds, and milliseconds that only ever grow. */
  readonly now: () => number;
  readonly monotonic: () => number;
  /** Hears of a post that Slack does not let us write any more, and its word for why. */
  readonly onRefused: (deliveryId: string, code: string) => void;
}

/**
 * Writes the last post of each digest anew when what became of its files has changed since. A post
 * is only ever found by where it stands, so a crash costs nothing and twice is as good as once. What
 * cannot be written now is tried again by a later call, of this instance or another; ends early
 * when `stopping` is aborted.
 *
 * @throws {PostError} when Slack wants to be left alone; the rest is left for a later call
 */
export type UpdateLivePosts = (stopping: AbortSignal) => Promise<void>;

/** Slack lets about fifty messages change in a minute, and retention changes some, too. */
const UPDATES_MAX = 25;

const LEASE_MS = 60_000;
const RETRY_MS = 20_000;
const ERROR_RETRY_MS = 300_000;
/** The chart shows so much of the past. */
const PAST_MS = 8 * 7 * 86_400_000;

/** What keeps posts up to date. */
export function createLiveUpdates(ports: LiveUpdatePorts): UpdateLivePosts {
  const { store, poster, latestSnapshot, compose, now, monotonic, onRefused } = ports;
  const { live, deliveries } = store;
  /** The reading that was looked at last, and when it is looked at again; `null` for never. */
  let seen: { readonly id: string; readonly againAt: number | null } | null = null;

  /** @returns whether nothing is left to do about that post */
  async function follow(
    post: LivePost,
    outcomes: Outcomes,
    shown: string,
    newest: Snapshot,
  ): Promise<boolean> {
    const { id, digestId, channelId, ts } = post.delivery;
    if (channelId === null || ts === null) return true;
    const sharing = await poster.sharing(channelId);
    // Whoever reads along must not be guessed.
    if (sharing === 'unknown') return false;
    const check = startLeaseGuard(ports, LEASE_MS);
    if (!(await live.take(id, newest.startedAt, LEASE_MS))) return false;
    const past = await deliveries.countsSince(digestId, now() - PAST_MS);
    const moment = { post, outcomes, snapshot: newest, past };
    const message = await compose(moment, channelId, sharing).catch(nullIfUnreadable);
    if (message === null) {
      await live.end(id);
      return true;
    }
    try {
      await poster.enqueue(channelId, async () =>
        poster.update(channelId, ts, message, { key: id, check }),
      );
    } catch (error) {
      return troubled(id, error);
    }
    await live.recordUpdate(id, shown, newest.startedAt);
    return true;
  }

  async function troubled(id: string, error: unknown): Promise<boolean> {
    if (error instanceof RetryLaterError) return false;
    if (!(error instanceof PostError)) throw error;
    if (error.outcome === 'refused') {
      await live.end(id);
      onRefused(id, error.code);
      return true;
    }
    await live.postpone(id, error.retryAfterMs ?? ERROR_RETRY_MS);
    throw error;
  }

  /** @returns whether nothing is left to do with that reading */
  async function followAll(newest: Snapshot, stopping: AbortSignal): Promise<boolean> {
    let isDone = true;
    let count = 0;
    for (const post of await live.findOutdated(newest.startedAt)) {
      const outcomes = outcomesOf(post, newest);
      if (outcomes === null) continue;
      const shown = shownOf(post.layout, outcomes, newest);
      if (shown === post.shownHash) continue;
      if (stopping.aborted || count === UPDATES_MAX) return false;
      count += 1;
      isDone = (await follow(post, outcomes, shown, newest)) && isDone;
    }
    return isDone;
  }

  return async (stopping) => {
    const newest = latestSnapshot();
    if (newest === null || newest.inconsistency !== null) return;
    const { id } = newest;
    if (seen?.id === id && (seen.againAt === null || monotonic() < seen.againAt)) return;
    // Also when it fails.
    seen = { id, againAt: monotonic() + RETRY_MS };
    if (await followAll(newest, stopping)) seen = { id, againAt: null };
  };
}

/** What can no longer be read of a digest is for people to mend, who hear of it by the next one. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof QueryError || error instanceof RangeError) return null;
  throw error;
}
