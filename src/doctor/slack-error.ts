import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

import { networkReason } from '../rental-api/errors.ts';
import { type Finding, trouble } from './finding.ts';

/** Slack’s words are such as `token_revoked`; nothing else is repeated. */
const CODE = /^[a-z_]{1,50}$/;

/** Why a call gave nothing. */
export type SlackFailure =
  | { readonly kind: 'refused'; readonly code: string }
  /** What is said of it, and what to do. */
  | { readonly kind: 'away'; readonly said: string; readonly mend: string };

const CONNECTION =
  'Check that this machine may connect to slack.com (firewall, proxy). Leave SLACK_API_URL empty, unless you use GovSlack or a test workspace.';
const BUSY: SlackFailure = {
  kind: 'away',
  said: 'Slack takes no more questions at the moment (too many requests).',
  mend: 'Try again in a minute.',
};
const ANOTHER: SlackFailure = {
  kind: 'away',
  said: 'Something else answers in place of Slack, such as a proxy or a login page.',
  mend: CONNECTION,
};

/** Slack’s words for what passes by itself. */
const PASSING: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
]);
const SERVER_FAULT = 500;

/**
 * What of an error of Slack’s client may be told. Its own words hold requests, and with them tokens.
 *
 * @throws {unknown} the error itself, when it is none of Slack’s
 */
export function slackFailure(error: unknown): SlackFailure {
  if (error instanceof WebAPIPlatformError) return refusalOf(error);
  if (error instanceof WebAPIRateLimitedError || isBusyForSome(error)) return BUSY;
  if (error instanceof WebAPIHTTPError) {
    const { statusCode } = error;
    return statusCode >= SERVER_FAULT ? faulty(`status ${statusCode}`) : ANOTHER;
  }
  if (!(error instanceof WebAPIRequestError)) throw error;
  const reason = networkReason(error.original);
  return { kind: 'away', said: `Slack is not reached (${reason}).`, mend: CONNECTION };
}

function refusalOf({ data }: WebAPIPlatformError): SlackFailure {
  // The library takes whatever was answered for a word of Slack’s.
  const code: unknown = data.error;
  if (typeof code !== 'string' || !CODE.test(code)) return ANOTHER;
  return PASSING.has(code) ? faulty(code) : { kind: 'refused', code };
}

/** Slack has too much to do, and does not say for how long: the library has no class for that. */
function isBusyForSome(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Retry header did not contain');
}

function faulty(why: string): SlackFailure {
  return {
    kind: 'away',
    said: `Slack itself has trouble (${why}).`,
    mend: 'Look at slack-status.com, and try again in some minutes.',
  };
}

/** That Slack said nothing of use about something. */
export function awayFinding(
  about: string,
  { said, mend }: Extract<SlackFailure, { kind: 'away' }>,
): Finding {
  return trouble(about, said, mend);
}
