import type { Claim } from '../store/delivery-leases.ts';
import type { Message } from '../views/message.ts';
import { isUnsent, NoHistoryError, NotYetError, PostError } from './deliver-error.ts';
import { startFence } from './deliver-fence.ts';
import type { DeliverTiming, DeliverTools } from './deliver-tools.ts';

/** An earlier try to tell somebody something. */
interface Try {
  readonly key: string;
  /** A person or a channel. */
  readonly to: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Something that is to be told once, and what makes that durable. */
interface Telling {
  readonly claim: Claim;
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
 * @throws {NotYetError} when it may still turn up
 */
export async function mayBeTold(
  { poster }: Pick<DeliverTools, 'poster'>,
  { settleMs }: Pick<DeliverTiming, 'settleMs'>,
  { key, to, at }: Try,
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
  throw new NotYetError('the message may still turn up in the history');
}

/**
 * Tells it.
 *
 * @returns `false` when Slack does not take it, and never will
 * @throws {PostError} when it may be there, or is welcome later
 * @throws {NotYetError} when it was not sent
 */
export async function isSaid(
  tools: Pick<DeliverTools, 'store' | 'poster' | 'now' | 'monotonic'>,
  { leaseMs }: Pick<DeliverTiming, 'leaseMs'>,
  { claim, key, to, message, trying, withdraw }: Telling,
): Promise<boolean> {
  const { store, poster } = tools;
  try {
    await poster.inTurn(to, async () => {
      const check = startFence(tools, leaseMs);
      await store.claims.renew(claim);
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
