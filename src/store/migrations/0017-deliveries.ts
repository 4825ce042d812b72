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
