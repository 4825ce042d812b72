import type { KnownSharing } from '../i18n/index.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { LiveStart } from '../store/deliveries/live-posts.ts';
import type { EscalationsStore, NotificationsStore } from '../store/deliveries/notifications.ts';
import type { Delivery, Digest, DigestCounts, ShownFile } from '../store/digest.ts';
import type { PostKind, PostsStore } from '../store/posts.ts';
import type { DigestStore } from '../store/store.ts';
import type { Message } from '../views/message.ts';

/** How a message is posted. */
interface PostOptions {
  /** Default: `digest`. */
  readonly kind?: PostKind;
  /** `ts` of the message whose thread it goes into. */
  readonly thread?: string;
  /**
   * Called right before anything is sent.
   *
   * @throws when the message must no longer be sent
   */
  readonly check?: () => void;
}

/**
 * Posts messages, and finds them again. A user id stands for the direct message with that person.
 * Every method may throw a `PostError`.
 */
export interface Poster {
  /**
   * Runs work in the channel's queue: one message per second, and none while Slack's rate limit is
   * in force. Channels do not wait for one another.
   */
  enqueue<Value>(channelId: string, work: () => Promise<Value>): Promise<Value>;
  /**
   * Posts a message and gives its `ts`.
   *
   * @param key what `find` looks for: opaque, since everybody in the channel can read it
   */
  post(channelId: string, message: Message, key: string, options?: PostOptions): Promise<string>;
  /**
   * The `ts` of the message with that key; `null` when there is none.
   *
   * @param sinceMs earliest time at which it may have been posted, in epoch milliseconds
   * @throws {NoHistoryError} where the history cannot be read
   */
  find(channelId: string, key: string, sinceMs: number, thread?: string): Promise<string | null>;
  /** Replaces a message. Without a key, its metadata stays as it is. */
  update(
    channelId: string,
    ts: string,
    message: Message,
    options?: Pick<PostOptions, 'check'> & { readonly key?: string },
  ): Promise<void>;
  /**
   * Deletes a message.
   *
   * @returns Slack's code where it refuses; `null` when the message is gone
   */
  remove(channelId: string, ts: string): Promise<string | null>;
  /** Deletes a message, and throws when Slack refuses. */
  removeOrThrow(channelId: string, ts: string): Promise<void>;
  /**
   * Whether people of other organisations are in a channel, as last heard: for composing only, as a
   * post asks afresh.
   */
  lastSharing(channelId: string): KnownSharing;
}

/** Messages about digests other than the digests themselves. */
interface DigestMessages {
  /** To the channel: the rental files cannot be read, and until when that is tried. */
  outageNotice(digest: Digest, delivery: Delivery, error: unknown): Promise<Message>;
  /** In place of that notice: the digest was missed. */
  missed(digest: Digest, delivery: Delivery): Promise<Message>;
  /** To the owner: why a digest is paused, failed or uncertain, and what to do. */
  toOwner(digest: Digest, delivery: Delivery): Promise<Message>;
}

/** The counts of an earlier post. */
export interface PastCounts {
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly counts: DigestCounts;
}

/** What a post is composed from. */
export interface PostRequest {
  readonly digest: Digest;
  readonly snapshot: Snapshot;
  /** The files of the last post; `null` when there was none, or they were too many. */
  readonly before: readonly ShownFile[] | null;
  /** Earlier posts in any order, for the chart. */
  readonly past: readonly PastCounts[];
  /** The due time; for a run or a preview, now. */
  readonly dueAt: number;
  /** The local date and time that it is for; absent for a preview. */
  readonly slot?: string;
  /** Whether it is posted late because no process was running at the due time. */
  readonly isCatchUp: boolean;
}

/** A post, ready to be sent. */
export interface ComposedPost {
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

/** Ports for escalating overdue files to a second channel. */
export interface EscalationPorts {
  readonly store: EscalationsStore;
  /** Ids of files that are due for escalation, escalated before or not. */
  overdueFiles(digest: Digest, snapshot: Snapshot): readonly string[];
  /** The post about these files; `null` when none of them is overdue any more. */
  messageFor(
    digest: Digest,
    snapshot: Snapshot,
    files: readonly string[],
    sharing: KnownSharing,
  ): Promise<Message | null>;
  /** To the owner: the second channel was not notified; `code` is Slack's or the network's. */
  refusedMessage(digest: Digest, code: string): Promise<Message>;
  /** To the owner: the second channel may or may not have been notified. */
  unclearMessage(digest: Digest): Promise<Message>;
}

/** Ports for notifying the channel in place of an owner who has left. */
export interface OwnerPorts {
  stateOf(userId: string): Promise<'here' | 'gone' | 'unknown'>;
  toChannel(digest: Digest, delivery: Delivery): Promise<Message>;
}

/** Ports for notifying admins of a paused digest. */
export interface AdminPorts {
  readonly store: NotificationsStore;
  /**
   * Their user ids; empty where no group of admins is configured.
   *
   * @throws {PostError} when Slack does not answer now
   */
  readonly list: () => Promise<readonly string[]>;
  readonly messageFor: (digest: Digest, delivery: Delivery) => Promise<Message>;
}

/** Ports of a delivery to the other rooms. */
export interface DeliveryPorts {
  readonly store: Pick<DigestStore, 'leases' | 'deliveries'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that is never set back. */
  readonly monotonic: () => number;
  /**
   * A snapshot that is at most a minute old; calls at the same time share one.
   *
   * @throws {RentalError} when the rental files cannot be read
   */
  readonly readSnapshot: () => Promise<Snapshot>;
  readonly compose: (
    request: PostRequest,
    sharing: KnownSharing,
    delivery: Delivery,
  ) => Promise<ComposedPost>;
  readonly poster: Poster;
  readonly messages: DigestMessages;
  /** Default: nothing is escalated. */
  readonly escalation?: EscalationPorts;
  /** Default: owners are notified by direct message or not at all. */
  readonly owners?: OwnerPorts;
  /** Default: owners alone are notified. */
  readonly admins?: AdminPorts;
  /** Called for each delivery whose follow-up is done. */
  readonly onEnded?: (delivery: Delivery) => void;
  /** Called for a post that Slack has refused to delete for a day, with its code. */
  readonly onNotRemoved?: (deliveryId: string, code: string) => void;
  readonly timing?: Partial<DeliveryTiming>;
}

export interface DeliveryTiming {
  /** A lease that is not renewed for this long can be acquired by another worker. */
  readonly leaseMs: number;
  /** How long after an unclear attempt a message may still turn up in the history. */
  readonly settleMs: number;
  /** Delay after which a post counts as caught up: no process was running at its due time. */
  readonly catchUpAfterMs: number;
  /** How long after `giveUpAt` the follow-up of a delivery is still tried. */
  readonly followUpMs: number;
}

/**
 * Records posts before they are sent and once they are there, so that the retention settings of
 * their channels can be applied.
 */
export type PostLog = Pick<PostsStore, 'intend' | 'posted' | 'withdraw' | 'changed' | 'removed'>;

/** A post to record. Its channel is a channel or direct message, never a user id. */
export type PostRecord = Parameters<PostLog['intend']>[0];
