import { setTimeout as delay } from 'node:timers/promises';

import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

import type { Log } from '../../log.ts';
import { isRateLimitWithoutDelay, isTransient, statusError } from '../../slack-errors.ts';
import { errorCode } from '../api-errors.ts';

/** Slack does not accept what the app brings; the message says what to mend. */
class SlackRefusalError extends Error {
  override readonly name = 'SlackRefusalError';
}

/** Slack was not reached; it is to be tried again. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';
}

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;
/** No rest that Slack asks for is as long: a longer one is a mistake on the way. */
const REST_MS_MAX = 3_600_000;

/**
 * Does what needs Slack, and tries again, later and later, while Slack is not reached.
 *
 * @param variable what holds the token
 * @returns false when `signal` was aborted before that
 * @throws {SlackRefusalError} when Slack answers, and does not accept it
 */
export async function greet(
  work: () => Promise<unknown>,
  { variable, log, signal }: { variable: string; log: Log; signal: AbortSignal },
): Promise<boolean> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => stop(), { once: true });
  for (let pauseMs = PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      // What is under way then is not waited for.
      await Promise.race([work(), stopped]);
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
      const waitMs = waitAfter(error, pauseMs);
      if (waitMs === null) throw error;
      // Whatever answered in place of Slack is no text for a log.
      const isFromElsewhere = error instanceof WebAPIPlatformError && code === null;
      const err = isFromElsewhere ? new Error('what answers is not Slack') : error;
      log.warn({ err, againInSeconds: waitMs / 1000 }, 'Slack is not reached');
      await delay(waitMs, null, { signal }).catch(() => {});
    }
  }
  return false;
}

/** `null` for what no later try would change. */
function waitAfter(error: unknown, pauseMs: number): number | null {
  if (error instanceof WebAPIRateLimitedError) {
    return Math.min(Math.max(pauseMs, error.retryAfter * 1000), REST_MS_MAX);
  }
  if (error instanceof WebAPIHTTPError)
    return statusError(error.statusCode).sent === 'maybe' ? pauseMs : null;
  const isPassing =
    error instanceof WebAPIRequestError ||
    error instanceof WebAPIPlatformError ||
    error instanceof NotReachedError ||
    isRateLimitWithoutDelay(error) ||
    isCut(error);
  return isPassing ? pauseMs : null;
}

/** The library passes on as it is what breaks off an answer that has begun. */
function isCut(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated';
}
