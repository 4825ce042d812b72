import { z } from 'zod';

import { type AlertOptions, MINUTES_MAX } from './events.ts';

/** When a digest is due. */
export interface Schedule {
  /** Local times as `HH:MM`, in order; 1 to 12 of them. */
  readonly times: readonly string[];
  /** Days of the week from Monday (1) to Sunday (7). */
  readonly days: readonly number[];
  /** An IANA time zone. */
  readonly zone: string;
  /** A country or region whose public holidays count (`FR`, `FR-67`), or `none`. */
  readonly holidays: string;
  /** Whether a slot on a public holiday is skipped or moved to the next working day. */
  readonly onHoliday: 'skip' | 'next';
  /**
   * Set for a report on the last whole week or month: due once for each, on the first day and at the
   * first time of the others. `null` or absent for the files that wait.
   */
  readonly report?: 'week' | 'month' | null;
  /**
   * Set where a newer version has written something by which this one cannot tell when the digest is
   * due, or what it posts: it is left to that version, as one in an unknown time zone.
   */
  readonly isUnknown?: true;
}

/** More than people may choose: from a much larger number no instant can be computed. */
const DAYS_MAX = 10_000;

export type DigestOptions = z.output<typeof DigestOptions>;

/**
 * A missing option has its default. A value that this version does not know, written by a newer one,
 * becomes the safest choice.
 */
export const DigestOptions = z
  .object({
    /** In the query language: `1bd`, `4h`. */
    minAge: z.string().nullable().default(null).catch(null),
    minStale: z.string().nullable().default(null).catch(null),
    /** Working days within which a file is to be decided; `null`: none is ever overdue. */
    targetDays: z.int().positive().max(DAYS_MAX).nullable().default(null).catch(null),
    group: z.enum(['readiness', 'property', 'manager']).default('readiness').catch('readiness'),
    /** Number of files shown. */
    top: z.int().positive().default(5).catch(5),
    /** `detailed` lists some of the other files in the thread. */
    style: z.enum(['compact', 'detailed']).default('compact').catch('compact'),
    /** Ids of people (`U…`) and user groups (`S…`) to mention. */
    mentions: z.array(z.string()).readonly().default([]).catch([]),
    /** `null`: the channel's. The stricter of both applies. */
    privacy: z.enum(['full', 'initials', 'reference']).nullable().default(null).catch('reference'),
    /** `null`: the channel's. */
    language: z.enum(['en', 'fr']).nullable().default(null).catch(null),
    /** `weekly`: a heartbeat once a week. */
    whenEmpty: z.enum(['skip', 'clear', 'weekly']).default('skip').catch('clear'),
    /** What happens to the previous post. */
    previous: z.enum(['keep', 'replace', 'delete']).default('keep').catch('keep'),
    /** With `delete`: age at which a post is removed. */
    deleteAfterDays: z.int().positive().max(DAYS_MAX).nullable().default(null).catch(null),
    /** Whether a post is kept up to date, until the next one or for a day. */
    live: z.boolean().default(true).catch(false),
    /** How late a slot may still be posted. */
    catchUpMinutes: z.int().nonnegative().max(MINUTES_MAX).default(120).catch(120),
    /** The channel to which files are escalated that are overdue by `afterDays` working days. */
    escalate: z
      .object({ afterDays: z.int().positive().max(DAYS_MAX), channelId: z.string() })
      .readonly()
      .nullable()
      .default(null)
      .catch(null),
  })
  .readonly();

/** Options of a digest for which none was chosen. */
export const DEFAULT_DIGEST_OPTIONS: DigestOptions = DigestOptions.parse({});

/** The parts of a digest that people choose. */
export interface DigestChoice {
  readonly channelId: string;
  readonly name: string;
  /** In the query language, in English; it names no applicants. */
  readonly query: string;
  readonly schedule: Schedule;
  readonly options: DigestOptions;
  /** Set for an alert, which is due when something happens instead of at set times. */
  readonly alert?: AlertOptions | null;
}

/** One due time of one digest. */
export interface Slot {
  /** Local date and time, `2026-11-23T09:00`; of a report, those before a holiday moved it. */
  readonly slot: string;
  /** Epoch milliseconds, like every instant here. */
  readonly dueAt: number;
}

/** Why a digest is paused that a person has paused; stored. */
export const PAUSED_BY_HAND = 'asked';

/**
 * Why a digest is paused whose time zone or place of holidays is not known, or which has options that
 * only a newer version knows; stored.
 */
export const PAUSED_FOR_SCHEDULE = 'schedule';

/**
 * How long a digest whose schedule an instance cannot read is left to the others, before it is
 * paused. One that can read it takes it within seconds; the rest is for one that is being started,
 * as in an upgrade.
 */
export const LEFT_MS = 300_000;

/** A scheduled message of a channel. */
export interface Digest extends DigestChoice {
  /** Short enough to read out: `d7k2`. */
  readonly id: string;
  readonly ownerId: string;
  readonly state: 'active' | 'paused';
  /** Reason code: `PAUSED_BY_HAND`, `PAUSED_FOR_SCHEDULE`, `query`, or Slack's error code. */
  readonly pausedBecause: string | null;
  /** A user id; `null` when the app paused it, or it is not known. */
  readonly pausedBy: string | null;
  readonly snoozedUntil: number | null;
  readonly snoozedBy: string | null;
  readonly createdAt: number;
  /** `null` while paused. */
  readonly nextDueAt: number | null;
  /** Grows with every change, since two people may have the same form open. */
  readonly version: number;
}

/**
 * - `planned`: due, nothing is posted yet; `posting`: a message may have been sent.
 * - `posted`, `skipped` (with a reason), `missed` (too late), `failed` (for good), and `unknown` (it
 *   is unclear whether a message was sent, and the channel's history cannot be read).
 */
export type DeliveryState =
  | 'planned'
  | 'posting'
  | 'posted'
  | 'skipped'
  | 'missed'
  | 'failed'
  | 'unknown';

/** The counts that a post has shown. */
export interface DigestCounts {
  readonly ready: number;
  readonly waiting: number;
  readonly overdue: number;
}

/** How many weeks the chart of the backlog goes back. */
export const BACKLOG_WEEKS = 8;

/** How far back the counts of earlier posts are read for it. */
export const BACKLOG_MS: number = BACKLOG_WEEKS * 7 * 86_400_000;

/** A rental file as remembered from a post: no person, no address. */
export interface ShownFile {
  readonly id: string;
  readonly decision: string;
  /** Set for one that the post only counted as snoozed, as it is no change when it is back. */
  readonly isSnoozed?: boolean;
}

/** The delivery of a slot, of a run on demand, or of an alert. */
export interface Delivery {
  /** The key in the message's metadata and the id of the job. */
  readonly id: string;
  readonly digestId: string;
  /** Local date and time; of a `run`, when it was requested. */
  readonly slot: string;
  /** `alert`: what has happened to files of an alert. */
  readonly kind: 'slot' | 'run' | 'alert';
  readonly dueAt: number;
  /** Time from which it is too late to post it. */
  readonly giveUpAt: number;
  readonly state: DeliveryState;
  /** Reason code: `empty`, `paused`, `snoozed`, `removed`, `late`, Slack's error code, … */
  readonly reason: string | null;
  readonly tries: number;
  readonly firstTryAt: number | null;
  readonly postedAt: number | null;
  readonly channelId: string | null;
  readonly ts: string | null;
  /** `ts` of the outage notice: the rental files could not be read. */
  readonly noticeTs: string | null;
  readonly isLate: boolean;
  readonly isIncomplete: boolean;
  readonly counts: DigestCounts | null;
}
