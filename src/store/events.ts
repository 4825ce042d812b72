import { z } from 'zod';

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
  /**
   * Stretches without a recorded snapshot, oldest first: from the start of the one before to the time
   * that everything has which the one after it found changed.
   */
  readonly gaps: readonly { readonly afterMs: number; readonly beforeMs: number }[];
}

/** Values of a file whose plain form does not show that they have never been read. */
export const UNREAD_VALUES = ['score', 'completion', 'applicants', 'archived'] as const;
export type UnreadValue = (typeof UNREAD_VALUES)[number];

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
  /** Values that could not be read since it is known; they are empty, or `false`. */
  readonly unread: readonly UnreadValue[];
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

/** What of a rental file an alert may be about. */
export const ALERT_ASPECTS = [
  'status',
  'decision',
  'score',
  'completion',
  'applicants',
  'archived',
] as const satisfies readonly EventAspect[];
export type AlertAspect = (typeof ALERT_ASPECTS)[number];

export const ALERT_OCCASIONS = ['enters', 'leaves', 'changes'] as const;

/** More than people may choose: from a much larger number no instant can be computed. */
export const MINUTES_MAX = 1_000_000;

/** What makes a digest an alert: it is due when files enter, leave or change. */
export type AlertOptions = z.output<typeof AlertOptions>;

/**
 * A number that this version does not know, written by a newer one, becomes the quietest choice. With
 * anything else that it does not know, the whole alert is left to the newer one; the values here only
 * stand in for it.
 */
export const AlertOptions = z
  .object({
    on: z.enum(ALERT_OCCASIONS).catch('enters'),
    /** With `changes`: of these aspects. */
    aspects: z.array(z.enum(ALERT_ASPECTS)).readonly().catch([]),
    /** Least time between two posts; 0: at once. */
    everyMinutes: z.int().nonnegative().max(MINUTES_MAX).catch(1_440),
    /** Local times `HH:MM` between which nothing is posted, which may span midnight. */
    quiet: z.object({ from: z.string(), until: z.string() }).readonly().nullable().catch(null),
  })
  .readonly();

/**
 * The query of the alert that announces to a person what changes in the files they watch. Which those
 * are is recorded when they say so, and not evaluated.
 */
export const WATCH_LIST_QUERY = 'watched:me';

const ALERT_KINDS = ['enters', 'leaves', ...ALERT_ASPECTS] as const;

/**
 * What an entry is about: a file that entered or left, or an aspect of it that changed; `other` for
 * one that only a newer version knows.
 */
type AlertKind = (typeof ALERT_KINDS)[number] | 'other';

/** Something that happened to a file of an alert; values are in the service's spelling. */
export interface AlertEntry {
  readonly fileId: string;
  readonly kind: AlertKind;
  readonly from: string | null;
  readonly to: string | null;
}

/** The kind of an entry, as it is stored. */
export function alertKindOf(stored: string): AlertKind {
  return ALERT_KINDS.find((kind) => kind === stored) ?? 'other';
}

/** An active alert, and how far it is evaluated. */
export interface AlertState {
  readonly id: string;
  /** That of the digest. */
  readonly version: number;
  /** `null` before the first evaluation, which announces nothing. */
  readonly evaluated: {
    /** The last event of the journal that was looked at. */
    readonly eventId: number;
    /** Start of the last snapshot, in epoch milliseconds of the database's clock. */
    readonly readAtMs: number;
  } | null;
}

/** The files of an alert in a snapshot. */
export interface AlertMatches {
  readonly id: string;
  /** That of the digest; another one by now ends the evaluation. */
  readonly version: number;
  readonly on: AlertOptions['on'];
  /** Ids of the files that fit, among those looked at. */
  readonly fits: ReadonlySet<string>;
  /** Ids of the files looked at; `all` for every file of the snapshot. */
  readonly among: ReadonlySet<string> | 'all';
}

/** Whether an event is about an aspect that alerts may name. */
export function isAlertAspect(aspect: string): aspect is AlertAspect {
  return (ALERT_ASPECTS as readonly string[]).includes(aspect);
}

/** Events that matter to alerts. */
export const ALERT_EVENTS: readonly EventAspect[] = EVENT_ASPECTS.filter(
  (aspect) => aspect === 'gone' || isAlertAspect(aspect),
);
