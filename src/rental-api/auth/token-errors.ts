import { z } from 'zod';

import type { LikelyCause } from '../errors.ts';
import { CLOCK_TOLERANCE } from './assertion.ts';
import type { ServiceAccount } from './service-account.ts';

/** What was asked of the authorization server, and when (epoch milliseconds). */
export interface TokenAttempt {
  readonly account: ServiceAccount;
  readonly authUrl: URL;
  readonly sentAt: number;
  readonly answeredAt: number;
}

const Refused = z.object({
  error: z.string().catch(''),
  error_description: z.string().catch(''),
});

/**
 * Why the authorization server turned us away, most likely; `null` when the answer is no refusal
 * but trouble of its own. The server's words are judged and go no further.
 *
 * @see RFC 6749, section 5.2
 */
export function readRefusal(
  { status, headers }: Response,
  body: string,
  attempt: TokenAttempt,
): { readonly likely: LikelyCause; readonly clockAheadSeconds: number | null } | null {
  const { error, error_description: description } = errorFields(body);
  // Some servers call their own disbelief a fault.
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
    hasPath: attempt.authUrl.pathname !== '/',
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

/** The server's time, unless a cache in between has kept the answer. */
function clockOf(headers: Headers, { sentAt, answeredAt }: TokenAttempt): Clock {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || headers.has('age')) return { serverNow: null, clockAheadSeconds: null };
  // Half a second, because the header's seconds are cut.
  const serverNow = date + 500;
  const ourNow = (sentAt + answeredAt) / 2;
  return { serverNow, clockAheadSeconds: Math.round((ourNow - serverNow) / 1000) };
}

/** What is known when the authorization server has refused, without asking it anything more. */
interface Evidence extends Clock {
  readonly hasKeyId: boolean;
  /** Epoch milliseconds; `null` when the key file does not say. */
  readonly keyExpiresAt: number | null;
  /** `{auth_url}` with a path: an audience seldom has one. */
  readonly hasPath: boolean;
  /** `error` and `error_description` of the answer, if it had them (RFC 6749, section 5.2). */
  readonly error: string;
  readonly description: string;
}

/** `null` where the server did not tell its time. */
interface Clock {
  /** The server's time, epoch milliseconds. */
  readonly serverNow: number | null;
  readonly clockAheadSeconds: number | null;
}

/** A `Date` header has whole seconds, and the answer was on its way for a moment. */
const MEASURED_TO_SECONDS = 2;

/**
 * What most probably is wrong. Wrong key, wrong audience and a wrong clock look alike from outside
 * (400, or 500 from some servers), so what we can check ourselves comes first, the server's words
 * second.
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
