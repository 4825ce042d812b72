import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

import { UndeliverableError } from '../commands/errors.ts';
import { PostError } from '../digests/delivery/errors.ts';
import { postTrouble } from './post-trouble.ts';
import { isBusyForSome, refusalCode } from './refusal-code.ts';
import { ReplyLostError, ReplyRefusedError } from './response-url.ts';

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
const SERVER_FAULT = /^5\d\d$/;

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
  if (error instanceof ReplyRefusedError) return SERVER_FAULT.test(error.code);
  return postTrouble(error).outcome === 'unclear';
}
