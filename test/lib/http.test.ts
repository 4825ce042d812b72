import { expect, test } from 'vitest';

import { hasCredentials, isSecure, mayCarrySecrets } from '../../src/lib/http.ts';

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
