import type { PGlite } from '@electric-sql/pglite';
import type { Kysely } from 'kysely';

import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';

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
  patiently<Value>(work: (kysely: Kysely<Tables>) => Promise<Value>): Promise<Value>;
  /** A driver's error in words for the operator; what is no trouble with the database stays. */
  explain(error: unknown): unknown;
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
