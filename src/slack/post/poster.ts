import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import {
  NoHistoryError,
  PostError,
  type PostLog,
  type PostRecord,
  type Poster,
  RetryLaterError,
} from '../../delivery/ports.ts';
import {
  HISTORY_TOO_LONG,
  isHistoryClosed,
  isMessageGone,
  isUserGone,
  RATE_LIMITED,
  READER_REFUSED,
} from '../../slack-errors.ts';
import type { Message } from '../../views/message.ts';
import type { Authorizer } from '../authorize.ts';
import { type ActionTokens, payloadFor, withPlainFallback } from '../respond/payload.ts';
import { type Cursor, pagesOf, toPostError } from '../web-api.ts';
import {
  DIGEST,
  channelFor,
  isOurs,
  isUserId,
  metadataOf,
  postMessage,
  trackedPost,
} from './messenger.ts';

export interface PosterOptions {
  readonly client: WebClient;
  readonly tokens: ActionTokens;
  readonly access: Pick<Authorizer, 'allows' | 'freshSharing' | 'lastSharing'>;
  readonly monotonic: () => number;
  /** Records posts; without it there is no record. */
  readonly postLog?: PostLog;
}

/** Kinds of posts that show rental files. */
const FILE_KINDS: ReadonlySet<PostRecord['kind']> = new Set(['digest', 'rest', 'escalation']);

/** A rejected post counts for Slack's limit of one a second and channel. */
const PLAIN_FORM_AFTER_MS = 1_000;

/**
 * Posts that nobody asked for at that moment, such as digests. The client must not retry by itself:
 * Slack has no idempotency key, so the caller looks for an earlier post first.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postMessage
 * @see https://docs.slack.dev/messaging/message-metadata
 */
export function createPoster({
  client,
  tokens,
  access,
  monotonic,
  postLog,
}: PosterOptions): Poster {
  /**
   * Checks right before a request that files may be shown there: the operator may limit the channels,
   * and a person may have lost their right since.
   *
   * @throws {PostError} `refused` when they may not, `wait` when Slack does not say
   */
  async function confirmAllowed(channelId: string): Promise<void> {
    // An error that is not about the person, such as one of a user group, says nothing of their right.
    const isAllowed = await access
      .allows(channelId)
      .catch((error: unknown) => throwUnchecked(error, isUserGone));
    if (isAllowed) return;
    throw new PostError('refused', READER_REFUSED);
  }

  /**
   * Checks right before a request that the channel is still the one that a message was made for.
   *
   * @throws {PostError} `wait` when it is not, or when Slack does not say
   */
  async function confirmSharing(channelId: string, { isForOutside }: Message): Promise<void> {
    // Nobody but that person is in their direct message with the app.
    if (isUserId(channelId) || channelId.startsWith('D')) return;
    const sharing = await access
      .freshSharing(channelId)
      .catch((error: unknown) => throwUnchecked(error));
    if ((sharing === 'external') === (isForOutside === true)) return;
    throw new PostError('wait', 'sharing_changed');
  }

  return {
    enqueue: createPostQueue(monotonic),
    async post(channelId, message, key, { kind = 'digest', thread, check } = {}) {
      const channel = await withPostErrors(async () => channelFor(client, channelId));
      const record = {
        key,
        channelId: channel,
        kind,
        files: message.files ?? [],
        isReduced: message.isForOutside === true,
      };
      const metadata = metadataOf(key, DIGEST);
      const target = { channel, thread, metadata, check, pauseMs: PLAIN_FORM_AFTER_MS };
      // A notice says that files are about to come. Others say why none do, and show nothing of files.
      if (FILE_KINDS.has(kind) || kind === 'notice') await confirmAllowed(channelId);
      if (FILE_KINDS.has(kind)) await confirmSharing(channelId, message);
      return trackedPost(postLog, record, async () =>
        withPostErrors(async () => postMessage(client, tokens, message, target)),
      );
    },
    async find(channelId, key, sinceMs, thread, untilMs) {
      const ts = await withPostErrors(async () =>
        findPost(client, await channelFor(client, channelId), { key, sinceMs, untilMs, thread }),
      );
      if (ts !== null) await postLog?.posted(key, ts);
      return ts;
    },
    async update(channelId, ts, message, { key, check } = {}) {
      // Slack does not document whether an update without metadata keeps it.
      const metadata = key === undefined ? {} : { metadata: metadataOf(key, DIGEST) };
      await withPostErrors(async () => {
        const channel = await channelFor(client, channelId);
        // Only files have a digest's key; other messages replace them. What other organisations may
        // see is never more than what stands there.
        if (key !== undefined && message.isForOutside !== true) await confirmAllowed(channelId);
        if (key !== undefined) await confirmSharing(channelId, message);
        const scope = { userId: null, channelId: channel };
        const update = async (form: typeof message) => {
          const payload = payloadFor(form, scope, tokens);
          check?.();
          await client.chat.update({ channel, ts, ...payload, ...metadata });
        };
        await withPlainFallback(message, update, PLAIN_FORM_AFTER_MS);
      });
    },
    async removeOrThrow(channelId, ts) {
      await withPostErrors(async () =>
        client.chat.delete({ channel: await channelFor(client, channelId), ts }),
      );
    },
    async remove(channelId, ts) {
      const channel = await withPostErrors(async () => channelFor(client, channelId));
      try {
        await withPostErrors(async () => client.chat.delete({ channel, ts }));
      } catch (error) {
        if (!(error instanceof PostError && error.outcome === 'refused')) throw error;
        if (!isMessageGone(error.code)) return error.code;
      }
      await postLog?.removed(channel, ts);
      return null;
    },
    lastSharing: (channelId) => access.lastSharing(channelId),
  };
}

/**
 * Throws the error of a check before a request, as one of the request that was not made.
 *
 * @param isFinal whether a refusal of the check, by its code, is one of the request as well
 */
function throwUnchecked(error: unknown, isFinal: (code: string) => boolean = () => true): never {
  const { outcome, code, retryAfterMs } = toPostError(error);
  throw new PostError(outcome === 'refused' && isFinal(code) ? outcome : 'wait', code, {
    retryAfterMs,
    cause: error,
  });
}

/**
 * The address of a message; of its channel, where Slack does not give it.
 *
 * @see https://docs.slack.dev/reference/methods/chat.getPermalink
 */
export async function permalinkOf(client: WebClient, channel: string, ts: string): Promise<string> {
  const { permalink } = await client.chat
    .getPermalink({ channel, message_ts: ts })
    .catch(() => ({ permalink: undefined }));
  return permalink ?? `https://slack.com/app_redirect?channel=${channel}`;
}

/** Replaces errors of the client, which hold whole requests and with them what was to be posted. */
async function withPostErrors<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    // Thrown by the check right before a post, or by the look-up.
    const isOwn = error instanceof NoHistoryError || error instanceof RetryLaterError;
    throw isOwn ? error : toPostError(error);
  }
}

/** Runs work for a channel, one at a time. */
type PostQueue = <Value>(channelId: string, work: () => Promise<Value>) => Promise<Value>;

/** @see https://docs.slack.dev/apis/web-api/rate-limits */
const POST_INTERVAL_MS = 1_000;

/** A longer `Retry-After` rejects posts to the channel instead of delaying them. */
const WAIT_MS_MAX = 5_000;

interface QueuedChannel {
  /** Resolves after the last work in the queue, and the pause after it. */
  last: Promise<void>;
  waiting: number;
  /** Until when posts are rejected because of a long `Retry-After`; by the monotonic clock. */
  closedUntilMs: number;
}

/**
 * A queue of one message a second for each channel. After a 429 the channel pauses for Slack's
 * `Retry-After`; the others go on, a little slower, as the limit may have been the workspace's.
 *
 * @param channels those with posts, or whose pause is not over; idle ones are forgotten
 */
export function createPostQueue(
  monotonic: () => number,
  channels = new Map<string, QueuedChannel>(),
): PostQueue {
  const throttle = createWorkspaceThrottle();

  function checkOpen({ closedUntilMs }: QueuedChannel): void {
    const retryAfterMs = closedUntilMs - monotonic();
    if (retryAfterMs > 0) throw new PostError('wait', RATE_LIMITED, { retryAfterMs });
  }

  return async (id, work) => {
    const channel = channels.getOrInsert(id, {
      last: Promise.resolve(),
      waiting: 0,
      closedUntilMs: 0,
    });
    checkOpen(channel);
    const before = channel.last;
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    channel.last = promise;
    channel.waiting += 1;
    let pauseMs = 0;
    try {
      await before;
      checkOpen(channel);
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
      const { retryAfterMs } = toPostError(error);
      if (pauseMs > 0) pauseMs = Math.max(POST_INTERVAL_MS, retryAfterMs ?? 0);
      throw error;
    } finally {
      if (pauseMs > WAIT_MS_MAX) {
        channel.closedUntilMs = monotonic() + pauseMs;
        pauseMs = 0;
      }
      const next = () => {
        channel.waiting -= 1;
        if (channel.waiting === 0 && channel.closedUntilMs <= monotonic()) channels.delete(id);
        finish();
      };
      setTimeout(next, pauseMs).unref();
    }
  };
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
      throw new PostError('wait', RATE_LIMITED, { retryAfterMs: waiting * intervalMs });
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

interface Lookup {
  readonly key: string;
  readonly sinceMs: number;
  readonly untilMs?: number | undefined;
  readonly thread: string | undefined;
}

/** Max difference between Slack's clock and the database's: a few pages more at most. */
const CLOCK_SKEW_MS = 15 * 60_000;
/** Much more than that: a message that was posted and is not found would be posted again. */
const LATE_MS = 24 * 3_600_000;
const PAGE_SIZE = 200;
const PAGES_MAX = 100;

const Page = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      metadata: z
        .object({
          event_type: z.string(),
          event_payload: z.object({ slot: z.unknown() }).optional(),
        })
        .optional()
        .catch(undefined),
    }),
  ),
});

/**
 * Searches the messages of a channel or a thread for the metadata of one of the app's posts.
 *
 * @returns its `ts`; `null` when it is not there
 * @throws {NoHistoryError} when the app may not read the history
 * @throws {PostError} when the search failed, so that nothing is known
 * @see https://docs.slack.dev/reference/methods/conversations.history
 */
export async function findPost(
  client: WebClient,
  channel: string,
  lookup: Lookup,
): Promise<string | null> {
  const { key, sinceMs, untilMs, thread } = lookup;
  const range = {
    channel,
    oldest: ((sinceMs - CLOCK_SKEW_MS) / 1000).toFixed(6),
    ...(untilMs === undefined ? {} : { latest: ((untilMs + LATE_MS) / 1000).toFixed(6) }),
    include_all_metadata: true,
    limit: PAGE_SIZE,
  };
  const read = async (from: Cursor) =>
    thread === undefined
      ? client.conversations.history({ ...range, ...from })
      : client.conversations.replies({ ...range, ...from, ts: thread });
  try {
    for await (const page of pagesOf(Page, read, PAGES_MAX)) {
      if (page === null) throw new PostError('wait', HISTORY_TOO_LONG);
      const found = page.messages.find(
        ({ metadata }) => isOurs(metadata?.event_type) && metadata?.event_payload?.slot === key,
      );
      if (found !== undefined) return found.ts;
    }
    return null;
  } catch (error) {
    const { code, retryAfterMs } = toPostError(error);
    if (isHistoryClosed(code)) throw new NoHistoryError(`the channel's history is closed: ${code}`);
    throw new PostError('wait', code, { retryAfterMs, cause: error });
  }
}

/** Whether a person has a direct message of that key, or nobody can know; throws a `PostError`. */
export async function isInDirect(
  client: WebClient,
  userId: string,
  key: string,
  sinceMs: number,
): Promise<boolean> {
  try {
    const channel = await channelFor(client, userId);
    return (await findPost(client, channel, { key, sinceMs, thread: undefined })) !== null;
  } catch (error) {
    if (error instanceof NoHistoryError) return true;
    throw toPostError(error);
  }
}
