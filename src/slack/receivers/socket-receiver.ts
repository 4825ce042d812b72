import { setTimeout as delay } from 'node:timers/promises';

import {
  type AllMiddlewareArgs,
  type AnyMiddlewareArgs,
  App,
  SocketModeReceiver,
} from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';

import type { Log } from '../../log.ts';
import { type ReplayGuard, requestKey } from '../admission.ts';
import type { BoltOptions, SlackApp, SlackAppOptions } from '../app.ts';
import { answerByRoute } from './http-handler.ts';
import {
  healthRoutes,
  createBoundedServer,
  listening,
  portOf,
  connectPatiently,
  NotReachedError,
} from './http-receiver.ts';

/** An event that the client emits to Bolt. */
interface SocketEvent {
  ack: (...answer: unknown[]) => Promise<void>;
}

/** Submitted forms are acknowledged within a second. */
const ACKNOWLEDGED_MS_MAX = 2_000;
/** Slack waits no longer: what it sends that nothing here listens to is never acknowledged. */
const SLACK_WAITS_MS_MAX = 3_000;
const POLL_MS = 20;

/**
 * Socket Mode; the port has only `/healthz`, `/readyz` and `/metrics`.
 *
 * @param clientOptions of the Web API client that opens connections
 * @see https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export function createSocketReceiver(
  appToken: string,
  options: SlackAppOptions,
  shared: BoltOptions,
  clientOptions: WebClientOptions,
): SlackApp {
  const { log, monotonic, onAcknowledged } = options;
  const startup = new AbortController();
  let isConnected = false;
  let isStopping = false;
  let unacknowledged = 0;
  const receiver = new SocketModeReceiver({
    appToken,
    logger: shared.logger,
    autoReconnectEnabled: false,
    installerOptions: {
      clientOptions: {
        ...clientOptions,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
      },
    },
  });
  const socket = createReconnectingSocket({ client: receiver.client, log, signal: startup.signal });
  receiver.client.on('connected', () => {
    isConnected = true;
  });
  for (const event of ['reconnecting', 'disconnecting', 'disconnected', 'close'] as const) {
    receiver.client.on(event, () => {
      isConnected = false;
    });
  }
  // Bolt has added its own listener with the receiver: what is to come before it is added first.
  const listeners = receiver.client.listeners('slack_event');
  receiver.client.removeAllListeners('slack_event');
  receiver.client.on('slack_event', (event: SocketEvent) => {
    const { ack } = event;
    const startedAt = monotonic?.();
    unacknowledged += 1;
    let isWaiting = true;
    const end = () => {
      if (isWaiting) unacknowledged -= 1;
      isWaiting = false;
    };
    setTimeout(end, SLACK_WAITS_MS_MAX).unref();
    event.ack = async (...answer) => {
      if (startedAt !== undefined) onAcknowledged?.((monotonic?.() ?? 0) - startedAt);
      await ack(...answer).finally(end);
    };
  });
  for (const listener of listeners) receiver.client.on('slack_event', listener);
  const app = new App({ ...shared, receiver });
  app.use(onceOnly(options.replayGuard));
  const mustAcknowledge = () => unacknowledged > 0;
  const heard = () => (isConnected ? 'heard' : 'not heard');
  const connectivity = () => (isStopping ? 'closing' : heard());
  const routes = healthRoutes(connectivity, options.health ?? null);
  const health = createBoundedServer((request, response) =>
    answerByRoute(routes, request, response),
  );

  return {
    app,
    async start() {
      await listening(health, options);
      const connection = { variable: 'SLACK_BOT_TOKEN', log, signal: startup.signal };
      const isKnown = await connectPatiently(async () => app.init(), connection);
      return isKnown && (await socket.open()) ? portOf(health) : null;
    },
    async stop() {
      isStopping = true;
      startup.abort();
      for (let ms = 0; mustAcknowledge() && ms < ACKNOWLEDGED_MS_MAX; ms += POLL_MS) {
        await delay(POLL_MS);
      }
      // `receiver.stop` does not wait until the socket is closed.
      if (isConnected) await receiver.client.disconnect();
      else await receiver.stop();
      health.close();
      health.closeAllConnections();
    },
  };
}

/**
 * Handles each request once for all instances: Slack sends an envelope again, on any connection, when
 * it did not get the acknowledgement. Bolt has acknowledged events by then.
 */
function onceOnly(replayGuard: ReplayGuard) {
  return async ({ body, next, ...more }: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> => {
    const key = requestKey(body, JSON.stringify(body));
    if (key === null || (await replayGuard.take(key))) await next();
    else if ('ack' in more) await more.ack?.();
  };
}

/** A connection to Slack that reopens whenever it closes. */
interface ReconnectingSocket {
  /**
   * Opens the first connection, and reopens it from then on.
   *
   * @returns `false` when it was stopped before that
   * @throws {SlackRefusalError} when Slack does not accept the token
   */
  open(): Promise<boolean>;
}

interface ReconnectingSocketOptions {
  /** With `autoReconnectEnabled: false`. */
  readonly client: Pick<SocketModeReceiver['client'], 'start' | 'disconnect' | 'on'>;
  readonly log: Log;
  /** Ends all tries. */
  readonly signal: AbortSignal;
}

/** Max wait for Slack’s hello message. */
const HELLO_MS_MAX = 30_000;

/** Connections that close sooner are reopened after a delay. */
const STABLE_AFTER_MS = 10_000;
const UNSTABLE_RETRY_MS = 2_000;
const REFUSED_RETRY_MS = 30_000;

/**
 * Replaces the library’s `autoReconnectEnabled`, which waits a third longer after each failure, up
 * to hours, and five seconds after each regular disconnect, and which leaves an unhandled rejection
 * when it gives up.
 *
 * @see https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export function createReconnectingSocket({
  client,
  log,
  signal,
}: ReconnectingSocketOptions): ReconnectingSocket {
  const connection = { variable: 'SLACK_APP_TOKEN', log, signal };
  let isOpening = false;
  let isUnstable = false;

  async function connect(): Promise<void> {
    const started = new AbortController();
    const late = delay(HELLO_MS_MAX, null, { signal: started.signal, ref: false });
    late.then(async () => client.disconnect()).catch(() => {});
    try {
      await client.start();
    } catch (error) {
      throw error ?? new NotReachedError('the connection ended before Slack said hello');
    } finally {
      started.abort();
    }
  }

  async function stabilize(): Promise<void> {
    isUnstable = true;
    await delay(STABLE_AFTER_MS, null, { signal, ref: false }).catch(() => {});
    isUnstable = false;
  }

  async function openAgain(): Promise<void> {
    if (isOpening || signal.aborted) return;
    isOpening = true;
    let pauseMs = isUnstable ? UNSTABLE_RETRY_MS : 0;
    while (!signal.aborted) {
      await delay(pauseMs, null, { signal }).catch(() => {});
      try {
        await connectPatiently(connect, connection);
        return;
      } catch (error) {
        // Digests work without it, and the token may be fixed in Slack meanwhile.
        log.error({ err: error }, 'Slack gives no connection any more');
        pauseMs = REFUSED_RETRY_MS;
      }
    }
  }

  return {
    async open() {
      client.on('connected', () => {
        isOpening = false;
        void stabilize();
      });
      client.on('disconnected', () => void openAgain());
      isOpening = true;
      return connectPatiently(connect, connection);
    },
  };
}
