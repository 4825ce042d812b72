import type { ChannelLevel } from '../../i18n/privacy.ts';
import type { Language } from '../../i18n/types.ts';
import type { WorkingDays } from '../../portfolio/calendar/working-days.ts';
import type { Searcher } from '../../portfolio/search/execute.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import type { LiveStart } from '../../store/deliveries/live-posts.ts';
import type { Digest, DigestCounts, ShownFile } from '../../store/digest.ts';
import type { Message } from '../../views/message.ts';

/** How a channel reads a digest. */
export interface Audience {
  /** The channel's own level, or `outside` if it is shared with other organisations. */
  readonly level: ChannelLevel;
  /** The channel's, or the default language. */
  readonly language: Language;
}

/** The counts of an earlier post. */
export interface PastCounts {
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly counts: DigestCounts;
}

/** Input for composing a digest. */
export interface ComposeInput {
  readonly digest: Digest;
  readonly snapshot: Snapshot;
  /** The files of the last post; `null` when there was none, or they were too many. */
  readonly before: readonly ShownFile[] | null;
  /** Earlier posts in any order, for the chart. */
  readonly past: readonly PastCounts[];
  readonly audience: Audience;
  /** The due time; for a run or a preview, now. */
  readonly dueAt: number;
  /** Whether it is posted late because no process was running at the due time. */
  readonly isCatchUp: boolean;
  /** Whether only one person sees it, and nobody is mentioned. */
  readonly isPreview?: boolean;
  readonly now: number;
  /** What was seen of files before. */
  readonly journal?: Searcher['journal'];
  /** By the digest's holidays. */
  readonly workingDays: WorkingDays;
  /** Link to a rental file; `null` without a web address of the service. */
  readonly linkTo: (id: string) => string | null;
  /** Of amounts, an ISO 4217 code; `null` where the operator has named none. */
  readonly currency: string | null;
}

/** A digest, ready to be posted. */
export interface ComposedDigest {
  readonly message: Message;
  /** The files that go into the thread; `null` when all are in the post. */
  readonly threadReply: Message | null;
  /** Whether no file was found in a complete snapshot. */
  readonly isEmpty: boolean;
  /** Whether it says that it is late. */
  readonly isLate: boolean;
  /** Whether files may be missing from it. */
  readonly isIncomplete: boolean;
  readonly counts: DigestCounts;
  /** Files to remember for the next post; `null` when there are too many. */
  readonly files: readonly ShownFile[] | null;
  /** The layout for live updates; `null` for a post that stays as it is. */
  readonly live: LiveStart | null;
}
