import type { Limits } from './limits.ts';
import { linkError } from './link.ts';
import { type HeldBody, holdBody, leaveBody } from './read-body.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { mayCarrySecrets } from './secure-url.ts';
import type { TokenSource } from './token.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface BearerOptions {
  /** The only origin that the bearer may travel to: https, or plain http on this machine. */
  readonly origin: string;
  readonly tokens: TokenSource;
  readonly fetch: typeof fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly limits: Limits;
}

/**
 * A `fetch` for reading (GET, no body) that carries the bearer, and once more with a new one when
 * it is turned away (401).
 *
 * It stands below the HTTP client, whose errors therefore never hold the bearer. The body of a
 * success has been read when it returns, so that the client's time limit and retries cover it;
 * that of any other answer is not read at all. Redirects are answers, never followed.
 *
 * @throws {RentalError} `rental_link` for another origin, before anything is sent
 * @throws {CutBodyError | LargeBodyError} see `holdBody`
 * @see RFC 6750, section 2.1: the specification does not show the header
 */
export function createBearerFetch(options: BearerOptions): typeof fetch {
  const { origin, tokens, now, limits } = options;

  async function send(request: Request, token: string): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${token}`);
    return options.fetch(request.url, { headers, redirect: 'manual', signal: request.signal });
  }

  return async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const url = new URL(request.url);
    if (url.origin !== origin || !mayCarrySecrets(url)) throw linkError('another origin');
    const token = await unlessAborted(tokens.token(), request.signal);
    let response = await send(request, token);
    if (response.status === 401) {
      await leaveBody(response);
      const renewed = await unlessAborted(tokens.refresh(token), request.signal);
      response = await send(request, renewed);
    }
    const { status, headers } = response;
    if (response.ok) return new ReadResponse(await holdBody(response, limits.pageBytesMax), status);
    await leaveBody(response);
    return bodyless(status, retryAfterSeconds(headers, now()));
  };
}

/**
 * An answer whose body is at hand. Its text is made when it is asked for, and given once: the HTTP
 * client keeps its answers longer than they are of use.
 */
class ReadResponse extends Response {
  override readonly text: () => Promise<string>;

  constructor(body: HeldBody, status: number) {
    super(null, { status });
    this.text = async () => body.text();
  }
}

/** Says of the wait only what we understood of it, so that the client understands the same. */
function bodyless(status: number, waitSeconds: number | null): Response {
  const headers = new Headers();
  if (waitSeconds !== null) headers.set('retry-after', String(waitSeconds));
  return new Response(null, { status, headers });
}
