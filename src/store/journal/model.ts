/** How far the journal has come. Times are epoch milliseconds of the database's clock. */
export interface JournalState {
  /** Rises with every write. */
  readonly generation: number;
  /** End of the first snapshot: nothing is known of the time before. */
  readonly baselineMs: number;
  /** Start of the last snapshot that is recorded to its end. */
  readonly seenFromMs: number;
  /** Start of the last such snapshot that was read from all pages: others show no deleted files. */
  readonly wholeFromMs: number;
  /** Start of the last such snapshot in which no file can have been missed. */
  readonly completeFromMs: number | null;
  /** Start of the one before: a file that both lack was not there, one that the last lacks may be. */
  readonly absentFromMs: number | null;
  /** End of the last snapshot that is recorded, perhaps not yet to its end. */
  readonly readUntilMs: number;
  /** The latest time in the journal. */
  readonly latestMs: number;
}

/** A rental file as last recorded; enumerations and numbers are in the service's spelling. */
export interface RecordedFile {
  readonly id: string;
  /** Empty while it could not be read, as `decision`. */
  readonly status: string;
  readonly decision: string;
  readonly score: number | null;
  readonly completion: number | null;
  /** Number of applicants in each status, such as `2 NEW, 1 OPEN`. */
  readonly applicants: string;
  readonly isArchived: boolean;
  readonly isGone: boolean;
  /** Since when anything is known of it. */
  readonly knownMs: number;
  /** `null` for a file of the first snapshot, as all times of what was so then. */
  readonly appearedMs: number | null;
  /** Since when it has its status. */
  readonly statusMs: number | null;
  /** When it was last ready to decide; kept when it is decided. */
  readonly readyMs: number | null;
  /** When it was decided; `null` while it is not. */
  readonly decidedMs: number | null;
  /** When anything here last changed. */
  readonly changedMs: number | null;
  /** Start of the last whole snapshot that had it, while newer ones lack it. */
  readonly unseenFromMs: number | null;
  /** End of the first snapshot that lacked it and in which no file can have been missed. */
  readonly missedMs: number | null;
}

export const EVENT_ASPECTS = [
  'appeared',
  'status',
  'decision',
  'score',
  'completion',
  'applicants',
  'archived',
  'gone',
  'back',
] as const;
export type EventAspect = (typeof EVENT_ASPECTS)[number];

/** Something that happened to a rental file after one instant and before another. */
export interface FileEvent {
  readonly fileId: string;
  readonly aspect: EventAspect;
  readonly from: string | null;
  readonly to: string | null;
  readonly afterMs: number;
  readonly beforeMs: number;
}

/** A part of a snapshot, which is written as a whole or not at all. */
export interface JournalWrite {
  /** The generation that the writer has seen; `null` for the first write. */
  readonly seen: number | null;
  readonly state: Omit<JournalState, 'generation'>;
  readonly files: readonly RecordedFile[];
  /** In their order. */
  readonly events: readonly FileEvent[];
}
