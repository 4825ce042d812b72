import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** Channel settings, saved views and the access log. */
export async function settingsViewsAccess(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  const clock = sql`clock_timestamp()`;

  await schema
    .createTable('channel_settings')
    .addColumn('channel_id', 'text', (column) => column.primaryKey())
    .addColumn('language', 'text')
    .addColumn('privacy', 'text', (column) => column.notNull())
    .addColumn('page_size', 'integer', (column) => column.notNull())
    .addColumn('retention_days', 'integer')
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .execute();

  await schema
    .createTable('saved_views')
    .addColumn('channel_id', 'text', (column) => column.notNull())
    // Byte order is the same on every server, whatever its language.
    .addColumn('name_key', sql`text collate "C"`, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('saved_by', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .addPrimaryKeyConstraint('saved_views_pkey', ['channel_id', 'name_key'])
    .execute();

  await schema
    .createTable('access_log')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('file_id', 'text')
    .addColumn('channel_id', 'text')
    .addColumn('surface', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('access_log_at').on('access_log').column('at').execute();
  await schema.createIndex('access_log_user').on('access_log').columns(['user_id', 'id']).execute();
  await schema.createIndex('access_log_file').on('access_log').columns(['file_id', 'id']).execute();
}
