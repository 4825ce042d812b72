import { sql } from 'kysely';

import type { RunQuery } from './database/connection.ts';
import { SCHEMA } from './database/schema.ts';
import { clock, msOrNull } from './database/sql-time.ts';
import { type Lease, LeaseLostError } from './delivery-leases.ts';

/** How far a delivery has come with telling the second channel. */
interface EscalationProgress {
  /** When it may have been told last, in epoch milliseconds; `null` when it certainly was not. */
  readonly triedAt: number | null;
  readonly isDone: boolean;
  /** The files that are this delivery's to tell of. */
  readonly files: readonly string[];
}

/**
 * The files that were told of in a second channel: each once for each digest. What takes a claim
 * throws `ClaimLostError` when that is not the newest.
 */
export interface EscalationsStore {
  of(deliveryId: string): Promise<EscalationProgress>;
  /**
   * Makes files the delivery's own, but for those that the digest has told of before, or that
   * another delivery is about to tell of.
   *
   * @returns all that are the delivery's own
   */
  choose(lease: Lease, files: readonly string[]): Promise<readonly string[]>;
  /** From now on the channel may have been told. */
  start(lease: Lease): Promise<void>;
  /** What was tried has certainly told nobody. */
  withdraw(lease: Lease): Promise<void>;
  /** Nothing is left to tell. */
  recordDone(lease: Lease): Promise<void>;
  /** It cannot be told there: the files are anybody's again. */
  giveUp(lease: Lease): Promise<void>;
}

/** Escalations in the database that `ask` asks. */
export function createEscalations(runQuery: RunQuery): EscalationsStore {
  async function write(
    { deliveryId, key }: Lease,
    columns: {
      readonly escalationTriedAt?: typeof clock | null;
      readonly escalatedAt?: typeof clock;
    },
  ): Promise<void> {
    const { numUpdatedRows } = await runQuery((kysely) =>
      kysely
        .updateTable('deliveries')
        .set(columns)
        .where('id', '=', deliveryId)
        .where('claim', '=', key)
        .executeTakeFirst(),
    );
    if (numUpdatedRows === 0n)
      throw new LeaseLostError('somebody else has taken the delivery over');
  }

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
          .select(['escalationTriedAt', 'escalatedAt'])
          .where('id', '=', deliveryId)
          .executeTakeFirst(),
      );
      return {
        triedAt: row?.escalationTriedAt?.getTime() ?? null,
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
    start: (lease) => write(lease, { escalationTriedAt: clock }),
    withdraw: (lease) => write(lease, { escalationTriedAt: null }),
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

/** How far somebody has been told of a delivery. */
interface NotificationProgress {
  /** When they may have been told last, in epoch milliseconds; `null` when they certainly were not. */
  readonly triedAt: number | null;
  readonly isDone: boolean;
}

/**
 * Who besides the owner of a digest is told of what went wrong: each once for a delivery. What
 * takes a claim throws `ClaimLostError` when that is not the newest.
 */
export interface NotificationsStore {
  /** By the id of the person. */
  of(deliveryId: string): Promise<ReadonlyMap<string, NotificationProgress>>;
  /** From now on they may have been told. */
  start(lease: Lease, userId: string): Promise<void>;
  /** What was tried has certainly not told them. */
  withdraw(lease: Lease, userId: string): Promise<void>;
  /** They know, or cannot be told. */
  recordDone(lease: Lease, userId: string): Promise<void>;
}

/** Tellings in the database that `ask` asks. */
export function createNotifications(runQuery: RunQuery): NotificationsStore {
  const tellings = sql.table(`${SCHEMA}.digest_tellings`);
  const deliveries = sql.table(`${SCHEMA}.deliveries`);

  async function write(
    { deliveryId, key }: Lease,
    userId: string,
    column: 'tried_at' | 'told_at',
    value: typeof clock | null,
  ): Promise<void> {
    const { numAffectedRows } = await runQuery((kysely) =>
      sql`
        insert into ${tellings} (delivery_id, user_id, ${sql.ref(column)})
        select deliveries.id, ${userId}, ${value} from ${deliveries} as deliveries
        where deliveries.id = ${deliveryId} and deliveries.claim = ${key}
        on conflict (delivery_id, user_id) do update set ${sql.ref(column)} = ${value}
      `.execute(kysely),
    );
    if (numAffectedRows === 0n)
      throw new LeaseLostError('somebody else has taken the delivery over');
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
