import { type Kysely, sql } from 'kysely';

import { CLAIM_MS } from './claims.ts';
import type { RunQuery } from './database/connection.ts';
import { clockPlus, SCHEMA, type Tables } from './database/schema.ts';
import { isSettled } from './posts.ts';

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

const ACCESSES = { table: 'access_log', key: 'id', time: 'at' };
const CLAIMS = { table: 'request_claims', key: 'key', time: 'at' };
const EVENTS = { table: 'file_events', key: 'id', time: 'before_at' };

/** Creates the store of expired entries. */
export function createExpired(runQuery: RunQuery): ExpiredStore {
  return {
    async remove({ accessLogDays, historyDays, eventLogDays }) {
      await removeOld(runQuery, ACCESSES, clockPlus(-accessLogDays * DAY_MS));
      await removeOld(runQuery, CLAIMS, clockPlus(-CLAIM_MS));
      await runQuery(async (kysely) => removeHistory(kysely, clockPlus(-historyDays * DAY_MS)));
      const eventsEnd = clockPlus(-eventLogDays * DAY_MS);
      await runQuery((kysely) =>
        kysely
          .deleteFrom('journalFiles')
          .where('isGone', '=', true)
          .where('changedAt', '<', eventsEnd)
          .execute(),
      );
      await removeOld(runQuery, EVENTS, eventsEnd);
    },
  };
}

/** Rows in one statement: a shorter retention period may leave millions to remove. */
const ROWS_MAX = 5_000;

/**
 * Removes the rows of a table that are from before `end`, in parts.
 *
 * @param key column that identifies rows
 * @param time column with the time of a row
 */
async function removeOld(
  runQuery: RunQuery,
  { table, key, time }: Readonly<Record<'table' | 'key' | 'time', string>>,
  end: ReturnType<typeof clockPlus>,
): Promise<void> {
  const rows = sql.table(`${SCHEMA}.${table}`);
  let removed = ROWS_MAX;
  while (removed === ROWS_MAX) {
    const { numAffectedRows } = await runQuery((kysely) =>
      sql`
        delete from ${rows} where ${sql.ref(key)} in (
          select ${sql.ref(key)} from ${rows} where ${sql.ref(time)} < ${end} limit ${ROWS_MAX}
        )
      `.execute(kysely),
    );
    removed = Number(numAffectedRows);
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
