import { z } from 'zod';

import { EVENT_ASPECTS, type EventAspect } from '../journal.ts';

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

/** What makes a digest an alert: it is due when files enter, leave or change. */
export type AlertOptions = z.output<typeof AlertOptions>;

/** A value that this version does not know, written by a newer one, becomes the quietest choice. */
export const AlertOptions = z
  .object({
    on: z.enum(['enters', 'leaves', 'changes']).catch('enters'),
    /** With `changes`: of these aspects. */
    aspects: z.array(z.enum(ALERT_ASPECTS)).readonly().catch([]),
    /** Least time between two posts; 0: at once. */
    everyMinutes: z.int().nonnegative().catch(1_440),
    /** Local times `HH:MM` between which nothing is posted, which may span midnight. */
    quiet: z.object({ from: z.string(), until: z.string() }).readonly().nullable().catch(null),
  })
  .readonly();

/**
 * The query of the alert that announces to a person what changes in the files they watch. Which those
 * are is recorded when they say so, and not evaluated.
 */
export const WATCH_LIST_QUERY = 'watched:me';

/** What an entry is about: a file that entered or left, or an aspect of it that changed. */
export type AlertKind = 'enters' | 'leaves' | AlertAspect;

/** Something that happened to a file of an alert; values are in the service's spelling. */
export interface AlertEntry {
  readonly fileId: string;
  readonly kind: AlertKind;
  readonly from: string | null;
  readonly to: string | null;
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
