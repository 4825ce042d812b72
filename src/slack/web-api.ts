import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { z } from 'zod';

import { type Container, UndeliverableError } from '../commands/errors.ts';
import { PostError } from '../delivery/ports.ts';
import {
  asErrorCode,
  type ErrorCause,
  isBlocksError,
  isRateLimitWithoutDelay,
  RATE_LIMITED,
  slackError,
  statusError,
} from '../slack-errors.ts';

/** Slack refused a message sent to a response URL; `code` is Slack's code, or the HTTP status. */
export class ReplyRefusedError extends Error {
  override readonly name = 'ReplyRefusedError';
  readonly code: string;

  constructor(code: string) {
    super(`the reply was refused: ${code}`);
    this.code = code;
  }
}

/** No answer came from a response URL: Slack may have taken the message. */
export class ReplyLostError extends Error {
  override readonly name = 'ReplyLostError';

  constructor(cause: unknown) {
    // Not the cause itself: it may name the URL, which is all that it takes to post.
    super(`nothing was heard of the reply: ${networkCode(cause)}`);
  }
}

/** Slack named an address that is not its own, to which nothing was sent. */
export class ForeignAddressError extends Error {
  override readonly name = 'ForeignAddressError';
  readonly code = 'foreign_address';

  constructor() {
    super('nothing is sent to an address that is not Slack’s');
  }
}

/**
 * Slack's code for why it refused a call; `null` when the error is not Slack's, or when a proxy
 * answered in its place and nobody knows what Slack did.
 */
export function errorCode(error: unknown): string | null {
  if (error instanceof ReplyRefusedError) return error.code;
  // The library's type promises a string, whatever was answered.
  return error instanceof WebAPIPlatformError ? asErrorCode(error.data.error) : null;
}

/** Whether plainer blocks may be accepted where these were refused. */
export function isBlocksRejected(error: unknown): boolean {
  return isBlocksError(errorCode(error) ?? '');
}

/** Whether blocks may be accepted where a Work Object was refused. */
export function isEntityRejected(error: unknown): boolean {
  // Slack may name no closer cause.
  return slackError(errorCode(error) ?? '').cause === 'entity' || isBlocksRejected(error);
}

/** Whether nothing can be sent by the path that was tried, such as an expired response URL. */
export function isResponseClosed(error: unknown): boolean {
  const { retry, cause } = slackError(errorCode(error) ?? '');
  return retry === 'now' && cause !== 'blocks' && cause !== 'entity';
}

/** Whether the person has closed the modal. */
export function isModalGone(error: unknown): boolean {
  return slackError(errorCode(error) ?? '').cause === 'view';
}

/** Errors of connections that were never made: nothing was sent. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'foreign_address',
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

/** Max `Retry-After`: timers and the database cannot hold one of any length. */
const RETRY_AFTER_MS_MAX = 86_400_000;

/**
 * An error of the Web API client as what it says of the message that was to be posted.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postMessage#errors
 */
export function toPostError(error: unknown): PostError {
  if (error instanceof PostError) return error;
  if (error instanceof WebAPIRateLimitedError) {
    return new PostError('wait', RATE_LIMITED, {
      retryAfterMs: Math.min(error.retryAfter * 1000, RETRY_AFTER_MS_MAX),
      cause: error,
    });
  }
  if (isRateLimitWithoutDelay(error)) return new PostError('wait', RATE_LIMITED, { cause: error });
  if (error instanceof WebAPIPlatformError) {
    const code = errorCode(error);
    if (code === null) return new PostError('unclear', 'unreadable_answer', { cause: error });
    const { sent, retry } = slackError(code);
    if (sent === 'maybe') return new PostError('unclear', code, { cause: error });
    return new PostError(retry === 'later' ? 'wait' : 'refused', code, { cause: error });
  }
  if (error instanceof WebAPIHTTPError) {
    const outcome = statusError(error.statusCode).sent === 'maybe' ? 'unclear' : 'wait';
    return new PostError(outcome, `http_${error.statusCode}`, { cause: error });
  }
  if (error instanceof WebAPIRequestError) {
    const code = networkCode(error.original);
    return new PostError(NEVER_CONNECTED.has(code) ? 'wait' : 'unclear', code, { cause: error });
  }
  return new PostError('unclear', 'unknown', { cause: error });
}

/** `fetch` keeps the reason in the cause. */
function networkCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : networkCode(error.cause);
}

const OBSTACLES: Readonly<Partial<Record<ErrorCause, UndeliverableError['obstacle']>>> = {
  channel: 'not_in_channel',
  // A used or expired response URL was the only path into a channel that the app is not in.
  url: 'not_in_channel',
  archived: 'archived',
  permission: 'not_allowed',
  token: 'token',
  limit: 'limited',
  length: 'too_long',
};

/** An error of Slack's as an `UndeliverableError`; an error of our own unchanged. */
export function toUndeliverable(error: unknown, container?: Container): unknown {
  return isSlackFailure(error) ? undeliverableError(error, container) : error;
}

/** Why something that was sent to Slack did not arrive. */
export function undeliverableError(
  cause: unknown,
  container: Container = 'message',
): UndeliverableError {
  const code = isRateLimited(cause) ? RATE_LIMITED : errorCode(cause);
  const named = OBSTACLES[slackError(code ?? '').cause];
  const obstacle = named ?? (mayHaveArrived(cause) ? 'unclear' : 'refused');
  return new UndeliverableError(obstacle, { cause, container });
}

/** Whether Slack's client gave up at a rate limit, for which it has no code of Slack's. */
function isRateLimited(error: unknown): boolean {
  return error instanceof WebAPIRateLimitedError || isRateLimitWithoutDelay(error);
}

function isSlackFailure(error: unknown): boolean {
  return (
    error instanceof WebAPIPlatformError ||
    error instanceof WebAPIHTTPError ||
    error instanceof WebAPIRequestError ||
    error instanceof PostError ||
    error instanceof ReplyRefusedError ||
    error instanceof ReplyLostError ||
    isRateLimited(error)
  );
}

function mayHaveArrived(error: unknown): boolean {
  if (error instanceof ReplyLostError) return true;
  if (error instanceof ReplyRefusedError) return slackError(error.code).sent === 'maybe';
  return toPostError(error).outcome === 'unclear';
}

/** Where a page begins; the first one without it. */
export interface Cursor {
  readonly cursor?: string;
}

const End = z.object({
  has_more: z.boolean().optional(),
  response_metadata: z.object({ next_cursor: z.string().nullish() }).nullish(),
});

/**
 * Pages of Slack's answers, in their order; `null` at the end where not all of them could be read:
 * after `max` of them, or where the next one has no cursor, or one that led to a page before.
 *
 * @throws the errors of `read`, and one for an answer of another shape
 * @see https://docs.slack.dev/apis/web-api/pagination
 */
export async function* pagesOf<Page extends z.ZodType>(
  schema: Page,
  read: (from: Cursor) => Promise<unknown>,
  max: number,
): AsyncGenerator<z.output<Page> | null> {
  const seen = new Set<string>();
  for (let from: Cursor = {}; seen.size < max;) {
    const answer = await read(from);
    yield schema.parse(answer);
    const { has_more: hasMore = false, response_metadata: more } = End.parse(answer);
    const cursor = more?.next_cursor ?? '';
    if (cursor === '' && !hasMore) return;
    if (cursor === '' || seen.has(cursor)) break;
    seen.add(cursor);
    from = { cursor };
  }
  yield null;
}
