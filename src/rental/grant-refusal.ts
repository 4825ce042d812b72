import { z } from 'zod';

import type { ServiceAccount } from './account.ts';
import type { LikelyCause } from './errors.ts';
import { type Clock, likelyCause } from './likely-cause.ts';

/** What was asked of the authorization server, and when (epoch milliseconds). */
export interface Asked {
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
  asked: Asked,
): { readonly likely: LikelyCause; readonly clockAheadSeconds: number | null } | null {
  const { error, error_description: description } = wordsOf(body);
  // Some servers call their own disbelief a fault.
  const isRefusal =
    [400, 401, 403].includes(status) || (status === 500 && error === 'server_error');
  if (!isRefusal) return null;
  const clock = clockOf(headers, asked);
  const likely = likelyCause({
    ...clock,
    error,
    description,
    hasKeyId: asked.account.keyId !== null,
    keyExpiresAt: asked.account.expiresAt,
    hasPath: asked.authUrl.pathname !== '/',
  });
  return { likely, clockAheadSeconds: clock.clockAheadSeconds };
}

function wordsOf(body: string): z.output<typeof Refused> {
  try {
    return Refused.parse(JSON.parse(body));
  } catch {
    return { error: '', error_description: '' };
  }
}

/** The server's time, unless a cache in between has kept the answer. */
function clockOf(headers: Headers, { sentAt, answeredAt }: Asked): Clock {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || headers.has('age')) return { serverNow: null, clockAheadSeconds: null };
  // Half a second, because the header's seconds are cut.
  const serverNow = date + 500;
  const ourNow = (sentAt + answeredAt) / 2;
  return { serverNow, clockAheadSeconds: Math.round((ourNow - serverNow) / 1000) };
}
