import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';

import { SCHEMA, type Tables } from './schema.ts';
import { ChannelSettings } from './settings.ts';

/** A post that is to go, as its channel has it. */
export interface OutlivedPost extends Pick<
  ChannelSettings,
  'language' | 'retentionDays' | 'retentionManner'
> {
  readonly channelId: string;
  readonly ts: string;
}

/** What is to become of the posts of a channel. */
export interface Outlook {
  /** Posts that have stood for as long as they may. */
  readonly due: number;
  /** When the next one will have, in epoch milliseconds; `null` when none is there. */
  readonly nextAt: number | null;
}

/** Deleting a post takes seconds; whoever was to do it and died may be followed after as long. */
const LEASE = sql`clock_timestamp() + interval '10 minutes'`;

/** Days of a setting are days of 24 hours, whatever the zone of the server. */
const DAY = sql`interval '24 hours'`;

/** A list is of use on its day: one closed file among others does not take it away at once. */
const OF_USE = DAY;

const posts = sql.table(`${SCHEMA}.posts`);
const channelSettings = sql.table(`${SCHEMA}.channel_settings`);
const deliveries = sql.table(`${SCHEMA}.deliveries`);

/** Whatever looks for its key later must find it, so an open delivery keeps its posts. */
export const isDoneWith: RawBuilder<SqlBool> = sql<SqlBool>`not exists (
  select 1 from ${deliveries} as deliveries
  where deliveries.id::text = split_part(posts.key, ':', 1) and deliveries.settled_at is null
)`;

const isToGo = sql`(settings.retention_manner <> 'redact' or posts.redacted_at is null)`;

/** A post that has stood for as long as its channel lets it. */
export async function takeOutlived(kysely: Kysely<Tables>): Promise<OutlivedPost | null> {
  return take(
    kysely,
    sql`posts.posted_at <= clock_timestamp() - settings.retention_days * ${DAY} and ${isToGo}`,
  );
}

/** A post that shows nothing but closed files, or one of them once it is a day old. */
export async function takeClosed(
  kysely: Kysely<Tables>,
  closed: readonly string[],
): Promise<OutlivedPost | null> {
  const ids = sql`array(select jsonb_array_elements_text(${JSON.stringify(closed)}::jsonb))`;
  return take(
    kysely,
    sql`settings.redact_closed and posts.redacted_at is null and posts.files && ${ids} and (
      posts.files <@ ${ids} or posts.posted_at <= clock_timestamp() - ${OF_USE}
    )`,
  );
}

async function take(
  kysely: Kysely<Tables>,
  isWanted: RawBuilder<unknown>,
): Promise<OutlivedPost | null> {
  const { rows } = await sql<OutlivedPost>`
    update ${posts} as posts set try_at = ${LEASE}
    from ${channelSettings} as settings
    where settings.channel_id = posts.channel_id and posts.key = (
      select posts.key from ${posts} as posts
      join ${channelSettings} as settings using (channel_id)
      where posts.ts is not null and posts.try_at <= clock_timestamp()
        and ${isDoneWith} and ${isWanted}
      order by posts.posted_at limit 1
      for update of posts skip locked
    )
    returning posts.channel_id, posts.ts,
      settings.language, settings.retention_days, settings.retention_manner
  `.execute(kysely);
  const [row] = rows;
  if (row === undefined) return null;
  return { channelId: row.channelId, ts: row.ts, ...Manner.parse(row) };
}

const Manner = ChannelSettings.pick({
  language: true,
  retentionDays: true,
  retentionManner: true,
});

/** What the settings of a channel mean for what stands there. */
export async function outlookOf(kysely: Kysely<Tables>, channelId: string): Promise<Outlook> {
  const end = sql`posts.posted_at + settings.retention_days * ${DAY}`;
  const { rows } = await sql<{ due: number; nextAt: Date | null }>`
    select (count(*) filter (where ${end} <= clock_timestamp()))::int as due,
      min(${end}) filter (where ${end} > clock_timestamp()) as next_at
    from ${posts} as posts
    join ${channelSettings} as settings using (channel_id)
    where posts.channel_id = ${channelId} and posts.ts is not null
      and settings.retention_days is not null and ${isToGo}
  `.execute(kysely);
  const [row] = rows;
  return { due: row?.due ?? 0, nextAt: row?.nextAt?.getTime() ?? null };
}
