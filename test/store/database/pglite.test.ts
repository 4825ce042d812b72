import { once } from 'node:events';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '../../../src/store/database/connection.ts';
import { folderPlace } from '../../support/places.ts';
import { runSql } from '../run-sql.ts';
import { emptyFolder, openIn, OWNER_ONLY, permissionsOf, startClerk } from './clerk.ts';

const OPEN_TO_ALL = 0o755;

/** A folder with a database, which goes with the test. */
async function madeFolder(): Promise<string> {
  const place = await folderPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place.dataDir;
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
  const dataDir = await madeFolder();
  const store = await openIn(dataDir);
  await store.views.save({ channelId: 'C1', name: 'kept', query: '', by: 'U1' });
  await store.stop();
  const version = join(dataDir, 'pglite', 'PG_VERSION');
  await rename(version, join(dataDir, 'elsewhere'));
  await expect(openIn(dataDir)).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('Put it back from a backup, or remove it'),
  });
  await rename(join(dataDir, 'elsewhere'), version);
  expect(await (await openIn(dataDir)).views.list('C1')).toMatchObject([{ name: 'kept' }]);
});

test('a folder in which somebody has left a single file is not taken for an empty one', async () => {
  const dataDir = await emptyFolder();
  await mkdir(join(dataDir, 'pglite'));
  await writeFile(join(dataDir, 'pglite', 'notes.txt'), '');
  await expect(openIn(dataDir)).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('Put it back from a backup, or remove it'),
  });
});

test('a place that is no folder, or holds no database, is told without its name', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(openIn(file)).rejects.toMatchObject({
    code: 'failed',
    message:
      'The folder that DATA_DIR names cannot be used (EEXIST). Name one that this user may write to.',
  });

  const spoilt = join(folder, 'spoilt');
  await mkdir(join(spoilt, 'pglite'), { recursive: true });
  await writeFile(join(spoilt, 'pglite', 'PG_VERSION'), '9');
  for (let time = 0; time < 2; time += 1) {
    await expect(openIn(spoilt)).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringMatching(
        /^The embedded database in DATA_DIR cannot be opened\. Check whether the disk is full/,
      ),
    });
  }
});

test('a folder where none can be made is told at once, too', async () => {
  for (const folder of ['/proc/nowhere', '/proc/nowhere/deep']) {
    await expect(openIn(folder)).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('(ENOENT). Name one that this user may write to.'),
    });
  }
}, 10_000);

test('the embedded database is set up for one small bot', async () => {
  const store = await openIn(await madeFolder());
  const rows = await runSql(
    store,
    `select name, current_setting(name) as value from pg_settings
     where name in ('shared_buffers', 'max_wal_size', 'min_wal_size') order by name`,
  );
  expect(rows).toEqual([
    { name: 'max_wal_size', value: '64MB' },
    { name: 'min_wal_size', value: '32MB' },
    { name: 'shared_buffers', value: '8MB' },
  ]);
});
