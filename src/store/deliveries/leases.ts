import { randomUUID } from 'node:crypto';

import { type Kysely, type RawBuilder, sql, type UpdateObject } from 'kysely';

import { releaseEntries } from '../alerts/evaluation.ts';
import type { RunQuery } from '../database/connection.ts';
import { clock, clockPlus, msOrNull, type Tables } from '../database/schema.ts';
import type { Delivery, Digest, DigestCounts, ShownFile } from '../digest.ts';
import { DIGEST_COLUMNS, digestOf, pausedFor } from '../digests.ts';
import type { TextCipher } from '../encryption.ts';
import { DELIVERY_COLUMNS, deliveryOf } from './deliveries.ts';
import { LiveLayout, type LiveStart } from './live-posts.ts';

/** The right to work on a delivery, until another worker acquires it. */
export interface Lease {
  readonly deliveryId: string;
  readonly key: string;
  readonly digestVersion: number;
}

/** A delivery that this worker has leased. */
export interface LeasedDelivery {
  readonly lease: Lease;
  readonly delivery: Delivery;
  readonly digest: Digest;
  readonly isRemoved: boolean;
  /** Time by the database's clock, in epoch milliseconds, like every instant here. */
  readonly now: number;
  /** When its job was sent; `null` when that is not recorded yet. */
  readonly queuedAt: number | null;
  readonly lastTryAt: number | null;
  /** Of its post, if there is one; `null` where that is not kept up to date, or is not known. */
  readonly layout: LiveLayout | null;
  /** Last attempt to post the message in the thread. */
  readonly threadReplyTriedAt: number | null;
  readonly threadReplyTs: string | null;
  readonly outageNoticeTriedAt: number | null;
  /** The channel of that attempt; `null` where an older version made it. */
  readonly outageNoticeTriedIn: string | null;
  readonly ownerNotifiedAt: number | null;
  /** Last attempt to notify the owner. */
  readonly ownerNoticeTriedAt: number | null;
  /** The user id or channel id of that attempt. */
  readonly ownerNoticeTriedIn: string | null;
}

async function acquireLease(
  kysely: Kysely<Tables>,
  cipher: TextCipher,
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
      'queuedAt',
      'lastTryAt',
      'live',
      'threadTriedAt',
      'threadTs',
      'noticeTriedAt',
      'noticeChannelId',
      'toldAt',
      'tellTriedAt',
      'tellTriedIn',
    ])
    .executeTakeFirst();
  if (row === undefined) {
    const found = await kysely
      .selectFrom('deliveries')
      .select('settledAt')
      .where('id', '=', deliveryId)
      .executeTakeFirst();
    return found === undefined || found.settledAt !== null ? 'settled' : 'leased';
  }
  const digest = await kysely
    .selectFrom('digests')
    .select([...DIGEST_COLUMNS, 'removedAt'])
    .where('id', '=', row.digestId)
    .executeTakeFirstOrThrow();
  return {
    lease: { deliveryId, key, digestVersion: digest.version },
    delivery: deliveryOf(row),
    digest: digestOf(digest, cipher),
    isRemoved: digest.removedAt !== null,
    now: row.claimedAt?.getTime() ?? 0,
    queuedAt: msOrNull(row.queuedAt),
    lastTryAt: msOrNull(row.lastTryAt),
    layout: LiveLayout.safeParse(row.live).data ?? null,
    threadReplyTriedAt: msOrNull(row.threadTriedAt),
    threadReplyTs: row.threadTs,
    outageNoticeTriedAt: msOrNull(row.noticeTriedAt),
    outageNoticeTriedIn: row.noticeChannelId,
    ownerNotifiedAt: msOrNull(row.toldAt),
    ownerNoticeTriedAt: msOrNull(row.tellTriedAt),
    ownerNoticeTriedIn: row.tellTriedIn,
  };
}

export interface PostContent {
  readonly channelId: string;
  /** Whether it says that it is late. */
  readonly isLate: boolean;
  /** Whether files may be missing from it. */
  readonly isIncomplete: boolean;
  readonly counts: DigestCounts;
  /** Files to remember for the next post; `null` when there are too many. */
  readonly files: readonly ShownFile[] | null;
  /** The layout for live updates; `null` for a post that stays as it is. */
  readonly live: LiveStart | null;
}

/** The state of a delivery after its post. */
export interface AfterPost {
  /** Days after which it is removed; `null` for never. */
  readonly removeAfterDays: number | null;
  /** Whether nothing is left to do, so that the delivery is settled. */
  readonly isSettled: boolean;
  /** Whether an earlier attempt made it: its `ts` says when. */
  readonly isFound?: boolean;
}

/** The end of a delivery without a post, or with one that may or may not be there. */
export interface Ending {
  readonly state: 'skipped' | 'missed' | 'failed' | 'unknown';
  readonly reason: string | null;
  /** Also pauses the digest, for the same reason. */
  readonly pauses?: boolean;
  /** Also leaves what an alert was to announce to its next delivery. */
  readonly isAnnouncedLater?: boolean;
}

/** Another worker has acquired the delivery: this one must leave it alone. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Somebody has changed, paused or removed the digest, or changed the settings of its channel, since
 * the delivery was leased: what was composed is not what they want posted.
 */
export class DigestChangedError extends Error {
  override readonly name = 'DigestChangedError';
}

/**
 * The steps of a delivery, each of them durable. All but `acquire` throw a `LeaseLostError` when
 * another worker has the delivery.
 */
export interface LeaseStore {
  /**
   * Leases a delivery that is free, or whose lease has not been renewed for `leaseMs`.
   *
   * @returns `settled` when nothing is left to do, `leased` while another worker has it
   */
  acquire(deliveryId: string, leaseMs: number): Promise<LeasedDelivery | 'settled' | 'leased'>;
  /** Extends the lease by its full length. */
  renew(lease: Lease): Promise<void>;
  /** Frees the delivery for other workers. */
  release(lease: Lease): Promise<void>;
  /** Records why it is not posted yet. */
  recordError(lease: Lease, reason: string): Promise<void>;
  /**
   * Records that a message may be posted from now on.
   *
   * @throws {DigestChangedError} with nothing recorded
   */
  startPost(lease: Lease, content: PostContent): Promise<void>;
  /** Records that the attempt has certainly posted nothing. */
  withdrawPost(lease: Lease): Promise<void>;
  /** Records the post, and its files for the next one to compare with unless a newer post is known. */
  recordPost(lease: Lease, ts: string, after: AfterPost): Promise<void>;
  end(lease: Lease, ending: Ending): Promise<void>;
  /**
   * Extends the lease, and records that the message in the thread may be posted from now on.
   *
   * @throws {DigestChangedError} with nothing recorded, for new settings of its channel alone
   */
  startThreadReply(lease: Lease, channelId: string): Promise<void>;
  /** Records that the attempt has certainly posted nothing in the thread. */
  withdrawThreadReply(lease: Lease): Promise<void>;
  recordThreadReply(lease: Lease, ts: string): Promise<void>;
  /**
   * Extends the lease, and records that the outage notice may be posted from now on.
   *
   * @throws {DigestChangedError} with nothing recorded
   */
  startOutageNotice(lease: Lease, channelId: string): Promise<void>;
  /** @param ts `null` when there is no notice any more */
  recordOutageNotice(lease: Lease, ts: string | null): Promise<void>;
  /**
   * Records that the owner may have been notified from now on.
   *
   * @param to their user id, or the id of the channel notified in their place
   */
  startOwnerNotice(lease: Lease, to: string): Promise<void>;
  /** Records that the attempt has certainly not notified anyone. */
  withdrawOwnerNotice(lease: Lease): Promise<void>;
  /** Records that the owner is notified, or cannot be. */
  recordOwnerNotice(lease: Lease): Promise<void>;
  /** Records that nothing is left to do. */
  settle(lease: Lease): Promise<void>;
}

type Columns = UpdateObject<Tables, 'deliveries'>;

/** Creates the store of leases. */
export function createLeases(runQuery: RunQuery, cipher: TextCipher): LeaseStore {
  const write = leasedWriter(runQuery);

  return {
    async acquire(deliveryId, leaseMs) {
      return runQuery(async (kysely) => acquireLease(kysely, cipher, deliveryId, leaseMs));
    },
    renew: (lease) => write(lease, { claimedAt: clock }),
    release: (lease) => write(lease, { claim: null }),
    recordError: (lease, reason) => write(lease, { reason }),
    startPost: (lease, { channelId, isLate, isIncomplete, counts, files, live }) =>
      write(
        lease,
        {
          state: 'posting',
          tries: sql<number>`tries + 1`,
          claimedAt: clock,
          firstTryAt: sql<Date>`coalesce(first_try_at, ${clock})`,
          lastTryAt: clock,
          channelId,
          isLate,
          isIncomplete,
          ...counts,
          files: files === null ? null : JSON.stringify(files),
          live: live === null ? null : JSON.stringify(live.layout),
          liveShown: live?.shownHash ?? null,
          liveReadAt: live === null ? null : new Date(live.readAt),
        },
        { channelId, what: 'digest' },
      ),
    withdrawPost: (lease) =>
      write(lease, {
        state: sql`case when tries = 1 then 'planned' else state end`,
        tries: sql<number>`tries - 1`,
        firstTryAt: sql<Date | null>`case when tries > 1 then first_try_at end`,
      }),
    async recordPost({ deliveryId, key }, ts, { removeAfterDays, isSettled, isFound = false }) {
      await requireLease(runQuery, async (kysely) => {
        const { numUpdatedRows } = await kysely
          // The next digest compares with the files of the newest post, which is not always the one
          // recorded last: an earlier one may have been found in the history only now. In one
          // statement with the update, which clears them, because both see the row as it was before.
          .with('remembered', (database) =>
            database
              .insertInto('digestMemory')
              .columns(['digestId', 'files'])
              .expression((build) =>
                build
                  .selectFrom('deliveries')
                  .select(['digestId', 'files'])
                  .where('id', '=', deliveryId)
                  .where('claim', '=', key)
                  .where((newer) =>
                    newer.not(
                      newer.exists(
                        newer
                          .selectFrom('deliveries as later')
                          .select('later.id')
                          .whereRef('later.digestId', '=', 'deliveries.digestId')
                          .where(sql<boolean>`later.ts collate "C" > ${ts}`),
                      ),
                    ),
                  ),
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
            postedAt: isFound ? foundAt(ts) : clock,
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
    async end(lease, ending) {
      const { state, reason, pauses = false } = ending;
      await requireLease(runQuery, async (kysely) =>
        kysely.transaction().execute(async (transaction) => {
          const isLeased = await writeLeased(transaction, lease, {
            state,
            reason,
            files: null,
            live: null,
          });
          if (isLeased && pauses) await pause(transaction, lease, reason);
          if (isLeased && isUnannounced(ending)) {
            await releaseEntries(transaction, lease.deliveryId);
          }
          return isLeased;
        }),
      );
    },
    startThreadReply: (lease, channelId) =>
      write(lease, { threadTriedAt: clock, claimedAt: clock }, { channelId, what: 'settings' }),
    withdrawThreadReply: (lease) => write(lease, { threadTriedAt: null }),
    recordThreadReply: (lease, threadTs) => write(lease, { threadTs }),
    startOutageNotice: (lease, noticeChannelId) =>
      write(
        lease,
        { noticeTriedAt: clock, noticeChannelId, claimedAt: clock },
        { channelId: noticeChannelId, what: 'digest' },
      ),
    recordOutageNotice: (lease, noticeTs) => write(lease, { noticeTs }),
    startOwnerNotice: (lease, to) => write(lease, { tellTriedAt: clock, tellTriedIn: to }),
    withdrawOwnerNotice: (lease) => write(lease, { tellTriedAt: null, tellTriedIn: null }),
    recordOwnerNotice: (lease) => write(lease, { toldAt: clock }),
    settle: (lease) => write(lease, { settledAt: clock, claim: null }),
  };
}

const DAY_MS = 86_400_000;

/**
 * When a message that was found was posted, by its `ts`, which is of Slack's clock: between the first
 * attempt and now.
 */
function foundAt(ts: string): RawBuilder<Date> {
  return sql<Date>`least(
    ${clock}, greatest(first_try_at, to_timestamp(${Number.parseFloat(ts)}::float8))
  )`;
}

/** What nobody must have changed: the settings of a channel alone, or the digest as well. */
type Unchanged = Readonly<{ channelId: string; what: 'digest' | 'settings' }>;

/**
 * Gives the function that changes columns of a delivery of which this worker has the lease; only while
 * nobody has changed the digest since it was leased, or the settings of a channel since the lease was
 * last extended, where that is asked for: then it throws a `DigestChangedError`, with nothing recorded.
 */
export function leasedWriter(runQuery: RunQuery) {
  return async (lease: Lease, columns: Columns, unchanged?: Unchanged): Promise<void> => {
    let isChanged = false;
    await requireLease(runQuery, async (kysely) => {
      if (await writeLeased(kysely, lease, columns, unchanged)) return true;
      isChanged =
        unchanged !== undefined && (await writeLeased(kysely, lease, { claim: lease.key }));
      return isChanged;
    });
    if (isChanged) throw new DigestChangedError('it has changed since its delivery was leased');
  };
}

/**
 * Writes something that is not written without the lease. Throws outside `runQuery`, which converts
 * errors as if they were the database's.
 *
 * @throws {LeaseLostError} when nothing was written
 */
export async function requireLease(
  runQuery: RunQuery,
  write: (kysely: Kysely<Tables>) => Promise<boolean>,
): Promise<void> {
  const isLeased = await runQuery(write);
  if (!isLeased) throw new LeaseLostError('somebody else has taken the delivery over');
}

/** Whether what an alert was to announce is left to its next delivery. */
function isUnannounced({ state, reason, pauses, isAnnouncedLater }: Ending): boolean {
  if (pauses === true || isAnnouncedLater === true) return true;
  return state === 'missed' || (state === 'skipped' && reason !== 'empty');
}

/** A clock that was set back must not keep digests from being posted. */
const isComposedSince = sql<boolean>`(
  channel_settings.changed_at is null or channel_settings.changed_at <= deliveries.claimed_at
  or channel_settings.changed_at > clock_timestamp()
)`;

async function writeLeased(
  kysely: Kysely<Tables>,
  { deliveryId, key, digestVersion }: Lease,
  columns: Columns,
  unchanged?: Unchanged,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('deliveries')
    .set(columns)
    .where('id', '=', deliveryId)
    .where('claim', '=', key)
    .$if(unchanged !== undefined, (query) =>
      query.where((build) =>
        build.exists(
          build
            .selectFrom('digests')
            .select('digests.id')
            .leftJoin('channelSettings', (join) =>
              join.on('channelSettings.channelId', '=', unchanged?.channelId ?? ''),
            )
            .whereRef('digests.id', '=', 'deliveries.digestId')
            .$if(unchanged?.what === 'digest', (found) =>
              found.where('digests.version', '=', digestVersion),
            )
            .where(isComposedSince),
        ),
      ),
    )
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
    .set(pausedFor(reason))
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
