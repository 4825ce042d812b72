import { PostError, type Poster, startLeaseGuard } from '../delivery/ports.ts';
import { wordsIn } from '../i18n/index.ts';
import type { Language } from '../i18n/types.ts';
import { createBoundedMap } from '../lib/cache.ts';
import { outsideFigures } from '../portfolio/lifecycle.ts';
import { type Snapshot, entryIn } from '../portfolio/snapshot.ts';
import { isMessageGone } from '../slack-errors.ts';
import type { ChannelSettingsStore } from '../store/channel-settings.ts';
import { LEASE_MS, type PostsStore } from '../store/posts.ts';
import type { ExposedPost, ReductionsStore } from '../store/reductions.ts';
import { notReducedView, outsideView, removedOutsideView } from '../views/files/link-preview.ts';

export interface ReductionPorts {
  readonly store: {
    readonly reductions: ReductionsStore;
    readonly posts: Pick<PostsStore, 'postpone' | 'removed'>;
    readonly settings: Pick<ChannelSettingsStore, 'of'>;
  };
  readonly poster: Pick<Poster, 'enqueue' | 'post' | 'update' | 'removeOrThrow'>;
  readonly latestSnapshot: () => Snapshot | null;
  /** Looks up whether a channel is shared; what it finds marks the channel's posts. */
  readonly checkSharing: (channelId: string) => Promise<unknown>;
  /** User ids of admins; so many are enough. */
  readonly admins: (enough: number) => Promise<readonly string[]>;
  /** Called with channels of posts that could not be reduced, and of which no admin was notified. */
  readonly onNobodyNotified: (channelIds: readonly string[]) => void;
  readonly permalinkTo: (channelId: string, ts: string) => Promise<string>;
  /** Language of channels that have chosen none. */
  readonly language: Language;
  readonly now: () => number;
  readonly monotonic: () => number;
}

/** Max posts per call: Slack allows about 50 updates per minute. */
const POSTS_MAX = 4;
const RETRY_MS = 60_000;
/** After this, a post that cannot be reduced is left to the admins. */
const GIVE_UP_MS = 24 * 3_600_000;
const ADMINS_MAX = 10;
const EMPTIED_MAX = 10_000;

/** Channels are looked up in turn, as the event of a shared channel may have been missed. */
const CHECK_EVERY_MS = 60_000;
const CHANNELS_CHECKED = 3;

/**
 * Creates the function that reduces posts in channels which have become shared with other
 * organisations to what they may see there. What fails is tried again by a later call, of this
 * instance or another; admins are notified with links of what cannot be reduced.
 */
export function createReduction(ports: ReductionPorts): (stopping: AbortSignal) => Promise<void> {
  const { store, poster, latestSnapshot, admins, permalinkTo, monotonic } = ports;
  const { reductions, posts } = store;
  let checkedAt: number | null = null;
  /** Keys of posts that show a sentence until there is a snapshot. */
  const emptied = createBoundedMap<true>({ max: EMPTIED_MAX });

  /** Without a snapshot its figures are not known, and names must not stay until there is one. */
  async function messageFor({ channelId, files }: ExposedPost, snapshot: Snapshot | null) {
    const settings = await store.settings.of(channelId);
    const words = wordsIn(settings?.language ?? ports.language);
    if (snapshot === null || files.length === 0) return removedOutsideView(words);
    const entries = files.map((id) => entryIn(snapshot, id)).filter((entry) => entry !== null);
    return outsideView({ figures: outsideFigures(entries, snapshot), isPart: true }, words);
  }

  async function reduce(post: ExposedPost): Promise<void> {
    const { key, channelId, ts } = post;
    const snapshot = latestSnapshot();
    const isUnread = snapshot === null && post.files.length > 0;
    try {
      if (!isUnread || !emptied.has(key)) {
        const message = await messageFor(post, snapshot);
        await poster.enqueue(channelId, async () => poster.update(channelId, ts, message, { key }));
      }
      if (isUnread) {
        emptied.set(key, true);
        await posts.postpone(channelId, ts, RETRY_MS);
      } else {
        await reductions.recordReduced(key);
      }
    } catch (error) {
      if (!(error instanceof PostError)) throw error;
      if (error.code === 'sharing_changed') await reductions.unmark(channelId);
      else if (error.outcome === 'refused') await remove(post, error);
      else await retryLater(post, error);
    }
  }

  /** Deletes a post that Slack does not let be changed. */
  async function remove(post: ExposedPost, refusal: PostError): Promise<void> {
    const { key, channelId, ts } = post;
    try {
      if (!isMessageGone(refusal.code)) {
        await poster.enqueue(channelId, async () => poster.removeOrThrow(channelId, ts));
      }
      await posts.removed(channelId, ts);
    } catch (error) {
      if (!(error instanceof PostError)) throw error;
      if (error.outcome !== 'refused') await retryLater(post, error);
      else if (isMessageGone(error.code)) await posts.removed(channelId, ts);
      // It shows nothing of the files any more, so that no admin has to look at it.
      else if (emptied.has(key)) await reductions.recordReduced(key);
      else await reductions.recordFailed(key);
    }
  }

  /** @throws the error, so that the other posts wait, too */
  async function retryLater(post: ExposedPost, error: PostError): Promise<void> {
    // One that was emptied meanwhile shows nothing any more, and only waits for its figures.
    const isExposed = !emptied.has(post.key);
    if (isExposed && post.ageMs >= GIVE_UP_MS) await reductions.recordFailed(post.key);
    else await posts.postpone(post.channelId, post.ts, error.retryAfterMs ?? RETRY_MS);
    throw error;
  }

  async function notifyAdmins(): Promise<void> {
    const check = startLeaseGuard(ports, LEASE_MS);
    const failed = await reductions.takeFailed();
    const [first] = failed;
    if (first === undefined) return;
    const links = await Promise.all(failed.map(({ channelId, ts }) => permalinkTo(channelId, ts)));
    const message = notReducedView(first.channelId, links, wordsIn(ports.language));
    const keyFor = (userId: string) => `${first.key}:reduction:admin:${userId}`;
    const isOver = first.ageMs >= 2 * GIVE_UP_MS;
    const ids = await admins(ADMINS_MAX).then(
      (found) => found.slice(0, ADMINS_MAX),
      (error: unknown) => {
        if (isOver && error instanceof PostError) return [];
        throw error;
      },
    );
    const sent = await reductions.sentAmong(ids.map(keyFor));
    let reached = sent.size;
    let waiting: PostError | null = null;
    for (const userId of ids.filter((id) => !sent.has(keyFor(id)))) {
      try {
        await poster.enqueue(userId, async () =>
          poster.post(userId, message, keyFor(userId), { kind: 'owner', check }),
        );
        reached += 1;
      } catch (error) {
        // The other admins are notified all the same.
        if (!(error instanceof PostError)) throw error;
        if (error.outcome === 'wait') waiting = error;
        // It may be there, and a second one would repeat it.
        if (error.outcome === 'unclear') reached += 1;
      }
    }
    // Otherwise tried again once the lease of these posts is over.
    if (isOver || (waiting === null && (reached > 0 || ids.length === 0))) {
      await reductions.recordNotified(failed.map(({ key }) => key));
      if (reached === 0) {
        ports.onNobodyNotified([...new Set(failed.map(({ channelId }) => channelId))]);
      }
    }
    if (waiting !== null) throw waiting;
  }

  async function checkChannels(): Promise<void> {
    if (checkedAt !== null && monotonic() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = monotonic();
    for (const channelId of await reductions.someChannels(CHANNELS_CHECKED)) {
      // A failed lookup says nothing; the channel gets another turn.
      await ports.checkSharing(channelId).catch(() => {});
    }
  }

  async function reduceMarked(stopping: AbortSignal): Promise<void> {
    for (let count = 0; count < POSTS_MAX && !stopping.aborted; count += 1) {
      const post = await reductions.take();
      if (post === null) return;
      await reduce(post);
    }
  }

  return async (stopping) => {
    await reduceMarked(stopping);
    if (!stopping.aborted) await notifyAdmins();
    if (!stopping.aborted) await checkChannels();
  };
}
