import { setTimeout as delay } from 'node:timers/promises';

import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

import { unlessAborted } from '../../lib/timeout.ts';
import type { Log } from '../../log.ts';
import { isRateLimitWithoutDelay, isTransient, statusError } from '../../slack-errors.ts';
import { errorCode } from '../api-errors.ts';

/** Slack does not accept a token; the message says how to fix it. */
class SlackRefusalError extends Error {
  override readonly name = 'SlackRefusalError';
}

/** Slack cannot be reached now; retried. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';
}

const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;
/** Max `Retry-After`; a longer one is an error of a proxy. */
const RETRY_AFTER_MS_MAX = 3_600_000;

/**
 * Runs `work` until it succeeds, with growing delays while Slack cannot be reached.
 *
 * @param variable environment variable of the token
 * @returns `false` when `signal` was aborted before that
 * @throws {SlackRefusalError} when Slack does not accept the token
 */
export async function connectPatiently(
  work: () => Promise<unknown>,
  { variable, log, signal }: { variable: string; log: Log; signal: AbortSignal },
): Promise<boolean> {
  for (let retryMs = RETRY_MS; !signal.aborted; retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)) {
    try {
      // After an abort the try in flight is not awaited.
      await unlessAborted(work(), signal);
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) return false;
      const code = errorCode(error);
      if (code !== null && !isTransient(code)) {
        throw new SlackRefusalError(
          `Slack does not accept ${variable} (${code}): copy it anew from the app’s ` +
            'pages on api.slack.com/apps; npm run doctor looks closer.',
        );
      }
      const waitMs = waitAfter(error, retryMs);
      if (waitMs === null) throw error;
      // The answer of a proxy does not belong in the log.
      const isFromElsewhere = error instanceof WebAPIPlatformError && code === null;
      const err = isFromElsewhere ? new Error('what answers is not Slack') : error;
      log.warn({ err, againInSeconds: waitMs / 1000 }, 'Slack is not reached');
      await delay(waitMs, null, { signal }).catch(() => {});
    }
  }
  return false;
}

/** Milliseconds until the next try; `null` when none would help. */
function waitAfter(error: unknown, retryMs: number): number | null {
  if (error instanceof WebAPIRateLimitedError) {
    return Math.min(Math.max(retryMs, error.retryAfter * 1000), RETRY_AFTER_MS_MAX);
  }
  if (error instanceof WebAPIHTTPError)
    return statusError(error.statusCode).sent === 'maybe' ? retryMs : null;
  const isPassing =
    error instanceof WebAPIRequestError ||
    error instanceof WebAPIPlatformError ||
    error instanceof NotReachedError ||
    isRateLimitWithoutDelay(error) ||
    isTruncated(error);
  return isPassing ? retryMs : null;
}

/** Whether an answer broke off: the library passes this error on unwrapped. */
function isTruncated(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated';
}
