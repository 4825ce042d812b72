import {
  type Logger,
  LogLevel,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api';
import { z } from 'zod';

import type { Config } from '../../config.ts';
import { networkReason } from '../../rental-api/errors.ts';
import {
  asErrorCode,
  isRateLimitWithoutDelay,
  slackError,
  statusError,
  isOutsideChannel,
} from '../../slack-errors.ts';
import {
  type Examination,
  type Finding,
  info,
  skipped,
  problem,
  ok,
  clockFinding,
  type TimedAnswer,
} from '../finding.ts';

/** A Slack client with a valid token. */
export interface Slack {
  readonly client: WebClient;
  /** Granted OAuth scopes; `null` when Slack does not say. */
  readonly scopes: readonly string[] | null;
}

const TOKEN = 'Slack token';
const CALL_MS_MAX = 10_000;

/** Seconds. Requests older than 5 min are refused, and digests must come on time. */
const CLOCK_TOLERANCE = { ahead: 60, behind: 60 };

/** Discards the log of Slack’s client, whose lines may hold tokens. */
const SILENT: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  getLevel: () => LogLevel.ERROR,
  setLevel: () => {},
  setName: () => {},
};

/** A client without retries. */
function slackClient(token: string, apiUrl: string | null, send: typeof fetch = fetch): WebClient {
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
 * Checks the bot token with `auth.test`, and the clock against Slack’s.
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
  const slack = yield* testToken(client);
  for (const answer of answers) {
    yield clockFinding('Slack’s clock', 'Slack’s', answer, CLOCK_TOLERANCE);
  }
  return slack;
}

async function* testToken(client: WebClient): Examination<Slack> {
  try {
    const { response_metadata: metadata } = await client.auth.test();
    yield ok(TOKEN, 'Slack accepts it.');
    return { client, scopes: metadata?.scopes ?? null };
  } catch (error) {
    yield callFinding(TOKEN, error, (code) =>
      problem(
        TOKEN,
        `Slack does not accept it (${code}).`,
        'On api.slack.com/apps open the app, install it to the workspace under OAuth & Permissions, and copy the Bot User OAuth Token into SLACK_BOT_TOKEN.',
      ),
    );
    return null;
  }
}

/** Consequences of each missing scope of `manifest.yml`; a test compares the two. */
export const SCOPES: Readonly<Record<string, string>> = {
  'app_mentions:read': 'Rental Desk does not hear when it is mentioned',
  'channels:read': 'Rental Desk cannot see who is in public channels, nor which are shared',
  'chat:write': 'nothing can be shared, and no digest comes',
  commands: '/rental and the shortcuts do nothing',
  'files:write': '/rental export gives no file',
  'groups:read': 'Rental Desk cannot see who is in private channels, nor which are shared',
  'im:history': 'Rental Desk does not hear what is written to it directly',
  'im:write': 'Rental Desk cannot write to anybody directly',
  'links:read': 'links to rental files show nothing',
  'links:write': 'links to rental files show nothing',
  'usergroups:read':
    'Rental Desk cannot see who is in the groups of ACCESS_USERGROUPS and ADMIN_USERGROUPS',
  'users:read': 'Rental Desk cannot see who is a member, so it answers nobody',
  'users:read.email': '/rental me finds no files',
};

/** The same for the optional scopes of `manifest.yml`. */
export const OPTIONAL_SCOPES: Readonly<Record<string, string>> = {
  'channels:history':
    'nobody can say, after a failure, whether a digest was posted to a public channel, and “only Lyon” in a thread there is not understood',
  'groups:history':
    'nobody can say, after a failure, whether a digest was posted to a private channel, and “only Lyon” in a thread there is not understood',
};

/** Shown once, with the last missing scope. */
const addThem = (them: string) =>
  `On api.slack.com/apps open the app, add ${them} under OAuth & Permissions to the Bot Token Scopes, and install the app again.`;

const THEM: Readonly<Record<number, string>> = { 1: 'it', 2: 'both' };

/** The same for the scope that only `MCP` needs. */
const ASSISTANT_SCOPES: Readonly<Record<string, string>> = {
  'mcp:connect': 'Slackbot cannot ask Rental Desk: it is needed for MCP only',
};

const GROUPS_SCOPE = 'usergroups:read';
const SLACK_SCOPES = 'Slack scopes';

/**
 * Compares the granted scopes with the required ones.
 *
 * @param granted from the header `x-oauth-scopes`; `null` when Slack does not say
 * @param assistants what they may be shown; `null` where they get no answers
 */
export async function* examineScopes(
  granted: readonly string[] | null,
  { usergroups, adminUsergroups }: Config['access'],
  assistants: Config['assistants'],
): Examination {
  if (granted === null) {
    yield skipped(SLACK_SCOPES, 'Slack does not say what the token may do');
    return null;
  }
  const known = { ...SCOPES, ...(assistants === null ? {} : ASSISTANT_SCOPES) };
  const missing = Object.keys(known).filter((scope) => !granted.includes(scope));
  const areGroupsNamed = usergroups.length + adminUsergroups.length > 0;
  const needed = missing.filter((scope) => areGroupsNamed || scope !== GROUPS_SCOPE);
  for (const [index, scope] of needed.entries()) {
    const isLast = index === needed.length - 1;
    const remedy = addThem(THEM[needed.length] ?? `all ${needed.length}`);
    yield problem(
      SLACK_SCOPES,
      `${scope} is missing. Without it, ${known[scope] ?? ''}.`,
      isLast ? remedy : '',
    );
  }
  if (needed.length === 0) yield ok(SLACK_SCOPES, 'everything that Rental Desk needs is granted.');
  if (missing.length > needed.length) {
    yield info(
      `Slack scope ${GROUPS_SCOPE}`,
      'it is not granted. Only ACCESS_USERGROUPS and ADMIN_USERGROUPS need it.',
    );
  }
  for (const [scope, lost] of Object.entries(OPTIONAL_SCOPES)) {
    if (granted.includes(scope)) continue;
    yield info(`Slack scope ${scope}`, `it is not granted. It is optional; without it, ${lost}.`);
  }
  return null;
}

type SlackFailure =
  | { readonly kind: 'refused'; readonly code: string }
  /** No usable response from Slack. */
  | { readonly kind: 'unavailable'; readonly message: string; readonly remedy: string };

const CONNECTION =
  'Check that this machine may connect to slack.com (firewall, proxy). Leave SLACK_API_URL empty, unless you use GovSlack or a test workspace.';
const BUSY: SlackFailure = {
  kind: 'unavailable',
  message: 'Slack is limiting requests right now.',
  remedy: 'Try again in a minute.',
};
const ANOTHER: SlackFailure = {
  kind: 'unavailable',
  message: 'Something else answers in place of Slack, such as a proxy or a login page.',
  remedy: CONNECTION,
};

/**
 * Classifies an error of Slack’s client. Its own message may hold requests, and with them tokens.
 *
 * @throws {unknown} the error itself, if it is not one of Slack’s client
 */
function slackFailure(error: unknown): SlackFailure {
  if (error instanceof WebAPIPlatformError) return refusalOf(error);
  if (error instanceof WebAPIRateLimitedError || isRateLimitWithoutDelay(error)) return BUSY;
  if (error instanceof WebAPIHTTPError) {
    const { statusCode } = error;
    return statusError(statusCode).sent === 'maybe' ? serverFault(`status ${statusCode}`) : ANOTHER;
  }
  if (!(error instanceof WebAPIRequestError)) throw error;
  const reason = networkReason(error.original);
  return {
    kind: 'unavailable',
    message: `Slack cannot be reached (${reason}).`,
    remedy: CONNECTION,
  };
}

function refusalOf({ data }: WebAPIPlatformError): SlackFailure {
  const code = asErrorCode(data.error);
  if (code === null) return ANOTHER;
  const { cause } = slackError(code);
  if (cause === 'limit') return BUSY;
  return cause === 'server' ? serverFault(code) : { kind: 'refused', code };
}

function serverFault(why: string): SlackFailure {
  return {
    kind: 'unavailable',
    message: `Slack itself has trouble (${why}).`,
    remedy: 'Look at slack-status.com, and try again in a few minutes.',
  };
}

/**
 * The finding for a call that failed.
 *
 * @param refused the one for a refusal, by Slack’s code
 * @throws {unknown} the error itself, if it is not one of Slack’s client
 */
export function callFinding(
  about: string,
  error: unknown,
  refused: (code: string) => Finding,
): Finding {
  const failure = slackFailure(error);
  return failure.kind === 'refused'
    ? refused(failure.code)
    : problem(about, failure.message, failure.remedy);
}

const ACCESS = 'Who may ask';

/** `A, B and C` */
const LIST = new Intl.ListFormat('en-GB');

const Groups = z.object({ usergroups: z.array(z.object({ id: z.string(), handle: z.string() })) });
const Channel = z.object({ channel: z.object({ name: z.string() }) });

/** What people call the groups and channels, by id, and what is wrong with the others. */
interface Names {
  readonly byId: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

/**
 * Says in words who gets answers and where, and who administers, and finds groups and channels that
 * Slack does not know.
 *
 * @param client `null` without a token that Slack accepts: ids then stand for names
 */
export async function* examineAccess(
  access: Config['access'],
  client: WebClient | null,
): Examination {
  const groups = await namesOfGroups(access, client);
  const channels = await namesOfChannels(access.channels, client);
  yield* groups.findings;
  yield* channels.findings;
  const named = (ids: readonly string[]) =>
    LIST.format(ids.map((id) => groups.byId.get(id) ?? channels.byId.get(id) ?? id));
  const where = access.channels.length === 0 ? 'any channel' : named(access.channels);
  yield ok(
    ACCESS,
    access.usergroups.length === 0
      ? `Anyone in the workspace who is not a guest, in ${where}.`
      : `Members of ${named(access.usergroups)} in ${where}.`,
  );
  yield ok(
    'Admins',
    access.adminUsergroups.length === 0
      ? 'The admins and owners of the workspace.'
      : `Members of ${named(access.adminUsergroups)}.`,
  );
  return null;
}

/** @see https://docs.slack.dev/reference/methods/usergroups.list */
async function namesOfGroups(
  { usergroups, adminUsergroups }: Config['access'],
  client: WebClient | null,
): Promise<Names> {
  const byId = new Map<string, string>();
  if (client === null || usergroups.length + adminUsergroups.length === 0) {
    return { byId, findings: [] };
  }
  try {
    const found = Groups.parse(await client.usergroups.list());
    for (const { id, handle } of found.usergroups) byId.set(id, `@${handle}`);
  } catch (error) {
    return { byId, findings: [notNamed(error)] };
  }
  const unknownIn = (variable: string, ids: readonly string[], meanwhile: string) =>
    ids
      .filter((id) => !byId.has(id))
      .map((id) =>
        problem(
          ACCESS,
          `Slack knows no user group ${id}, which ${variable} names: ${meanwhile}.`,
          `In Slack open the group under People & user groups, copy its id, for example S0123ABCD, into ${variable}, and see that the group is switched on.`,
        ),
      );
  return {
    byId,
    findings: [
      ...unknownIn('ACCESS_USERGROUPS', usergroups, 'nobody gets an answer through it'),
      ...unknownIn('ADMIN_USERGROUPS', adminUsergroups, 'nobody is an admin through it'),
    ],
  };
}

/** @see https://docs.slack.dev/reference/methods/conversations.info */
async function namesOfChannels(
  channels: readonly string[],
  client: WebClient | null,
): Promise<Names> {
  const byId = new Map<string, string>();
  const findings: Finding[] = [];
  for (const id of client === null ? [] : channels) {
    try {
      const { channel } = Channel.parse(await client?.conversations.info({ channel: id }));
      byId.set(id, `#${channel.name}`);
    } catch (error) {
      findings.push(
        notNamed(error, (code) =>
          isOutsideChannel(code)
            ? problem(
                ACCESS,
                `Slack shows no channel ${id}, which ACCESS_CHANNELS names.`,
                'Copy the channel’s id, for example C0123ABCD, from the end of its details in Slack; into a private channel, invite Rental Desk first.',
              )
            : unnamed(code),
        ),
      );
    }
  }
  return { byId, findings };
}

function notNamed(error: unknown, refused = unnamed): Finding {
  return error instanceof z.ZodError
    ? skipped(ACCESS, 'Slack names none of them')
    : callFinding(ACCESS, error, refused);
}

function unnamed(code: string): Finding {
  return skipped(ACCESS, `Slack does not name them (${code})`);
}

/**
 * Checks how requests from Slack reach the bot: Socket Mode, or HTTP with a signing secret.
 *
 * @param assistants what they may be shown of people; `null` where they get no answers
 */
export async function* examineTransport(
  { transport, apiUrl }: Config['slack'],
  assistants: Config['assistants'],
): Examination {
  if (transport.kind === 'socket') yield* examineSocket(transport.appToken, apiUrl);
  // The configuration has checked its form; the first request from Slack proves it.
  else yield ok('Signing secret', 'it looks right. Only a request from Slack can prove it.');
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
    yield callFinding(SOCKET, error, (code) =>
      problem(
        SOCKET,
        `Slack opens no socket for the app-level token (${code}).`,
        'On api.slack.com/apps open the app, switch Socket Mode on, create a token with connections:write under Basic Information, and copy it into SLACK_APP_TOKEN.',
      ),
    );
  }
  return null;
}

const WORK_OBJECTS = 'Work Objects';
const SWITCH =
  'Work Object Previews on api.slack.com/apps, with the type Item and the event entity_details_requested';

/**
 * Whether links become Work Objects. The switch at Slack can neither be set by a manifest nor be seen
 * by the app.
 *
 * @see https://docs.slack.dev/messaging/work-objects-implementation
 */
export async function* examineWorkObjects({
  workObjects,
}: Pick<Config['slack'], 'workObjects'>): Examination {
  yield info(
    WORK_OBJECTS,
    workObjects
      ? `WORK_OBJECTS is on. Slack does not show apps whether they are on there as well: look at ${SWITCH}.`
      : `off: links to rental files get a preview of text. For cards with a panel, switch on ${SWITCH}; then set WORK_OBJECTS=on.`,
  );
  return null;
}
