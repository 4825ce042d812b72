import type { Kysely } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** Who paused or snoozed a digest, by their Slack ids. */
export async function digestStops(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.alterTable('digests')
    .addColumn('paused_by', 'text')
    .addColumn('snoozed_by', 'text')
    .execute();
}
