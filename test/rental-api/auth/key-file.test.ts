import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';

import { expect, test } from 'vitest';

import { canOthersRead, readKeyFile } from '../../../src/rental-api/auth/service-account.ts';

test.skipIf(platform === 'win32').each([
  [0o600, false],
  [0o400, false],
  [0o640, true],
  [0o604, true],
  [0o644, true],
])('a key file with mode %o that others can read brings a warning: %s', async (mode, warned) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rental-key-'));
  const path = join(folder.path, 'key.json');
  await writeFile(path, '{"userId":"1"}');
  await chmod(path, mode);

  const { json, warnings } = await readKeyFile(path);

  expect(json).toBe('{"userId":"1"}');
  expect(warnings.map((warning) => warning.includes('chmod 600'))).toEqual(warned ? [true] : []);
});

const SERVICE_USER = { uid: 998, groups: [997] };

test.each([
  // A service reads it by an access list: so systemd hands over a credential.
  [0o440, { uid: 0, gid: 0 }, SERVICE_USER, false],
  [0o444, { uid: 0, gid: 0 }, SERVICE_USER, true],
  [0o440, { uid: 0, gid: 997 }, SERVICE_USER, true],
  [0o640, { uid: 998, gid: 0 }, SERVICE_USER, true],
  // The superuser needs no list.
  [0o640, { uid: 998, gid: 997 }, { uid: 0, groups: [0] }, true],
  [0o400, { uid: 0, gid: 0 }, { uid: 0, groups: [0] }, false],
  [0o666, { uid: 0, gid: 0 }, null, false],
])(
  'a key file with mode %o of %o, read by %o, is open to others: %s',
  (mode, file, reader, open) => {
    expect(canOthersRead({ mode, ...file }, reader)).toBe(open);
  },
);

test('a key file that is not there, or is no file, is named', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rental-key-'));
  const path = join(folder.path, 'key.json');

  await expect(readKeyFile(path)).rejects.toThrow(
    'The file that RENTAL_KEY_FILE names does not exist',
  );
  await expect(readKeyFile(folder.path)).rejects.toThrow(
    'The file that RENTAL_KEY_FILE names is not a file',
  );
});

test('a file far too large to be a key is not read', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rental-key-'));
  const path = join(folder.path, 'key.json');
  await writeFile(path, ' '.repeat(70_000));

  await expect(readKeyFile(path)).rejects.toMatchObject({ code: 'rental_account' });
});

test('a key put where its path belongs is not printed', async () => {
  const error: unknown = await readKeyFile('-----BEGIN PRIVATE KEY-----\nMIIE').catch(
    (reason: unknown) => reason,
  );
  expect(String(error)).not.toContain('MIIE');
});
