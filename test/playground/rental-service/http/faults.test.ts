import { beforeEach, expect, test } from 'vitest';

import { generateFiles } from '../../../../src/playground/rental-service/data/files.ts';
import type { ServerFault } from '../../../../src/playground/rental-service/http/faults.ts';
import type { RentalService } from '../../../../src/playground/rental-service/service.ts';
import { form, get, NOW_MS, page, postToken, signed, token } from '../operator.ts';
import { useService } from '../use-service.ts';

let service: RentalService;
let bearer: string;

useService(
  () => ({
    now: () => NOW_MS,
    files: generateFiles({ count: 20, seed: 1, nowMs: NOW_MS }),
  }),
  (started) => (service = started),
);
beforeEach(async () => {
  service.setTrouble('files', null);
  service.setTrouble('authorization', null);
  bearer = await token(service);
});

const REFUSALS: readonly (readonly [ServerFault, number])[] = [
  ['unauthorized', 401],
  ['forbidden', 403],
  ['busy', 429],
  ['busy_for_a_second', 429],
  ['fault', 500],
  ['bad_gateway', 502],
];

test.each(REFUSALS)('%s is answered %i by either server, until it is over', async (trouble, as) => {
  for (const server of ['files', 'authorization'] as const) {
    service.setTrouble(server, trouble);
    const path = server === 'files' ? service.filesUrl : `${service.authUrl}/oauth/v2/token`;
    const answer = await get(path, bearer);
    expect(answer.status).toBe(as);
    expect(answer.headers.get('retry-after')).toBe(trouble === 'busy_for_a_second' ? '1' : null);
    service.setTrouble(server, null);
  }
  expect((await page(service.filesUrl, bearer)).results).toHaveLength(20);
});

test('a cut answer ends before its length, and a reset one before it begins', async () => {
  service.setTrouble('files', 'cut');
  const cut = await get(service.filesUrl, bearer);
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow('terminated');

  service.setTrouble('files', 'reset');
  await expect(get(service.filesUrl, bearer)).rejects.toThrow('fetch failed');
});

test('broken JSON cannot be parsed, and a wrong shape is no page', async () => {
  service.setTrouble('files', 'broken_json');
  await expect((await get(service.filesUrl, bearer)).json()).rejects.toThrow(SyntaxError);

  service.setTrouble('files', 'wrong_shape');
  for (let time = 0; time < 3; time += 1) {
    await expect(page(service.filesUrl, bearer)).rejects.toThrow('invalid_type');
  }
});

test('what met silence is answered once that is over', async () => {
  service.setTrouble('files', 'silence');
  const before = service.requests.pages;
  const asked = page(service.filesUrl, bearer);
  // Another one that is answered shows that the first has not been.
  service.setTrouble('authorization', 'fault');
  await get(`${service.authUrl}/oauth/v2/token`);
  expect(service.requests.pages).toBe(before);

  service.setTrouble('files', null);
  expect((await asked).results).toHaveLength(20);
});

test('after a rotation only the new key is taken, and no token of the old one', async () => {
  const { keyFile, authUrl, idp, projectId, filesUrl } = service;
  const old = { keyFile, authUrl, idp, projectId, filesUrl };
  await service.rotateKey();

  expect((await get(service.filesUrl, bearer)).status).toBe(401);
  expect((await postToken(old, form(old, await signed(old)))).status).toBe(400);
  const fresh = await token(service);
  expect((await get(service.filesUrl, fresh)).status).toBe(200);
  expect(service.issuedTokens()).toEqual(expect.arrayContaining([bearer, fresh]));
});
