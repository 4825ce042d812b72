import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';

import { type DigestStore, openStore } from '../../../src/store/store.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { TEXT_CIPHER } from '../../support/text-cipher.ts';

/** A server for the tests of one file, and what they open on it. */
interface OwnServer {
  readonly postgres: () => Postgres;
  readonly openAt: (databaseUrl: string) => Promise<{ store: DigestStore; errors: unknown[] }>;
  readonly clientAt: (connectionString: string) => Promise<Client>;
  /** Closes something before the server ends: tests that run at the same time share it. */
  readonly closeLater: (end: () => Promise<unknown>) => void;
}

/**
 * Starts a server before the tests of a file, and ends it after them.
 *
 * @param settings of the server, besides those of all tests
 */
export function useOwnServer(settings: Readonly<Record<string, string>> = {}): OwnServer {
  let server: Postgres;
  const leftovers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startPostgres(settings);
  });
  afterAll(async () => {
    await Promise.all(leftovers.map((end) => end()));
    await server[Symbol.asyncDispose]();
  });
  return {
    postgres: () => server,
    closeLater: (end) => void leftovers.push(end),
    async openAt(databaseUrl) {
      const errors: unknown[] = [];
      const onError = (error: unknown) => errors.push(error);
      const options = { cipher: TEXT_CIPHER, databaseUrl, dataDir: '/nowhere', onError };
      const store = await openStore(options);
      leftovers.push(() => store.stop());
      return { store, errors };
    },
    async clientAt(connectionString) {
      const client = new Client({ connectionString });
      // The server may go away under it.
      client.on('error', () => {});
      await client.connect();
      leftovers.push(() => client.end());
      return client;
    },
  };
}
