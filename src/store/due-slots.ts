import { randomUUID } from 'node:crypto';

import { type InsertObject, type Kysely, sql } from 'kysely';

import type { RunQuery } from './database/connection.ts';
import type { Tables } from './database/schema.ts';
import { clock, clockPlus, dateOrNull } from './database/sql-time.ts';
import type { Digest, Slot } from './digest.ts';
import { DIGEST_COLUMNS, digestOf } from './digests.ts';

/** What is to become of a slot that is due. */
export interface PlannedSlot extends Slot {
  readonly state: 'planned' | 'missed' | 'skipped';
  readonly reason: string | null;
  readonly giveUpAt: number;
}

/** What is to become of a digest that is due. */
export interface Plan {
  readonly slots: readonly PlannedSlot[];
  /** `null` when nothing is due any more. */
  readonly next: Slot | null;
}

/** From a due time to a delivery that the job engine knows of. */
export interface PlanningStore {
  /**
   * Plans what is due: in one transaction the deliveries are there and the digests wait for their
   * next slots. Instances that plan at the same time share the work; no slot is planned twice.
   *
   * @param plan is given each digest and the database's time, in epoch milliseconds
   * @returns how many digests were due: when it is `limit`, there may be more
   */
  planDue(plan: (digest: Digest, nowMs: number) => Plan, limit: number): Promise<number>;
  /** Computes due times of the future anew: the rules of a zone change with Node. */
  reschedule(next: (digest: Digest, nowMs: number) => Slot | null): Promise<void>;
  /** Deliveries that the job engine has not been told of, the oldest first. */
  unqueued(limit: number): Promise<string[]>;
  recordQueued(ids: readonly string[]): Promise<void>;
  /** Deliveries of which nobody has spoken for so long: their jobs may be lost. */
  orphaned(silentMs: number, limit: number): Promise<string[]>;
  /**
   * Takes every delivery out of the hands that hold it, for whoever knows that they are all dead.
   *
   * @returns those that the job engine has been told of and that are not done
   */
  releaseAll(): Promise<string[]>;
}

/** Planning in the database that `ask` asks. */
export function createPlanning(runQuery: RunQuery): PlanningStore {
  return {
    async planDue(plan, limit) {
      return runQuery(async (kysely) => {
        // Almost always nothing is due, and that takes no transaction to see.
        if ((await due(kysely).limit(1).execute()).length === 0) return 0;
        return kysely.transaction().execute(async (transaction) => {
          const rows = await due(transaction)
            .select(DIGEST_COLUMNS)
            .limit(limit)
            .forUpdate()
            .skipLocked()
            .execute();
          if (rows.length === 0) return 0;
          const nowMs = await timeOf(transaction);
          const digests = rows.map(digestOf);
          const plans = digests.map((digest) => ({ digest, plan: plan(digest, nowMs) }));
          await insertSlots(
            transaction,
            plans.flatMap(({ digest, plan: { slots } }) =>
              slots.map((slot) => slotColumns(digest, slot)),
            ),
          );
          for (const { digest, plan: planned } of plans) {
            await updateNextRun(transaction, digest, planned.next);
          }
          return rows.length;
        });
      });
    },
    async reschedule(next) {
      await runQuery(async (kysely) => {
        // Before the digests are read: what becomes due meanwhile is not passed over.
        const nowMs = await timeOf(kysely);
        const rows = await kysely
          .selectFrom('digests')
          .select(DIGEST_COLUMNS)
          .where('nextRunAt', '>', clock)
          .where('removedAt', 'is', null)
          .execute();
        for (const digest of rows.map(digestOf)) {
          const slot = next(digest, nowMs);
          if ((slot?.dueAt ?? null) !== digest.nextDueAt) await updateNextRun(kysely, digest, slot);
        }
      });
    },
    async unqueued(limit) {
      const rows = await runQuery((kysely) =>
        unsettled(kysely).where('queuedAt', 'is', null).limit(limit).execute(),
      );
      return rows.map(({ id }) => id);
    },
    async recordQueued(ids) {
      if (ids.length === 0) return;
      await runQuery((kysely) =>
        kysely.updateTable('deliveries').set({ queuedAt: clock }).where('id', 'in', ids).execute(),
      );
    },
    async orphaned(silentMs, limit) {
      const rows = await runQuery((kysely) =>
        unsettled(kysely)
          .where('queuedAt', '<', clockPlus(-silentMs))
          .where((build) =>
            build(build.fn.coalesce('claimedAt', 'queuedAt'), '<', clockPlus(-silentMs)),
          )
          .limit(limit)
          .execute(),
      );
      return rows.map(({ id }) => id);
    },
    async releaseAll() {
      const rows = await runQuery((kysely) =>
        kysely
          .updateTable('deliveries')
          .set({ claim: null })
          .where('settledAt', 'is', null)
          .where('queuedAt', 'is not', null)
          .returning('id')
          .execute(),
      );
      return rows.map(({ id }) => id);
    },
  };
}

function due(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('digests')
    .select('id')
    .where('nextRunAt', '<=', clock)
    .where('removedAt', 'is', null)
    .where('state', '=', 'active')
    .orderBy('nextRunAt');
}

function unsettled(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('deliveries')
    .select('id')
    .where('settledAt', 'is', null)
    .orderBy('dueAt');
}

async function timeOf(kysely: Kysely<Tables>): Promise<number> {
  const { now } = await kysely.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow();
  return now.getTime();
}

function slotColumns(
  { id: digestId, channelId }: Digest,
  { slot, dueAt, giveUpAt, state, reason }: PlannedSlot,
): InsertObject<Tables, 'deliveries'> {
  return {
    id: randomUUID(),
    digestId,
    channelId,
    slot,
    kind: 'slot',
    dueAt: new Date(dueAt),
    giveUpAt: new Date(giveUpAt),
    state,
    reason,
    settledAt: state === 'planned' ? null : clock,
  };
}

async function insertSlots(
  kysely: Kysely<Tables>,
  slots: readonly InsertObject<Tables, 'deliveries'>[],
): Promise<void> {
  if (slots.length === 0) return;
  await kysely
    .insertInto('deliveries')
    .values(slots)
    .onConflict((conflict) =>
      conflict.columns(['digestId', 'slot']).where('kind', '=', sql.lit('slot')).doNothing(),
    )
    .execute();
}

/** Unless the digest or its due time has changed meanwhile. */
async function updateNextRun(
  kysely: Kysely<Tables>,
  digest: Digest,
  next: Slot | null,
): Promise<void> {
  await kysely
    .updateTable('digests')
    .set({ nextRunAt: dateOrNull(next?.dueAt ?? null) })
    .where('id', '=', digest.id)
    .where('version', '=', digest.version)
    .where('nextRunAt', '=', dateOrNull(digest.nextDueAt))
    .execute();
}
