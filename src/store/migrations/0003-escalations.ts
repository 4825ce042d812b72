import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

/** The files that digests have escalated to their second channels, and the progress of each delivery. */
export async function escalations(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .alterTable('deliveries')
    .addColumn('escalation_tried_at', 'timestamptz')
    .addColumn('escalated_at', 'timestamptz')
    .execute();
  await schema
    .createTable('digest_escalations')
    .addColumn('digest_id', 'text', (column) => column.notNull().references('digests.id'))
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('delivery_id', 'uuid', (column) => column.notNull().references('deliveries.id'))
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .addPrimaryKeyConstraint('digest_escalations_pkey', ['digest_id', 'file_id'])
    .execute();
  await schema
    .createIndex('digest_escalations_delivery')
    .on('digest_escalations')
    .column('delivery_id')
    .execute();
}
