import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** Alerts are digests with such options; and which files fit each, and what it is to announce. */
export async function alerts(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema.alterTable('digests').addColumn('alert', 'jsonb').execute();

  await schema
    .createTable('alert_states')
    .addColumn('digest_id', 'text', (column) =>
      column.primaryKey().references('digests.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await schema
    .createTable('alert_files')
    // Without a foreign key, which would be checked for each of many thousand rows.
    .addColumn('digest_id', 'text', (column) => column.notNull())
    .addColumn('file_id', sql`text collate "C"`, (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_files_pkey', ['digest_id', 'file_id'])
    .execute();
  await schema.createIndex('alert_files_file').on('alert_files').column('file_id').execute();

  await schema
    .createTable('alert_entries')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('digest_id', 'text', (column) =>
      column.notNull().references('digests.id').onDelete('cascade'),
    )
    .addColumn('file_id', sql`text collate "C"`, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('from_value', 'text')
    .addColumn('to_value', 'text')
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('delivery_id', 'uuid')
    .execute();
  await schema
    .createIndex('alert_entries_pending')
    .on('alert_entries')
    .columns(['digest_id', 'file_id'])
    .where(sql.ref('delivery_id'), 'is', null)
    .execute();
  await schema
    .createIndex('alert_entries_delivery')
    .on('alert_entries')
    .column('delivery_id')
    .where(sql.ref('delivery_id'), 'is not', null)
    .execute();
  await schema.createIndex('alert_entries_age').on('alert_entries').column('at').execute();
}
