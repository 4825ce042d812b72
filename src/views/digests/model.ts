import type { DigestPart } from '../../i18n/types.ts';
import type { Unseen } from '../../portfolio/search/recorded.ts';
import type { Inconsistency } from '../../portfolio/snapshot.ts';
import type { FileLine, PropertyName } from '../files/line.ts';
import type { Counted, Outcome } from '../files/lines.ts';
import type { Action } from '../message.ts';

/** Heading of a section of files. Text is as the service sent it. */
export type DigestHeading =
  | { readonly kind: DigestPart | 'gone' }
  | { readonly kind: 'property'; readonly property: PropertyName | null }
  | { readonly kind: 'manager'; readonly names: readonly string[] };

/** A file of a digest; one that was done with after the digest was posted says so. */
export interface DigestLine extends FileLine {
  readonly outcome?: Outcome | null;
  /** What is new about it. */
  readonly note?: string | null;
}

/** Files of a digest under one heading. */
export interface DigestSection {
  readonly heading: DigestHeading;
  /** Files that belong under it, shown or not; in an updated post, when it was posted. */
  readonly count: number;
  /** Whether overdue files have a section of their own. */
  readonly isBesideOverdue: boolean;
  readonly isUpdated: boolean;
  readonly lines: readonly DigestLine[];
}

/** Progress of a digest since it was posted. */
interface DigestProgress {
  readonly accepted: number;
  readonly rejected: number;
  /** Closed without a decision. */
  readonly dropped: number;
  /** Files that came later, and are not in it. */
  readonly added: number;
}

/** Changes since the previous post, with a few example lines each. */
export interface DigestChanges {
  readonly added: Changed;
  readonly becameReady: Changed;
  readonly decided: Changed;
  readonly dropped: Changed;
}

/** Files to which the same has happened. */
export interface Changed {
  readonly count: number;
  readonly lines: readonly FileLine[];
}

/** Files that are overdue by so many working days. */
export interface Bucket {
  readonly from: number;
  /** `null` is and more. */
  readonly to: number | null;
  readonly count: number;
}

/** Counts of one post. */
export interface BacklogPoint {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly ready: number;
  readonly waiting: number;
}

/** What has happened to the files of an alert. */
interface AlertHeading {
  readonly on: 'enters' | 'leaves' | 'changes';
  /** Files among them that the service no longer lists. */
  readonly gone: number;
}

/** A digest as its channel sees it. */
export interface DigestPage {
  /** As it was typed. */
  readonly name: string;
  /** Epoch milliseconds, like every instant here. */
  readonly dueAt: number;
  readonly zone: string;
  readonly readAt: number;
  /** Files in all. */
  readonly total: number;
  /** `null` for one that is as it was posted; else `parts` and `buckets` count what still waits. */
  readonly progress: DigestProgress | null;
  /** Whether it is of files that await a decision. */
  readonly isOnAwaiting: boolean;
  readonly parts: Readonly<Record<DigestPart, number>>;
  /** Decisions that Rental Desk does not know, of files that the digest may lack. */
  readonly unknown: readonly Counted[];
  /** Files of which it cannot be read whether they are archived. */
  readonly unreadableArchives: number;
  /** Since when changes were seen, where the query asks for times of which some were not. */
  readonly unseen: Unseen | null;
  readonly targetDays: number | null;
  readonly buckets: readonly Bucket[];
  readonly sections: readonly DigestSection[];
  /** Files that no section shows. */
  readonly hidden: number;
  readonly hasThread: boolean;
  /** `null` when unknown. */
  readonly changes: DigestChanges | null;
  /** The oldest first; a chart takes two. */
  readonly backlog: readonly BacklogPoint[];
  readonly timing: 'on time' | 'late' | 'catch-up';
  /** Why files may be missing; `null` when none should be. */
  readonly inconsistency: Inconsistency | null;
  /** Files that could not be read. */
  readonly skipped: number;
  /** Whether an empty one says why it speaks up. */
  readonly isHeartbeat: boolean;
  /** Whether one person alone sees it. */
  readonly isPreview: boolean;
  /** `null` for a digest. */
  readonly alert: AlertHeading | null;
  /** Files that rest, and so are in none of its numbers. */
  readonly snoozed: number;
  /** Files that are free since the last post, as their takers have left. */
  readonly freed: number;
  /** Overdue files that are not escalated, as somebody has taken them. */
  readonly notEscalated: number;
  /** Ids of people and user groups. */
  readonly mentions: readonly string[];
  /** The query in words. */
  readonly asked: string;
  /** The command for the same list; `null` where it may not be shown. */
  readonly again: string | null;
  readonly all: Action;
  /** Snoozes a digest, pauses an alert. */
  readonly stop: Action;
  readonly settings: Action;
}
