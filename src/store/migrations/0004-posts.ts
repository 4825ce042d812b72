import { type Kysely, sql } from 'kysely';

import { SCHEMA, type Tables } from '../database/schema.ts';

const clock = sql`clock_timestamp()`;

/** Posts in channels, and the retention settings of channels. */
export async function posts(kysely: Kysely<Tables>): Promise<void> {
  const { schema } = kysely.withSchema(SCHEMA);
  await schema
    .createTable('posts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('ts', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('files', sql`text[]`, (column) => column.notNull())
    .addColumn('posted_at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .addColumn('redacted_at', 'timestamptz')
    .addColumn('try_at', 'timestamptz', (column) => column.notNull().defaultTo(clock))
    .execute();
  await schema
    .createIndex('posts_message')
    .on('posts')
    .columns(['channel_id', 'ts'])
    .unique()
    .execute();
  await schema.createIndex('posts_age').on('posts').columns(['channel_id', 'posted_at']).execute();
  await schema
    .createIndex('posts_unclear')
    .on('posts')
    .column('posted_at')
    .where(sql.ref('ts'), 'is', null)
    .execute();

  await schema
    .alterTable('channel_settings')
    .addColumn('retention_manner', 'text', (column) => column.notNull().defaultTo('delete'))
    .addColumn('redact_closed', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();

  await adoptDigests(kysely);
}

/** Earlier posts get the same retention; which files they show is unknown. */
async function adoptDigests(kysely: Kysely<Tables>): Promise<void> {
  await sql`
    insert into ${sql.table(`${SCHEMA}.posts`)} (key, channel_id, ts, kind, files, posted_at)
    select id::text, channel_id, ts, 'digest', '{}', coalesce(posted_at, due_at)
    from ${sql.table(`${SCHEMA}.deliveries`)}
    where ts is not null and channel_id is not null and removed_at is null
    on conflict do nothing
  `.execute(kysely);
}
