import { z } from 'zod';

import type { LikelyCause } from '../errors.ts';
import { CLOCK_TOLERANCE } from './assertion.ts';
import type { ServiceAccount } from './service-account.ts';

/** One token request, and its times in epoch milliseconds. */
export interface TokenAttempt {
  readonly account: ServiceAccount;
  readonly authUrl: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

const Refused = z.object({
  error: z.string().catch(''),
  error_description: z.string().catch(''),
});

/**
 * The probable cause of a refusal by the authorization server; `null` for its own errors. The texts
 * of the server are not passed on.
 *
 * @see RFC 6749, section 5.2
 */
export function readRefusal(
  { status, headers }: Response,
  body: string,
  attempt: TokenAttempt,
): { readonly likely: LikelyCause; readonly clockAheadSeconds: number | null } | null {
  const { error, error_description: description } = errorFields(body);
  // Some servers refuse an assertion with a 500.
  const isRefusal =
    [400, 401, 403].includes(status) || (status === 500 && error === 'server_error');
  if (!isRefusal) return null;
  const clock = clockOf(headers, attempt);
  const likely = likelyCause({
    ...clock,
    error,
    description,
    hasKeyId: attempt.account.keyId !== null,
    keyExpiresAt: attempt.account.expiresAt,
    hasPath: new URL(attempt.authUrl).pathname !== '/',
  });
  return { likely, clockAheadSeconds: clock.clockAheadSeconds };
}

function errorFields(body: string): z.output<typeof Refused> {
  try {
    return Refused.parse(JSON.parse(body));
  } catch {
    return { error: '', error_description: '' };
  }
}

/** The server's time, unless the response comes from a cache. */
function clockOf(headers: Headers, { sentAt, answeredAt }: TokenAttempt): Clock {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || headers.has('age')) return { serverNow: null, clockAheadSeconds: null };
  // Half a second, since the header is rounded down to a second.
  const serverNow = date + 500;
  const ourNow = (sentAt + answeredAt) / 2;
  return { serverNow, clockAheadSeconds: Math.round((ourNow - serverNow) / 1000) };
}

/** Evidence for the cause of a refusal. */
interface Evidence extends Clock {
  readonly hasKeyId: boolean;
  /** Epoch milliseconds; `null` if the key file does not say. */
  readonly keyExpiresAt: number | null;
  /** Whether `{auth_url}` has a path: an audience seldom does. */
  readonly hasPath: boolean;
  /** `error` and `error_description` of the response, or empty (RFC 6749, section 5.2). */
  readonly error: string;
  readonly description: string;
}

/** `null` without a usable `Date` header. */
interface Clock {
  /** Epoch milliseconds. */
  readonly serverNow: number | null;
  readonly clockAheadSeconds: number | null;
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
