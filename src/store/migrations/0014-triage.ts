import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** What people do about files: take, watch and snooze them. Ids of files and of Slack's people only. */
export async function triage(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .createTable('triage')
    .addColumn('only', 'boolean', (column) => column.primaryKey().check(sql`"only"`))
    .addColumn('generation', 'integer', (column) => column.notNull())
    .execute();
  await kysely
    .withSchema(SCHEMA)
    .insertInto('triage')
    .values({ only: true, generation: 0 })
    .execute();

  await schema
    .createTable('taken_files')
    .addColumn('file_id', sql`text collate "C"`, (column) => column.primaryKey())
    .addColumn('taken_by', 'text', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('freed_at', 'timestamptz')
    .execute();

  await schema
    .createTable('watched_files')
    .addColumn('file_id', sql`text collate "C"`, (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('ended_at', 'timestamptz')
    .addPrimaryKeyConstraint('watched_files_pkey', ['file_id', 'user_id'])
    .execute();

  await schema
    .createTable('snoozed_files')
    .addColumn('file_id', sql`text collate "C"`, (column) => column.primaryKey())
    .addColumn('snoozed_by', 'text', (column) => column.notNull())
    .addColumn('until', 'timestamptz')
    .addColumn('state', 'text')
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .execute();
}
