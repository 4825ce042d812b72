import { createBulkhead } from '../lib/limiter.ts';
import { RentalError } from '../rental-api/errors.ts';
import type { FilePage } from '../rental-api/schema/page.ts';
import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import type { Portfolio } from './portfolio.ts';
import type { Snapshot } from './snapshot.ts';

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

/** So many pages on either side of where a file was last seen are looked at before all others. */
const NEIGHBOURS_MAX = 2;

/**
 * One rental file with all its fields, read live: from the page where it was last seen, then from
 * the pages beside it, where files move that are pushed aside by others, then from all.
 *
 * @returns `null` when no page holds it any more
 * @throws {RentalError} when a page cannot be had
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

/** The page where a file was last seen, and then those around it, the nearest first. */
function nearby(id: string, { rows, seenOn }: Snapshot): URL[] {
  const row = rows.get(id);
  const home = row === undefined ? undefined : seenOn[row];
  if (home === undefined) return [];
  const pages = [...new Map(seenOn.map((url) => [url.href, url])).values()];
  const at = pages.findIndex(({ href }) => href === home.href);
  const distances = Array.from({ length: NEIGHBOURS_MAX }, (_, index) => index + 1);
  const around = distances.flatMap((distance) => [pages[at + distance], pages[at - distance]]);
  return [home, ...around].filter((url) => url !== undefined);
}

function fileOn({ files }: FilePage, id: string): RentalFile | null {
  return files.find((file) => file.id === id) ?? null;
}
