import { randomUUID } from 'node:crypto';

import type { WebClient } from '@slack/web-api';

import { PostError } from '../../digests/delivery/errors.ts';
import type { PostLog } from '../../digests/delivery/ports.ts';
import type { Document, Message } from '../../views/message.ts';
import { isResponseClosed, refusalCode, undeliverable } from '../api-errors.ts';
import type { ActionTokens } from '../respond/action-token.ts';
import { sendEitherForm } from '../respond/payload.ts';
import { respondTo } from '../respond/response-url.ts';
import { metadataOf, trackedPost, SHARED } from './tracked-post.ts';

/** Says things where no request has opened a way for the answer. */
export interface Messenger {
  /**
   * Posts a message for everybody in a channel, and remembers it; what goes through `responseUrl`
   * cannot be changed later, and is not remembered.
   *
   * @param responseUrl reaches the channel where the app is not in it
   * @throws {UndeliverableError} when Slack does not take it
   */
  post(message: Message, channelId: string, responseUrl: string | undefined): Promise<void>;
  /** Says something to one person, in the app's direct message with them. */
  direct(message: Message, userId: string, thread?: string): Promise<void>;
  /**
   * Says something that one person in a channel sees, in a thread when there is one; in the direct
   * message where that cannot be.
   */
  postEphemeral(message: Message, to: EphemeralTarget): Promise<void>;
  /** Gives a file to one person, in the app's direct message with them. */
  document(document: Document, userId: string): Promise<void>;
}

/** Who is to see a message, and where. */
interface EphemeralTarget {
  readonly userId: string;
  readonly channelId: string;
  readonly thread: string | undefined;
}

const QUIET = { unfurl_links: false, unfurl_media: false } as const;

/**
 * @param postLog remembers what is posted for a channel
 * @see https://docs.slack.dev/reference/methods/chat.postMessage
 */
export function createMessenger(
  client: WebClient,
  tokens: ActionTokens,
  postLog?: PostLog,
): Messenger {
  async function directChannel(users: string): Promise<string> {
    const { channel } = await client.conversations.open({ users });
    return channel?.id ?? users;
  }

  async function postInside(message: Message, channelId: string, key: string): Promise<string> {
    const metadata = metadataOf(key, SHARED);
    let ts: string | undefined;
    await sendEitherForm(message, { userId: null, channelId }, tokens, async (payload) => {
      const post = { channel: channelId, ...payload, ...QUIET, metadata };
      ({ ts } = await client.chat.postMessage(post));
    });
    if (ts === undefined) throw new PostError('unclear', 'no_ts');
    return ts;
  }

  async function postFromOutside(message: Message, channelId: string, url: string): Promise<void> {
    await sendEitherForm(message, { userId: null, channelId }, tokens, async (payload) =>
      respondTo(url, { response_type: 'in_channel', replace_original: false, ...payload }),
    );
  }

  async function direct(message: Message, userId: string, thread?: string): Promise<void> {
    const channel = await directChannel(userId);
    await sendEitherForm(message, { userId, channelId: channel }, tokens, async (payload) =>
      client.chat.postMessage({ channel, ...payload, ...QUIET, ...threadOf(thread) }),
    );
  }

  return {
    direct,
    async post(message, channelId, responseUrl) {
      const key = randomUUID();
      const note = { key, channelId, kind: 'share', files: message.files ?? [] } as const;
      await trackedPost(postLog, note, async () => {
        try {
          return await postInside(message, channelId, key).catch(async (error: unknown) => {
            if (!isOutside(error) || responseUrl === undefined) throw error;
            await postFromOutside(message, channelId, responseUrl);
            return null;
          });
        } catch (error) {
          throw undeliverable(error);
        }
      });
    },
    async postEphemeral(message, { userId, channelId, thread }) {
      const place = { channel: channelId, user: userId, ...threadOf(thread) };
      try {
        await sendEitherForm(message, { userId, channelId }, tokens, async (payload) =>
          client.chat.postEphemeral({ ...place, ...payload }),
        );
      } catch (error) {
        if (!isResponseClosed(error)) throw error;
        await direct(message, userId);
      }
    },
    async document({ fileName, content, text }, userId) {
      try {
        await client.filesUploadV2({
          channel_id: await directChannel(userId),
          filename: fileName,
          title: fileName,
          content,
          initial_comment: text,
        });
      } catch (error) {
        throw undeliverable(error);
      }
    },
  };
}

function threadOf(thread: string | undefined): { thread_ts?: string } {
  return thread === undefined ? {} : { thread_ts: thread };
}

/** The app is not where it would have to be. */
function isOutside(error: unknown): boolean {
  return ['not_in_channel', 'channel_not_found'].includes(refusalCode(error) ?? '');
}
