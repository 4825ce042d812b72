import type { Config } from '../../config.ts';
import { type Examination, type Finding, problem, ok } from '../finding.ts';
import { unavailableFinding, slackClient, slackFailure } from './slack.ts';

/**
 * Checks how requests from Slack reach the bot: Socket Mode, or HTTP with a signing secret.
 *
 * @param assistants what they may be shown of people; `null` where they get no answers
 */
export async function* examineHttp(
  { transport, apiUrl }: Config['slack'],
  assistants: Config['assistants'],
): Examination {
  if (transport.kind === 'socket') yield* examineSocket(transport.appToken, apiUrl);
  else yield secretFinding();
  if (assistants !== null) {
    yield ok(
      'AI assistants',
      `Slackbot may ask at /mcp, and Slack draws ${SHOWN[assistants]} beside the answers. The proxy must pass this path, too.`,
    );
  }
  return null;
}

const SHOWN = { initials: 'the initials of persons', reference: 'nothing of persons' };

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

/** The configuration has checked its form; the first request from Slack proves it. */
function secretFinding(): Finding {
  return ok('Signing secret', 'it looks right. Only a request from Slack can prove it.');
}
