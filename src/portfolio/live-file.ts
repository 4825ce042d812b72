import { createBulkhead } from '../lib/limiter.ts';
import { RentalError } from '../rental-api/errors.ts';
import type { FilePage } from '../rental-api/schema/page.ts';
import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import { findFile } from './find-file.ts';
import type { Portfolio } from './portfolio.ts';

export interface LiveFileOptions {
  readonly portfolio: Pick<Portfolio, 'latest' | 'read'>;
  /** The page at a URL; `signal` gives up on it. */
  readonly fetchPage: (url: URL, signal: AbortSignal) => Promise<FilePage>;
  /** All pages. */
  readonly pages: (signal: AbortSignal) => AsyncIterable<FilePage>;
  /** How long looking for one file may take: 25 s without it. */
  readonly msMax?: number;
}

/** A service that is slow for one file leaves the other commands, and the polls, their connections. */
const AT_ONCE = { atOnceMax: 6, waitingMax: 60, waitMsMax: 10_000 };

/** Longer than one request may take, so that it is the service's silence that is noted. */
const MS_MAX = 25_000;

/**
 * Finds rental files as the service has them now: a few at once, in the order in which they were
 * asked for.
 *
 * @returns looks for the file of that id; `null` when the service has none. Rejects with a
 *   `BusyError` when too many are looked for, and with a `RentalError` when it cannot be had
 */
export function createLiveFile(
  options: LiveFileOptions,
): (id: string) => Promise<RentalFile | null> {
  const { portfolio, fetchPage, pages, msMax = MS_MAX } = options;
  const places = createBulkhead(AT_ONCE);

  return async (id) => {
    const reading = portfolio.latest() ?? (await portfolio.read());
    return places.within(async () => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(tooSlow(msMax)), msMax);
      try {
        return await findFile(
          id,
          reading,
          async (url) => fetchPage(url, late.signal),
          () => pages(late.signal),
        );
      } finally {
        clearTimeout(timer);
      }
    });
  };
}

function tooSlow(ms: number): RentalError {
  const what = `not found after ${ms / 1_000} seconds`;
  return new RentalError('Looking for one rental file', what, { code: 'rental_slow' });
}
