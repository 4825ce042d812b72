import { type UpdateObject, sql } from 'kysely';

import type { RunQuery } from './database/connection.ts';
import { type Tables, clock } from './database/schema.ts';
import { LEASE, posts } from './posts.ts';

/** A post that shows more than its channel may see. */
export interface ExposedPost {
  readonly key: string;
  readonly channelId: string;
  /** Slack's id of the message in its channel. */
  readonly ts: string;
  /** Ids of the open rental files in it. */
  readonly files: readonly string[];
  /** For how long it has been to be reduced, in milliseconds of the database's clock. */
  readonly ageMs: number;
}

/**
 * Posts of rental files in channels that have become shared with other organisations. The `take…`
 * methods lease posts to the caller for 10 minutes. Every call may reject with a `StoreError`.
 */
export interface ReductionsStore {
  /** Marks the posts of a channel; those that are marked or reduced stay as they are. */
  mark(channelId: string): Promise<void>;
  /** Unmarks the posts of a channel, which is not shared any more; failed ones stay marked. */
  unmark(channelId: string): Promise<void>;
  /** Takes the newest marked post; `null` when there is none. */
  take(): Promise<ExposedPost | null>;
  /** Records that a post shows only what the channel may see; it is not marked any more. */
  recordReduced(key: string): Promise<void>;
  /** Records that a post could neither be changed nor deleted; it is not taken any more. */
  recordFailed(key: string): Promise<void>;
  /**
   * Takes the failed posts of one channel of which admins are not notified yet, 20 at most; empty
   * when there is none.
   */
  takeFailed(): Promise<readonly ExposedPost[]>;
  /** Those of the keys with which a message was sent, or may have been. */
  sentAmong(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Records that admins are notified of failed posts, by their keys. */
  recordNotified(keys: readonly string[]): Promise<void>;
  /**
   * Ids of channels with posts that show rental files, chosen at random.
   *
   * @param count how many at most
   */
  someChannels(count: number): Promise<readonly string[]>;
}

const showsFiles = sql`posts.kind in ('digest', 'rest', 'escalation', 'share')
  and posts.reduced_at is null and posts.redacted_at is null and posts.channel_id not like 'D%'`;
const FAILED_MAX = 20;

const exposedPost = sql`posts.key, posts.channel_id, posts.ts, posts.files,
  extract(epoch from clock_timestamp() - posts.reduce_at)::float8 * 1000 as age_ms`;

/** Creates the store of reductions over the table `posts`. */
export function createReductions(runQuery: RunQuery): ReductionsStore {
  const set = async (keys: readonly string[], columns: UpdateObject<Tables, 'posts'>) => {
    await runQuery((kysely) =>
      kysely.updateTable('posts').set(columns).where('key', 'in', keys).execute(),
    );
  };

  return {
    async mark(channelId) {
      await runQuery((kysely) =>
        sql`
          update ${posts} as posts set reduce_at = clock_timestamp()
          where posts.channel_id = ${channelId} and posts.reduce_at is null and ${showsFiles}
        `.execute(kysely),
      );
    },
    async unmark(channelId) {
      await runQuery((kysely) =>
        kysely
          .updateTable('posts')
          .set({ reduceAt: null, tryAt: clock })
          .where('channelId', '=', channelId)
          .where('reduceAt', 'is not', null)
          .where('reduceFailedAt', 'is', null)
          .execute(),
      );
    },
    async take() {
      const { rows } = await runQuery((kysely) =>
        sql<ExposedPost>`
          update ${posts} as posts set try_at = ${LEASE}
          where posts.key = (
            select posts.key from ${posts} as posts
            where posts.reduce_at is not null and posts.reduce_failed_at is null
              and posts.ts is not null and posts.try_at <= clock_timestamp() and ${showsFiles}
            order by posts.posted_at desc limit 1
            for update skip locked
          )
          returning ${exposedPost}
        `.execute(kysely),
      );
      return rows[0] ?? null;
    },
    recordReduced: (key) => set([key], { reducedAt: clock, reduceAt: null, tryAt: clock }),
    recordFailed: (key) => set([key], { reduceFailedAt: clock, tryAt: clock }),
    async takeFailed() {
      const { rows } = await runQuery((kysely) =>
        sql<ExposedPost>`
          update ${posts} as posts set try_at = ${LEASE}
          where posts.key in (
            select posts.key from ${posts} as posts
            where posts.reduce_failed_at is not null and posts.reduce_told_at is null
              and posts.try_at <= clock_timestamp() and posts.channel_id = (
                select first.channel_id from ${posts} as first
                where first.reduce_failed_at is not null and first.reduce_told_at is null
                order by first.reduce_failed_at limit 1
              )
            order by posts.key limit ${FAILED_MAX}
            for update skip locked
          )
          returning ${exposedPost}
        `.execute(kysely),
      );
      return rows;
    },
    async sentAmong(keys) {
      if (keys.length === 0) return new Set();
      const rows = await runQuery((kysely) =>
        kysely.selectFrom('posts').select('key').where('key', 'in', keys).execute(),
      );
      return new Set(rows.map(({ key }) => key));
    },
    recordNotified: (keys) => set(keys, { reduceToldAt: clock, tryAt: clock }),
    async someChannels(count) {
      const { rows } = await runQuery((kysely) =>
        sql<{ channelId: string }>`
          select posts.channel_id from ${posts} as posts
          where posts.ts is not null and posts.reduce_at is null and ${showsFiles}
          group by posts.channel_id order by random() limit ${count}
        `.execute(kysely),
      );
      return rows.map(({ channelId }) => channelId);
    },
  };
}
