import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfig } from '../../../src/config.ts';
import { useOwnServer } from './own-server.ts';

/** The folder of the socket. The server may run as another user, who creates it. */
const FOLDER = mkdtempSync(join(tmpdir(), 'rental-desk-socket-'));
chmodSync(FOLDER, 0o777);
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const { postgres, openAt } = useOwnServer({ unix_socket_directories: FOLDER });

/** Required variables, with any values. */
const OTHERS = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
  RENTAL_FILES_URL: 'https://api.example.com/v1/rental-files',
  RENTAL_AUTH_URL: 'https://auth.example.com',
  RENTAL_IDP: 'zitadel',
  RENTAL_PROJECT_ID: '123',
  RENTAL_KEY_FILE: 'key.json',
};

test.each([
  ['postgres://desk:PASSWORD@/DATABASE?host=FOLDER&port=PORT'],
  ['postgres:///DATABASE?host=FOLDER&port=PORT&user=desk&password=PASSWORD'],
  ['postgres://desk:PASSWORD@localhost/DATABASE?host=FOLDER&port=PORT'],
])('%s reaches a server through its Unix socket', async (form) => {
  const { password, port } = postgres();
  const { pathname } = new URL(await postgres().newDatabase());
  const url = form
    .replace('PASSWORD', password)
    .replace('/DATABASE', pathname)
    .replace('FOLDER', FOLDER)
    .replace('PORT', String(port));
  const { databaseUrl } = readConfig({ ...OTHERS, DATABASE_URL: url }).store;

  const { store, errors } = await openAt(databaseUrl ?? '');
  expect(errors).toEqual([]);
  expect(await store.settings.of('C1')).toBeNull();
  const where = 'select inet_server_addr() as address';
  const { engine } = store;
  expect(engine.kind === 'postgres' && (await engine.executeSql(where)).rows).toEqual([
    { address: null },
  ]);
});
