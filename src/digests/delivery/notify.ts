import type { Lease, LeasedDelivery } from '../../store/delivery-leases.ts';
import type { Delivery } from '../../store/digest.ts';
import type { Message } from '../../views/message.ts';
import { isUnsent, NoHistoryError, RetryLaterError, PostError } from './errors.ts';
import { startLeaseGuard } from './lease-guard.ts';
import type { AdminPorts, DeliveryTiming, DeliveryPorts } from './ports.ts';

/** What is to be told, to one person or to a channel in their stead. */
interface OwnerMessages {
  readonly direct: () => Promise<Message>;
  readonly inChannel: () => Promise<Message>;
}

/** Under which what an owner was told, or a channel in their stead, is found. */
function ownerKey(deliveryId: string): string {
  return `${deliveryId}:owner`;
}

/**
 * Tells the owner of a digest once what has become of it; its channel, when the owner has left or
 * takes no messages. What may have been told is looked up before it is told again; where that
 * cannot be, it is left. What the channel does not take either is left, too: the ledger holds it.
 *
 * @throws {PostError} when it may be there, or is welcome later
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
    ownerNotifiedAt: toldAt,
    ownerNoticeTriedAt: at,
    ownerNoticeTriedIn: tried,
  } = leased;
  const key = ownerKey(delivery.id);
  if (toldAt !== null) return;

  const tell = async (to: string, message: Message) =>
    notifyOnce(ports, timing, {
      lease,
      key,
      to,
      message,
      trying: async () => store.leases.startOwnerNotice(lease, to),
      withdraw: async () => store.leases.withdrawOwnerNotice(lease),
    });

  const isTried = at !== null && tried !== null;
  if (!isTried || !(await wasPossiblySent(ports, timing, { key, to: tried, at }, now))) {
    const isGone = (await owners?.stateOf(digest.ownerId)) === 'gone';
    const isTaken = !isGone && (await tell(digest.ownerId, await direct()));
    if (!isTaken && owners !== undefined) await tell(digest.channelId, await inChannel());
  }
  await store.leases.recordOwnerNotice(lease);
}

/** More than look after digests anywhere; the others read of it in the ledger. */
const ADMINS_MAX = 10;

/** Under which what an admin was told is found. */
function adminKey(deliveryId: string, userId: string): string {
  return `${deliveryId}:admin:${userId}`;
}

/**
 * Tells each of the admins once that a digest is paused, and why; its owner is none of them. What
 * may have been told is looked up before it is told again; where that cannot be, it is left. Whoever
 * takes no messages is left, too.
 *
 * @throws {PostError} when it may be there, or is welcome later
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
  // Those who were tried come first: the list may have changed, and its end with it.
  const all = [...new Set([...known.keys(), ...ids])].slice(0, ADMINS_MAX);
  for (const to of all) {
    const { triedAt = null, isDone = false } = known.get(to) ?? {};
    if (isDone) continue;
    const key = adminKey(delivery.id, to);
    const isTried = triedAt !== null;
    if (!isTried || !(await wasPossiblySent(ports, timing, { key, to, at: triedAt }, now))) {
      await notifyOnce(ports, timing, {
        lease,
        key,
        to,
        message: await messageFor(digest, delivery),
        trying: async () => store.start(lease, to),
        withdraw: async () => store.withdraw(lease, to),
      });
    }
    await store.recordDone(lease, to);
  }
}

/** An earlier try to tell somebody something. */
interface Attempt {
  readonly key: string;
  /** A person or a channel. */
  readonly to: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Something that is to be told once, and what makes that durable. */
interface Notification {
  readonly lease: Lease;
  /** Under which it is found. */
  readonly key: string;
  /** A person or a channel. */
  readonly to: string;
  readonly message: Message;
  /** From now on it may be there. */
  readonly trying: () => Promise<void>;
  /** It certainly is not. */
  readonly withdraw: () => Promise<void>;
}

/**
 * Whether an earlier try has told it, or nobody can know.
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
    // Whoever takes no messages has none.
    if (error instanceof PostError && error.outcome === 'refused') return false;
    throw error;
  }
  if (now - at >= settleMs) return false;
  throw new RetryLaterError('the message may still turn up in the history');
}

/**
 * Tells it.
 *
 * @returns `false` when Slack does not take it, and never will
 * @throws {PostError} when it may be there, or is welcome later
 * @throws {RetryLaterError} when it was not sent
 */
async function notifyOnce(
  tools: Pick<DeliveryPorts, 'store' | 'poster' | 'now' | 'monotonic'>,
  { leaseMs }: Pick<DeliveryTiming, 'leaseMs'>,
  { lease, key, to, message, trying, withdraw }: Notification,
): Promise<boolean> {
  const { store, poster } = tools;
  try {
    await poster.enqueue(to, async () => {
      const check = startLeaseGuard(tools, leaseMs);
      await store.leases.renew(lease);
      await trying();
      await poster.post(to, message, key, { check, kind: 'owner' });
    });
    return true;
  } catch (error) {
    if (error instanceof PostError && error.outcome === 'refused') return false;
    // When this cannot be written either, the next one looks it up.
    if (isUnsent(error)) await withdraw();
    throw error;
  }
}
