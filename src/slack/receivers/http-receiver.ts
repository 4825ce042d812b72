import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { App, HTTPReceiver } from '@slack/bolt';

import type { BoltOptions, SlackApp, SlackAppOptions } from '../app.ts';
import { healthRoutes } from './health.ts';
import { createHttpHandler } from './http-handler.ts';
import { greet } from './startup-check.ts';

/** Whoever sends a request has so long for all of it. */
const REQUEST_MS_MAX = 10_000;
const CHECK_EVERY_MS = 2_000;

/** Longer than proxies keep a connection, commonly a minute: they, not we, are to end it. */
const KEEP_ALIVE_MS = 75_000;

const QUIET_MS = 250;
const QUIETS_MAX = 12;

/**
 * Signed requests to `/slack/events`.
 *
 * @see https://docs.slack.dev/apis/events-api/using-http-request-urls
 */
export function createHttpReceiver(
  signingSecret: string,
  options: SlackAppOptions,
  shared: BoltOptions,
): SlackApp {
  const { log, now, monotonic, onAcknowledged, previousSecret } = options;
  const { quietMs = QUIET_MS } = options;
  const greeting = new AbortController();
  let state: 'closed' | 'open' | 'closing' = 'closed';
  // The door has looked at the signature, which may be of either secret.
  const receiver = new HTTPReceiver({
    signingSecret,
    signatureVerification: false,
    logger: shared.logger,
  });
  const bolt: RequestListener = (request, response) => receiver.requestListener(request, response);
  const door = createHttpHandler({
    secrets: [signingSecret, ...(previousSecret ? [previousSecret] : [])],
    now,
    monotonic,
    log,
    routes: healthRoutes(() => SAID[state], options.health ?? null),
    state: () => state,
    bolt,
    onAcknowledged,
  });
  const server = createServer(
    {
      requestTimeout: REQUEST_MS_MAX,
      headersTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    door.listener,
  );
  const app = new App({ ...shared, receiver });

  /** Goes on hearing until those who send have seen that `/readyz` says no. */
  async function quiet(): Promise<void> {
    for (let time = 0; time < QUIETS_MAX; time += 1) {
      const before = door.heard();
      await delay(quietMs);
      if (door.heard() === before) return;
    }
  }

  return {
    app,
    async start() {
      await listening(server, options);
      const { signal } = greeting;
      const told = { variable: 'SLACK_BOT_TOKEN', log, signal };
      if (!(await greet(async () => app.init(), told)) || signal.aborted) return null;
      state = 'open';
      return portOf(server);
    },
    async stop() {
      greeting.abort();
      const wasOpen = state === 'open';
      state = 'closing';
      if (!server.listening) return;
      if (wasOpen) await quiet();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

const SAID = { closed: 'not heard', open: 'heard', closing: 'closing' } as const;

/** @throws {Error} when the port is taken */
export async function listening(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string | null },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(host === null ? { port } : { port, host }, resolve);
  await promise;
}

/** Where a server listens. */
export function portOf(server: Server): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
