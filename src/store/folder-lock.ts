import type { DatabaseSync } from 'node:sqlite';

import { StoreError } from './errors.ts';

/** What SQLite answers when somebody else holds the file. */
const SQLITE_BUSY = 5;

/**
 * Keeps other processes out of a folder for as long as this one lives, by an exclusive transaction
 * on a small SQLite file in it. The kernel ends the lock with the process, however that ends; a
 * file with a process id in it would outlive both, and ids come again in every container.
 *
 * @throws {StoreError} `locked` when another process holds it
 */
export async function lockFolder(path: string): Promise<Disposable> {
  const { DatabaseSync: Database } = await import('node:sqlite');
  let lock: DatabaseSync | null = null;
  try {
    lock = new Database(path, { timeout: 0 });
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    const held = lock;
    return { [Symbol.dispose]: () => held.close() };
  } catch (error) {
    lock?.close();
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    throw isHeld
      ? new StoreError(
          'locked',
          'Another Rental Desk uses the folder that DATA_DIR names: stop it, give this one ' +
            'a folder of its own, or let both use PostgreSQL by DATABASE_URL.',
        )
      : new StoreError('failed', 'The folder that DATA_DIR names cannot be locked.');
  }
}
