import type { Claimed } from '../store/claim.ts';
import type { Message } from '../views/message.ts';
import { NoHistoryError, PostError } from './deliver-error.ts';
import type { DeliverTools } from './deliver-tools.ts';

/** What is to be told, to one person or to a channel in their stead. */
interface News {
  readonly direct: () => Promise<Message>;
  readonly inChannel: () => Promise<Message>;
}

/** Under which what a channel was told in its owner's stead is found. */
function ownerKey(deliveryId: string): string {
  return `${deliveryId}:owner`;
}

/**
 * Tells the owner of a digest once what has become of it; its channel, when the owner has left or
 * takes no messages. What the channel does not take either is left: the ledger holds it.
 *
 * @throws {PostError} when it is to be tried again
 */
export async function tellOwner(
  tools: DeliverTools,
  { claim, digest, delivery, toldAt }: Claimed,
  { direct, inChannel }: News,
): Promise<void> {
  const { store, poster, tell, owners } = tools;
  if (toldAt !== null) return;
  const isGone = (await owners?.stateOf(digest.ownerId)) === 'gone';
  if (isGone || !(await isTaken(async () => tell(digest.ownerId, await direct())))) {
    if (owners !== undefined && !(await isInChannel())) {
      const message = await inChannel();
      await isTaken(async () =>
        poster.inTurn(digest.channelId, async () =>
          poster.post(digest.channelId, message, ownerKey(delivery.id), { kind: 'owner' }),
        ),
      );
    }
  }
  await store.claims.told(claim);

  async function isInChannel(): Promise<boolean> {
    try {
      const key = ownerKey(delivery.id);
      return (await poster.find(digest.channelId, key, delivery.dueAt)) !== null;
    } catch (error) {
      if (error instanceof NoHistoryError) return false;
      if (error instanceof PostError && error.outcome === 'refused') return true;
      throw error;
    }
  }
}

/** What Slack refuses now it refuses again. */
async function isTaken(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof PostError && error.outcome === 'refused') return false;
    throw error;
  }
}
