import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const MAIN = fileURLToPath(
  new URL('../../../src/playground/rental-service/main.ts', import.meta.url),
);

test('in a process of its own the service says where it is, answers, and ends when told', async () => {
  const child = spawn(process.execPath, [MAIN, '--count', '30', '--page-size', '10', '--prepared']);
  const [line] = await once(createInterface(child.stdout), 'line');
  const { filesUrl, authUrl, keyFile } = JSON.parse(String(line));

  expect(filesUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/rental-files\?limit=10$/);
  expect(keyFile.type).toBe('serviceaccount');
  expect((await fetch(filesUrl)).status).toBe(401);
  expect((await fetch(`${authUrl}/.well-known/openid-configuration`)).status).toBe(200);

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
