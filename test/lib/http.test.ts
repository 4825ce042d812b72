import { execFileSync } from 'node:child_process';
import { execPath } from 'node:process';

import { expect, test } from 'vitest';

import { dateHeaderOf, hasCredentials, isSecure, mayCarrySecrets } from '../../src/lib/http.ts';

test.each([
  ['https://files.example.com/list', true],
  ['https://files.example.com:8443/list?page=2', true],
  ['http://localhost:8080/', true],
  ['http://127.0.0.1/', true],
  ['http://127.200.1.254:3000/', true],
  ['http://[::1]:3000/', true],
  ['http://files.example.com/list', false],
  ['http://localhost.example.com/', false],
  ['http://mylocalhost/', false],
  ['http://127.0.0.1.example.com/', false],
  ['http://10.127.0.0.1.example/', false],
  ['http://10.0.0.1/', false],
  ['http://0.0.0.0/', false],
  ['http://[::2]/', false],
  ['ftp://localhost/', false],
  ['ws://127.0.0.1/', false],
])('whether a secret may be sent to %s: %s', (address, isAllowed) => {
  const url = new URL(address);
  expect([isSecure(url), mayCarrySecrets(url)]).toEqual([isAllowed, isAllowed]);
});

test.each([
  ['https://files.example.com/', false],
  ['https://user@files.example.com/', true],
  ['https://:password@files.example.com/', true],
  ['https://user:password@files.example.com/', true],
  ['https://@files.example.com/', false],
  ['https://files.example.com/user:password@', false],
])('whether %s holds credentials: %s', (address, isHeld) => {
  const url = new URL(address);
  expect([hasCredentials(url), isSecure(url), mayCarrySecrets(url)]).toEqual([
    isHeld,
    true,
    !isHeld,
  ]);
});

/** Saturday, 21 November 2026, 09:01:30 UTC, in the forms of servers. */
const DATES = [
  'Sat, 21 Nov 2026 09:01:30 GMT',
  'Sat, 21 Nov 2026 09:01:30',
  'Saturday, 21-Nov-26 09:01:30 GMT',
  'Sat Nov 21 09:01:30 2026',
  '2026-11-21T09:01:30Z',
  '2026-11-21T10:01:30+01:00',
  '2026-11-21T09:01:30',
];

test('a date is read in UTC, wherever Rental Desk runs', () => {
  const module = JSON.stringify(new URL('../../src/lib/http.ts', import.meta.url));
  const program = `
    const { dateHeaderOf } = await import(${module});
    const read = (date) => dateHeaderOf(new Headers({ date }));
    console.log(JSON.stringify(${JSON.stringify(DATES)}.map(read)));`;
  for (const TZ of ['America/New_York', 'Asia/Kolkata']) {
    const read = execFileSync(execPath, ['--input-type=module', '-e', program], { env: { TZ } });
    expect(JSON.parse(String(read))).toEqual(DATES.map(() => Date.UTC(2026, 10, 21, 9, 1, 30)));
  }
});

test.each(['', '5', '-5', '1.5', 'in the morning', '2026', 'Sat'])('%j is no date', (date) => {
  expect(dateHeaderOf(new Headers({ date }))).toBeNull();
});
