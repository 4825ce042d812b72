import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** What happened to rental files, and their state as last recorded: no data of persons. */
export async function journal(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .createTable('journal')
    .addColumn('only', 'boolean', (column) => column.primaryKey().check(sql.ref('only')))
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('baseline_at', 'timestamptz', (column) => column.notNull())
    .addColumn('seen_from', 'timestamptz', (column) => column.notNull())
    .addColumn('whole_from', 'timestamptz', (column) => column.notNull())
    .addColumn('complete_from', 'timestamptz')
    .addColumn('absent_from', 'timestamptz')
    .addColumn('read_until', 'timestamptz', (column) => column.notNull())
    .addColumn('latest_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await schema
    .createTable('journal_files')
    // Byte order is the same on every server, whatever its language.
    .addColumn('id', sql`text collate "C"`, (column) => column.primaryKey())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('decision', 'text', (column) => column.notNull())
    .addColumn('score', 'double precision')
    .addColumn('completion', 'double precision')
    .addColumn('applicants', 'text', (column) => column.notNull())
    .addColumn('is_archived', 'boolean', (column) => column.notNull())
    .addColumn('is_gone', 'boolean', (column) => column.notNull())
    .addColumn('known_at', 'timestamptz', (column) => column.notNull())
    .addColumn('appeared_at', 'timestamptz')
    .addColumn('status_at', 'timestamptz')
    .addColumn('ready_at', 'timestamptz')
    .addColumn('decided_at', 'timestamptz')
    .addColumn('changed_at', 'timestamptz')
    .addColumn('unseen_from', 'timestamptz')
    .addColumn('missed_at', 'timestamptz')
    .execute();
  await schema
    .createIndex('journal_files_generation')
    .on('journal_files')
    .column('generation')
    .execute();

  await schema
    .createTable('file_events')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('file_id', sql`text collate "C"`, (column) => column.notNull())
    .addColumn('aspect', 'text', (column) => column.notNull())
    .addColumn('from_value', 'text')
    .addColumn('to_value', 'text')
    .addColumn('after_at', 'timestamptz', (column) => column.notNull())
    .addColumn('before_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('file_events_file')
    .on('file_events')
    .columns(['file_id', 'id'])
    .execute();
  await schema.createIndex('file_events_age').on('file_events').column('before_at').execute();
}
