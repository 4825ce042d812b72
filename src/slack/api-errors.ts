import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

import { UndeliverableError } from '../commands/errors.ts';
import { PostError } from '../digests/delivery/errors.ts';
import { ReplyLostError, ReplyRefusedError } from './respond/response-url.ts';

/** What Slack calls its refusals; the library takes whatever else was answered for such a word. */
const CODE = /^[\w-]{1,100}$/;

/**
 * Slack's word for why it refused something; `null` when it was not Slack that did: also where
 * something between us and Slack has answered, so that nobody knows what Slack did.
 */
export function refusalCode(error: unknown): string | null {
  if (error instanceof ReplyRefusedError) return error.code;
  if (!(error instanceof WebAPIPlatformError)) return null;
  // The library's type promises more than an answer from elsewhere keeps.
  const code: unknown = error.data.error;
  return typeof code === 'string' && CODE.test(code) ? code : null;
}

/**
 * Whether Slack has too much to do, and does not say for how long: the library has no class for
 * that.
 */
export function isBusyForSome(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Retry header did not contain');
}

/** Codes of refusals that have nothing to do with what was to be sent. */
const OF_THE_WAY: ReadonlySet<string> = new Set([
  'used_url',
  'expired_url',
  'invalid_url',
  '404',
  'message_not_found',
  'expired_trigger_id',
  'exchanged_trigger_id',
  'invalid_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
  'push_limit_reached',
  'not_found',
  'channel_not_found',
  'not_in_channel',
  'user_not_in_channel',
  'is_archived',
]);

/**
 * Codes of refusals of what was to be sent. Any other may come with a message that went out all the
 * same, such as `fatal_error`: it is never sent twice.
 */
const OF_THE_BLOCKS: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_attachments',
  'invalid_arguments',
  'invalid_payload',
  'msg_blocks_too_long',
  'only_one_table_allowed',
  'view_too_large',
  '400',
]);

/** Whether a plainer message may be taken where this one was not. */
export function mayBeBlocks(error: unknown): boolean {
  return OF_THE_BLOCKS.has(refusalCode(error) ?? '');
}

/** Whether the way itself is closed, whatever is sent on it. */
export function isResponseClosed(error: unknown): boolean {
  return OF_THE_WAY.has(refusalCode(error) ?? '');
}

/** Whether the person has closed the window that something was to be shown in. */
export function isModalGone(error: unknown): boolean {
  return refusalCode(error) === 'not_found';
}

/** Codes with which a message may have gone out all the same. */
const UNCLEAR: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
]);

/** Codes that say nothing about the message or the channel: it is welcome later. */
const LATER: ReadonlySet<string> = new Set([
  'accesslimited',
  'account_inactive',
  'invalid_auth',
  'message_limit_exceeded',
  'not_authed',
  'rate_limited',
  'ratelimited',
  'team_added_to_org',
  'token_expired',
  'token_revoked',
]);

/** Connections that never came about: nothing can have been sent on them. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

const SERVER_FAULT = 500;

/**
 * What an error of the Web API client says of the message that was to be posted.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postMessage#errors
 */
export function postTrouble(error: unknown): PostError {
  if (error instanceof PostError) return error;
  if (error instanceof WebAPIRateLimitedError) {
    return new PostError('wait', 'ratelimited', error.retryAfter * 1000);
  }
  if (isBusyForSome(error)) return new PostError('wait', 'ratelimited');
  if (error instanceof WebAPIPlatformError) {
    const code = refusalCode(error);
    if (code === null) return new PostError('unclear', 'unreadable_answer');
    if (UNCLEAR.has(code)) return new PostError('unclear', code);
    return new PostError(LATER.has(code) ? 'wait' : 'refused', code);
  }
  if (error instanceof WebAPIHTTPError) {
    const outcome = error.statusCode >= SERVER_FAULT ? 'unclear' : 'wait';
    return new PostError(outcome, `http_${error.statusCode}`);
  }
  if (error instanceof WebAPIRequestError) {
    const code = networkCode(error.original);
    return new PostError(NEVER_SENT.has(code) ? 'wait' : 'unclear', code);
  }
  return new PostError('unclear', 'unknown');
}

/** `fetch` and its like keep the reason in the cause. */
function networkCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : networkCode(error.cause);
}

const OBSTACLES: ReadonlyMap<string | null, UndeliverableError['obstacle']> = new Map([
  ['not_in_channel', 'not_in_channel'],
  ['channel_not_found', 'not_in_channel'],
  // Without these nothing reaches a channel that the app is not in.
  ['expired_url', 'not_in_channel'],
  ['used_url', 'not_in_channel'],
  ['invalid_url', 'not_in_channel'],
  ['404', 'not_in_channel'],
  ['is_archived', 'archived'],
  ['missing_scope', 'not_allowed'],
  ['restricted_action', 'not_allowed'],
]);

/** Slack's own faults, as the status of an answer. */
const SERVER_FAULT_CODE = /^5\d\d$/;

/** What stood in the way of an answer when Slack did; an error of our own stays what it is. */
export function undelivered(error: unknown): unknown {
  return isOfSlack(error) ? undeliverable(error) : error;
}

/** What stood in the way of something that was sent to Slack. */
export function undeliverable(cause: unknown): UndeliverableError {
  const named = OBSTACLES.get(refusalCode(cause));
  return new UndeliverableError(named ?? (isUnclear(cause) ? 'unclear' : 'refused'), { cause });
}

function isOfSlack(error: unknown): boolean {
  return (
    error instanceof WebAPIPlatformError ||
    error instanceof WebAPIHTTPError ||
    error instanceof WebAPIRequestError ||
    error instanceof WebAPIRateLimitedError ||
    error instanceof PostError ||
    error instanceof ReplyRefusedError ||
    error instanceof ReplyLostError ||
    isBusyForSome(error)
  );
}

/** Whether Slack may have taken it all the same. */
function isUnclear(error: unknown): boolean {
  if (error instanceof ReplyLostError) return true;
  if (error instanceof ReplyRefusedError) return SERVER_FAULT_CODE.test(error.code);
  return postTrouble(error).outcome === 'unclear';
}
