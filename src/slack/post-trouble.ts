import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

import { PostError } from '../digests/delivery/errors.ts';
import { isBusyForSome, refusalCode } from './refusal-code.ts';

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
