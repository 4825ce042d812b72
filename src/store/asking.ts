import { type Kysely, sql } from 'kysely';

import type { Database } from './database.ts';
import { StoreError, type StoreErrorCode } from './errors.ts';
import { migrate, type Migration } from './migrate.ts';
import { SCHEMA, type Tables } from './schema.ts';

/**
 * Asks the database something, after bringing its tables up to date.
 *
 * @throws {StoreError} `unreachable` when it does not answer: the next call tries again
 */
export type Ask = <Value>(query: (kysely: Kysely<Tables>) => Promise<Value>) => Promise<Value>;

export interface Asking {
  readonly ask: Ask;
  /** Whether the tables are up to date and the last question reached the database. */
  isReady(): boolean;
  /** No question is asked any more; the database closes when those under way are answered. */
  stop(): Promise<void>;
}

/** With these no question has been heard. */
const AWAY: ReadonlySet<StoreErrorCode> = new Set(['unreachable', 'unknown_there']);

/** Questions to a database that may come and go. */
export function createAsking(database: Database, migrations: readonly Migration[]): Asking {
  const kysely = database.kysely.withSchema(SCHEMA);
  let migrated: Promise<void> | null = null;
  let isReached = false;
  let stopped: Promise<void> | null = null;
  const underWay = new Set<Promise<unknown>>();

  /** Once for all, but a failure is not remembered: the database may have come meanwhile. */
  function ready(): Promise<void> {
    migrated ??= database
      .patiently((patient) => migrate(patient, migrations))
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
      const explained = database.explain(error);
      isReached = !(explained instanceof StoreError && AWAY.has(explained.code));
      throw explained;
    }
  }

  const ask: Ask = async (query) => {
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
    ask,
    isReady: () => migrated !== null && isReached && stopped === null,
    stop() {
      stopped ??= close();
      return stopped;
    },
  };
}

/** The smallest question. */
export async function knock(kysely: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(kysely);
}
