import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

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
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
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
