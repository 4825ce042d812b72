import type { Sharing } from '../../i18n/privacy.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import type { Delivery, Digest } from '../../store/digest.ts';
import type { EscalationsStore, NotificationsStore } from '../../store/notifications.ts';
import type { PostKind, PostsStore } from '../../store/posts.ts';
import type { DigestStore } from '../../store/store.ts';
import type { Message } from '../../views/message.ts';
import type { ComposedDigest, ComposeInput } from '../compose/types.ts';

/** How a post is put into a channel. */
interface PostOptions {
  /** What it is for; a digest without it. */
  readonly kind?: PostKind;
  /** The message below which it goes. */
  readonly thread?: string;
  /**
   * Asked at the last moment before anything is sent.
   *
   * @throws when it must not be sent any more
   */
  readonly check?: () => void;
}

/**
 * Puts messages into channels, and finds them again. A person's id stands for the direct message
 * with them. All of it may throw a `PostError`.
 */
export interface Poster {
  /**
   * Waits for the channel's turn: one message a second, and none while Slack wants to be left in
   * peace. Nobody waits for another channel.
   */
  enqueue<Value>(channelId: string, work: () => Promise<Value>): Promise<Value>;
  /** @param key what `find` goes by: opaque, for anybody in the channel can read it */
  post(channelId: string, message: Message, key: string, options?: PostOptions): Promise<string>;
  /**
   * The `ts` of the message with that key; `null` when there is none.
   *
   * @param sinceMs when it may have been posted first, in epoch milliseconds
   * @throws {NoHistoryError} where messages cannot be read
   */
  find(channelId: string, key: string, sinceMs: number, thread?: string): Promise<string | null>;
  /** What is left out of the manner stays as it was. */
  update(
    channelId: string,
    ts: string,
    message: Message,
    options?: Pick<PostOptions, 'check'> & { readonly key?: string },
  ): Promise<void>;
  /** A message that is not there, or that cannot be removed, is left alone. */
  remove(channelId: string, ts: string): Promise<void>;
  /** The same for whoever wants to hear that it was refused. */
  removeOrThrow(channelId: string, ts: string): Promise<void>;
  sharing(channelId: string): Promise<Sharing>;
}

/** What is said about digests beside the digests themselves. */
interface DigestMessages {
  /** “The rental files could not be read; trying until …” */
  outageNotice(digest: Digest, delivery: Delivery, error: unknown): Promise<Message>;
  /** That nothing came of it, in the notice's place. */
  missed(digest: Digest, delivery: Delivery): Promise<Message>;
  /** To the owner: why a digest is paused or failed, or that nobody knows, and what to do. */
  toOwner(digest: Digest, delivery: Delivery): Promise<Message>;
}

/** What a delivery knows to compose from; who reads it and in what is the composer's to find out. */
type ComposeRequest = Omit<ComposeInput, 'audience' | 'workingDays' | 'linkTo' | 'now'>;

/** What it takes to tell a second channel of what is overdue by much. */
export interface EscalationPorts {
  readonly store: EscalationsStore;
  /** Ids of files that are to be told there now, whether they were before or not. */
  overdueFiles(digest: Digest, snapshot: Snapshot): readonly string[];
  /** Tells of these files; `null` when none of them is overdue any more. */
  messageFor(
    digest: Digest,
    snapshot: Snapshot,
    files: readonly string[],
    sharing: Sharing,
  ): Promise<Message | null>;
  /** That the channel was not told, and Slack's or the network's word for why. */
  refusedMessage(digest: Digest, code: string): Promise<Message>;
  /** That nobody knows whether it was. */
  unclearMessage(digest: Digest): Promise<Message>;
}

/** What it takes to find out that the owner of a digest has left, and to tell its channel instead. */
export interface OwnerPorts {
  stateOf(userId: string): Promise<'here' | 'gone' | 'unknown'>;
  toChannel(digest: Digest, delivery: Delivery): Promise<Message>;
}

/** What it takes to tell admins that a digest is paused for good. */
export interface AdminPorts {
  readonly store: NotificationsStore;
  /**
   * Their ids; none where nobody is named.
   *
   * @throws {PostError} when that cannot be found out now
   */
  readonly list: () => Promise<readonly string[]>;
  readonly messageFor: (digest: Digest, delivery: Delivery) => Promise<Message>;
}

/** What a delivery is made with. */
export interface DeliveryPorts {
  readonly store: Pick<DigestStore, 'leases' | 'deliveries'>;
  /** Epoch milliseconds, and milliseconds that only ever grow: they tell whether we were asleep. */
  readonly now: () => number;
  readonly monotonic: () => number;
  /**
   * A reading that is at most a minute old, one for all who ask at the same time.
   *
   * @throws {RentalError} when the rental files cannot be read
   */
  readonly readSnapshot: () => Promise<Snapshot>;
  readonly compose: (moment: ComposeRequest, sharing: Sharing) => Promise<ComposedDigest>;
  readonly poster: Poster;
  readonly messages: DigestMessages;
  /** Without it nothing is escalated. */
  readonly escalation?: EscalationPorts;
  /** Without it owners are told directly or not at all. */
  readonly owners?: OwnerPorts;
  /** Without it owners alone are told. */
  readonly admins?: AdminPorts;
  /** Hears of each delivery that has come to its end. */
  readonly onEnded?: (delivery: Delivery) => void;
  readonly timing?: Partial<DeliveryTiming>;
}

export interface DeliveryTiming {
  /** A holder that is silent for so long loses a delivery. */
  readonly leaseMs: number;
  /** So long after an unclear try a message may still turn up in the history. */
  readonly settleMs: number;
  /** What comes so late after its due time comes late because nobody was there. */
  readonly catchUpAfterMs: number;
  /** So long after it was to be given up, nobody tidies up behind a delivery any more. */
  readonly followUpMs: number;
}

/**
 * Remembers what stands in channels, so that it can go when it has stood for long enough: before
 * something is posted, and once it is there.
 */
export type PostLog = Pick<PostsStore, 'intend' | 'posted' | 'withdraw' | 'changed' | 'removed'>;

/** Something that is to be posted in a room of Slack’s, which a person's id is none of. */
export type PostRecord = Parameters<PostLog['intend']>[0];
