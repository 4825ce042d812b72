import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

const clock = sql`clock_timestamp()`;

/** Digests, their deliveries, and the files each has shown last. */
export async function digests(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);

  await schema
    .createTable('digests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', sql`text collate "C"`, (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('times', sql`text[]`, (column) => column.notNull())
    .addColumn('days', sql`integer[]`, (column) => column.notNull())
    .addColumn('zone', 'text', (column) => column.notNull())
    .addColumn('holidays', 'text', (column) => column.notNull())
    .addColumn('on_holiday', 'text', (column) => column.notNull())
    .addColumn('options', 'jsonb', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('pause_reason', 'text')
    .addColumn('snoozed_until', 'timestamptz')
    .addColumn('next_run_at', 'timestamptz')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .addColumn('removed_at', 'timestamptz')
    .execute();
  await schema
    .createIndex('digests_name')
    .on('digests')
    .columns(['channel_id', 'name_key'])
    .unique()
    .where(sql.ref('removed_at'), 'is', null)
    .execute();
  await schema
    .createIndex('digests_due')
    .on('digests')
    .column('next_run_at')
    .where(sql.ref('next_run_at'), 'is not', null)
    .execute();

  await createDeliveries(kysely);

  await schema
    .createTable('digest_memory')
    .addColumn('digest_id', 'text', (column) => column.primaryKey().references('digests.id'))
    .addColumn('files', 'jsonb')
    .execute();
}

async function createDeliveries(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .createTable('deliveries')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('digest_id', 'text', (column) => column.notNull().references('digests.id'))
    .addColumn('slot', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('due_at', 'timestamptz', (column) => column.notNull())
    .addColumn('give_up_at', 'timestamptz', (column) => column.notNull())
    .addColumn('queued_at', 'timestamptz')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('claim', 'uuid')
    .addColumn('claimed_at', 'timestamptz')
    .addColumn('first_try_at', 'timestamptz')
    .addColumn('last_try_at', 'timestamptz')
    .addColumn('channel_id', 'text')
    .addColumn('ts', 'text')
    .addColumn('posted_at', 'timestamptz')
    .addColumn('notice_tried_at', 'timestamptz')
    .addColumn('notice_ts', 'text')
    .addColumn('told_at', 'timestamptz')
    .addColumn('settled_at', 'timestamptz')
    .addColumn('is_late', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('is_incomplete', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('ready', 'integer')
    .addColumn('waiting', 'integer')
    .addColumn('overdue', 'integer')
    .addColumn('files', 'jsonb')
    .addColumn('remove_at', 'timestamptz')
    .addColumn('removed_at', 'timestamptz')
    .execute();
  await schema
    .createIndex('deliveries_slot')
    .on('deliveries')
    .columns(['digest_id', 'slot'])
    .unique()
    .where(sql.ref('kind'), '=', sql.lit('slot'))
    .execute();
  await schema
    .createIndex('deliveries_ledger')
    .on('deliveries')
    .columns(['digest_id', 'due_at'])
    .execute();
  await schema
    .createIndex('deliveries_open')
    .on('deliveries')
    .column('due_at')
    .where(sql.ref('settled_at'), 'is', null)
    .execute();
  await schema
    .createIndex('deliveries_remove')
    .on('deliveries')
    .column('remove_at')
    .where(sql.ref('remove_at'), 'is not', null)
    .where(sql.ref('removed_at'), 'is', null)
    .execute();
}
