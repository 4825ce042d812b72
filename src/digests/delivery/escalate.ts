import type { Snapshot } from '../../portfolio/snapshot.ts';
import { type LeasedDelivery, LeaseLostError } from '../../store/delivery-leases.ts';
import type { Message } from '../../views/message.ts';
import { isHandedOver, isUnsent, NoHistoryError, RetryLaterError, PostError } from './errors.ts';
import { startLeaseGuard } from './lease-guard.ts';
import { notifyOwner } from './notify.ts';
import type { DeliveryTiming, DeliveryPorts, EscalationPorts } from './ports.ts';

/** Tells second channels of files that are overdue by much. */
export interface Escalator {
  /**
   * Tells of each file once, when its own channel has the digest. What may have been posted is
   * looked up before it is posted again. Where that cannot be, the owner is told that nobody knows;
   * where nothing was posted, they are told why, and the files are the next digest's to tell.
   *
   * @param reading asked for only when there may be something to tell
   * @param isLast whether it is not to be tried again: what can be told nobody by now is the next
   * digest's, too
   * @throws {PostError} when it may be there, or is welcome later; never the last time
   * @throws {RetryLaterError} when it may still turn up, or was not sent; never the last time
   */
  escalate(
    leased: LeasedDelivery,
    reading: () => Promise<Snapshot>,
    isLast: boolean,
  ): Promise<void>;
}

/** Why the second channel is not told for sure. */
interface EscalationFailure {
  readonly toOwner: () => Promise<Message>;
  /** Whether it may have been told all the same. */
  readonly isUnclear: boolean;
}

type EarlierPost = 'there' | 'absent' | 'unknown';

/** Under which what the second channel was told is found. */
function escalationKey(deliveryId: string): string {
  return `${deliveryId}:escalation`;
}

/** What follows a digest in a second channel. */
export function createEscalator(
  ports: DeliveryPorts,
  escalation: EscalationPorts,
  timing: DeliveryTiming,
): Escalator {
  const { leaseMs, settleMs } = timing;
  const { poster } = ports;
  const { store } = escalation;

  /** What became of an earlier try. */
  async function traceOf(
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
    return escalation.messageFor(digest, snapshot, files, await poster.sharing(channelId));
  }

  /** @returns Slack's word when it takes it never */
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
      // Not sent for sure. When this cannot be written either, the next one looks it up.
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

  /** `null` when the channel is told, or there is nothing to tell. */
  async function attempt(
    leased: LeasedDelivery,
    channelId: string,
    reading: () => Promise<Snapshot>,
  ): Promise<EscalationFailure | null> {
    const { triedAt } = await store.of(leased.delivery.id);
    const trace = triedAt === null ? 'absent' : await traceOf(leased, channelId, triedAt);
    if (trace === 'there') return null;
    if (trace === 'unknown') return unclear(leased);
    const message = await messageOf(leased, channelId, await reading());
    const code = message === null ? null : await post(leased, channelId, message);
    return code === null ? null : refused(leased, code);
  }

  /** What the last try leaves behind. */
  async function troubleAfter(
    error: unknown,
    leased: LeasedDelivery,
  ): Promise<EscalationFailure | null> {
    const { triedAt, files } = await store.of(leased.delivery.id);
    if (triedAt !== null) return unclear(leased);
    if (files.length === 0) return null;
    return refused(leased, error instanceof PostError ? error.code : 'unreachable');
  }

  return {
    async escalate(leased, reading, isLast) {
      const { lease, digest, delivery } = leased;
      const channelId = digest.options.escalate?.channelId;
      const { isDone, files } = await store.of(delivery.id);
      if (isDone) return;
      if (channelId === undefined) {
        // Somebody has switched it off meanwhile, and may switch it on again.
        if (files.length > 0) await store.giveUp(lease);
        return;
      }
      const trouble = await attempt(leased, channelId, reading).catch(async (error: unknown) => {
        if (isHandedOver(error) || !isLast) throw error;
        return troubleAfter(error, leased);
      });
      if (trouble === null) {
        await store.recordDone(lease);
        return;
      }
      const { toOwner, isUnclear } = trouble;
      const isOwnerTold = await notifyOwner(ports, timing, leased, {
        direct: toOwner,
        inChannel: toOwner,
      }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof LeaseLostError || !isLast) throw error;
          return false;
        },
      );
      // Better twice than never, when nobody could be told that nobody knows.
      await (isUnclear && isOwnerTold ? store.recordDone(lease) : store.giveUp(lease));
    },
  };
}
