import { expect, test } from 'vitest';

import {
  createServiceAccount,
  type ServiceAccount,
} from '../../../../src/playground/rental-service/auth/service-account.ts';
import {
  type RentalService,
  startRentalService,
} from '../../../../src/playground/rental-service/service.ts';
import { answerOf, form, goodScope, NOW_MS, postToken, signed, token } from '../operator.ts';
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
