import type { Claimed } from '../store/delivery-leases.ts';
import type { Delivery } from '../store/digest.ts';
import { isSaid, mayBeTold } from './deliver-telling.ts';
import type { AdminsTools, DeliverTiming, DeliverTools } from './deliver-tools.ts';

/** More than look after digests anywhere; the others read of it in the ledger. */
const TOLD_MAX = 10;

/** Under which what an admin was told is found. */
function adminKey(deliveryId: string, userId: string): string {
  return `${deliveryId}:admin:${userId}`;
}

/**
 * Tells each of the admins once that a digest is paused, and why; its owner is none of them. What
 * may have been told is looked up before it is told again; where that cannot be, it is left. Whoever
 * takes no messages is left, too.
 *
 * @throws {PostError} when it may be there, or is welcome later
 * @throws {NotYetError} when it may still turn up, or was not sent
 */
export async function tellAdmins(
  tools: DeliverTools,
  { store, list, messageFor }: AdminsTools,
  timing: DeliverTiming,
  { claim, digest, now }: Claimed,
  delivery: Delivery,
): Promise<void> {
  const known = await store.of(delivery.id);
  const ids = (await list()).filter((id) => id !== digest.ownerId).toSorted();
  // Those who were tried come first: the list may have changed, and its end with it.
  const all = [...new Set([...known.keys(), ...ids])].slice(0, TOLD_MAX);
  for (const to of all) {
    const { triedAt = null, isTold = false } = known.get(to) ?? {};
    if (isTold) continue;
    const key = adminKey(delivery.id, to);
    const isTried = triedAt !== null;
    if (!isTried || !(await mayBeTold(tools, timing, { key, to, at: triedAt }, now))) {
      await isSaid(tools, timing, {
        claim,
        key,
        to,
        message: await messageFor(digest, delivery),
        trying: async () => store.trying(claim, to),
        withdraw: async () => store.withdraw(claim, to),
      });
    }
    await store.told(claim, to);
  }
}
