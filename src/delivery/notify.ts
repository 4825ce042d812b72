import type { Snapshot } from '../portfolio/snapshot.ts';
import {
  DigestChangedError,
  type LeasedDelivery,
  LeaseLostError,
} from '../store/deliveries/leases.ts';
import type { Delivery } from '../store/digest.ts';
import type { Message } from '../views/message.ts';
import {
  type AdminPorts,
  type DeliveryPorts,
  type DeliveryTiming,
  type EscalationPorts,
  NoHistoryError,
  PostError,
  RetryLaterError,
  isHandedOver,
  isUnsent,
  startLeaseGuard,
  stoppedBecause,
} from './ports.ts';

/** A notification for the owner, and for the channel if the owner cannot be reached. */
interface OwnerMessages {
  readonly direct: () => Promise<Message>;
  readonly inChannel: () => Promise<Message>;
}

/**
 * Notifies the owner of a digest once; its channel, when the owner has left or accepts no messages.
 * A notification that may be there is looked up first, and left alone where it cannot be looked up
 * or where the channel refuses it, too: the digest's history shows the same.
 *
 * @throws {PostError} when it may be there, or is to be sent later
 * @throws {RetryLaterError} when it may still turn up, or was not sent
 */
export async function notifyOwner(
  ports: DeliveryPorts,
  timing: DeliveryTiming,
  leased: LeasedDelivery,
  { direct, inChannel }: OwnerMessages,
): Promise<void> {
  const { store, owners } = ports;
  const {
    lease,
    delivery,
    digest,
    now,
    ownerNotifiedAt,
    ownerNoticeTriedAt: at,
    ownerNoticeTriedIn: tried,
  } = leased;
  const key = `${delivery.id}:owner`;
  if (ownerNotifiedAt !== null) return;

  const notify = async (to: string, message: Message) =>
    postOnce(ports, timing, {
      key,
      to,
      message,
      kind: 'owner',
      async start() {
        await store.leases.renew(lease);
        await store.leases.startOwnerNotice(lease, to);
      },
      withdraw: async () => store.leases.withdrawOwnerNotice(lease),
    });

  const isTried = at !== null && tried !== null;
  if (!isTried || !(await wasPossiblySent(ports, timing, { key, to: tried, at }, now))) {
    const isGone = (await owners?.stateOf(digest.ownerId)) === 'gone';
    const isAccepted = !isGone && (await notify(digest.ownerId, await direct())) === null;
    if (!isAccepted && owners !== undefined) await notify(digest.channelId, await inChannel());
  }
  await store.leases.recordOwnerNotice(lease);
}

/** Max number of admins notified; the others find it in the digest's history. */
const ADMINS_MAX = 10;

/**
 * Notifies each admin except the owner once that a digest is paused, and why. A notification that
 * may be there is looked up first, and left alone where it cannot be looked up, or where the person
 * accepts no messages.
 *
 * @throws {PostError} when it may be there, or is to be sent later
 * @throws {RetryLaterError} when it may still turn up, or was not sent
 */
export async function notifyAdmins(
  ports: DeliveryPorts,
  { store, list, messageFor }: AdminPorts,
  timing: DeliveryTiming,
  { lease, digest, now }: LeasedDelivery,
  delivery: Delivery,
): Promise<void> {
  const known = await store.of(delivery.id);
  const ids = (await list()).filter((id) => id !== digest.ownerId).toSorted();
  // Those notified before come first: the list may have changed, and its cut-off with it.
  const all = [...new Set([...known.keys(), ...ids])].slice(0, ADMINS_MAX);
  for (const to of all) {
    const { triedAt = null, isDone = false } = known.get(to) ?? {};
    if (isDone) continue;
    const key = `${delivery.id}:admin:${to}`;
    const isTried = triedAt !== null;
    if (!isTried || !(await wasPossiblySent(ports, timing, { key, to, at: triedAt }, now))) {
      await postOnce(ports, timing, {
        key,
        to,
        message: await messageFor(digest, delivery),
        kind: 'owner',
        async start() {
          await ports.store.leases.renew(lease);
          await store.start(lease, to);
        },
        withdraw: async () => store.withdraw(lease, to),
      });
    }
    await store.recordDone(lease, to);
  }
}

interface Attempt {
  readonly key: string;
  /** A user id or a channel id. */
  readonly to: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A message to post once, with the records that make this durable. */
interface OncePosted {
  /** The key that `Poster.find` looks for. */
  readonly key: string;
  /** A user id or a channel id. */
  readonly to: string;
  readonly message: Message;
  readonly kind: 'owner' | 'escalation';
  /** Extends the lease, and records that it may be there from now on. */
  readonly start: () => Promise<void>;
  /** Records that it is certainly not there. */
  readonly withdraw: () => Promise<void>;
}

/**
 * Whether the notification is there, or nobody can know.
 *
 * @throws {RetryLaterError} when it may still turn up
 */
async function wasPossiblySent(
  { poster }: Pick<DeliveryPorts, 'poster'>,
  { settleMs }: Pick<DeliveryTiming, 'settleMs'>,
  { key, to, at }: Attempt,
  now: number,
): Promise<boolean> {
  try {
    const ts = await poster.find(to, key, at);
    if (ts !== null) return true;
  } catch (error) {
    if (error instanceof NoHistoryError) return true;
    // A person who accepts no messages has received none.
    if (error instanceof PostError && error.outcome === 'refused') return false;
    throw error;
  }
  if (now - at >= settleMs) return false;
  throw new RetryLaterError('the message may still turn up in the history');
}

/**
 * Posts a message.
 *
 * @returns Slack's error code when it refuses it for good
 * @throws {PostError} when it may be there, or is to be sent later
 * @throws {RetryLaterError} when it was not sent
 */
async function postOnce(
  tools: Pick<DeliveryPorts, 'poster' | 'now' | 'monotonic'>,
  { leaseMs }: Pick<DeliveryTiming, 'leaseMs'>,
  { key, to, message, kind, start, withdraw }: OncePosted,
): Promise<string | null> {
  const { poster } = tools;
  try {
    await poster.enqueue(to, async () => {
      const check = startLeaseGuard(tools, leaseMs);
      await start();
      await poster.post(to, message, key, { check, kind });
    });
    return null;
  } catch (error) {
    if (error instanceof PostError && error.outcome === 'refused') return error.code;
    // Certainly not sent. If this cannot be recorded either, the next attempt looks it up.
    if (isUnsent(error)) await withdraw();
    throw error;
  }
}

/** Escalates overdue files to second channels. */
export interface Escalator {
  /**
   * Escalates each file once, after the digest is in its own channel. A post that may be there is
   * looked up before it is sent again. If it cannot be looked up, the owner is notified that this
   * is uncertain; if nothing was posted, they learn why and the files are left to the next digest.
   *
   * @param readSnapshot called only when there may be files to escalate
   * @param isLast whether this is the last attempt: files that are not escalated by now are left to
   * the next digest
   * @throws {PostError} when it may be there, or is to be sent later; never on the last attempt
   * @throws {RetryLaterError} when it may still turn up, or was not sent; never on the last attempt
   * @throws {DigestChangedError} when it was changed or paused meanwhile
   */
  escalate(
    leased: LeasedDelivery,
    readSnapshot: () => Promise<Snapshot>,
    isLast: boolean,
  ): Promise<void>;
}

interface EscalationFailure {
  readonly toOwner: () => Promise<Message>;
  /** Whether the post may be there all the same. */
  readonly isUnclear: boolean;
}

type EarlierPost = 'there' | 'absent' | 'unknown';

function escalationKey(deliveryId: string): string {
  return `${deliveryId}:escalation`;
}

/** Creates the escalation of digests to second channels. */
export function createEscalator(
  ports: DeliveryPorts,
  escalation: EscalationPorts,
  timing: DeliveryTiming,
): Escalator {
  const { settleMs } = timing;
  const { poster } = ports;
  const { store } = escalation;

  /**
   * Whether the post of an earlier attempt is there.
   *
   * @param channelId where to look when it is not known where it was tried
   */
  async function findEarlierPost(
    leased: LeasedDelivery,
    channelId: string | undefined,
  ): Promise<EarlierPost> {
    const { triedAt, triedIn } = await store.of(leased.delivery.id);
    const tried = triedIn ?? channelId;
    if (triedAt === null || tried === undefined) return 'absent';
    try {
      const ts = await poster.find(tried, escalationKey(leased.delivery.id), triedAt);
      if (ts !== null) return 'there';
    } catch (error) {
      if (error instanceof NoHistoryError) return 'unknown';
      throw error;
    }
    if (leased.now - triedAt >= settleMs) return 'absent';
    throw new RetryLaterError('the message may still turn up in the history');
  }

  async function messageOf(
    { lease, digest }: LeasedDelivery,
    channelId: string,
    snapshot: Snapshot,
  ) {
    const due = escalation.overdueFiles(digest, snapshot);
    const files = due.length === 0 ? [] : await store.choose(lease, due);
    if (files.length === 0) return null;
    return escalation.messageFor(digest, snapshot, files, poster.lastSharing(channelId));
  }

  const refused = ({ digest }: LeasedDelivery, code: string): EscalationFailure => ({
    toOwner: async () => escalation.refusedMessage(digest, code),
    isUnclear: false,
  });

  const unclear = ({ digest }: LeasedDelivery): EscalationFailure => ({
    toOwner: async () => escalation.unclearMessage(digest),
    isUnclear: true,
  });

  /** `null` when the post is there, or there is nothing to escalate. */
  async function attempt(
    leased: LeasedDelivery,
    channelId: string,
    readSnapshot: () => Promise<Snapshot>,
  ): Promise<EscalationFailure | null> {
    const earlier = await findEarlierPost(leased, channelId);
    if (earlier === 'there') return null;
    if (earlier === 'unknown') return unclear(leased);
    const message = await messageOf(leased, channelId, await readSnapshot());
    if (message === null) {
      // Files that were chosen but are not overdue any more may be overdue again.
      await store.giveUp(leased.lease);
      return null;
    }
    const { lease, delivery } = leased;
    const code = await postOnce(ports, timing, {
      key: escalationKey(delivery.id),
      to: channelId,
      message,
      kind: 'escalation',
      start: async () => store.start(lease, channelId),
      withdraw: async () => store.withdraw(lease),
    });
    return code === null ? null : refused(leased, code);
  }

  /** The failure that remains after the last attempt, if any. */
  async function failureAfter(
    error: unknown,
    leased: LeasedDelivery,
  ): Promise<EscalationFailure | null> {
    const { triedAt, files } = await store.of(leased.delivery.id);
    if (triedAt !== null) return unclear(leased);
    if (files.length === 0) return null;
    return refused(leased, error instanceof PostError ? error.code : 'unreachable');
  }

  return {
    async escalate(leased, readSnapshot, isLast) {
      const { lease, digest, delivery } = leased;
      const isStopped = stoppedBecause(leased) !== null;
      const channelId = isStopped ? undefined : digest.options.escalate?.channelId;
      const { isDone, files } = await store.of(delivery.id);
      if (isDone) return;
      if (channelId === undefined) {
        // Escalation or the whole digest was stopped meanwhile, and may go on again.
        if (files.length === 0) return;
        const earlier = await findEarlierPost(leased, channelId).catch((error: unknown) => {
          if (isHandedOver(error) || !isLast) throw error;
          return 'unknown';
        });
        await (earlier === 'there' ? store.recordDone(lease) : store.giveUp(lease));
        return;
      }
      const failure = await attempt(leased, channelId, readSnapshot).catch(
        async (error: unknown) => {
          // Of a digest that was changed, the next attempt decides anew.
          const isDecided = isHandedOver(error) || error instanceof DigestChangedError;
          if (isDecided || !isLast) throw error;
          return failureAfter(error, leased);
        },
      );
      if (failure === null) {
        await store.recordDone(lease);
        return;
      }
      const { toOwner, isUnclear } = failure;
      const isOwnerNotified = await notifyOwner(ports, timing, leased, {
        direct: toOwner,
        inChannel: toOwner,
      }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof LeaseLostError || !isLast) throw error;
          return false;
        },
      );
      // Posted twice is better than never, if not even the owner could be notified.
      await (isUnclear && isOwnerNotified ? store.recordDone(lease) : store.giveUp(lease));
    },
  };
}
