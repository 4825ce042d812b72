import { SignJWT } from 'jose';

import type { ServiceAccount } from './service-account.ts';

/** The server's clock may be this far behind ours before it sees an assertion from the future. */
const BACKDATED_SECONDS = 30;

/** How long an assertion serves from now on; one is signed for each request, so minutes do. */
const LIFETIME_SECONDS = 270;

/**
 * A signed statement of who we are, for one token request.
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

/** How far our clock may be off for the assertions above to be believed, in seconds. */
export const CLOCK_TOLERANCE = { ahead: BACKDATED_SECONDS, behind: LIFETIME_SECONDS } as const;

/**
 * `{auth_url}` as the authorization server writes it: without the slash that a URL parser, or an
 * operator, puts at its end. A server compares it letter by letter.
 *
 * @see Rental File Service specification, section 5.3 (`aud`)
 */
export function audienceOf(authUrl: URL): string {
  return `${authUrl.origin}${authUrl.pathname}`.replace(/(?<!\/)\/+$/, '');
}
