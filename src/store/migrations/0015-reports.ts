import type { Kysely } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** Digests that post a report on the last week or month: due once in each. */
export async function reports(kysely: Kysely<Tables>): Promise<void> {
  await kysely.schema
    .withSchema(SCHEMA)
    .alterTable('digests')
    .addColumn('report', 'text')
    .execute();
}
