import type { Lease, LeasedDelivery } from '../store/deliveries/leases.ts';
import type { Delivery } from '../store/digest.ts';
import type { Message } from '../views/message.ts';
import { isUnsent, NoHistoryError, RetryLaterError, PostError } from './errors.ts';
import { startLeaseGuard } from './lease-guard.ts';
import type { AdminPorts, DeliveryTiming, DeliveryPorts } from './ports.ts';

/** A notification for the owner, and for the channel if the owner cannot be reached. */
interface OwnerMessages {
  readonly direct: () => Promise<Message>;
  readonly inChannel: () => Promise<Message>;
}

/** The key of the notification for the owner or, in their place, the channel. */
function ownerKey(deliveryId: string): string {
  return `${deliveryId}:owner`;
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
  const key = ownerKey(delivery.id);
  if (ownerNotifiedAt !== null) return;

  const notify = async (to: string, message: Message) =>
    notifyOnce(ports, timing, {
      lease,
      key,
      to,
      message,
      start: async () => store.leases.startOwnerNotice(lease, to),
      withdraw: async () => store.leases.withdrawOwnerNotice(lease),
    });

  const isTried = at !== null && tried !== null;
  if (!isTried || !(await wasPossiblySent(ports, timing, { key, to: tried, at }, now))) {
    const isGone = (await owners?.stateOf(digest.ownerId)) === 'gone';
    const isAccepted = !isGone && (await notify(digest.ownerId, await direct()));
    if (!isAccepted && owners !== undefined) await notify(digest.channelId, await inChannel());
  }
  await store.leases.recordOwnerNotice(lease);
}

/** Max number of admins notified; the others find it in the digest's history. */
const ADMINS_MAX = 10;

/** The key of the notification for an admin. */
function adminKey(deliveryId: string, userId: string): string {
  return `${deliveryId}:admin:${userId}`;
}

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
    const key = adminKey(delivery.id, to);
    const isTried = triedAt !== null;
    if (!isTried || !(await wasPossiblySent(ports, timing, { key, to, at: triedAt }, now))) {
      await notifyOnce(ports, timing, {
        lease,
        key,
        to,
        message: await messageFor(digest, delivery),
        start: async () => store.start(lease, to),
        withdraw: async () => store.withdraw(lease, to),
      });
    }
    await store.recordDone(lease, to);
  }
}

/** An earlier attempt to send a notification. */
interface Attempt {
  readonly key: string;
  /** A user id or a channel id. */
  readonly to: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A notification to send once, with the records that make this durable. */
interface Notification {
  readonly lease: Lease;
  /** The key that `Poster.find` looks for. */
  readonly key: string;
  /** A user id or a channel id. */
  readonly to: string;
  readonly message: Message;
  /** Records that it may be there from now on. */
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
 * Sends a notification.
 *
 * @returns `false` when Slack refuses it for good
 * @throws {PostError} when it may be there, or is to be sent later
 * @throws {RetryLaterError} when it was not sent
 */
async function notifyOnce(
  tools: Pick<DeliveryPorts, 'store' | 'poster' | 'now' | 'monotonic'>,
  { leaseMs }: Pick<DeliveryTiming, 'leaseMs'>,
  { lease, key, to, message, start, withdraw }: Notification,
): Promise<boolean> {
  const { store, poster } = tools;
  try {
    await poster.enqueue(to, async () => {
      const check = startLeaseGuard(tools, leaseMs);
      await store.leases.renew(lease);
      await start();
      await poster.post(to, message, key, { check, kind: 'owner' });
    });
    return true;
  } catch (error) {
    if (error instanceof PostError && error.outcome === 'refused') return false;
    // If this cannot be recorded either, the next attempt looks it up.
    if (isUnsent(error)) await withdraw();
    throw error;
  }
}
