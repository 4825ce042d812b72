import { type Kysely, type RawBuilder, type SqlBool, type UpdateObject, sql } from 'kysely';

import { ChannelSettings } from './channel-settings.ts';
import type { RunQuery } from './database/connection.ts';
import { SCHEMA, type Tables, clock, clockPlus } from './database/schema.ts';
import { failedAgain } from './deliveries/deliveries.ts';

/** The purpose of a post. */
export type PostKind = 'digest' | 'rest' | 'notice' | 'escalation' | 'owner' | 'share';

/** A message that is about to be posted. */
export interface NewPost {
  /** Opaque key in the message's metadata, by which it is found after an unclear attempt. */
  readonly key: string;
  /** A channel or a direct message, never a user id. */
  readonly channelId: string;
  readonly kind: PostKind;
  /** Ids of the open rental files in it. */
  readonly files: readonly string[];
  /** Whether it shows only what a channel that is shared with another organisation may see. */
  readonly isReduced?: boolean;
}

/** A post that may or may not be there. */
export interface UnclearPost {
  readonly key: string;
  readonly channelId: string;
  /** Earliest time at which it may have been posted, in epoch milliseconds. */
  readonly since: number;
  /** For how long that has been, in milliseconds of the database's clock. */
  readonly ageMs: number;
  /** `ts` of the message in whose thread it is; `null` for one that is in no thread. */
  readonly thread: string | null;
  /** Its `ts` where its delivery has recorded it, and only its own record is incomplete. */
  readonly ts: string | null;
}

/**
 * Posts in channels, by their key or by channel and `ts`, the id that Slack gives a message in its
 * channel. The `take…` methods lease a post to the caller for 10 minutes. Every call may reject with
 * a `StoreError`.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postMessage
 */
export interface PostsStore {
  /** Records that a post may be there from now on. One that is known to be there stays as it is. */
  intend(post: NewPost): Promise<void>;
  /**
   * Records that a post is there. One with a `ts` keeps it, and an unknown key is ignored.
   *
   * @param ts of the message, as `chat.postMessage` returned it or the history has it
   */
  posted(key: string, ts: string): Promise<void>;
  /** Records that a post certainly was not made; one that is known to be there stays. */
  withdraw(key: string): Promise<void>;
  /**
   * Records that a post shows other rental files now, and is neither redacted nor reduced any more;
   * unknown messages are ignored.
   *
   * @param files ids of the open files in it
   */
  changed(channelId: string, ts: string, files: readonly string[]): Promise<void>;
  /** Records that the message is gone; unknown messages are ignored. */
  removed(channelId: string, ts: string): Promise<void>;
  /** Records that its content was replaced by a sentence; unknown messages are ignored. */
  redacted(channelId: string, ts: string): Promise<void>;
  /**
   * Keeps a post from being taken for some time; unknown messages are ignored.
   *
   * @param ms milliseconds from now on, by the database's clock
   */
  postpone(channelId: string, ts: string, ms: number): Promise<void>;
  /**
   * Takes the oldest post past the retention period of its channel; `null` when there is none. Posts
   * of deliveries that are not settled are left out.
   */
  takeExpired(): Promise<ExpiredPost | null>;
  /** Ids of the files in posts that are to be redacted once one of them is closed, each once. */
  watchedFiles(): Promise<readonly string[]>;
  /**
   * Takes the oldest post whose files are all closed, or, once it is a day old, one of whose files
   * is; `null` when there is none. Only in channels that want it.
   *
   * @param closed ids of closed files
   */
  takeClosed(closed: readonly string[]): Promise<ExpiredPost | null>;
  /** Takes a post whose attempt has been unclear for 10 minutes or more; `null` when there is none. */
  takeUnclear(): Promise<UnclearPost | null>;
  /**
   * Keeps a post that may be there from being taken for some time; one that is known to be is ignored.
   *
   * @param ms milliseconds from now on, by the database's clock
   */
  postponeUnclear(key: string, ms: number): Promise<void>;
  /** Records that the look-up of a post has failed, and gives for how long that is so, in milliseconds. */
  recordFailedLookUp(key: string): Promise<number>;
  /** The effect of a channel's retention settings on its posts. */
  outlook(channelId: string): Promise<Outlook>;
}

/** Longer than any request to Slack. */
const UNCLEAR_RETRY_MS = 600_000;

/** Creates the store of posts over the table `posts`. */
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
    async intend({ key, channelId, kind, files, isReduced = false }) {
      const columns = {
        channelId,
        kind,
        files,
        tryAt: clockPlus(UNCLEAR_RETRY_MS),
        reducedAt: isReduced ? clock : null,
      };
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
    changed: (channelId, ts, files) =>
      write(channelId, ts, { files, redactedAt: null, reducedAt: null }),
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
          from ${posts} as posts
          join ${channelSettings} as settings using (channel_id)
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
          .returning(['key', 'channelId', 'postedAt', ageMs, thread, threadReply])
          .executeTakeFirst(),
      );
      if (row === undefined) return null;
      const { postedAt, ...post } = row;
      return { ...post, since: postedAt.getTime() };
    },
    async postponeUnclear(key, ms) {
      await runQuery((kysely) =>
        kysely
          .updateTable('posts')
          .set({ tryAt: clockPlus(ms) })
          .where('key', '=', key)
          .where('ts', 'is', null)
          .execute(),
      );
    },
    async recordFailedLookUp(key) {
      const row = await runQuery((kysely) =>
        kysely
          .updateTable('posts')
          .set(failedAgain)
          .where('key', '=', key)
          .returning(
            sql<number>`extract(epoch from ${clock} - failing_since)::float8 * 1000`.as('ms'),
          )
          .executeTakeFirst(),
      );
      return row?.ms ?? 0;
    },
    outlook: (channelId) => runQuery((kysely) => outlookOf(kysely, channelId)),
  };
}

/** A post to remove or to redact, and the settings of its channel by which that is done. */
export interface ExpiredPost extends Pick<
  ChannelSettings,
  'language' | 'retentionDays' | 'retentionManner'
> {
  readonly channelId: string;
  /** Slack's id of the message in its channel. */
  readonly ts: string;
  /** Whether a sentence stands in its place already, as it could not be deleted. */
  readonly isRedacted: boolean;
}

/** Posts of a channel by their retention; none is due where posts stay. */
export interface Outlook {
  /** Number of posts past the retention period. */
  readonly due: number;
  /** When the next one will be, in epoch milliseconds; `null` when there is none. */
  readonly nextAt: number | null;
}

/** Deleting takes seconds; after this, another process may try in place of one that died. */
export const LEASE_MS = 600_000;
export const LEASE = clockPlus(LEASE_MS);

/** Days of settings are 24 hours, whatever the server's time zone. */
const DAY = sql`interval '24 hours'`;

/** A list with one closed file among others stays useful for its day. */
const CLOSED_MIN_AGE = DAY;

export const posts = sql.table(`${SCHEMA}.posts`);
const channelSettings = sql.table(`${SCHEMA}.channel_settings`);
const deliveries = sql.table(`${SCHEMA}.deliveries`);

/** A delivery that is not settled may still look for its post. */
export const isSettled: RawBuilder<SqlBool> = sql<SqlBool>`not exists (
  select 1 from ${deliveries} as deliveries
  where deliveries.id::text = split_part(posts.key, ':', 1) and deliveries.settled_at is null
)`;

const ageMs = sql<number>`
  extract(epoch from clock_timestamp() - posts.posted_at)::float8 * 1000
`.as('ageMs');

/** What the delivery of a message in its thread has recorded. */
const thread = ofDelivery('ts').as('thread');
const threadReply = ofDelivery('thread_ts').as('ts');

function ofDelivery(column: 'ts' | 'thread_ts'): RawBuilder<string | null> {
  return sql<string | null>`case when posts.kind = 'rest' then (
    select ${sql.ref(`deliveries.${column}`)} from ${deliveries} as deliveries
    where deliveries.id::text = split_part(posts.key, ':', 1)
  ) end`;
}

/** A manner that this version does not know redacts, too. */
const isRemovable = sql`(settings.retention_manner = 'delete' or posts.redacted_at is null)`;

async function takeExpired(kysely: Kysely<Tables>): Promise<ExpiredPost | null> {
  return take(
    kysely,
    sql`settings.retention_days > 0 and ${isRemovable}
      and posts.posted_at <= clock_timestamp() - settings.retention_days * ${DAY}`,
  );
}

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
    returning posts.channel_id, posts.ts, posts.redacted_at is not null as is_redacted,
      settings.language, settings.retention_days, settings.retention_manner
  `.execute(kysely);
  const [row] = rows;
  if (row === undefined) return null;
  const { channelId, ts, isRedacted } = row;
  return { channelId, ts, isRedacted, ...RetentionSettings.parse(row) };
}

const RetentionSettings = ChannelSettings.pick({
  language: true,
  retentionDays: true,
  retentionManner: true,
});

async function outlookOf(kysely: Kysely<Tables>, channelId: string): Promise<Outlook> {
  const end = sql`posts.posted_at + settings.retention_days * ${DAY}`;
  const { rows } = await sql<{ due: number; nextAt: Date | null }>`
    select (count(*) filter (where ${end} <= clock_timestamp()))::int as due,
      min(${end}) filter (where ${end} > clock_timestamp()) as next_at
    from ${posts} as posts
    join ${channelSettings} as settings using (channel_id)
    where posts.channel_id = ${channelId} and posts.ts is not null
      and settings.retention_days > 0 and ${isRemovable}
  `.execute(kysely);
  const [row] = rows;
  return { due: row?.due ?? 0, nextAt: row?.nextAt?.getTime() ?? null };
}
