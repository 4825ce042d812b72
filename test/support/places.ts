import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPostgres } from './postgres.ts';

/** Where a store can be opened. */
export interface Place extends AsyncDisposable {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** A folder for the embedded database, which goes with it. */
export async function folderPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rental-desk-store-'));
  return {
    databaseUrl: null,
    dataDir,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** A PostgreSQL with an empty database. */
export async function serverPlace(): Promise<Place> {
  const postgres = await startPostgres();
  return {
    databaseUrl: await postgres.emptyDatabase(),
    dataDir: '/nowhere',
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  };
}
