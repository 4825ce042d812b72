import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

import { type Dispatcher, request as send } from 'undici';

import { type CheckedRequest, checkedRequest } from './links.ts';
import { CutBodyError, type BufferedBody, bufferBody, LargeBodyError } from './page-body.ts';

/** How a body may come packed, and what unpacks it; `deflate` means two things, so nobody asks for it. */
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['br', createBrotliDecompress],
]);
const ACCEPTED = [...DECODERS.keys()].join(', ');

/** All that is of use in an answer without a body, and how it may be written. */
const WAIT_HEADERS = ['retry-after', 'ratelimit-reset'];
const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * A `fetch` for pages (GET, nothing to send), at a third of the cost of the global one, whose
 * streams are of no use here: a page is read whole.
 *
 * The body of a success has been read when it returns, so that the time limit and the retries of
 * whoever asked cover it; that of any other answer is not read at all, and of its headers only how long
 * to wait. Redirects are answers, never followed.
 *
 * @param bytesMax of one body, unpacked
 * @throws {TypeError} when no answer came; its cause says why
 * @throws {CutBodyError} when the connection ends early or the compression is broken
 * @throws {LargeBodyError} see `holdBody`
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
    // Leaving in the middle is an error to the stream, and to nobody else.
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
    // Worded as by the global one, which is how the HTTP client knows it.
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

/** A body that is packed in a way we did not ask for stays so, and turns out to be no page. */
function decoded(body: Readable, headers: Dispatcher.ResponseData['headers']): Readable {
  const decode = DECODERS.get(String(headers['content-encoding']).toLowerCase());
  // Whoever reads hears of every error of both.
  return decode === undefined ? body : pipeline(body, decode(), () => {});
}

/** Three digits are not yet one: `Response` knows no others. */
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
 * An answer whose body is at hand. Its text is made when it is asked for, and given once: the HTTP
 * client keeps its answers longer than they are of use.
 */
class BufferedResponse extends Response {
  override readonly text: () => Promise<string>;

  constructor(body: BufferedBody, status: number) {
    super(null, { status });
    this.text = async () => body.text();
  }
}
