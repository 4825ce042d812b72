import type { FilePage } from '../rental-api/schema/page.ts';
import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import type { Reading } from './reading.ts';

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
  reading: Reading,
  fetchPage: (url: URL) => Promise<FilePage>,
  pages: () => AsyncIterable<FilePage>,
): Promise<RentalFile | null> {
  for (const url of nearby(id, reading)) {
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
function nearby(id: string, { rows, seenOn }: Reading): URL[] {
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
