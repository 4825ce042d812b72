import type { Post } from '../store/deliveries/deliveries.ts';
import type { DeliveryPorts } from './ports.ts';

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
