import type { Privacy } from '../../i18n/privacy.ts';
import type { Language } from '../../i18n/types.ts';
import type { WorkingDays } from '../../portfolio/calendar/working-days.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import type { Digest, DigestCounts, ShownFile } from '../../store/digest.ts';
import type { LiveStart } from '../../store/live-posts.ts';
import type { Message } from '../../views/message.ts';

/** What a channel reads of a digest, and in what. */
export interface Audience {
  /** What a message there may show at most: the channel's own level, and `reference` for strangers. */
  readonly privacy: Privacy;
  /** The channel's, or what Rental Desk speaks where it has none. */
  readonly language: Language;
}

/** One post of the past. */
export interface PastCounts {
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly counts: DigestCounts;
}

/** Everything that a digest is made from. */
export interface ComposeInput {
  readonly digest: Digest;
  /** All rental files, a moment ago. */
  readonly snapshot: Snapshot;
  /** What the last post has found; `null` when there was none, or too much to remember. */
  readonly before: readonly ShownFile[] | null;
  /** Posts of the past, in any order: the chart shows them. */
  readonly past: readonly PastCounts[];
  readonly audience: Audience;
  /** The due time; for whoever wants it now, this is now. */
  readonly dueAt: number;
  /** Whether it took the bot until now, for it was not there at the due time. */
  readonly isCatchUp: boolean;
  /** Whether one person alone sees it, and nobody is called. */
  readonly isPreview?: boolean;
  readonly now: number;
  /** Of the place whose holidays the digest keeps. */
  readonly workingDays: WorkingDays;
  /** Where a rental file opens for people; `null` where it does not. */
  readonly linkTo: (id: string) => string | null;
}

/** A digest, ready to be posted. */
export interface ComposedDigest {
  readonly message: Message;
  /** For the thread below it; `null` when all is said. */
  readonly threadReply: Message | null;
  /** Whether nothing was found, and nothing can be missing. */
  readonly isEmpty: boolean;
  /** Whether it comes so late that it says so. */
  readonly isLate: boolean;
  /** Whether files may be missing in it. */
  readonly isIncomplete: boolean;
  readonly counts: DigestCounts;
  /** What to remember for the next one; `null` when it is too much. */
  readonly files: readonly ShownFile[] | null;
  /** How it is kept up to date; `null` for one that stays as it is. */
  readonly live: LiveStart | null;
}
