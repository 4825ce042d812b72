import { setTimeout as wait } from 'node:timers/promises';

import { SignJWT } from 'jose';
import { z } from 'zod';

import { serverTimeOf } from '../../lib/http.ts';
import { networkReason, RentalError, type LikelyCause } from '../errors.ts';
import { retryAfterSeconds } from '../http/adaptive-concurrency.ts';
import { CutBodyError, LargeBodyError, readBody } from '../http/page-body.ts';
import type { Limits } from '../limits.ts';
import { jsonIn } from '../schema/fields.ts';
import type { ServiceAccount } from './service-account.ts';

export interface TokenRequestOptions {
  readonly account: ServiceAccount;
  /** `{auth_url}`, also the audience: https, or plain http on this machine. */
  readonly authUrl: string;
  /** `<idp>` and `<PROJECT_ID>` of the scopes. */
  readonly idp: string;
  readonly projectId: string;
  readonly now: () => number;
  readonly fetch: typeof fetch;
  readonly limits: Limits;
}

const CALL = 'POST oauth/v2/token';

/** For transient errors; a refusal is final. */
const ATTEMPTS_MAX = 2;

/** Too many requests, or a gateway without its server. */
const TRANSIENT_STATUSES = [429, 502, 503, 504];

interface FailedAttempt {
  readonly error: RentalError;
  /** Delay before the next attempt; `null` if it would not help. */
  readonly retryMs: number | null;
}

/**
 * A function that requests an access token, with a fresh assertion for each attempt. It rejects with
 * a `RentalError`: `rental_key_refused`, `rental_busy` or `rental_token_unavailable`.
 *
 * A 500 is not retried: some servers refuse an assertion with it. Where the refusal shows that our
 * clock is off, one more assertion is sent with the server's time.
 *
 * @see Rental File Service specification, sections 4.1 and 5
 */
export function createTokenRequest(options: TokenRequestOptions): () => Promise<TokenResponse> {
  return async () => {
    let clockAheadMs = 0;
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await requestOnce(options, clockAheadMs);
      if (!('error' in outcome)) return outcome;
      const offMs = clockAheadMs === 0 ? clockAheadMsOf(outcome.error) : 0;
      if (offMs !== 0) {
        clockAheadMs = offMs;
        continue;
      }
      if (outcome.retryMs === null || attempts === ATTEMPTS_MAX) throw outcome.error;
      await wait(outcome.retryMs);
    }
  };
}

/** Some servers refuse an assertion that is from further in their future. */
const AHEAD_SECONDS_MAX = 1;

/** How far our clock is ahead of that of a server which refused an assertion; 0 for close enough. */
function clockAheadMsOf({ failure }: RentalError): number {
  const seconds = failure.code === 'rental_key_refused' ? (failure.clockAheadSeconds ?? 0) : 0;
  return seconds > AHEAD_SECONDS_MAX || -seconds > MEASURED_TO_SECONDS ? seconds * 1000 : 0;
}

/** @param clockAheadMs subtracted from our time, so that the assertion has the server's */
async function requestOnce(
  options: TokenRequestOptions,
  clockAheadMs: number,
): Promise<TokenResponse | FailedAttempt> {
  const { account, authUrl, idp, projectId, now, limits } = options;
  const sentAt = now();
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    scope: scopesOf(idp, projectId),
    assertion: await signAssertion(account, authUrl, sentAt - clockAheadMs),
  };
  try {
    const response = await options.fetch(addressAt(authUrl, 'oauth/v2/token'), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(form),
      redirect: 'manual',
      signal: AbortSignal.timeout(limits.tokenMsMax),
    });
    const body = await readBody(response, limits.tokenBytesMax);
    return response.status === 200
      ? accepted(body)
      : refused(response, body, { account, authUrl, limits, sentAt, answeredAt: now() });
  } catch (error) {
    return interrupted(error, limits);
  }
}

/** The three scopes of section 5.2, all of them required. */
function scopesOf(idp: string, projectId: string): string {
  return [
    `urn:${idp}:iam:org:projects:roles`,
    `urn:${idp}:iam:user:resourceowner`,
    `urn:${idp}:iam:org:project:id:${projectId}:aud`,
  ].join(' ');
}

function accepted(body: string): TokenResponse | FailedAttempt {
  const parsedBody = readTokenResponse(body);
  return 'token' in parsedBody
    ? parsedBody
    : unavailable(`unexpected ${parsedBody.missing}`, 200, null);
}

function refused(
  response: Response,
  body: string,
  sent: TokenAttempt & { limits: Limits },
): FailedAttempt {
  const { status } = response;
  const after = retryAfterSeconds(response, sent.answeredAt);
  const isSoon = after === null || after <= sent.limits.retryAfterSecondsMax;
  const retryMs = isSoon ? retryDelayMs(after, sent.limits) : null;
  if (status === 429) {
    const failure = { code: 'rental_busy', retryAfterSeconds: after } as const;
    return { error: new RentalError(CALL, 'status 429', failure), retryMs };
  }
  if (TRANSIENT_STATUSES.includes(status)) {
    return unavailable(`status ${status}`, status, retryMs, after);
  }
  const refusal = readRefusal(response, body, sent);
  if (refusal === null) return unavailable(`status ${status}`, status, null);
  const { likely, clockAheadSeconds } = refusal;
  const failure = { code: 'rental_key_refused', status, likely, clockAheadSeconds } as const;
  const what = `status ${status}, likely ${likely}`;
  return { error: new RentalError(CALL, what, failure), retryMs: null };
}

function interrupted(error: unknown, limits: Limits): FailedAttempt {
  if (error instanceof LargeBodyError) return unavailable(error.message, null, null);
  if (error instanceof CutBodyError)
    return unavailable('cut short', null, retryDelayMs(null, limits));
  if (error instanceof TypeError) {
    return unavailable(networkReason(error), null, retryDelayMs(null, limits));
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return unavailable('timed out', null, null);
  }
  throw error;
}

function retryDelayMs(seconds: number | null, { retryMs }: Limits): number {
  return seconds === null ? retryMs * (1 - Math.random() / 2) : seconds * 1000;
}

function unavailable(
  what: string,
  status: number | null,
  retryMs: number | null,
  after: number | null = null,
): FailedAttempt {
  const waits = after === null ? {} : { retryAfterSeconds: after };
  const failure = { code: 'rental_token_unavailable', status, ...waits } as const;
  return { error: new RentalError(CALL, what, failure), retryMs };
}

/** An access token and its lifetime. */
export interface TokenResponse {
  readonly token: string;
  /** From the start of the request. */
  readonly lifetimeMs: number;
}

/** Characters of a bearer token (RFC 6750, section 2.1), so that nothing else reaches a header. */
const TOKEN = /^[\w.~+/-]+=*$/;

/** Lifetime of a token whose response names none, or an invalid one. */
const LIFETIME_SECONDS_DEFAULT = 300;

const LIFETIME_SECONDS_MAX = 86_400;

const Answer = z.object({
  access_token: z.string().regex(TOKEN),
  // The specification names no fields, but a bearer token.
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .nullish(),
  expires_in: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.number().positive())
    .catch(LIFETIME_SECONDS_DEFAULT),
});

/**
 * The token in the body of a 200, or the name of the field that is missing or invalid.
 *
 * The specification does not show the fields; these are the standard ones.
 *
 * @see Rental File Service specification, section 4.1; RFC 6749, section 5.1
 */
function readTokenResponse(body: string): TokenResponse | { readonly missing: string } {
  const json = jsonIn(body);
  if (json === undefined) return { missing: 'JSON' };
  const answer = Answer.safeParse(json);
  if (!answer.success) return { missing: String(answer.error.issues[0]?.path[0] ?? 'object') };
  const { access_token: token, expires_in: seconds } = answer.data;
  return { token, lifetimeMs: Math.min(seconds, LIFETIME_SECONDS_MAX) * 1000 };
}

/** One token request, and its times in epoch milliseconds. */
interface TokenAttempt {
  readonly account: ServiceAccount;
  readonly authUrl: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

const Refused = z.object({ error: z.string().catch(''), error_description: z.string().catch('') });

/**
 * The probable cause of a refusal by the authorization server; `null` for its own errors. The texts
 * of the server are not passed on.
 *
 * @see RFC 6749, section 5.2
 */
function readRefusal(
  { status, headers }: Response,
  body: string,
  attempt: TokenAttempt,
): { readonly likely: LikelyCause; readonly clockAheadSeconds: number | null } | null {
  const fields = Refused.safeParse(jsonIn(body)).data;
  const { error, error_description: description } = fields ?? { error: '', error_description: '' };
  // Some servers refuse an assertion with a 500.
  const isRefusal =
    [400, 401, 403].includes(status) || (status === 500 && error === 'server_error');
  if (!isRefusal) return null;
  const clockAheadSeconds = secondsAheadOf(headers, attempt);
  const likely = likelyCause({
    serverNow: serverTimeOf(headers),
    clockAheadSeconds,
    error,
    description,
    hasKeyId: attempt.account.keyId !== null,
    keyExpiresAt: attempt.account.expiresAt,
    hasPath: new URL(attempt.authUrl).pathname !== '/',
  });
  return { likely, clockAheadSeconds };
}

/**
 * How far our clock is ahead of that of a server which has answered; `null` when it does not tell, or a
 * cache has answered in its place.
 */
export function secondsAheadOf(
  headers: Pick<Headers, 'get'>,
  { sentAt, answeredAt }: Pick<TokenAttempt, 'sentAt' | 'answeredAt'>,
): number | null {
  const serverNow = serverTimeOf(headers);
  return serverNow === null ? null : Math.round(((sentAt + answeredAt) / 2 - serverNow) / 1000);
}

interface Evidence {
  /** Epoch milliseconds; `null` without a usable `Date` header, as is the next. */
  readonly serverNow: number | null;
  readonly clockAheadSeconds: number | null;
  readonly hasKeyId: boolean;
  /** Epoch milliseconds; `null` if the key file does not say. */
  readonly keyExpiresAt: number | null;
  /** Whether `{auth_url}` has a path: an audience seldom does. */
  readonly hasPath: boolean;
  /** `error` and `error_description` of the response, or empty (RFC 6749, section 5.2). */
  readonly error: string;
  readonly description: string;
}

/** Precision: a `Date` header has whole seconds, and the response took a moment to arrive. */
export const MEASURED_TO_SECONDS = 2;

/**
 * The probable cause. A wrong key, audience and clock look alike (400, or 500 from some servers), so
 * facts that we can check ourselves come first, the texts of the server second.
 */
function likelyCause(evidence: Evidence): LikelyCause {
  const { clockAheadSeconds: ahead, keyExpiresAt, serverNow, error, description } = evidence;
  if (ahead !== null && ahead > CLOCK_TOLERANCE.ahead - MEASURED_TO_SECONDS) return 'clock';
  if (ahead !== null && -ahead > CLOCK_TOLERANCE.behind - MEASURED_TO_SECONDS) return 'clock';
  if (keyExpiresAt !== null && serverNow !== null && keyExpiresAt <= serverNow) return 'key';
  if (/scope|target/.test(error) || /\b(?:scope|project)/i.test(description)) return 'project';
  if (/\b(?:aud|audience|issuer)\b/i.test(description)) return 'audience';
  if (/\b(?:key|signature|kid)\b/i.test(description)) return 'key';
  if (!evidence.hasKeyId) return 'key';
  if (evidence.hasPath) return 'audience';
  return error === 'invalid_grant' || error === 'invalid_client' ? 'key' : 'unknown';
}

/** Lifetime of an assertion from now on; short, since each request signs its own. */
const LIFETIME_SECONDS = 270;

/**
 * A signed JWT assertion for one token request.
 *
 * @param audience `{auth_url}`, exactly as the authorization server calls itself
 * @param now epoch milliseconds
 * @see Rental File Service specification, section 5.3; RFC 7523, section 3
 */
export async function signAssertion(
  { userId, keyId, privateKey }: ServiceAccount,
  audience: string,
  now: number,
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256', ...(keyId === null ? {} : { kid: keyId }) })
    .setIssuer(userId)
    .setSubject(userId)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(privateKey);
}

/**
 * How far our clock may be off for an assertion to be accepted, in seconds: servers commonly allow
 * half a minute for one that is ahead.
 */
export const CLOCK_TOLERANCE = { ahead: 30, behind: LIFETIME_SECONDS } as const;

/** The address of `path` at the authorization server. */
export function addressAt(authUrl: string, path: string): string {
  return `${authUrl.replace(/(?<!\/)\/+$/, '')}/${path}`;
}
