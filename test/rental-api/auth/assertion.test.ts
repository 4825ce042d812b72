import { decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, test } from 'vitest';

import { addressAt, signAssertion } from '../../../src/rental-api/auth/token-request.ts';
import { NOW, RSA, serviceAccount } from '../../support/service-account.ts';

const AUDIENCE = 'https://auth.example.com';

test('the authorization server finds in an assertion what it checks', async () => {
  const assertion = await signAssertion(serviceAccount(), AUDIENCE, NOW);

  const { payload, protectedHeader } = await jwtVerify(assertion, RSA.publicKey, {
    algorithms: ['RS256'],
    audience: AUDIENCE,
    currentDate: new Date(NOW),
  });
  expect(protectedHeader).toEqual({ alg: 'RS256', kid: '310000000000000001' });
  expect(payload).toEqual({
    iss: '310000000000000002',
    sub: '310000000000000002',
    aud: AUDIENCE,
    iat: NOW / 1000,
    exp: NOW / 1000 + 270,
  });
});

test('times are whole seconds', async () => {
  const assertion = await signAssertion(serviceAccount(), AUDIENCE, NOW + 999);

  const { payload } = await jwtVerify(assertion, RSA.publicKey, { currentDate: new Date(NOW) });
  expect(payload).toMatchObject({ iat: NOW / 1000, exp: NOW / 1000 + 270 });
});

test('a key without an id signs without naming one', async () => {
  const assertion = await signAssertion(serviceAccount({ keyId: undefined }), AUDIENCE, NOW);

  expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256' });
});

test.each([
  ['https://auth.example.com', 'https://auth.example.com/token'],
  ['https://auth.example.com/', 'https://auth.example.com/token'],
  ['https://example.com/auth/', 'https://example.com/auth/token'],
])('the token of %s is asked for at %s', (authUrl, address) => {
  expect(addressAt(authUrl, 'token')).toBe(address);
});
