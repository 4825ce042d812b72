import { randomUUID } from 'node:crypto';

import { type Kysely, sql, type UpdateObject } from 'kysely';

import type { Ask } from './database/connection.ts';
import type { Tables } from './database/schema.ts';
import { clock, clockPlus, msOrNull } from './database/sql-time.ts';
import { DELIVERY_COLUMNS, deliveryOf } from './deliveries.ts';
import type { Delivery, Digest, DigestCounts, ShownFile } from './digest.ts';
import { DIGEST_COLUMNS, digestOf } from './digests.ts';
import type { LiveStart } from './live-posts.ts';

/** The right to work on a delivery, for as long as nobody else has taken it over. */
export interface Claim {
  readonly deliveryId: string;
  readonly key: string;
}

/** A delivery in somebody's hands. */
export interface Claimed {
  readonly claim: Claim;
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
): Promise<Claimed | 'settled' | 'held'> {
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
    claim: { deliveryId, key },
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
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/**
 * The steps of a delivery, each of them durable. All but `claim` throw `ClaimLostError` when the
 * claim is not the newest.
 */
export interface ClaimsStore {
  /**
   * Takes a delivery, also from a holder that has been silent for `leaseMs`.
   *
   * @returns `settled` when nothing is left to do, `held` while somebody else has it
   */
  claim(deliveryId: string, leaseMs: number): Promise<Claimed | 'settled' | 'held'>;
  /** Holds it for as long again. */
  renew(claim: Claim): Promise<void>;
  /** Lets others have it. */
  release(claim: Claim): Promise<void>;
  /** Says why it is not posted yet. */
  trouble(claim: Claim, reason: string): Promise<void>;
  /** From now on it may be posted. */
  begin(claim: Claim, showing: Showing): Promise<void>;
  /** What began has certainly posted nothing. */
  withdraw(claim: Claim): Promise<void>;
  posted(claim: Claim, ts: string, after: AfterPost): Promise<void>;
  end(claim: Claim, ending: Ending): Promise<void>;
  /** From now on the notice may be posted that the rental files could not be read. */
  noticing(claim: Claim): Promise<void>;
  /** @param ts `null` when there is none, or none any more */
  noticed(claim: Claim, ts: string | null): Promise<void>;
  /** From now on the owner may have been told, by themselves or in a channel: the id of either. */
  telling(claim: Claim, to: string): Promise<void>;
  /** What was to be told has certainly told nobody. */
  untold(claim: Claim): Promise<void>;
  /** The owner knows. */
  told(claim: Claim): Promise<void>;
  /** Nothing is left to do. */
  settle(claim: Claim): Promise<void>;
}

type Columns = UpdateObject<Tables, 'deliveries'>;

/** Claims in the database that `ask` asks. */
export function createClaims(ask: Ask): ClaimsStore {
  /** The database's errors are explained on their way; this one is not the database's. */
  async function held(write: (kysely: Kysely<Tables>) => Promise<boolean>): Promise<void> {
    const isHeld = await ask(write);
    if (!isHeld) throw new ClaimLostError('somebody else has taken the delivery over');
  }

  const write = async (claim: Claim, columns: Columns) =>
    held(async (kysely) => writeClaimed(kysely, claim, columns));

  return {
    async claim(deliveryId, leaseMs) {
      return ask(async (kysely) => take(kysely, deliveryId, leaseMs));
    },
    renew: (claim) => write(claim, { claimedAt: clock }),
    release: (claim) => write(claim, { claim: null }),
    trouble: (claim, reason) => write(claim, { reason }),
    begin: (claim, { channelId, isLate, isIncomplete, counts, files, live }) =>
      write(claim, {
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
    withdraw: (claim) =>
      write(claim, {
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
    async end(claim, { state, reason, pauses = false }) {
      await held(async (kysely) =>
        kysely.transaction().execute(async (transaction) => {
          const isHeld = await writeClaimed(transaction, claim, {
            state,
            reason,
            files: null,
            live: null,
          });
          if (isHeld && pauses) await pause(transaction, claim, reason);
          return isHeld;
        }),
      );
    },
    noticing: (claim) => write(claim, { noticeTriedAt: clock }),
    noticed: (claim, noticeTs) => write(claim, { noticeTs }),
    telling: (claim, to) => write(claim, { tellTriedAt: clock, tellTriedIn: to }),
    untold: (claim) => write(claim, { tellTriedAt: null, tellTriedIn: null }),
    told: (claim) => write(claim, { toldAt: clock }),
    settle: (claim) => write(claim, { settledAt: clock, claim: null }),
  };
}

const DAY_MS = 86_400_000;

async function writeClaimed(
  kysely: Kysely<Tables>,
  { deliveryId, key }: Claim,
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
  { deliveryId }: Claim,
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
