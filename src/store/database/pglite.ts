import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { execPath } from 'node:process';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { CamelCasePlugin, Kysely, PGliteDialect } from 'kysely';

import { databaseErrorOf, StoreError } from '../errors.ts';
import type { Database } from './connection.ts';
import type { Tables } from './schema.ts';

const OWNER_ONLY = 0o700;

/** The defaults are for servers with many users and large tables. */
const SMALL_SERVER = ['shared_buffers=8MB', 'max_wal_size=64MB', 'min_wal_size=32MB'];

/**
 * Opens the embedded database in a folder, which is created if needed.
 *
 * @throws {StoreError} `locked` when another process uses the folder, `failed` on any other error
 * @see https://pglite.dev/docs/api
 */
export async function openPglite(dataDir: string): Promise<Database> {
  const tables = join(dataDir, 'pglite');
  await makeFolder(dataDir, tables);
  const lock = await lockFolder(join(dataDir, 'pglite.lock'));
  try {
    if (!existsSync(join(tables, 'PG_VERSION'))) await createTables(dataDir, tables);
    const { PGlite } = await import('@electric-sql/pglite');
    const pglite = await PGlite.create(tables, {
      startParams: [
        ...PGlite.defaultStartParams,
        ...SMALL_SERVER.flatMap((setting) => ['-c', setting]),
      ],
    });
    const dialect = new PGliteDialect({ pglite });
    const kysely = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    return {
      kysely,
      withLongTimeout: (work) => work(kysely),
      engine: { kind: 'pglite', pglite },
      toStoreError: (error) => databaseErrorOf(error) ?? error,
      async close() {
        await kysely.destroy();
        if (!pglite.closed) await pglite.close();
        lock[Symbol.dispose]();
      },
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error instanceof StoreError
      ? error
      : new StoreError(
          'failed',
          'The embedded database in DATA_DIR cannot be opened',
          EMBEDDED_REMEDY,
        );
  }
}

export const EMBEDDED_REMEDY =
  'Check whether the disk is full. If not, put the folder of DATA_DIR back from a backup.';

const UNPACK = fileURLToPath(new URL('unpack-tables.ts', import.meta.url));

/**
 * Unpacks an empty database: to make one itself, PGlite takes 600 MB. That happens in a process of
 * its own, whose memory is free again before PGlite needs some. The folder gets its name when it is
 * complete, so that a first start may be interrupted at any moment.
 */
async function createTables(dataDir: string, tables: string): Promise<void> {
  if ((await readdir(tables)).length > 0) {
    throw new StoreError(
      'failed',
      'The folder pglite in DATA_DIR holds no database that can be opened',
      'Put it back from a backup, or remove it to start with an empty one.',
    );
  }
  const prefix = `${basename(tables)}.new-`;
  for (const name of await readdir(dataDir)) {
    // A start that was interrupted may still be writing.
    const patiently = { recursive: true, maxRetries: 5 };
    if (name.startsWith(prefix)) await rm(join(dataDir, name), patiently);
  }
  // Only the owner may enter it.
  const unpacked = await mkdtemp(join(dataDir, prefix));
  await promisify(execFile)(execPath, [UNPACK, unpacked], { env: {} });
  await rename(unpacked, tables);
}

/** PGlite's files are readable and writable for all users, so their folder is the owner's alone. */
async function makeFolder(dataDir: string, tables: string): Promise<void> {
  try {
    await makeParents(dataDir);
    await mkdir(tables, { recursive: true });
    await chmod(tables, OWNER_ONLY);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new StoreError(
      'failed',
      `The folder that DATA_DIR names cannot be used${code}`,
      'Name one that this user may write to.',
    );
  }
}

/**
 * Makes a folder with those above it. Node's own `recursive` tries for ever where a file system, such
 * as `/proc`, says of a new folder that the one above it is not there, although it is.
 */
async function makeParents(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing) await makeOne(one);
  if (missing.length === 0) await mkdir(folder, { recursive: true });
}

/** Another process may make it meanwhile. */
async function makeOne(folder: string): Promise<void> {
  await mkdir(folder, { mode: OWNER_ONLY }).catch((error: unknown) => {
    if (!existsSync(folder)) throw error;
  });
}

/** SQLite's error code for a file that another process has locked. */
const SQLITE_BUSY = 5;

/**
 * Keeps other processes out of a folder for as long as this one lives, by an exclusive transaction
 * on a small SQLite file in it. The kernel releases the lock with the process, however that ends; a
 * file with a process id would outlive it, and process ids repeat in every container.
 *
 * @throws {StoreError} `locked` when another process holds it
 */
async function lockFolder(path: string): Promise<Disposable> {
  const { DatabaseSync: Database } = await import('node:sqlite');
  let lock: DatabaseSync | null = null;
  try {
    lock = new Database(path, { timeout: 0 });
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    const database = lock;
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    lock?.close();
    const isLocked = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    throw isLocked
      ? new StoreError(
          'locked',
          'Another Rental Desk uses the folder that DATA_DIR names',
          'Stop it, give this one a folder of its own, or let both use PostgreSQL by DATABASE_URL.',
        )
      : new StoreError(
          'failed',
          'The folder that DATA_DIR names cannot be locked',
          'Check whether its disk is full. If not, name one on a disk of this machine.',
        );
  }
}
