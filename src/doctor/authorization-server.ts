import { z } from 'zod';

import { audienceOf, CLOCK_TOLERANCE } from '../rental-api/auth/assertion.ts';
import { networkReason } from '../rental-api/errors.ts';
import { readBody } from '../rental-api/http/page-body.ts';
import { clockFinding } from './clock.ts';
import { type Examination, trouble, well } from './finding.ts';

/** What the authorization server tells anybody. */
export interface Server {
  /** What it calls itself; `null` when it does not say. An assertion’s `aud` is often just that. */
  readonly issuer: string | null;
}

const ABOUT = 'Authorization server';
const ANSWER_MS_MAX = 10_000;
const BODY_BYTES_MAX = 256 * 1024;

const Discovery = z.object({ issuer: z.url({ protocol: /^https?$/ }).max(200) });

/**
 * Asks the authorization server what it tells anybody: that it is there, the time, and its name.
 *
 * @param now epoch milliseconds
 * @see OpenID Connect Discovery 1.0, section 4
 */
export async function* examineAuthorizationServer(
  authUrl: URL,
  now: () => number,
): Examination<Server> {
  const sentAt = now();
  let response: Response;
  try {
    response = await fetch(`${audienceOf(authUrl)}/.well-known/openid-configuration`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
  } catch (error) {
    yield trouble(
      ABOUT,
      `It is not reached (${reasonOf(error)}).`,
      'Check RENTAL_AUTH_URL, and that this machine may connect to it (firewall, proxy).',
    );
    return null;
  }
  const answer = { headers: response.headers, sentAt, answeredAt: now() };
  const issuer = await issuerIn(response);
  yield well(ABOUT, nameOf(issuer, authUrl));
  yield clockFinding('Clock', 'the authorization server’s', answer, CLOCK_TOLERANCE);
  return { issuer };
}

function nameOf(issuer: string | null, authUrl: URL): string {
  if (issuer === null) return 'something answers there; it does not say that it is one.';
  return issuer === audienceOf(authUrl)
    ? 'it answers, and goes by the name in RENTAL_AUTH_URL.'
    : 'it answers.';
}

function reasonOf(error: unknown): string {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  return isLate ? 'no answer in time' : networkReason(error);
}

async function issuerIn(response: Response): Promise<string | null> {
  try {
    return Discovery.parse(JSON.parse(await readBody(response, BODY_BYTES_MAX))).issuer;
  } catch {
    return null;
  }
}
