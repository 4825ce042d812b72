import { removePost } from '../delivery/follow-up.ts';
import { type DeliveryPorts, NoHistoryError, PostError, type Poster } from '../delivery/ports.ts';
import { wordsIn } from '../i18n/index.ts';
import type { Language } from '../i18n/types.ts';
import { isEntryFinished } from '../portfolio/lifecycle.ts';
import { type Snapshot, entryIn, hasEveryFile } from '../portfolio/snapshot.ts';
import {
  HISTORY_TOO_LONG,
  isDeletionForbidden,
  isMessageGone,
  isRateLimit,
  isThreadGone,
  isUserGone,
} from '../slack-errors.ts';
import type { ExpiredPost, PostsStore, UnclearPost } from '../store/posts.ts';
import type { ExpiredStore } from '../store/retention.ts';
import type { Message } from '../views/message.ts';
import { sentenceView } from '../views/notices.ts';

export interface RetentionPorts {
  readonly store: { readonly posts: PostsStore; readonly expired: ExpiredStore };
  readonly poster: Pick<Poster, 'enqueue' | 'find' | 'update' | 'removeOrThrow'>;
  readonly latestSnapshot: () => Snapshot | null;
  /** Language of channels that have chosen none. */
  readonly language: Language;
  readonly accessLogDays: number;
  readonly eventLogDays: number;
  readonly monotonic: () => number;
}

/**
 * Removes what has been kept for long enough: posts by the settings of their channels, old entries
 * of the access log and of the digests' history. What fails is tried again by a later call, of this
 * instance or another, but for a post of which it cannot be known whether it is there, which is given
 * up after two days; ends early when `stopping` is aborted.
 *
 * @throws {PostError} while Slack accepts no changes; the other posts are left to the next call
 */
export type Retention = (stopping: AbortSignal) => Promise<void>;

/** Max posts per call: Slack allows about 50 deletions and 50 updates per minute. */
const POSTS_MAX = 20;

/** The history of digests is kept for a year and a little longer. */
const HISTORY_DAYS = 400;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Retry interval after a refusal: people must unarchive the channel or invite the app again. */
const REFUSED_RETRY_MS = 24 * HOUR_MS;
const ERROR_RETRY_MS = 5 * MINUTE_MS;
const TOO_LONG_RETRY_MS = 24 * HOUR_MS;
/** From when a post that cannot be looked up may be given up, once that has failed for a day. */
const UNCLEAR_MS_MAX = 48 * HOUR_MS;
const LOOK_UPS_FAILING_MS = 24 * HOUR_MS;

const NONE: ReadonlySet<string> = new Set();

/** Creates the retention. */
export function createRetention(ports: RetentionPorts): Retention {
  const { store, poster, latestSnapshot, monotonic, accessLogDays, eventLogDays } = ports;
  const { posts, expired } = store;
  let cleanedAt: number | null = null;
  /** Files that the last complete reading lacked, and those of them that the one before it lacked, too. */
  let missing = { startedAt: -Infinity, ids: NONE, gone: NONE };

  /** Handles expired posts one after the other. */
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

  async function removeOrRedact(post: ExpiredPost): Promise<void> {
    const { channelId, ts, retentionManner, retentionDays } = post;
    const words = wordsIn(post.language ?? ports.language);
    const redact = async () =>
      replace(post, sentenceView(words.retention.removedOld(retentionDays ?? 0)));
    if (retentionManner === 'redact') return redact();
    try {
      await poster.removeOrThrow(channelId, ts);
      await posts.removed(channelId, ts);
    } catch (error) {
      // Some workspaces forbid deleting messages, but not updating them.
      if (!(error instanceof PostError && isDeletionForbidden(error.code))) throw error;
      if (!post.isRedacted) await redact();
      await posts.postpone(channelId, ts, REFUSED_RETRY_MS);
    }
  }

  async function sweepClosed(stopping: AbortSignal): Promise<void> {
    const newest = latestSnapshot();
    if (newest === null) return;
    const watched = await posts.watchedFiles();
    if (newest.isWhole && hasEveryFile(newest) && newest.startedAt !== missing.startedAt) {
      const ids = new Set(watched.filter((id) => entryIn(newest, id) === null));
      missing = { startedAt: newest.startedAt, ids, gone: ids.intersection(missing.ids) };
    }
    const closed = watched.filter((id) => {
      const entry = entryIn(newest, id);
      // A service may forget files for one reading, and what a post held does not come back.
      return entry === null ? missing.gone.has(id) : isEntryFinished(entry);
    });
    if (closed.length === 0) return;
    await sweep(
      stopping,
      async () => posts.takeClosed(closed),
      async (post) => {
        const { retention } = wordsIn(post.language ?? ports.language);
        return replace(post, sentenceView(retention.removedClosed));
      },
    );
  }

  /** The `ts` of such a post; `null` when it is not there, or can never be known. */
  async function findUnclear(post: UnclearPost) {
    const { key, channelId, since, thread } = post;
    try {
      // A busy channel has more messages since then than are read.
      return await poster.find(channelId, key, since, thread ?? undefined, since);
    } catch (error) {
      // A message in a history that cannot be read cannot be removed either.
      if (error instanceof NoHistoryError) return null;
      if (!(error instanceof PostError)) throw error;
      if (isThreadGone(error.code) || isUserGone(error.code)) return null;
      return await afterFailure(post, error);
    }
  }

  /**
   * What is known of a post whose look-up has failed: `null` when it is given up, as nobody can know
   * of it any more, and `later` when it alone is to wait.
   *
   * @throws the error while all look-ups may fail
   */
  async function afterFailure(
    { key, ageMs }: UnclearPost,
    error: PostError,
  ): Promise<null | 'later'> {
    if (isRateLimit(error.code)) throw error;
    const isTooLong = error.code === HISTORY_TOO_LONG;
    const isLast = isTooLong || (await posts.recordFailedLookUp(key)) >= LOOK_UPS_FAILING_MS;
    if (isLast && ageMs >= UNCLEAR_MS_MAX) return null;
    if (isTooLong) return 'later';
    throw error;
  }

  /**
   * Looks up posts whose sending was interrupted.
   *
   * @throws {PostError} the first refusal, after all, as of one channel; any other failure at once
   */
  async function sweepUnclear(stopping: AbortSignal): Promise<void> {
    let refusal: PostError | null = null;
    for (let count = 0; count < POSTS_MAX && !stopping.aborted; count += 1) {
      const post = await posts.takeUnclear();
      if (post === null) break;
      const { key } = post;
      const ts =
        post.ts ??
        (await findUnclear(post).catch((error: unknown) => {
          if (!(error instanceof PostError) || error.outcome !== 'refused') throw error;
          refusal ??= error;
          return 'failed' as const;
        }));
      if (ts === 'failed') continue;
      if (ts === 'later') await posts.postponeUnclear(key, TOO_LONG_RETRY_MS);
      else await (ts === null ? posts.withdraw(key) : posts.posted(key, ts));
    }
    if (refusal !== null) throw refusal;
  }

  async function clean(): Promise<void> {
    if (cleanedAt !== null && monotonic() - cleanedAt < HOUR_MS) return;
    await expired.remove({ accessLogDays, historyDays: HISTORY_DAYS, eventLogDays });
    cleanedAt = monotonic();
  }

  return async (stopping) => {
    const errors: unknown[] = [];
    for (const work of [
      clean,
      async () => sweepUnclear(stopping),
      async () => sweepClosed(stopping),
      async () => sweep(stopping, async () => posts.takeExpired(), removeOrRedact),
    ]) {
      if (stopping.aborted) break;
      await work().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  };
}

/**
 * Removes posts of digests whose own option limits how long they stay. What fails is tried again by
 * a later call.
 *
 * @throws {PostError} the first error, after all posts have been tried
 */
export async function removeExpiredDigests(
  ports: Pick<DeliveryPorts, 'store' | 'poster' | 'onNotRemoved'>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const post of await ports.store.deliveries.takeExpired(POSTS_MAX)) {
    try {
      await removePost(ports, post);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
