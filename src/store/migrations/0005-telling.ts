import type { Kysely } from 'kysely';

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
