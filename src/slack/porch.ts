import { createServer, type Server } from 'node:http';

import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';

import type { Log } from '../log.ts';
import { boltLogger } from './bolt-log.ts';
import { type Health, type HealthRoute, healthRoutes } from './health.ts';

export interface PorchOptions {
  readonly botToken: string;
  /** Base of the Web API; `null` is Slack's own. */
  readonly apiUrl: string | null;
  readonly transport:
    | { readonly kind: 'socket'; readonly appToken: string }
    | { readonly kind: 'http'; readonly signingSecret: string };
  readonly port: number;
  /** `null` listens on every interface. */
  readonly host: string | null;
  readonly log: Log;
  /** Makes the calls to Slack; the machine's own without it. */
  readonly fetch?: typeof fetch;
  /** What `/readyz` and `/metrics` tell besides whether Slack is heard. */
  readonly health?: Health;
  readonly monotonic?: () => number;
  /** Hears how long each request of Slack's waited for its acknowledgement. */
  readonly onAcknowledged?: (elapsedMs: number) => void;
}

/** Bolt, ready to be listened to, and the two ends of its life. */
export interface Porch {
  readonly app: App;
  /**
   * Lets people in.
   *
   * @returns the port it listens on
   * @throws when the port is taken or Slack does not accept the tokens
   */
  start(): Promise<number>;
  /** Takes no more requests; those under way go on. */
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
export function createPorch(options: PorchOptions): Porch {
  const clientOptions: WebClientOptions = {
    ...reach(options),
    // Slack has no idempotency key: a call that is tried again may be a message posted twice.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  };
  const shared = {
    token: options.botToken,
    clientOptions,
    logger: boltLogger(options.log),
    convoStore: false,
    deferInitialization: true,
  } as const;
  const { transport } = options;
  return transport.kind === 'socket'
    ? socketPorch(transport.appToken, options, shared)
    : httpPorch(transport.signingSecret, options, shared);
}

function reach({ apiUrl, fetch: call }: PorchOptions): WebClientOptions {
  return {
    timeout: CALL_MS_MAX,
    ...(apiUrl === null ? {} : { slackApiUrl: apiUrl }),
    ...(call === undefined ? {} : { fetch: call }),
  };
}

type Shared = ConstructorParameters<typeof App>[0];

function httpPorch(signingSecret: string, options: PorchOptions, shared: Shared): Porch {
  const { port, host, health = null, monotonic, onAcknowledged } = options;
  let isOpen = false;
  const receiver = new HTTPReceiver({
    signingSecret,
    customRoutes: healthRoutes(() => isOpen, health),
    ...(shared?.logger ? { logger: shared.logger } : {}),
  });
  const app = new App({ ...shared, receiver });
  return {
    app,
    async start() {
      await app.init();
      const server = await receiver.start(host === null ? { port } : { port, host });
      server.on('request', ({ method }, response) => {
        if (method !== 'POST' || !monotonic) return;
        const startedAt = monotonic();
        response.once('finish', () => onAcknowledged?.(monotonic() - startedAt));
      });
      isOpen = true;
      return portOf(server);
    },
    async stop() {
      isOpen = false;
      await receiver.stop();
    },
  };
}

/** What the socket hands to Bolt. */
interface SocketEvent {
  ack: (...answer: unknown[]) => Promise<void>;
}

function socketPorch(appToken: string, options: PorchOptions, shared: Shared): Porch {
  let isConnected = false;
  const receiver = new SocketModeReceiver({
    appToken,
    ...(shared?.logger ? { logger: shared.logger } : {}),
    // Asking for a connection is safe to repeat, so this client keeps its own many retries.
    installerOptions: { clientOptions: reach(options) },
  });
  receiver.client.on('connected', () => {
    isConnected = true;
  });
  for (const event of ['reconnecting', 'disconnecting', 'disconnected', 'close'] as const) {
    receiver.client.on(event, () => {
      isConnected = false;
    });
  }
  const { monotonic, onAcknowledged } = options;
  // Bolt listens from when the app is made, so this comes first.
  receiver.client.on('slack_event', (event: SocketEvent) => {
    if (!monotonic) return;
    const { ack } = event;
    const startedAt = monotonic();
    event.ack = async (...answer) => {
      onAcknowledged?.(monotonic() - startedAt);
      await ack(...answer);
    };
  });
  const app = new App({ ...shared, receiver });
  const health = healthServer(healthRoutes(() => isConnected, options.health ?? null));
  return {
    app,
    async start() {
      await app.init();
      await listening(health, options);
      await receiver.start();
      return portOf(health);
    },
    async stop() {
      health.close();
      await receiver.stop();
    },
  };
}

/** In Socket Mode nobody but the supervisor comes to the port. */
function healthServer(routes: readonly HealthRoute[]): Server {
  return createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    const route = routes.find((known) => known.path === path);
    if (route?.method.includes(request.method ?? '')) {
      route.handler(request, response);
      return;
    }
    response.writeHead(404).end();
  });
}

async function listening(server: Server, { port, host }: PorchOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(host === null ? { port } : { port, host }, resolve);
  await promise;
}

function portOf(server: { address(): ReturnType<Server['address']> }): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
