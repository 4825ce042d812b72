import { Socket } from 'node:net';

import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type { PoolConfig } from 'pg';

import { databaseErrorOf, StoreError } from '../errors.ts';
import type { Database } from './connection.ts';
import type { Tables } from './schema.ts';

/** The job engine asks seldom, and one thing at a time for each of its workers. */
const ENGINE_CONNECTIONS_MAX = 4;

const CONNECT_MS_MAX = 5_000;
const STATEMENT_MS_MAX = 5_000;

/** Migrations, and the wait for those of another instance. */
const PATIENT_STATEMENT_MS_MAX = 60_000;

/** How much longer than a statement may take we wait for a server that says nothing at all. */
const SILENCE_MARGIN_MS = 3_000;

/** Shorter than the silence that counts as a fault. */
const IDLE_MS_MAX = 4_000;

/** The type of int8, and of every count. */
const INT8 = 20;

/**
 * PostgreSQL at a URL. Nothing is sent before the first question.
 *
 * @see https://node-postgres.com/apis/pool
 */
export async function openPostgres(
  connectionString: string,
  onError: (error: unknown) => void,
): Promise<Database> {
  const { Pool, TypeOverrides } = await import('pg');
  const types = new TypeOverrides();
  // As PGlite gives them.
  types.setTypeParser(INT8, Number);

  function poolOf(statementMsMax: number, more: PoolConfig) {
    const pool = new Pool({
      connectionString,
      application_name: 'rental-desk',
      connectionTimeoutMillis: CONNECT_MS_MAX,
      statement_timeout: statementMsMax,
      idle_in_transaction_session_timeout: statementMsMax,
      idleTimeoutMillis: IDLE_MS_MAX,
      stream: () => impatientSocket(statementMsMax + SILENCE_MARGIN_MS),
      ...more,
    });
    // A server that restarts ends idle connections too; unheard, that would end the process.
    pool.on('error', (error) => onError(explain(error)));
    // So would one in use, which the pool does not listen to; whoever uses it is told anyway.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  }

  function connect(statementMsMax: number): Kysely<Tables> {
    const pool = poolOf(statementMsMax, { types });
    return new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  }

  const kysely = connect(STATEMENT_MS_MAX);
  const enginePool = poolOf(PATIENT_STATEMENT_MS_MAX, { max: ENGINE_CONNECTIONS_MAX });
  return {
    kysely,
    async withLongTimeout(work) {
      const patient = connect(PATIENT_STATEMENT_MS_MAX);
      try {
        return await work(patient);
      } finally {
        await patient.destroy();
      }
    },
    toStoreError: explain,
    engine: {
      kind: 'postgres',
      async executeSql(text, values) {
        return enginePool.query(text, values);
      },
    },
    async close() {
      await Promise.all([kysely.destroy(), enginePool.end()]);
    },
  };
}

/** One that gives up when nothing comes for too long: no wait on a network that swallows all. */
function impatientSocket(silenceMsMax: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMsMax, () => socket.destroy(new Error('no answer in time')));
  return socket;
}

/** What is neither an answer of the server nor a mistake of ours happened on the way there. */
function explain(error: unknown): unknown {
  if (error instanceof StoreError || error instanceof TypeError) return error;
  const refusal = databaseErrorOf(error);
  if (refusal !== null || !(error instanceof Error)) return refusal ?? error;
  const reason = 'code' in error ? String(error.code) : error.message;
  return new StoreError(
    'unreachable',
    `The database that DATABASE_URL names is not reached: ${reason}`,
  );
}
