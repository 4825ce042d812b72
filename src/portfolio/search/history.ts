/** Times of a rental file, in epoch milliseconds; `null` for what was so when it was first seen. */
interface FileTimes {
  /** Since when anything is known of it. */
  readonly knownMs: number;
  readonly appearedMs: number | null;
  /** Since when it has its status. */
  readonly statusMs: number | null;
  /** When it was last ready to decide; kept when it is decided. */
  readonly readyMs: number | null;
  /** When it was decided; `null` while it is not. */
  readonly decidedMs: number | null;
  /** As recorded, in the service's spelling: a newer snapshot may have another. */
  readonly decision: string;
  /** When its state last changed. */
  readonly changedMs: number | null;
}

/** The past of rental files, as far as snapshots were recorded. */
export interface FileHistory {
  /** Changes whenever a time does. */
  readonly version: number;
  /** When recording began, in epoch milliseconds. */
  readonly sinceMs: number;
  /** `null` for a file that is not recorded yet. */
  timesOf(id: string): FileTimes | null;
}
