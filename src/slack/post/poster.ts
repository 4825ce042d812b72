import type { WebClient } from '@slack/web-api';

import { NoHistoryError, RetryLaterError, PostError } from '../../digests/delivery/errors.ts';
import type { Poster, PostLog } from '../../digests/delivery/ports.ts';
import { isMessageGone } from '../../slack-errors.ts';
import { toPostError } from '../api-errors.ts';
import type { Authorizer } from '../authorize.ts';
import type { ActionTokens } from '../respond/action-token.ts';
import { payloadFor, withPlainFallback } from '../respond/payload.ts';
import { findPost } from './find-post.ts';
import { channelFor, postMessage } from './post-message.ts';
import { createPostQueue } from './post-queue.ts';
import { DIGEST, metadataOf, trackedPost } from './tracked-post.ts';

export interface PosterOptions {
  readonly client: WebClient;
  readonly tokens: ActionTokens;
  readonly sharing: Authorizer['sharing'];
  /** Records posts; without it there is no record. */
  readonly postLog?: PostLog;
}

/** A rejected post counts for Slack's limit of one a second and channel. */
const PLAIN_FORM_AFTER_MS = 1_000;

/**
 * Posts that nobody asked for at that moment, such as digests. The client must not retry by itself:
 * Slack has no idempotency key, so the caller looks for an earlier post first.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postMessage
 * @see https://docs.slack.dev/messaging/message-metadata
 */
export function createPoster({ client, tokens, sharing, postLog }: PosterOptions): Poster {
  return {
    enqueue: createPostQueue(),
    async post(channelId, message, key, { kind = 'digest', thread, check } = {}) {
      const channel = await withPostErrors(async () => channelFor(client, channelId));
      const record = { key, channelId: channel, kind, files: message.files ?? [] };
      const metadata = metadataOf(key, DIGEST);
      const target = { channel, thread, metadata, check, pauseMs: PLAIN_FORM_AFTER_MS };
      return trackedPost(postLog, record, async () =>
        withPostErrors(async () => postMessage(client, tokens, message, target)),
      );
    },
    async find(channelId, key, sinceMs, thread) {
      const ts = await withPostErrors(async () =>
        findPost(client, await channelFor(client, channelId), { key, sinceMs, thread }),
      );
      if (ts !== null) await postLog?.posted(key, ts);
      return ts;
    },
    async update(channelId, ts, message, { key, check } = {}) {
      // Slack does not document whether an update without metadata keeps it.
      const metadata = key === undefined ? {} : { metadata: metadataOf(key, DIGEST) };
      await withPostErrors(async () => {
        const channel = await channelFor(client, channelId);
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
        if (!isMessageGone(error.code)) return;
      }
      await postLog?.removed(channel, ts);
    },
    sharing: async (channelId) => sharing(channelId),
  };
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
