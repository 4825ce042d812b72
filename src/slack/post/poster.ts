import { setTimeout as delay } from 'node:timers/promises';

import type { WebClient } from '@slack/web-api';

import { NoHistoryError, RetryLaterError, PostError } from '../../digests/delivery/errors.ts';
import type { Poster, PostOptions, PostLog } from '../../digests/delivery/ports.ts';
import type { Message } from '../../views/message.ts';
import { postTrouble } from '../api-errors.ts';
import type { Authorizer } from '../authorize.ts';
import type { ActionTokens } from '../respond/action-token.ts';
import { type Payload, payloadFor } from '../respond/payload.ts';
import { findPost } from './find-post.ts';
import { createPostQueue } from './post-queue.ts';
import { DIGEST, metadataOf, trackedPost } from './tracked-post.ts';

export interface PosterOptions {
  readonly client: WebClient;
  readonly tokens: ActionTokens;
  readonly sharing: Authorizer['sharing'];
  /** Without it nothing is remembered. */
  readonly postLog?: PostLog;
}

/** A message that was refused counts for Slack's limit, too. */
const BEFORE_ANOTHER_FORM_MS = 1_000;

/** Slack's word for what somebody else has removed. */
const GONE = 'message_not_found';

const QUIET = { unfurl_links: false, unfurl_media: false } as const;

/**
 * Posts what nobody has asked for. The client must not try again by itself: Slack has no key for
 * that a message is posted once, so that is for whoever has looked it up before.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postMessage
 * @see https://docs.slack.dev/messaging/message-metadata
 */
export function createPoster({ client, tokens, sharing, postLog }: PosterOptions): Poster {
  /** A person's id stands for the direct message with them, which has an id of its own. */
  async function roomOf(channelId: string): Promise<string> {
    if (!/^[UW]/.test(channelId)) return channelId;
    const { channel } = await client.conversations.open({ users: channelId });
    return channel?.id ?? channelId;
  }

  /** Where Slack refuses one of its blocks, the plain form is sent. */
  async function inEitherForm<Sent>(
    channel: string,
    message: Message,
    send: (payload: Payload) => Promise<Sent>,
  ): Promise<Sent> {
    const { text, plainBlocks } = message;
    const payloadOf = (blocks: Message['blocks']) =>
      payloadFor({ text, blocks }, { userId: null, channelId: channel }, tokens);
    try {
      return await send(payloadOf(message.blocks));
    } catch (error) {
      const { outcome, code } = postTrouble(error);
      if (plainBlocks === undefined || outcome !== 'refused' || !isOfBlocks(code)) throw error;
      await delay(BEFORE_ANOTHER_FORM_MS);
      return send(payloadOf(plainBlocks));
    }
  }

  async function postIn(
    channel: string,
    message: Message,
    key: string,
    { thread, check }: PostOptions,
  ): Promise<string> {
    const metadata = metadataOf(key, DIGEST);
    const below = thread === undefined ? {} : { thread_ts: thread };
    return inEitherForm(channel, message, async (payload) => {
      // Between this and the sending nothing is waited for.
      check?.();
      const { ts } = await client.chat.postMessage({
        channel,
        ...payload,
        ...below,
        ...QUIET,
        metadata,
      });
      if (ts === undefined) throw new PostError('unclear', 'no_ts');
      return ts;
    });
  }

  return {
    enqueue: createPostQueue(),
    async post(channelId, message, key, manner = {}) {
      const { kind = 'digest' } = manner;
      const room = await told(async () => roomOf(channelId));
      return trackedPost(
        postLog,
        { key, channelId: room, kind, files: message.files ?? [] },
        async () => told(async () => postIn(room, message, key, manner)),
      );
    },
    async find(channelId, key, sinceMs, thread) {
      const ts = await told(async () =>
        findPost(client, await roomOf(channelId), { key, sinceMs, thread }),
      );
      if (ts !== null) await postLog?.posted(key, ts);
      return ts;
    },
    async update(channelId, ts, message, { key, check } = {}) {
      // Slack does not say whether an update without metadata keeps it.
      const metadata = key === undefined ? {} : { metadata: metadataOf(key, DIGEST) };
      await told(async () => {
        const channel = await roomOf(channelId);
        await inEitherForm(channel, message, async (payload) => {
          check?.();
          await client.chat.update({ channel, ts, ...payload, ...metadata });
        });
      });
    },
    async removeOrThrow(channelId, ts) {
      await told(async () => client.chat.delete({ channel: await roomOf(channelId), ts }));
    },
    async remove(channelId, ts) {
      const channel = await told(async () => roomOf(channelId));
      try {
        await told(async () => client.chat.delete({ channel, ts }));
      } catch (error) {
        if (!(error instanceof PostError && error.outcome === 'refused')) throw error;
        if (error.code !== GONE) return;
      }
      await postLog?.removed(channel, ts);
    },
    sharing: async (channelId) => sharing(channelId),
  };
}

/** Errors of the client hold requests, and with them whatever was to be said. */
async function told<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    throw isOurs(error) ? error : postTrouble(error);
  }
}

/** Thrown by whoever checked at the last moment, or by the look-up. */
function isOurs(error: unknown): boolean {
  return error instanceof NoHistoryError || error instanceof RetryLaterError;
}

/** Whether a plainer form of the message may be taken. */
function isOfBlocks(code: string): boolean {
  return code.includes('block') || code === 'invalid_arguments';
}
