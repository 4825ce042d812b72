import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { type Insertable, type Kysely, type Selectable, sql, type UpdateObject } from 'kysely';
import { z } from 'zod';

import { beginAnew, beginWatchList, forgetAlert } from './alerts/evaluation.ts';
import { inTransaction, type RunQuery } from './database/connection.ts';
import { clock, dateOrNull, byName, msOrNull, storable, type Tables } from './database/schema.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Digest,
  type DigestChoice,
  DigestOptions,
  type Slot,
} from './digest.ts';
import { type TextCipher, UNREADABLE_QUERY } from './encryption.ts';
import { ALERT_ASPECTS, ALERT_OCCASIONS, AlertOptions } from './events.ts';

/** A filter; empty for all digests. */
interface DigestQuery {
  readonly channelId?: string;
  readonly ownerId?: string;
  /** Both without it. */
  readonly kind?: 'digest' | 'alert';
}

/** Digests, except removed ones, whose deliveries are kept. */
export interface DigestsStore {
  /**
   * @param next first due time; `null` for a schedule without one
   * @returns `null` when the channel already has one of that name
   */
  add(choice: DigestChoice, ownerId: string, next: Slot | null): Promise<Digest | null>;
  find(id: string): Promise<Digest | null>;
  /** Whether a digest or an alert with an id was removed, as far back as history is kept. */
  wasRemoved(id: string, kind: 'digest' | 'alert'): Promise<boolean>;
  /** By channel, then by name. */
  list(query: DigestQuery): Promise<Digest[]>;
  /**
   * Changes a digest if it still has the version that the person saw. A paused one stays paused.
   *
   * @param isOther whether an alert is about other files or changes from now on, so that it begins anew
   * @returns `changed` when it has another version by now, `taken` when the channel has another of
   * that name, `null` when there is none
   */
  edit(
    seen: Pick<Digest, 'id' | 'version'>,
    choice: DigestChoice,
    by: string,
    next: Slot | null,
    isOther?: boolean,
  ): Promise<Digest | 'changed' | 'taken' | null>;
  /** @param because reason code, see {@link Digest.pausedBecause} */
  pause(id: string, because: string, by: string): Promise<Digest | null>;
  /** @param next next due time of one that is paused; an active one keeps its own */
  resume(id: string, by: string, next: Slot | null): Promise<Digest | null>;
  /** @param untilMs epoch milliseconds; `null` ends the snooze */
  snooze(id: string, untilMs: number | null, by: string): Promise<Digest | null>;
  /** Changes the owner. */
  transfer(id: string, ownerId: string, by: string): Promise<Digest | null>;
  /** @returns whether there was one */
  remove(id: string, by: string): Promise<boolean>;
}

// No vowels, which could form words, and no characters that are easily confused.
const LETTERS = 'bcdfghjkmnpqrstvwxz';
const ID_CHARACTERS = `23456789${LETTERS}`;
const ID_LENGTH = 4;
const ID_TRIES_MAX = 20;

/** SQLSTATE of a duplicate value. */
const UNIQUE_VIOLATION = '23505';

/** Creates the store of digests. */
export function createDigests(runQuery: RunQuery, cipher: TextCipher): DigestsStore {
  async function change(id: string, by: string, columns: Columns): Promise<Digest | null> {
    const row = await runQuery((kysely) => changeOne(kysely, id, by, columns));
    return row === undefined ? null : digestOf(row, cipher);
  }

  /** The id of the digest that has a name in a channel. */
  async function idNamed(
    kysely: Kysely<Tables>,
    { channelId, name }: DigestChoice,
  ): Promise<string | null> {
    const row = await present(kysely)
      .where('channelId', '=', channelId)
      .where('nameKey', 'in', cipher.nameKeys(name, channelId))
      .executeTakeFirst();
    return row?.id ?? null;
  }

  return {
    async add(choice, ownerId, next) {
      const row = {
        ...choiceColumns(choice, cipher),
        ownerId,
        changedBy: ownerId,
        state: 'active' as const,
        nextRunAt: dueAtOf(next),
      };
      return runQuery(async (kysely) => {
        for (let tries = 0; tries < ID_TRIES_MAX; tries += 1) {
          if ((await idNamed(kysely, choice)) !== null) return null;
          const added = await kysely.transaction().execute(async (transaction) => {
            const inserted = await transaction
              .insertInto('digests')
              .values({ ...row, id: newId() })
              .onConflict((conflict) => conflict.doNothing())
              .returning(DIGEST_COLUMNS)
              .executeTakeFirst();
            if (inserted === undefined) return null;
            const digest = digestOf(inserted, cipher);
            await beginWatchList(transaction, digest);
            return digest;
          });
          if (added !== null) return added;
        }
        throw new TypeError('no id of a digest is free');
      });
    },
    async find(id) {
      const row = await runQuery((kysely) =>
        present(kysely).where('id', '=', id).executeTakeFirst(),
      );
      return row === undefined ? null : digestOf(row, cipher);
    },
    async wasRemoved(id, kind) {
      const row = await runQuery((kysely) =>
        kysely
          .selectFrom('digests')
          .select('id')
          .where('id', '=', id)
          .where('removedAt', 'is not', null)
          .where('alert', kind === 'alert' ? 'is not' : 'is', null)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
    async list({ channelId, ownerId, kind }) {
      const rows = await runQuery((kysely) =>
        present(kysely)
          .$if(channelId !== undefined, (query) => query.where('channelId', '=', channelId ?? ''))
          .$if(ownerId !== undefined, (query) => query.where('ownerId', '=', ownerId ?? ''))
          .$if(kind !== undefined, (query) =>
            query.where('alert', kind === 'alert' ? 'is not' : 'is', null),
          )
          .orderBy('channelId')
          .execute(),
      );
      const digests = rows.map((row) => digestOf(row, cipher));
      return Map.groupBy(digests, ({ channelId: group }) => group)
        .values()
        .flatMap((group) => group.toSorted(byName))
        .toArray();
    },
    async edit({ id, version }, choice, by, next, isOther = false) {
      const nextRunAt = sql<Date | null>`
        case when state = 'active' then ${dueAtOf(next)}::timestamptz end`;
      return runQuery(async (kysely) => {
        try {
          if (((await idNamed(kysely, choice)) ?? id) !== id) return 'taken';
          const edited = await kysely.transaction().execute(async (transaction) => {
            const stored = await present(transaction)
              .where('id', '=', id)
              .forUpdate()
              .executeTakeFirst();
            const columns = { ...choiceColumns(choice, cipher, stored), nextRunAt };
            const row = await changeOne(transaction, id, by, columns, version);
            const digest = row === undefined ? null : digestOf(row, cipher);
            if (digest !== null && isOther) await beginAnew(transaction, digest);
            return digest;
          });
          if (edited !== null) return edited;
          const there = await present(kysely).where('id', '=', id).executeTakeFirst();
          return there === undefined ? null : 'changed';
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) {
            return 'taken';
          }
          throw error;
        }
      });
    },
    pause: (id, pauseReason, by) =>
      change(id, by, { state: 'paused', pauseReason, pausedBy: by, nextRunAt: null }),
    resume: (id, by, next) =>
      change(id, by, {
        state: 'active',
        pauseReason: null,
        pausedBy: null,
        // Whoever asks for the next post waits for no snooze.
        snoozedUntil: null,
        snoozedBy: null,
        // An active digest may be due and not planned yet.
        nextRunAt: sql<Date | null>`
          case when state = 'active' then coalesce(next_run_at, ${dueAtOf(next)}::timestamptz)
          else ${dueAtOf(next)}::timestamptz end`,
      }),
    snooze: (id, untilMs, by) =>
      change(id, by, {
        snoozedUntil: dateOrNull(untilMs),
        snoozedBy: untilMs === null ? null : by,
      }),
    transfer: (id, ownerId, by) => change(id, by, { ownerId }),
    async remove(id, by) {
      return inTransaction(runQuery, async (transaction) => {
        const columns = { removedAt: clock, nextRunAt: null };
        const removed = await changeOne(transaction, id, by, columns);
        // What an alert was still to announce goes with it; a digest has nothing of the kind.
        if (removed?.alert) await forgetAlert(transaction, id);
        return removed !== undefined;
      });
    },
  };
}

function dueAtOf(next: Slot | null): Date | null {
  return dateOrNull(next?.dueAt ?? null);
}

function present(kysely: Kysely<Tables>) {
  return kysely.selectFrom('digests').select(DIGEST_COLUMNS).where('removedAt', 'is', null);
}

type Columns = UpdateObject<Tables, 'digests'>;

/** What changes of a digest that the app pauses itself. */
export function pausedFor(reason: string | null): Columns {
  return {
    state: 'paused',
    pauseReason: reason,
    pausedBy: null,
    nextRunAt: null,
    version: sql<number>`version + 1`,
  };
}

async function changeOne(
  kysely: Kysely<Tables>,
  id: string,
  by: string,
  columns: Columns,
  version?: number,
): Promise<DigestRow | undefined> {
  return kysely
    .updateTable('digests')
    .set({ ...columns, version: sql`version + 1`, changedBy: by, changedAt: clock })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(DIGEST_COLUMNS)
    .executeTakeFirst();
}

/** A random id that starts with a letter. */
function newId(): string {
  const others = Array.from(
    { length: ID_LENGTH - 1 },
    () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)],
  );
  return `${LETTERS[randomInt(LETTERS.length)]}${others.join('')}`;
}

export const DIGEST_COLUMNS = [
  'id',
  'channelId',
  'ownerId',
  'name',
  'query',
  'times',
  'days',
  'zone',
  'holidays',
  'onHoliday',
  'report',
  'options',
  'alert',
  'state',
  'pauseReason',
  'pausedBy',
  'snoozedUntil',
  'snoozedBy',
  'nextRunAt',
  'version',
  'createdAt',
] as const;

type DigestRow = Pick<Selectable<Tables['digests']>, (typeof DIGEST_COLUMNS)[number]>;

const LocalTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u);

/** What says when a digest is due and what it posts, as far as this version knows it. */
const Known = z.object({
  onHoliday: z.enum(['skip', 'next']),
  report: z.enum(['week', 'month']).nullable(),
  options: z.object({}),
  alert: z
    .object({
      on: z.enum(ALERT_OCCASIONS),
      aspects: z.array(z.enum(ALERT_ASPECTS)),
      quiet: z.object({ from: LocalTime, until: LocalTime }).nullable(),
    })
    .partial()
    .nullable(),
});

/**
 * A row as a digest. One whose texts cannot be decrypted is called by its id, and its query cannot be
 * read.
 */
export function digestOf(row: DigestRow, cipher: TextCipher): Digest {
  const { channelId, times, days, zone, holidays, onHoliday, report } = row;
  const name = cipher.decrypt(row.name, { column: 'digests.name', channelId });
  const query = cipher.decrypt(row.query, { column: 'digests.query', channelId });
  return {
    id: row.id,
    channelId,
    ownerId: row.ownerId,
    name: name ?? row.id,
    query: query ?? UNREADABLE_QUERY,
    schedule: {
      times,
      days,
      zone,
      holidays,
      onHoliday,
      ...(report === 'week' || report === 'month' ? { report } : {}),
      ...(Known.safeParse(row).success ? {} : { isUnknown: true }),
    },
    options: DigestOptions.safeParse(row.options).data ?? DEFAULT_DIGEST_OPTIONS,
    alert: row.alert === null ? null : alertIn(row.alert),
    state: row.state,
    pausedBecause: row.pauseReason,
    pausedBy: row.pausedBy,
    snoozedUntil: msOrNull(row.snoozedUntil),
    snoozedBy: row.snoozedBy,
    createdAt: row.createdAt.getTime(),
    nextDueAt: msOrNull(row.nextRunAt),
    version: row.version,
  };
}

function alertIn(stored: unknown): AlertOptions {
  return AlertOptions.safeParse(stored).data ?? AlertOptions.parse({});
}

type ChosenColumns = Pick<
  Insertable<Tables['digests']>,
  | 'channelId'
  | 'name'
  | 'nameKey'
  | 'query'
  | keyof Omit<DigestChoice['schedule'], 'isUnknown'>
  | 'options'
  | 'alert'
>;

/**
 * The chosen parts as columns.
 *
 * @param stored the row that they change
 */
function choiceColumns(
  { channelId, name, query, schedule, options, alert = null }: DigestChoice,
  cipher: TextCipher,
  stored?: Pick<DigestRow, 'options' | 'alert'>,
): ChosenColumns {
  const { times, days, zone, holidays, onHoliday, report = null } = schedule;
  return {
    channelId,
    name: cipher.encrypt(storable(name), { column: 'digests.name', channelId }),
    nameKey: cipher.nameKeys(name, channelId)[0],
    query: cipher.encrypt(storable(query), { column: 'digests.query', channelId }),
    times,
    days,
    zone,
    holidays,
    onHoliday,
    report,
    options: keptJson(stored?.options, DigestOptions, options),
    alert: alert === null ? null : keptJson(stored?.alert, AlertOptions, alert),
  };
}

/**
 * What was chosen as JSON, with what a newer version has stored beside it: what this one does not
 * know, and values that it reads as others, where nobody has chosen another than it reads.
 */
function keptJson(
  stored: unknown,
  reader: typeof DigestOptions | typeof AlertOptions,
  chosen: object,
): string {
  const before = new Map(Object.entries(stored ?? {}));
  const read = new Map(Object.entries(reader.safeParse(stored).data ?? {}));
  const changed = Object.entries(chosen).filter(
    ([key, value]) => !before.has(key) || !isDeepStrictEqual(read.get(key), value),
  );
  return JSON.stringify({ ...Object.fromEntries(before), ...Object.fromEntries(changed) });
}
