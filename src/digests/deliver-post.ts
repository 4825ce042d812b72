import type { AfterPost, Claimed } from '../store/delivery-leases.ts';
import type { Composed } from './composed.ts';
import { isForGood, NotYetError, PostError } from './deliver-error.ts';
import { startFence } from './deliver-fence.ts';
import type { DeliverTiming, DeliverTools } from './deliver-tools.ts';

/**
 * Posts a digest and records it. What is written before and after the message makes sure that
 * whoever comes next knows whether there may be one.
 *
 * @returns `false` when Slack does not take it, and never will
 * @throws {PostError} when it may be there, or is welcome later
 * @throws {NotYetError} when it was not sent, for the lease had grown too old
 */
export async function postOnce(
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
