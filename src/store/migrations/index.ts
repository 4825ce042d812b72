import { type Kysely, type Transaction, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';
import { StoreError } from '../errors.ts';
import {
  adminNotices,
  digestStops,
  digests,
  escalations,
  live,
  ownerNotices,
  posts,
  reductions,
  requestClaims,
  settingsViewsAccess,
} from './0001-to-0010.ts';
import {
  alertLeaving,
  alerts,
  escalationChannels,
  failures,
  handOvers,
  journal,
  noticeChannels,
  readingGaps,
  refusedRemovals,
  reports,
  sharedSnapshots,
  threadReplies,
  triage,
} from './0012-to-0023.ts';

/** A step forward; there are no steps back. */
export type Migration = (kysely: Kysely<Tables>) => Promise<void>;

/** Any number that no other program on the same database locks. */
const LOCK = 7_368_430_042;

/**
 * Runs all migrations that have not run yet, in one transaction. Instances that start together wait
 * for each other here.
 *
 * @param rewrite runs after them, at each start
 * @throws {StoreError} `newer` when the database has migrations that this code does not know
 */
export async function migrate(
  kysely: Kysely<Tables>,
  migrations: readonly Migration[],
  rewrite: Migration = async () => {},
): Promise<void> {
  // A stricter level would see the tables as they were before the lock was acquired.
  const transaction = kysely.transaction().setIsolationLevel('read committed');
  await transaction.execute(async (database) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(database);
    await createMigrationsTable(database);
    const tables = database.withSchema(SCHEMA);
    const { done } = await tables
      .selectFrom('migrations')
      .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('done'))
      .executeTakeFirstOrThrow();
    if (done > migrations.length) throw newerDatabaseError(done, migrations.length);

    for (const [index, step] of migrations.entries()) {
      if (index < done) continue;
      await step(database);
      await tables
        .insertInto('migrations')
        .values({ number: index + 1 })
        .execute();
    }
    await rewrite(tables);
  });
}

/** Creates the schema only if needed: a role that owns it may lack the right to create schemas. */
async function createMigrationsTable(database: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regnamespace(${SCHEMA}) is not null as exists
  `.execute(database);
  if (rows[0]?.exists !== true) await database.schema.createSchema(SCHEMA).execute();
  await database
    .withSchema(SCHEMA)
    .schema.createTable('migrations')
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('ran_at', 'timestamptz', (column) =>
      column.notNull().defaultTo(sql`clock_timestamp()`),
    )
    .execute();
}

function newerDatabaseError(done: number, known: number): StoreError {
  return new StoreError(
    'newer',
    `A newer Rental Desk has used this database (step ${done}, known here: ${known})`,
    'Start that version, or give this one a database of its own.',
  );
}

/** Every step from an empty database to today's tables. A step that has run never changes. */
export const migrations: readonly Migration[] = [
  settingsViewsAccess,
  digests,
  escalations,
  posts,
  ownerNotices,
  live,
  adminNotices,
  requestClaims,
  reductions,
  digestStops,
  journal,
  alerts,
  triage,
  reports,
  sharedSnapshots,
  refusedRemovals,
  threadReplies,
  noticeChannels,
  alertLeaving,
  handOvers,
  escalationChannels,
  readingGaps,
  failures,
];
