import { SignJWT } from 'jose';

import type { ServiceAccount } from './service-account.ts';

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
