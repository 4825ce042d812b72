import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { expect, onTestFinished, test } from 'vitest';

import { DEFAULT_DIGEST_OPTIONS, type DigestChoice } from '../../src/store/digest.ts';
import { type DigestStore, openStore } from '../../src/store/store.ts';
import { TEXT_CIPHER } from '../support/text-cipher.ts';

/** As the statements have it. */
const USER = 'U0123ABCD';

const CHOICE: DigestChoice = {
  channelId: 'C0',
  name: 'Morning',
  query: 'decision:ready',
  schedule: { times: ['09:00'], days: [1], zone: 'UTC', holidays: 'none', onHoliday: 'skip' },
  options: DEFAULT_DIGEST_OPTIONS,
};

/** What a person leaves behind who has used everything, and whose digests others have by now. */
async function leaveTraces({ digests, views, settings, accessLog, triage }: DigestStore) {
  await views.save({ channelId: 'C0', name: 'kept', query: '', by: USER });
  await settings.save('C0', { pageSize: 5 }, USER);
  await accessLog.record({
    userId: USER,
    kind: 'open',
    fileId: 'file-1',
    channelId: 'C0',
    surface: 'command',
  });
  await triage.take('file-1', USER, null);
  await triage.take('file-2', 'U0OTHER', null, USER);
  await triage.watch('file-1', USER);
  await triage.snooze({ fileId: 'file-1', snoozedBy: USER, untilMs: null, state: null });

  const kept = await digests.add({ ...CHOICE, name: 'Kept' }, USER, null);
  await digests.snooze(kept?.id ?? '', Date.now() + 60_000, USER);
  await digests.pause(kept?.id ?? '', 'asked', USER);
  await digests.transfer(kept?.id ?? '', 'U0OTHER', USER);
  const options = { ...DEFAULT_DIGEST_OPTIONS, mentions: [USER] };
  const removed = await digests.add({ ...CHOICE, name: 'Removed', options }, USER, null);
  await digests.remove(removed?.id ?? '', USER);
  // Nobody else can take over what comes to the person alone.
  await digests.add({ ...CHOICE, channelId: USER }, USER, null);
}

test('the statements for forgetting a user fit the tables, and reach every column of user ids', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rental-desk-'));
  onTestFinished(async () => rm(dataDir, { recursive: true }));
  const store = await openStore({
    cipher: TEXT_CIPHER,
    databaseUrl: null,
    dataDir,
    onError: () => {},
  });
  await store.reached;
  await leaveTraces(store);
  await store.stop();

  const guide = await readFile('src/doctor/README.md', 'utf8');
  const [, statements = ''] = /```sql\n([\s\S]*?)```/.exec(guide) ?? [];
  const database = new PGlite(join(dataDir, 'pglite'));
  onTestFinished(async () => database.close());
  expect(await database.exec(statements)).not.toEqual([]);

  const { rows } = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'rental_desk' and column_name ~ '(user_id|owner_id|_by|told_in|tried_in)$'`,
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ name }) => !statements.includes(`${name} =`))).toEqual([]);

  const { rows: tables } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'rental_desk'`,
  );
  for (const { name } of tables) {
    const left = await database.query(
      `select * from rental_desk.${name} as one where one::text like '%${USER}%'`,
    );
    expect([name, left.rows]).toEqual([name, []]);
  }
});
