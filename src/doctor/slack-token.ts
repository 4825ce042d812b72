import { type Logger, LogLevel, WebClient } from '@slack/web-api';

import type { Config } from '../config.ts';
import { clockFinding, type TimedAnswer } from './clock.ts';
import { type Examination, trouble, well } from './finding.ts';
import { awayFinding, slackFailure } from './slack-error.ts';

/** Slack, with a token that it accepts. */
export interface Slack {
  readonly client: WebClient;
  /** What the token may do; `null` when Slack does not say. */
  readonly scopes: readonly string[] | null;
}

const ABOUT = 'Slack token';
const CALL_MS_MAX = 10_000;

/** Requests of Slack that are five minutes old are refused; digests are to come on time. */
const CLOCK_TOLERANCE = { ahead: 60, behind: 60 };

/** Its lines may hold tokens. */
const SILENT: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  getLevel: () => LogLevel.ERROR,
  setLevel: () => {},
  setName: () => {},
};

/** A client that tries once. */
export function slackClient(
  token: string,
  apiUrl: string | null,
  send: typeof fetch = fetch,
): WebClient {
  return new WebClient(token, {
    ...(apiUrl === null ? {} : { slackApiUrl: apiUrl }),
    fetch: send,
    timeout: CALL_MS_MAX,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: SILENT,
  });
}

/**
 * Shows Slack the bot token, and compares clocks.
 *
 * @param now epoch milliseconds
 * @see https://docs.slack.dev/reference/methods/auth.test
 */
export async function* examineSlackToken(
  { botToken, apiUrl }: Config['slack'],
  now: () => number,
): Examination<Slack> {
  const answers: TimedAnswer[] = [];
  const client = slackClient(botToken, apiUrl, async (input, init) => {
    const sentAt = now();
    const response = await fetch(input, init);
    answers.push({ headers: response.headers, sentAt, answeredAt: now() });
    return response;
  });
  const slack = yield* test(client);
  for (const answer of answers) {
    yield clockFinding('Slack’s clock', 'Slack’s', answer, CLOCK_TOLERANCE);
  }
  return slack;
}

async function* test(client: WebClient): Examination<Slack> {
  try {
    const { response_metadata: metadata } = await client.auth.test();
    yield well(ABOUT, 'Slack accepts it.');
    return { client, scopes: metadata?.scopes ?? null };
  } catch (error) {
    yield refusalOf(error);
    return null;
  }
}

function refusalOf(error: unknown) {
  const failure = slackFailure(error);
  return failure.kind === 'away'
    ? awayFinding(ABOUT, failure)
    : trouble(
        ABOUT,
        `Slack does not accept it (${failure.code}).`,
        'On api.slack.com/apps open the app, install it to the workspace under OAuth & Permissions, and copy the Bot User OAuth Token into SLACK_BOT_TOKEN.',
      );
}
