import { randomUUID } from 'node:crypto';

import type { WebClient } from '@slack/web-api';

import type { PostLog } from '../../delivery/ports.ts';
import { isOutsideChannel } from '../../slack-errors.ts';
import type { Document, Message } from '../../views/message.ts';
import { errorCode, isResponseClosed, undeliverableError } from '../api-errors.ts';
import { type ActionTokens, payloadFor, withPlainFallback } from '../respond/payload.ts';
import { respondTo } from '../respond/respond.ts';
import {
  channelFor,
  metadataOf,
  postMessage,
  SHARED,
  threadOf,
  trackedPost,
} from './post-message.ts';

/** Messages that are not responses to a request. */
export interface Messenger {
  /**
   * Posts a message for everybody in a channel, and records it. A message that goes through
   * `responseUrl` cannot be changed later, and is not recorded.
   *
   * @param responseUrl reaches the channel when the app is not in it
   * @throws {UndeliverableError} when Slack does not take it
   */
  post(message: Message, channelId: string, responseUrl: string | undefined): Promise<void>;
  /** Sends a message to one person, in the app's direct message with them. */
  direct(message: Message, userId: string, thread?: string): Promise<void>;
  /**
   * Sends a message that one person in a channel sees, in a thread when there is one; in the direct
   * message where that is impossible.
   */
  postEphemeral(message: Message, to: EphemeralTarget): Promise<void>;
  /**
   * Uploads a file to the app's direct message with one person.
   *
   * @throws {UndeliverableError} when Slack does not take it
   */
  document(document: Document, userId: string): Promise<void>;
}

interface EphemeralTarget {
  readonly userId: string;
  readonly channelId: string;
  readonly thread: string | undefined;
  /** Whether its buttons answer as those of a message that everybody in the channel sees. */
  readonly isShared?: boolean;
}

/**
 * Messages posted through the Web API.
 *
 * @param postLog records what is posted to channels
 * @see https://docs.slack.dev/reference/methods/chat.postMessage
 */
export function createMessenger(
  client: WebClient,
  tokens: ActionTokens,
  postLog?: PostLog,
): Messenger {
  /** Posts to a channel that the app is not in. */
  async function postByUrl(message: Message, channelId: string, url: string): Promise<void> {
    const fields = { response_type: 'in_channel', replace_original: false };
    await withPlainFallback(message, async (form) =>
      respondTo(url, { ...fields, ...payloadFor(form, { userId: null, channelId }, tokens) }),
    );
  }

  async function direct(message: Message, userId: string, thread?: string): Promise<void> {
    const channel = await channelFor(client, userId);
    await postMessage(client, tokens, message, { channel, userId, thread });
  }

  return {
    direct,
    async post(message, channelId, responseUrl) {
      const key = randomUUID();
      const record = {
        key,
        channelId,
        kind: 'share',
        files: message.files ?? [],
        isReduced: message.isForOutside === true,
      } as const;
      const target = { channel: channelId, metadata: metadataOf(key, SHARED) };
      await trackedPost(postLog, record, async () => {
        try {
          return await postMessage(client, tokens, message, target).catch(
            async (error: unknown) => {
              const isOutside = isOutsideChannel(errorCode(error) ?? '');
              if (!isOutside || responseUrl === undefined) throw error;
              await postByUrl(message, channelId, responseUrl);
              return null;
            },
          );
        } catch (error) {
          throw undeliverableError(error);
        }
      });
    },
    async postEphemeral(message, { userId, channelId, thread, isShared = false }) {
      const target = { channel: channelId, user: userId, ...threadOf(thread) };
      try {
        await withPlainFallback(message, async (form) =>
          client.chat.postEphemeral({
            ...target,
            ...payloadFor(form, { userId: isShared ? null : userId, channelId }, tokens),
          }),
        );
      } catch (error) {
        if (!isResponseClosed(error)) throw error;
        await direct(message, userId);
      }
    },
    async document({ fileName, content, text }, userId) {
      try {
        await client.filesUploadV2({
          channel_id: await channelFor(client, userId),
          filename: fileName,
          title: fileName,
          content,
          initial_comment: text,
        });
      } catch (error) {
        throw undeliverableError(error);
      }
    },
  };
}
