import type { App, AppOptions, Logger } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';

import type { Log } from '../log.ts';
import { boltLogger } from './bolt-logger.ts';
import type { Health } from './receivers/health.ts';
import { createHttpReceiver } from './receivers/http-receiver.ts';
import { createSocketReceiver } from './receivers/socket-receiver.ts';

export interface SlackAppOptions {
  readonly botToken: string;
  /** Base of the Web API; `null` is Slack's own. */
  readonly apiUrl: string | null;
  readonly transport:
    | { readonly kind: 'socket'; readonly appToken: string }
    | { readonly kind: 'http'; readonly signingSecret: string };
  /** What Slack signed with before the secret was changed: as good as the one of now. */
  readonly previousSecret?: string | null;
  readonly port: number;
  /** `null` listens on every interface. */
  readonly host: string | null;
  readonly log: Log;
  /** Epoch milliseconds: what the age of a signature is told by. */
  readonly now: () => number;
  /** Makes the calls to Slack; the machine's own without it. */
  readonly fetch?: typeof fetch;
  /** What `/readyz` and `/metrics` tell besides whether Slack is heard. */
  readonly health?: Health;
  readonly monotonic?: () => number;
  /** When nothing has come for so long, whoever sends here knows that it closes: 250 without it. */
  readonly quietMs?: number;
  /** Hears how long each request of Slack's waited for its acknowledgement. */
  readonly onAcknowledged?: (elapsedMs: number) => void;
}

/** What Bolt is made with, whichever way requests come. */
export interface BoltOptions extends AppOptions {
  readonly logger: Logger;
}

/** Bolt, ready to be listened to, and the two ends of its life. */
export interface SlackApp {
  readonly app: App;
  /**
   * Lets people in; `/healthz` and `/readyz` answer before that. While Slack is not reached it is
   * tried again, later and later, and the log says so.
   *
   * @returns the port it listens on; `null` when it was stopped meanwhile
   * @throws {SlackRefusalError} when Slack does not accept the tokens
   * @throws {Error} when the port is taken
   */
  start(): Promise<number | null>;
  /**
   * Takes no more requests, once everybody who sends them knows: `/readyz` says so at once, and
   * what comes all the same is heard. Resolves when each is acknowledged; answers go on.
   */
  stop(): Promise<void>;
}

/** No call to Slack may hang for ever. */
const CALL_MS_MAX = 10_000;

/**
 * The way in for people: Socket Mode with an app-level token, else signed HTTP requests to
 * `/slack/events`; both with `/healthz` and `/readyz` on the port.
 *
 * @see https://docs.slack.dev/apis/events-api/comparing-http-socket-mode
 */
export function createSlackApp(options: SlackAppOptions): SlackApp {
  const shared: BoltOptions = {
    token: options.botToken,
    clientOptions: {
      ...reach(options),
      // Slack has no idempotency key: a call that is tried again may be a message posted twice.
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    },
    logger: boltLogger(options.log),
    convoStore: false,
    deferInitialization: true,
  };
  const { transport } = options;
  return transport.kind === 'socket'
    ? createSocketReceiver(transport.appToken, options, shared, reach(options))
    : createHttpReceiver(transport.signingSecret, options, shared);
}

function reach({ apiUrl, fetch: call }: SlackAppOptions): WebClientOptions {
  return {
    timeout: CALL_MS_MAX,
    ...(apiUrl === null ? {} : { slackApiUrl: apiUrl }),
    ...(call === undefined ? {} : { fetch: call }),
  };
}
