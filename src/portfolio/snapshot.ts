import type { Changes } from './changes.ts';
import type { Entry } from './entry.ts';
import type { Table } from './search/table.ts';

/** All rental files as they were read at one time. It never changes. */
export interface Snapshot {
  /** Names the reading, in buttons too; opaque. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly table: Table;
  /** The row of each file in the table, by id. */
  readonly rows: ReadonlyMap<string, number>;
  /** The page on which each row was last seen. */
  readonly seenOn: readonly URL[];
  /** Files that could not be read at all. */
  readonly skipped: number;
  /** Values of the enumerations that the specification does not know. */
  readonly unknown: number;
  /** What a completion rate of this service counts to. */
  readonly completionMax: 1 | 100;
  /** Why it may not hold every file; `null` when it does. */
  readonly inconsistency: Inconsistency | null;
  /** Against the reading before; `null` for the first. */
  readonly changes: Changes | null;
}

/** How far a reading has come. */
export interface Progress {
  readonly read: number;
  /** As the service tells it: the total, or only the page's. */
  readonly count: number | null;
}

/** What a reading is made with. */
export interface SnapshotOptions {
  readonly now: () => number;
  /** What a completion rate counts to, or `null` to tell it from the files. */
  readonly completionMax: 1 | 100 | null;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Why a reading may not hold every file:
 *
 * - `moved`: files changed pages while they were read, so that one may have slipped by;
 * - `count`: there are more or fewer files than the service counts.
 */
export type Inconsistency = 'moved' | 'count';

/** What a walk through all pages met, as far as it tells whether it can be trusted. */
export interface Tally {
  /** `count` of the first and of the last page. */
  readonly firstCount: number;
  readonly lastCount: number;
  /** Whether `count` is the list's: it was more than the page held, or there was but one page. */
  readonly countsAll: boolean;
  /** Different files, those that could not be read among them. */
  readonly files: number;
  /** Files met on more than one page. */
  readonly repeated: number;
}

/**
 * Looks for signs that the list moved while it was read.
 *
 * `count` is “number of items” and may be the page's own; only one that has shown itself to be
 * the list's is held against the files.
 *
 * @see Rental File Service specification, section 2.1
 */
export function inconsistencyOf(tally: Tally): Inconsistency | null {
  const { firstCount, lastCount, countsAll, files, repeated } = tally;
  if (repeated > 0 || (countsAll && firstCount !== lastCount)) return 'moved';
  return countsAll && files !== lastCount ? 'count' : null;
}

/**
 * What completion counts to in this service, told over all entries: above 1 it can only be
 * percent; between 0 and 1 only a share of one. Nothing but zeros and ones tells nothing.
 *
 * @param configured what the operator says, for when it cannot be told; percent without it
 */
export function completionMaxOf(
  entries: Iterable<Entry>,
  configured: 1 | 100 | null = null,
): 1 | 100 {
  let hasShare = false;
  for (const { completion } of entries) {
    if (completion === null) continue;
    if (completion > 1) return 100;
    if (completion > 0 && completion < 1) hasShare = true;
  }
  return hasShare ? 1 : (configured ?? 100);
}
