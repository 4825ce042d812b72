import { compactVerify, decodeProtectedHeader } from 'jose';
import { z } from 'zod';

import { HOUR_MS } from '../data/dates.ts';
import type { ServiceAccount } from './service-account.ts';

/**
 * Fault of an assertion. Clients never see it (they read "invalid assertion" each
 * time); the request log is, so that a test can tell one refusal from another.
 */
export type Fault =
  | 'not a JWT'
  | 'not RS256'
  | 'unknown key'
  | 'key has expired'
  | 'bad signature'
  | 'claims missing'
  | 'wrong iss'
  | 'wrong sub'
  | 'wrong aud'
  | 'exp has passed'
  | 'iat in the future'
  | 'iat too old';

export interface Expected {
  readonly account: ServiceAccount;
  /** `{auth_url}`, to the letter. */
  readonly audience: string;
  readonly nowMs: number;
}

/** How far the clocks may differ. */
const TOLERANCE_MS = 1_000;
/** An assertion dies that long after `iat`, whatever its `exp`. */
const AGE_MAX_MS = HOUR_MS;

const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number(),
});

/**
 * The first thing wrong with an assertion, or `null`.
 *
 * @see Rental File Service specification, section 5.3; RFC 7523, section 3
 */
export async function assertionFault(assertion: string, expected: Expected): Promise<Fault | null> {
  const { keyFile, publicKey } = expected.account;
  const header = headerOf(assertion);
  if (header === null) return 'not a JWT';
  if (header.alg !== 'RS256') return 'not RS256';
  if (header.kid !== keyFile.keyId) return 'unknown key';
  if (Date.parse(keyFile.expirationDate) <= expected.nowMs) return 'key has expired';

  const verified = await compactVerify(assertion, publicKey, { algorithms: ['RS256'] }).catch(
    () => null,
  );
  if (verified === null) return 'bad signature';
  const claims = Claims.safeParse(parsed(verified.payload));
  if (!claims.success) return 'claims missing';
  return claimFault(claims.data, expected);
}

function claimFault(claims: z.output<typeof Claims>, expected: Expected): Fault | null {
  const { account, audience, nowMs } = expected;
  const { userId } = account.keyFile;
  if (![claims.aud].flat().includes(audience)) return 'wrong aud';
  if (claims.exp * 1_000 <= nowMs + TOLERANCE_MS) return 'exp has passed';
  if (claims.iat * 1_000 > nowMs + TOLERANCE_MS) return 'iat in the future';
  if (claims.iat * 1_000 < nowMs - AGE_MAX_MS) return 'iat too old';
  if (claims.iss !== userId) return 'wrong iss';
  return claims.sub === userId ? null : 'wrong sub';
}

function headerOf(assertion: string) {
  try {
    return decodeProtectedHeader(assertion);
  } catch {
    return null;
  }
}

function parsed(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return null;
  }
}
