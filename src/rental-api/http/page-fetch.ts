import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

import { type Dispatcher, request as send } from 'undici';

import { type CheckedRequest, checkedRequest } from './links.ts';
import { CutBodyError, type BufferedBody, bufferBody, LargeBodyError } from './page-body.ts';

/** Decoders by content encoding. Without `deflate`, which servers implement in two variants. */
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['br', createBrotliDecompress],
]);
const ACCEPTED = [...DECODERS.keys()].join(', ');

/** The useful headers of a response without a body, and their allowed characters. */
const WAIT_HEADERS = ['retry-after', 'ratelimit-reset'];
const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * A `fetch` for pages (GET), at a third of the cost of the global one, whose streams are not needed
 * for a page that is read whole.
 *
 * The body of a success is complete when it returns, so that the caller's time limit and retries
 * cover it. Of other responses only status and wait headers are kept. Redirects are not followed.
 *
 * @param bytesMax per body, after decompression
 * @throws {TypeError} without a response; its cause says why
 * @throws {CutBodyError} when the connection ends early or the compression is broken
 * @throws {LargeBodyError} see `bufferBody`
 */
export function createPageFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    const request = checkedRequest(input, init);
    const { statusCode: status, headers, body } = await answerTo(request);
    if (status >= 200 && status < 300) {
      return new BufferedResponse(
        await wholeOf(decoded(body, headers), bytesMax, request.signal),
        status,
      );
    }
    // Destroying an unread stream emits an error, which is expected.
    body.on('error', () => {}).destroy();
    return new Response(null, {
      status: isStatus(status) ? status : 500,
      headers: waitHeaders(headers),
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
    return await send(url, { headers, signal });
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

/** The decompressed body. One with an unrequested encoding stays as it is, and fails to parse. */
function decoded(body: Readable, headers: Dispatcher.ResponseData['headers']): Readable {
  const decode = DECODERS.get(String(headers['content-encoding']).toLowerCase());
  // The reader gets the errors of both streams.
  return decode === undefined ? body : pipeline(body, decode(), () => {});
}

/** The range that the constructor of `Response` accepts. */
function isStatus(status: number): boolean {
  return status >= 200 && status <= 599;
}

function waitHeaders(given: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const name of WAIT_HEADERS) {
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

  constructor(body: BufferedBody, status: number) {
    super(null, { status });
    this.text = async () => body.text();
  }
}
