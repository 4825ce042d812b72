import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { expect, onTestFinished, test } from 'vitest';

import { openStore } from '../../src/store/store.ts';
import { TEXT_CIPHER } from '../support/text-cipher.ts';

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
});
