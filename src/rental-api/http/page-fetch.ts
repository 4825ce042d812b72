import { type Readable, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

import { type Dispatcher, request as undiciRequest } from 'undici';

import { unlessAborted } from '../../lib/concurrency.ts';
import { hasCredentials, mayCarrySecrets } from '../../lib/http.ts';
import type { TokenSource } from '../auth/access-token.ts';
import { type LinkProblem, RentalError } from '../errors.ts';
import { retryAfterSeconds } from './adaptive-concurrency.ts';
import {
  type BufferedBody,
  CutBodyError,
  LargeBodyError,
  bufferBody,
  REFUSAL_HEADERS,
  refusalHeaders,
} from './page-body.ts';

export interface AuthorizedFetchOptions {
  /**
   * The first page of the list, whose origin alone gets the bearer: https, or plain http on this
   * machine.
   */
  readonly firstPage: URL;
  readonly tokens: TokenSource;
  /** Unread bodies of its responses must not need to be cancelled. */
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

/**
 * A `fetch` for GET requests with the bearer token. A 401 is retried once with a new token.
 *
 * It is below the HTTP client, whose errors therefore never hold the bearer. Redirects are not
 * followed, and a request to another origin fails with `rental_link` before anything is sent.
 *
 * @throws {TypeError} for a first page that is neither https nor on this machine
 * @see RFC 6750, section 2.1: the specification does not show the header
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): typeof fetch {
  const { firstPage, tokens, now } = options;
  if (!mayCarrySecrets(firstPage)) throw new TypeError('The first page must be an https URL');

  async function send({ url, headers, signal }: CheckedRequest, token: string): Promise<Response> {
    headers.set('authorization', `Bearer ${token}`);
    return options.fetch(url, { headers, redirect: 'manual', signal });
  }

  return async (input, init) => {
    const request = checkedRequest(input, init);
    const problem = pageProblem(request.url, firstPage);
    if (problem !== null) throw linkError(problem);
    const token = await unlessAborted(tokens.token(), request.signal);
    let response = await send(request, token);
    if (response.status === 401) {
      const renewed = await unlessAborted(tokens.refresh(token), request.signal);
      response = await send(request, renewed);
    }
    return response.ok ? response : withoutBody(response, retryAfterSeconds(response, now()));
  };
}

/** Normalizes the wait to `Retry-After` in seconds, so that the HTTP client reads the same. */
function withoutBody(response: Response, waitSeconds: number | null): Response {
  const { status } = response;
  const headers = new Headers();
  for (const name of REFUSAL_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (waitSeconds !== null) headers.set('retry-after', String(waitSeconds));
  return new Response(null, { status, headers });
}

/** Decoders by content encoding. Without `deflate`, which servers implement in two variants. */
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['br', createBrotliDecompress],
]);
const ACCEPTED = [...DECODERS.keys()].join(', ');

/** 203 is a 200 that a proxy has changed. Others, such as 202 and 206, may lack files. */
const COMPLETE: ReadonlySet<number> = new Set([200, 203]);

/** The useful headers of a page and of a response without a body, and their allowed characters. */
const PAGE_HEADERS = ['date'];
const WAIT_HEADERS = ['retry-after', 'ratelimit-reset', 'date'];
const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * A `fetch` for pages (GET), at a third of the cost of the global one, whose streams are not needed
 * for a page that is read whole.
 *
 * The body of a success is complete when it returns, so that the caller's time limit and retries
 * cover it; of its headers only the date is kept. Of other responses only status, wait headers and the
 * reason are kept. Redirects are not followed.
 *
 * @param bytesMax per body, after decompression
 * @throws {RentalError} `rental_unreadable` for a success that is not known to be a whole page
 * @throws {TypeError} without a response; its cause says why
 * @throws {CutBodyError} when the connection ends early or the compression is broken
 * @throws {LargeBodyError} see `bufferBody`
 */
export function createPageFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    const request = checkedRequest(input, init);
    const { statusCode: status, headers, body } = await answerTo(request);
    if (status >= 200 && status < 300 && !COMPLETE.has(status)) {
      body.on('error', () => {}).destroy();
      const failure = { code: 'rental_unreadable' } as const;
      throw new RentalError('GET rental files page', `status ${status}, not 200`, failure);
    }
    if (COMPLETE.has(status)) {
      return new BufferedResponse(await wholeOf(decoded(body, headers), bytesMax, request.signal), {
        status,
        headers: headersIn(headers, PAGE_HEADERS),
      });
    }
    const isJson = /\bjson\b/i.test(String(headers['content-type']));
    const refused = await refusalHeaders(
      request.url,
      headers['location'],
      isJson,
      decoded(body, headers),
      request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '',
    );
    return new Response(null, {
      // The constructor of `Response` accepts no other.
      status: status >= 200 && status <= 599 ? status : 500,
      headers: [...refused, ...headersIn(headers, WAIT_HEADERS)],
    });
  };
}

async function answerTo({
  url,
  headers,
  signal,
}: CheckedRequest): Promise<Dispatcher.ResponseData> {
  headers.set('accept-encoding', ACCEPTED);
  try {
    return await undiciRequest(url, { headers, signal });
  } catch (error) {
    signal?.throwIfAborted();
    // The message of the global `fetch`, by which the HTTP client recognizes a network error.
    throw new TypeError('fetch failed', { cause: error });
  }
}

async function wholeOf(
  body: Readable,
  bytesMax: number,
  signal: AbortSignal | null,
): Promise<BufferedBody> {
  try {
    return await bufferBody(body, bytesMax);
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof LargeBodyError ? error : new CutBodyError();
  }
}

/**
 * The decompressed body. One with an unrequested encoding stays as it is, and fails to parse.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.3 for the old name of gzip
 */
function decoded(body: Readable, headers: Dispatcher.ResponseData['headers']): Readable {
  const encoding = String(headers['content-encoding']).toLowerCase();
  const decode = DECODERS.get(encoding === 'x-gzip' ? 'gzip' : encoding);
  // The reader gets the errors of both streams.
  return decode === undefined ? body : pipeline(body, decode(), () => {});
}

function headersIn(given: Dispatcher.ResponseData['headers'], names: readonly string[]): Headers {
  const headers = new Headers();
  for (const name of names) {
    const value = given[name];
    if (typeof value === 'string' && PRINTABLE.test(value)) headers.set(name, value);
  }
  return headers;
}

/**
 * A response with a buffered body, whose text is decoded on request, once: the HTTP client keeps
 * responses longer than they are needed.
 */
class BufferedResponse extends Response {
  override readonly text: () => Promise<string>;

  constructor(body: BufferedBody, init: ResponseInit) {
    super(null, init);
    this.text = async () => body.text();
  }
}

/** Specification, section 8. */
const LINK_CHARACTERS_MAX = 2083;

/** Spaces, control characters and backslashes, which URL parsers drop or replace differently. */
const MISLEADING = /[\s\\\p{Cc}\p{Cf}]/u;

/**
 * The page that `next` leads to, or `null` at the end of the list.
 *
 * Links may be relative or absolute, but must stay on the origin of the first page: it alone gets the
 * access token. Plain http to the same host comes from a proxy that terminates TLS, and is raised to
 * https.
 *
 * @param current the page with the link
 * @param first the first page of the list, as the operator gave it
 * @throws {RentalError} `rental_link`, before anything is sent
 * @see Rental File Service specification, sections 2.1 and 8
 */
export function nextPage(link: string | null, current: URL, first: URL): URL | null {
  if (link === null || link === '') return null;
  if (link.length > LINK_CHARACTERS_MAX) throw linkError('too long');
  if (MISLEADING.test(link)) throw linkError('not a link');
  const next = URL.parse(link, current.href);
  if (next === null) throw linkError('not a link');
  if (next.protocol === 'http:' && next.host === first.host) next.protocol = first.protocol;
  next.hash = '';
  const problem = pageProblem(next, first);
  if (problem !== null) throw linkError(problem);
  return next;
}

/**
 * Why `url` cannot be a page of the list that starts at `first`; `null` if it can.
 *
 * @param first https, or plain http on this machine: so is each page of its origin
 */
export function pageProblem(url: URL, first: URL): LinkProblem | null {
  if (hasCredentials(url)) return 'holds credentials';
  return url.origin === first.origin ? null : 'another origin';
}

/** The error for a link that is not followed. */
export function linkError(problem: LinkProblem): RentalError {
  const failure = { code: 'rental_link', problem } as const;
  return new RentalError('Following the link to the next page', problem, failure);
}

/** A GET request as passed to `fetch`. */
interface CheckedRequest {
  readonly url: URL;
  /** A copy, so that additions are not visible to the caller. */
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}

/**
 * Normalizes the arguments of `fetch` for a GET request. Cheaper than a `Request` in each layer, which
 * is noticeable over a thousand pages.
 */
function checkedRequest(input: string | URL | Request, init: RequestInit = {}): CheckedRequest {
  // Not `instanceof Request`: a cloned request may be of another class.
  const isAddress = typeof input === 'string' || input instanceof URL;
  const request = isAddress ? null : input;
  return {
    url: new URL(isAddress ? input : input.url),
    headers: new Headers(init.headers ?? request?.headers),
    signal: init.signal ?? request?.signal ?? null,
  };
}
