import { rentalFailure } from '../../portfolio/portfolio.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import { isPermanent } from '../../slack-errors.ts';
import {
  type AfterPost,
  type LeasedDelivery,
  LeaseLostError,
  type Ending,
} from '../../store/delivery-leases.ts';
import type { Delivery } from '../../store/digest.ts';
import type { Message } from '../../views/message.ts';
import type { ComposedDigest } from '../compose/types.ts';
import { isHandedOver, NoHistoryError, RetryLaterError, PostError } from './errors.ts';
import { createEscalator } from './escalate.ts';
import { createFollowUp, postOutageNotice } from './follow-up.ts';
import { startLeaseGuard } from './lease-guard.ts';
import type { DeliveryTiming, DeliveryPorts } from './ports.ts';

/** Longer than a message is on its way to Slack, after the share of it that a fence leaves. */
const TIMING = { leaseMs: 25_000, settleMs: 20_000, catchUpAfterMs: 120_000 };

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** A heartbeat at the same hour of the week may come a little earlier than the last. */
const HEARTBEAT_MS = WEEK_MS - DAY_MS / 2;
/** The chart shows so much of the past. */
const PAST_MS = 8 * WEEK_MS;
const FOLLOW_UP_MS_MAX = DAY_MS;

/**
 * Brings one delivery to its end: claim, read, compose, post, record. Whatever is not done when it
 * rejects is done by the next call, and nothing is done twice: calls are to follow until one
 * resolves.
 */
export type Deliver = (deliveryId: string) => Promise<void>;

/** What was decided of a delivery. */
interface Progress {
  /** What was posted just now. */
  readonly composed: ComposedDigest | null;
  readonly isSettled: boolean;
}

const NOT_POSTED: Progress = { composed: null, isSettled: false };

/** Deliveries with these tools. */
export function createDeliver(ports: DeliveryPorts): Deliver {
  const { store, poster, compose, readSnapshot } = ports;
  const { leases, deliveries } = store;
  const timing: DeliveryTiming = { ...TIMING, followUpMs: FOLLOW_UP_MS_MAX, ...ports.timing };
  const followUp = createFollowUp(ports, timing);
  const { escalation } = ports;
  const escalator = escalation ? createEscalator(ports, escalation, timing) : null;

  return async (deliveryId) => {
    const leased = await leases.acquire(deliveryId, timing.leaseMs);
    if (leased === 'settled') return;
    if (leased === 'leased') throw new RetryLaterError('somebody else has the delivery');
    try {
      const { composed, isSettled } = await decide(leased);
      if (isSettled) return;
      const ended = await finish(leased, composed);
      await leases.settle(leased.lease);
      if (ended !== null) ports.onEnded?.(ended);
    } catch (error) {
      // Whoever has taken it over must keep it.
      if (!(error instanceof LeaseLostError)) await leases.release(leased.lease).catch(() => {});
      throw error;
    }
  };

  /** Decides what becomes of it. */
  async function decide(leased: LeasedDelivery): Promise<Progress> {
    const { lease, delivery } = leased;
    if (delivery.state === 'posting' && (await isEndedByHistory(leased))) return NOT_POSTED;
    if (delivery.state !== 'posting' && delivery.state !== 'planned') return NOT_POSTED;
    const ending = endingBefore(leased);
    if (ending !== null) {
      await leases.end(lease, ending);
      return NOT_POSTED;
    }
    const read = await readOrSay(leased);
    return read === null ? NOT_POSTED : postOf(leased, read);
  }

  /** Looks up what an earlier try may have posted. */
  async function isEndedByHistory(leased: LeasedDelivery): Promise<boolean> {
    const { lease, delivery, digest, lastTryAt, now } = leased;
    try {
      const since = delivery.firstTryAt ?? delivery.dueAt;
      const ts = await poster.find(delivery.channelId ?? digest.channelId, delivery.id, since);
      if (ts !== null) {
        await leases.recordPost(lease, ts, {
          removeAfterDays: removeAfterDays(leased),
          isSettled: false,
        });
        return true;
      }
    } catch (error) {
      if (!(error instanceof NoHistoryError)) throw error;
      await leases.end(lease, { state: 'unknown', reason: 'no_history' });
      return true;
    }
    if (now - (lastTryAt ?? 0) < timing.settleMs) {
      throw new RetryLaterError('the message may still turn up in the history');
    }
    return false;
  }

  /** `null` when the channel was told that there is none, and takes nothing else. */
  async function readOrSay(leased: LeasedDelivery): Promise<Snapshot | null> {
    try {
      return await readSnapshot();
    } catch (error) {
      const failure = rentalFailure(error);
      if (failure === null) throw error;
      await leases.recordError(leased.lease, failure.code);
      if (await postOutageNotice(ports, timing, leased, error)) throw error;
      return null;
    }
  }

  async function postOf(leased: LeasedDelivery, read: Snapshot): Promise<Progress> {
    const { lease, delivery } = leased;
    const composed = await composedOf(leased, read);
    if (composed === null) return NOT_POSTED;
    if (delivery.kind === 'slot' && composed.isEmpty && (await isSilent(leased))) {
      await leases.end(lease, { state: 'skipped', reason: 'empty' });
      return NOT_POSTED;
    }
    const isSettled = needsNoFollowUp(leased);
    const after = { removeAfterDays: removeAfterDays(leased), isSettled };
    const isPosted = await postOnce(ports, timing, leased, composed, after);
    return isPosted ? { composed, isSettled } : NOT_POSTED;
  }

  /** `null` when the digest can no longer be read: that is for people to mend. */
  async function composedOf(
    leased: LeasedDelivery,
    read: Snapshot,
  ): Promise<ComposedDigest | null> {
    try {
      return await compose(
        await momentOf(leased, read),
        await poster.sharing(leased.digest.channelId),
      );
    } catch (error) {
      const reason = unreadablePart(error);
      if (reason === null) throw error;
      await leases.end(leased.lease, { state: 'failed', reason, pauses: true });
      return null;
    }
  }

  async function momentOf({ digest, delivery, now }: LeasedDelivery, read: Snapshot) {
    const [before, past] = await Promise.all([
      deliveries.lastShownFiles(digest.id),
      deliveries.countsSince(digest.id, now - PAST_MS),
    ]);
    const { dueAt, kind } = delivery;
    const isCatchUp = kind === 'slot' && now - dueAt > timing.catchUpAfterMs;
    return { digest, snapshot: read, before, past, dueAt, isCatchUp };
  }

  /** Whether nothing is said where nothing waits. */
  async function isSilent({ digest, now }: LeasedDelivery): Promise<boolean> {
    switch (digest.options.whenEmpty) {
      case 'clear':
        return false;
      case 'skip':
        return true;
      case 'weekly': {
        const last = await deliveries.lastPostedAt(digest.id);
        return last !== null && now - last < HEARTBEAT_MS;
      }
    }
  }

  async function finish(
    leased: LeasedDelivery,
    composed: ComposedDigest | null,
  ): Promise<Delivery | null> {
    const delivery = await deliveries.find(leased.delivery.id);
    if (delivery === null) return null;
    const rest = async (): Promise<Message | null> => {
      if (composed !== null) return composed.threadReply;
      // The process that posted the digest has not come to the thread.
      const again = await compose(
        await momentOf(leased, await readSnapshot()),
        await poster.sharing(leased.digest.channelId),
      );
      return again.threadReply;
    };
    const isLast = leased.now >= delivery.giveUpAt + timing.followUpMs;
    try {
      await followUp.run(leased, delivery, rest);
    } catch (error) {
      if (isHandedOver(error) || !isLast) throw error;
    }
    if (delivery.state === 'posted') await escalator?.escalate(leased, readSnapshot, isLast);
    return delivery;
  }
}

/** Why a delivery ends before anything is read; `null` when it does not. */
function endingBefore({ digest, delivery, isRemoved, now }: LeasedDelivery): Ending | null {
  if (isRemoved) return skipped('removed');
  if (delivery.kind === 'slot') {
    if (digest.state === 'paused') return skipped('paused');
    if (now < (digest.snoozedUntil ?? 0)) return skipped('snoozed');
  }
  if (now < delivery.giveUpAt) return null;
  return { state: 'missed', reason: delivery.reason ?? 'late' };
}

/** What of a digest cannot be read any more: its query, or its zone. */
function unreadablePart(error: unknown): 'query' | 'schedule' | null {
  if (error instanceof QueryError) return 'query';
  return error instanceof RangeError ? 'schedule' : null;
}

function skipped(reason: string): Ending {
  return { state: 'skipped', reason };
}

/** Whether nothing is to be done once it is posted. */
function needsNoFollowUp({
  digest: { options },
  outageNoticeTriedAt: noticeTriedAt,
}: LeasedDelivery): boolean {
  const isAlone = options.previous !== 'replace' && options.escalate === null;
  return noticeTriedAt === null && options.style === 'compact' && isAlone;
}

/** In how many days a post is to go. */
function removeAfterDays({ digest: { options } }: LeasedDelivery): number | null {
  return options.previous === 'delete' ? options.deleteAfterDays : null;
}

/**
 * Posts a digest and records it. What is written before and after the message makes sure that
 * whoever comes next knows whether there may be one.
 *
 * @returns `false` when Slack does not take it, and never will
 * @throws {PostError} when it may be there, or is welcome later
 * @throws {RetryLaterError} when it was not sent, for the lease had grown too old
 */
async function postOnce(
  ports: DeliveryPorts,
  { leaseMs }: DeliveryTiming,
  { lease, delivery, digest }: LeasedDelivery,
  { message, ...composed }: ComposedDigest,
  after: AfterPost,
): Promise<boolean> {
  const { store, poster } = ports;
  const { channelId } = digest;
  let hasBegun = false;
  try {
    const ts = await poster.enqueue(channelId, async () => {
      const check = startLeaseGuard(ports, leaseMs);
      await store.leases.startPost(lease, { channelId, ...composed });
      hasBegun = true;
      return poster.post(channelId, message, delivery.id, { check });
    });
    await store.leases.recordPost(lease, ts, after);
    return true;
  } catch (error) {
    const { outcome, code } = postErrorOf(error);
    if (outcome === 'refused') {
      await store.leases.end(lease, { state: 'failed', reason: code, pauses: isPermanent(code) });
      return false;
    }
    // Not sent for sure. When this cannot be written either, the next one looks it up.
    if (outcome === 'wait' && hasBegun) await store.leases.withdrawPost(lease);
    await store.leases.recordError(lease, code);
    throw error;
  }
}

/** @throws what does not tell whether there is a message */
function postErrorOf(error: unknown): Pick<PostError, 'outcome' | 'code'> {
  if (error instanceof RetryLaterError) return { outcome: 'wait', code: 'asleep' };
  if (error instanceof PostError) return error;
  throw error;
}
