import type { Kysely } from 'kysely';

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
