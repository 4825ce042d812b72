import type { Claimed } from '../store/delivery-leases.ts';
import { isForGood, NoHistoryError, PostError } from './deliver-error.ts';
import { startFence } from './deliver-fence.ts';
import type { DeliverTiming, DeliverTools } from './deliver-tools.ts';

/** Under which the notice of a delivery is found. */
export function noticeKey(deliveryId: string): string {
  return `${deliveryId}:notice`;
}

/**
 * Says once in the channel that the rental files could not be read. Whether that is said is not
 * worth a digest: trouble on the way is left for the next try.
 *
 * @returns `false` when the channel will not take the digest either
 */
export async function giveNotice(
  tools: DeliverTools,
  { leaseMs, settleMs }: DeliverTiming,
  held: Claimed,
  failure: unknown,
): Promise<boolean> {
  const { store, poster, sayings } = tools;
  const { claim, delivery, digest, noticeTriedAt } = held;
  const { channelId } = digest;
  const key = noticeKey(delivery.id);
  if (delivery.noticeTs !== null) return true;
  try {
    if (noticeTriedAt !== null) {
      const ts = await poster.find(channelId, key, noticeTriedAt);
      if (ts !== null) await store.claims.noticed(claim, ts);
      if (ts !== null || held.now - noticeTriedAt < settleMs) return true;
    }
    const message = await sayings.notice(digest, delivery, failure);
    await poster.inTurn(channelId, async () => {
      const check = startFence(tools, leaseMs);
      await store.claims.renew(claim);
      await store.claims.noticing(claim);
      const ts = await poster.post(channelId, message, key, { check, kind: 'notice' });
      await store.claims.noticed(claim, ts);
    });
    return true;
  } catch (error) {
    if (error instanceof NoHistoryError) return true;
    if (!(error instanceof PostError)) throw error;
    if (error.outcome !== 'refused' || !isForGood(error.code)) return true;
    await store.claims.end(claim, { state: 'failed', reason: error.code, pauses: true });
    return false;
  }
}
