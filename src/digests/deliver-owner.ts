import type { Claimed } from '../store/delivery-leases.ts';
import type { Message } from '../views/message.ts';
import { isSaid, mayBeTold } from './deliver-telling.ts';
import type { DeliverTiming, DeliverTools } from './deliver-tools.ts';

/** What is to be told, to one person or to a channel in their stead. */
interface News {
  readonly direct: () => Promise<Message>;
  readonly inChannel: () => Promise<Message>;
}

/** Under which what an owner was told, or a channel in their stead, is found. */
function ownerKey(deliveryId: string): string {
  return `${deliveryId}:owner`;
}

/**
 * Tells the owner of a digest once what has become of it; its channel, when the owner has left or
 * takes no messages. What may have been told is looked up before it is told again; where that
 * cannot be, it is left. What the channel does not take either is left, too: the ledger holds it.
 *
 * @throws {PostError} when it may be there, or is welcome later
 * @throws {NotYetError} when it may still turn up, or was not sent
 */
export async function tellOwner(
  tools: DeliverTools,
  timing: DeliverTiming,
  held: Claimed,
  { direct, inChannel }: News,
): Promise<void> {
  const { store, owners } = tools;
  const { claim, delivery, digest, now, toldAt, tellTriedAt: at, tellTriedIn: tried } = held;
  const key = ownerKey(delivery.id);
  if (toldAt !== null) return;

  const tell = async (to: string, message: Message) =>
    isSaid(tools, timing, {
      claim,
      key,
      to,
      message,
      trying: async () => store.claims.telling(claim, to),
      withdraw: async () => store.claims.untold(claim),
    });

  const isTried = at !== null && tried !== null;
  if (!isTried || !(await mayBeTold(tools, timing, { key, to: tried, at }, now))) {
    const isGone = (await owners?.stateOf(digest.ownerId)) === 'gone';
    const isTaken = !isGone && (await tell(digest.ownerId, await direct()));
    if (!isTaken && owners !== undefined) await tell(digest.channelId, await inChannel());
  }
  await store.claims.told(claim);
}
