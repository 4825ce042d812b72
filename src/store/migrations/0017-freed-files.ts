import type { Kysely } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** A file whose taker has left is free, and the next digest with it says so. */
export async function freedFiles(kysely: Kysely<Tables>): Promise<void> {
  await kysely.schema
    .withSchema(SCHEMA)
    .alterTable('taken_files')
    .addColumn('freed_at', 'timestamptz')
    .execute();
}
