import { Socket } from 'node:net';

import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type { ClientBase, PoolConfig } from 'pg';

import { databaseErrorOf, StoreError } from '../errors.ts';
import type { Database } from './connection.ts';
import type { Tables } from './schema.ts';

/** One per worker of the job engine, and one for its maintenance. */
const ENGINE_CONNECTIONS_MAX = 4;

const CONNECT_MS_MAX = 5_000;
const STATEMENT_MS_MAX = 5_000;

/** For migrations, and the wait for those of another instance. */
const PATIENT_STATEMENT_MS_MAX = 60_000;

/** Margin over the statement timeout for a server that does not answer at all. */
const SILENCE_MARGIN_MS = 3_000;

/** Shorter than the socket timeout, so that idle connections do not hit it. */
const IDLE_MS_MAX = 4_000;

/** The type id of int8, which counts have. */
const INT8 = 20;

/**
 * Creates connection pools for PostgreSQL. Nothing is sent before the first query.
 *
 * @see https://node-postgres.com/apis/pool
 */
export async function openPostgres(
  connectionString: string,
  onError: (error: unknown) => void,
): Promise<Database> {
  const { Pool, TypeOverrides } = await import('pg');
  const types = new TypeOverrides();
  // Numbers, as in PGlite, instead of strings.
  types.setTypeParser(INT8, Number);

  function poolOf(statementMsMax: number, more: PoolConfig) {
    const pool = new Pool({
      connectionString,
      application_name: 'rental-desk',
      connectionTimeoutMillis: CONNECT_MS_MAX,
      ...sessionTimeouts(statementMsMax),
      idleTimeoutMillis: IDLE_MS_MAX,
      stream: () => socketWithTimeout(statementMsMax + SILENCE_MARGIN_MS),
      ...more,
    });
    // A restart of the server ends idle connections; without a listener, that would end the process.
    pool.on('error', (error) => {
      // Nobody asks anything of an idle connection: where the process stood still, it is closed late.
      if (error.message !== SILENT) onError(explain(error, 'unreachable'));
    });
    // The pool does not listen to connections in use; the error reaches the query anyway.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  }

  function connect(statementMsMax: number): Kysely<Tables> {
    const pool = poolOf(statementMsMax, { types });
    const connecting = {
      options: pool.options,
      // Without a connection, nothing was sent.
      connect: async () => {
        try {
          return await pool.connect();
        } catch (error) {
          throw explain(error, 'unreachable');
        }
      },
      end: async () => pool.end(),
    };
    const dialect = new PostgresDialect({ pool: connecting });
    return new Kysely({ dialect, plugins: [new CamelCasePlugin()] });
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
    toStoreError: (error) => explain(error, 'lost'),
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

/**
 * Timeouts of each new session. By SQL, since PgBouncer refuses them as startup parameters. It may
 * keep the query waiting for a free server, so it has the timeout of connecting.
 *
 * @see https://www.pgbouncer.org/config.html#ignore_startup_parameters
 */
function sessionTimeouts(statementMsMax: number) {
  const text =
    `set statement_timeout = ${statementMsMax};` +
    `set idle_in_transaction_session_timeout = ${statementMsMax}`;
  const query = { text, query_timeout: CONNECT_MS_MAX };
  return {
    /** Awaited by the pool, though its types do not say so; a failure closes the connection. */
    async onConnect(client: ClientBase): Promise<void> {
      await client.query(query);
    },
  };
}

const SILENT = 'no answer in time';

/** A socket with a timeout, for networks that drop packets silently. */
function socketWithTimeout(silenceMsMax: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMsMax, () => socket.destroy(new Error(SILENT)));
  return socket;
}

const REASONS = {
  unreachable: 'The database that DATABASE_URL names cannot be reached',
  lost: 'The connection to the database that DATABASE_URL names has ended',
} as const;

/**
 * @param code of errors that are neither a response of the server nor a bug of ours: what has become
 *   of a query that was sent is not known
 */
function explain(error: unknown, code: keyof typeof REASONS): unknown {
  if (error instanceof StoreError || error instanceof TypeError) return error;
  const response = databaseErrorOf(error);
  if (response !== null || !(error instanceof Error)) return response ?? error;
  const reason = 'code' in error ? String(error.code) : error.message;
  const isFile = 'syscall' in error && error.syscall === 'open';
  const remedy = isFile ? FILE_REMEDY : remedyOf(code, reason);
  return new StoreError(code, `${REASONS[code]}: ${reason}`, remedy);
}

const FILE_REMEDY =
  'DATABASE_URL names a file, as of a certificate, that is not there or that this user may not read.';

/** For a connection that could not be made: one that has ended is made again by itself. */
function remedyOf(code: keyof typeof REASONS, reason: string): string {
  if (code === 'lost') return '';
  if (reason.includes('support SSL')) {
    return 'Take sslmode out of DATABASE_URL, or have that server speak SSL.';
  }
  if (/CERT|SIGNATURE/.test(reason)) {
    return 'The certificate of that server must hold for the host in DATABASE_URL, and this machine trust it: NODE_EXTRA_CA_CERTS names the file of another authority.';
  }
  return 'Check that PostgreSQL runs, that host and port in DATABASE_URL are right, and that this machine may connect to it. A connection pooler such as PgBouncer must pool sessions.';
}
