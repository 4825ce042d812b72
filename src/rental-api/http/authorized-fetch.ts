import { mayCarrySecrets } from '../../lib/secure-url.ts';
import { unlessAborted } from '../../lib/timeout.ts';
import type { TokenSource } from '../auth/access-token.ts';
import { retryAfterSeconds } from './adaptive-concurrency.ts';
import { type CheckedRequest, checkedRequest, linkError } from './links.ts';

export interface AuthorizedFetchOptions {
  /** The only origin that the bearer is sent to: https, or plain http on this machine. */
  readonly origin: string;
  readonly tokens: TokenSource;
  /** Unread bodies of its responses must not need to be cancelled. */
  readonly fetch: typeof fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * A `fetch` for GET requests with the bearer token. A 401 is retried once with a new token.
 *
 * It is below the HTTP client, whose errors therefore never hold the bearer. Redirects are not
 * followed.
 *
 * @throws {RentalError} `rental_link` for another origin, before anything is sent
 * @see RFC 6750, section 2.1: the specification does not show the header
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): typeof fetch {
  const { origin, tokens, now } = options;

  async function send({ url, headers, signal }: CheckedRequest, token: string): Promise<Response> {
    headers.set('authorization', `Bearer ${token}`);
    return options.fetch(url, { headers, redirect: 'manual', signal });
  }

  return async (input, init) => {
    const request = checkedRequest(input, init);
    const { url } = request;
    if (url.origin !== origin || !mayCarrySecrets(url)) throw linkError('another origin');
    const token = await unlessAborted(tokens.token(), request.signal);
    let response = await send(request, token);
    if (response.status === 401) {
      const renewed = await unlessAborted(tokens.refresh(token), request.signal);
      response = await send(request, renewed);
    }
    const { ok, status, headers } = response;
    return ok ? response : withoutBody(status, retryAfterSeconds(headers, now()));
  };
}

/** Normalizes the wait to `Retry-After` in seconds, so that the HTTP client reads the same. */
function withoutBody(status: number, waitSeconds: number | null): Response {
  const headers = new Headers();
  if (waitSeconds !== null) headers.set('retry-after', String(waitSeconds));
  return new Response(null, { status, headers });
}
