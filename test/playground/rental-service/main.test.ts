import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { form, goodClaims, postToken, signed, type Told, walk } from './operator.ts';

const MAIN = fileURLToPath(
  new URL('../../../src/playground/rental-service/main.ts', import.meta.url),
);

test('in a process of its own the service says where it is, answers, and ends when told', async () => {
  const child = spawn(process.execPath, [MAIN, '--count', '30', '--page-size', '10', '--prepared']);
  const [line] = await once(createInterface(child.stdout), 'line');
  const told: Told = JSON.parse(String(line));

  // A process of its own has the real clock.
  const nowS = Math.floor(Date.now() / 1_000);
  const claims = { ...goodClaims(told), iat: nowS, exp: nowS + 300 };
  const { body } = await postToken(told, form(told, await signed(told, claims)));
  const pages = await walk(told.filesUrl, String(body['access_token']));

  expect(told.filesUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/rental-files\?limit=10$/);
  expect(pages.map(({ results }) => results.length)).toEqual([10, 10, 10]);

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
