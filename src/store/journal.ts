import { type Selectable, sql } from 'kysely';

import { inTransaction, type RunQuery } from './database/connection.ts';
import { SCHEMA, clock, dateOrNull, msOrNull, storable, type Tables } from './database/schema.ts';
import {
  EVENT_ASPECTS,
  type FileEvent,
  type JournalState,
  type JournalWrite,
  type RecordedFile,
  UNREAD_VALUES,
} from './events.ts';

/** What happened to rental files: nothing in it is changed, and it holds no data of persons. */
export interface JournalStore {
  /** The database's clock, in epoch milliseconds, and the journal; `null` before the first write. */
  state(): Promise<{ readonly nowMs: number; readonly state: JournalState | null }>;
  /** Files written after a generation, by id; `afterId` is the last one of the page before. */
  filesSince(generation: number, afterId: string, limit: number): Promise<readonly RecordedFile[]>;
  /** Writes a part; `false`, and nothing is written, when another process has written since. */
  write(part: JournalWrite): Promise<boolean>;
  /** The last events of a file, newest first. */
  eventsOf(fileId: string, limit: number): Promise<readonly FileEvent[]>;
}

const files = sql.table(`${SCHEMA}.journal_files`);
const events = sql.table(`${SCHEMA}.file_events`);

/**
 * Creates the store of the journal.
 *
 * @param background for writing
 */
export function createJournalStore(runQuery: RunQuery, background: RunQuery): JournalStore {
  return {
    async state() {
      const { now, ...row } = await background((kysely) =>
        kysely
          .selectFrom(sql<{ now: Date }>`(select ${clock} as now)`.as('time'))
          .leftJoin('journal', (join) => join.onTrue())
          .selectAll('journal')
          .select('time.now')
          .executeTakeFirstOrThrow(),
      );
      return { nowMs: now.getTime(), state: stateOf(row) };
    },
    async filesSince(generation, afterId, limit) {
      const rows = await background((kysely) =>
        kysely
          .selectFrom('journalFiles')
          .selectAll()
          // Without this for all files, which are read in the order of their primary key.
          .$if(generation >= 0, (query) => query.where('generation', '>', generation))
          .where('id', '>', afterId)
          .orderBy('id')
          .limit(limit)
          .execute(),
      );
      return rows.map((row) => ({
        id: row.id,
        status: row.status,
        decision: row.decision,
        score: row.score,
        completion: row.completion,
        ...applicantsIn(row.applicants),
        isArchived: row.isArchived,
        isGone: row.isGone,
        knownMs: row.knownAt.getTime(),
        appearedMs: msOrNull(row.appearedAt),
        statusMs: msOrNull(row.statusAt),
        readyMs: msOrNull(row.readyAt),
        decidedMs: msOrNull(row.decidedAt),
        changedMs: msOrNull(row.changedAt),
        unseenFromMs: msOrNull(row.unseenFrom),
        missedMs: msOrNull(row.missedAt),
      }));
    },
    async write({ seen, state, files: changed, events: happened }) {
      const columns = {
        generation: (seen ?? 0) + 1,
        baselineAt: new Date(state.baselineMs),
        seenFrom: new Date(state.seenFromMs),
        wholeFrom: new Date(state.wholeFromMs),
        completeFrom: dateOrNull(state.completeFromMs),
        absentFrom: dateOrNull(state.absentFromMs),
        readUntil: new Date(state.readUntilMs),
        latestAt: new Date(state.latestMs),
        gaps: JSON.stringify(state.gaps),
      };
      return inTransaction(background, async (transaction) => {
        // Locks the row, so that other writers wait, and then find another generation.
        const written =
          seen === null
            ? await transaction
                .insertInto('journal')
                .values({ only: true, ...columns })
                .onConflict((conflict) => conflict.doNothing())
                .returning('generation')
                .execute()
            : await transaction
                .updateTable('journal')
                .set(columns)
                .where('generation', '=', seen)
                .returning('generation')
                .execute();
        if (written.length === 0) return false;
        if (changed.length > 0) await putFiles(changed, columns.generation).execute(transaction);
        if (happened.length > 0) await addEvents(happened).execute(transaction);
        return true;
      });
    },
    async eventsOf(fileId, limit) {
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('fileEvents')
          .select(EVENT_COLUMNS)
          .where('fileId', '=', storable(fileId))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      );
      return eventsIn(rows);
    },
  };
}

export const EVENT_COLUMNS = [
  'fileId',
  'aspect',
  'fromValue',
  'toValue',
  'afterAt',
  'beforeAt',
] as const;

type EventRow = Pick<Selectable<Tables['fileEvents']>, (typeof EVENT_COLUMNS)[number]>;

/** The events of rows, but for aspects that only a newer version knows. */
export function eventsIn(rows: readonly EventRow[]): readonly FileEvent[] {
  return rows.flatMap(({ fileId, aspect: name, fromValue, toValue, afterAt, beforeAt }) => {
    const aspect = EVENT_ASPECTS.find((known) => known === name);
    if (aspect === undefined) return [];
    const [afterMs, beforeMs] = [afterAt.getTime(), beforeAt.getTime()];
    return [{ fileId, aspect, from: fromValue, to: toValue, afterMs, beforeMs }];
  });
}

/** The columns of the journal; each is `null` before the first write. */
type StateRow = { readonly [Column in keyof Row]: Row[Column] | null };
type Row = Selectable<Tables['journal']>;

function stateOf(row: StateRow): JournalState | null {
  const { generation, baselineAt, seenFrom, wholeFrom, readUntil, latestAt } = row;
  if (generation === null || !baselineAt || !seenFrom || !wholeFrom) return null;
  if (!readUntil || !latestAt) return null;
  return {
    generation,
    baselineMs: baselineAt.getTime(),
    seenFromMs: seenFrom.getTime(),
    wholeFromMs: wholeFrom.getTime(),
    completeFromMs: msOrNull(row.completeFrom),
    absentFromMs: msOrNull(row.absentFrom),
    readUntilMs: readUntil.getTime(),
    latestMs: latestAt.getTime(),
    gaps: row.gaps ?? [],
  };
}

/** Between the numbers of applicants, and before a value among them that has not been read. */
const [BETWEEN, UNREAD] = [', ', '?'];

/** `2 NEW`, or `2 NEW, ?score, ?archived`: an earlier version has no column for what was not read. */
function applicantsText({ applicants, unread }: RecordedFile): string {
  const counts = applicants === '' ? [] : [applicants];
  return [...counts, ...unread.map((value) => UNREAD + value)].join(BETWEEN);
}

/** Reads such a text, without values that only a newer version knows. */
function applicantsIn(text: string): Pick<RecordedFile, 'applicants' | 'unread'> {
  const parts = text.split(BETWEEN);
  return {
    applicants: parts.filter((part) => !part.startsWith(UNREAD)).join(BETWEEN),
    unread: UNREAD_VALUES.filter((value) => parts.includes(UNREAD + value)),
  };
}

/** One parameter for all rows: thousands of parameters take longer than the rows. */
function putFiles(changed: readonly RecordedFile[], generation: number) {
  const rows = changed.map((file) => ({
    id: file.id,
    status: file.status,
    decision: file.decision,
    score: file.score,
    completion: file.completion,
    applicants: applicantsText(file),
    is_archived: file.isArchived,
    is_gone: file.isGone,
    known_at: new Date(file.knownMs),
    appeared_at: dateOrNull(file.appearedMs),
    status_at: dateOrNull(file.statusMs),
    ready_at: dateOrNull(file.readyMs),
    decided_at: dateOrNull(file.decidedMs),
    changed_at: dateOrNull(file.changedMs),
    unseen_from: dateOrNull(file.unseenFromMs),
    missed_at: dateOrNull(file.missedMs),
  }));
  return sql`
    insert into ${files} as old (
      generation, id, status, decision, score, completion, applicants, is_archived, is_gone,
      known_at, appeared_at, status_at, ready_at, decided_at, changed_at, unseen_from, missed_at
    )
    select ${generation}::integer, given.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      id text, status text, decision text, score double precision, completion double precision,
      applicants text, is_archived boolean, is_gone boolean, known_at timestamptz,
      appeared_at timestamptz, status_at timestamptz, ready_at timestamptz,
      decided_at timestamptz, changed_at timestamptz, unseen_from timestamptz,
      missed_at timestamptz
    )
    on conflict (id) do update set
      generation = excluded.generation, status = excluded.status, decision = excluded.decision,
      score = excluded.score, completion = excluded.completion, applicants = excluded.applicants,
      is_archived = excluded.is_archived, is_gone = excluded.is_gone,
      known_at = excluded.known_at, appeared_at = excluded.appeared_at,
      status_at = excluded.status_at, ready_at = excluded.ready_at,
      decided_at = excluded.decided_at, changed_at = excluded.changed_at,
      unseen_from = excluded.unseen_from, missed_at = excluded.missed_at`;
}

function addEvents(happened: readonly FileEvent[]) {
  const rows = happened.map(({ fileId, aspect, from, to, afterMs, beforeMs }) => ({
    file_id: fileId,
    aspect,
    from_value: from,
    to_value: to,
    after_at: new Date(afterMs),
    before_at: new Date(beforeMs),
  }));
  return sql`
    insert into ${events} (file_id, aspect, from_value, to_value, after_at, before_at)
    select given.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      file_id text, aspect text, from_value text, to_value text, after_at timestamptz,
      before_at timestamptz
    )`;
}
