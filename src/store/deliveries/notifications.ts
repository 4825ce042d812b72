import { sql } from 'kysely';

import type { RunQuery } from '../database/connection.ts';
import { clock, msOrNull, SCHEMA } from '../database/schema.ts';
import { type Lease, leasedWriter, requireLease } from './leases.ts';

interface EscalationProgress {
  /** Last attempt, in epoch milliseconds; `null` when nothing was posted for certain. */
  readonly triedAt: number | null;
  /** The channel of that attempt; `null` where it is not known. */
  readonly triedIn: string | null;
  readonly isDone: boolean;
  /** Ids of the files that this delivery escalates. */
  readonly files: readonly string[];
}

/**
 * Files that were escalated to a second channel, each once per digest. Methods that take a lease throw
 * a `LeaseLostError` when another worker has the delivery.
 */
export interface EscalationsStore {
  of(deliveryId: string): Promise<EscalationProgress>;
  /**
   * Reserves files for the delivery, except those that the digest has escalated before, or that
   * another delivery has reserved.
   *
   * @returns all files reserved for the delivery
   */
  choose(lease: Lease, files: readonly string[]): Promise<readonly string[]>;
  /**
   * Extends the lease, and records that the post may be in a channel from now on.
   *
   * @throws {DigestChangedError} with nothing recorded
   */
  start(lease: Lease, channelId: string): Promise<void>;
  /** Records that the attempt has certainly posted nothing. */
  withdraw(lease: Lease): Promise<void>;
  /** Records that nothing is left to escalate. */
  recordDone(lease: Lease): Promise<void>;
  /** Frees the files for later deliveries, since they cannot be escalated now. */
  giveUp(lease: Lease): Promise<void>;
}

/** Creates the store of escalations. */
export function createEscalations(runQuery: RunQuery): EscalationsStore {
  const write = leasedWriter(runQuery);

  async function filesOf(deliveryId: string): Promise<readonly string[]> {
    const rows = await runQuery((kysely) =>
      kysely
        .selectFrom('digestEscalations')
        .select('fileId')
        .where('deliveryId', '=', deliveryId)
        .orderBy('fileId')
        .execute(),
    );
    return rows.map(({ fileId }) => fileId);
  }

  return {
    async of(deliveryId) {
      const row = await runQuery((kysely) =>
        kysely
          .selectFrom('deliveries')
          .select(['escalationTriedAt', 'escalationChannelId', 'escalatedAt'])
          .where('id', '=', deliveryId)
          .executeTakeFirst(),
      );
      return {
        triedAt: row?.escalationTriedAt?.getTime() ?? null,
        triedIn: row?.escalationChannelId ?? null,
        isDone: (row?.escalatedAt ?? null) !== null,
        files: await filesOf(deliveryId),
      };
    },
    async choose({ deliveryId, key }, files) {
      await runQuery((kysely) =>
        sql`
          insert into ${sql.table(`${SCHEMA}.digest_escalations`)} (digest_id, file_id, delivery_id)
          select deliveries.digest_id, files.id, deliveries.id
          from ${sql.table(`${SCHEMA}.deliveries`)} as deliveries,
            jsonb_array_elements_text(${JSON.stringify(files)}::jsonb) as files (id)
          where deliveries.id = ${deliveryId} and deliveries.claim = ${key}
          on conflict do nothing
        `.execute(kysely),
      );
      return filesOf(deliveryId);
    },
    start: async (lease, escalationChannelId) =>
      write(
        lease,
        { escalationTriedAt: clock, escalationChannelId, claimedAt: clock },
        { channelId: escalationChannelId, what: 'digest' },
      ),
    withdraw: (lease) => write(lease, { escalationTriedAt: null, escalationChannelId: null }),
    recordDone: (lease) => write(lease, { escalatedAt: clock }),
    async giveUp(lease) {
      const { deliveryId, key } = lease;
      await runQuery((kysely) =>
        kysely
          .deleteFrom('digestEscalations')
          .where((build) =>
            build(
              'deliveryId',
              'in',
              build
                .selectFrom('deliveries')
                .select('id')
                .where('id', '=', deliveryId)
                .where('claim', '=', key),
            ),
          )
          .execute(),
      );
      await write(lease, { escalatedAt: clock });
    },
  };
}

interface NotificationProgress {
  /** Last attempt, in epoch milliseconds; `null` when nothing was sent for certain. */
  readonly triedAt: number | null;
  readonly isDone: boolean;
}

/**
 * Notifications of failed deliveries to admins, each person once per delivery. Methods that take a
 * lease throw a `LeaseLostError` when another worker has the delivery.
 */
export interface NotificationsStore {
  /** By user id. */
  of(deliveryId: string): Promise<ReadonlyMap<string, NotificationProgress>>;
  /** Records that they may have been notified from now on. */
  start(lease: Lease, userId: string): Promise<void>;
  /** Records that the attempt has certainly not notified them. */
  withdraw(lease: Lease, userId: string): Promise<void>;
  /** Records that they are notified, or cannot be. */
  recordDone(lease: Lease, userId: string): Promise<void>;
}

/** Creates the store of notifications. */
export function createNotifications(runQuery: RunQuery): NotificationsStore {
  const notifications = sql.table(`${SCHEMA}.digest_tellings`);
  const deliveries = sql.table(`${SCHEMA}.deliveries`);

  async function write(
    { deliveryId, key }: Lease,
    userId: string,
    column: 'tried_at' | 'told_at',
    value: typeof clock | null,
  ): Promise<void> {
    await requireLease(runQuery, async (kysely) => {
      const { numAffectedRows } = await sql`
        insert into ${notifications} (delivery_id, user_id, ${sql.ref(column)})
        select deliveries.id, ${userId}, ${value} from ${deliveries} as deliveries
        where deliveries.id = ${deliveryId} and deliveries.claim = ${key}
        on conflict (delivery_id, user_id) do update set ${sql.ref(column)} = ${value}
      `.execute(kysely);
      return numAffectedRows !== 0n;
    });
  }

  return {
    async of(deliveryId) {
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('digestTellings')
          .select(['userId', 'triedAt', 'toldAt'])
          .where('deliveryId', '=', deliveryId)
          .execute(),
      );
      return new Map(
        rows.map(({ userId, triedAt, toldAt }) => [
          userId,
          { triedAt: msOrNull(triedAt), isDone: toldAt !== null },
        ]),
      );
    },
    start: (lease, userId) => write(lease, userId, 'tried_at', clock),
    withdraw: (lease, userId) => write(lease, userId, 'tried_at', null),
    recordDone: (lease, userId) => write(lease, userId, 'told_at', clock),
  };
}
