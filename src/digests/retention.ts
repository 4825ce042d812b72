import { wordsIn } from '../i18n/index.ts';
import type { Language } from '../i18n/types.ts';
import { isClosed } from '../portfolio/lifecycle.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { isDeletionForbidden, isMessageGone } from '../slack-errors.ts';
import type { ExpiredPost, PostsStore } from '../store/posts.ts';
import type { ExpiredStore } from '../store/retention.ts';
import type { Message } from '../views/message.ts';
import { removedClosedView, removedOldView } from '../views/settings.ts';
import { NoHistoryError, PostError } from './delivery/errors.ts';
import type { DeliveryPorts, Poster } from './delivery/ports.ts';

export interface RetentionPorts {
  readonly store: { readonly posts: PostsStore; readonly expired: ExpiredStore };
  readonly poster: Pick<Poster, 'enqueue' | 'find' | 'update' | 'removeOrThrow'>;
  /** The newest reading there is; `null` before the first. */
  readonly latestSnapshot: () => Snapshot | null;
  /** Where a channel has none. */
  readonly language: Language;
  readonly accessLogDays: number;
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number;
}

/**
 * Lets go what has been kept for long enough: posts, as their channels want it, old lines of the
 * access log and of the ledger. What fails is tried again by a later call, of this instance or
 * another; ends early when `stopping` is aborted.
 *
 * @throws {PostError} when Slack wants to be left alone; the rest is left for the next call
 */
export type Retention = (stopping: AbortSignal) => Promise<void>;

/** Slack lets about fifty messages go, and as many change, in a minute. */
const POSTS_MAX = 20;

/** What became of digests is worth a look for a year, and a little longer. */
const HISTORY_DAYS = 400;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** An archived channel may come back, and the app be asked in again: that takes people. */
const REFUSED_RETRY_MS = 24 * HOUR_MS;
const ERROR_RETRY_MS = 5 * MINUTE_MS;

/** What makes things go in time. */
export function createRetention(ports: RetentionPorts): Retention {
  const { store, poster, latestSnapshot: reading, monotonic, accessLogDays } = ports;
  const { posts, expired } = store;
  let cleanedAt: number | null = null;

  /** Lets go of one after the other. */
  async function sweep(
    stopping: AbortSignal,
    take: () => Promise<ExpiredPost | null>,
    act: (post: ExpiredPost) => Promise<void>,
  ): Promise<void> {
    for (let count = 0; count < POSTS_MAX && !stopping.aborted; count += 1) {
      const post = await take();
      if (post === null) return;
      await settle(post, act);
    }
  }

  async function settle(
    post: ExpiredPost,
    act: (post: ExpiredPost) => Promise<void>,
  ): Promise<void> {
    const { channelId, ts } = post;
    try {
      await poster.enqueue(channelId, async () => act(post));
    } catch (error) {
      if (!(error instanceof PostError)) throw error;
      const isRefused = error.outcome === 'refused';
      if (isRefused && isMessageGone(error.code)) await posts.removed(channelId, ts);
      else if (isRefused) await posts.postpone(channelId, ts, REFUSED_RETRY_MS);
      else {
        await posts.postpone(channelId, ts, error.retryAfterMs ?? ERROR_RETRY_MS);
        throw error;
      }
    }
  }

  async function replace({ channelId, ts }: ExpiredPost, message: Message): Promise<void> {
    await poster.update(channelId, ts, message);
    await posts.redacted(channelId, ts);
  }

  async function letGo(post: ExpiredPost): Promise<void> {
    const { channelId, ts, retentionManner, retentionDays } = post;
    const words = wordsIn(post.language ?? ports.language);
    const empty = async () => replace(post, removedOldView(retentionDays ?? 0, words));
    if (retentionManner === 'redact') return empty();
    try {
      await poster.removeOrThrow(channelId, ts);
      await posts.removed(channelId, ts);
    } catch (error) {
      // Some workspaces let nobody delete, and apps change their messages all the same.
      if (!(error instanceof PostError && isDeletionForbidden(error.code))) throw error;
      await empty();
      await posts.postpone(channelId, ts, REFUSED_RETRY_MS);
    }
  }

  async function sweepClosed(stopping: AbortSignal): Promise<void> {
    const newest = reading();
    if (newest === null) return;
    const closed = (await posts.watchedFiles()).filter((id) => isClosedIn(newest, id));
    if (closed.length === 0) return;
    await sweep(
      stopping,
      async () => posts.takeClosed(closed),
      async (post) => replace(post, removedClosedView(wordsIn(post.language ?? ports.language))),
    );
  }

  /** Finds out whether something is there whose posting was interrupted. */
  async function sweepUnclear(stopping: AbortSignal): Promise<void> {
    for (let count = 0; count < POSTS_MAX && !stopping.aborted; count += 1) {
      const post = await posts.takeUnclear();
      if (post === null) return;
      const { key, channelId, since } = post;
      const ts = await poster.find(channelId, key, since).catch((error: unknown) => {
        // What nobody may look up, nobody can let go of.
        if (error instanceof NoHistoryError) return null;
        throw error;
      });
      await (ts === null ? posts.withdraw(key) : posts.posted(key, ts));
    }
  }

  async function clean(): Promise<void> {
    if (cleanedAt !== null && monotonic() - cleanedAt < HOUR_MS) return;
    await expired.remove({ accessLogDays, historyDays: HISTORY_DAYS });
    cleanedAt = monotonic();
  }

  return async (stopping) => {
    const troubles: unknown[] = [];
    for (const work of [
      clean,
      async () => sweepUnclear(stopping),
      async () => sweepClosed(stopping),
      async () => sweep(stopping, async () => posts.takeExpired(), letGo),
    ]) {
      if (stopping.aborted) break;
      await work().catch((error: unknown) => troubles.push(error));
    }
    if (troubles.length > 0) throw troubles[0];
  };
}

/** What a reading that may have missed files does not hold is not gone for sure. */
function isClosedIn({ table, rows, inconsistency, skipped }: Snapshot, id: string): boolean {
  const entry = table.entries[rows.get(id) ?? -1];
  if (entry === undefined) return inconsistency === null && skipped === 0;
  return isClosed({ decision: entry.decision, isArchived: entry.archivedMs !== null });
}

/**
 * Removes posts that have stood for as long as they may. What fails is tried again by a later call.
 *
 * @throws {PostError} the first trouble; the others have been tried all the same
 */
export async function removeExpiredDigests({
  store,
  poster,
}: Pick<DeliveryPorts, 'store' | 'poster'>): Promise<void> {
  const troubles: unknown[] = [];
  for (const post of await store.deliveries.takeExpired(POSTS_MAX)) {
    try {
      await poster.remove(post.channelId, post.ts);
      await store.deliveries.recordRemoval(post.deliveryId);
    } catch (error) {
      troubles.push(error);
    }
  }
  if (troubles.length > 0) throw troubles[0];
}
