import type { KnownSharing } from '../i18n/index.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { isPermanent } from '../slack-errors.ts';
import {
  type LeasedDelivery,
  LeaseLostError,
  type PostContent,
} from '../store/deliveries/leases.ts';
import type { EscalationsStore, NotificationsStore } from '../store/deliveries/notifications.ts';
import {
  type Delivery,
  type Digest,
  type DigestCounts,
  PAUSED_FOR_SCHEDULE,
  type ShownFile,
} from '../store/digest.ts';
import type { PostKind, PostsStore } from '../store/posts.ts';
import type { DigestStore } from '../store/store.ts';
import type { Message } from '../views/message.ts';

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
   * @param untilMs latest such time, where it is known: what came later is not read
   * @throws {NoHistoryError} where the history cannot be read
   */
  find(
    channelId: string,
    key: string,
    sinceMs: number,
    thread?: string,
    untilMs?: number,
  ): Promise<string | null>;
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
  /** Ids of the files that the digest has escalated; absent where there are none. */
  readonly escalated?: ReadonlySet<string>;
  /** The due time; for a run or a preview, now. */
  readonly dueAt: number;
  /** The local date and time that it is for; absent for a preview. */
  readonly slot?: string;
  /**
   * Epoch milliseconds by the clock of the database, which due times are by; absent for a preview,
   * which goes by this machine's.
   */
  readonly nowMs?: number;
  /** Whether it is posted late because no process was running at the due time. */
  readonly isCatchUp: boolean;
  /**
   * Set when only the thread of an earlier post is wanted: ids of the files that are listed in that
   * post, which was made from another snapshot; `null` where that is not known.
   */
  readonly listed?: ReadonlySet<string> | null | undefined;
}

/** A post, ready to be sent. */
export interface ComposedPost extends Omit<PostContent, 'channelId'> {
  readonly message: Message;
  /** The files that go into the thread; `null` when all are in the post. */
  readonly threadReply: Message | null;
  /** Whether no file was found in a complete snapshot. */
  readonly isEmpty: boolean;
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
  readonly now: () => number;
  readonly monotonic: () => number;
  /**
   * A snapshot that was at most a minute old when it was first asked for; calls within a minute share one.
   *
   * @throws {RentalError} when the rental files cannot be read
   */
  readonly readSnapshot: () => Promise<Snapshot>;
  readonly compose: (
    request: PostRequest,
    sharing: KnownSharing,
    delivery: Delivery,
  ) => Promise<ComposedPost>;
  /**
   * When an alert may be posted that could be posted now, in epoch milliseconds: later in its quiet
   * hours. Default: now.
   *
   * @throws {UnknownPlaceError} when its schedule can no longer be read
   */
  readonly postableAt?: (alert: Digest, nowMs: number) => number;
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
  /** How long a delivery whose schedule cannot be read here is left to other instances. */
  readonly leftMs: number;
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

/**
 * - `refused`: not posted, and the same message would be refused again;
 * - `wait`: not posted, and to be sent again later;
 * - `unclear`: Slack may have posted it.
 */
export type PostOutcome = 'refused' | 'wait' | 'unclear';

/** A message was not posted, or may not have been. */
export class PostError extends Error {
  override readonly name = 'PostError';
  readonly outcome: PostOutcome;
  /** Slack's error code, or the network's. */
  readonly code: string;
  /** With `wait`: the delay that Slack asked for, if it did. */
  readonly retryAfterMs: number | null;

  constructor(
    outcome: PostOutcome,
    code: string,
    { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(`a message was not posted for sure: ${code} (${outcome})`, { cause });
    this.outcome = outcome;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The history of a channel cannot be read, now or later. */
export class NoHistoryError extends Error {
  override readonly name = 'NoHistoryError';
}

/** The process is shutting down: the next one continues, however late that is. */
export class ShuttingDownError extends Error {
  override readonly name = 'ShuttingDownError';
}

/** Whether a delivery is another process's, now or soon: this one decides nothing more. */
export function isHandedOver(error: unknown): boolean {
  return error instanceof LeaseLostError || error instanceof ShuttingDownError;
}

/** A delivery cannot be finished yet, and nothing is wrong: the job engine is to run it again. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
}

/**
 * Runs steps one after the other, each also where one before it has failed: what Slack does not
 * take now must not hold up the rest, for as long as it is tried again.
 *
 * @throws one error, when all were run: rather one that is logged than one that only asks for more
 *   time; at once, where another process has the delivery
 */
export async function runEach(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    await step().catch((error: unknown) => {
      if (isHandedOver(error)) throw error;
      errors.push(error);
    });
  }
  if (errors.length > 0) throw errors.find((error) => !isUnsent(error)) ?? errors[0];
}

/** Whether a message was certainly not sent, and is to be sent later. */
export function isUnsent(error: unknown): boolean {
  return (
    error instanceof RetryLaterError || (error instanceof PostError && error.outcome === 'wait')
  );
}

/** Reasons of failed deliveries whose digest itself can no longer be read. */
const UNREADABLE_DIGEST: ReadonlySet<string> = new Set(['query', PAUSED_FOR_SCHEDULE]);

/** Whether a delivery has paused its digest until a person corrects it. */
export function isPausing({ state, reason }: Pick<Delivery, 'state' | 'reason'>): boolean {
  return (
    state === 'failed' && reason !== null && (UNREADABLE_DIGEST.has(reason) || isPermanent(reason))
  );
}

/** Why people want nothing more of a delivery posted; `null` while they do. */
export function stoppedBecause({
  digest,
  delivery,
  isRemoved,
  now,
}: LeasedDelivery): 'removed' | 'paused' | 'snoozed' | null {
  if (isRemoved) return 'removed';
  if (delivery.kind === 'run') return null;
  if (digest.state === 'paused') return 'paused';
  return now < (digest.snoozedUntil ?? 0) ? 'snoozed' : null;
}

/** Share of the lease within which a message may be sent; the rest is for the request. */
const SEND_SHARE = 0.4;

/**
 * Starts to measure time. Both clocks count, since the monotonic one stops while a machine sleeps
 * and the other can be set back.
 *
 * @returns the milliseconds since then, rounded up: an instant has no part of one
 */
export function startTimer({
  now,
  monotonic,
}: Pick<DeliveryPorts, 'now' | 'monotonic'>): () => number {
  const startedAt = now();
  const startedAtMonotonic = monotonic();
  return () => Math.ceil(Math.max(now() - startedAt, monotonic() - startedAtMonotonic));
}

/**
 * Starts the clock of a lease. A process that was suspended, alone or with its machine, must not
 * send anything when it wakes up: another one may have the delivery by then.
 *
 * @returns a check that throws a `RetryLaterError` once the lease is too old to send anything
 */
export function startLeaseGuard(
  clocks: Pick<DeliveryPorts, 'now' | 'monotonic'>,
  leaseMs: number,
): () => void {
  const ageMs = startTimer(clocks);
  return () => {
    if (ageMs() > leaseMs * SEND_SHARE) {
      throw new RetryLaterError('the lease is too old to send anything');
    }
  };
}
