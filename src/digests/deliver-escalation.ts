import type { Reading } from '../portfolio/reading.ts';
import type { Claimed } from '../store/claim.ts';
import type { Message } from '../views/message.ts';
import { NoHistoryError, NotYetError, PostError } from './deliver-error.ts';
import { startFence } from './deliver-fence.ts';
import { tellOwner } from './deliver-owner.ts';
import type { DeliverTiming, DeliverTools, EscalationTools } from './deliver-tools.ts';

/** Tells second channels of files that are overdue by much. */
export interface Escalator {
  /**
   * Tells of each file once, when its own channel has the digest. What may have been posted is
   * looked up before it is posted again; where that cannot be, it is left.
   *
   * @param reading asked for only when there may be something to tell
   * @throws {PostError} when it may be there, or is welcome later
   * @throws {NotYetError} when it may still turn up, or was not sent
   */
  escalate(held: Claimed, reading: () => Promise<Reading>): Promise<void>;
}

/** Under which what the second channel was told is found. */
function escalationKey(deliveryId: string): string {
  return `${deliveryId}:escalation`;
}

/** What follows a digest in a second channel. */
export function createEscalator(
  tools: DeliverTools,
  escalation: EscalationTools,
  { leaseMs, settleMs }: DeliverTiming,
): Escalator {
  const { poster } = tools;
  const { store } = escalation;

  /** Whether it is there, or can never be known. */
  async function mayBeThere(held: Claimed, channelId: string, triedAt: number): Promise<boolean> {
    try {
      const ts = await poster.find(channelId, escalationKey(held.delivery.id), triedAt);
      if (ts !== null) return true;
    } catch (error) {
      if (error instanceof NoHistoryError) return true;
      throw error;
    }
    if (held.now - triedAt >= settleMs) return false;
    throw new NotYetError('the message may still turn up in the history');
  }

  async function messageOf({ claim, digest }: Claimed, channelId: string, reading: Reading) {
    const due = escalation.filesOf(digest, reading);
    const files = due.length === 0 ? [] : await store.choose(claim, due);
    if (files.length === 0) return null;
    return escalation.messageFor(digest, reading, files, await poster.exposure(channelId));
  }

  /** @returns Slack's word when it takes it never */
  async function post(held: Claimed, channelId: string, message: Message): Promise<string | null> {
    const { claim, delivery } = held;
    try {
      await poster.inTurn(channelId, async () => {
        const check = startFence(tools, leaseMs);
        await tools.store.claims.renew(claim);
        await store.trying(claim);
        await poster.post(channelId, message, escalationKey(delivery.id), {
          check,
          kind: 'escalation',
        });
      });
      return null;
    } catch (error) {
      if (error instanceof PostError && error.outcome === 'refused') return error.code;
      // Not sent for sure. When this cannot be written either, the next one looks it up.
      if (isUnsent(error)) await store.withdraw(claim);
      throw error;
    }
  }

  return {
    async escalate(held, reading) {
      const { claim, digest, delivery } = held;
      const channelId = digest.options.escalate?.channelId;
      if (channelId === undefined) return;
      const { isTold, triedAt } = await store.of(delivery.id);
      if (isTold) return;
      if (triedAt === null || !(await mayBeThere(held, channelId, triedAt))) {
        const message = await messageOf(held, channelId, await reading());
        const code = message === null ? null : await post(held, channelId, message);
        if (code !== null) {
          const told = async () => escalation.refusal(digest, code);
          await tellOwner(tools, held, { direct: told, inChannel: told });
          await store.giveUp(claim);
          return;
        }
      }
      await store.told(claim);
    },
  };
}

function isUnsent(error: unknown): boolean {
  return error instanceof NotYetError || (error instanceof PostError && error.outcome === 'wait');
}
