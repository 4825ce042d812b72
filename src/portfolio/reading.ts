import type { RentalFile } from '../rental/file.ts';
import type { FilePage } from '../rental/page.ts';

/** All rental files as they were read at one time. It never changes. */
export interface Reading {
  /** Names the reading, in buttons too; opaque. */
  readonly id: string;
  /** Newest first; one entry an id. */
  readonly files: readonly RentalFile[];
  /** Files that could not be read at all. */
  readonly skipped: number;
  /** Values of the enumerations that the specification does not know. */
  readonly unknown: number;
  /** Epoch milliseconds. */
  readonly endedAt: number;
  /** What a completion rate of this service counts to. */
  readonly completionMax: 1 | 100;
}

/** How far a reading has come. */
export interface Progress {
  readonly read: number;
  /** As the service tells it: the total, or only the page's. */
  readonly count: number | null;
}

/**
 * Reads every page into one reading.
 *
 * @param completionMax what a completion rate counts to, or `null` to tell it from the files
 * @throws {RentalError} when any page cannot be had: a part is never passed off as the whole
 */
export async function readAll(
  pages: AsyncIterable<FilePage>,
  onProgress: (progress: Progress) => void,
  { now, completionMax }: { now: () => number; completionMax: 1 | 100 | null },
): Promise<Reading> {
  const startedAt = now();
  const files = new Map<string, RentalFile>();
  let skipped = 0;
  let unknown = 0;
  for await (const page of pages) {
    // A file that moved to a later page while we read was met already: the later word counts.
    for (const file of page.files) files.set(file.id, file);
    skipped += page.skipped;
    unknown += page.unknown;
    onProgress({ read: files.size, count: page.count });
  }
  const newestFirst = [...files.values()].toSorted(
    (one, other) =>
      (other.created_at ?? -Infinity) - (one.created_at ?? -Infinity) ||
      (one.id < other.id ? -1 : 1),
  );
  return {
    id: startedAt.toString(36),
    files: newestFirst,
    skipped,
    unknown,
    endedAt: now(),
    completionMax: completionMax ?? completionMaxOf(newestFirst),
  };
}

/**
 * What completion rates count to, told over all files: above 1 it can only be percent; between 0
 * and 1 only a share of one. Nothing but zeros and ones tells nothing, and is read as percent.
 */
function completionMaxOf(files: readonly RentalFile[]): 1 | 100 {
  const rates = files.map(({ completion_rate: rate }) => rate ?? 0);
  if (rates.some((rate) => rate > 1)) return 100;
  return rates.some((rate) => rate > 0 && rate < 1) ? 1 : 100;
}
