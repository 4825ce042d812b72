import type { RequestListener, Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { App, HTTPReceiver } from '@slack/bolt';

import type { BoltOptions, SlackApp, SlackAppOptions } from '../app.ts';
import { healthRoutes } from './health.ts';
import { createHttpHandler } from './http-handler.ts';
import { createBoundedServer } from './server.ts';
import { connectPatiently } from './startup-check.ts';

const DRAIN_MS = 250;
const DRAINS_MAX = 12;

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
  const { drainMs: quietMs = DRAIN_MS } = options;
  const startup = new AbortController();
  let state: 'closed' | 'open' | 'closing' = 'closed';
  // The handler has verified the signature, which may be of either secret.
  const receiver = new HTTPReceiver({
    signingSecret,
    signatureVerification: false,
    logger: shared.logger,
  });
  const bolt: RequestListener = (request, response) => receiver.requestListener(request, response);
  const handler = createHttpHandler({
    secrets: [signingSecret, ...(previousSecret ? [previousSecret] : [])],
    now,
    monotonic,
    log,
    replayGuard: options.replayGuard,
    routes: healthRoutes(() => CONNECTIVITY[state], options.health ?? null),
    state: () => state,
    bolt,
    endpoint: options.endpoint,
    onAcknowledged,
    onRefused: options.onRefused,
  });
  const server = createBoundedServer(handler.listener);
  const app = new App({ ...shared, receiver });

  /** Goes on handling requests until senders have seen the 503 of `/readyz`. */
  async function drain(): Promise<void> {
    for (let tries = 0; tries < DRAINS_MAX; tries += 1) {
      const before = handler.received();
      await delay(quietMs);
      if (handler.received() === before) return;
    }
  }

  return {
    app,
    async start() {
      await listening(server, options);
      const { signal } = startup;
      const connection = { variable: 'SLACK_BOT_TOKEN', log, signal };
      if (!(await connectPatiently(async () => app.init(), connection)) || signal.aborted)
        return null;
      state = 'open';
      return portOf(server);
    },
    async stop() {
      startup.abort();
      const wasOpen = state === 'open';
      state = 'closing';
      if (!server.listening) return;
      if (wasOpen) await drain();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

const CONNECTIVITY = { closed: 'not heard', open: 'heard', closing: 'closing' } as const;

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

/** The port of a server; 0 when it does not listen. */
export function portOf(server: Server): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
