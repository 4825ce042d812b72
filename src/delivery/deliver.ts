import { createBoundedMap } from '../lib/cache.ts';
import { UnknownPlaceError } from '../portfolio/calendar.ts';
import { rentalFailure } from '../portfolio/portfolio.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { isPermanent, isReceiverError, isUserGone } from '../slack-errors.ts';
import {
  type AfterPost,
  DigestChangedError,
  type LeasedDelivery,
  LeaseLostError,
  type Ending,
} from '../store/deliveries/leases.ts';
import { BACKLOG_MS, type Delivery, LEFT_MS, PAUSED_FOR_SCHEDULE } from '../store/digest.ts';
import type { Message } from '../views/message.ts';
import { createFollowUp, postOutageNotice } from './follow-up.ts';
import { createEscalator } from './notify.ts';
import {
  type ComposedPost,
  type DeliveryPorts,
  type DeliveryTiming,
  NoHistoryError,
  PostError,
  type PostRequest,
  RetryLaterError,
  isHandedOver,
  runEach,
  startLeaseGuard,
  startTimer,
  stoppedBecause,
} from './ports.ts';

/** Failing deliveries that are remembered. */
const FAILING_MAX = 1_000;
/** The lease outlasts a request to Slack, even one that the guard lets go at the last moment. */
const TIMING = { leaseMs: 25_000, settleMs: 20_000, catchUpAfterMs: 120_000, leftMs: LEFT_MS };

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Less than a week, so that a weekly heartbeat at the same hour is not taken for too early. */
const HEARTBEAT_MS = WEEK_MS - DAY_MS / 2;
const FOLLOW_UP_MS_MAX = DAY_MS;

/**
 * Brings one delivery to its end. Every step can be repeated after a crash and nothing is done
 * twice: the job engine is to call it again until it resolves.
 */
export type Deliver = (deliveryId: string) => Promise<void>;

interface Progress {
  /** The digest, if this call posted it. */
  readonly composed: ComposedPost | null;
  readonly isSettled: boolean;
}

const NOT_POSTED: Progress = { composed: null, isSettled: false };

/** Creates the function that delivers digests through these ports. */
export function createDeliver(ports: DeliveryPorts): Deliver {
  const { store, poster, compose, readSnapshot } = ports;
  const { leases, deliveries } = store;
  const timing: DeliveryTiming = { ...TIMING, followUpMs: FOLLOW_UP_MS_MAX, ...ports.timing };
  const steps = createFollowUp(ports, timing);
  /** When a delivery was first found here whose digest cannot be read, by the database’s clock. */
  const unreadSince = createBoundedMap<number>({ max: FAILING_MAX });
  const { escalation } = ports;
  const escalator = escalation ? createEscalator(ports, escalation, timing) : null;

  return async (deliveryId) => {
    const sinceLeased = startTimer(ports);
    const leased = await leases.acquire(deliveryId, timing.leaseMs);
    if (leased === 'settled') return;
    if (leased === 'leased') throw new RetryLaterError('somebody else has the delivery');
    try {
      const { composed, isSettled } = await postOnce(leased, sinceLeased);
      const ended = isSettled
        ? await deliveries.find(deliveryId)
        : await followUp(leased, composed);
      if (!isSettled) await leases.settle(leased.lease);
      if (ended !== null) ports.onEnded?.(ended);
    } catch (error) {
      // A lease that was lost is another worker's: it must not be released.
      if (!(error instanceof LeaseLostError)) await leases.release(leased.lease).catch(() => {});
      throw error instanceof DigestChangedError ? new RetryLaterError(error.message) : error;
    }
  };

  /**
   * Posts the digest, or records why there is nothing to post.
   *
   * @param sinceLeased milliseconds since the delivery was leased
   */
  async function postOnce(leased: LeasedDelivery, sinceLeased: () => number): Promise<Progress> {
    const { lease, delivery } = leased;
    if (delivery.state !== 'posting' && delivery.state !== 'planned') return NOT_POSTED;
    if (delivery.state === 'posting' && (await findEarlierPost(leased))) return NOT_POSTED;
    const ending = endingBefore(leased) ?? (await endingInQuietHours(leased));
    if (ending !== null) {
      await leases.end(lease, ending);
      return NOT_POSTED;
    }
    const snapshot = await readOrNotify(leased);
    if (snapshot === null) return NOT_POSTED;
    const nowMs = leased.now + sinceLeased();
    const composed = await composeOrPause(leased, snapshot, nowMs);
    if (composed === null) return NOT_POSTED;
    if (delivery.kind !== 'run' && composed.isEmpty && (await skipsEmpty(leased))) {
      await leases.end(lease, { state: 'skipped', reason: 'empty' });
      return NOT_POSTED;
    }
    const isSettled = needsNoFollowUp(leased);
    const after = { removeAfterDays: removeAfterDays(leased), isSettled };
    const assertPostable = () => {
      if (isHeldBack(leased, sinceLeased()))
        throw new RetryLaterError('its quiet hours have begun');
    };
    const isPosted = await post(ports, timing, leased, composed, after, assertPostable);
    return isPosted ? { composed, isSettled } : NOT_POSTED;
  }

  /**
   * An alert that was planned before its quiet hours and not posted, such as for a failure of
   * Slack, ends in them: what it was to announce is left to a delivery that is due when they end.
   */
  async function endingInQuietHours(leased: LeasedDelivery): Promise<Ending | null> {
    try {
      return isHeldBack(leased, 0) ? skipped('quiet') : null;
    } catch (error) {
      return endingUnread(leased, error);
    }
  }

  /**
   * The end of a delivery whose digest cannot be read, which is paused until a person corrects it.
   *
   * @throws {RetryLaterError} while another instance may be able to read it, as one that has been
   *   restarted with a newer version or another secret
   */
  async function endingUnread({ now, lease, delivery }: LeasedDelivery, error: unknown) {
    const reason = unreadablePart(error);
    if (reason === null) throw error;
    const sinceMs = unreadSince.get(delivery.id) ?? now;
    unreadSince.set(delivery.id, sinceMs);
    if (now - sinceMs < timing.leftMs) {
      await leases.recordError(lease, reason);
      throw new RetryLaterError('another instance may be able to read it');
    }
    return { state: 'failed', reason, pauses: true } as const;
  }

  /** Whether an alert must not be posted at some time after its delivery was leased. */
  function isHeldBack({ digest, delivery, now }: LeasedDelivery, afterMs: number): boolean {
    if (delivery.kind !== 'alert' || ports.postableAt === undefined) return false;
    return ports.postableAt(digest, now + afterMs) > now + afterMs;
  }

  /**
   * Looks for the message of an earlier attempt in the channel's history, and ends the delivery if
   * it is there or nobody can know.
   *
   * @throws {RetryLaterError} while the message may still turn up
   */
  async function findEarlierPost(leased: LeasedDelivery): Promise<boolean> {
    const { lease, delivery, digest, lastTryAt, now } = leased;
    try {
      const since = delivery.firstTryAt ?? delivery.dueAt;
      const channelId = delivery.channelId ?? digest.channelId;
      // A process may have been away for long since the last try, in a channel that goes on.
      const until = Math.max(since, lastTryAt ?? since);
      const ts = await poster.find(channelId, delivery.id, since, undefined, until);
      await deliveries.clearFailing(delivery.id);
      if (ts !== null) {
        await leases.recordPost(lease, ts, {
          removeAfterDays: removeAfterDays(leased),
          isSettled: false,
          isFound: true,
        });
        return true;
      }
    } catch (error) {
      const failingSince = await deliveries.failingSince(delivery.id);
      // No process may have been there until now.
      const isLast = now >= Math.max(delivery.giveUpAt, failingSince) + timing.followUpMs;
      if (!isLookUpOver(error, isLast)) throw error;
      await deliveries.clearFailing(delivery.id);
      await leases.end(lease, { state: 'unknown', reason: 'no_history' });
      return true;
    }
    if (now - (lastTryAt ?? 0) < timing.settleMs) {
      throw new RetryLaterError('the message may still turn up in the history');
    }
    return false;
  }

  /** `null` when there is no snapshot, and the channel refused even the notice of that for good. */
  async function readOrNotify(leased: LeasedDelivery): Promise<Snapshot | null> {
    try {
      return await readSnapshot();
    } catch (error) {
      const failure = rentalFailure(error);
      if (failure === null) throw error;
      await leases.recordError(leased.lease, failure.code);
      // Nobody waits for an alert at a certain time.
      if (leased.delivery.kind === 'alert') throw error;
      if (await postOutageNotice(ports, timing, leased, error)) throw error;
      return null;
    }
  }

  /** `null` when the digest can no longer be read, and is paused. */
  async function composeOrPause(
    leased: LeasedDelivery,
    snapshot: Snapshot,
    nowMs: number,
  ): Promise<ComposedPost | null> {
    try {
      return await composeFrom(leased, snapshot, { nowMs });
    } catch (error) {
      await leases.end(leased.lease, await endingUnread(leased, error));
      return null;
    }
  }

  async function composeFrom(
    { digest, delivery, now, queuedAt }: LeasedDelivery,
    snapshot: Snapshot,
    more: Pick<PostRequest, 'listed' | 'nowMs'>,
  ): Promise<ComposedPost> {
    const [before, past, escalated] = await Promise.all([
      deliveries.lastShownFiles(digest.id),
      deliveries.countsSince(digest.id, now - BACKLOG_MS),
      deliveries.escalatedFiles(digest),
    ]);
    const { dueAt, kind, slot } = delivery;
    // One that was planned in time is late for another reason, such as an outage of the service.
    const isCatchUp = kind === 'slot' && (queuedAt ?? now) - dueAt > timing.catchUpAfterMs;
    const known = { before, past, escalated };
    const request = { digest, snapshot, ...known, dueAt, slot, isCatchUp, nowMs: now, ...more };
    return compose(request, poster.lastSharing(digest.channelId), delivery);
  }

  /** Whether an empty digest is not posted. */
  async function skipsEmpty({ digest, now }: LeasedDelivery): Promise<boolean> {
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

  /** The message in the thread, where an earlier process posted the digest and died before it. */
  async function composeThread(leased: LeasedDelivery): Promise<Message | null> {
    const { layout } = leased;
    if (layout?.hasThread === false) return null;
    const listed = layout && new Set(layout.sections.flatMap(({ ids }) => ids));
    return (await composeFrom(leased, await readSnapshot(), { listed })).threadReply;
  }

  /** Does what follows the post, and gives the delivery as it is recorded now. */
  async function followUp(
    leased: LeasedDelivery,
    composed: ComposedPost | null,
  ): Promise<Delivery | null> {
    const delivery = await deliveries.find(leased.delivery.id);
    if (delivery === null) return null;
    const threadReply = async () =>
      composed === null ? composeThread(leased) : composed.threadReply;
    const { id, giveUpAt } = delivery;
    // No process may have been there until now, as with a look-up.
    const failingSince = await deliveries.failingSince(id);
    const isLast = leased.now >= Math.max(giveUpAt, failingSince) + timing.followUpMs;
    await runEach([
      async () => {
        await steps.run(leased, delivery, threadReply).catch((error: unknown) => {
          if (isHandedOver(error) || !isLast) throw error;
        });
      },
      async () => {
        if (delivery.state === 'posted') await escalator?.escalate(leased, readSnapshot, isLast);
      },
    ]);
    return delivery;
  }
}

/**
 * Whether nobody can know of a message that may be there: where the history cannot be read, or the
 * person is gone whose direct message it would be in, or all looks of a day have failed, the last of
 * them a day after it was too late to post. Any other refusal may pass, as of an app that is being
 * installed again.
 */
function isLookUpOver(error: unknown, isLast: boolean): boolean {
  if (error instanceof NoHistoryError) return true;
  if (!(error instanceof PostError)) return false;
  return isLast || (error.outcome === 'refused' && isUserGone(error.code));
}

/** Why a delivery ends before anything is read; `null` when it goes on. */
function endingBefore(leased: LeasedDelivery): Ending | null {
  const { delivery, now } = leased;
  const stopped = stoppedBecause(leased);
  if (stopped !== null) return skipped(stopped);
  if (now < delivery.giveUpAt) return null;
  return { state: 'missed', reason: delivery.reason ?? 'late' };
}

/**
 * The part of a digest that can no longer be read: its query, or its schedule, whose zone or holidays
 * are not known here, or which comes with options of a newer version.
 */
function unreadablePart(error: unknown): string | null {
  if (error instanceof QueryError) return 'query';
  return error instanceof UnknownPlaceError ? PAUSED_FOR_SCHEDULE : null;
}

function skipped(reason: string): Ending {
  return { state: 'skipped', reason };
}

function needsNoFollowUp({ digest: { options }, outageNoticeTriedAt }: LeasedDelivery): boolean {
  const isAlone = options.previous !== 'replace' && options.escalate === null;
  return outageNoticeTriedAt === null && options.style === 'compact' && isAlone;
}

/** After how many days a post is removed; `null` for never. */
function removeAfterDays({ digest: { options } }: LeasedDelivery): number | null {
  return options.previous === 'delete' ? options.deleteAfterDays : null;
}

/**
 * Posts a digest and records it. The records before and after the message tell the next attempt
 * whether there may be one.
 *
 * @param assertPostable throws a `RetryLaterError` when it must not be posted any more
 * @returns `false` when Slack refuses it for good
 * @throws {PostError} when it may be there, or is to be sent later
 * @throws {RetryLaterError} when it was not sent because the lease is too old, or it must wait
 */
async function post(
  ports: DeliveryPorts,
  { leaseMs }: DeliveryTiming,
  { lease, delivery, digest }: LeasedDelivery,
  { message, ...composed }: ComposedPost,
  after: AfterPost,
  assertPostable: () => void,
): Promise<boolean> {
  const { store, poster } = ports;
  const { channelId } = digest;
  let hasStarted = false;
  try {
    const ts = await poster.enqueue(channelId, async () => {
      const assertLeased = startLeaseGuard(ports, leaseMs);
      const check = () => {
        assertLeased();
        assertPostable();
      };
      await store.leases.startPost(lease, { channelId, ...composed });
      hasStarted = true;
      return poster.post(channelId, message, delivery.id, { check });
    });
    await store.leases.recordPost(lease, ts, after);
    return true;
  } catch (error) {
    const { outcome, code } = postErrorOf(error);
    if (outcome === 'refused') {
      await store.leases.end(lease, {
        state: 'failed',
        reason: code,
        pauses: isPermanent(code),
        isAnnouncedLater: isReceiverError(code),
      });
      return false;
    }
    // Certainly not sent. If this cannot be recorded either, the next attempt looks it up.
    if (outcome === 'wait' && hasStarted) await store.leases.withdrawPost(lease);
    await store.leases.recordError(lease, code);
    throw error;
  }
}

/** @throws the error itself when it says nothing about the message */
function postErrorOf(error: unknown): Pick<PostError, 'outcome' | 'code'> {
  if (error instanceof RetryLaterError) return { outcome: 'wait', code: 'asleep' };
  if (error instanceof PostError) return error;
  throw error;
}
