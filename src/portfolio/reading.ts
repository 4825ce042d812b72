import type { Changes } from './changes.ts';
import type { Doubt } from './doubt.ts';
import type { Table } from './query/table.ts';
import type { Rows } from './rows.ts';

/** All rental files as they were read at one time. It never changes. */
export interface Reading {
  /** Names the reading, in buttons too; opaque. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly table: Table;
  /** The row of each file in the table, by id. */
  readonly rows: Rows;
  /** The page on which each row was last seen. */
  readonly seenOn: readonly URL[];
  /** Files that could not be read at all. */
  readonly skipped: number;
  /** Values of the enumerations that the specification does not know. */
  readonly unknown: number;
  /** What a completion rate of this service counts to. */
  readonly completionMax: 1 | 100;
  /** Why it may not hold every file; `null` when it does. */
  readonly doubt: Doubt | null;
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
export interface Making {
  readonly now: () => number;
  /** What a completion rate counts to, or `null` to tell it from the files. */
  readonly completionMax: 1 | 100 | null;
  readonly onProgress: (progress: Progress) => void;
}
