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

/** Digests that post a report on the last week or month: due once in each. */
export async function reports(kysely: Kysely<Tables>): Promise<void> {
  await kysely.schema
    .withSchema(SCHEMA)
    .alterTable('digests')
    .addColumn('report', 'text')
    .execute();
}

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

/** When Slack first refused to delete the post of a delivery. */
export async function refusedRemovals(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('deliveries')
    .addColumn('remove_refused_at', 'timestamptz')
    .execute();
}

/** The message in the thread of a post: when it was tried, and its `ts`. */
export async function threadReplies(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('deliveries')
    .addColumn('thread_tried_at', 'timestamptz')
    .addColumn('thread_ts', 'text')
    .execute();
}

/** The channel of an outage notice: its digest may move to another one. */
export async function noticeChannels(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('deliveries')
    .addColumn('notice_channel_id', 'text')
    .execute();
}

/** Files that no longer fit an alert of changes are kept until the change itself is announced. */
export async function alertLeaving(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema.alterTable('alert_files').addColumn('left_at', 'timestamptz').execute();
  await schema
    .createIndex('alert_files_left')
    .on('alert_files')
    .column('digest_id')
    .where(sql.ref('left_at'), 'is not', null)
    .execute();
}

/** Who handed a file over whose taker is not notified of it yet, and when that was last tried. */
export async function handOvers(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('taken_files')
    .addColumn('handed_by', 'text')
    .addColumn('hand_tried_at', 'timestamptz')
    .execute();
}

/** The channel of an escalation: its digest may name another one before it is known to be posted. */
export async function escalationChannels(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('deliveries')
    .addColumn('escalation_channel_id', 'text')
    .execute();
}

/** Stretches of time without a reading: what changed in one has the time of the reading after it. */
export async function readingGaps(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('journal')
    .addColumn('gaps', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .execute();
}

/** Since when something fails that is given up at last, and when it failed last: no process may live for so long. */
export async function failures(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  for (const table of ['deliveries', 'posts']) {
    await schema
      .alterTable(table)
      .addColumn('failing_since', 'timestamptz')
      .addColumn('failed_at', 'timestamptz')
      .execute();
  }
}
