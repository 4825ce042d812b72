import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';

import type { Log } from '../../log.ts';
import type { HealthRoute } from './health.ts';
import { isSlackPayload } from './payload-schema.ts';
import { createReplayGuard, verifySignature, readSignature } from './verify-request.ts';

export interface HttpHandlerOptions {
  /** Signing secrets, each as good as the others. */
  readonly secrets: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly monotonic?: (() => number) | undefined;
  readonly log: Log;
  readonly routes: readonly HealthRoute[];
  /** `closed` while nobody could be answered; `closing` hears what still comes. */
  readonly state: () => 'closed' | 'open' | 'closing';
  /** Gets what comes from Slack, with its body read. */
  readonly bolt: RequestListener;
  readonly onAcknowledged?: ((elapsedMs: number) => void) | undefined;
}

/** Everything that comes to the port. */
export interface HttpHandler {
  readonly listener: RequestListener;
  /** How many requests of Slack's have come in so far. */
  heard(): number;
}

/** Where Slack sends everything. */
const EVENTS = '/slack/events';

/** A window with everything in it, 250 kB of JSON, is three times as long in a form. */
const BODY_BYTES_MAX = 2_000_000;

/** One line for so long tells of all that was refused for the same reason. */
const TOLD_EVERY_MS = 10_000;

/** Lets in what Slack has signed, once; anything else is refused before it is looked into. */
export function createHttpHandler(options: HttpHandlerOptions): HttpHandler {
  const { secrets, now, monotonic, log, routes, state, bolt, onAcknowledged } = options;
  const signatures = createReplayGuard(now);
  const refusals = new Map<string, { toldAt: number; more: number }>();
  let heard = 0;

  function tellOfRefusal(status: number, why: string): void {
    const told = refusals.get(why) ?? { toldAt: -Infinity, more: 0 };
    if (now() - told.toldAt < TOLD_EVERY_MS) {
      refusals.set(why, { ...told, more: told.more + 1 });
      return;
    }
    log.warn({ status, why, alikeBefore: told.more }, 'a request was refused');
    refusals.set(why, { toldAt: now(), more: 0 });
  }

  function refuse(response: ServerResponse, status: number, why: string, more: object = {}): void {
    tellOfRefusal(status, why);
    // What it may still be sending is not waited for.
    response.writeHead(status, { connection: 'close', ...more }).end();
  }

  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = monotonic?.();
    if (request.method !== 'POST') return refuse(response, 405, 'not a POST', { allow: 'POST' });
    if (state() === 'closed') return refuse(response, 503, 'not open yet');
    const type = bodyType(request.headers['content-type']);
    if (type === null) return refuse(response, 415, 'neither a form nor JSON');
    const body = await readBody(request, BODY_BYTES_MAX);
    if (body === null) return refuse(response, 413, 'too large');
    if (isSslCheck(type, body)) return void response.writeHead(200).end();
    const proof = readSignature(request.headers);
    const doubt = proof === null ? 'unsigned' : verifySignature(proof, body, secrets, now());
    if (proof === null || doubt !== null) return refuse(response, 401, doubt ?? 'unsigned');
    if (!signatures.take(proof.signature)) {
      return refuse(response, 401, 'heard before', { 'x-slack-no-retry': '1' });
    }
    if (!isSlackPayload(parsedBody(type, body)))
      return refuse(response, 400, 'not as Slack makes it');
    heard += 1;
    response.once('close', () => {
      const isAnswered = response.writableFinished && response.statusCode < 300;
      if (!isAnswered) signatures.release(proof.signature);
      else if (startedAt !== undefined) onAcknowledged?.((monotonic?.() ?? 0) - startedAt);
    });
    // Bolt compares the whole value.
    request.headers['content-type'] = type;
    bolt(Object.assign(request, { rawBody: body }), response);
  }

  return {
    heard: () => heard,
    listener(request, response) {
      // A connection that is kept would look open to whoever sends here next.
      if (state() === 'closing') response.setHeader('connection', 'close');
      const [path] = (request.url ?? '').split('?', 1);
      if (path === EVENTS) {
        hear(request, response).catch((error: unknown) => {
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
 * Everything that a request carries, as it came.
 *
 * @returns `null` when it is more than `bytesMax`; the rest of it is not read then
 * @throws {Error} when the connection ends before the request does
 */
async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return null;
  const parts: Buffer[] = [];
  let bytes = 0;
  // There is still an answer to give when the rest is left unread.
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

/** The type of a body without its parameters; `null` for one that Slack does not send. */
function bodyType(contentType: string | undefined): string | null {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return TYPES.has(type) ? type : null;
}

const SSL_CHECK = 'ssl_check';

/**
 * Whether Slack only looks whether the address can be reached: such requests need no signature,
 * and nothing else in them counts.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
function isSslCheck(type: string, body: Buffer): boolean {
  if (type === 'application/json' || !body.includes(SSL_CHECK)) return false;
  return parse(body.toString())[SSL_CHECK] === '1';
}

/**
 * What a body says, in the form that Bolt takes it.
 *
 * @returns `undefined` when it is not what its type promises
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
