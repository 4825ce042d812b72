import { beforeEach, expect, test } from 'vitest';

import { generateFiles } from '../../../../src/playground/rental-service/data/files.ts';
import type { RentalService } from '../../../../src/playground/rental-service/service.ts';
import {
  answerOf,
  form,
  get,
  goodClaims,
  goodScope,
  list,
  NOW_MS,
  postToken,
  signed,
  token,
} from '../operator.ts';
import { useService } from '../use-service.ts';

const LIFETIME_S = 600;
const FILES = generateFiles({ count: 130, seed: 3, nowMs: NOW_MS });

let nowMs = NOW_MS;
let service: RentalService;
let bearer: string;

useService(
  () => ({
    now: () => nowMs,
    files: FILES,
    tokenLifetimeSeconds: LIFETIME_S,
  }),
  (started) => (service = started),
);
beforeEach(async () => {
  nowMs = NOW_MS;
  service.setFiles(FILES);
  bearer = await token(service);
});

test('a call without a bearer is asked for one', async () => {
  const { status, headers, body } = await answerOf(await get(service.filesUrl));

  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(body).toEqual({ detail: 'Not authenticated' });
});

test('a token of nobody is refused', async () => {
  const { status, headers } = await answerOf(await get(service.filesUrl, 'abc'));

  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
});

test('a token in another scheme, or in the query, is none', async () => {
  const basic = await fetch(service.filesUrl, { headers: { Authorization: `Basic ${bearer}` } });
  const query = await get(`${service.filesUrl}&access_token=${bearer}`);

  expect([basic.status, query.status]).toEqual([401, 401]);
});

test('a token serves until its lifetime is over', async () => {
  nowMs = NOW_MS + LIFETIME_S * 1_000 - 1;
  expect((await get(service.filesUrl, bearer)).status).toBe(200);

  nowMs += 1;
  expect((await get(service.filesUrl, bearer)).status).toBe(401);
});

test('revoked tokens are refused and new ones serve', async () => {
  service.revokeTokens();

  expect((await get(service.filesUrl, bearer)).status).toBe(401);
  expect((await get(service.filesUrl, await token(service))).status).toBe(200);
});

test('a token for another project lacks the permission', async () => {
  const scope = goodScope(service).replace(service.projectId, '1');
  const assertion = await signed(service, goodClaims(service));
  const { body } = await postToken(service, { ...form(service, assertion), scope });

  const answer = await answerOf(await get(service.filesUrl, String(body['access_token'])));

  expect(answer.status).toBe(403);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
  expect(answer.body).toEqual({ detail: 'Not enough permissions' });
});

test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('%s on the list is not allowed', async (method) => {
  const response = await get(service.filesUrl, bearer, method);

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET');
});

test.each(['/', '/v1/rental-files/', '/v2/rental-files'])('there is no %s', async (path) => {
  const answer = await answerOf(await get(new URL(path, service.filesUrl).href, bearer));

  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ detail: 'Not Found' });
});

test.each([
  ['limit=0', 'limit', 'greater_than_equal'],
  ['limit=ten', 'limit', 'int_parsing'],
  ['limit=', 'limit', 'int_parsing'],
  ['limit=1.5', 'limit', 'int_parsing'],
  ['offset=-1', 'offset', 'greater_than_equal'],
  ['offset=1e3', 'offset', 'int_parsing'],
  ['updated_at__gte=soon', 'updated_at__gte', 'datetime_from_date_parsing'],
])('the query %s is answered with what is wrong with it', async (query, name, type) => {
  const { status, body } = await answerOf(await get(list(service, query), bearer));

  expect(status).toBe(422);
  expect(body['detail']).toEqual([
    {
      type,
      loc: ['query', name],
      msg: expect.stringMatching(/^Input should be /),
      input: query.split('=')[1],
    },
  ]);
});

test('every mistake of a query is named', async () => {
  const { body } = await answerOf(await get(list(service, 'limit=0&offset=x'), bearer));

  expect(body['detail']).toHaveLength(2);
});

test('the log tells calls apart without their secrets', async () => {
  service.requests.forget();
  await get(`${service.filesUrl}&search=dupont`, bearer);
  await get(service.filesUrl, 'wrong');
  await token(service);

  expect(service.requests.pages).toBe(2);
  expect(service.requests.tokens).toBe(1);
  const path = '/v1/rental-files';
  expect(service.requests.latest).toEqual([
    {
      server: 'files',
      method: 'GET',
      path,
      query: 'limit=50&offset=0',
      status: 200,
      reason: null,
    },
    {
      server: 'files',
      method: 'GET',
      path,
      query: '',
      status: 401,
      reason: 'Invalid or expired token',
    },
    {
      server: 'authorization',
      method: 'POST',
      path: '/oauth/v2/token',
      query: '',
      status: 200,
      reason: null,
    },
  ]);
});
