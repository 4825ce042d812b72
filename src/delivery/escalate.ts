import type { Snapshot } from '../portfolio/snapshot.ts';
import { type LeasedDelivery, LeaseLostError } from '../store/deliveries/leases.ts';
import type { Message } from '../views/message.ts';
import { isHandedOver, isUnsent, NoHistoryError, RetryLaterError, PostError } from './errors.ts';
import { startLeaseGuard } from './lease-guard.ts';
import { notifyOwner } from './notify.ts';
import type { DeliveryTiming, DeliveryPorts, EscalationPorts } from './ports.ts';

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
   */
  escalate(
    leased: LeasedDelivery,
    readSnapshot: () => Promise<Snapshot>,
    isLast: boolean,
  ): Promise<void>;
}

/** Why the second channel has no post, or may have none. */
interface EscalationFailure {
  readonly toOwner: () => Promise<Message>;
  /** Whether the post may be there all the same. */
  readonly isUnclear: boolean;
}

type EarlierPost = 'there' | 'absent' | 'unknown';

/** The key of the post in the second channel. */
function escalationKey(deliveryId: string): string {
  return `${deliveryId}:escalation`;
}

/** Creates the escalation of digests to second channels. */
export function createEscalator(
  ports: DeliveryPorts,
  escalation: EscalationPorts,
  timing: DeliveryTiming,
): Escalator {
  const { leaseMs, settleMs } = timing;
  const { poster } = ports;
  const { store } = escalation;

  /** Whether the post of an earlier attempt is there. */
  async function findEarlierPost(
    leased: LeasedDelivery,
    channelId: string,
    triedAt: number,
  ): Promise<EarlierPost> {
    try {
      const ts = await poster.find(channelId, escalationKey(leased.delivery.id), triedAt);
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

  /** @returns Slack's error code when it refuses the post for good */
  async function post(
    leased: LeasedDelivery,
    channelId: string,
    message: Message,
  ): Promise<string | null> {
    const { lease, delivery } = leased;
    try {
      await poster.enqueue(channelId, async () => {
        const check = startLeaseGuard(ports, leaseMs);
        await ports.store.leases.renew(lease);
        await store.start(lease);
        await poster.post(channelId, message, escalationKey(delivery.id), {
          check,
          kind: 'escalation',
        });
      });
      return null;
    } catch (error) {
      if (error instanceof PostError && error.outcome === 'refused') return error.code;
      // Certainly not sent. If this cannot be recorded either, the next attempt looks it up.
      if (isUnsent(error)) await store.withdraw(lease);
      throw error;
    }
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
    const { triedAt } = await store.of(leased.delivery.id);
    const earlier = triedAt === null ? 'absent' : await findEarlierPost(leased, channelId, triedAt);
    if (earlier === 'there') return null;
    if (earlier === 'unknown') return unclear(leased);
    const message = await messageOf(leased, channelId, await readSnapshot());
    if (message === null) {
      // Files that were chosen but are not overdue any more may be overdue again.
      await store.giveUp(leased.lease);
      return null;
    }
    const code = await post(leased, channelId, message);
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
      const channelId = digest.options.escalate?.channelId;
      const { isDone, files } = await store.of(delivery.id);
      if (isDone) return;
      if (channelId === undefined) {
        // Escalation was switched off meanwhile, and may be switched on again.
        if (files.length > 0) await store.giveUp(lease);
        return;
      }
      const failure = await attempt(leased, channelId, readSnapshot).catch(
        async (error: unknown) => {
          if (isHandedOver(error) || !isLast) throw error;
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
