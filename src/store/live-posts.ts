import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod';

import type { RunQuery } from './database/connection.ts';
import { SCHEMA } from './database/schema.ts';
import { clock, clockPlus } from './database/sql-time.ts';
import { DELIVERY_COLUMNS, deliveryOf } from './deliveries.ts';
import type { Delivery, Digest } from './digest.ts';
import { DIGEST_COLUMNS, digestOf } from './digests.ts';

/**
 * Posts of digests that are written again when their files are decided: the last of each digest,
 * for a day, while the digest is as it was posted and the post is there as we wrote it.
 */
export interface LivePostStore {
  /** Those that show an older reading than the one that began then, in epoch milliseconds. */
  findOutdated(readAtMs: number): Promise<readonly LivePost[]>;
  /**
   * Takes one for as long as `leaseMs`, so that nobody else writes or removes it meanwhile. It is
   * taken at most once a minute, and not while digests are due.
   */
  take(deliveryId: string, readAtMs: number, leaseMs: number): Promise<boolean>;
  /** It shows that reading now. */
  recordUpdate(deliveryId: string, shown: string, readAtMs: number): Promise<void>;
  /** It is left alone for so long. */
  postpone(deliveryId: string, ms: number): Promise<void>;
  /** It is left alone for good. */
  end(deliveryId: string): Promise<void>;
}

const UPDATE_INTERVAL_MS = 60_000;
/** A digest that is due for longer than this does not hold up posts in other channels. */
const YIELD_MS_MAX = 120_000;

const FoundFiles = z.array(z.object({ id: z.string() }));

const deliveries = sql.table(`${SCHEMA}.deliveries`);
const digests = sql.table(`${SCHEMA}.digests`);
const posts = sql.table(`${SCHEMA}.posts`);

const isSuperseded = sql<SqlBool>`(
  deliveries.due_at <= clock_timestamp() - interval '24 hours' or exists (
    select 1 from ${deliveries} as later
    where later.digest_id = deliveries.digest_id and later.posted_at > deliveries.posted_at
  )
)`;

/** A digest that was changed, paused or snoozed has another version. */
const isLive: RawBuilder<SqlBool> = sql<SqlBool>`(
  deliveries.live is not null and deliveries.state = 'posted' and deliveries.removed_at is null
  and not ${isSuperseded}
  and exists (
    select 1 from ${digests} as digests
    where digests.id = deliveries.digest_id and digests.removed_at is null
      and digests.state = 'active'
      and digests.version = (deliveries.live ->> 'version')::integer
  )
  and exists (
    select 1 from ${posts} as posts
    where posts.key = deliveries.id::text and posts.ts = deliveries.ts
      and posts.redacted_at is null
  )
)`;

const isAnyDue = sql<SqlBool>`exists (
  select 1 from ${deliveries} as due
  where due.settled_at is null and due.state in ('planned', 'posting')
    and due.due_at <= clock_timestamp()
    and (due.channel_id = deliveries.channel_id or due.due_at > ${clockPlus(-YIELD_MS_MAX)})
)`;

/** Live posts in the database that `ask` asks. */
export function createLivePosts(runQuery: RunQuery): LivePostStore {
  const write = async (deliveryId: string, columns: { live: null } | { liveAt: typeof clock }) => {
    await runQuery((kysely) =>
      kysely.updateTable('deliveries').set(columns).where('id', '=', deliveryId).execute(),
    );
  };

  return {
    async findOutdated(readAtMs) {
      await runQuery((kysely) =>
        kysely
          .updateTable('deliveries')
          .set({ live: null })
          .where('live', 'is not', null)
          .where(isSuperseded)
          .execute(),
      );
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('deliveries')
          .innerJoin('digestMemory', 'digestMemory.digestId', 'deliveries.digestId')
          .select(DELIVERY_COLUMNS.map((column) => `deliveries.${column}` as const))
          .select(['deliveries.live', 'deliveries.liveShown', 'digestMemory.files'])
          .where('deliveries.liveReadAt', '<', new Date(readAtMs))
          .where(isLive)
          .orderBy('deliveries.dueAt')
          .execute(),
      );
      const ids = [...new Set(rows.map(({ digestId }) => digestId))];
      if (ids.length === 0) return [];
      const found = await runQuery((kysely) =>
        kysely.selectFrom('digests').select(DIGEST_COLUMNS).where('id', 'in', ids).execute(),
      );
      const digestsById = new Map(found.map((row) => [row.id, digestOf(row)]));
      return rows.flatMap(({ live, liveShown, files, ...row }): LivePost[] => {
        const digest = digestsById.get(row.digestId);
        const layout = LiveLayout.safeParse(live).data;
        const known = FoundFiles.safeParse(files).data;
        if (digest === undefined || layout === undefined || known === undefined) return [];
        return [
          {
            delivery: deliveryOf(row),
            digest,
            layout,
            foundIds: known.map(({ id }) => id),
            shownHash: liveShown ?? '',
          },
        ];
      });
    },
    async take(deliveryId, readAtMs, leaseMs) {
      const { rows } = await runQuery((kysely) =>
        sql`
          with taken as (
            update ${posts} as posts set try_at = ${clockPlus(leaseMs)}
            where posts.key = ${deliveryId} and posts.redacted_at is null
              and posts.try_at <= clock_timestamp()
              and exists (
                select 1 from ${deliveries} as deliveries
                where deliveries.id::text = posts.key and ${isLive} and not ${isAnyDue}
                  and deliveries.live_read_at < ${new Date(readAtMs)}
                  and coalesce(deliveries.live_at, deliveries.posted_at + ${UPDATE_INTERVAL_MS}::float8
                    * interval '1 millisecond') <= clock_timestamp()
              )
            returning posts.key
          )
          update ${deliveries} as deliveries set live_at = ${clockPlus(UPDATE_INTERVAL_MS)}
          from taken where deliveries.id::text = taken.key
          returning deliveries.id
        `.execute(kysely),
      );
      return rows.length > 0;
    },
    async recordUpdate(deliveryId, liveShown, readAtMs) {
      await runQuery((kysely) =>
        kysely
          .with('given', (database) =>
            database
              .updateTable('posts')
              .set({ tryAt: clock })
              .where('key', '=', deliveryId)
              .where('redactedAt', 'is', null)
              .where('tryAt', '<=', clockPlus(UPDATE_INTERVAL_MS)),
          )
          .updateTable('deliveries')
          .set({ liveShown, liveReadAt: new Date(readAtMs), liveAt: clockPlus(UPDATE_INTERVAL_MS) })
          .where('id', '=', deliveryId)
          .execute(),
      );
    },
    postpone: (deliveryId, ms) =>
      write(deliveryId, { liveAt: clockPlus(Math.max(ms, UPDATE_INTERVAL_MS)) }),
    end: (deliveryId) => write(deliveryId, { live: null }),
  };
}

const Ids = z.array(z.string()).readonly();
const Changed = z.object({ count: z.number(), ids: Ids }).readonly();

/**
 * How a digest was laid out when it was posted, so that it can be written again with the same files
 * in the same places: ids, counts and words of ours; no person, no place.
 */
export type LiveLayout = z.output<typeof LiveLayout>;

export const LiveLayout = z
  .object({
    /** The version of the digest that was posted. */
    version: z.int(),
    sections: z
      .array(
        z
          .object({
            kind: z.enum([
              'overdue',
              'ready',
              'review',
              'waiting',
              'others',
              'property',
              'manager',
            ]),
            count: z.int(),
            ids: Ids,
          })
          .readonly(),
      )
      .readonly(),
    /** What it said of the time before it. */
    changes: z
      .object({ added: Changed, becameReady: Changed, decided: Changed, dropped: Changed })
      .readonly()
      .nullable(),
    timing: z.enum(['on time', 'late', 'catch-up']),
    skipped: z.int(),
    hidden: z.int(),
    hasThread: z.boolean(),
  })
  .readonly();

/** How a post begins that follows what becomes of its files. */
export interface LiveStart {
  readonly layout: LiveLayout;
  /** Tells of what it shows of its files: another one shows something else. */
  readonly shownHash: string;
  /** When the reading began that it shows, in epoch milliseconds. */
  readonly readAt: number;
}

/** A post that follows what becomes of its files. */
export interface LivePost {
  readonly delivery: Delivery;
  readonly digest: Digest;
  readonly layout: LiveLayout;
  /** Ids of the files that the digest found, shown or not. */
  readonly foundIds: readonly string[];
  /** Tells of what it shows of them now. */
  readonly shownHash: string;
}
