import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/**
 * Snapshots that one instance publishes for all, and the instances that run. Their contents are encrypted and short-lived, so
 * that their tables need no write-ahead log; the lease must outlive a crash, since its token only
 * grows.
 */
export async function sharedSnapshots(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .createTable('snapshot_lease')
    .addColumn('only', 'boolean', (column) => column.primaryKey().check(sql`"only"`))
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('token', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('asked', 'integer', (column) => column.notNull())
    .addColumn('published', 'integer', (column) => column.notNull())
    .execute();
  await kysely
    .withSchema(SCHEMA)
    .insertInto('snapshotLease')
    .values({
      only: true,
      holder: '',
      token: 0,
      expiresAt: sql<Date>`clock_timestamp()`,
      asked: 0,
      published: 0,
    })
    .execute();

  await sql`create unlogged table ${sql.id(SCHEMA, 'shared_snapshots')} (
    number integer primary key,
    name text not null,
    answered integer not null,
    manifest bytea not null,
    segments text[] not null,
    published_at timestamptz not null default clock_timestamp()
  )`.execute(kysely);
  await sql`create unlogged table ${sql.id(SCHEMA, 'snapshot_segments')} (
    id text primary key,
    content bytea not null,
    stored_at timestamptz not null default clock_timestamp()
  )`.execute(kysely);

  await sql`create unlogged table ${sql.id(SCHEMA, 'instances')} (
    id text primary key,
    version text not null,
    secret text not null,
    settings jsonb not null,
    seen_at timestamptz not null
  )`.execute(kysely);
}
