import type { LeasedDelivery } from '../../store/delivery-leases.ts';
import type { Delivery } from '../../store/digest.ts';
import type { Message } from '../../views/message.ts';
import { isPermanent, isPausing, NoHistoryError, PostError } from './errors.ts';
import { startLeaseGuard } from './lease-guard.ts';
import { notifyAdmins, notifyOwner } from './notify.ts';
import type { DeliverTiming, DeliverTools } from './ports.ts';

/** Under which what goes into the thread of a delivery is found. */
function restKey(deliveryId: string): string {
  return `${deliveryId}:rest`;
}

/** What is left to do once it is decided what becomes of a delivery. All of it can be done twice. */
export interface FollowUp {
  /**
   * @param rest what goes into the thread, asked for when it is not there yet
   * @throws {PostError} when some of it is to be tried again
   */
  finish(
    held: LeasedDelivery,
    delivery: Delivery,
    rest: () => Promise<Message | null>,
  ): Promise<void>;
}

/** What follows a digest. */
export function createFollowUp(tools: DeliverTools, timing: DeliverTiming): FollowUp {
  const { store, poster, messages: sayings, owners, admins } = tools;

  /** The place of the notice, also when nobody knows whether it was posted. */
  async function noticeOf({ digest, noticeTriedAt }: LeasedDelivery, delivery: Delivery) {
    if (delivery.noticeTs !== null || noticeTriedAt === null) return delivery.noticeTs;
    return orNull(async () => poster.find(digest.channelId, noticeKey(delivery.id), noticeTriedAt));
  }

  async function takeNoticeBack(held: LeasedDelivery, delivery: Delivery): Promise<void> {
    const ts = await noticeOf(held, delivery);
    if (ts === null) return;
    await poster.remove(held.digest.channelId, ts);
    await store.leases.noticed(held.lease, null);
  }

  async function turnNotice(held: LeasedDelivery, delivery: Delivery): Promise<void> {
    const ts = await noticeOf(held, delivery);
    if (ts === null) return;
    const message = await sayings.missed(held.digest, delivery);
    await unlessRefused(async () => poster.update(held.digest.channelId, ts, message));
  }

  async function goOnInThread(
    delivery: Delivery,
    rest: () => Promise<Message | null>,
  ): Promise<void> {
    const { id, channelId, ts, firstTryAt } = delivery;
    if (channelId === null || ts === null) return;
    const key = restKey(id);
    const isThere = await orNull(async () =>
      poster.find(channelId, key, firstTryAt ?? delivery.dueAt, ts),
    );
    if (isThere !== null) return;
    const message = await rest();
    if (message === null) return;
    await unlessRefused(async () =>
      poster.inTurn(channelId, async () =>
        poster.post(channelId, message, key, { thread: ts, kind: 'rest' }),
      ),
    );
  }

  async function removeOthers(delivery: Delivery): Promise<void> {
    for (const post of await store.deliveries.postsBut(delivery)) {
      await poster.remove(post.channelId, post.ts);
      await store.deliveries.removed(post.deliveryId);
    }
  }

  return {
    async finish(held, delivery, rest) {
      const { options } = held.digest;
      switch (delivery.state) {
        case 'posted':
          if (options.style === 'detailed') await goOnInThread(delivery, rest);
          await takeNoticeBack(held, delivery);
          if (options.previous === 'replace') await removeOthers(delivery);
          return;
        case 'missed':
          await turnNotice(held, delivery);
          return;
        case 'failed':
        case 'unknown':
          await notifyOwner(tools, timing, held, {
            direct: async () => sayings.toOwner(held.digest, delivery),
            inChannel: async () =>
              owners === undefined
                ? sayings.toOwner(held.digest, delivery)
                : owners.toChannel(held.digest, delivery),
          });
          if (admins && isPausing(delivery)) {
            await notifyAdmins(tools, admins, timing, held, delivery);
          }
          await takeNoticeBack(held, delivery);
          return;
        case 'skipped':
          await takeNoticeBack(held, delivery);
          return;
        case 'planned':
        case 'posting':
      }
    },
  };
}

/** What nobody may look up is as if it were not there. */
async function orNull(find: () => Promise<string | null>): Promise<string | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof NoHistoryError) return null;
    throw error;
  }
}

/** What Slack refuses now it refuses again. */
async function unlessRefused(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof PostError && error.outcome === 'refused')) throw error;
  }
}

/** Under which the notice of a delivery is found. */
function noticeKey(deliveryId: string): string {
  return `${deliveryId}:notice`;
}

/**
 * Says once in the channel that the rental files could not be read. Whether that is said is not
 * worth a digest: trouble on the way is left for the next try.
 *
 * @returns `false` when the channel will not take the digest either
 */
export async function postOutageNotice(
  tools: DeliverTools,
  { leaseMs, settleMs }: DeliverTiming,
  held: LeasedDelivery,
  failure: unknown,
): Promise<boolean> {
  const { store, poster, messages: sayings } = tools;
  const { lease, delivery, digest, noticeTriedAt } = held;
  const { channelId } = digest;
  const key = noticeKey(delivery.id);
  if (delivery.noticeTs !== null) return true;
  try {
    if (noticeTriedAt !== null) {
      const ts = await poster.find(channelId, key, noticeTriedAt);
      if (ts !== null) await store.leases.noticed(lease, ts);
      if (ts !== null || held.now - noticeTriedAt < settleMs) return true;
    }
    const message = await sayings.outageNotice(digest, delivery, failure);
    await poster.inTurn(channelId, async () => {
      const check = startLeaseGuard(tools, leaseMs);
      await store.leases.renew(lease);
      await store.leases.noticing(lease);
      const ts = await poster.post(channelId, message, key, { check, kind: 'notice' });
      await store.leases.noticed(lease, ts);
    });
    return true;
  } catch (error) {
    if (error instanceof NoHistoryError) return true;
    if (!(error instanceof PostError)) throw error;
    if (error.outcome !== 'refused' || !isPermanent(error.code)) return true;
    await store.leases.end(lease, { state: 'failed', reason: error.code, pauses: true });
    return false;
  }
}
