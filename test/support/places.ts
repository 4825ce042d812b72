import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createBoss } from '../../src/jobs/scheduler.ts';
import { openStore } from '../../src/store/store.ts';
import { madeOnce } from './made-once.ts';
import { type PostgresAddress, startPostgres } from './postgres.ts';
import { sharedPostgres } from './shared-postgres.ts';
import { TEXT_CIPHER } from './text-cipher.ts';

/** Where a store can be opened. */
export interface Place extends AsyncDisposable {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** A database of a PostgreSQL. */
interface ServerPlace extends Place {
  readonly databaseUrl: string;
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
  const made = await madeOnce('embedded-database', async (dataDir) =>
    openFirst({ databaseUrl: null, dataDir }),
  );
  if (made !== null) await cp(made, place.dataDir, { recursive: true });
  return place;
}

function onError(error: unknown): never {
  throw error;
}

/** Makes all tables there are: the bot's, and those of the job engine. */
async function openFirst(place: Pick<Place, 'databaseUrl' | 'dataDir'>): Promise<void> {
  const store = await openStore({ cipher: TEXT_CIPHER, ...place, onError });
  const engine = createBoss(store.engine, onError);
  await engine.start();
  await engine.stop({ graceful: false });
  await store.stop();
}

/** An empty database of the PostgreSQL that the tests share, which goes with it. */
export async function emptyServerPlace(): Promise<ServerPlace> {
  const shared = await sharedPostgres();
  return shared === null ? ownServerPlace() : placeIn(shared, await shared.newDatabase());
}

/**
 * A database of the PostgreSQL that the tests share, as its first opening leaves it. What stops or
 * fills the server, or looks at it as a whole, starts one of its own.
 */
export async function serverPlace(): Promise<ServerPlace> {
  const shared = await sharedPostgres();
  if (shared === null) return ownServerPlace();
  const made = await madeOnce('server-database', async (folder) => {
    const databaseUrl = await shared.newDatabase();
    await openFirst({ databaseUrl, dataDir: '/nowhere' });
    await writeFile(join(folder, TEMPLATE), new URL(databaseUrl).pathname.slice(1));
  });
  if (made === null) throw new Error('a run has a folder');
  const template = await readFile(join(made, TEMPLATE), 'utf8');
  return placeIn(shared, await shared.newDatabase(template));
}

/** Holds the name of the database that others are copies of. */
const TEMPLATE = 'name';

function placeIn(postgres: PostgresAddress, databaseUrl: string): ServerPlace {
  return {
    databaseUrl,
    dataDir: '/nowhere',
    [Symbol.asyncDispose]: () => postgres.removeDatabase(databaseUrl),
  };
}

async function ownServerPlace(): Promise<ServerPlace> {
  const postgres = await startPostgres();
  return {
    databaseUrl: await postgres.newDatabase(),
    dataDir: '/nowhere',
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  };
}
