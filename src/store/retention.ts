import type { Kysely } from 'kysely';

import { CLAIM_MS } from './claims.ts';
import type { RunQuery } from './database/connection.ts';
import { clockPlus, type Tables } from './database/schema.ts';

/** Retention periods, in days. */
interface RetentionPeriods {
  readonly accessLogDays: number;
  /** For settled deliveries, escalations and removed digests. */
  readonly historyDays: number;
}

/** Entries past their retention period. */
export interface ExpiredStore {
  /** Removes them. Deliveries that are not settled stay, however old they are. */
  remove(keeping: RetentionPeriods): Promise<void>;
}

const DAY_MS = 86_400_000;

/** Creates the store of expired entries. */
export function createExpired(runQuery: RunQuery): ExpiredStore {
  return {
    async remove({ accessLogDays, historyDays }) {
      await runQuery(async (kysely) => {
        await kysely
          .deleteFrom('accessLog')
          .where('at', '<', clockPlus(-accessLogDays * DAY_MS))
          .execute();
        await kysely.deleteFrom('requestClaims').where('at', '<', clockPlus(-CLAIM_MS)).execute();
        await removeHistory(kysely, clockPlus(-historyDays * DAY_MS));
      });
    },
  };
}

/** Deletes in the order of the foreign keys. */
async function removeHistory(
  kysely: Kysely<Tables>,
  end: ReturnType<typeof clockPlus>,
): Promise<void> {
  await kysely.deleteFrom('posts').where('redactedAt', '<', end).execute();
  await kysely.deleteFrom('digestEscalations').where('at', '<', end).execute();
  await kysely
    .deleteFrom('deliveries')
    .where('dueAt', '<', end)
    .where('settledAt', 'is not', null)
    .where((build) => build.or([build('removeAt', 'is', null), build('removedAt', 'is not', null)]))
    .where('id', 'not in', (build) => build.selectFrom('digestEscalations').select('deliveryId'))
    .execute();
  const removed = kysely
    .selectFrom('digests')
    .select('id')
    .where('removedAt', '<', end)
    .where('id', 'not in', (build) => build.selectFrom('deliveries').select('digestId'))
    .where('id', 'not in', (build) => build.selectFrom('digestEscalations').select('digestId'));
  await kysely.deleteFrom('digestMemory').where('digestId', 'in', removed).execute();
  await kysely.deleteFrom('digests').where('id', 'in', removed).execute();
}
