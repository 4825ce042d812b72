import type { Limits } from './limits.ts';
import type { PageBody } from './page-body.ts';

/** A page that may turn out not to be wanted did not come; nobody is told. */
class GuessError extends Error {
  override readonly name = 'GuessError';
}

/** Gets a page that will probably be wanted. */
export type GetGuess = (url: URL, signal: AbortSignal) => Promise<PageBody>;

/**
 * A function that asks once for the body of a page, without the HTTP client: retries and an error
 * worth telling are of no use to a guess, and nearly all pages of a reading are guesses.
 *
 * It rejects when the page does not come, is late, or is no success.
 *
 * @param send what sends the requests, with credentials, and reads the bodies
 */
export function createGuess(send: typeof fetch, { attemptMsMax }: Limits): GetGuess {
  return async (url, signal) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new GuessError('late')), attemptMsMax);
    try {
      const response = await send(url, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, late.signal]),
      });
      if (!response.ok) throw new GuessError(String(response.status));
      return response;
    } finally {
      clearTimeout(timer);
    }
  };
}
