import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';

import type { Log } from '../../log.ts';
import type { HealthRoute } from './health.ts';
import { isSlackPayload } from './payload-schema.ts';
import { createReplayGuard, verifySignature, readSignature } from './verify-request.ts';

export interface HttpHandlerOptions {
  /** Accepted signing secrets. */
  readonly secrets: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly monotonic?: (() => number) | undefined;
  readonly log: Log;
  readonly routes: readonly HealthRoute[];
  /** `closed`: not started; `closing`: requests that still come are handled. */
  readonly state: () => 'closed' | 'open' | 'closing';
  /** Bolt's listener; gets requests with their body read. */
  readonly bolt: RequestListener;
  readonly onAcknowledged?: ((elapsedMs: number) => void) | undefined;
}

/** The handler of all requests to the port. */
export interface HttpHandler {
  readonly listener: RequestListener;
  /** Number of valid requests from Slack so far. */
  received(): number;
}

const EVENTS = '/slack/events';

/** A modal has at most 250 kB of JSON, three times as long when URL-encoded. */
const BODY_BYTES_MAX = 2_000_000;

/** Interval of log lines for requests that are refused for the same reason. */
const LOG_EVERY_MS = 10_000;

/** Passes requests signed by Slack to Bolt, each once, and refuses others before parsing them. */
export function createHttpHandler(options: HttpHandlerOptions): HttpHandler {
  const { secrets, now, monotonic, log, routes, state, bolt, onAcknowledged } = options;
  const signatures = createReplayGuard(now);
  const refusals = new Map<string, { loggedAt: number; more: number }>();
  let received = 0;

  function logRefusal(status: number, why: string): void {
    const logged = refusals.get(why) ?? { loggedAt: -Infinity, more: 0 };
    if (now() - logged.loggedAt < LOG_EVERY_MS) {
      refusals.set(why, { ...logged, more: logged.more + 1 });
      return;
    }
    log.warn({ status, why, alikeBefore: logged.more }, 'a request was refused');
    refusals.set(why, { loggedAt: now(), more: 0 });
  }

  function refuse(response: ServerResponse, status: number, why: string, more: object = {}): void {
    logRefusal(status, why);
    // The rest of the body is not read.
    response.writeHead(status, { connection: 'close', ...more }).end();
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = monotonic?.();
    if (request.method !== 'POST') return refuse(response, 405, 'not a POST', { allow: 'POST' });
    if (state() === 'closed') return refuse(response, 503, 'not open yet');
    const type = bodyType(request.headers['content-type']);
    if (type === null) return refuse(response, 415, 'neither a form nor JSON');
    const body = await readBody(request, BODY_BYTES_MAX);
    if (body === null) return refuse(response, 413, 'too large');
    if (isSslCheck(type, body)) return void response.writeHead(200).end();
    const signed = readSignature(request.headers);
    const problem = signed === null ? 'unsigned' : verifySignature(signed, body, secrets, now());
    if (signed === null || problem !== null) return refuse(response, 401, problem ?? 'unsigned');
    if (!signatures.take(signed.signature)) {
      return refuse(response, 401, 'heard before', { 'x-slack-no-retry': '1' });
    }
    if (!isSlackPayload(parsedBody(type, body)))
      return refuse(response, 400, 'not as Slack makes it');
    received += 1;
    response.once('close', () => {
      const isAnswered = response.writableFinished && response.statusCode < 300;
      if (!isAnswered) signatures.release(signed.signature);
      else if (startedAt !== undefined) onAcknowledged?.((monotonic?.() ?? 0) - startedAt);
    });
    // Bolt accepts no parameters in it.
    request.headers['content-type'] = type;
    bolt(Object.assign(request, { rawBody: body }), response);
  }

  return {
    received: () => received,
    listener(request, response) {
      // A kept connection would be used for the next request.
      if (state() === 'closing') response.setHeader('connection', 'close');
      const [path] = (request.url ?? '').split('?', 1);
      if (path === EVENTS) {
        receive(request, response).catch((error: unknown) => {
          log.debug({ err: error }, 'a request ended before it was heard');
          response.destroy();
        });
        return;
      }
      const route = routes.find((known) => known.path === path);
      if (route?.method.includes(request.method ?? '')) route.handler(request, response);
      else response.writeHead(404).end();
    },
  };
}

/**
 * The raw body of a request.
 *
 * @returns `null` when it is longer than `bytesMax`; the rest is not read then
 * @throws {Error} when the connection ends before the request does
 */
async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return null;
  const parts: Buffer[] = [];
  let bytes = 0;
  // Keeps the connection for the response when the rest is not read.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, bytes);
}

const TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/x-www-form-urlencoded',
]);

/** The content type without parameters; `null` for one that Slack does not send. */
function bodyType(contentType: string | undefined): string | null {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return TYPES.has(type) ? type : null;
}

const SSL_CHECK = 'ssl_check';

/**
 * Whether a request is Slack's check of the certificate, which has no signature; the rest of it is
 * ignored.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
function isSslCheck(type: string, body: Buffer): boolean {
  if (type === 'application/json' || !body.includes(SSL_CHECK)) return false;
  return parse(body.toString())[SSL_CHECK] === '1';
}

/**
 * The parsed body, as Bolt would parse it.
 *
 * @returns `undefined` for invalid JSON
 */
function parsedBody(type: string, body: Buffer): unknown {
  const text = body.toString();
  const fields = type === 'application/json' ? null : parse(text);
  const json = fields === null ? text : fields['payload'];
  if (typeof json !== 'string') return { ...fields };
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
