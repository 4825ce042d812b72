import { randomUUID } from 'node:crypto';

import type { WebClient } from '@slack/web-api';

import { UndeliverableError } from '../../commands/errors.ts';
import { PostError, RetryLaterError, type PostLog, type PostRecord } from '../../delivery/ports.ts';
import type { Log } from '../../log.ts';
import { isOutsideChannel } from '../../slack-errors.ts';
import type { Answer, DirectOutcome, Document, Message } from '../../views/message.ts';
import type { Authorizer } from '../authorize.ts';
import { type ActionTokens, payloadFor, withPlainFallback } from '../respond/payload.ts';
import { respondTo } from '../respond/respond.ts';
import { errorCode, isResponseClosed, toPostError, undeliverableError } from '../web-api.ts';

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
function threadOf(thread: string | undefined): { thread_ts?: string } {
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

/**
 * Posts a message that is recorded before it can exist. If its record cannot be completed, the
 * message is looked up later by its key.
 *
 * @param post gives the message's `ts`; `null` for a message that cannot be changed
 * @throws the errors of `post`; those of the store only before anything is posted
 */
export async function trackedPost<Ts extends string | null>(
  postLog: PostLog | undefined,
  record: PostRecord,
  post: () => Promise<Ts>,
): Promise<Ts> {
  if (postLog === undefined) return post();
  await postLog.intend(record);
  const complete = async (ts: string | null) => {
    await (ts === null ? postLog.withdraw(record.key) : postLog.posted(record.key, ts)).catch(
      () => {},
    );
  };
  try {
    const ts = await post();
    await complete(ts);
    return ts;
  } catch (error) {
    if (isNotPosted(error)) await complete(null);
    throw error;
  }
}

/**
 * Sends a message to a person who did not ask for it, if they may use the app; fails closed.
 *
 * @param fields of a line in the log that says why it was not sent
 */
export async function sendDirect(
  { to, key, messageFor, check }: Omit<Extract<Answer, { kind: 'direct' }>, 'onOutcome'>,
  { access, messenger, log }: DirectPorts,
  fields: object,
): Promise<DirectOutcome> {
  const reader = { userId: to, teamId: null, channelId: null };
  const authorization = await access.authorize(reader, true);
  if (!authorization.isAllowed) {
    const { reason, failure } = authorization;
    if (failure === null) log.info({ ...fields, to, reason }, 'no direct message: refused');
    else log.warn({ ...fields, to, err: failure }, 'no direct message: reader not checked');
    if (reason === 'unknown') return 'failed';
    return reason === 'not_in_channel' ? 'no_directs' : 'no_access';
  }
  try {
    await messenger.direct(messageFor(authorization.reader.locale), to, { key, check });
    return 'sent';
  } catch (error) {
    if (error instanceof RetryLaterError) {
      log.info({ ...fields, to }, 'no direct message: left to another process');
      return 'left';
    }
    log.warn({ ...fields, to, err: error }, 'no direct message: Slack did not take it');
    return isNotPosted(error) ? 'failed' : 'unclear';
  }
}

interface DirectPorts {
  readonly access: Pick<Authorizer, 'authorize'>;
  readonly messenger: Pick<Messenger, 'direct'>;
  readonly log: Log;
}

/** Whether certainly nothing was posted. */
export function isNotPosted(error: unknown): boolean {
  const cause = error instanceof UndeliverableError ? error.cause : error;
  if (cause instanceof RetryLaterError) return true;
  return toPostError(cause).outcome !== 'unclear';
}

/** Metadata types of the app's messages, by which they are found again. */
export const DIGEST = 'rental_desk_digest';
export const SHARED = 'rental_desk_shared';

/** Metadata of a message: an opaque key, as everybody in the channel can read it. */
export interface PostMetadata {
  readonly event_type: string;
  readonly event_payload: { readonly slot: string };
}

/** @see https://docs.slack.dev/messaging/message-metadata */
export function metadataOf(key: string, type: typeof DIGEST | typeof SHARED): PostMetadata {
  return { event_type: type, event_payload: { slot: key } };
}

/** Whether a metadata type is the app's. */
export function isOurs(type: string | undefined): boolean {
  return type === DIGEST || type === SHARED;
}

/** Whether an id is a person's, which stands for their direct message with the app. */
export function isUserId(id: string): boolean {
  return /^[UW]/.test(id);
}

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
  /**
   * Sends a message to one person, in the app's direct message with them.
   *
   * @throws what `check` throws, before anything is sent
   */
  direct(message: Message, userId: string, options?: DirectOptions): Promise<void>;
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

interface DirectOptions extends Pick<PostTarget, 'thread' | 'check'> {
  /** By which it is found again. */
  readonly key?: string;
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

  async function direct(
    message: Message,
    userId: string,
    { thread, key, check }: DirectOptions = {},
  ): Promise<void> {
    const channel = await channelFor(client, userId);
    const metadata = key === undefined ? {} : { metadata: metadataOf(key, SHARED) };
    await postMessage(client, tokens, message, { channel, userId, thread, check, ...metadata });
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
