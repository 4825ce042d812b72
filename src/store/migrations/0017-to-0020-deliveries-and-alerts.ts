import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

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
