import { expect, test } from 'vitest';

import { createRentalFiles, type RentalFiles } from '../../src/rental-api/client.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import { NOW, serviceAccount } from '../support/service-account.ts';
import {
  bearer,
  FILES_PATH,
  IDP,
  PROJECT_ID,
  type SpecifiedService,
  type SpecifiedServiceOptions,
  startSpecifiedService,
  USER_ID,
} from './service.ts';

const FILE_IDS = Array.from(
  { length: 7 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);
const FILES = FILE_IDS.map((id) => ({ id }));
const MINUTE_MS = 60_000;

/** A service with seven files in pages of two, and what a test changes of it. */
function service(changes: Partial<SpecifiedServiceOptions> = {}): Promise<SpecifiedService> {
  return startSpecifiedService({ files: FILES, pageSize: 2, now: () => NOW, ...changes });
}

function clientOf(
  { origin }: SpecifiedService,
  changes: { readonly authUrl?: string; readonly now?: () => number } = {},
): RentalFiles {
  return createRentalFiles({
    firstPage: new URL(`${origin}${FILES_PATH}`),
    authUrl: origin,
    idp: IDP,
    projectId: PROJECT_ID,
    account: serviceAccount(),
    now: () => NOW,
    limits: { retryMs: 1 },
    ...changes,
  });
}

/** Ids of all files, in the order in which they were served. */
async function idsFrom(client: RentalFiles): Promise<string[]> {
  const pages = await Array.fromAsync(client.summaries());
  return pages.flatMap(({ files }) => files.map(({ id }) => id));
}

test('the token is asked for as sections 4.1, 5.2 and 5.3 say', async () => {
  await using specified = await service();
  await idsFrom(clientOf(specified));

  const [request, ...others] = specified.tokenRequests;
  expect(others).toEqual([]);
  expect(request).toMatchObject({ method: 'POST', path: '/oauth/v2/token' });
  expect(request?.contentType).toMatch(/^application\/x-www-form-urlencoded\b/);
  expect(request?.form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  expect(request?.form.get('scope')?.split(' ').toSorted()).toEqual(
    [
      'urn:idp:iam:org:projects:roles',
      'urn:idp:iam:user:resourceowner',
      'urn:idp:iam:org:project:id:42:aud',
    ].toSorted(),
  );
  expect(request?.claims).toMatchObject({
    iss: USER_ID,
    sub: USER_ID,
    aud: specified.origin,
    iat: NOW / 1000,
  });
  expect(request?.claims?.['exp']).toBeGreaterThan(NOW / 1000);
});

test('every page is asked for with the bearer, and read until the last link', async () => {
  await using specified = await service();
  expect(await idsFrom(clientOf(specified))).toEqual(FILE_IDS);
  const authorizations = new Set(specified.pageRequests.map(({ authorization }) => authorization));
  expect([...authorizations]).toEqual([expect.stringMatching(/^Bearer [\da-f-]{36}$/)]);
  expect(specified.pageRequests.every(({ method }) => method === 'GET')).toBe(true);
});

test.each([
  ['with a slash at the end', (origin: string) => `${origin}/`],
  ['with a path', (origin: string) => `${origin}/tenants/7`],
  ['with its default port', (origin: string) => origin],
])('the audience is the server’s address as configured, %s', async (_name, audience) => {
  await using specified = await service({ audience });
  const authUrl = audience(specified.origin);
  expect(await idsFrom(clientOf(specified, { authUrl }))).toEqual(FILE_IDS);
});

test.each([-10 * MINUTE_MS, -2 * MINUTE_MS, 2 * MINUTE_MS, 10 * MINUTE_MS])(
  'a clock that is off by %d ms is corrected from the server’s Date',
  async (skewMs) => {
    await using specified = await service();
    expect(await idsFrom(clientOf(specified, { now: () => NOW + skewMs }))).toEqual(FILE_IDS);
  },
);

test.each([
  ['without token_type', { token_type: undefined }],
  ['with token_type in capitals', { token_type: 'BEARER' }],
  ['without a lifetime', { expires_in: undefined }],
  ['with a lifetime as text', { expires_in: '3600' }],
  ['with fields of its own', { refresh_token: 'r', scope: 'all', issued: { at: 1 } }],
])('a token response is accepted %s', async (_name, changes) => {
  await using specified = await service({
    token: (accessToken) => ({ body: { ...bearer(accessToken), ...changes } }),
  });
  expect(await idsFrom(clientOf(specified))).toEqual(FILE_IDS);
});

test('a token of another type is not used as a bearer', async () => {
  await using specified = await service({
    token: (accessToken) => ({ body: { ...bearer(accessToken), token_type: 'DPoP' } }),
  });
  await expect(idsFrom(clientOf(specified))).rejects.toThrow(RentalError);
  expect(specified.pageRequests).toEqual([]);
});

test.each([
  ['absolute', (offset: number, origin: string) => `${origin}${FILES_PATH}?offset=${offset}`],
  ['a path', (offset: number) => `${FILES_PATH}?offset=${offset}`],
  ['a query alone', (offset: number) => `?offset=${offset}`],
  ['on another path', (offset: number, origin: string) => `${origin}/v2/files?offset=${offset}`],
  [
    '2,083 characters long',
    (offset: number, origin: string) =>
      `${origin}${FILES_PATH}?offset=${offset}&pad=`.padEnd(2083, 'x'),
  ],
])('a link to the next page may be %s', async (_name, link) => {
  await using specified = await service({ link });
  expect(await idsFrom(clientOf(specified))).toEqual(FILE_IDS);
});

test.each([
  [
    'longer than 2,083 characters',
    (_offset: number, origin: string) => `${origin}/`.padEnd(2084, 'x'),
  ],
  ['on another host', (offset: number) => `https://example.com/files?offset=${offset}`],
  ['on another port', (offset: number) => `http://127.0.0.1:1/files?offset=${offset}`],
])('a link that is %s is not followed', async (_name, link) => {
  await using specified = await service({ link });
  await expect(idsFrom(clientOf(specified))).rejects.toThrow(RentalError);
  expect(specified.pageRequests).toHaveLength(1);
});

test.each([
  ['none', { count: undefined }],
  ['zero', { count: 0 }],
  ['too small', { count: 1 }],
  ['too large', { count: 1_000_000 }],
  ['text', { count: 'many' }],
])('`count` decides nothing: %s', async (_name, page) => {
  await using specified = await service({ page: () => page });
  expect(await idsFrom(clientOf(specified))).toEqual(FILE_IDS);
});

test.each([
  ['absent', { next: undefined }],
  ['null', { next: null }],
  ['empty', { next: '' }],
])('a list ends where `next` is %s', async (_name, page) => {
  await using specified = await service({ pageSize: 7, page: () => page });
  expect(await idsFrom(clientOf(specified))).toEqual(FILE_IDS);
});

test.each([['absent'], ['null'], ['no list']])(
  'a page whose results are %s is no empty page',
  async (kind) => {
    const results = { absent: undefined, null: null, 'no list': {} }[kind];
    await using specified = await service({ page: () => ({ results }) });
    await expect(idsFrom(clientOf(specified))).rejects.toThrow(RentalError);
  },
);
