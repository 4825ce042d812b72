import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { App, SocketModeReceiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';

import type { Log } from '../../log.ts';
import type { BoltOptions, SlackApp, SlackAppOptions } from '../app.ts';
import { type HealthRoute, healthRoutes } from './health.ts';
import { listening, portOf } from './http-receiver.ts';
import { greet, NotReachedError } from './startup-check.ts';

/** What the socket hands to Bolt. */
interface SocketEvent {
  ack: (...answer: unknown[]) => Promise<void>;
}

/** A form is acknowledged within a second: whoever waits for it is not left without. */
const ACKNOWLEDGED_MS_MAX = 2_000;
const LOOK_EVERY_MS = 20;

/**
 * Socket Mode; the port has only `/healthz`, `/readyz` and `/metrics`.
 *
 * @param reach how Slack’s Web API is called
 * @see https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export function createSocketReceiver(
  appToken: string,
  options: SlackAppOptions,
  shared: BoltOptions,
  reach: WebClientOptions,
): SlackApp {
  const { log, monotonic, onAcknowledged } = options;
  const greeting = new AbortController();
  let isConnected = false;
  let isStopping = false;
  let waiting = 0;
  const receiver = new SocketModeReceiver({
    appToken,
    logger: shared.logger,
    autoReconnectEnabled: false,
    installerOptions: {
      clientOptions: { ...reach, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
    },
  });
  const socket = createSteadySocket({ client: receiver.client, log, signal: greeting.signal });
  receiver.client.on('connected', () => {
    isConnected = true;
  });
  for (const event of ['reconnecting', 'disconnecting', 'disconnected', 'close'] as const) {
    receiver.client.on(event, () => {
      isConnected = false;
    });
  }
  // Bolt listens from when the app is made, so this comes first.
  receiver.client.on('slack_event', (event: SocketEvent) => {
    const { ack } = event;
    const startedAt = monotonic?.();
    waiting += 1;
    let isWaiting = true;
    event.ack = async (...answer) => {
      if (startedAt !== undefined) onAcknowledged?.((monotonic?.() ?? 0) - startedAt);
      await ack(...answer).finally(() => {
        if (isWaiting) waiting -= 1;
        isWaiting = false;
      });
    };
  });
  const app = new App({ ...shared, receiver });
  const isOwing = () => waiting > 0;
  const said = () => (isConnected ? 'heard' : 'not heard');
  const health = healthServer(
    healthRoutes(() => (isStopping ? 'closing' : said()), options.health ?? null),
  );

  return {
    app,
    async start() {
      await listening(health, options);
      const told = { variable: 'SLACK_BOT_TOKEN', log, signal: greeting.signal };
      const isKnown = await greet(async () => app.init(), told);
      return isKnown && (await socket.open()) ? portOf(health) : null;
    },
    async stop() {
      isStopping = true;
      greeting.abort();
      for (let ms = 0; isOwing() && ms < ACKNOWLEDGED_MS_MAX; ms += LOOK_EVERY_MS) {
        await delay(LOOK_EVERY_MS);
      }
      // Bolt’s own way does not wait until the socket is closed.
      if (isConnected) await receiver.client.disconnect();
      else await receiver.stop();
      health.close();
      health.closeAllConnections();
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

/** A connection to Slack that is opened anew whenever it has gone. */
interface SteadySocket {
  /**
   * Opens the first one, and sees to it from then on.
   *
   * @returns false when it was stopped before that
   * @throws {SlackRefusalError} when Slack does not accept the token
   */
  open(): Promise<boolean>;
}

interface SteadySocketOptions {
  /** One that does not connect anew by itself. */
  readonly client: SocketModeReceiver['client'];
  readonly log: Log;
  /** Ends all tries. */
  readonly signal: AbortSignal;
}

/** Slack says hello long before that, or not at all. */
const HELLO_MS_MAX = 30_000;

/** One that ends sooner is not asked for again at once. */
const YOUNG_MS = 10_000;
const AFTER_YOUNG_MS = 2_000;
const AFTER_REFUSAL_MS = 30_000;

/**
 * Does what the library does with `autoReconnectEnabled`, but for three things: it waits a third
 * longer after each failure, hours in the end; five seconds after each connection that Slack has
 * ended as it should; and where it gives up in the middle of that, it leaves a rejection that
 * nobody can handle.
 *
 * @see https://docs.slack.dev/apis/events-api/using-socket-mode
 */
function createSteadySocket({ client, log, signal }: SteadySocketOptions): SteadySocket {
  const told = { variable: 'SLACK_APP_TOKEN', log, signal };
  let isOpening = false;
  let isYoung = false;

  async function connect(): Promise<void> {
    const over = new AbortController();
    const late = delay(HELLO_MS_MAX, null, { signal: over.signal, ref: false });
    late.then(async () => client.disconnect()).catch(() => {});
    try {
      await client.start();
    } catch (error) {
      throw error ?? new NotReachedError('the connection ended before Slack said hello');
    } finally {
      over.abort();
    }
  }

  async function growUp(): Promise<void> {
    isYoung = true;
    await delay(YOUNG_MS, null, { signal, ref: false }).catch(() => {});
    isYoung = false;
  }

  async function openAgain(): Promise<void> {
    if (isOpening || signal.aborted) return;
    isOpening = true;
    let pauseMs = isYoung ? AFTER_YOUNG_MS : 0;
    while (!signal.aborted) {
      await delay(pauseMs, null, { signal }).catch(() => {});
      try {
        await greet(connect, told);
        return;
      } catch (error) {
        // Digests go on without it; and somebody may put right what Slack refuses.
        log.error({ err: error }, 'Slack gives no connection any more');
        pauseMs = AFTER_REFUSAL_MS;
      }
    }
  }

  return {
    async open() {
      client.on('connected', () => {
        isOpening = false;
        void growUp();
      });
      client.on('disconnected', () => void openAgain());
      isOpening = true;
      return greet(connect, told);
    },
  };
}
