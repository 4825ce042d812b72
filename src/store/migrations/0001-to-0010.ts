import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

const clock = sql`clock_timestamp()`;

/** Channel settings, saved views and the access log. */
export async function settingsViewsAccess(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
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

/** The files that digests have escalated to their second channels, and the progress of each delivery. */
export async function escalations(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .alterTable('deliveries')
    .addColumn('escalation_tried_at', 'timestamptz')
    .addColumn('escalated_at', 'timestamptz')
    .execute();
  await schema
    .createTable('digest_escalations')
    .addColumn('digest_id', 'text', (column) => column.notNull().references('digests.id'))
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('delivery_id', 'uuid', (column) => column.notNull().references('deliveries.id'))
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .addPrimaryKeyConstraint('digest_escalations_pkey', ['digest_id', 'file_id'])
    .execute();
  await schema
    .createIndex('digest_escalations_delivery')
    .on('digest_escalations')
    .column('delivery_id')
    .execute();
}

/** Posts in channels, and the retention settings of channels. */
export async function posts(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .createTable('posts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('ts', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('files', sql`text[]`, (column) => column.notNull())
    .addColumn('posted_at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .addColumn('redacted_at', 'timestamptz')
    .addColumn('try_at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .execute();
  await schema
    .createIndex('posts_message')
    .on('posts')
    .columns(['channel_id', 'ts'])
    .unique()
    .execute();
  await schema.createIndex('posts_age').on('posts').columns(['channel_id', 'posted_at']).execute();
  await schema
    .createIndex('posts_unclear')
    .on('posts')
    .column('posted_at')
    .where(sql.ref('ts'), 'is', null)
    .execute();

  await schema
    .alterTable('channel_settings')
    .addColumn('retention_manner', 'text', (column) => column.notNull().defaultTo('delete'))
    .addColumn('redact_closed', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();

  await adoptDigests(kysely);
}

/** Earlier posts get the same retention; which files they show is unknown. */
async function adoptDigests(kysely: Kysely<Tables>): Promise<void> {
  await sql`
    insert into ${sql.table(`${SCHEMA}.posts`)} (key, channel_id, ts, kind, files, posted_at)
    select id::text, channel_id, ts, 'digest', '{}', coalesce(posted_at, due_at)
    from ${sql.table(`${SCHEMA}.deliveries`)}
    where ts is not null and channel_id is not null and removed_at is null
    on conflict do nothing
  `.execute(kysely);
}

/** Attempts to notify the owner of a digest. */
export async function ownerNotices(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('deliveries')
    .addColumn('tell_tried_at', 'timestamptz')
    .addColumn('tell_tried_in', 'text')
    .execute();
}

/** The layout of live posts, and what they have shown last. */
export async function live(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .alterTable('deliveries')
    .addColumn('live', 'jsonb')
    .addColumn('live_shown', 'text')
    .addColumn('live_read_at', 'timestamptz')
    .addColumn('live_at', 'timestamptz')
    .execute();
  await schema
    .createIndex('deliveries_live')
    .on('deliveries')
    .column('due_at')
    .where(sql.ref('live'), 'is not', null)
    .execute();
}

/** Notifications of admins about deliveries. */
export async function adminNotices(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.createTable('digest_tellings')
    .addColumn('delivery_id', 'uuid', (column) =>
      column.notNull().references('deliveries.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('tried_at', 'timestamptz')
    .addColumn('told_at', 'timestamptz')
    .addPrimaryKeyConstraint('digest_tellings_pkey', ['delivery_id', 'user_id'])
    .execute();
}

/** Requests, events and forms that an instance has taken. */
export async function requestClaims(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.createTable('request_claims')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .execute();
}

/** Posts that are reduced because other organisations have come into their channel. */
export async function reductions(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('posts')
    .addColumn('reduce_at', 'timestamptz')
    .addColumn('reduced_at', 'timestamptz')
    .addColumn('reduce_failed_at', 'timestamptz')
    .addColumn('reduce_told_at', 'timestamptz')
    .execute();
}

/** Who paused or snoozed a digest, by their Slack ids. */
export async function digestStops(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('digests')
    .addColumn('paused_by', 'text')
    .addColumn('snoozed_by', 'text')
    .execute();
}
