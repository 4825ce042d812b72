import { CLOCK_TOLERANCE } from './assertion.ts';
import type { LikelyCause } from './errors.ts';

/** What is known when the authorization server has refused, without asking it anything more. */
export interface Evidence extends Clock {
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
export interface Clock {
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
export function likelyCause(evidence: Evidence): LikelyCause {
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
