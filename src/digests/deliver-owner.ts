import type { Claimed } from '../store/claim.ts';
import type { Message } from '../views/message.ts';
import { isUnsent, NoHistoryError, NotYetError, PostError } from './deliver-error.ts';
import { startFence } from './deliver-fence.ts';
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
  const { claim, digest, toldAt } = held;
  if (toldAt !== null) return;
  if (!(await mayBeTold(tools, timing, held))) {
    const isGone = (await owners?.stateOf(digest.ownerId)) === 'gone';
    const isTaken = !isGone && (await isSaid(tools, timing, held, digest.ownerId, await direct()));
    if (!isTaken && owners !== undefined) {
      await isSaid(tools, timing, held, digest.channelId, await inChannel());
    }
  }
  await store.claims.told(claim);
}

/** Whether an earlier try has told it, or nobody can know. */
async function mayBeTold(
  { poster }: DeliverTools,
  { settleMs }: DeliverTiming,
  { delivery, now, tellTriedAt, tellTriedIn }: Claimed,
): Promise<boolean> {
  if (tellTriedAt === null || tellTriedIn === null) return false;
  try {
    const ts = await poster.find(tellTriedIn, ownerKey(delivery.id), tellTriedAt);
    if (ts !== null) return true;
  } catch (error) {
    if (error instanceof NoHistoryError) return true;
    // Whoever takes no messages has none.
    if (error instanceof PostError && error.outcome === 'refused') return false;
    throw error;
  }
  if (now - tellTriedAt >= settleMs) return false;
  throw new NotYetError('the message may still turn up in the history');
}

/** @returns `false` when Slack does not take it, and never will */
async function isSaid(
  tools: DeliverTools,
  { leaseMs }: DeliverTiming,
  { claim, delivery }: Claimed,
  to: string,
  message: Message,
): Promise<boolean> {
  const { store, poster } = tools;
  try {
    await poster.inTurn(to, async () => {
      const check = startFence(tools, leaseMs);
      await store.claims.renew(claim);
      await store.claims.telling(claim, to);
      await poster.post(to, message, ownerKey(delivery.id), { check, kind: 'owner' });
    });
    return true;
  } catch (error) {
    if (error instanceof PostError && error.outcome === 'refused') return false;
    // When this cannot be written either, the next one looks it up.
    if (isUnsent(error)) await store.claims.untold(claim);
    throw error;
  }
}
