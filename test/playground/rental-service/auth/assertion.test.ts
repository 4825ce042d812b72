import { createPrivateKey, generateKeyPairSync } from 'node:crypto';

import { importPKCS8 } from 'jose';
import { expect, test } from 'vitest';

import {
  createServiceAccount,
  type ServiceAccount,
} from '../../../../src/playground/rental-service/auth/service-account.ts';
import {
  type RentalService,
  startRentalService,
} from '../../../../src/playground/rental-service/service.ts';
import { form, goodClaims, goodHeader, NOW_MS, NOW_S, postToken, signed } from '../operator.ts';
import { useService } from '../use-service.ts';

let account: ServiceAccount;
let service: RentalService;

useService(
  async () => {
    account = await createServiceAccount(NOW_MS);
    return { now: () => NOW_MS, files: [], account };
  },
  (started) => (service = started),
);

const reason = () => service.requests.latest.at(-1)?.reason;

test('the key file is what an operator downloads: PKCS#1, ids that only a string can hold', () => {
  const { keyFile } = service;

  expect(keyFile.type).toBe('serviceaccount');
  expect(keyFile.key).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/);
  expect(createPrivateKey(keyFile.key).asymmetricKeyDetails?.modulusLength).toBe(2048);
  for (const id of [keyFile.userId, keyFile.keyId]) {
    expect(id).toMatch(/^\d{18}$/);
    expect(Number.isSafeInteger(Number(id))).toBe(false);
  }
  expect(keyFile.expirationDate).toBe('2027-11-21T09:00:00.000Z');
});

test('the same key as PKCS#8 signs just as well', async () => {
  const pkcs8 = createPrivateKey(service.keyFile.key).export({ type: 'pkcs8', format: 'pem' });
  const key = await importPKCS8(pkcs8, 'RS256');
  const assertion = await signed(service, undefined, undefined, key);

  expect((await postToken(service, form(service, assertion))).status).toBe(200);
});

test.each([
  ['iss', 'of nobody', { iss: '1' }, 'wrong iss'],
  ['iss', 'left out', { iss: undefined }, 'claims missing'],
  ['sub', 'of nobody', { sub: '1' }, 'wrong sub'],
  ['sub', 'left out', { sub: undefined }, 'claims missing'],
  ['aud', 'of another server', { aud: 'https://auth.example.org' }, 'wrong aud'],
  ['aud', 'an empty list', { aud: [] }, 'wrong aud'],
  ['aud', 'left out', { aud: undefined }, 'claims missing'],
  ['exp', 'now', { exp: NOW_S }, 'exp has passed'],
  ['exp', 'within the tolerance', { exp: NOW_S + 1 }, 'exp has passed'],
  ['exp', 'left out', { exp: undefined }, 'claims missing'],
  ['iat', 'two seconds ahead', { iat: NOW_S + 2 }, 'iat in the future'],
  ['iat', 'over an hour old', { iat: NOW_S - 3_601 }, 'iat too old'],
  ['iat', 'left out', { iat: undefined }, 'claims missing'],
])('an assertion whose %s is %s is refused', async (_claim, _what, wrong, fault) => {
  const assertion = await signed(service, { ...goodClaims(service), ...wrong });

  const { status, body } = await postToken(service, form(service, assertion));

  expect(status).toBe(400);
  expect(body).toEqual({ error: 'invalid_grant', error_description: 'invalid assertion' });
  expect(reason()).toBe(fault);
});

test('an aud with a slash too many is refused', async () => {
  const assertion = await signed(service, { ...goodClaims(service), aud: `${service.authUrl}/` });

  expect((await postToken(service, form(service, assertion))).status).toBe(400);
  expect(reason()).toBe('wrong aud');
});

test.each([
  ['a second ahead', { iat: NOW_S + 1 }],
  ['an hour old', { iat: NOW_S - 3_600 }],
  ['of a fraction of a second', { iat: NOW_S - 0.25 }],
])('an iat %s is taken', async (_what, claims) => {
  const assertion = await signed(service, { ...goodClaims(service), ...claims });

  expect((await postToken(service, form(service, assertion))).status).toBe(200);
});

test('an aud that is a list with the right one in it is taken', async () => {
  const aud = ['https://other.example', service.authUrl];
  const assertion = await signed(service, { ...goodClaims(service), aud });

  expect((await postToken(service, form(service, assertion))).status).toBe(200);
});

test.each([
  ['a kid that nobody knows', { kid: '1' }, 'unknown key'],
  ['no kid', { kid: undefined }, 'unknown key'],
  ['PS256 instead of RS256', { alg: 'PS256' }, 'not RS256'],
  ['RS512 instead of RS256', { alg: 'RS512' }, 'not RS256'],
])('an assertion with %s is refused', async (_what, header, fault) => {
  const assertion = await signed(service, undefined, { ...goodHeader(service), ...header });

  const { body } = await postToken(service, form(service, assertion));

  expect(body['error']).toBe('invalid_grant');
  expect(reason()).toBe(fault);
});

test('a signature by another key is refused', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const assertion = await signed(service, undefined, undefined, privateKey);

  expect((await postToken(service, form(service, assertion))).status).toBe(400);
  expect(reason()).toBe('bad signature');
});

test('claims changed after signing are refused', async () => {
  const [header, , signature] = (await signed(service)).split('.');
  const claims = Buffer.from(JSON.stringify({ ...goodClaims(service), exp: NOW_S + 9_999 }));
  const assertion = [header, claims.toString('base64url'), signature].join('.');

  expect((await postToken(service, form(service, assertion))).status).toBe(400);
  expect(reason()).toBe('bad signature');
});

test.each(['no jwt', 'a.b.c', '{}', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`])(
  '%j is no assertion',
  async (assertion) => {
    expect((await postToken(service, form(service, assertion))).body['error']).toBe(
      'invalid_grant',
    );
    expect(reason()).toMatch(/^not /);
  },
);

test('a key past its expiration date is refused', async () => {
  const keyFile = { ...account.keyFile, expirationDate: '2026-11-21T09:00:00Z' };
  const late = await startRentalService({
    now: () => NOW_MS,
    files: [],
    account: { ...account, keyFile },
  });

  expect((await postToken(late, form(late, await signed(late)))).status).toBe(400);
  expect(late.requests.latest.at(-1)?.reason).toBe('key has expired');
  await late.stop();
});
