import type { Kysely } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** Watching that has ended is kept for a while: its last change is still to be announced. */
export async function watchLists(kysely: Kysely<Tables>): Promise<void> {
  await kysely.schema
    .withSchema(SCHEMA)
    .alterTable('watched_files')
    .addColumn('ended_at', 'timestamptz')
    .execute();
}
