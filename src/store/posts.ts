import { type Kysely, type RawBuilder, sql, type SqlBool, type UpdateObject } from 'kysely';

import { ChannelSettings } from './channel-settings.ts';
import type { RunQuery } from './database/connection.ts';
import { SCHEMA, type Tables } from './database/schema.ts';
import { clock, clockPlus } from './database/sql-time.ts';

/** What a post is for. */
export type PostKind = 'digest' | 'rest' | 'notice' | 'escalation' | 'owner' | 'share';

/** Something that is about to stand in a channel. */
export interface NewPost {
  /** Opaque: what it can be found by, should nobody know whether it was posted. */
  readonly key: string;
  readonly channelId: string;
  readonly kind: PostKind;
  /** Ids of the rental files in it that are not closed. */
  readonly files: readonly string[];
}

/** A post of which nobody knows whether it is there. */
interface UnclearPost {
  readonly key: string;
  readonly channelId: string;
  /** When it may have been posted first, in epoch milliseconds. */
  readonly since: number;
}

/** Whoever is given a post has some minutes for it, and nobody else is given it meanwhile. */
export interface PostsStore {
  /** From now on it may be there. What is known to be there already stays as it is. */
  intend(post: NewPost): Promise<void>;
  posted(key: string, ts: string): Promise<void>;
  /** It certainly was not posted. */
  withdraw(key: string): Promise<void>;
  /** It shows other rental files now; a message that nobody remembers is none of ours. */
  changed(channelId: string, ts: string, files: readonly string[]): Promise<void>;
  /** The message is gone. */
  removed(channelId: string, ts: string): Promise<void>;
  /** A sentence stands in its place. */
  redacted(channelId: string, ts: string): Promise<void>;
  /** It is looked at again after so long. */
  postpone(channelId: string, ts: string, ms: number): Promise<void>;
  /**
   * A post that has stood for as long as its channel lets it; `null` when there is none. What
   * belongs to a delivery that is not done with is left to that.
   */
  takeExpired(): Promise<ExpiredPost | null>;
  /** Ids of the files in posts that are to be emptied once one of them is closed. */
  watchedFiles(): Promise<readonly string[]>;
  /**
   * A post all of whose files are among these, or, once it is a day old, one of them.
   *
   * @param closed ids
   */
  takeClosed(closed: readonly string[]): Promise<ExpiredPost | null>;
  /** A post of which nobody knows for minutes whether it is there, and looks; `null` for none. */
  takeUnclear(): Promise<UnclearPost | null>;
  /** What the settings of a channel mean for what stands there now. */
  outlook(channelId: string): Promise<Outlook>;
}

/** A message is on its way for less. */
const UNCLEAR_RETRY_MS = 600_000;

/** Posts in the database that `ask` asks. */
export function createPosts(runQuery: RunQuery): PostsStore {
  const write = async (channelId: string, ts: string, columns: UpdateObject<Tables, 'posts'>) => {
    await runQuery((kysely) =>
      kysely
        .updateTable('posts')
        .set(columns)
        .where('channelId', '=', channelId)
        .where('ts', '=', ts)
        .execute(),
    );
  };

  return {
    async intend({ key, channelId, kind, files }) {
      const columns = { channelId, kind, files, tryAt: clockPlus(UNCLEAR_RETRY_MS) };
      await runQuery((kysely) =>
        kysely
          .insertInto('posts')
          .values({ key, ...columns })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet(columns).where('posts.ts', 'is', null),
          )
          .execute(),
      );
    },
    async posted(key, ts) {
      await runQuery((kysely) =>
        kysely
          .updateTable('posts')
          .set({ ts, tryAt: clock })
          .where('key', '=', key)
          .where('ts', 'is', null)
          .execute(),
      );
    },
    async withdraw(key) {
      await runQuery((kysely) =>
        kysely.deleteFrom('posts').where('key', '=', key).where('ts', 'is', null).execute(),
      );
    },
    changed: (channelId, ts, files) => write(channelId, ts, { files, redactedAt: null }),
    async removed(channelId, ts) {
      await runQuery((kysely) =>
        kysely
          .deleteFrom('posts')
          .where('channelId', '=', channelId)
          .where('ts', '=', ts)
          .execute(),
      );
    },
    redacted: (channelId, ts) =>
      write(channelId, ts, { files: [], redactedAt: clock, tryAt: clock }),
    postpone: (channelId, ts, ms) => write(channelId, ts, { tryAt: clockPlus(ms) }),
    takeExpired: () => runQuery(takeExpired),
    async watchedFiles() {
      const { rows } = await runQuery((kysely) =>
        sql<{ id: string }>`
          select distinct unnest(posts.files) as id
          from ${sql.table(`${SCHEMA}.posts`)} as posts
          join ${sql.table(`${SCHEMA}.channel_settings`)} as settings using (channel_id)
          where settings.redact_closed and posts.ts is not null and posts.redacted_at is null
        `.execute(kysely),
      );
      return rows.map(({ id }) => id);
    },
    takeClosed: (closed) => runQuery((kysely) => takeClosed(kysely, closed)),
    async takeUnclear() {
      const row = await runQuery((kysely) =>
        kysely
          .updateTable('posts')
          .set({ tryAt: clockPlus(UNCLEAR_RETRY_MS) })
          .where((build) =>
            build(
              'key',
              '=',
              build
                .selectFrom('posts')
                .select('key')
                .where('ts', 'is', null)
                .where('tryAt', '<=', clock)
                .where(isSettled)
                .orderBy('tryAt')
                .limit(1)
                .forUpdate()
                .skipLocked(),
            ),
          )
          .returning(['key', 'channelId', 'postedAt'])
          .executeTakeFirst(),
      );
      if (row === undefined) return null;
      const { postedAt, ...post } = row;
      return { ...post, since: postedAt.getTime() };
    },
    outlook: (channelId) => runQuery((kysely) => outlookOf(kysely, channelId)),
  };
}

/** A post that is to go, as its channel has it. */
export interface ExpiredPost extends Pick<
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
const CLOSED_MIN_AGE = DAY;

const posts = sql.table(`${SCHEMA}.posts`);
const channelSettings = sql.table(`${SCHEMA}.channel_settings`);
const deliveries = sql.table(`${SCHEMA}.deliveries`);

/** Whatever looks for its key later must find it, so an open delivery keeps its posts. */
const isSettled: RawBuilder<SqlBool> = sql<SqlBool>`not exists (
  select 1 from ${deliveries} as deliveries
  where deliveries.id::text = split_part(posts.key, ':', 1) and deliveries.settled_at is null
)`;

const isRemovable = sql`(settings.retention_manner <> 'redact' or posts.redacted_at is null)`;

/** A post that has stood for as long as its channel lets it. */
async function takeExpired(kysely: Kysely<Tables>): Promise<ExpiredPost | null> {
  return take(
    kysely,
    sql`posts.posted_at <= clock_timestamp() - settings.retention_days * ${DAY} and ${isRemovable}`,
  );
}

/** A post that shows nothing but closed files, or one of them once it is a day old. */
async function takeClosed(
  kysely: Kysely<Tables>,
  closed: readonly string[],
): Promise<ExpiredPost | null> {
  const ids = sql`array(select jsonb_array_elements_text(${JSON.stringify(closed)}::jsonb))`;
  return take(
    kysely,
    sql`settings.redact_closed and posts.redacted_at is null and posts.files && ${ids} and (
      posts.files <@ ${ids} or posts.posted_at <= clock_timestamp() - ${CLOSED_MIN_AGE}
    )`,
  );
}

async function take(
  kysely: Kysely<Tables>,
  isWanted: RawBuilder<unknown>,
): Promise<ExpiredPost | null> {
  const { rows } = await sql<ExpiredPost>`
    update ${posts} as posts set try_at = ${LEASE}
    from ${channelSettings} as settings
    where settings.channel_id = posts.channel_id and posts.key = (
      select posts.key from ${posts} as posts
      join ${channelSettings} as settings using (channel_id)
      where posts.ts is not null and posts.try_at <= clock_timestamp()
        and ${isSettled} and ${isWanted}
      order by posts.posted_at limit 1
      for update of posts skip locked
    )
    returning posts.channel_id, posts.ts,
      settings.language, settings.retention_days, settings.retention_manner
  `.execute(kysely);
  const [row] = rows;
  if (row === undefined) return null;
  return { channelId: row.channelId, ts: row.ts, ...RetentionSettings.parse(row) };
}

const RetentionSettings = ChannelSettings.pick({
  language: true,
  retentionDays: true,
  retentionManner: true,
});

/** What the settings of a channel mean for what stands there. */
async function outlookOf(kysely: Kysely<Tables>, channelId: string): Promise<Outlook> {
  const end = sql`posts.posted_at + settings.retention_days * ${DAY}`;
  const { rows } = await sql<{ due: number; nextAt: Date | null }>`
    select (count(*) filter (where ${end} <= clock_timestamp()))::int as due,
      min(${end}) filter (where ${end} > clock_timestamp()) as next_at
    from ${posts} as posts
    join ${channelSettings} as settings using (channel_id)
    where posts.channel_id = ${channelId} and posts.ts is not null
      and settings.retention_days is not null and ${isRemovable}
  `.execute(kysely);
  const [row] = rows;
  return { due: row?.due ?? 0, nextAt: row?.nextAt?.getTime() ?? null };
}
