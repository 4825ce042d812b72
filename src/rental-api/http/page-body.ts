import ky, { HTTPError, NetworkError, TimeoutError } from 'ky';

import { networkReason, RentalError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { statusError } from './refusal.ts';

/** A complete page, whose text is decoded on request, once. */
export type PageBody = Pick<Response, 'text'>;

/** Gets the body of a page. `once` turns retries off. */
export type GetPageBody = (
  url: URL,
  signal: AbortSignal | undefined,
  once: boolean,
) => Promise<PageBody>;

/**
 * A function that gets the body of a page, and retries after network errors, server errors and 429.
 * It rejects with a `RentalError`, or with the reason of an abort.
 *
 * @param authorizedFetch sends the requests with credentials, and reads the bodies
 */
export function createPageBody(authorizedFetch: typeof fetch, limits: Limits): GetPageBody {
  const { attemptMsMax, pageMsMax, retriesMax, retryMs, retryAfterSecondsMax } = limits;
  const http = ky.create({
    fetch: authorizedFetch,
    headers: { accept: 'application/json' },
    redirect: 'manual',
    timeout: attemptMsMax,
    totalTimeout: pageMsMax,
    retry: {
      limit: retriesMax,
      methods: ['get'],
      statusCodes: [408, 429, 500, 502, 503, 504],
      afterStatusCodes: [429, 503],
      delay: (attempt) => retryMs * 2 ** (attempt - 1),
      jitter: (ms) => ms * (1 - Math.random() / 2),
      // The client would cap a longer wait, and send one more useless request.
      shouldRetry: ({ error }) =>
        retryAfterSecondsOf(error) > retryAfterSecondsMax ? false : undefined,
    },
  });

  const httpOnce = http.extend({ retry: 0 });

  return async (url, signal, once) => {
    try {
      return await (once ? httpOnce : http).get(url, signal === undefined ? {} : { signal });
    } catch (error) {
      throw pageFailure(error);
    }
  };
}

function retryAfterSecondsOf(error: Error): number {
  return error instanceof HTTPError ? Number(error.response.headers.get('retry-after')) : 0;
}

/** A connection that ended before the body did. Class and message make ky retry. */
export class CutBodyError extends TypeError {
  constructor() {
    super('terminated');
  }
}

/** A body over the limit. */
export class LargeBodyError extends Error {
  override readonly name = 'LargeBodyError';
}

/** A complete body, as bytes until its text is needed. */
export interface BufferedBody {
  /** The UTF-8 text, on the first call only: the buffer is reused then. */
  text(): string;
}

/**
 * The text of a response.
 *
 * @throws {CutBodyError} when the connection ends early or the compression is broken
 * @throws {LargeBodyError} see `bufferBody`
 */
export async function readBody({ body }: Response, bytesMax: number): Promise<string> {
  if (body === null) return '';
  try {
    return (await bufferBody(body, bytesMax)).text();
  } catch (error) {
    throw error instanceof TypeError ? new CutBodyError() : error;
  }
}

/**
 * Reads a whole body. Bytes are counted after decompression, so that a small compressed body cannot
 * grow without bound.
 *
 * @throws {LargeBodyError} beyond `bytesMax`; the rest is not read
 */
export async function bufferBody(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<BufferedBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new LargeBodyError(`more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return buffered(chunks, bytes);
}

/** Fits most pages. Buffers are reused, since one per page would only be garbage. */
const BUFFER_BYTES = 512 * 1024;
const FREE_BUFFERS_MAX = 8;
const freeBuffers: Uint8Array[] = [];

/** Bytes, not text: a string takes up to twice the memory, and prefetched pages may wait for long. */
function buffered(chunks: readonly Uint8Array[], bytes: number): BufferedBody {
  let buffer: Uint8Array | null =
    bytes > BUFFER_BYTES
      ? new Uint8Array(bytes)
      : (freeBuffers.pop() ?? new Uint8Array(BUFFER_BYTES));
  let end = 0;
  for (const chunk of chunks) {
    buffer.set(chunk, end);
    end += chunk.byteLength;
  }
  return {
    text() {
      if (buffer === null) return '';
      const text = new TextDecoder().decode(buffer.subarray(0, bytes));
      if (buffer.length === BUFFER_BYTES && freeBuffers.length < FREE_BUFFERS_MAX)
        freeBuffers.push(buffer);
      buffer = null;
      return text;
    },
  };
}

const CALL = 'GET rental files page';

/**
 * Converts errors of the HTTP client to a `RentalError`; the reason of an abort and bugs pass through.
 *
 * The client's error is not kept as a cause, since it holds the request with its URL.
 */
function pageFailure(error: unknown): unknown {
  if (error instanceof HTTPError) return statusError(CALL, error.response);
  if (error instanceof TimeoutError) {
    return new RentalError(CALL, 'timed out', { code: 'rental_slow' });
  }
  if (error instanceof NetworkError && error.cause instanceof CutBodyError) {
    return new RentalError(CALL, 'cut short', { code: 'rental_unreadable' });
  }
  if (error instanceof NetworkError) {
    const failure = { code: 'rental_down', status: null } as const;
    return new RentalError(CALL, networkReason(error.cause), failure);
  }
  if (error instanceof LargeBodyError) {
    return new RentalError(CALL, error.message, { code: 'rental_unreadable' });
  }
  return error;
}
