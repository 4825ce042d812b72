import type { Kysely } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** When the owner of a digest may have been told of a delivery, and where. */
export async function telling(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('deliveries')
    .addColumn('tell_tried_at', 'timestamptz')
    .addColumn('tell_tried_in', 'text')
    .execute();
}
