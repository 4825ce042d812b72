import { type App, type AppOptions, LogLevel, type Logger } from '@slack/bolt';
import type { WebClient, WebClientOptions } from '@slack/web-api';

import { serverTimeOf } from '../lib/http.ts';
import { type Degradations, type Log, safeMessage } from '../log.ts';
import { slackError } from '../slack-errors.ts';
import type { HttpHandlerOptions } from './receivers/http-handler.ts';
import { type Health, createHttpReceiver } from './receivers/http-receiver.ts';
import { createSocketReceiver } from './receivers/socket-receiver.ts';
import { trustedSlackUrl } from './respond/respond.ts';
import { errorCode, ForeignAddressError } from './web-api.ts';

export interface SlackAppOptions extends Omit<
  HttpHandlerOptions,
  'secrets' | 'routes' | 'state' | 'bolt'
> {
  readonly botToken: string;
  /** Base of the Web API; `null` is Slack's own. */
  readonly apiUrl: string | null;
  readonly transport:
    | { readonly kind: 'socket'; readonly appToken: string }
    | { readonly kind: 'http'; readonly signingSecret: string };
  /** Signing secret from before a change; accepted like the current one. */
  readonly previousSecret?: string | null;
  readonly port: number;
  /** `null` listens on every interface. */
  readonly host: string | null;
  /** For calls to Slack; the global one without it. */
  readonly fetch?: typeof fetch;
  /** Figures for `/readyz` and `/metrics`; without them `/readyz` has Slack's state only. */
  readonly health?: Health;
  /** Called with what Slack’s answers show of the token and the clock. */
  readonly report?: Degradations['report'];
  /** Milliseconds without a request after which no sender counts on this instance; default 250. */
  readonly drainMs?: number;
}

/** Bolt's options for either transport. */
export interface BoltOptions extends AppOptions {
  readonly logger: Logger;
}

/** A Bolt app with its start and stop. */
export interface SlackApp {
  readonly app: App;
  /**
   * Accepts requests; `/healthz` and `/readyz` answer before that. While Slack cannot be reached it
   * retries with growing delays and logs each try.
   *
   * @returns the port; `null` when the app was stopped meanwhile
   * @throws {SlackRefusalError} when Slack does not accept the tokens
   * @throws {Error} when the port is taken
   */
  start(): Promise<number | null>;
  /**
   * Stops accepting requests: `/readyz` turns 503 at once, and requests that still come are handled
   * until no more come and each client that polls `/readyz` every few seconds has seen it, for 3 s
   * at most.
   * Resolves when each is acknowledged; answers may follow.
   */
  stop(): Promise<void>;
}

const CALL_MS_MAX = 10_000;

/**
 * Bolt over Socket Mode with an app-level token, or over signed HTTP requests to `/slack/events`;
 * both with `/healthz` and `/readyz` on the port.
 *
 * @see https://docs.slack.dev/apis/events-api/comparing-http-socket-mode
 */
export function createSlackApp(options: SlackAppOptions): SlackApp {
  const shared: BoltOptions = {
    token: options.botToken,
    clientOptions: {
      ...clientOptions(options),
      // Slack has no idempotency key: a retried call may post a message twice.
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    },
    logger: boltLogger(options.log),
    convoStore: false,
    deferInitialization: true,
  };
  const { transport } = options;
  return transport.kind === 'socket'
    ? createSocketReceiver(transport.appToken, options, shared, clientOptions(options))
    : createHttpReceiver(transport.signingSecret, options, shared);
}

const SLACK_API_URL = 'https://slack.com/api/';

function clientOptions({
  apiUrl,
  fetch = globalThis.fetch,
  now,
  report = () => {},
}: SlackAppOptions): WebClientOptions {
  return {
    timeout: CALL_MS_MAX,
    ...(apiUrl === null ? {} : { slackApiUrl: apiUrl }),
    fetch: watchedFetch(fetch, { report, now, apiUrl: apiUrl ?? SLACK_API_URL }),
  };
}

/**
 * The log of Bolt and the Web API client, marked by `source`.
 *
 * Their debug lines contain whole requests with tokens and are dropped; of other lines only strings
 * and error messages are kept, without what they quote of an answer that is not Slack’s.
 */
function boltLogger(log: Log): Logger {
  const fields = { source: 'bolt' };
  return {
    debug: () => {},
    info: (...parts) => log.debug(fields, line(parts)),
    warn: (...parts) => log.warn(fields, line(parts)),
    error: (...parts) => log.error(fields, line(parts)),
    getLevel: () => LogLevel.INFO,
    setLevel: () => {},
    setName: () => {},
  };
}

const LINE_LENGTH_MAX = 500;

function line(parts: readonly unknown[]): string {
  return parts
    .flatMap((part) => {
      if (part instanceof Error) return [`${part.name}: ${safeMessage(part.name, part.message)}`];
      return typeof part === 'string' ? [safeMessage('', part)] : [];
    })
    .join(' ')
    .slice(0, LINE_LENGTH_MAX);
}

const ERROR_CHARACTERS = 500;

/** Requests are refused from five minutes on, and digests must come on time. */
const CLOCK_SECONDS_MAX = 60;

export interface SlackWatch extends Pick<Degradations, 'report'> {
  readonly now: () => number;
  /** Base of the Web API, whose origin alone gets the token. */
  readonly apiUrl: string;
}

/**
 * A `fetch` for the Web API that reports a token which Slack refuses, and a clock that differs from
 * its `Date`. Failures name the method that was called, which the client library leaves out: in the
 * body of an error of Slack’s, and in the error where no answer came.
 *
 * A file is sent to an address that Slack names, without the token, and to no address but Slack’s.
 */
export function watchedFetch(
  send: typeof fetch,
  { report, now, apiUrl }: SlackWatch,
): typeof fetch {
  return async (input, init) => {
    const isRequest = input instanceof Request;
    const { href, origin, pathname } = new URL(isRequest ? input.url : input);
    const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined));
    if (origin !== new URL(apiUrl).origin) {
      if (trustedSlackUrl(href, apiUrl) === undefined) throw new ForeignAddressError();
      headers.delete('authorization');
    }
    const method = pathname.split('/').at(-1) ?? '';
    const sentAt = now();
    let response: Response;
    try {
      response = await send(input, { ...init, headers });
    } catch (error) {
      throw error instanceof Error ? Object.assign(error, { method }) : error;
    }
    const ourMs = (sentAt + now()) / 2;
    const serverMs = serverTimeOf(response.headers);
    if (serverMs !== null) {
      const ahead = Math.round((ourMs - serverMs) / 1000);
      report('clock', Math.abs(ahead) > CLOCK_SECONDS_MAX, { clockAheadSeconds: ahead });
    }
    const text = response.text.bind(response);
    return Object.assign(response, {
      async text() {
        const body = await text();
        const start = body.slice(0, ERROR_CHARACTERS);
        if (!method.includes('.') || !/^\s*\{[\s\S]*"ok":\s*(?:true|false)/.test(start))
          return body;
        const code = /"ok":\s*false/.test(start)
          ? (/"error":\s*"(\w+)"/.exec(start)?.[1] ?? '')
          : null;
        const isRefused = code !== null && slackError(code).cause === 'token';
        const isAppToken = method === 'apps.connections.open';
        const token = isAppToken ? 'slack app token' : 'slack token';
        report(token, isRefused, { method, slackError: code });
        return code === null ? body : body.replace('{', `{"method":${JSON.stringify(method)},`);
      },
    });
  };
}

/**
 * Asks Slack whether the token and the user groups are known, so that `/readyz` is true without
 * requests. Never rejects: the watched `fetch` reports the token and the clock.
 *
 * @see https://docs.slack.dev/reference/methods/usergroups.users.list
 */
export async function checkSlack(
  client: WebClient,
  usergroups: readonly string[],
  report: Degradations['report'],
): Promise<void> {
  const isAccepted = await client.auth.test().then(
    () => true,
    () => false,
  );
  if (!isAccepted || usergroups.length === 0) return;
  const codes = await Promise.all(
    usergroups.map(async (usergroup) =>
      client.usergroups.users.list({ usergroup }).then(
        () => null,
        (error: unknown) => errorCode(error) ?? '',
      ),
    ),
  );
  const unreadable = codes.filter((code) => code !== null);
  const refused = unreadable.find((code) =>
    ['request', 'permission'].includes(slackError(code).cause),
  );
  if (refused !== undefined) report('user groups', true, { slackError: refused });
  else if (unreadable.length === 0) report('user groups', false);
}
