import { sql } from 'kysely';

import { yieldToEventLoop } from '../lib/concurrency.ts';
import type { RunQuery } from './database/connection.ts';

/** Keys that one instance takes for all instances. */
export interface ClaimStore {
  /** Records a key; `false` when it is recorded already, by whichever instance. */
  claim(key: string): Promise<boolean>;
  /** Removes a key, so that it can be claimed again. */
  release(key: string): Promise<void>;
  /** Whether the last query reached the database. */
  isReady(): boolean;
}

/** How long a claim is kept: Slack's last retry of an event comes about five minutes after the first try. */
export const CLAIM_MS = 3_600_000;

/** Max keys in one statement. */
const BATCH_SIZE = 500;

interface Claim {
  readonly key: string;
  readonly resolve: (isFirst: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates the store of claims. Requests are acknowledged after their claim, so it has to be fast: one
 * statement at a time claims everything that came during the one before, on one connection.
 *
 * @param isReady whether the last query of any store reached the database
 */
export function createClaims(runQuery: RunQuery, isReady: () => boolean): ClaimStore {
  const waiting: Claim[] = [];
  let isSending = false;

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    // Requests that come together are claimed together, and acknowledged before one is answered.
    await yieldToEventLoop();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_SIZE);
      try {
        const taken = await insert(batch.map(({ key }) => key));
        for (const { key, resolve } of batch) resolve(taken.delete(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isSending = false;
  }

  /**
   * Inserts keys, in their order: two instances that claim the same ones must not wait for each other.
   * The commit does not wait for the disk, as a crash of the server may lose the last claims.
   *
   * @returns those that were not there
   */
  async function insert(keys: readonly string[]): Promise<Set<string>> {
    const rows = sql<{ key: string }>`
      select key
      from (select set_config('synchronous_commit', 'off', true)) as setting,
        unnest(${keys}::text[]) as key
      order by key`;
    const inserted = await runQuery((kysely) =>
      kysely
        .insertInto('requestClaims')
        .columns(['key'])
        .expression(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .execute(),
    );
    return new Set(inserted.map(({ key }) => key));
  }

  return {
    isReady,
    async claim(key) {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      waiting.push({ key, resolve, reject });
      void sendAll();
      return promise;
    },
    async release(key) {
      await runQuery((kysely) =>
        kysely.deleteFrom('requestClaims').where('key', '=', key).execute(),
      );
    },
  };
}
