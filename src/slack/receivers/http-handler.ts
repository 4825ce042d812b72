import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';

import { createThrottledWarn, type Degradations, type Log } from '../../log.ts';
import { type ReplayGuard, requestKey } from '../admission.ts';
import type { HealthRoute } from './http-receiver.ts';
import { isObject, isSlackPayload, isUnheardEvent } from './payload-schema.ts';

export interface HttpHandlerOptions {
  readonly secrets: readonly string[];
  readonly now: () => number;
  readonly monotonic?: (() => number) | undefined;
  readonly log: Log;
  readonly replayGuard: ReplayGuard;
  readonly routes: readonly HealthRoute[];
  /** `closed`: not started; `closing`: requests that still come are handled. */
  readonly state: () => 'closed' | 'open' | 'closing';
  /** Bolt's listener; gets requests with their body read. */
  readonly bolt: RequestListener;
  /** Another endpoint for requests that Slack signs; absent where it is off. */
  readonly endpoint?: SignedEndpoint | undefined;
  readonly onAcknowledged?: ((elapsedMs: number) => void) | undefined;
  readonly onRefused?: ((reason: RefusalReason) => void) | undefined;
  readonly report?: Degradations['report'] | undefined;
}

/** An endpoint for signed JSON beside `/slack/events`. */
export interface SignedEndpoint {
  readonly path: string;
  /** Max size of a body. */
  readonly bytesMax: number;
  /** The answer to a body whose signature is verified; never rejects. */
  answer(request: SignedRequest): Promise<Response>;
}

interface SignedRequest {
  readonly body: Buffer;
  /** Of the body and its time; the same for a request that is repeated. */
  readonly signature: string;
  readonly headers: IncomingMessage['headers'];
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

/** A busy workspace has a few dozen requests at a time, of some kilobytes each. */
const ALL_BODIES_BYTES_MAX = 8_000_000;

/** Of a request without signature, which may only be Slack's check of the certificate. */
const UNSIGNED_BYTES_MAX = 1_000;

/** Why a request is refused: the word in the log, and in the metric. */
const REFUSAL_REASONS = {
  'not a POST': 'method',
  'not open yet': 'starting',
  'neither a form nor JSON': 'content_type',
  unsigned: 'unsigned',
  'too old': 'too_old',
  'from the future': 'from_the_future',
  'too large': 'too_large',
  'signed with another secret': 'signature',
  'not as Slack makes it': 'payload',
  'heard before': 'repeated',
  'crowded out': 'crowded_out',
} as const;

type Refusal = keyof typeof REFUSAL_REASONS;

/** A reason as `rental_desk_refused_requests_total` counts it. */
export type RefusalReason = (typeof REFUSAL_REASONS)[Refusal];

/** Where a refusal may be the operator’s to mend. */
const REFUSAL_MESSAGES: Partial<Record<Refusal, string>> = {
  'signed with another secret':
    'a request was refused: if none of Slack’s is taken, copy the Signing Secret of Basic Information on api.slack.com/apps into SLACK_SIGNING_SECRET and restart',
};

/** Interval of log lines for requests that are refused for the same reason. */
const LOG_EVERY_MS = 10_000;

/** Refusals in a row, long after the last accepted request, by which our secret may be the wrong one. */
const SECRET_REFUSALS_MIN = 3;
const SECRET_SILENCE_MS_MIN = 300_000;

/**
 * Passes requests signed by Slack to Bolt, each once for all instances, and refuses others before
 * parsing them; those without a current signature even before reading them. A repeated one is
 * acknowledged, so that Slack does not send it again.
 */
export function createHttpHandler(options: HttpHandlerOptions): HttpHandler {
  const {
    secrets,
    now,
    monotonic,
    log,
    replayGuard,
    routes,
    state,
    bolt,
    endpoint,
    onAcknowledged,
    onRefused,
    report,
  } = options;
  const readBody = createBodyReader({
    bytesMax: BODY_BYTES_MAX,
    totalBytesMax: ALL_BODIES_BYTES_MAX,
  });
  const clock = monotonic ?? now;
  const warn = createThrottledWarn(log, clock, LOG_EVERY_MS);
  let received = 0;
  let verifiedAtMs = -Infinity;
  let secretRefusals = 0;

  /** Strangers sign with other secrets, too: only while nothing is accepted does it say anything. */
  function noteSecret(isOurs: boolean): void {
    if (isOurs) verifiedAtMs = clock();
    secretRefusals = isOurs ? 0 : secretRefusals + 1;
    const isSilent = clock() - verifiedAtMs >= SECRET_SILENCE_MS_MIN;
    if (isOurs) report?.('signing secret', false);
    else if (isSilent && secretRefusals >= SECRET_REFUSALS_MIN) report?.('signing secret', true);
  }

  function logRefusal(status: number, why: Refusal): void {
    onRefused?.(REFUSAL_REASONS[why]);
    warn(why, { status, why }, REFUSAL_MESSAGES[why] ?? 'a request was refused');
  }

  function refuse(response: ServerResponse, status: number, why: Refusal, more: object = {}): null {
    logRefusal(status, why);
    // The rest of the body is not read.
    response.writeHead(status, { connection: 'close', ...more }).end();
    return null;
  }

  /** A body with a valid signature; `null` once the request is answered otherwise. */
  async function signedBody(
    request: IncomingMessage,
    response: ServerResponse,
    { types, bytesMax }: { readonly types: ReadonlySet<string>; readonly bytesMax: number },
  ) {
    if (request.method !== 'POST') return refuse(response, 405, 'not a POST', { allow: 'POST' });
    if (state() === 'closed') return refuse(response, 503, 'not open yet');
    const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';', 1);
    const type = mediaType.trim().toLowerCase();
    if (!types.has(type)) return refuse(response, 415, 'neither a form nor JSON');
    const signed = readSignature(request.headers);
    const early = signed === null ? unsignedProblem(request) : timestampProblem(signed, now());
    if (early !== null) return refuse(response, 401, early);
    const body = await readBody(request);
    if (body === null || body.length > bytesMax) return refuse(response, 413, 'too large');
    if (isSslCheck(type, body)) {
      response.writeHead(200).end();
      return null;
    }
    if (signed === null) return refuse(response, 401, 'unsigned');
    const problem = verifySignature(signed, body, secrets, now());
    if (problem === null || problem === 'signed with another secret') noteSecret(problem === null);
    if (problem !== null) return refuse(response, 401, problem);
    return { type, body, signed };
  }

  async function answer(
    to: SignedEndpoint,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const accepted = await signedBody(request, response, {
      types: JSON_ONLY,
      bytesMax: to.bytesMax,
    });
    if (accepted === null) return;
    received += 1;
    const { body, signed } = accepted;
    const { headers } = request;
    const given = await to.answer({ body, signature: signed.signature, headers });
    if (given.status === 409) logRefusal(409, 'heard before');
    else if (given.status >= 400) logRefusal(given.status, 'not as Slack makes it');
    const text = await given.text();
    response.writeHead(given.status, Object.fromEntries(given.headers)).end(text);
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = monotonic?.();
    const limits = { types: TYPES, bytesMax: BODY_BYTES_MAX };
    const accepted = await signedBody(request, response, limits);
    if (accepted === null) return;
    const { type, body, signed } = accepted;
    const payload = parsedBody(type, body);
    if (isRateLimitNotice(payload)) {
      log.warn({}, 'Slack holds events back for a minute: more than 30,000 came within an hour');
      return void response.writeHead(200).end();
    }
    if (isUnheardEvent(payload)) return void response.writeHead(200).end();
    if (!isSlackPayload(payload)) return void refuse(response, 400, 'not as Slack makes it');
    received += 1;
    const key = requestKey(payload, body.toString()) ?? `signature ${signed.signature}`;
    if (!(await replayGuard.take(key))) {
      logRefusal(200, 'heard before');
      return void response.writeHead(200).end();
    }
    response.once('close', () => {
      const isHandled = response.headersSent && response.statusCode < 300;
      // Slack sends it again.
      if (!isHandled) replayGuard.release(key);
      else if (startedAt !== undefined) onAcknowledged?.((monotonic?.() ?? 0) - startedAt);
    });
    // Bolt accepts no parameters in it.
    request.headers['content-type'] = type;
    bolt(Object.assign(request, { rawBody: body }), response);
  }

  return {
    received: () => received,
    listener(request, response) {
      // A kept connection would be used for the next request, and be waited for.
      if (state() === 'closing') response.setHeader('connection', 'close');
      else {
        response.once('finish', () => {
          if (state() === 'closing') request.socket.destroySoon();
        });
      }
      const path = pathOf(request);
      const giveUp = (error: unknown) => {
        if (error instanceof CrowdedOutError) logRefusal(503, 'crowded out');
        else log.debug({ err: error }, 'a request ended before it was heard');
        response.destroy();
      };
      if (path === EVENTS) return void receive(request, response).catch(giveUp);
      if (endpoint !== undefined && path === endpoint.path) {
        return void answer(endpoint, request, response).catch(giveUp);
      }
      answerByRoute(routes, request, response);
    },
  };
}

/** Answers by the route for a path and a method; 404 without one. */
export function answerByRoute(
  routes: readonly HealthRoute[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = pathOf(request);
  const route = routes.find((known) => known.path === path);
  if (route?.method.includes(request.method ?? '')) route.handler(request, response);
  else response.writeHead(404).end();
}

function pathOf({ url = '' }: IncomingMessage): string | undefined {
  return url.split('?', 1)[0];
}

const JSON_ONLY: ReadonlySet<string> = new Set(['application/json']);
const TYPES: ReadonlySet<string> = new Set([...JSON_ONLY, 'application/x-www-form-urlencoded']);

/** Whether a request without signature is too long for Slack's check of the certificate. */
function unsignedProblem({ headers }: IncomingMessage): 'unsigned' | null {
  return Number(headers['content-length']) <= UNSIGNED_BYTES_MAX ? null : 'unsigned';
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
 * Whether Slack says that it sends no more events for a minute, which is no event.
 *
 * @see https://docs.slack.dev/apis/events-api#rate-limiting
 */
function isRateLimitNotice(payload: unknown): boolean {
  return isObject(payload) && payload['type'] === 'app_rate_limited';
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

interface BodyLimits {
  /** Per request. */
  readonly bytesMax: number;
  /** Of all bodies that are being received. */
  readonly totalBytesMax: number;
}

/**
 * The raw body of a request.
 *
 * @returns `null` when it is longer than allowed; the rest is not read then
 * @throws {CrowdedOutError} when it was given up for newer ones
 * @throws {Error} when the connection ends before the request does
 */
type ReadBody = (request: IncomingMessage) => Promise<Buffer | null>;

/** A body that was given up because all of them together took too much memory. */
class CrowdedOutError extends Error {
  override readonly name = 'CrowdedOutError';
}

/**
 * Reads bodies within one budget of memory. Slack sends a body within milliseconds: when all of them
 * exceed the budget, those that take longest are given up, so that slow senders cannot keep it out.
 */
function createBodyReader({ bytesMax, totalBytesMax }: BodyLimits): ReadBody {
  /** Bytes received so far, the oldest request first. */
  const unfinished = new Map<IncomingMessage, number>();
  let total = 0;

  function forget(request: IncomingMessage): void {
    total -= unfinished.get(request) ?? 0;
    unfinished.delete(request);
  }

  function count(request: IncomingMessage, bytes: number): void {
    unfinished.set(request, (unfinished.get(request) ?? 0) + bytes);
    total += bytes;
    for (const oldest of unfinished.keys()) {
      if (total <= totalBytesMax) return;
      forget(oldest);
      oldest.destroy(new CrowdedOutError('its body took too long'));
    }
  }

  return async (request) => {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) return null;
    const parts: Buffer[] = [];
    let bytes = 0;
    unfinished.set(request, 0);
    try {
      // Keeps the connection for the response when the rest is not read.
      for await (const part of request.iterator({ destroyOnReturn: false })) {
        if (!Buffer.isBuffer(part)) continue;
        bytes += part.length;
        if (bytes > bytesMax) return null;
        parts.push(part);
        count(request, part.length);
      }
    } finally {
      forget(request);
    }
    return Buffer.concat(parts, bytes);
  };
}

/** The headers of a signed request. */
export interface Signature {
  readonly timestamp: string;
  readonly signature: string;
}

/** Why a request is not accepted as Slack's. */
export type SignatureProblem =
  | 'unsigned'
  | 'too old'
  | 'from the future'
  | 'signed with another secret';

const SECONDS_MAX = 300;
const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^v0=[0-9a-f]{64}$/;

/** The signature in the headers; `null` when it is missing or malformed. */
export function readSignature(headers: Readonly<Record<string, unknown>>): Signature | null {
  const timestamp = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) return null;
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return null;
  return { timestamp, signature };
}

/**
 * Why a request's time is not accepted: it may be at most 5 minutes before or after now, as one from
 * far ahead could be replayed until then. Its body need not be read for this.
 *
 * @param nowMs epoch milliseconds
 */
export function timestampProblem({ timestamp }: Signature, nowMs: number): SignatureProblem | null {
  const aheadSeconds = Number(timestamp) - Math.floor(nowMs / 1000);
  if (aheadSeconds < -SECONDS_MAX) return 'too old';
  return aheadSeconds > SECONDS_MAX ? 'from the future' : null;
}

/**
 * Verifies that a request is signed with one of the secrets, at a time that is accepted.
 *
 * @param nowMs epoch milliseconds
 * @returns `null` when it is valid
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function verifySignature(
  signed: Signature,
  body: Buffer,
  secrets: readonly string[],
  nowMs: number,
): SignatureProblem | null {
  const { timestamp, signature } = signed;
  const untimely = timestampProblem(signed, nowMs);
  if (untimely !== null) return untimely;
  const given = Buffer.from(signature);
  const isOurs = secrets.some((secret) => {
    const mac = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
    return timingSafeEqual(given, Buffer.from(`v0=${mac}`));
  });
  return isOurs ? null : 'signed with another secret';
}
