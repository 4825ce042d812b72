import { setTimeout as delay } from 'node:timers/promises';

import type { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql, type Transaction } from 'kysely';

import { BusyError, createBulkhead, withTimeout } from '../../lib/concurrency.ts';
import { isDiskFull, READ_ONLY_REMEDY, StoreError, type StoreErrorCode } from '../errors.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { SCHEMA, clock, type Tables } from './schema.ts';

/**
 * Access to the same database for the job engine, which has tables and, on PostgreSQL, connections of
 * its own.
 */
export type Engine =
  | {
      readonly kind: 'postgres';
      executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
    }
  | { readonly kind: 'pglite'; readonly pglite: PGlite };

/** An open database, whichever engine is behind it. */
export interface Database {
  readonly kysely: Kysely<Tables>;
  /** Runs work with a longer statement timeout, such as migrations. */
  withLongTimeout<Value>(work: (kysely: Kysely<Tables>) => Promise<Value>): Promise<Value>;
  /** A driver's error as a `StoreError`; other errors unchanged. */
  toStoreError(error: unknown): unknown;
  readonly engine: Engine;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Receives errors of idle connections. */
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the database. Only the engine in use is loaded, since PGlite takes time and memory.
 *
 * @throws {StoreError} when the embedded database cannot be opened. PostgreSQL is connected later.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, onError } = options;
  return databaseUrl === null ? openPglite(dataDir) : openPostgres(databaseUrl, onError);
}

/**
 * Runs a query, after the first migration of the tables.
 *
 * @throws {StoreError} `unreachable` when the database does not answer: the next call connects again
 */
export type RunQuery = <Value>(query: (kysely: Kysely<Tables>) => Promise<Value>) => Promise<Value>;

/** Runs several queries in one transaction. */
export async function inTransaction<Value>(
  runQuery: RunQuery,
  work: (transaction: Transaction<Tables>) => Promise<Value>,
): Promise<Value> {
  return runQuery((kysely) => kysely.transaction().execute(work));
}

export interface Connection {
  readonly runQuery: RunQuery;
  /**
   * Whether the tables are up to date and the last query reached the database; if not, this tries to
   * connect again in the background.
   */
  readonly isReady: () => boolean;
  /** Rejects new queries, waits for running ones and closes the database. */
  stop(): Promise<void>;
}

/** Errors after which the next query has to connect again. */
const DISCONNECTED_CODES: ReadonlySet<StoreErrorCode> = new Set([
  'unreachable',
  'unknown_there',
  'lost',
]);

/**
 * Creates a connection that survives outages of the database.
 *
 * @param prepare brings the tables up to date before the first query
 */
export function createConnection(
  database: Database,
  prepare: (kysely: Kysely<Tables>) => Promise<void>,
): Connection {
  const kysely = database.kysely.withSchema(SCHEMA);
  let migrated: Promise<void> | null = null;
  let isReached = false;
  let stopped: Promise<void> | null = null;
  let isPinging = false;
  /** Whether the server has had no room, and has not been seen to have some since. */
  let wasFull = false;
  let looking: Promise<boolean> | null = null;
  const running = new Set<Promise<unknown>>();

  /** Runs once; a failure is not remembered, since the database may be back for the next query. */
  function migrateOnce(): Promise<void> {
    migrated ??= database.withLongTimeout(prepare).catch((error: unknown) => {
      migrated = null;
      throw error;
    });
    return migrated;
  }

  /** One that refuses every change answers all the same, and so does one without room. */
  async function isWritable(): Promise<boolean> {
    try {
      await ping(kysely);
      if (wasFull) await assertRoom(kysely);
      wasFull = false;
      return true;
    } catch {
      return false;
    }
  }

  /** Looks once for all queries that end within a second. */
  async function looksWritable(): Promise<boolean> {
    looking ??= isWritable().finally(() => {
      setTimeout(() => (looking = null), LOOK_MS).unref();
    });
    return looking;
  }

  async function attempt<Value>(query: (kysely: Kysely<Tables>) => Promise<Value>): Promise<Value> {
    try {
      await migrateOnce();
      const value = await query(kysely);
      isReached ||= (query === ping && !wasFull) || (await looksWritable());
      return value;
    } catch (error) {
      const storeError = database.toStoreError(error);
      wasFull ||= isDiskFull(error);
      const isAway = storeError instanceof StoreError && DISCONNECTED_CODES.has(storeError.code);
      isReached = !isAway && (isReached || (await looksWritable()));
      throw storeError;
    }
  }

  const runQuery: RunQuery = async (query) => {
    if (stopped !== null) throw new StoreError('failed', 'The store is closed.');
    const result = attempt(query);
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  };

  /** Without it, a bot that gets no requests while it is not ready would never be ready again. */
  async function pingAgain(): Promise<void> {
    if (isPinging) return;
    isPinging = true;
    // The result shows in the next call of `isReady`.
    await runQuery(ping).catch(() => {});
    isPinging = false;
  }

  function isReady(): boolean {
    const isReadyNow = migrated !== null && isReached && stopped === null;
    if (!isReadyNow) void pingAgain();
    return isReadyNow;
  }

  async function close(): Promise<void> {
    await Promise.allSettled(running);
    await database.close();
  }

  return {
    runQuery,
    isReady,
    stop() {
      stopped ??= close();
      return stopped;
    },
  };
}

/**
 * The smallest query.
 *
 * @throws {StoreError} where the server takes no changes
 */
export async function ping(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as "isReadOnly"
  `.execute(kysely);
  if (rows[0]?.isReadOnly === true)
    throw new StoreError('unreachable', READ_ONLY, READ_ONLY_REMEDY);
}

/** How long the answer holds whether a server that is not reached takes changes. */
const LOOK_MS = 1_000;

/** Writes a megabyte that is gone with its transaction: a little may fit where a little more does not. */
async function assertRoom(kysely: Kysely<Tables>): Promise<void> {
  const written = kysely.transaction().execute(async (transaction) => {
    await sql`
      create temporary table rental_desk_room on commit drop as
      select repeat(md5(row::text), 60) as text from generate_series(1, 600) as row
    `.execute(transaction);
  });
  await written.catch((error: unknown) => {
    // A user who may make no temporary tables learns of the room from what is to be written.
    if (isDiskFull(error)) throw error;
  });
}

const READ_ONLY =
  'The database that DATABASE_URL names takes no changes: it is read-only, or the standby of another server (25006)';

/** By number and start, as two servers may number their processes alike; `null` where a role may not see it. */
async function sessionOf(connection: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select pid || ' ' || backend_start as id from pg_stat_get_activity(pg_backend_pid())
  `.execute(connection);
  return rows[0]?.id ?? null;
}

/**
 * Whether a pooler gives each transaction another session of the server: then two open connections
 * share one, or one connection has two. For the transaction of the second connection, a pooler takes
 * the session that the first has left, or another one takes it meanwhile.
 */
export async function poolsTransactions(kysely: Kysely<Tables>): Promise<boolean> {
  return kysely.connection().execute(async (first) =>
    kysely.connection().execute(async (second) => {
      await sessionOf(second);
      const before = await sessionOf(first);
      if (before === null) return false;
      return second
        .transaction()
        .execute(
          async (transaction) =>
            (await sessionOf(transaction)) === before || (await sessionOf(first)) !== before,
        );
    }),
  );
}

/** The database's clock, in epoch milliseconds. */
export async function timeOf(kysely: Kysely<Tables>): Promise<number> {
  const { now } = await kysely.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow();
  return now.getTime();
}

/**
 * Adds a timeout of ours, since drivers have been seen to hang: after `msMax` a query rejects as
 * `late`. It is not cancelled, and may still be executed.
 */
export function withQueryTimeout(runQuery: RunQuery, msMax: number): RunQuery {
  const late = () =>
    new StoreError('late', `The database has not answered for ${msMax / 1_000} seconds.`);
  return async (query) => withTimeout(() => runQuery(query), msMax, late);
}

/** Of the pool's 10 connections; the others are reserved for queries that people wait for. */
const BACKGROUND_CONNECTIONS_MAX = 6;
const WAITING_MAX = 10_000;
const WAIT_MS_MAX = 60_000;

/** Limits the concurrency of background queries, so that they never block those of people. */
export function limitedQueries(runQuery: RunQuery): RunQuery {
  const places = createBulkhead({
    atOnceMax: BACKGROUND_CONNECTIONS_MAX,
    waitingMax: WAITING_MAX,
    waitMsMax: WAIT_MS_MAX,
  });
  return async (query) => {
    try {
      return await places.within(async () => runQuery(query));
    } catch (error) {
      throw error instanceof BusyError
        ? new StoreError('unreachable', 'The database has more to do than it can.')
        : error;
    }
  };
}

/** Errors of a database that may answer later. */
const WAITED_FOR_CODES: ReadonlySet<StoreErrorCode> = new Set(['unreachable', 'lost']);

const RETRY_MS = 1_000;
const RETRY_MS_MAX = 10_000;

/**
 * Waits until the database answers for the first time, with growing intervals.
 *
 * @param onUnreachable called when the database is not reached, once per reason
 * @returns false when `signal` was aborted before that
 * @throws {StoreError} when the database answers but cannot be used
 */
export async function waitForDatabase(
  connect: () => Promise<void>,
  onUnreachable: (error: StoreError) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let lastReason = '';
  for (let pauseMs = RETRY_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, RETRY_MS_MAX)) {
    try {
      await connect();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const mayAnswerLater = error instanceof StoreError && WAITED_FOR_CODES.has(error.code);
      if (!mayAnswerLater) throw error;
      if (error.message !== lastReason) onUnreachable(error);
      lastReason = error.message;
      await delay(pauseMs, null, { signal }).catch(() => {});
    }
  }
  return false;
}
