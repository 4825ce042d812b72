import type { Kysely } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** Notifications of admins about deliveries. */
export async function adminNotices(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .withSchema(SCHEMA)
    .schema.createTable('digest_tellings')
    .addColumn('delivery_id', 'uuid', (column) =>
      column.notNull().references('deliveries.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('tried_at', 'timestamptz')
    .addColumn('told_at', 'timestamptz')
    .addPrimaryKeyConstraint('digest_tellings_pkey', ['delivery_id', 'user_id'])
    .execute();
}
