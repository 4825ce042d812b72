import { createBulkhead } from '../lib/concurrency.ts';
import { RentalError } from '../rental-api/errors.ts';
import type { FilePage } from '../rental-api/schema/page.ts';
import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import type { Portfolio } from './portfolio.ts';
import type { Snapshot } from './snapshot.ts';

export interface LiveFileOptions {
  readonly portfolio: Pick<Portfolio, 'latest' | 'read'>;
  /** The page at a URL; `signal` aborts the request. */
  readonly fetchPage: (url: URL, signal: AbortSignal) => Promise<FilePage>;
  /** All pages of the list. */
  readonly pages: (signal: AbortSignal) => AsyncIterable<FilePage>;
  /** Max time for one file; 25 s by default. */
  readonly msMax?: number;
}

/** Bounded, so that a slow service leaves connections to other commands and to polls. */
const AT_ONCE = { atOnceMax: 6, waitingMax: 60, waitMsMax: 10_000 };

/** Longer than one request may take, so that a timeout is reported as the service's. */
const MS_MAX = 25_000;

/**
 * Rental files as the service has them now, a few at once, in the order of requests.
 *
 * @returns a lookup by id, which ends after `msMax` where that is given. It gives `null` when the
 *   service has no such file, and rejects with a `BusyError` over the limit of lookups, and with a
 *   `RentalError` when the service fails
 */
export function createLiveFile(
  options: LiveFileOptions,
): (id: string, msMax?: number) => Promise<RentalFile | null> {
  const { portfolio, fetchPage, pages } = options;
  const places = createBulkhead(AT_ONCE);

  return async (id, msMax = options.msMax ?? MS_MAX) => {
    const snapshot = portfolio.latest() ?? (await portfolio.read());
    return places.within(async () => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(tooSlow(msMax)), msMax);
      try {
        return await findFile(
          id,
          snapshot,
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

/** Neighbouring pages on either side of the last known page that are read before all others. */
const NEIGHBOURS_MAX = 2;

/**
 * One rental file with all its fields, read live: from the page where it was last seen, then from
 * neighbouring pages, since new files push others on, then from all.
 *
 * @returns `null` when no page contains it
 * @throws {RentalError} when a page cannot be read
 */
export async function findFile(
  id: string,
  snapshot: Snapshot,
  fetchPage: (url: URL) => Promise<FilePage>,
  pages: () => AsyncIterable<FilePage>,
): Promise<RentalFile | null> {
  for (const url of nearby(id, snapshot)) {
    const file = fileOn(await fetchPage(url), id);
    if (file !== null) return file;
  }
  for await (const page of pages()) {
    const file = fileOn(page, id);
    if (file !== null) return file;
  }
  return null;
}

/** The page where a file was last seen and those around it, nearest first. */
function nearby(id: string, { rows, seenOn }: Snapshot): URL[] {
  const row = rows.get(id);
  const home = row === undefined ? undefined : seenOn[row];
  if (home === undefined) return [];
  // Files of one page share a URL object: `href` of 100,000 files would block the event loop.
  const urls = [...new Set(seenOn)];
  const pages = [...new Map(urls.map((url) => [url.href, url])).values()];
  const at = pages.findIndex(({ href }) => href === home.href);
  const distances = Array.from({ length: NEIGHBOURS_MAX }, (_, index) => index + 1);
  const around = distances.flatMap((distance) => [pages[at + distance], pages[at - distance]]);
  return [home, ...around].filter((url) => url !== undefined);
}

function fileOn({ files }: FilePage, id: string): RentalFile | null {
  return files.find((file) => file.id === id) ?? null;
}
