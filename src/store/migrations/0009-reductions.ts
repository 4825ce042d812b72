import type { Kysely } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

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
