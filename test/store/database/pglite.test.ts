import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { openDatabase } from '../../../src/store/database/connection.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { TEXT_CIPHER } from '../../support/text-cipher.ts';

const OWNER_ONLY = 0o700;
const OPEN_TO_ALL = 0o755;

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

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rental-desk-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function permissionsOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

async function openIn(dataDir: string): Promise<Store> {
  const store = await openStore({
    cipher: TEXT_CIPHER,
    databaseUrl: null,
    dataDir,
    onError: () => {},
  });
  onTestFinished(() => store.stop());
  return store;
}

interface Clerk {
  readonly process: ChildProcess;
  /** What it says next; `null` when it has gone. */
  next(): Promise<string | null>;
}

function startClerk(dataDir: string): Clerk {
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

test('a folder that is not there is made for its owner alone, and opened once', async () => {
  const dataDir = join(await emptyFolder(), 'made', 'deep');
  const opened = await Promise.allSettled([openIn(dataDir), openIn(dataDir)]);

  expect(opened.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await permissionsOf(dataDir)).toBe(OWNER_ONLY);
  expect(await permissionsOf(join(dataDir, 'pglite'))).toBe(OWNER_ONLY);
  await expect(openIn(dataDir)).rejects.toMatchObject({ code: 'locked' });

  for (const result of opened) if (result.status === 'fulfilled') await result.value.stop();
  expect((await openIn(dataDir)).isReady()).toBe(true);
});

test('a second process is refused while the first one lives, and let in when it is killed', async () => {
  const dataDir = await emptyFolder();
  await chmod(dataDir, OPEN_TO_ALL);
  const first = startClerk(dataDir);
  expect(await first.next()).toBe('1');

  const second = startClerk(dataDir);
  expect(await second.next()).toBe('StoreError locked');
  await expect(openIn(dataDir)).rejects.toMatchObject({
    code: 'locked',
    message: expect.stringContaining('Another Rental Desk uses the folder'),
  });

  let safe = 1;
  while (safe < 25) safe = Number(await first.next());
  const exited = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await exited;

  const store = await openIn(dataDir);
  const kept = (await store.views.list('C1')).map(({ name }) => Number(name));
  const promised = Array.from({ length: safe }, (_, index) => index + 1);
  expect(kept).toEqual(expect.arrayContaining(promised));
  // An existing folder keeps its permissions; the tables in it are the owner's alone.
  expect(await permissionsOf(dataDir)).toBe(OPEN_TO_ALL);
  expect(await permissionsOf(join(dataDir, 'pglite'))).toBe(OWNER_ONLY);
});

test.each([0, 30, 100, 250, 500])(
  'a first start that is killed %d ms into making the tables is made up for by the next',
  async (ms) => {
    const dataDir = await emptyFolder();
    const first = startClerk(dataDir);
    const isUnpacking = () => readdirSync(dataDir).some((name) => name.includes('.new-'));
    await vi.waitUntil(isUnpacking, { interval: 1, timeout: 60_000 });
    await setTimeout(ms);
    const exited = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await exited;

    expect((await openIn(dataDir)).isReady()).toBe(true);
    expect(isUnpacking()).toBe(false);
    expect(await permissionsOf(join(dataDir, 'pglite'))).toBe(OWNER_ONLY);
  },
);

test('a database that nothing was asked of is closed all the same, and its folder is free', async () => {
  const dataDir = await emptyFolder();
  for (let time = 0; time < 2; time += 1) {
    const database = await openDatabase({ databaseUrl: null, dataDir, onError: () => {} });
    await database.close();
    const { engine } = database;
    expect(engine.kind === 'pglite' && engine.pglite.closed).toBe(true);
  }
});

test('what remains of a database is not replaced by an empty one', async () => {
  const dataDir = await emptyFolder();
  const store = await openIn(dataDir);
  await store.views.save({ channelId: 'C1', name: 'kept', query: '', by: 'U1' });
  await store.stop();
  const version = join(dataDir, 'pglite', 'PG_VERSION');
  await rename(version, join(dataDir, 'elsewhere'));
  await expect(openIn(dataDir)).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('restore it, or remove it'),
  });
  await rename(join(dataDir, 'elsewhere'), version);
  expect(await (await openIn(dataDir)).views.list('C1')).toMatchObject([{ name: 'kept' }]);
});

test('a place that is no folder, or holds no database, is told without its name', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(openIn(file)).rejects.toMatchObject({
    code: 'failed',
    message: 'The folder that DATA_DIR names cannot be used (EEXIST).',
  });

  const spoilt = join(folder, 'spoilt');
  await mkdir(join(spoilt, 'pglite'), { recursive: true });
  await writeFile(join(spoilt, 'pglite', 'PG_VERSION'), '9');
  for (let time = 0; time < 2; time += 1) {
    await expect(openIn(spoilt)).rejects.toMatchObject({
      code: 'failed',
      message: 'The embedded database in DATA_DIR cannot be opened.',
    });
  }
});
