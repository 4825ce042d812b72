import { setTimeout as delay } from 'node:timers/promises';

import type { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';

import { BusyError, createBulkhead } from '../../lib/limiter.ts';
import { withTimeout } from '../../lib/timeout.ts';
import { StoreError, type StoreErrorCode } from '../errors.ts';
import { migrate, type Migration } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { SCHEMA, type Tables } from './schema.ts';

/**
 * The same database for the job engine, which has tables of its own. On PostgreSQL it is asked on
 * connections of its own, too.
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
  /** The same database for work that may take longer than a question of every day. */
  withLongTimeout<Value>(work: (kysely: Kysely<Tables>) => Promise<Value>): Promise<Value>;
  /** A driver's error in words for the operator; what is no trouble with the database stays. */
  toStoreError(error: unknown): unknown;
  readonly engine: Engine;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** PostgreSQL; `null` is the embedded database. */
  readonly databaseUrl: string | null;
  /** The folder of the embedded database. */
  readonly dataDir: string;
  /** Hears of connections that broke while nobody used them. */
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the database. Each engine is loaded only when it is the one: PGlite takes time and memory.
 *
 * @throws {StoreError} when the embedded database cannot be opened. PostgreSQL is asked later.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, onError } = options;
  return databaseUrl === null ? openPglite(dataDir) : openPostgres(databaseUrl, onError);
}

/**
 * Asks the database something, after bringing its tables up to date.
 *
 * @throws {StoreError} `unreachable` when it does not answer: the next call tries again
 */
export type RunQuery = <Value>(query: (kysely: Kysely<Tables>) => Promise<Value>) => Promise<Value>;

export interface Connection {
  readonly runQuery: RunQuery;
  /** Whether the tables are up to date and the last question reached the database. */
  isReady(): boolean;
  /** No question is asked any more; the database closes when those under way are answered. */
  stop(): Promise<void>;
}

/** With these no question has been heard. */
const UNREACHABLE_CODES: ReadonlySet<StoreErrorCode> = new Set(['unreachable', 'unknown_there']);

/** Questions to a database that may come and go. */
export function createConnection(database: Database, migrations: readonly Migration[]): Connection {
  const kysely = database.kysely.withSchema(SCHEMA);
  let migrated: Promise<void> | null = null;
  let isReached = false;
  let stopped: Promise<void> | null = null;
  const underWay = new Set<Promise<unknown>>();

  /** Once for all, but a failure is not remembered: the database may have come meanwhile. */
  function ready(): Promise<void> {
    migrated ??= database
      .withLongTimeout((patient) => migrate(patient, migrations))
      .catch((error: unknown) => {
        migrated = null;
        throw error;
      });
    return migrated;
  }

  async function attempt<Value>(query: (kysely: Kysely<Tables>) => Promise<Value>): Promise<Value> {
    try {
      await ready();
      const value = await query(kysely);
      isReached = true;
      return value;
    } catch (error) {
      const explained = database.toStoreError(error);
      isReached = !(explained instanceof StoreError && UNREACHABLE_CODES.has(explained.code));
      throw explained;
    }
  }

  const runQuery: RunQuery = async (query) => {
    if (stopped !== null) throw new StoreError('failed', 'The store is closed.');
    const answer = attempt(query);
    underWay.add(answer);
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  };

  async function close(): Promise<void> {
    await Promise.allSettled(underWay);
    await database.close();
  }

  return {
    runQuery,
    isReady: () => migrated !== null && isReached && stopped === null,
    stop() {
      stopped ??= close();
      return stopped;
    },
  };
}

/** The smallest question. */
export async function ping(kysely: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(kysely);
}

/**
 * Asks so that nobody waits for ever: whatever the driver waits for, after `msMax` it is `late`.
 * What was asked goes on, and may still be done.
 */
export function withQueryTimeout(runQuery: RunQuery, msMax: number): RunQuery {
  return async (query) =>
    withTimeout(
      () => runQuery(query),
      msMax,
      () => timeoutError(msMax),
    );
}

/** So many of the driver's ten connections: the others are for people. */
const BACKGROUND_CONNECTIONS_MAX = 6;
const WAITING_MAX = 10_000;
const WAIT_MS_MAX = 60_000;

/** Asks a few at once, for what nobody waits for at their screen: however much it is, others get through. */
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

function timeoutError(ms: number): StoreError {
  return new StoreError('late', `The database has not answered for ${ms / 1_000} seconds.`);
}

const RETRY_MS = 1_000;
const RETRY_MS_MAX = 10_000;

/**
 * Knocks, less and less often, until the database answers for the first time.
 *
 * @param onAway hears of a database that is not reached, once for each reason
 * @returns false when `signal` was aborted before that
 * @throws {StoreError} when the database answers, and cannot be used
 */
export async function waitForDatabase(
  knock: () => Promise<void>,
  onAway: (error: StoreError) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let told = '';
  for (let pauseMs = RETRY_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, RETRY_MS_MAX)) {
    try {
      await knock();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof StoreError && error.code === 'unreachable')) throw error;
      if (error.message !== told) onAway(error);
      told = error.message;
      await delay(pauseMs, null, { signal }).catch(() => {});
    }
  }
  return false;
}
