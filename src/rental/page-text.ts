import ky, { HTTPError } from 'ky';

import type { Limits } from './limits.ts';
import { pageFailure } from './page-failure.ts';

/** The text of one answer; `signal` gives up on it. With `once`, nothing is tried again. */
export type PageText = (
  url: URL,
  signal: AbortSignal | undefined,
  once: boolean,
) => Promise<string>;

/**
 * A function that gets the text of a page, trying again after trouble on the way, at the service
 * or with too many requests. It rejects with a `RentalError`, or with the reason of an abort.
 *
 * @param bearerFetch what sends the requests, with credentials, and reads the bodies
 */
export function createPageText(bearerFetch: typeof fetch, limits: Limits): PageText {
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
      const response = await (once ? httpOnce : http).get(
        url,
        signal === undefined ? {} : { signal },
      );
      return await response.text();
    } catch (error) {
      throw pageFailure(error);
    }
  };
}

function askedSeconds(error: Error): number {
  return error instanceof HTTPError ? Number(error.response.headers.get('retry-after')) : 0;
}
