import { sql } from 'kysely';

import type { Ask } from './asking.ts';
import type { Claim } from './claim.ts';
import { ClaimLostError } from './claims.ts';
import { clock, msOrNull } from './instant.ts';
import { SCHEMA } from './schema.ts';

/** How far somebody has been told of a delivery. */
interface Telling {
  /** When they may have been told last, in epoch milliseconds; `null` when they certainly were not. */
  readonly triedAt: number | null;
  readonly isTold: boolean;
}

/**
 * Who besides the owner of a digest is told of what went wrong: each once for a delivery. What
 * takes a claim throws `ClaimLostError` when that is not the newest.
 */
export interface TellingsStore {
  /** By the id of the person. */
  of(deliveryId: string): Promise<ReadonlyMap<string, Telling>>;
  /** From now on they may have been told. */
  trying(claim: Claim, userId: string): Promise<void>;
  /** What was tried has certainly not told them. */
  withdraw(claim: Claim, userId: string): Promise<void>;
  /** They know, or cannot be told. */
  told(claim: Claim, userId: string): Promise<void>;
}

/** Tellings in the database that `ask` asks. */
export function createTellings(ask: Ask): TellingsStore {
  const tellings = sql.table(`${SCHEMA}.digest_tellings`);
  const deliveries = sql.table(`${SCHEMA}.deliveries`);

  async function write(
    { deliveryId, key }: Claim,
    userId: string,
    column: 'tried_at' | 'told_at',
    value: typeof clock | null,
  ): Promise<void> {
    const { numAffectedRows } = await ask((kysely) =>
      sql`
        insert into ${tellings} (delivery_id, user_id, ${sql.ref(column)})
        select deliveries.id, ${userId}, ${value} from ${deliveries} as deliveries
        where deliveries.id = ${deliveryId} and deliveries.claim = ${key}
        on conflict (delivery_id, user_id) do update set ${sql.ref(column)} = ${value}
      `.execute(kysely),
    );
    if (numAffectedRows === 0n)
      throw new ClaimLostError('somebody else has taken the delivery over');
  }

  return {
    async of(deliveryId) {
      const rows = await ask((kysely) =>
        kysely
          .selectFrom('digestTellings')
          .select(['userId', 'triedAt', 'toldAt'])
          .where('deliveryId', '=', deliveryId)
          .execute(),
      );
      return new Map(
        rows.map(({ userId, triedAt, toldAt }) => [
          userId,
          { triedAt: msOrNull(triedAt), isTold: toldAt !== null },
        ]),
      );
    },
    trying: (claim, userId) => write(claim, userId, 'tried_at', clock),
    withdraw: (claim, userId) => write(claim, userId, 'tried_at', null),
    told: (claim, userId) => write(claim, userId, 'told_at', clock),
  };
}
