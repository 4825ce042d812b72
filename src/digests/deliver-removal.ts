import type { DeliverTools } from './deliver-tools.ts';

/** Few at a time: Slack lets about fifty go in a minute. */
const AT_ONCE = 20;

/**
 * Removes posts that have stood for as long as they may. What fails is tried again by a later call.
 *
 * @throws {PostError} the first trouble; the others have been tried all the same
 */
export async function removeOutlived({
  store,
  poster,
}: Pick<DeliverTools, 'store' | 'poster'>): Promise<void> {
  const troubles: unknown[] = [];
  for (const post of await store.deliveries.takeOutlived(AT_ONCE)) {
    try {
      await poster.remove(post.channelId, post.ts);
      await store.deliveries.removed(post.deliveryId);
    } catch (error) {
      troubles.push(error);
    }
  }
  if (troubles.length > 0) throw troubles[0];
}
