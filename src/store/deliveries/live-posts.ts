import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod';

import type { RunQuery } from '../database/connection.ts';
import { clock, clockPlus, SCHEMA } from '../database/schema.ts';
import type { Delivery, Digest } from '../digest.ts';
import { DIGEST_COLUMNS, digestOf } from '../digests.ts';
import type { TextCipher } from '../encryption.ts';
import { DELIVERY_COLUMNS, deliveryOf } from './deliveries.ts';

/**
 * Posts of digests that are updated when their files are decided: the last one of each digest, for a
 * day, while the digest is unchanged and the post is neither removed nor redacted.
 */
export interface LivePostStore {
  /** Posts that show an older snapshot than the one started at `readAtMs`, in epoch milliseconds. */
  findOutdated(readAtMs: number): Promise<readonly LivePost[]>;
  /**
   * Leases one, so that no other process updates or removes it meanwhile: at most once per minute, and not
   * while digests are due, which come first in Slack's rate limit.
   */
  take(deliveryId: string, readAtMs: number, leaseMs: number): Promise<boolean>;
  /** Records that it shows that snapshot now, and ends the lease. */
  recordUpdate(deliveryId: string, shown: string, readAtMs: number): Promise<void>;
  /** Leaves it alone for `ms`. */
  postpone(deliveryId: string, ms: number): Promise<void>;
  /** Ends live updates of the post. */
  end(deliveryId: string): Promise<void>;
}

const UPDATE_INTERVAL_MS = 60_000;
/** Updates yield to a due digest in another channel for no longer than this. */
const YIELD_MS_MAX = 120_000;

/** Without those that the post only counted as snoozed, which versions before did not mark. */
const FoundFiles = z
  .array(z.object({ id: z.string(), isSnoozed: z.boolean().default(false) }))
  .transform((files) => files.filter(({ isSnoozed }) => !isSnoozed));

const deliveries = sql.table(`${SCHEMA}.deliveries`);
const digests = sql.table(`${SCHEMA}.digests`);
const posts = sql.table(`${SCHEMA}.posts`);

/** By `ts`, as an earlier post may be found in the history, and recorded, after the newer one. */
const isSuperseded = sql<SqlBool>`(
  deliveries.due_at <= clock_timestamp() - interval '24 hours' or exists (
    select 1 from ${deliveries} as later
    where later.digest_id = deliveries.digest_id
      and later.ts collate "C" > deliveries.ts collate "C"
  )
)`;

/** A changed, paused or snoozed digest has another version than the post's. */
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
      and posts.redacted_at is null and posts.reduced_at is null
  )
)`;

const isAnyDue = sql<SqlBool>`exists (
  select 1 from ${deliveries} as due
  where due.settled_at is null and due.state in ('planned', 'posting')
    and due.due_at <= clock_timestamp()
    and (due.channel_id = deliveries.channel_id or due.due_at > ${clockPlus(-YIELD_MS_MAX)})
)`;

/** Creates the store of live posts. */
export function createLivePosts(runQuery: RunQuery, cipher: TextCipher): LivePostStore {
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
      const digestsById = new Map(found.map((row) => [row.id, digestOf(row, cipher)]));
      return rows.flatMap(({ live, liveShown, files, ...row }): LivePost[] => {
        const digest = digestsById.get(row.digestId);
        const layout = LiveLayout.safeParse(live).data;
        const known = FoundFiles.safeParse(files).data;
        if (digest === undefined || layout === undefined || known === undefined) return [];
        if (digest.schedule.isUnknown) return [];
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
 * The layout of a digest when it was posted, from which it can be updated with the same files in the
 * same places: ids, counts and our own codes; no person, no address.
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
    /** The changes since the post before it. */
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

/** The initial state of a live post. */
export interface LiveStart {
  readonly layout: LiveLayout;
  /** Hash of what it shows of its files. */
  readonly shownHash: string;
  /** Start of the snapshot that it shows, in epoch milliseconds. */
  readonly readAt: number;
}

/** A post that is kept up to date. */
export interface LivePost {
  readonly delivery: Delivery;
  readonly digest: Digest;
  readonly layout: LiveLayout;
  /** Ids of the files that the post counts, listed or not; snoozed ones are not among them. */
  readonly foundIds: readonly string[];
  /** Hash of what it shows of them now. */
  readonly shownHash: string;
}
