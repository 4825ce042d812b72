import { setTimeout } from 'node:timers/promises';

import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

import type { Log } from '../log.ts';

/** Slack does not accept what the app brings; the message says what to mend. */
class SlackRefusalError extends Error {
  override readonly name = 'SlackRefusalError';
}

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;
const SERVER_FAULT = 500;

/** Slack's words for what passes. */
const PASSING: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'ratelimited',
  'rate_limited',
  'request_timeout',
  'service_unavailable',
]);

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
  for (let pauseMs = PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof WebAPIPlatformError && !PASSING.has(error.data.error)) {
        throw new SlackRefusalError(
          `Slack does not accept ${variable} (${error.data.error}): copy it anew from the app’s ` +
            'pages on api.slack.com/apps; npm run doctor looks closer.',
        );
      }
      const waitMs = waitAfter(error, pauseMs);
      if (waitMs === null) throw error;
      log.warn({ err: error, againInSeconds: waitMs / 1000 }, 'Slack is not reached');
      await setTimeout(waitMs, null, { signal }).catch(() => {});
    }
  }
  return false;
}

/** `null` for what no later try would change. */
function waitAfter(error: unknown, pauseMs: number): number | null {
  if (error instanceof WebAPIRateLimitedError) return Math.max(pauseMs, error.retryAfter * 1000);
  if (error instanceof WebAPIHTTPError) return error.statusCode >= SERVER_FAULT ? pauseMs : null;
  const isPassing = error instanceof WebAPIRequestError || error instanceof WebAPIPlatformError;
  return isPassing ? pauseMs : null;
}
