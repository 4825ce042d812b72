import { randomUUID } from 'node:crypto';

import { type Kysely, sql, type UpdateObject } from 'kysely';

import type { RunQuery } from './database/connection.ts';
import type { Tables } from './database/schema.ts';
import { clock, clockPlus, msOrNull } from './database/sql-time.ts';
import { DELIVERY_COLUMNS, deliveryOf } from './deliveries.ts';
import type { Delivery, Digest, DigestCounts, ShownFile } from './digest.ts';
import { DIGEST_COLUMNS, digestOf } from './digests.ts';
import type { LiveStart } from './live-posts.ts';

/** The right to work on a delivery, for as long as nobody else has taken it over. */
export interface Lease {
  readonly deliveryId: string;
  readonly key: string;
}

/** A delivery in somebody's hands. */
export interface LeasedDelivery {
  readonly lease: Lease;
  readonly delivery: Delivery;
  readonly digest: Digest;
  readonly isRemoved: boolean;
  /** What the database's clock showed, in epoch milliseconds, like every instant here. */
  readonly now: number;
  readonly lastTryAt: number | null;
  readonly outageNoticeTriedAt: number | null;
  readonly ownerNotifiedAt: number | null;
  /** When the owner may have been told last, and to whom or in which channel that was said. */
  readonly ownerNoticeTriedAt: number | null;
  readonly ownerNoticeTriedIn: string | null;
}

/**
 * Takes a delivery that nobody holds, or whose holder has been silent for `leaseMs`.
 *
 * @returns `settled` when nothing is left to do, `held` while somebody else has it
 */
async function acquireLease(
  kysely: Kysely<Tables>,
  deliveryId: string,
  leaseMs: number,
): Promise<LeasedDelivery | 'settled' | 'leased'> {
  const key = randomUUID();
  const row = await kysely
    .updateTable('deliveries')
    .set({ claim: key, claimedAt: clock })
    .where('id', '=', deliveryId)
    .where('settledAt', 'is', null)
    .where((build) =>
      build.or([build('claim', 'is', null), build('claimedAt', '<', clockPlus(-leaseMs))]),
    )
    .returning([
      ...DELIVERY_COLUMNS,
      'claimedAt',
      'lastTryAt',
      'noticeTriedAt',
      'toldAt',
      'tellTriedAt',
      'tellTriedIn',
    ])
    .executeTakeFirst();
  if (row === undefined) {
    const there = await kysely
      .selectFrom('deliveries')
      .select('settledAt')
      .where('id', '=', deliveryId)
      .executeTakeFirst();
    return there === undefined || there.settledAt !== null ? 'settled' : 'leased';
  }
  const digest = await kysely
    .selectFrom('digests')
    .select([...DIGEST_COLUMNS, 'removedAt'])
    .where('id', '=', row.digestId)
    .executeTakeFirstOrThrow();
  return {
    lease: { deliveryId, key },
    delivery: deliveryOf(row),
    digest: digestOf(digest),
    isRemoved: digest.removedAt !== null,
    now: row.claimedAt?.getTime() ?? 0,
    lastTryAt: msOrNull(row.lastTryAt),
    outageNoticeTriedAt: msOrNull(row.noticeTriedAt),
    ownerNotifiedAt: msOrNull(row.toldAt),
    ownerNoticeTriedAt: msOrNull(row.tellTriedAt),
    ownerNoticeTriedIn: row.tellTriedIn,
  };
}

/** What a post is about to show. */
interface PostContent {
  readonly channelId: string;
  readonly isLate: boolean;
  readonly isIncomplete: boolean;
  readonly counts: DigestCounts;
  readonly files: readonly ShownFile[] | null;
  /** `null` for a post that stays as it is. */
  readonly live: LiveStart | null;
}

/** What follows a post. */
export interface AfterPost {
  /** In how many days it is to go; `null` for never. */
  readonly removeAfterDays: number | null;
  /** Whether nothing else is left to do. */
  readonly isSettled: boolean;
}

/** How a delivery ends that posts nothing, or does not know whether it has. */
export interface Ending {
  readonly state: 'skipped' | 'missed' | 'failed' | 'unknown';
  readonly reason: string | null;
  /** Also pauses the digest, for the same reason. */
  readonly pauses?: boolean;
}

/** Somebody else has taken the delivery over: whoever worked on it leaves it alone. */
export class LeaseLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/**
 * The steps of a delivery, each of them durable. All but `claim` throw `ClaimLostError` when the
 * claim is not the newest.
 */
export interface LeaseStore {
  /**
   * Takes a delivery, also from a holder that has been silent for `leaseMs`.
   *
   * @returns `settled` when nothing is left to do, `held` while somebody else has it
   */
  acquire(deliveryId: string, leaseMs: number): Promise<LeasedDelivery | 'settled' | 'leased'>;
  /** Holds it for as long again. */
  renew(lease: Lease): Promise<void>;
  /** Lets others have it. */
  release(lease: Lease): Promise<void>;
  /** Says why it is not posted yet. */
  recordError(lease: Lease, reason: string): Promise<void>;
  /** From now on it may be posted. */
  startPost(lease: Lease, showing: PostContent): Promise<void>;
  /** What began has certainly posted nothing. */
  withdrawPost(lease: Lease): Promise<void>;
  recordPost(lease: Lease, ts: string, after: AfterPost): Promise<void>;
  end(lease: Lease, ending: Ending): Promise<void>;
  /** From now on the notice may be posted that the rental files could not be read. */
  startOutageNotice(lease: Lease): Promise<void>;
  /** @param ts `null` when there is none, or none any more */
  recordOutageNotice(lease: Lease, ts: string | null): Promise<void>;
  /** From now on the owner may have been told, by themselves or in a channel: the id of either. */
  startOwnerNotice(lease: Lease, to: string): Promise<void>;
  /** What was to be told has certainly told nobody. */
  withdrawOwnerNotice(lease: Lease): Promise<void>;
  /** The owner knows. */
  recordOwnerNotice(lease: Lease): Promise<void>;
  /** Nothing is left to do. */
  settle(lease: Lease): Promise<void>;
}

type Columns = UpdateObject<Tables, 'deliveries'>;

/** Claims in the database that `ask` asks. */
export function createLeases(runQuery: RunQuery): LeaseStore {
  /** The database's errors are explained on their way; this one is not the database's. */
  async function held(write: (kysely: Kysely<Tables>) => Promise<boolean>): Promise<void> {
    const isHeld = await runQuery(write);
    if (!isHeld) throw new LeaseLostError('somebody else has taken the delivery over');
  }

  const write = async (lease: Lease, columns: Columns) =>
    held(async (kysely) => writeLeased(kysely, lease, columns));

  return {
    async acquire(deliveryId, leaseMs) {
      return runQuery(async (kysely) => acquireLease(kysely, deliveryId, leaseMs));
    },
    renew: (lease) => write(lease, { claimedAt: clock }),
    release: (lease) => write(lease, { claim: null }),
    recordError: (lease, reason) => write(lease, { reason }),
    startPost: (lease, { channelId, isLate, isIncomplete, counts, files, live }) =>
      write(lease, {
        state: 'posting',
        tries: sql<number>`tries + 1`,
        claimedAt: clock,
        firstTryAt: sql<Date>`coalesce(first_try_at, clock_timestamp())`,
        lastTryAt: clock,
        channelId,
        isLate,
        isIncomplete,
        ...counts,
        files: files === null ? null : JSON.stringify(files),
        live: live === null ? null : JSON.stringify(live.layout),
        liveShown: live?.shownHash ?? null,
        liveReadAt: live === null ? null : new Date(live.readAt),
      }),
    withdrawPost: (lease) =>
      write(lease, {
        state: sql`case when tries = 1 then 'planned' else state end`,
        tries: sql<number>`tries - 1`,
        firstTryAt: sql<Date | null>`case when tries > 1 then first_try_at end`,
      }),
    async recordPost({ deliveryId, key }, ts, { removeAfterDays, isSettled }) {
      await held(async (kysely) => {
        const { numUpdatedRows } = await kysely
          // What the next digest compares with; it sees the files that the update takes away.
          .with('remembered', (database) =>
            database
              .insertInto('digestMemory')
              .columns(['digestId', 'files'])
              .expression((build) =>
                build
                  .selectFrom('deliveries')
                  .select(['digestId', 'files'])
                  .where('id', '=', deliveryId)
                  .where('claim', '=', key),
              )
              .onConflict((conflict) =>
                conflict
                  .column('digestId')
                  .doUpdateSet((build) => ({ files: build.ref('excluded.files') })),
              ),
          )
          .updateTable('deliveries')
          .set({
            state: 'posted',
            reason: null,
            ts,
            postedAt: clock,
            files: null,
            removeAt: removeAfterDays === null ? null : clockPlus(removeAfterDays * DAY_MS),
            ...(isSettled ? { settledAt: clock, claim: null } : {}),
          })
          .where('id', '=', deliveryId)
          .where('claim', '=', key)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      });
    },
    async end(lease, { state, reason, pauses = false }) {
      await held(async (kysely) =>
        kysely.transaction().execute(async (transaction) => {
          const isHeld = await writeLeased(transaction, lease, {
            state,
            reason,
            files: null,
            live: null,
          });
          if (isHeld && pauses) await pause(transaction, lease, reason);
          return isHeld;
        }),
      );
    },
    startOutageNotice: (lease) => write(lease, { noticeTriedAt: clock }),
    recordOutageNotice: (lease, noticeTs) => write(lease, { noticeTs }),
    startOwnerNotice: (lease, to) => write(lease, { tellTriedAt: clock, tellTriedIn: to }),
    withdrawOwnerNotice: (lease) => write(lease, { tellTriedAt: null, tellTriedIn: null }),
    recordOwnerNotice: (lease) => write(lease, { toldAt: clock }),
    settle: (lease) => write(lease, { settledAt: clock, claim: null }),
  };
}

const DAY_MS = 86_400_000;

async function writeLeased(
  kysely: Kysely<Tables>,
  { deliveryId, key }: Lease,
  columns: Columns,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('deliveries')
    .set(columns)
    .where('id', '=', deliveryId)
    .where('claim', '=', key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function pause(
  kysely: Kysely<Tables>,
  { deliveryId }: Lease,
  reason: string | null,
): Promise<void> {
  await kysely
    .updateTable('digests')
    .set({ state: 'paused', pauseReason: reason, nextRunAt: null, version: sql`version + 1` })
    .where((build) =>
      build(
        'id',
        '=',
        build.selectFrom('deliveries').select('digestId').where('id', '=', deliveryId),
      ),
    )
    .where('state', '=', 'active')
    .execute();
}
