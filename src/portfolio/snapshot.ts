import type { Changes } from './changes.ts';
import type { CompletionScale } from './completion-scale.ts';
import type { Table } from './search/table.ts';

/** All rental files as read at one time; immutable. */
export interface Snapshot {
  /** Id of its files, the same in every process that reads the same; also stored in buttons. */
  readonly id: string;
  /**
   * Epoch milliseconds before the first request of the refresh; later polls read changes from here.
   */
  readonly startedAt: number;
  /** Epoch milliseconds after the last page; ages are counted from here. */
  readonly endedAt: number;
  /** Whether all pages were read for it, and not only those of changed files. */
  readonly isWhole: boolean;
  readonly table: Table;
  /** Row of each file in the table, by id. */
  readonly rows: ReadonlyMap<string, number>;
  /** The page on which each row was last seen, for reading the file live. */
  readonly seenOn: readonly URL[];
  /** Number of files that could not be parsed. */
  readonly skipped: number;
  /** Number of values that the enumerations do not list, or that could not be read. */
  readonly unknown: number;
  /** Upper end of completion rates in this service. */
  readonly completionMax: 1 | 100;
  /** How that is known. */
  readonly completionScale: CompletionScale;
  /** Why files may be missing; `null` for a consistent snapshot. */
  readonly inconsistency: Inconsistency | null;
  /** Differences from the previous snapshot; `null` for the first. */
  readonly changes: Changes | null;
}

/** Figures of a snapshot for metrics and health; `null` without one. */
export function figuresOf(snapshot: Snapshot | null, nowMs: number) {
  return (
    snapshot && {
      ageMs: nowMs - snapshot.endedAt,
      tookMs: snapshot.endedAt - snapshot.startedAt,
      files: snapshot.table.entries.length,
      skipped: snapshot.skipped,
      isInconsistent: snapshot.inconsistency !== null,
    }
  );
}

/** Progress of a refresh. */
export interface Progress {
  readonly read: number;
  /** Number of files as the service counts them: the total, or the page's. */
  readonly count: number | null;
}

/** Options of a refresh. */
export interface SnapshotOptions {
  readonly now: () => number;
  /** Upper end of completion rates, or `null` to tell it from the rates served. */
  readonly completionMax: 1 | 100 | null;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Why a snapshot may lack files:
 * - `moved`: files changed pages during the refresh, so that one may have been missed;
 * - `count`: there are more or fewer files than the service counts.
 */
export type Inconsistency = 'moved' | 'count';

/** Counts of a walk through all pages, for checking its consistency. */
export interface Tally {
  /** `count` of the first and of the last page. */
  readonly firstCount: number;
  readonly lastCount: number;
  /** Whether `count` is the total: it exceeded the page, or there was only one page. */
  readonly countsAll: boolean;
  /** Distinct files, including unreadable ones. */
  readonly files: number;
  /** Files seen on more than one page. */
  readonly repeated: number;
}

/**
 * Detects signs that the list changed during the refresh.
 *
 * `count` is “number of items” and may be the page's own; it is compared with the files only once
 * it has proved to be the total.
 *
 * @see Rental File Service specification, section 2.1
 */
export function inconsistencyOf(tally: Tally): Inconsistency | null {
  const { firstCount, lastCount, countsAll, files, repeated } = tally;
  if (repeated > 0 || (countsAll && firstCount !== lastCount)) return 'moved';
  return countsAll && files !== lastCount ? 'count' : null;
}
