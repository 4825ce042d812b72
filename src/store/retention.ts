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
      await removeAccesses(runQuery, clockPlus(-accessLogDays * DAY_MS));
      await removeClaims(runQuery, clockPlus(-CLAIM_MS));
      await runQuery(async (kysely) => removeHistory(kysely, clockPlus(-historyDays * DAY_MS)));
      await removeEvents(runQuery, clockPlus(-eventLogDays * DAY_MS));
    },
  };
}

type End = ReturnType<typeof clockPlus>;

/** Rows in one statement: a shorter retention period may leave millions to remove. */
const ROWS_MAX = 5_000;

/** @param removeSome removes at most {@link ROWS_MAX} rows */
async function removeInParts(
  runQuery: RunQuery,
  removeSome: (kysely: Kysely<Tables>) => Promise<{ readonly numDeletedRows: bigint }>,
): Promise<void> {
  let removed = ROWS_MAX;
  while (removed === ROWS_MAX) {
    const { numDeletedRows } = await runQuery(removeSome);
    removed = Number(numDeletedRows);
  }
}

async function removeAccesses(runQuery: RunQuery, end: End): Promise<void> {
  await removeInParts(runQuery, async (kysely) =>
    kysely
      .deleteFrom('accessLog')
      .where('id', 'in', (build) =>
        build.selectFrom('accessLog').select('id').where('at', '<', end).limit(ROWS_MAX),
      )
      .executeTakeFirstOrThrow(),
  );
}

async function removeClaims(runQuery: RunQuery, end: End): Promise<void> {
  await removeInParts(runQuery, async (kysely) =>
    kysely
      .deleteFrom('requestClaims')
      .where('key', 'in', (build) =>
        build.selectFrom('requestClaims').select('key').where('at', '<', end).limit(ROWS_MAX),
      )
      .executeTakeFirstOrThrow(),
  );
}

async function removeEvents(runQuery: RunQuery, end: End): Promise<void> {
  await runQuery((kysely) =>
    kysely
      .deleteFrom('journalFiles')
      .where('isGone', '=', true)
      .where('changedAt', '<', end)
      .execute(),
  );
  await removeInParts(runQuery, async (kysely) =>
    kysely
      .deleteFrom('fileEvents')
      .where('id', 'in', (build) =>
        build.selectFrom('fileEvents').select('id').where('beforeAt', '<', end).limit(ROWS_MAX),
      )
      .executeTakeFirstOrThrow(),
  );
}

/** Deletes in the order of the foreign keys. */
async function removeHistory(kysely: Kysely<Tables>, end: End): Promise<void> {
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
