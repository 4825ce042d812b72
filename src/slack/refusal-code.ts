import { WebAPIPlatformError } from '@slack/web-api';

import { ReplyRefusedError } from './response-url.ts';

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
export function isWayClosed(error: unknown): boolean {
  return OF_THE_WAY.has(refusalCode(error) ?? '');
}

/** Whether the person has closed the window that something was to be shown in. */
export function isWindowGone(error: unknown): boolean {
  return refusalCode(error) === 'not_found';
}
