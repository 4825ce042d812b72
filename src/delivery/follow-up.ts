import { isPermanent, isThreadGone } from '../slack-errors.ts';
import type { Post } from '../store/deliveries/deliveries.ts';
import type { LeasedDelivery } from '../store/deliveries/leases.ts';
import type { Delivery } from '../store/digest.ts';
import type { Message } from '../views/message.ts';
import { notifyAdmins, notifyOwner } from './notify.ts';
import {
  type DeliveryPorts,
  type DeliveryTiming,
  NoHistoryError,
  PostError,
  RetryLaterError,
  isPausing,
  isUnsent,
  runEach,
  startLeaseGuard,
} from './ports.ts';

function threadKey(deliveryId: string): string {
  return `${deliveryId}:rest`;
}

/** The steps after a digest is posted, skipped, missed or failed. Each can be repeated. */
export interface FollowUp {
  /**
   * One that has to be tried again keeps none of the others from being done.
   *
   * @param threadReply called when the thread has no message yet
   * @throws {PostError} when a step is to be tried again
   */
  run(
    leased: LeasedDelivery,
    delivery: Delivery,
    threadReply: () => Promise<Message | null>,
  ): Promise<void>;
}

/** Creates the follow-up of deliveries. */
export function createFollowUp(ports: DeliveryPorts, timing: DeliveryTiming): FollowUp {
  const { store, poster, messages, owners, admins } = ports;

  /** The `ts` of the outage notice, also after an unclear attempt to post it. */
  async function findNotice(leased: LeasedDelivery, delivery: Delivery) {
    const { outageNoticeTriedAt: triedAt } = leased;
    if (delivery.noticeTs !== null || triedAt === null) return delivery.noticeTs;
    return orNull(async () => poster.find(noticeChannel(leased), noticeKey(delivery.id), triedAt));
  }

  async function removeNotice(leased: LeasedDelivery, delivery: Delivery): Promise<void> {
    const ts = await findNotice(leased, delivery);
    if (ts === null) return;
    await poster.remove(noticeChannel(leased), ts);
    await store.leases.recordOutageNotice(leased.lease, null);
  }

  /** @returns whether the channel is notified */
  async function replaceNoticeByMissed(
    leased: LeasedDelivery,
    delivery: Delivery,
  ): Promise<boolean> {
    const ts = await findNotice(leased, delivery);
    if (ts === null) return false;
    const message = await messages.missed(leased.digest, delivery);
    try {
      await poster.update(noticeChannel(leased), ts, message);
      return noticeChannel(leased) === leased.digest.channelId;
    } catch (error) {
      if (error instanceof PostError && error.outcome === 'refused') return false;
      throw error;
    }
  }

  async function notifyDigestOwner(leased: LeasedDelivery, delivery: Delivery): Promise<void> {
    await notifyOwner(ports, timing, leased, {
      direct: async () => messages.toOwner(leased.digest, delivery),
      inChannel: async () =>
        owners === undefined
          ? messages.toOwner(leased.digest, delivery)
          : owners.toChannel(leased.digest, delivery),
    });
  }

  /**
   * Whether the thread has its message, can have none since its post was deleted, or nobody can
   * know.
   *
   * @throws {RetryLaterError} when it may still turn up
   */
  async function hasThreadReply(
    { lease, now, threadReplyTriedAt: triedAt, threadReplyTs }: LeasedDelivery,
    { id, firstTryAt, dueAt }: Delivery,
    { channelId, ts }: Pick<Post, 'channelId' | 'ts'>,
  ): Promise<boolean> {
    if (threadReplyTs !== null) return true;
    try {
      const found = await poster.find(channelId, threadKey(id), firstTryAt ?? dueAt, ts);
      if (found !== null) await store.leases.recordThreadReply(lease, found);
      if (found !== null) return true;
    } catch (error) {
      if (error instanceof PostError && isThreadGone(error.code)) return true;
      if (!(error instanceof NoHistoryError)) throw error;
      return triedAt !== null;
    }
    if (triedAt === null || now - triedAt >= timing.settleMs) return false;
    throw new RetryLaterError('the message may still turn up in the thread');
  }

  async function postThreadReply(
    leased: LeasedDelivery,
    delivery: Delivery,
    threadReply: () => Promise<Message | null>,
  ): Promise<void> {
    const { lease } = leased;
    const { id, channelId, ts } = delivery;
    if (channelId === null || ts === null) return;
    if (await hasThreadReply(leased, delivery, { channelId, ts })) return;
    const message = await threadReply();
    if (message === null) return;
    try {
      const replyTs = await poster.enqueue(channelId, async () => {
        const check = startLeaseGuard(ports, timing.leaseMs);
        await store.leases.startThreadReply(lease, channelId);
        return poster.post(channelId, message, threadKey(id), { check, thread: ts, kind: 'rest' });
      });
      await store.leases.recordThreadReply(lease, replyTs);
    } catch (error) {
      if (error instanceof PostError && error.outcome === 'refused') return;
      // If this cannot be recorded either, the next attempt looks it up.
      if (isUnsent(error)) await store.leases.withdrawThreadReply(lease);
      throw error;
    }
  }

  /** All but the newest: a post that is found late, after the next one was made, goes itself. */
  async function removeOutdatedPosts({ digestId }: Delivery): Promise<void> {
    for (const post of await store.deliveries.outdatedPosts(digestId)) {
      await removePost(ports, post);
    }
  }

  return {
    async run(leased, delivery, threadReply) {
      const { options } = leased.digest;
      switch (delivery.state) {
        case 'posted':
          await runEach([
            async () => {
              if (options.style === 'detailed') {
                await postThreadReply(leased, delivery, threadReply);
              }
            },
            async () => removeNotice(leased, delivery),
            async () => {
              if (options.previous === 'replace') await removeOutdatedPosts(delivery);
            },
          ]);
          return;
        case 'missed':
          // The next post of an alert announces what this one was to announce.
          if (!(await replaceNoticeByMissed(leased, delivery)) && delivery.kind !== 'alert') {
            await notifyDigestOwner(leased, delivery);
          }
          return;
        case 'failed':
        case 'unknown':
          await runEach([
            async () => notifyDigestOwner(leased, delivery),
            async () => {
              if (admins && isPausing(delivery)) {
                await notifyAdmins(ports, admins, timing, leased, delivery);
              }
            },
            async () => removeNotice(leased, delivery),
          ]);
          return;
        case 'skipped':
          await removeNotice(leased, delivery);
          return;
        case 'planned':
        case 'posting':
      }
    },
  };
}

/** A message in a history that cannot be read counts as not there. */
async function orNull(find: () => Promise<string | null>): Promise<string | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof NoHistoryError) return null;
    throw error;
  }
}

function noticeKey(deliveryId: string): string {
  return `${deliveryId}:notice`;
}

/** The channel that the outage notice was posted in, also when its digest has moved since. */
function noticeChannel({ digest, outageNoticeTriedIn }: LeasedDelivery): string {
  return outageNoticeTriedIn ?? digest.channelId;
}

/**
 * Posts once in the channel that the rental files cannot be read. The notice is less important than
 * the digest: an error in posting it is left to the next attempt.
 *
 * @returns `false` when the channel would refuse the digest, too
 */
export async function postOutageNotice(
  ports: DeliveryPorts,
  { leaseMs, settleMs }: DeliveryTiming,
  leased: LeasedDelivery,
  failure: unknown,
): Promise<boolean> {
  const { store, poster, messages } = ports;
  const { lease, delivery, digest, outageNoticeTriedAt: noticeTriedAt } = leased;
  const { channelId } = digest;
  const key = noticeKey(delivery.id);
  if (delivery.noticeTs !== null) return true;
  try {
    if (noticeTriedAt !== null) {
      const ts = await poster.find(noticeChannel(leased), key, noticeTriedAt);
      if (ts !== null) await store.leases.recordOutageNotice(lease, ts);
      if (ts !== null || leased.now - noticeTriedAt < settleMs) return true;
    }
    const message = await messages.outageNotice(digest, delivery, failure);
    await poster.enqueue(channelId, async () => {
      const check = startLeaseGuard(ports, leaseMs);
      await store.leases.startOutageNotice(lease, channelId);
      const ts = await poster.post(channelId, message, key, { check, kind: 'notice' });
      await store.leases.recordOutageNotice(lease, ts);
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

/**
 * Deletes the post of a delivery and the message in its thread. Where Slack refuses it, such as in
 * an archived channel, the retention of digests tries it again for a day; then it stays.
 *
 * @throws {PostError} when it is to be tried again later
 */
export async function removePost(
  { store, poster, onNotRemoved }: Pick<DeliveryPorts, 'store' | 'poster' | 'onNotRemoved'>,
  { deliveryId, channelId, ts, threadTs }: Post,
): Promise<void> {
  const replyRefusal = threadTs === null ? null : await poster.remove(channelId, threadTs);
  const refusal = (await poster.remove(channelId, ts)) ?? replyRefusal;
  if (refusal === null) {
    await store.deliveries.recordRemoval(deliveryId);
    return;
  }
  if (await store.deliveries.recordRefusedRemoval(deliveryId)) onNotRemoved?.(deliveryId, refusal);
}
