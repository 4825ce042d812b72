import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createBoss } from '../../src/jobs/boss.ts';
import { openStore } from '../../src/store/store.ts';
import { madeOnce } from './made-once.ts';
import { startPostgres } from './postgres.ts';
import { TEXT_CIPHER } from './text-cipher.ts';

/** Where a store can be opened. */
export interface Place extends AsyncDisposable {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** An empty folder for the embedded database, which goes with it. */
export async function emptyFolderPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rental-desk-store-'));
  return {
    databaseUrl: null,
    dataDir,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/**
 * A folder in which the embedded database is as its first opening leaves it. To make it takes
 * seconds of a processor: in a run of the tests that is done once, and then copied.
 */
export async function folderPlace(): Promise<Place> {
  const place = await emptyFolderPlace();
  const made = await madeOnce('embedded-database', openFirst);
  if (made !== null) await cp(made, place.dataDir, { recursive: true });
  return place;
}

function onError(error: unknown): never {
  throw error;
}

/** Makes all tables there are: the bot's, and those of the job engine. */
async function openFirst(dataDir: string): Promise<void> {
  const store = await openStore({ cipher: TEXT_CIPHER, databaseUrl: null, dataDir, onError });
  const engine = createBoss(store.engine, onError);
  await engine.start();
  await engine.stop({ graceful: false });
  await store.stop();
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
