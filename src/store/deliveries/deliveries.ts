import { randomUUID } from 'node:crypto';

import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';

import { inTransaction, type RunQuery } from '../database/connection.ts';
import { clock, clockPlus, SCHEMA, msOrNull, type Tables } from '../database/schema.ts';
import type { Delivery, Digest, DigestCounts, ShownFile } from '../digest.ts';

interface DeliveryQuery {
  readonly digestId?: string;
  readonly limit: number;
  /** Due time of the last delivery of the page before, in epoch milliseconds. */
  readonly before?: number;
}

/** The message of a delivery. */
export interface Post {
  readonly deliveryId: string;
  readonly channelId: string;
  readonly ts: string;
  /** `ts` of the message in its thread; `null` when there is none, or it is not known. */
  readonly threadTs: string | null;
}

/** The history of digests: their deliveries, and the posts to remove. */
export interface DeliveriesStore {
  find(id: string): Promise<Delivery | null>;
  /** Latest due time first. */
  list(query: DeliveryQuery): Promise<Delivery[]>;
  /**
   * Plans a delivery on demand; gives the one before while that is still to be posted, so that a
   * digest asked for twice is posted once.
   *
   * @param slot local date and time
   * @param giveUpMs how long it may still be posted
   */
  planRun(
    digestId: string,
    slot: string,
    giveUpMs: number,
  ): Promise<Delivery & { readonly isNew: boolean }>;
  /** The counts of a digest's posts since an instant, oldest first. */
  countsSince(
    digestId: string,
    sinceMs: number,
  ): Promise<readonly { readonly dueAt: number; readonly counts: DigestCounts }[]>;
  /** The files of the last post; `null` when there was none, or they were too many. */
  lastShownFiles(digestId: string): Promise<readonly ShownFile[] | null>;
  /** Ids of the files that a digest has escalated, or is about to; none where it escalates none. */
  escalatedFiles(digest: Pick<Digest, 'id' | 'options'>): Promise<ReadonlySet<string>>;
  /** Time of a digest's last post; `null` for never. */
  lastPostedAt(digestId: string): Promise<number | null>;
  /**
   * The posts of a digest that a newer one has followed, which have not been removed. Of two posts,
   * the `ts` says which is the newer one, in different channels, too.
   */
  outdatedPosts(digestId: string): Promise<Post[]>;
  /**
   * Records that the look-up of a delivery fails, or what follows it, and gives since when that is so,
   * in epoch milliseconds of the database's clock.
   */
  failingSince(id: string): Promise<number>;
  /** Records that it does not fail any more. */
  clearFailing(id: string): Promise<void>;
  /** Posts due for removal, leased to the caller for 10 minutes. */
  takeExpired(limit: number): Promise<Post[]>;
  /** Records that the post is removed. */
  recordRemoval(deliveryId: string): Promise<void>;
  /**
   * Records that Slack refused to delete the post, which is tried again after an hour.
   *
   * @returns whether it is given up, a day after the first refusal
   */
  recordRefusedRemoval(deliveryId: string): Promise<boolean>;
}

/** After a longer time without a failure, there may have been no process that could fail. */
const AWAY_MS = 12 * 3_600_000;

/** What is recorded with each failure of something that is given up after a day of them. */
export const failedAgain: {
  readonly failingSince: RawBuilder<Date>;
  readonly failedAt: typeof clock;
} = {
  // Not later than now, where the clock was ahead.
  failingSince: sql<Date>`
    least(case when failed_at > ${clockPlus(-AWAY_MS)} then failing_since end, ${clock})`,
  failedAt: clock,
};

const ShownFiles = z.array(z.object({ id: z.string(), decision: z.string() })).nullable();

const REMOVAL_LEASE_MS = 600_000;
const REFUSED_RETRY_MS = 3_600_000;
const GIVE_UP_MS = 86_400_000;

/** Creates the store of deliveries. */
export function createDeliveries(runQuery: RunQuery): DeliveriesStore {
  return {
    async find(id) {
      const row = await runQuery((kysely) => rows(kysely).where('id', '=', id).executeTakeFirst());
      return row === undefined ? null : deliveryOf(row);
    },
    async list({ digestId, limit, before }) {
      const found = await runQuery((kysely) =>
        rows(kysely)
          .$if(digestId !== undefined, (query) => query.where('digestId', '=', digestId ?? ''))
          .$if(before !== undefined, (query) => query.where('dueAt', '<', new Date(before ?? 0)))
          .orderBy('dueAt', 'desc')
          .orderBy('id')
          .limit(limit)
          .execute(),
      );
      return found.map(deliveryOf);
    },
    async planRun(digestId, slot, giveUpMs) {
      return inTransaction(runQuery, async (transaction) => {
        // Of two at once, the second waits here and then finds the run of the first.
        await transaction
          .selectFrom('digests')
          .select('id')
          .where('id', '=', digestId)
          .forUpdate()
          .execute();
        const unposted = await rows(transaction)
          .where('digestId', '=', digestId)
          .where('kind', '=', 'run')
          .where('state', 'in', ['planned', 'posting'])
          .where('giveUpAt', '>', clock)
          .executeTakeFirst();
        if (unposted !== undefined) return { ...deliveryOf(unposted), isNew: false };
        const row = await transaction
          .insertInto('deliveries')
          .values({
            id: randomUUID(),
            digestId,
            slot,
            kind: 'run',
            dueAt: clock,
            giveUpAt: clockPlus(giveUpMs),
            state: 'planned',
          })
          .returning(DELIVERY_COLUMNS)
          .executeTakeFirstOrThrow();
        return { ...deliveryOf(row), isNew: true };
      });
    },
    async countsSince(digestId, sinceMs) {
      const found = await runQuery((kysely) =>
        rows(kysely)
          .where('digestId', '=', digestId)
          .where('state', '=', 'posted')
          .where('dueAt', '>=', new Date(sinceMs))
          .orderBy('dueAt')
          .execute(),
      );
      return found
        .map(deliveryOf)
        .flatMap(({ dueAt, counts }) => (counts === null ? [] : [{ dueAt, counts }]));
    },
    async lastShownFiles(digestId) {
      const row = await runQuery((kysely) =>
        kysely
          .selectFrom('digestMemory')
          .select('files')
          .where('digestId', '=', digestId)
          .executeTakeFirst(),
      );
      // What a newer version has remembered in another form is compared with nothing.
      return ShownFiles.safeParse(row?.files).data ?? null;
    },
    async escalatedFiles({ id, options }) {
      if (options.escalate === null) return new Set();
      const found = await runQuery((kysely) =>
        kysely
          .selectFrom('digestEscalations')
          .select('fileId')
          .where('digestId', '=', id)
          .execute(),
      );
      return new Set(found.map(({ fileId }) => fileId));
    },
    async lastPostedAt(digestId) {
      const row = await runQuery((kysely) =>
        kysely
          .selectFrom('deliveries')
          .select(({ fn }) => fn.max('postedAt').as('postedAt'))
          .where('digestId', '=', digestId)
          .executeTakeFirst(),
      );
      return row?.postedAt?.getTime() ?? null;
    },
    async outdatedPosts(digestId) {
      const found = await runQuery((kysely) =>
        kysely
          .selectFrom('deliveries')
          .select(['id', 'channelId', 'ts', threadTs])
          .where('digestId', '=', digestId)
          .where((build) =>
            build.exists(
              build
                .selectFrom('deliveries as later')
                .select('later.id')
                .where('later.digestId', '=', digestId)
                .where(sql<boolean>`later.ts collate "C" > deliveries.ts collate "C"`),
            ),
          )
          .where('removedAt', 'is', null)
          .orderBy('dueAt')
          .execute(),
      );
      return found.flatMap(postOf);
    },
    async failingSince(id) {
      const row = await runQuery((kysely) =>
        kysely
          .updateTable('deliveries')
          .set(failedAgain)
          .where('id', '=', id)
          .returning('failingSince')
          .executeTakeFirst(),
      );
      return row?.failingSince?.getTime() ?? Infinity;
    },
    async clearFailing(id) {
      await runQuery((kysely) =>
        kysely
          .updateTable('deliveries')
          .set({ failingSince: null, failedAt: null })
          .where('id', '=', id)
          .where('failingSince', 'is not', null)
          .execute(),
      );
    },
    async takeExpired(limit) {
      const found = await runQuery((kysely) =>
        kysely
          .updateTable('deliveries')
          .set({ removeAt: clockPlus(REMOVAL_LEASE_MS) })
          .where((build) =>
            build(
              'id',
              'in',
              build
                .selectFrom('deliveries')
                .select('id')
                .where('removeAt', '<=', clock)
                .where('removedAt', 'is', null)
                .orderBy('removeAt')
                .limit(limit)
                .forUpdate()
                .skipLocked(),
            ),
          )
          .returning(['id', 'channelId', 'ts', threadTs])
          .execute(),
      );
      return found.flatMap(postOf);
    },
    async recordRemoval(deliveryId) {
      await runQuery((kysely) =>
        kysely
          .updateTable('deliveries')
          .set({ removedAt: clock })
          .where('id', '=', deliveryId)
          .execute(),
      );
    },
    async recordRefusedRemoval(deliveryId) {
      const row = await runQuery((kysely) =>
        kysely
          .updateTable('deliveries')
          .set({
            removeAt: clockPlus(REFUSED_RETRY_MS),
            removeRefusedAt: sql<Date>`coalesce(remove_refused_at, ${clock})`,
            removedAt: sql<Date | null>`
              case when remove_refused_at <= ${clockPlus(-GIVE_UP_MS)} then ${clock} end`,
          })
          .where('id', '=', deliveryId)
          .where('removedAt', 'is', null)
          .returning('removedAt')
          .executeTakeFirst(),
      );
      return row !== undefined && row.removedAt !== null;
    },
  };
}

function rows(kysely: Kysely<Tables>) {
  return kysely.selectFrom('deliveries').select(DELIVERY_COLUMNS);
}

function postOf(
  row: Pick<DeliveryRow, 'id' | 'channelId' | 'ts'> & { readonly threadTs: string | null },
): Post[] {
  const { id: deliveryId, channelId, ts, threadTs: reply } = row;
  return channelId === null || ts === null ? [] : [{ deliveryId, channelId, ts, threadTs: reply }];
}

/** What versions before the column posted, or what was not recorded in it, is among all posts. */
const threadTs = sql<string | null>`coalesce(deliveries.thread_ts, (
  select posts.ts from ${sql.table(`${SCHEMA}.posts`)} as posts
  where posts.key = deliveries.id::text || ':rest'
))`.as('threadTs');

export const DELIVERY_COLUMNS = [
  'id',
  'digestId',
  'slot',
  'kind',
  'dueAt',
  'giveUpAt',
  'state',
  'reason',
  'tries',
  'firstTryAt',
  'postedAt',
  'channelId',
  'ts',
  'noticeTs',
  'isLate',
  'isIncomplete',
  'ready',
  'waiting',
  'overdue',
] as const;

type DeliveryRow = Pick<Selectable<Tables['deliveries']>, (typeof DELIVERY_COLUMNS)[number]>;

/** A row as a delivery. */
export function deliveryOf({ ready, waiting, overdue, ...row }: DeliveryRow): Delivery {
  return {
    id: row.id,
    digestId: row.digestId,
    // Without the zone, which belongs to its key only.
    slot: row.slot.replace(/\[.*$/u, ''),
    kind: row.kind,
    dueAt: row.dueAt.getTime(),
    giveUpAt: row.giveUpAt.getTime(),
    state: row.state,
    reason: row.reason,
    tries: row.tries,
    firstTryAt: msOrNull(row.firstTryAt),
    postedAt: msOrNull(row.postedAt),
    channelId: row.channelId,
    ts: row.ts,
    noticeTs: row.noticeTs,
    isLate: row.isLate,
    isIncomplete: row.isIncomplete,
    counts:
      ready === null || waiting === null || overdue === null ? null : { ready, waiting, overdue },
  };
}
