import { type Kysely, sql } from 'kysely';

import { inTransaction, type RunQuery } from './database/connection.ts';
import {
  clock,
  clockPlus,
  dateOrNull,
  msOrNull,
  storable,
  type Tables,
} from './database/schema.ts';

/** A file that a person works on. */
export interface TakenFile {
  readonly fileId: string;
  /** Slack id. */
  readonly takenBy: string;
  /** Since when, in epoch milliseconds of the database's clock. */
  readonly atMs: number;
}

/** A file as `TriageStore.take` leaves it. */
export interface Taking extends TakenFile {
  /** Whether it was taken just now, and not by the same person before. */
  readonly isNew: boolean;
}

/** A file that was handed to a person who is not notified of it yet. */
export interface HandedFile extends TakenFile {
  /** Slack id. */
  readonly handedBy: string;
}

/** A file of whose changes a person wants to be notified. */
interface WatchedFile {
  readonly fileId: string;
  /** Slack id. */
  readonly userId: string;
}

/** A file that is to rest. */
export interface SnoozedFile {
  readonly fileId: string;
  /** Slack id. */
  readonly snoozedBy: string;
  /** Epoch milliseconds; `null` until it changes. */
  readonly untilMs: number | null;
  /** State when it was snoozed until it changes: words of the service and numbers, no person's data. */
  readonly state: string | null;
}

/** A file that is free since the person who had taken it has left. */
interface FreedFile {
  readonly fileId: string;
  /** Epoch milliseconds of the database's clock. */
  readonly atMs: number;
}

/** What people do about files, as a whole. */
export interface TriageRows {
  /** Grows with each change. */
  readonly generation: number;
  /** The database's clock, in epoch milliseconds. */
  readonly nowMs: number;
  readonly taken: readonly TakenFile[];
  /** Of the last 31 days. */
  readonly freed: readonly FreedFile[];
  readonly watched: readonly WatchedFile[];
  readonly snoozed: readonly SnoozedFile[];
}

/** What people do about files. Every call may reject with a `StoreError`. */
export interface TriageStore {
  generation(): Promise<number>;
  all(): Promise<TriageRows>;
  /**
   * Takes a file for a person if it is free, or still taken by `from`.
   *
   * @param handedBy who hands it over, so that the person is to be notified of it
   * @returns who has it now, which is somebody else when they were faster
   */
  take(
    fileId: string,
    userId: string,
    from: string | null,
    handedBy?: string | null,
  ): Promise<Taking>;
  /**
   * A file of which nobody has been notified for minutes since it was handed over, or since that was
   * last tried; `null` without one. For the next minutes nobody else gets it.
   */
  unnotified(): Promise<HandedFile | null>;
  /** Records that the person who was handed a file is notified of it, or cannot be. */
  notified(handed: Pick<TakenFile, 'fileId' | 'takenBy'>): Promise<void>;
  /** @returns whether the person had it */
  giveBack(fileId: string, userId: string): Promise<boolean>;
  watch(fileId: string, userId: string): Promise<void>;
  unwatch(fileId: string, userId: string): Promise<void>;
  /** Replaces an earlier one. */
  snooze(snoozed: SnoozedFile): Promise<void>;
  unsnooze(fileId: string): Promise<void>;
  /** Ends all that was done about files before an instant of the database's clock, in epoch milliseconds. */
  end(fileIds: readonly string[], beforeMs: number): Promise<void>;
  /** Ends the snoozes of files that have changed, as far as they are from before an instant. */
  endSnoozes(snoozed: readonly Pick<SnoozedFile, 'fileId'>[], beforeMs: number): Promise<void>;
  /** Ends all that a person does. @returns the files that they had taken */
  endOf(userId: string): Promise<readonly string[]>;
}

/** The id of no person. */
const NOBODY = '';
/** How long it is known who watched a file until it was decided or gone, and what was freed. */
const endedBefore = sql<Date>`clock_timestamp() - interval '31 days'`;
/** Files in one statement. */
const FILES_MAX = 1_000;
/**
 * How long a person who was handed a file is left to the process that did so, or that last tried to
 * notify them: longer than one that lives takes for it.
 */
export const HAND_LEASE_MS = 120_000;
/** After that a message would rather puzzle. */
const worthNotifying = sql<Date>`clock_timestamp() - interval '1 day'`;

/** Creates the store of what people do about files. */
export function createTriageStore(runQuery: RunQuery): TriageStore {
  /** Locks the generation, so that changes come one after another and other processes see each. */
  async function change<Value>(
    work: (transaction: Kysely<Tables>) => Promise<Value>,
  ): Promise<Value> {
    return inTransaction(runQuery, async (transaction) => {
      await transaction
        .updateTable('triage')
        .set({ generation: sql`generation + 1` })
        .execute();
      return work(transaction);
    });
  }

  return {
    async generation() {
      return runQuery(generationIn);
    },
    async all() {
      return runQuery(async (kysely) => {
        // Read first: what is written meanwhile is read again.
        const { generation, now } = await kysely
          .selectFrom('triage')
          .select(['generation', clock.as('now')])
          .executeTakeFirstOrThrow();
        const taken = await kysely
          .selectFrom('takenFiles')
          .select(['fileId', 'takenBy', 'at', 'freedAt'])
          .execute();
        const watched = await kysely
          .selectFrom('watchedFiles')
          .select(['fileId', 'userId'])
          .where('endedAt', 'is', null)
          .execute();
        const snoozed = await kysely
          .selectFrom('snoozedFiles')
          .select(['fileId', 'snoozedBy', 'until', 'state'])
          .execute();
        return {
          generation,
          nowMs: now.getTime(),
          taken: taken.flatMap(({ fileId, takenBy, at, freedAt }) =>
            freedAt === null ? [{ fileId, takenBy, atMs: at.getTime() }] : [],
          ),
          freed: taken.flatMap(({ fileId, freedAt }) =>
            freedAt === null ? [] : [{ fileId, atMs: freedAt.getTime() }],
          ),
          watched,
          snoozed: snoozed.map(({ until, ...row }) => ({ ...row, untilMs: msOrNull(until) })),
        };
      });
    },
    async take(id, userId, from, handedBy = null) {
      const fileId = storable(id);
      return change(async (transaction) => {
        const taken = await transaction
          .insertInto('takenFiles')
          .values({ fileId, takenBy: userId, freedAt: null, handedBy, handTriedAt: null })
          .onConflict((conflict) =>
            conflict
              .column('fileId')
              .doUpdateSet({
                takenBy: userId,
                at: clock,
                freedAt: null,
                handedBy,
                handTriedAt: null,
              })
              .where((file) =>
                file.or([
                  file('takenFiles.takenBy', '=', from ?? NOBODY),
                  file('takenFiles.freedAt', 'is not', null),
                ]),
              ),
          )
          .returning('takenBy')
          .executeTakeFirst();
        const { takenBy, at } = await transaction
          .selectFrom('takenFiles')
          .select(['takenBy', 'at'])
          .where('fileId', '=', fileId)
          .executeTakeFirstOrThrow();
        return { fileId, takenBy, atMs: at.getTime(), isNew: taken !== undefined };
      });
    },
    async unnotified() {
      const row = await runQuery((kysely) =>
        kysely
          .updateTable('takenFiles')
          .set({ handTriedAt: clock })
          .where('fileId', 'in', (build) =>
            build
              .selectFrom('takenFiles')
              .select('fileId')
              .where('handedBy', 'is not', null)
              .where('freedAt', 'is', null)
              .where(sql<Date>`coalesce(hand_tried_at, at)`, '<', clockPlus(-HAND_LEASE_MS))
              .where('at', '>', worthNotifying)
              .limit(1)
              .forUpdate()
              .skipLocked(),
          )
          .returning(['fileId', 'takenBy', 'handedBy', 'at'])
          .executeTakeFirst(),
      );
      if (row === undefined || row.handedBy === null) return null;
      const { fileId, takenBy, handedBy, at } = row;
      return { fileId, takenBy, handedBy, atMs: at.getTime() };
    },
    async notified({ fileId, takenBy }) {
      await runQuery((kysely) =>
        kysely
          .updateTable('takenFiles')
          .set({ handedBy: null, handTriedAt: null })
          .where('fileId', '=', storable(fileId))
          .where('takenBy', '=', takenBy)
          .execute(),
      );
    },
    async giveBack(fileId, userId) {
      const { numDeletedRows } = await change((transaction) =>
        transaction
          .deleteFrom('takenFiles')
          .where('fileId', '=', storable(fileId))
          .where('takenBy', '=', userId)
          .executeTakeFirstOrThrow(),
      );
      return numDeletedRows > 0n;
    },
    async watch(fileId, userId) {
      await change((transaction) =>
        transaction
          .insertInto('watchedFiles')
          .values({ fileId: storable(fileId), userId, endedAt: null })
          .onConflict((conflict) =>
            conflict.columns(['fileId', 'userId']).doUpdateSet({ endedAt: null, at: clock }),
          )
          .execute(),
      );
    },
    async unwatch(fileId, userId) {
      await change((transaction) =>
        transaction
          .deleteFrom('watchedFiles')
          .where('fileId', '=', storable(fileId))
          .where('userId', '=', userId)
          .execute(),
      );
    },
    async snooze({ fileId, snoozedBy, untilMs, state }) {
      const row = {
        snoozedBy,
        until: dateOrNull(untilMs),
        state: state === null ? null : storable(state),
      };
      await change((transaction) =>
        transaction
          .insertInto('snoozedFiles')
          .values({ fileId: storable(fileId), ...row })
          .onConflict((conflict) => conflict.column('fileId').doUpdateSet({ ...row, at: clock }))
          .execute(),
      );
    },
    async unsnooze(fileId) {
      await change((transaction) =>
        transaction.deleteFrom('snoozedFiles').where('fileId', '=', storable(fileId)).execute(),
      );
    },
    async end(fileIds, beforeMs) {
      const before = new Date(beforeMs);
      for (let from = 0; from < fileIds.length; from += FILES_MAX) {
        const ids = fileIds.slice(from, from + FILES_MAX);
        await change(async (transaction) => {
          for (const table of ['takenFiles', 'snoozedFiles'] as const) {
            await transaction
              .deleteFrom(table)
              .where('fileId', 'in', ids)
              .where('at', '<', before)
              .execute();
          }
          await transaction
            .updateTable('watchedFiles')
            .set({ endedAt: clock })
            .where('fileId', 'in', ids)
            .where('at', '<', before)
            .where('endedAt', 'is', null)
            .execute();
          await transaction.deleteFrom('watchedFiles').where('endedAt', '<', endedBefore).execute();
          await transaction.deleteFrom('takenFiles').where('freedAt', '<', endedBefore).execute();
        });
      }
    },
    async endSnoozes(snoozed, beforeMs) {
      for (let from = 0; from < snoozed.length; from += FILES_MAX) {
        const ids = snoozed.slice(from, from + FILES_MAX).map(({ fileId }) => fileId);
        await change((transaction) =>
          transaction
            .deleteFrom('snoozedFiles')
            .where('fileId', 'in', ids)
            .where('until', 'is', null)
            .where('at', '<', new Date(beforeMs))
            .execute(),
        );
      }
    },
    async endOf(userId) {
      return change(async (transaction) => {
        await transaction.deleteFrom('watchedFiles').where('userId', '=', userId).execute();
        const taken = await transaction
          .updateTable('takenFiles')
          .set({ takenBy: NOBODY, freedAt: clock, handedBy: null })
          .where('takenBy', '=', userId)
          .returning('fileId')
          .execute();
        return taken.map(({ fileId }) => fileId);
      });
    },
  };
}

async function generationIn(kysely: Kysely<Tables>): Promise<number> {
  const { generation } = await kysely
    .selectFrom('triage')
    .select('generation')
    .executeTakeFirstOrThrow();
  return generation;
}
