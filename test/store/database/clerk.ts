import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';

import { onTestFinished } from 'vitest';

import { type DigestStore, openStore } from '../../../src/store/store.ts';
import { TEXT_CIPHER } from '../../support/text-cipher.ts';

/** What only the owner may read, write and enter. */
export const OWNER_ONLY = 0o700;

/** Opens a store and saves one view after another, with a line of output once each is durable. */
const CLERK = `
  const { openStore } = await import('./src/store/store.ts');
  const { TEXT_CIPHER: cipher } = await import('./test/support/text-cipher.ts');
  const [, dataDir] = process.argv;
  try {
    const store = await openStore({ cipher, databaseUrl: null, dataDir, onError: () => {} });
    for (let count = 1; ; count += 1) {
      await store.views.save({ channelId: 'C1', name: String(count), query: '', by: 'U1' });
      console.log(count);
    }
  } catch (error) {
    console.log(error.name, error.code);
  }
`;

/** A folder that goes with the test. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rental-desk-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function permissionsOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

/** Opens a store in a folder; the test closes it. */
export async function openIn(dataDir: string): Promise<DigestStore> {
  const store = await openStore({
    cipher: TEXT_CIPHER,
    databaseUrl: null,
    dataDir,
    onError: () => {},
  });
  onTestFinished(() => store.stop());
  return store;
}

/** A process that saves one view after another. */
interface Clerk {
  readonly process: ChildProcess;
  /** What it says next; `null` when it has gone. */
  next(): Promise<string | null>;
}

/** Starts a process that saves views in a folder; it ends with the test. */
export function startClerk(dataDir: string): Clerk {
  const child = spawn(execPath, ['--input-type=module', '--eval', CLERK, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    process: child,
    async next() {
      const { value, done } = await lines.next();
      return done === true ? null : value;
    },
  };
}
