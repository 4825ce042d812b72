import ky, { HTTPError } from 'ky';

import type { Limits } from './limits.ts';
import { pageFailure } from './page-failure.ts';

/** A page that has come whole. Its text is made when it is asked for, once. */
export type PageBody = Pick<Response, 'text'>;

/** The body of one answer; `signal` gives up on it. With `once`, nothing is tried again. */
export type GetPageBody = (
  url: URL,
  signal: AbortSignal | undefined,
  once: boolean,
) => Promise<PageBody>;

/**
 * A function that gets the body of a page, trying again after trouble on the way, at the service
 * or with too many requests. It rejects with a `RentalError`, or with the reason of an abort.
 *
 * @param bearerFetch what sends the requests, with credentials, and reads the bodies
 */
export function createPageBody(bearerFetch: typeof fetch, limits: Limits): GetPageBody {
  const { attemptMsMax, pageMsMax, retriesMax, retryMs, retryAfterSecondsMax } = limits;
  const http = ky.create({
    fetch: bearerFetch,
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
      // Cutting a wait short, as the client's own bound does, would only be one more request.
      shouldRetry: ({ error }) => (askedSeconds(error) > retryAfterSecondsMax ? false : undefined),
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

function askedSeconds(error: Error): number {
  return error instanceof HTTPError ? Number(error.response.headers.get('retry-after')) : 0;
}
