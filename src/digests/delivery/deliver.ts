import { rentalFailure } from '../../portfolio/portfolio.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import type { Reading } from '../../portfolio/snapshot.ts';
import {
  type AfterPost,
  type Claimed,
  ClaimLostError,
  type Ending,
} from '../../store/delivery-leases.ts';
import type { Delivery } from '../../store/digest.ts';
import type { Message } from '../../views/message.ts';
import type { Composed } from '../compose/types.ts';
import { isForGood, isForOthers, NoHistoryError, NotYetError, PostError } from './errors.ts';
import { createEscalator } from './escalate.ts';
import { createAftermath, giveNotice } from './follow-up.ts';
import { startFence } from './lease-guard.ts';
import type { DeliverTiming, DeliverTools } from './ports.ts';

/** Longer than a message is on its way to Slack, after the share of it that a fence leaves. */
const TIMING = { leaseMs: 25_000, settleMs: 20_000, catchUpAfterMs: 120_000 };

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** A heartbeat at the same hour of the week may come a little earlier than the last. */
const HEARTBEAT_MS = WEEK_MS - DAY_MS / 2;
/** The chart shows so much of the past. */
const PAST_MS = 8 * WEEK_MS;
const AFTERMATH_MS_MAX = DAY_MS;

/**
 * Brings one delivery to its end: claim, read, compose, post, record. Whatever is not done when it
 * rejects is done by the next call, and nothing is done twice: calls are to follow until one
 * resolves.
 */
export type Deliver = (deliveryId: string) => Promise<void>;

/** What was decided of a delivery. */
interface Decision {
  /** What was posted just now. */
  readonly composed: Composed | null;
  readonly isSettled: boolean;
}

const DECIDED: Decision = { composed: null, isSettled: false };

/** Deliveries with these tools. */
export function createDeliver(tools: DeliverTools): Deliver {
  const { store, poster, compose, reading } = tools;
  const { claims, deliveries } = store;
  const timing: DeliverTiming = { ...TIMING, aftermathMs: AFTERMATH_MS_MAX, ...tools.timing };
  const aftermath = createAftermath(tools, timing);
  const { escalation } = tools;
  const escalator = escalation ? createEscalator(tools, escalation, timing) : null;

  return async (deliveryId) => {
    const held = await claims.claim(deliveryId, timing.leaseMs);
    if (held === 'settled') return;
    if (held === 'held') throw new NotYetError('somebody else has the delivery');
    try {
      const { composed, isSettled } = await decide(held);
      if (isSettled) return;
      const ended = await finish(held, composed);
      await claims.settle(held.claim);
      if (ended !== null) tools.onEnded?.(ended);
    } catch (error) {
      // Whoever has taken it over must keep it.
      if (!(error instanceof ClaimLostError)) await claims.release(held.claim).catch(() => {});
      throw error;
    }
  };

  /** Decides what becomes of it. */
  async function decide(held: Claimed): Promise<Decision> {
    const { claim, delivery } = held;
    if (delivery.state === 'posting' && (await isEndedByHistory(held))) return DECIDED;
    if (delivery.state !== 'posting' && delivery.state !== 'planned') return DECIDED;
    const ending = endingBefore(held);
    if (ending !== null) {
      await claims.end(claim, ending);
      return DECIDED;
    }
    const read = await readOrSay(held);
    return read === null ? DECIDED : postOf(held, read);
  }

  /** Looks up what an earlier try may have posted. */
  async function isEndedByHistory(held: Claimed): Promise<boolean> {
    const { claim, delivery, digest, lastTryAt, now } = held;
    try {
      const since = delivery.firstTryAt ?? delivery.dueAt;
      const ts = await poster.find(delivery.channelId ?? digest.channelId, delivery.id, since);
      if (ts !== null) {
        await claims.posted(claim, ts, { removeAfterDays: removalOf(held), isSettled: false });
        return true;
      }
    } catch (error) {
      if (!(error instanceof NoHistoryError)) throw error;
      await claims.end(claim, { state: 'unknown', reason: 'no_history' });
      return true;
    }
    if (now - (lastTryAt ?? 0) < timing.settleMs) {
      throw new NotYetError('the message may still turn up in the history');
    }
    return false;
  }

  /** `null` when the channel was told that there is none, and takes nothing else. */
  async function readOrSay(held: Claimed): Promise<Reading | null> {
    try {
      return await reading();
    } catch (error) {
      const failure = rentalFailure(error);
      if (failure === null) throw error;
      await claims.trouble(held.claim, failure.code);
      if (await giveNotice(tools, timing, held, error)) throw error;
      return null;
    }
  }

  async function postOf(held: Claimed, read: Reading): Promise<Decision> {
    const { claim, delivery } = held;
    const composed = await composedOf(held, read);
    if (composed === null) return DECIDED;
    if (delivery.kind === 'slot' && composed.isEmpty && (await isSilent(held))) {
      await claims.end(claim, { state: 'skipped', reason: 'empty' });
      return DECIDED;
    }
    const isSettled = isAllThereIs(held);
    const after = { removeAfterDays: removalOf(held), isSettled };
    const isPosted = await postOnce(tools, timing, held, composed, after);
    return isPosted ? { composed, isSettled } : DECIDED;
  }

  /** `null` when the digest can no longer be read: that is for people to mend. */
  async function composedOf(held: Claimed, read: Reading): Promise<Composed | null> {
    try {
      return await compose(
        await momentOf(held, read),
        await poster.exposure(held.digest.channelId),
      );
    } catch (error) {
      const reason = unreadable(error);
      if (reason === null) throw error;
      await claims.end(held.claim, { state: 'failed', reason, pauses: true });
      return null;
    }
  }

  async function momentOf({ digest, delivery, now }: Claimed, read: Reading) {
    const [before, past] = await Promise.all([
      deliveries.shown(digest.id),
      deliveries.counted(digest.id, now - PAST_MS),
    ]);
    const { dueAt, kind } = delivery;
    const isCatchUp = kind === 'slot' && now - dueAt > timing.catchUpAfterMs;
    return { digest, reading: read, before, past, dueAt, isCatchUp };
  }

  /** Whether nothing is said where nothing waits. */
  async function isSilent({ digest, now }: Claimed): Promise<boolean> {
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

  async function finish(held: Claimed, composed: Composed | null): Promise<Delivery | null> {
    const delivery = await deliveries.find(held.delivery.id);
    if (delivery === null) return null;
    const rest = async (): Promise<Message | null> => {
      if (composed !== null) return composed.rest;
      // The process that posted the digest has not come to the thread.
      const again = await compose(
        await momentOf(held, await reading()),
        await poster.exposure(held.digest.channelId),
      );
      return again.rest;
    };
    const isLast = held.now >= delivery.giveUpAt + timing.aftermathMs;
    try {
      await aftermath.finish(held, delivery, rest);
    } catch (error) {
      if (isForOthers(error) || !isLast) throw error;
    }
    if (delivery.state === 'posted') await escalator?.escalate(held, reading, isLast);
    return delivery;
  }
}

/** Why a delivery ends before anything is read; `null` when it does not. */
function endingBefore({ digest, delivery, isRemoved, now }: Claimed): Ending | null {
  if (isRemoved) return skipped('removed');
  if (delivery.kind === 'slot') {
    if (digest.state === 'paused') return skipped('paused');
    if (now < (digest.snoozedUntil ?? 0)) return skipped('snoozed');
  }
  if (now < delivery.giveUpAt) return null;
  return { state: 'missed', reason: delivery.reason ?? 'late' };
}

/** What of a digest cannot be read any more: its query, or its zone. */
function unreadable(error: unknown): 'query' | 'schedule' | null {
  if (error instanceof QueryError) return 'query';
  return error instanceof RangeError ? 'schedule' : null;
}

function skipped(reason: string): Ending {
  return { state: 'skipped', reason };
}

/** Whether nothing is to be done once it is posted. */
function isAllThereIs({ digest: { options }, noticeTriedAt }: Claimed): boolean {
  const isAlone = options.previous !== 'replace' && options.escalate === null;
  return noticeTriedAt === null && options.style === 'compact' && isAlone;
}

/** In how many days a post is to go. */
function removalOf({ digest: { options } }: Claimed): number | null {
  return options.previous === 'delete' ? options.deleteAfterDays : null;
}

/**
 * Posts a digest and records it. What is written before and after the message makes sure that
 * whoever comes next knows whether there may be one.
 *
 * @returns `false` when Slack does not take it, and never will
 * @throws {PostError} when it may be there, or is welcome later
 * @throws {NotYetError} when it was not sent, for the lease had grown too old
 */
async function postOnce(
  tools: DeliverTools,
  { leaseMs }: DeliverTiming,
  { claim, delivery, digest }: Claimed,
  { message, ...composed }: Composed,
  after: AfterPost,
): Promise<boolean> {
  const { store, poster } = tools;
  const { channelId } = digest;
  let hasBegun = false;
  try {
    const ts = await poster.inTurn(channelId, async () => {
      const check = startFence(tools, leaseMs);
      await store.claims.begin(claim, { channelId, ...composed });
      hasBegun = true;
      return poster.post(channelId, message, delivery.id, { check });
    });
    await store.claims.posted(claim, ts, after);
    return true;
  } catch (error) {
    const { outcome, code } = troubleOf(error);
    if (outcome === 'refused') {
      await store.claims.end(claim, { state: 'failed', reason: code, pauses: isForGood(code) });
      return false;
    }
    // Not sent for sure. When this cannot be written either, the next one looks it up.
    if (outcome === 'wait' && hasBegun) await store.claims.withdraw(claim);
    await store.claims.trouble(claim, code);
    throw error;
  }
}

/** @throws what does not tell whether there is a message */
function troubleOf(error: unknown): Pick<PostError, 'outcome' | 'code'> {
  if (error instanceof NotYetError) return { outcome: 'wait', code: 'asleep' };
  if (error instanceof PostError) return error;
  throw error;
}
