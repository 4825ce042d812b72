import type { WebClient } from '@slack/web-api';

import { PostError } from '../../digests/delivery/errors.ts';
import type { Message } from '../../views/message.ts';
import { isUserId } from '../directory.ts';
import type { ActionTokens } from '../respond/action-token.ts';
import { payloadFor, withPlainFallback } from '../respond/payload.ts';
import type { PostMetadata } from './tracked-post.ts';

/** Where and how a message is posted. */
interface PostTarget {
  readonly channel: string;
  /** The only person who may use its buttons; anybody in the channel without it. */
  readonly userId?: string;
  readonly thread?: string | undefined;
  readonly metadata?: PostMetadata;
  /** Runs right before each request to Slack; what it throws stops the post. */
  readonly check?: (() => void) | undefined;
  /** Milliseconds before the plain form is tried. */
  readonly pauseMs?: number;
}

/**
 * Posts a message without link previews, in plain blocks when Slack rejects the others.
 *
 * @returns its `ts`
 * @throws {PostError} when Slack gives no `ts`
 * @see https://docs.slack.dev/reference/methods/chat.postMessage
 */
export async function postMessage(
  client: WebClient,
  tokens: ActionTokens,
  message: Message,
  { channel, userId, thread, metadata, check, pauseMs }: PostTarget,
): Promise<string> {
  const scope = { userId: userId ?? null, channelId: channel };
  const send = async (form: Message): Promise<string> => {
    const post = {
      channel,
      ...payloadFor(form, scope, tokens),
      ...threadOf(thread),
      ...(metadata === undefined ? {} : { metadata }),
      unfurl_links: false,
      unfurl_media: false,
    };
    // Nothing is awaited between the check and the request.
    check?.();
    const { ts } = await client.chat.postMessage(post);
    if (ts === undefined) throw new PostError('unclear', 'no_ts');
    return ts;
  };
  return withPlainFallback(message, send, pauseMs);
}

/** The `thread_ts` of a call, where there is a thread. */
export function threadOf(thread: string | undefined): { thread_ts?: string } {
  return thread === undefined ? {} : { thread_ts: thread };
}

/**
 * The channel that an id stands for: a person's id for their direct message with the app, which has
 * an id of its own.
 *
 * @see https://docs.slack.dev/reference/methods/conversations.open
 */
export async function channelFor(client: WebClient, id: string): Promise<string> {
  if (!isUserId(id)) return id;
  const { channel } = await client.conversations.open({ users: id });
  return channel?.id ?? id;
}
