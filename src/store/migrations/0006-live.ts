import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** The layout of live posts, and what they have shown last. */
export async function live(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .alterTable('deliveries')
    .addColumn('live', 'jsonb')
    .addColumn('live_shown', 'text')
    .addColumn('live_read_at', 'timestamptz')
    .addColumn('live_at', 'timestamptz')
    .execute();
  await schema
    .createIndex('deliveries_live')
    .on('deliveries')
    .column('due_at')
    .where(sql.ref('live'), 'is not', null)
    .execute();
}
