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
  readonly noticeTriedAt: number | null;
  readonly toldAt: number | null;
  /** When the owner may have been told last, and to whom or in which channel that was said. */
  readonly tellTriedAt: number | null;
  readonly tellTriedIn: string | null;
}

/**
 * Takes a delivery that nobody holds, or whose holder has been silent for `leaseMs`.
 *
 * @returns `settled` when nothing is left to do, `held` while somebody else has it
 */
async function take(
  kysely: Kysely<Tables>,
  deliveryId: string,
  leaseMs: number,
): Promise<LeasedDelivery | 'settled' | 'held'> {
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
    return there === undefined || there.settledAt !== null ? 'settled' : 'held';
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
    noticeTriedAt: msOrNull(row.noticeTriedAt),
    toldAt: msOrNull(row.toldAt),
    tellTriedAt: msOrNull(row.tellTriedAt),
    tellTriedIn: row.tellTriedIn,
  };
}

/** What a post is about to show. */
interface Showing {
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
  claim(deliveryId: string, leaseMs: number): Promise<LeasedDelivery | 'settled' | 'held'>;
  /** Holds it for as long again. */
  renew(lease: Lease): Promise<void>;
  /** Lets others have it. */
  release(lease: Lease): Promise<void>;
  /** Says why it is not posted yet. */
  trouble(lease: Lease, reason: string): Promise<void>;
  /** From now on it may be posted. */
  begin(lease: Lease, showing: Showing): Promise<void>;
  /** What began has certainly posted nothing. */
  withdraw(lease: Lease): Promise<void>;
  posted(lease: Lease, ts: string, after: AfterPost): Promise<void>;
  end(lease: Lease, ending: Ending): Promise<void>;
  /** From now on the notice may be posted that the rental files could not be read. */
  noticing(lease: Lease): Promise<void>;
  /** @param ts `null` when there is none, or none any more */
  noticed(lease: Lease, ts: string | null): Promise<void>;
  /** From now on the owner may have been told, by themselves or in a channel: the id of either. */
  telling(lease: Lease, to: string): Promise<void>;
  /** What was to be told has certainly told nobody. */
  untold(lease: Lease): Promise<void>;
  /** The owner knows. */
  told(lease: Lease): Promise<void>;
  /** Nothing is left to do. */
  settle(lease: Lease): Promise<void>;
}

type Columns = UpdateObject<Tables, 'deliveries'>;

/** Claims in the database that `ask` asks. */
export function createLeases(ask: RunQuery): LeaseStore {
  /** The database's errors are explained on their way; this one is not the database's. */
  async function held(write: (kysely: Kysely<Tables>) => Promise<boolean>): Promise<void> {
    const isHeld = await ask(write);
    if (!isHeld) throw new LeaseLostError('somebody else has taken the delivery over');
  }

  const write = async (lease: Lease, columns: Columns) =>
    held(async (kysely) => writeClaimed(kysely, lease, columns));

  return {
    async claim(deliveryId, leaseMs) {
      return ask(async (kysely) => take(kysely, deliveryId, leaseMs));
    },
    renew: (lease) => write(lease, { claimedAt: clock }),
    release: (lease) => write(lease, { claim: null }),
    trouble: (lease, reason) => write(lease, { reason }),
    begin: (lease, { channelId, isLate, isIncomplete, counts, files, live }) =>
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
        liveShown: live?.shown ?? null,
        liveReadAt: live === null ? null : new Date(live.readAt),
      }),
    withdraw: (lease) =>
      write(lease, {
        state: sql`case when tries = 1 then 'planned' else state end`,
        tries: sql<number>`tries - 1`,
        firstTryAt: sql<Date | null>`case when tries > 1 then first_try_at end`,
      }),
    async posted({ deliveryId, key }, ts, { removeAfterDays, isSettled }) {
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
          const isHeld = await writeClaimed(transaction, lease, {
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
    noticing: (lease) => write(lease, { noticeTriedAt: clock }),
    noticed: (lease, noticeTs) => write(lease, { noticeTs }),
    telling: (lease, to) => write(lease, { tellTriedAt: clock, tellTriedIn: to }),
    untold: (lease) => write(lease, { tellTriedAt: null, tellTriedIn: null }),
    told: (lease) => write(lease, { toldAt: clock }),
    settle: (lease) => write(lease, { settledAt: clock, claim: null }),
  };
}

const DAY_MS = 86_400_000;

async function writeClaimed(
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
