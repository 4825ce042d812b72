import { createPrivateKey, generateKeyPairSync } from 'node:crypto';

import { importPKCS8 } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createServiceAccount,
  type ServiceAccount,
} from '../../../src/playground/rental-service/account.ts';
import {
  type RentalService,
  startRentalService,
} from '../../../src/playground/rental-service/service.ts';
import {
  answerOf,
  form,
  goodClaims,
  goodHeader,
  goodScope,
  NOW_MS,
  NOW_S,
  postToken,
  signed,
  token,
} from './operator.ts';

let account: ServiceAccount;
let service: RentalService;

beforeAll(async () => {
  account = await createServiceAccount(NOW_MS);
  service = await startRentalService({ now: () => NOW_MS, files: [], account });
});
afterAll(async () => service.stop());

const reason = () => service.requests.latest.at(-1)?.reason;

test('an assertion made as the specification says becomes a bearer token', async () => {
  const { status, headers, body } = await postToken(service, form(service, await signed(service)));

  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]{64}$/),
    token_type: 'Bearer',
    expires_in: 43_199,
  });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json');
});

test('the Date header follows the clock that the service was given', async () => {
  const { headers } = await postToken(service, {});

  expect(headers.get('date')).toBe('Sat, 21 Nov 2026 09:00:00 GMT');
});

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

test('a server of the older kind answers a bad assertion with a 500', async () => {
  const older = await startRentalService({
    now: () => NOW_MS,
    files: [],
    account,
    refusal: 'server_error',
  });

  const { status, body } = await postToken(older, form(older, 'no jwt'));

  expect(status).toBe(500);
  expect(body).toEqual({ error: 'server_error', error_description: 'Errors.Internal' });
  await older.stop();
});

test.each([
  ['grant_type', undefined, 'invalid_request', 'grant_type missing'],
  ['grant_type', '', 'invalid_request', 'grant_type missing'],
  ['grant_type', 'client_credentials', 'unsupported_grant_type', 'grant_type not supported'],
  ['assertion', undefined, 'invalid_request', 'assertion missing'],
  ['scope', undefined, 'invalid_request', 'scope missing'],
])('a form whose %s is %j is %s', async (name, value, error, error_description) => {
  const parameters = form(service, await signed(service));
  const changed = Object.entries({ ...parameters, [name]: value ?? '' }).filter(
    ([key]) => value !== undefined || key !== name,
  );

  const { status, body } = await postToken(service, changed);

  expect(status).toBe(400);
  expect(body).toEqual({ error, error_description });
});

test('a parameter that comes twice is an invalid request', async () => {
  const parameters = Object.entries(form(service, await signed(service)));

  const { status, body } = await postToken(service, [...parameters, ...parameters]);

  expect(status).toBe(400);
  expect(body).toEqual({ error: 'invalid_request', error_description: 'grant_type repeated' });
});

test.each([0, 1, 2])('the scope without its part %i is invalid', async (left) => {
  const parts = goodScope(service).split(' ');
  const scope = parts.toSpliced(left, 1).join(' ');

  const { status, body } = await postToken(service, {
    ...form(service, await signed(service)),
    scope,
  });

  expect(status).toBe(400);
  expect(body['error']).toBe('invalid_scope');
});

test('scopes of another identity provider are invalid', async () => {
  const scope = goodScope(service).replaceAll(`urn:${service.idp}:`, 'urn:other:');

  const { body } = await postToken(service, { ...form(service, await signed(service)), scope });

  expect(body['error']).toBe('invalid_scope');
});

test('a scope that nobody knows is left out unsaid', async () => {
  const scope = `${goodScope(service)} openid urn:unknown`;

  expect(
    (await postToken(service, { ...form(service, await signed(service)), scope })).status,
  ).toBe(200);
});

test('the parameters as JSON are refused as no form', async () => {
  const answer = await answerOf(
    await fetch(`${service.authUrl}/oauth/v2/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(form(service, await signed(service))),
    }),
  );

  expect(answer.status).toBe(415);
  expect(answer.body['error']).toBe('invalid_request');
});

test.each(['GET', 'PUT', 'DELETE'])('%s on the token endpoint is not allowed', async (method) => {
  const response = await fetch(`${service.authUrl}/oauth/v2/token`, { method });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test.each(['/', '/oauth/token', '/oauth/v2/token/', '/v1/rental-files'])(
  'the authorization server has no %s',
  async (path) => {
    expect((await fetch(service.authUrl + path, { method: 'POST' })).status).toBe(404);
  },
);

test('the discovery document names the issuer and the token endpoint', async () => {
  const response = await fetch(`${service.authUrl}/.well-known/openid-configuration`);

  expect(await response.json()).toMatchObject({
    issuer: service.authUrl,
    token_endpoint: `${service.authUrl}/oauth/v2/token`,
  });
});

test('every token is another one, and none stands in the log', async () => {
  const tokens = [await token(service), await token(service)];

  expect(new Set(tokens).size).toBe(2);
  const log = JSON.stringify(service.requests.latest);
  for (const secret of [...tokens, await signed(service)]) expect(log).not.toContain(secret);
});
