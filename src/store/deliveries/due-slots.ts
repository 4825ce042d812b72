import { randomUUID } from 'node:crypto';

import { type InsertObject, type Kysely, sql } from 'kysely';

import { type RunQuery, timeOf } from '../database/connection.ts';
import { clock, clockPlus, dateOrNull, SCHEMA, type Tables } from '../database/schema.ts';
import type { Digest, Slot } from '../digest.ts';
import { DIGEST_COLUMNS, digestOf, pausedFor } from '../digests.ts';
import type { TextCipher } from '../encryption.ts';

/** A due slot with its planned state. */
export interface PlannedSlot extends Slot {
  /** `failed` pauses the digest for the same reason; the delivery notifies its owner. */
  readonly state: 'planned' | 'missed' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly giveUpAt: number;
}

/** The plan for a digest that is due. */
export interface Plan {
  readonly slots: readonly PlannedSlot[];
  /** The next slot; `null` when there is none. */
  readonly next: Slot | null;
}

/** A digest that an instance does not plan for now, since another one may be able to. */
export interface LeftDigest extends Pick<Digest, 'id' | 'version'> {
  /** By the database's clock, in epoch milliseconds. */
  readonly untilMs: number;
}

/** Turns due times into deliveries, and tracks which of them have jobs. */
export interface PlanningStore {
  /**
   * Plans due digests: inserts the deliveries and moves the digests to their next slots in one
   * transaction. Instances that plan at the same time share the work; no slot is planned twice.
   *
   * @param plan called with each digest and the database's time, in epoch milliseconds; `null`
   *   leaves the digest as it is
   * @param left digests that are not looked at
   * @returns the number of digests that were due: if it equals `limit`, there may be more
   */
  planDue(
    plan: (digest: Digest, nowMs: number) => Plan | null,
    limit: number,
    left?: readonly LeftDigest[],
  ): Promise<number>;
  /**
   * Recomputes due times, since Node updates may change the rules of time zones.
   *
   * @param next called with each digest, the database's time, and the time up to which nothing is
   *   open: the last slot of the digest that was planned, or its last change, whichever is later
   */
  reschedule(
    next: (digest: Digest, nowMs: number, settledMs: number) => Slot | null,
  ): Promise<void>;
  /** Ids of deliveries without a job, oldest first. */
  unqueued(limit: number): Promise<string[]>;
  recordQueued(ids: readonly string[]): Promise<void>;
  /** Ids of deliveries without activity for `silentMs`, whose jobs may be lost. */
  orphaned(silentMs: number, limit: number): Promise<string[]>;
  /**
   * Releases all leases; for a caller that knows that no other process is alive.
   *
   * @returns ids of the deliveries with jobs that are not settled
   */
  releaseAll(): Promise<string[]>;
}

/** How far the clock of the instance that changed a digest may be ahead of the database's. */
const CLOCK_SKEW_MS = 60_000;

/** Creates the store for planning. */
export function createPlanning(runQuery: RunQuery, cipher: TextCipher): PlanningStore {
  return {
    async planDue(plan, limit, left = []) {
      return runQuery(async (kysely) => {
        // Usually nothing is due, which can be seen without a transaction.
        if ((await due(kysely, left).limit(1).execute()).length === 0) return 0;
        return kysely.transaction().execute(async (transaction) => {
          const rows = await due(transaction, left)
            .select(DIGEST_COLUMNS)
            .limit(limit)
            .forUpdate()
            .skipLocked()
            .execute();
          if (rows.length === 0) return 0;
          const nowMs = await timeOf(transaction);
          const digests = rows.map((row) => digestOf(row, cipher));
          const plans = digests.flatMap((digest) => {
            const planned = plan(digest, nowMs);
            return planned === null ? [] : [{ digest, plan: planned }];
          });
          const slots = await unplanned(
            transaction,
            plans.flatMap(({ digest, plan: planned }) =>
              planned.slots.map((slot) => slotColumns(digest, slot)),
            ),
          );
          await insertSlots(transaction, slots);
          await takeEntries(transaction, slots);
          for (const { digest, plan: planned } of plans) {
            const failed = planned.slots.find(({ state }) => state === 'failed');
            await (failed === undefined
              ? updateNextRun(transaction, digest, planned.next)
              : pause(transaction, digest, failed.reason));
          }
          return rows.length;
        });
      });
    },
    async reschedule(next) {
      await runQuery(async (kysely) => {
        // Before the digests are read, so that one that becomes due meanwhile is not skipped.
        const nowMs = await timeOf(kysely);
        const rows = await kysely
          .selectFrom('digests')
          .select([...DIGEST_COLUMNS, 'changedAt', lastSlot])
          .where('nextRunAt', 'is not', null)
          .where('removedAt', 'is', null)
          .execute();
        for (const row of rows) {
          const digest = digestOf(row, cipher);
          const changedMs = row.changedAt.getTime() + CLOCK_SKEW_MS;
          const slot = next(digest, nowMs, Math.max(changedMs, row.lastSlot?.getTime() ?? 0));
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

/** When the last slot of a digest was due that was planned, skipped or missed. */
const lastSlot = sql<Date | null>`(
  select max(due_at) from ${sql.table(`${SCHEMA}.deliveries`)}
  where digest_id = digests.id and kind = 'slot'
)`.as('lastSlot');

function due(kysely: Kysely<Tables>, left: readonly LeftDigest[]) {
  return kysely
    .selectFrom('digests')
    .select('id')
    .where('nextRunAt', '<=', clock)
    .where('removedAt', 'is', null)
    .where('state', '=', 'active')
    .where((build) =>
      build.not(
        build.or(
          left.map(({ id, version, untilMs }) =>
            build.and([
              build('id', '=', id),
              build('version', '=', version),
              build(clock, '<', new Date(untilMs)),
            ]),
          ),
        ),
      ),
    )
    .orderBy('nextRunAt');
}

function unsettled(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('deliveries')
    .select('id')
    .where('settledAt', 'is', null)
    .orderBy('dueAt');
}

type SlotRow = InsertObject<Tables, 'deliveries'> & {
  readonly id: string;
  readonly digestId: string;
  readonly dueAt: Date;
};

/**
 * The zone belongs to the key of a slot, `2026-11-23T09:00[Europe/Paris]`: the same local time in
 * the zone that a digest is moved to is another slot. Rows of older versions lack it.
 */
function slotKey({ schedule: { zone }, alert }: Digest, slot: string): string {
  return alert ? slot : `${slot}[${zone}]`;
}

/**
 * Leaves out slots that are due at the instant of one that is planned already, unless they pause the
 * digest: its owner is to be notified.
 */
async function unplanned(kysely: Kysely<Tables>, slots: readonly SlotRow[]): Promise<SlotRow[]> {
  const instants = slots.map(({ dueAt }) => dueAt.getTime());
  if (instants.length === 0) return [];
  const rows = await kysely
    .selectFrom('deliveries')
    .select(['digestId', 'dueAt'])
    .where('digestId', 'in', [...new Set(slots.map(({ digestId }) => digestId))])
    .where('kind', '=', 'slot')
    .where('dueAt', '>=', new Date(instants.reduce((one, other) => Math.min(one, other))))
    .execute();
  const instantOf = ({ digestId, dueAt }: Pick<SlotRow, 'digestId' | 'dueAt'>) =>
    `${digestId} ${dueAt.getTime()}`;
  const planned = new Set(rows.map(instantOf));
  return slots.filter(
    (slot) => slot.kind !== 'slot' || slot.state === 'failed' || !planned.has(instantOf(slot)),
  );
}

function slotColumns(
  digest: Digest,
  { slot, dueAt, giveUpAt, state, reason }: PlannedSlot,
): SlotRow {
  const { id: digestId, channelId, alert } = digest;
  return {
    id: randomUUID(),
    digestId,
    channelId,
    slot: slotKey(digest, slot),
    kind: alert ? 'alert' : 'slot',
    dueAt: new Date(dueAt),
    giveUpAt: new Date(giveUpAt),
    state,
    reason,
    // The follow-up of a failed one is still to come.
    settledAt: state === 'planned' || state === 'failed' ? null : clock,
  };
}

/** Rows of one statement: PostgreSQL takes 65,535 parameters at most. */
const SLOTS_A_STATEMENT = 1_000;

async function insertSlots(kysely: Kysely<Tables>, slots: readonly SlotRow[]): Promise<void> {
  for (let from = 0; from < slots.length; from += SLOTS_A_STATEMENT) {
    await kysely
      .insertInto('deliveries')
      .values(slots.slice(from, from + SLOTS_A_STATEMENT))
      .onConflict((conflict) =>
        conflict.columns(['digestId', 'slot']).where('kind', '=', sql.lit('slot')).doNothing(),
      )
      .execute();
  }
}

/** Gives what alerts are to announce to their deliveries, unless those have failed. */
async function takeEntries(kysely: Kysely<Tables>, slots: readonly SlotRow[]): Promise<void> {
  for (const { id, digestId, kind, state } of slots) {
    if (kind !== 'alert' || state === 'failed') continue;
    await kysely
      .updateTable('alertEntries')
      .set({ deliveryId: id })
      .where('digestId', '=', digestId)
      .where('deliveryId', 'is', null)
      .execute();
  }
}

/** Sets the next due time, unless the digest or its due time has changed meanwhile. */
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

/** Pauses a digest that this transaction has locked. */
async function pause(
  kysely: Kysely<Tables>,
  { id }: Pick<Digest, 'id'>,
  reason: string | null,
): Promise<void> {
  await kysely.updateTable('digests').set(pausedFor(reason)).where('id', '=', id).execute();
}
