import type { Config } from '../../config.ts';
import { type Examination, problem, ok } from '../finding.ts';
import { unavailableFinding, slackClient, slackFailure } from './slack.ts';

/** Checks how requests from Slack reach the bot: Socket Mode, or HTTP with a signing secret. */
export async function* examineHttp({ transport, apiUrl }: Config['slack']): Examination {
  if (transport.kind === 'socket') yield* examineSocket(transport.appToken, apiUrl);
  else yield* examineSecret(transport.signingSecret, apiUrl);
  return null;
}

const SOCKET = 'Socket Mode';

/** @see https://docs.slack.dev/reference/methods/apps.connections.open */
async function* examineSocket(appToken: string, apiUrl: string | null): Examination {
  try {
    await slackClient(appToken, apiUrl).apps.connections.open();
    yield ok(SOCKET, 'the app-level token opens a socket.');
  } catch (error) {
    const failure = slackFailure(error);
    yield failure.kind === 'unavailable'
      ? unavailableFinding(SOCKET, failure)
      : problem(
          SOCKET,
          `Slack opens no socket for the app-level token (${failure.code}).`,
          'On api.slack.com/apps open the app, switch Socket Mode on, create a token with connections:write under Basic Information, and copy it into SLACK_APP_TOKEN.',
        );
  }
  return null;
}

const SECRET = 'Signing secret';

/** The format at Slack; a test workspace may have another. */
const SHAPE = /^[0-9a-f]{32}$/;

/** Checks the format only: the secret itself is proven by the first request from Slack. */
async function* examineSecret(secret: string, apiUrl: string | null): Examination {
  const isWrong = /^xox|^xapp-/.test(secret) || (apiUrl === null && !SHAPE.test(secret));
  yield isWrong
    ? problem(
        SECRET,
        'It does not look like a signing secret: 32 characters, each of 0-9 or a-f.',
        'On api.slack.com/apps open the app, and copy the Signing Secret (not the Client Secret, and not a token) from Basic Information into SLACK_SIGNING_SECRET.',
      )
    : ok(SECRET, 'it looks right. Only a request from Slack can prove it.');
  return null;
}
