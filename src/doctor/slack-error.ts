import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

/** Slack’s words are such as `token_revoked`; nothing else is repeated. */
const CODE = /^[a-z_]{1,50}$/;

/** Why a call gave nothing. */
export type SlackFailure =
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'away'; readonly why: string };

/**
 * What of an error of Slack’s client may be told. Its own words hold requests, and with them tokens.
 *
 * @throws {unknown} the error itself, when it is none of Slack’s
 */
export function slackFailure(error: unknown): SlackFailure {
  if (error instanceof WebAPIPlatformError) {
    const { error: code } = error.data;
    return { kind: 'refused', code: CODE.test(code) ? code : 'unknown' };
  }
  if (error instanceof WebAPIRateLimitedError) return { kind: 'away', why: 'too many requests' };
  if (error instanceof WebAPIHTTPError) return { kind: 'away', why: `status ${error.statusCode}` };
  if (error instanceof WebAPIRequestError) return { kind: 'away', why: 'no connection' };
  throw error;
}

/** What to do when Slack itself is not reached. */
export const AWAY_MEND =
  'Check that this machine may connect to slack.com (firewall, proxy). Leave SLACK_API_URL empty, unless you use GovSlack or a test workspace.';
