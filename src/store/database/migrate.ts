import { type Kysely, sql, type Transaction } from 'kysely';

import { StoreError } from '../errors.ts';
import { SCHEMA, type Tables } from './schema.ts';

/** A step forward; none leads back. */
export type Migration = (kysely: Kysely<Tables>) => Promise<void>;

/** Any number will do that no other program on the same database locks. */
const LOCK = 7_368_430_042;

/**
 * Brings the tables up to date: all steps that have not run yet, or none of them. Instances that
 * start together wait for each other here.
 *
 * @throws {StoreError} `newer` when the database knows steps that this code does not
 */
export async function migrate(
  kysely: Kysely<Tables>,
  migrations: readonly Migration[],
): Promise<void> {
  // A stricter level would look at the tables as they were before the others were waited for.
  const transaction = kysely.transaction().setIsolationLevel('read committed');
  await transaction.execute(async (database) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(database);
    await createMigrationsTable(database);
    const ledger = database.withSchema(SCHEMA);
    const { done } = await ledger
      .selectFrom('migrations')
      .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('done'))
      .executeTakeFirstOrThrow();
    if (done > migrations.length) throw newerDatabaseError(done, migrations.length);

    for (const [index, step] of migrations.entries()) {
      if (index < done) continue;
      await step(database);
      await ledger
        .insertInto('migrations')
        .values({ number: index + 1 })
        .execute();
    }
  });
}

/** A role that owns the schema may lack the right to make one: it is asked for only when needed. */
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
    `A newer Rental Desk has used this database (step ${done}, known here: ${known}): ` +
      'start that version, or give this one a database of its own.',
  );
}
