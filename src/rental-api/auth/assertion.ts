import { SignJWT } from 'jose';

import type { ServiceAccount } from './service-account.ts';

/** How far `iat` is backdated, for servers whose clock is behind ours. */
const BACKDATED_SECONDS = 30;

/** Lifetime of an assertion from now on; short, since each request signs its own. */
const LIFETIME_SECONDS = 270;

/**
 * A signed JWT assertion for one token request.
 *
 * @param audience the authorization server, as `audienceOf` writes it
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
    .setIssuedAt(seconds - BACKDATED_SECONDS)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(privateKey);
}

/** How far our clock may be off for these assertions to be accepted, in seconds. */
export const CLOCK_TOLERANCE = { ahead: BACKDATED_SECONDS, behind: LIFETIME_SECONDS } as const;

/**
 * The audience for `{auth_url}`, without a trailing slash, which a URL parser or an operator may have
 * added: servers compare the exact string.
 *
 * @see Rental File Service specification, section 5.3 (`aud`)
 */
export function audienceOf(authUrl: URL): string {
  return `${authUrl.origin}${authUrl.pathname}`.replace(/(?<!\/)\/+$/, '');
}
