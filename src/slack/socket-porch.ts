import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';

import { App, SocketModeReceiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';

import { greet } from './greeting.ts';
import { type HealthRoute, healthRoutes } from './health.ts';
import { listening, portOf } from './listening.ts';
import type { BoltOptions, Porch, PorchOptions } from './porch.ts';
import { createSteadySocket } from './steady-socket.ts';

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
export function createSocketPorch(
  appToken: string,
  options: PorchOptions,
  shared: BoltOptions,
  reach: WebClientOptions,
): Porch {
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
        await setTimeout(LOOK_EVERY_MS);
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
