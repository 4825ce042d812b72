import {
  type RequestListener,
  type Server,
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { App, HTTPReceiver } from '@slack/bolt';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

import { settlesWithin, unlessAborted, yieldToEventLoop } from '../../lib/concurrency.ts';
import type { Log } from '../../log.ts';
import { isRateLimitWithoutDelay, isTransient, statusError } from '../../slack-errors.ts';
import type { BoltOptions, SlackApp, SlackAppOptions } from '../app.ts';
import { errorCode } from '../web-api.ts';
import { createHttpHandler } from './http-handler.ts';

const DRAIN_MS = 250;
const DRAINS_MAX = 12;

/** Turns of the event loop in which waiting connections are taken, and their requests read. */
const TURNS_TO_TAKE = 5;

/** Drains for whose length the rest of a request is waited for, once the server no longer listens. */
const UNFINISHED_DRAINS = 3;

/** A proxy that asked `/readyz` within this is waited for until it asks again. */
const CHECKED_WITHIN_MS = DRAIN_MS * DRAINS_MAX;

/** Addresses that ask `/readyz`: a few proxies and supervisors. */
const CHECKERS_MAX = 16;

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
  const { drainMs = DRAIN_MS } = options;
  const startup = new AbortController();
  /** When each address has asked `/readyz` last, the oldest first. */
  const checkers = new Map<string, number>();
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
    routes: healthRoutes(() => CONNECTIVITY[state], options.health ?? null, noteCheck),
    state: () => state,
    bolt,
    endpoint: options.endpoint,
    onAcknowledged,
    onRefused: options.onRefused,
    report: options.report,
  });
  const server = createBoundedServer(handler.listener);
  const app = new App({ ...shared, receiver });

  /** An address that asks while the app is closing has seen the 503. */
  function noteCheck(address: string): void {
    checkers.delete(address);
    if (state === 'closing') return;
    checkers.set(address, now());
    const [oldest] = checkers.keys();
    if (checkers.size > CHECKERS_MAX && oldest !== undefined) checkers.delete(oldest);
  }

  /** Goes on handling requests until senders have seen the 503 of `/readyz`. */
  async function drain(): Promise<void> {
    for (const [address, atMs] of checkers) {
      if (now() - atMs > CHECKED_WITHIN_MS) checkers.delete(address);
    }
    for (let tries = 0; tries < DRAINS_MAX; tries += 1) {
      const before = handler.received();
      await delay(drainMs);
      await takeWaiting();
      if (handler.received() === before && checkers.size === 0) return;
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
      await settlesWithin(closed.promise, UNFINISHED_DRAINS * drainMs);
      await takeWaiting();
      server.closeUnfinished();
      await closed.promise;
    },
  };
}

const CONNECTIVITY = { closed: 'not heard', open: 'heard', closing: 'closing' } as const;

const UNKNOWN_HOST =
  'HOST is a name that is not known: set it to an address, for example 127.0.0.1, or leave it empty for all';
/** What to do about each code of an error with which a server does not listen. */
const NOT_LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'another program, perhaps another Rental Desk, uses the port that PORT names: end it, or set PORT to another, for example 3001',
  EACCES:
    'this user may not use the port that PORT names: set it to 1024 or more, for example 3000',
  EADDRNOTAVAIL:
    'HOST names no interface of this machine: set it to one, for example 127.0.0.1, or leave it empty for all',
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
};

/** @throws {Error} when the port is taken, with the variable to correct */
export async function listening(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string | null },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => {
    const reason = NOT_LISTENING['code' in error ? String(error.code) : ''];
    reject(
      reason === undefined
        ? error
        : new Error(`Rental Desk cannot listen: ${reason}`, { cause: error }),
    );
  });
  server.listen(host === null ? { port } : { port, host }, resolve);
  await promise;
}

/** The port of a server; 0 when it does not listen. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

/** Max time to receive a request, and the same for its headers alone. */
const REQUEST_MS_MAX = 10_000;
const CHECK_EVERY_MS = 2_000;

/** Longer than proxies keep a connection, commonly a minute, so that the proxy closes it. */
const KEEP_ALIVE_MS = 75_000;

/** Slack and a proxy keep a few dozen; 1,000 idle ones take 10 MB. */
const CONNECTIONS_MAX = 1_000;

/** A server that strangers can neither exhaust nor keep from closing. */
interface BoundedServer extends Server {
  /** Closes the connections whose request has not come whole: once closing, Node waits for it for good. */
  closeUnfinished(): void;
}

/**
 * A server that limits connections, and the time for headers, for bodies and between requests.
 *
 * @see https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export function createBoundedServer(listener: RequestListener): BoundedServer {
  const server = createServer(
    {
      requestTimeout: REQUEST_MS_MAX,
      headersTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    listener,
  );
  return Object.assign(server, { closeUnfinished: limitConnections(server, CONNECTIONS_MAX) });
}

/**
 * At the limit the connection that has begun nothing for longest is closed: refusing new ones, as
 * `maxConnections` does, would let idle strangers keep Slack out.
 *
 * @returns closes the connections whose request has not come whole
 */
function limitConnections(server: Server, max: number): () => void {
  /** With the request that is under way, in the order in which they were opened, or began the latest. */
  const sockets = new Map<Socket, IncomingMessage | null>();

  server.on('connection', (socket: Socket) => {
    sockets.set(socket, null);
    socket.once('close', () => sockets.delete(socket));
    for (const oldest of sockets.keys()) {
      if (sockets.size <= max) return;
      sockets.delete(oldest);
      oldest.destroy();
    }
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    if (sockets.delete(socket)) sockets.set(socket, request);
    response.once('close', () => {
      if (sockets.get(socket) === request) sockets.set(socket, null);
    });
  });
  return () => {
    for (const [socket, request] of sockets) if (request?.complete !== true) socket.destroy();
  };
}

/** After a pause of the process, a timer fires before waiting connections are accepted and requests are read. */
async function takeWaiting(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_TAKE; turn += 1) await yieldToEventLoop();
}

/** Slack does not accept a token; the message says how to fix it. */
class SlackRefusalError extends Error {
  override readonly name = 'SlackRefusalError';
}

/** Slack cannot be reached now; retried. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';
}

const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;
/** Max `Retry-After`; a longer one is an error of a proxy. */
const RETRY_AFTER_MS_MAX = 3_600_000;

/**
 * Runs `work` until it succeeds, with growing delays while Slack cannot be reached.
 *
 * @param variable environment variable of the token
 * @returns `false` when `signal` was aborted before that
 * @throws {SlackRefusalError} when Slack does not accept the token
 */
export async function connectPatiently(
  work: () => Promise<unknown>,
  { variable, log, signal }: { variable: string; log: Log; signal: AbortSignal },
): Promise<boolean> {
  for (let retryMs = RETRY_MS; !signal.aborted; retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)) {
    try {
      // After an abort the try in flight is not awaited.
      await unlessAborted(work(), signal);
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) return false;
      const code = errorCode(error);
      if (code !== null && !isTransient(code)) {
        throw new SlackRefusalError(
          `Slack does not accept ${variable} (${code}): copy it anew from the app’s ` +
            'pages on api.slack.com/apps; npm run doctor looks closer.',
        );
      }
      const waitMs = waitAfter(error, retryMs);
      if (waitMs === null) throw error;
      // The answer of a proxy does not belong in the log.
      const isFromElsewhere = error instanceof WebAPIPlatformError && code === null;
      const err = isFromElsewhere ? new Error('what answers is not Slack') : error;
      log.warn({ err, againInSeconds: waitMs / 1000 }, 'Slack cannot be reached');
      await delay(waitMs, null, { signal }).catch(() => {});
    }
  }
  return false;
}

/** Milliseconds until the next try; `null` when none would help. */
function waitAfter(error: unknown, retryMs: number): number | null {
  if (error instanceof WebAPIRateLimitedError) {
    return Math.min(Math.max(retryMs, error.retryAfter * 1000), RETRY_AFTER_MS_MAX);
  }
  if (error instanceof WebAPIHTTPError)
    return statusError(error.statusCode).sent === 'maybe' ? retryMs : null;
  const isPassing =
    error instanceof WebAPIRequestError ||
    error instanceof WebAPIPlatformError ||
    error instanceof NotReachedError ||
    isRateLimitWithoutDelay(error) ||
    // An answer broke off: the library passes this error on unwrapped.
    (error instanceof TypeError && error.message === 'terminated');
  return isPassing ? retryMs : null;
}

/** A path for supervisors and monitoring. */
export interface HealthRoute {
  readonly path: string;
  readonly method: string[];
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
}

/** State of everything except the connection to Slack. */
export interface Health {
  /** Whether the last query reached the database. */
  readonly isDatabaseReached: () => boolean;
  /** Whether repeated requests are refused by all instances together. */
  readonly isReplayGuardShared: () => boolean;
  /** What else does not work as it should, by stable words. */
  readonly degradations?: () => readonly string[];
  /** `null` before the first snapshot. */
  readonly latestSnapshot: () => SnapshotState | null;
  /** Error code of the latest refresh; `null` when it succeeded. */
  readonly refreshFailure: () => string | null;
  /** All metrics in Prometheus' format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

interface SnapshotState {
  readonly files: number;
  readonly ageMs: number;
}

/** State of the connection to Slack; the words are part of `/readyz`. */
export type Connectivity = 'heard' | 'not heard' | 'closing';

/**
 * `/healthz`: the process runs. `/readyz`: it is connected to Slack; 503 before that, and during
 * shutdown. Other failures are named there without a 503: people still get answers from the last
 * snapshot, and other instances have the same service and database. `/metrics`: for Prometheus.
 *
 * @param health without it there is only the state of Slack, and no `/metrics`
 * @param onChecked called with the address that asks `/readyz`
 */
export function healthRoutes(
  connectivity: () => Connectivity,
  health: Health | null = null,
  onChecked: (address: string) => void = () => {},
): HealthRoute[] {
  const method = ['GET', 'HEAD'];
  const routes: HealthRoute[] = [
    { path: '/healthz', method, handler: (_, response) => sendJson(response, 200, { ok: true }) },
    {
      path: '/readyz',
      method,
      handler(request, response) {
        onChecked(request.socket.remoteAddress ?? '');
        const slack = connectivity();
        const ok = slack === 'heard';
        sendJson(response, ok ? 200 : 503, { ok, ...(health && stateOf(slack, health)) });
      },
    },
  ];
  if (health === null) return routes;
  const handler: HealthRoute['handler'] = (_, response) => void sendMetrics(response, health);
  return [...routes, { path: '/metrics', method, handler }];
}

function stateOf(slack: Connectivity, health: Health) {
  const isReached = health.isDatabaseReached();
  const isShared = health.isReplayGuardShared();
  const snapshot = health.latestSnapshot();
  const failure = health.refreshFailure();
  const degraded = [
    ...(slack === 'heard' ? [] : ['slack']),
    ...(isReached ? [] : ['database']),
    ...(isShared ? [] : ['replay protection']),
    ...(snapshot !== null && failure === null ? [] : ['rental files']),
    ...(health.degradations?.() ?? []),
  ];
  return {
    degraded,
    slack,
    database: isReached ? 'reached' : 'not reached',
    replayProtection: isShared ? 'all instances' : 'this instance',
    rentalFiles: {
      read: snapshot?.files ?? null,
      ageSeconds: snapshot === null ? null : Math.round(snapshot.ageMs / 1_000),
      failure,
    },
  };
}

/** Never throws, as nobody awaits it. */
async function sendMetrics(response: ServerResponse, { metrics }: Health): Promise<void> {
  try {
    const { contentType, text } = await metrics();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
    response.end(text);
  } catch {
    sendJson(response, 500, { ok: false });
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
