import { type Kysely, sql, type Transaction } from 'kysely';

import { inTransaction, type RunQuery, timeOf } from '../database/connection.ts';
import { msOrNull, SCHEMA, type Tables } from '../database/schema.ts';
import type { Digest } from '../digest.ts';
import { DIGEST_COLUMNS, digestOf } from '../digests.ts';
import type { TextCipher } from '../encryption.ts';
import {
  ALERT_EVENTS,
  alertKindOf,
  type AlertEntry,
  type AlertMatches,
  type AlertState,
  type FileEvent,
  WATCH_LIST_QUERY,
} from '../events.ts';
import { EVENT_COLUMNS, eventsIn } from '../journal.ts';
import {
  addEntries,
  type AlertFile,
  anyOf,
  applyMatches,
  beginAnew,
  fitting,
  type NewEntry,
  type EvaluatedSnapshot,
  removeFiles,
} from './evaluation.ts';

/** Whether an event closes a file, which ends watching it. */
type IsClosing = (aspect: string, to: string | null) => boolean;

/** An alert with something to announce for which no delivery is planned. */
interface PendingAlert {
  readonly digest: Digest;
  /** When its last delivery was due, in epoch milliseconds; `null` for never. */
  readonly lastDueMs: number | null;
  /** Why that one failed, where nothing has happened since; otherwise `null`. */
  readonly refusedWith: string | null;
}

/** A delivery takes all that is to be announced shortly before it is queued. */
const refusedWith = sql<string | null>`(
  select case when last.state = 'failed' and not exists (
    select 1 from ${sql.table(`${SCHEMA}.alert_entries`)} as entries
    where entries.digest_id = digests.id and entries.delivery_id is null
      and entries.at > coalesce(last.queued_at, last.due_at)
  ) then last.reason end
  from ${sql.table(`${SCHEMA}.deliveries`)} as last
  where last.digest_id = digests.id and last.state not in ('missed', 'skipped')
  order by last.due_at desc limit 1
)`.as('refusedWith');

/** Alerts: which files fit each of them, and what they are to announce. */
export interface AlertStore {
  /** The database's clock, in epoch milliseconds, and the active alerts: all, or some by their ids. */
  states(ids?: readonly string[]): Promise<{ nowMs: number; states: readonly AlertState[] }>;
  /** Alerts by id. */
  load(ids: readonly string[]): Promise<readonly Digest[]>;
  /**
   * Records which files fit alerts, and what is to be announced of that: each file that enters or
   * leaves once, whichever instance comes first. The first evaluation of an alert announces nothing.
   * An older snapshot than the last one, or a changed alert, is left out.
   *
   * @returns ids of the alerts that were left out
   */
  apply(
    matches: readonly AlertMatches[],
    snapshot: EvaluatedSnapshot,
  ): Promise<ReadonlySet<string>>;
  /** Records what the journal has seen since: changes that alerts name, and files that are gone. */
  applyEvents(
    digests: readonly Digest[],
    snapshot: EvaluatedSnapshot,
    isClosing: IsClosing,
  ): Promise<void>;
  /** Alerts with something to announce and no due time. */
  pending(): Promise<readonly PendingAlert[]>;
  /** Sets the due time, in epoch milliseconds, where there is none. */
  schedule(digestId: string, dueMs: number): Promise<void>;
  /** What a delivery announces, in the order in which it happened. */
  entriesOf(deliveryId: string): Promise<readonly AlertEntry[]>;
  /** Forgets how far an alert is evaluated, and what it was still to announce. */
  reset(digest: Pick<Digest, 'id' | 'query'>): Promise<void>;
  /** The last events that matter to alerts since an instant, the newest first. */
  eventsSince(sinceMs: number, limit: number): Promise<readonly FileEvent[]>;
}

/**
 * Creates the store of alerts.
 *
 * @param background for evaluating
 */
export function createAlertStore(
  runQuery: RunQuery,
  background: RunQuery,
  cipher: TextCipher,
): AlertStore {
  return {
    async states(ids) {
      return (ids === undefined ? background : runQuery)(async (kysely) => {
        const nowMs = await timeOf(kysely);
        const rows = await active(kysely)
          .$if(ids !== undefined, (query) => query.where('digests.id', '=', anyOf(ids ?? [])))
          .leftJoin('alertStates', 'alertStates.digestId', 'digests.id')
          .select(['digests.id', 'digests.version', 'alertStates.readAt'])
          .select(sql<number | null>`alert_states.event_id::float8`.as('eventId'))
          .execute();
        const states = rows.map(({ id, version, readAt, eventId }): AlertState => {
          const evaluated =
            readAt === null || eventId === null ? null : { eventId, readAtMs: readAt.getTime() };
          return { id, version, evaluated };
        });
        return { nowMs, states };
      });
    },
    async load(ids) {
      if (ids.length === 0) return [];
      const rows = await background((kysely) =>
        kysely.selectFrom('digests').select(DIGEST_COLUMNS).where('id', 'in', ids).execute(),
      );
      return rows.map((row) => digestOf(row, cipher));
    },
    async apply(matches, snapshot) {
      return inTransaction(background, async (transaction) =>
        applyMatches(transaction, matches, snapshot),
      );
    },
    async applyEvents(digests, snapshot, isClosing) {
      if (digests.length === 0) return;
      let isDone = false;
      while (!isDone) {
        isDone = await inTransaction(background, async (transaction) =>
          applySomeEvents(transaction, digests, snapshot, isClosing),
        );
      }
    },
    async pending() {
      return background(async (kysely) => {
        const rows = await active(kysely)
          .select(DIGEST_COLUMNS)
          .where('nextRunAt', 'is', null)
          .where((build) =>
            build.exists(
              build
                .selectFrom('alertEntries')
                .select('alertEntries.id')
                .whereRef('alertEntries.digestId', '=', 'digests.id')
                .where('alertEntries.deliveryId', 'is', null),
            ),
          )
          .select((build) =>
            build
              .selectFrom('deliveries')
              .select(({ fn }) => fn.max('dueAt').as('dueAt'))
              .whereRef('deliveries.digestId', '=', 'digests.id')
              // Nothing was posted with the others.
              .where('deliveries.state', 'not in', ['missed', 'skipped'])
              .as('lastDueAt'),
          )
          .select(refusedWith)
          .execute();
        return rows.map(({ lastDueAt, refusedWith: code, ...row }) => ({
          digest: digestOf(row, cipher),
          lastDueMs: msOrNull(lastDueAt),
          refusedWith: code,
        }));
      });
    },
    async schedule(digestId, dueMs) {
      await background((kysely) =>
        kysely
          .updateTable('digests')
          .set({ nextRunAt: new Date(dueMs) })
          .where('id', '=', digestId)
          .where('nextRunAt', 'is', null)
          .where('state', '=', 'active')
          .where('removedAt', 'is', null)
          .execute(),
      );
    },
    async entriesOf(deliveryId) {
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('alertEntries')
          .select(['fileId', 'kind', 'fromValue', 'toValue'])
          .where('deliveryId', '=', deliveryId)
          .orderBy('id')
          .execute(),
      );
      return rows.map(({ fileId, kind, fromValue, toValue }) => ({
        fileId,
        kind: alertKindOf(kind),
        from: fromValue,
        to: toValue,
      }));
    },
    async reset(digest) {
      await inTransaction(runQuery, async (transaction) => beginAnew(transaction, digest));
    },
    async eventsSince(sinceMs, limit) {
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('fileEvents')
          .select(EVENT_COLUMNS)
          .where('beforeAt', '>=', new Date(sinceMs))
          .orderBy('beforeAt', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      );
      return eventsIn(rows);
    },
  };
}

function active(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('digests')
    .where('digests.alert', 'is not', null)
    .where('digests.removedAt', 'is', null)
    .where('digests.state', '=', 'active');
}

/** Max events in one transaction. */
const EVENTS_MAX = 5_000;
/** Those of some files that the journal says are gone now. */
async function goneAmong(
  kysely: Kysely<Tables>,
  among: readonly { readonly fileId: string }[],
): Promise<ReadonlySet<string>> {
  if (among.length === 0) return new Set();
  const rows = await kysely
    .selectFrom('journalFiles')
    .select('id')
    .where('isGone', '=', true)
    .where('id', '=', anyOf(among.map(({ fileId }) => fileId)))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** By how much the same moment may differ where it was converted to the database's clock twice. */
const CLOCK_MS = 1_000;

/** @returns whether no more events are there */
async function applySomeEvents(
  transaction: Transaction<Tables>,
  digests: readonly Digest[],
  { readAtMs, readUntilMs, has, generation }: EvaluatedSnapshot,
  isClosing: IsClosing,
): Promise<boolean> {
  const nowMs = await timeOf(transaction);
  const alerts = new Map(digests.map((digest) => [digest.id, digest]));
  const states = await transaction
    .selectFrom('alertStates')
    .select(['digestId', 'readAt', sql<number>`event_id::float8`.as('eventId')])
    .where('digestId', '=', anyOf(digests.map(({ id }) => id)))
    .orderBy('digestId')
    .forUpdate()
    .execute();
  if (states.length === 0) return true;
  // Before the events: those that are recorded meanwhile are left to the next call.
  const journal = await transaction
    .selectFrom('journal')
    .select(['generation', 'seenFrom', 'latestAt'])
    .executeTakeFirst();
  const wasOvertaken = states.some(
    ({ digestId, readAt }) =>
      readAt.getTime() > readAtMs && alerts.get(digestId)?.query !== WATCH_LIST_QUERY,
  );
  const isRecordedLast = journal?.generation === generation && !wasOvertaken;
  const recordedMs = isRecordedLast ? journal.latestAt.getTime() : readAtMs;
  const first = Math.min(...states.map(({ eventId }) => eventId));
  const recorded = await transaction
    .selectFrom('fileEvents')
    .select([sql<number>`id::float8`.as('id'), ...EVENT_COLUMNS])
    .where('id', '>', first)
    .orderBy('id')
    .limit(EVENTS_MAX)
    .execute();
  const stillGone = await goneAmong(
    transaction,
    recorded.filter(({ aspect, fileId }) => aspect === 'gone' && has(fileId)),
  );
  // A reading of another instance that had not ended when this one began may have seen a file in
  // another order: that instance, or the next reading of this one, knows which alerts it fits. So for
  // a file that is gone while a snapshot, of which only changes were read, still has it.
  const later = recorded.findIndex(({ aspect, fileId, beforeAt }) => {
    if (aspect === 'gone' && stillGone.has(fileId)) return true;
    const knownMs = aspect === 'gone' && !has(fileId) ? readUntilMs + CLOCK_MS : recordedMs;
    // A clock that was set back must not keep events from being announced.
    return beforeAt.getTime() > knownMs && beforeAt.getTime() <= nowMs;
  });
  const events = later === -1 ? recorded : recorded.slice(0, later);
  const isDone = later !== -1 || events.length < EVENTS_MAX;
  // With an event that is left, a file may yet turn out to have left.
  const forgetFrom = later === -1 && isDone ? journal?.seenFrom : undefined;
  const last = events.at(-1)?.id;
  if (last === undefined) {
    await forgetLeft(transaction, states, forgetFrom);
    return true;
  }
  const relevant = events.filter(({ aspect }) => ALERT_EVENTS.some((known) => known === aspect));
  const fileIds = [...new Set(relevant.map(({ fileId }) => fileId))];
  const fits = await fitting(
    transaction,
    states.map(({ digestId }) => digestId),
    fileIds,
  );
  const watchers = await watchersOf(transaction, fileIds, isClosing);
  const announced: NewEntry[] = [];
  const gone: AlertFile[] = [];
  const leftBy: AlertFile[] = [];
  for (const { digestId, eventId } of states) {
    const { alert = null, query, ownerId } = alerts.get(digestId) ?? {};
    const known = fits.get(digestId);
    if (alert === null || known === undefined) continue;
    const isWatchList = query === WATCH_LIST_QUERY;
    /** The events with which files left, by file. */
    const leftWith = new Map<string, number>();
    const fitsAt = (fileId: string, beforeMs: number): boolean => {
      const leftMs = known.get(fileId);
      if (leftMs === undefined || leftMs === null) return leftMs === null;
      const endMs = leftWith.get(fileId);
      if (endMs !== undefined) return beforeMs <= endMs;
      if (beforeMs < leftMs - CLOCK_MS) return true;
      leftWith.set(fileId, beforeMs);
      leftBy.push({ digestId, fileId });
      return true;
    };
    for (const event of relevant) {
      const { id, fileId, aspect, fromValue, toValue, beforeAt } = event;
      if (id <= eventId) continue;
      const concerns = isWatchList
        ? wasWatched(event, watchers.get(fileId)?.get(ownerId ?? ''))
        : fitsAt(fileId, beforeAt.getTime());
      if (!concerns) continue;
      if (aspect === 'gone') {
        if (!has(fileId)) gone.push({ digestId, fileId });
      } else if (alert.on === 'changes' && alert.aspects.some((each) => each === aspect)) {
        announced.push({ digestId, fileId, kind: aspect, from: fromValue, to: toValue });
      }
    }
  }
  const leaving = gone.filter(({ digestId }) => {
    const { alert, query } = alerts.get(digestId) ?? {};
    return alert?.on === 'leaves' || query === WATCH_LIST_QUERY;
  });
  await removeFiles(transaction, [...gone, ...leftBy]);
  await forgetLeft(transaction, states, forgetFrom);
  await addEntries(transaction, [
    ...announced,
    ...leaving.map((row) => ({ ...row, kind: 'leaves', from: null, to: null })),
  ]);
  await transaction
    .updateTable('alertStates')
    .set({ eventId: sql<number>`greatest(event_id, ${last}::float8::bigint)` })
    .where('digestId', '=', anyOf(states.map(({ digestId }) => digestId)))
    .execute();
  return isDone;
}

/**
 * Removes files that have left without an event, such as for their age.
 *
 * @param seenFrom start of the last reading of which all events are looked at; `undefined` for none
 */
async function forgetLeft(
  transaction: Transaction<Tables>,
  states: readonly { readonly digestId: string }[],
  seenFrom: Date | undefined,
): Promise<void> {
  if (seenFrom === undefined) return;
  await transaction
    .deleteFrom('alertFiles')
    .where('digestId', '=', anyOf(states.map(({ digestId }) => digestId)))
    .where('leftAt', '<=', seenFrom)
    .execute();
}

/** A file that a person watches, or has watched. */
interface Watch {
  /** `null` while it is watched. */
  readonly endedAt: Date | null;
  /** When the file was first recorded as closed since; `null` when it was not. */
  readonly closedAt: Date | null;
}

/**
 * Whether a person is notified of an event: of all up to the one that closed the file,
 * which another instance may record after watching has ended.
 */
function wasWatched(
  { afterAt, beforeAt }: { readonly afterAt: Date; readonly beforeAt: Date },
  watch: Watch | undefined,
): boolean {
  if (watch === undefined) return false;
  const { endedAt, closedAt } = watch;
  if (endedAt === null || beforeAt <= endedAt) return true;
  return afterAt <= endedAt && (closedAt === null || beforeAt <= closedAt);
}

/** Who watches files, or has watched them, by file. */
async function watchersOf(
  transaction: Transaction<Tables>,
  fileIds: readonly string[],
  isClosing: IsClosing,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Watch>>> {
  if (fileIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('watchedFiles')
    .select(['fileId', 'userId', 'at', 'endedAt'])
    .where('fileId', '=', anyOf(fileIds))
    .execute();
  const ended = rows.flatMap(({ fileId, endedAt }) => (endedAt === null ? [] : fileId));
  const events =
    ended.length === 0
      ? []
      : await transaction
          .selectFrom('fileEvents')
          .select(['fileId', 'aspect', 'toValue', 'beforeAt'])
          .where('fileId', '=', anyOf([...new Set(ended)]))
          .orderBy('beforeAt')
          .execute();
  const closing = Map.groupBy(
    events.filter(({ aspect, toValue }) => isClosing(aspect, toValue)),
    ({ fileId }) => fileId,
  );
  const byFile = Map.groupBy(rows, ({ fileId }) => fileId);
  return new Map(
    Array.from(byFile, ([fileId, watched]) => [
      fileId,
      new Map(
        watched.map(({ userId, at, endedAt }) => {
          const closed = closing.get(fileId)?.find(({ beforeAt }) => beforeAt > at);
          return [userId, { endedAt, closedAt: closed?.beforeAt ?? null }];
        }),
      ),
    ]),
  );
}
