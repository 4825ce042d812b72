import type { Kysely } from 'kysely';

import { CLAIM_MS } from './claims.ts';
import type { RunQuery } from './database/connection.ts';
import { clockPlus, type Tables } from './database/schema.ts';
import { isSettled } from './posts.ts';

/** Retention periods, in days. */
interface RetentionPeriods {
  readonly accessLogDays: number;
  /** For settled deliveries, the notices about them, escalations and removed digests. */
  readonly historyDays: number;
  /** For what happened to rental files, and for those that are gone. */
  readonly eventLogDays: number;
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
    async remove({ accessLogDays, historyDays, eventLogDays }) {
      await runQuery(async (kysely) => {
        await kysely
          .deleteFrom('accessLog')
          .where('at', '<', clockPlus(-accessLogDays * DAY_MS))
          .execute();
        await kysely.deleteFrom('requestClaims').where('at', '<', clockPlus(-CLAIM_MS)).execute();
        await removeHistory(kysely, clockPlus(-historyDays * DAY_MS));
      });
      await removeEvents(runQuery, clockPlus(-eventLogDays * DAY_MS));
    },
  };
}

/** Events in one statement: a shorter retention period may leave millions to remove. */
const EVENTS_MAX = 5_000;

async function removeEvents(runQuery: RunQuery, end: ReturnType<typeof clockPlus>): Promise<void> {
  await runQuery((kysely) =>
    kysely
      .deleteFrom('journalFiles')
      .where('isGone', '=', true)
      .where('changedAt', '<', end)
      .execute(),
  );
  let removed = EVENTS_MAX;
  while (removed === EVENTS_MAX) {
    const { numDeletedRows } = await runQuery((kysely) =>
      kysely
        .deleteFrom('fileEvents')
        .where('id', 'in', (build) =>
          build.selectFrom('fileEvents').select('id').where('beforeAt', '<', end).limit(EVENTS_MAX),
        )
        .executeTakeFirstOrThrow(),
    );
    removed = Number(numDeletedRows);
  }
}

/** Deletes in the order of the foreign keys. */
async function removeHistory(
  kysely: Kysely<Tables>,
  end: ReturnType<typeof clockPlus>,
): Promise<void> {
  await kysely.deleteFrom('posts').where('redactedAt', '<', end).execute();
  await kysely
    .deleteFrom('posts')
    .where('postedAt', '<', end)
    .where('kind', 'in', ['owner', 'notice'])
    .where('channelId', 'like', 'D%')
    .where(isSettled)
    // There it is still to be deleted, or to be replaced by a sentence.
    .where('channelId', 'not in', (build) =>
      build
        .selectFrom('channelSettings')
        .select('channelId')
        .where('retentionDays', 'is not', null),
    )
    .execute();
  await kysely.deleteFrom('digestEscalations').where('at', '<', end).execute();
  await kysely
    .deleteFrom('alertEntries')
    .where('at', '<', end)
    .where('deliveryId', 'is not', null)
    .execute();
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
