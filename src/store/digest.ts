import { z } from 'zod';

/** When a digest is due. */
export interface Schedule {
  /** Local times as `HH:MM`, in order; 1 to 12 of them. */
  readonly times: readonly string[];
  /** Days of the week from Monday (1) to Sunday (7). */
  readonly days: readonly number[];
  /** A zone of the IANA database. */
  readonly zone: string;
  /** A country or a part of one whose public holidays count (`FR`, `FR-67`), or `none`. */
  readonly holidays: string;
  /** Whether a slot on a public holiday falls out, or moves to the next working day. */
  readonly onHoliday: 'skip' | 'next';
}

/** What a digest says, and how. */
export type DigestOptions = z.output<typeof DigestOptions>;

/**
 * What is missing is as nobody had chosen it. A newer version may have written a word that this one
 * does not know: then the careful choice.
 */
export const DigestOptions = z
  .object({
    /** As the query language writes it: `1bd`, `4h`. */
    minAge: z.string().nullable().default(null).catch(null),
    minStale: z.string().nullable().default(null).catch(null),
    /** Working days within which a file is to be decided; `null` knows no overdue ones. */
    targetDays: z.number().positive().nullable().default(null).catch(null),
    group: z.enum(['readiness', 'property', 'manager']).default('readiness').catch('readiness'),
    /** So many files are shown. */
    top: z.int().positive().default(10).catch(10),
    /** `detailed` puts the rest into a thread. */
    style: z.enum(['compact', 'detailed']).default('compact').catch('compact'),
    /** Ids of people (`U…`) and user groups (`S…`), named at most once a digest. */
    mentions: z.array(z.string()).readonly().default([]).catch([]),
    /** `null` is the channel's; the strictest always wins. */
    privacy: z.enum(['full', 'initials', 'reference']).nullable().default(null).catch('reference'),
    /** `null` is the channel's. */
    language: z.enum(['en', 'fr']).nullable().default(null).catch(null),
    /** `weekly`: one sign of life a week. */
    whenEmpty: z.enum(['skip', 'clear', 'weekly']).default('skip').catch('clear'),
    /** What happens to the post before. */
    previous: z.enum(['keep', 'replace', 'delete']).default('keep').catch('keep'),
    /** Of `delete`: how old a post grows. */
    deleteAfterDays: z.int().positive().nullable().default(null).catch(null),
    /** Whether a post follows what is decided of it, until the next one or for a day. */
    live: z.boolean().default(true).catch(false),
    /** So long after its time a slot is still worth a post. */
    catchUpMinutes: z.int().nonnegative().default(120).catch(120),
    /** Where files go that are overdue by so many working days. */
    escalate: z
      .object({ afterDays: z.number().positive(), channelId: z.string() })
      .readonly()
      .nullable()
      .default(null)
      .catch(null),
  })
  .readonly();

/** Of a digest for which nobody chose anything. */
export const DEFAULT_DIGEST_OPTIONS: DigestOptions = DigestOptions.parse({});

/** What somebody chooses of a digest. */
export interface DigestChoice {
  readonly channelId: string;
  readonly name: string;
  /** In the query language, in English; it never names people. */
  readonly query: string;
  readonly schedule: Schedule;
  readonly options: DigestOptions;
}

/** One due time of one digest. */
export interface Slot {
  /** Local date and time, `2026-11-23T09:00`. */
  readonly slot: string;
  /** Epoch milliseconds, like every instant here. */
  readonly dueAt: number;
}

/** What a channel gets, when and how. */
export interface Digest extends DigestChoice {
  /** Short, for people to read out: `d7k2`. */
  readonly id: string;
  readonly ownerId: string;
  readonly state: 'active' | 'paused';
  /** A word for why it is paused: `asked`, or Slack's code. */
  readonly pausedBecause: string | null;
  readonly snoozedUntil: number | null;
  readonly createdAt: number;
  /** `null` while paused. */
  readonly nextDueAt: number | null;
  /** Grows with every change of the choice: two people may have the same form open. */
  readonly version: number;
}

/**
 * - `planned`: due, nothing is posted yet; `posting`: it may be.
 * - `posted`, `skipped` (with a reason), `missed` (the window closed), `failed` (for good), and
 *   `unknown` (Slack did not say, and its history cannot be read).
 */
export type DeliveryState =
  | 'planned'
  | 'posting'
  | 'posted'
  | 'skipped'
  | 'missed'
  | 'failed'
  | 'unknown';

/** What a digest counted. */
export interface DigestCounts {
  readonly ready: number;
  readonly waiting: number;
  readonly overdue: number;
}

/** A rental file as a digest has shown it: no person, no place. */
export interface ShownFile {
  readonly id: string;
  readonly decision: string;
}

/** What became of a slot, or of a run that somebody asked for. */
export interface Delivery {
  /** The key in the message's metadata and the id of the job. */
  readonly id: string;
  readonly digestId: string;
  /** Local date and time; of a `run`, of when it was asked for. */
  readonly slot: string;
  readonly kind: 'slot' | 'run';
  readonly dueAt: number;
  /** From then on it is not worth a post. */
  readonly giveUpAt: number;
  readonly state: DeliveryState;
  /** A word: `empty`, `paused`, `snoozed`, `removed`, `late`, Slack's code, … */
  readonly reason: string | null;
  readonly tries: number;
  readonly firstTryAt: number | null;
  readonly postedAt: number | null;
  readonly channelId: string | null;
  readonly ts: string | null;
  /** Of the post that said that the rental files could not be read. */
  readonly noticeTs: string | null;
  readonly isLate: boolean;
  readonly isIncomplete: boolean;
  readonly counts: DigestCounts | null;
}
