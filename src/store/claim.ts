import { randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';

import { DELIVERY_COLUMNS, deliveryOf } from './delivery-row.ts';
import { DIGEST_COLUMNS, digestOf } from './digest-row.ts';
import type { Delivery, Digest } from './digest.ts';
import { clock, clockPlus, msOrNull } from './instant.ts';
import type { Tables } from './schema.ts';

/** The right to work on a delivery, for as long as nobody else has taken it over. */
export interface Claim {
  readonly deliveryId: string;
  readonly key: string;
}

/** A delivery in somebody's hands. */
export interface Claimed {
  readonly claim: Claim;
  readonly delivery: Delivery;
  readonly digest: Digest;
  readonly isRemoved: boolean;
  /** What the database's clock showed, in epoch milliseconds, like every instant here. */
  readonly now: number;
  readonly lastTryAt: number | null;
  readonly noticeTriedAt: number | null;
  readonly toldAt: number | null;
  /** When the owner may have been told last, and to whom or in which channel that was said. */
  readonly tellTriedAt: number | null;
  readonly tellTriedIn: string | null;
}

/**
 * Takes a delivery that nobody holds, or whose holder has been silent for `leaseMs`.
 *
 * @returns `settled` when nothing is left to do, `held` while somebody else has it
 */
export async function take(
  kysely: Kysely<Tables>,
  deliveryId: string,
  leaseMs: number,
): Promise<Claimed | 'settled' | 'held'> {
  const key = randomUUID();
  const row = await kysely
    .updateTable('deliveries')
    .set({ claim: key, claimedAt: clock })
    .where('id', '=', deliveryId)
    .where('settledAt', 'is', null)
    .where((build) =>
      build.or([build('claim', 'is', null), build('claimedAt', '<', clockPlus(-leaseMs))]),
    )
    .returning([
      ...DELIVERY_COLUMNS,
      'claimedAt',
      'lastTryAt',
      'noticeTriedAt',
      'toldAt',
      'tellTriedAt',
      'tellTriedIn',
    ])
    .executeTakeFirst();
  if (row === undefined) {
    const there = await kysely
      .selectFrom('deliveries')
      .select('settledAt')
      .where('id', '=', deliveryId)
      .executeTakeFirst();
    return there === undefined || there.settledAt !== null ? 'settled' : 'held';
  }
  const digest = await kysely
    .selectFrom('digests')
    .select([...DIGEST_COLUMNS, 'removedAt'])
    .where('id', '=', row.digestId)
    .executeTakeFirstOrThrow();
  return {
    claim: { deliveryId, key },
    delivery: deliveryOf(row),
    digest: digestOf(digest),
    isRemoved: digest.removedAt !== null,
    now: row.claimedAt?.getTime() ?? 0,
    lastTryAt: msOrNull(row.lastTryAt),
    noticeTriedAt: msOrNull(row.noticeTriedAt),
    toldAt: msOrNull(row.toldAt),
    tellTriedAt: msOrNull(row.tellTriedAt),
    tellTriedIn: row.tellTriedIn,
  };
}
