import { beforeEach, expect, test } from 'vitest';

import { generateFiles } from '../../../../src/playground/rental-service/data/files.ts';
import {
  type RentalService,
  startRentalService,
} from '../../../../src/playground/rental-service/service.ts';
import { answerOf, form, get, NOW_MS, page, postToken, signed, token } from '../operator.ts';
import { useService } from '../use-service.ts';

let service: RentalService;
let bearer: string;

useService(
  () => ({
    now: () => NOW_MS,
    files: generateFiles({ count: 20, seed: 1, nowMs: NOW_MS }),
    slowMs: 1,
  }),
  (started) => (service = started),
);
beforeEach(async () => {
  service.setMode('fair');
  bearer = await token(service);
});

test('a service that is down answers everyone so, while tokens are still given out', async () => {
  service.setMode('down');

  for (const caller of [bearer, undefined]) {
    const { status, body } = await answerOf(await get(service.filesUrl, caller));
    expect(status).toBe(503);
    expect(body).toEqual({ detail: 'Service Unavailable' });
  }
  expect(await token(service)).toMatch(/^[\w-]{64}$/);
});

test('an unreachable service drops the connection', async () => {
  service.setMode('unreachable');

  await expect(get(service.filesUrl, bearer)).rejects.toThrow('fetch failed');
  expect(service.requests.latest.at(-1)).toMatchObject({ server: 'files', status: 0 });
});

test('when the key is refused, tokens given out before are of no use either', async () => {
  service.setMode('refused');

  const answer = await postToken(service, form(service, await signed(service)));

  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ error: 'invalid_grant', error_description: 'invalid assertion' });
  expect(service.requests.latest.at(-1)?.reason).toBe('unknown key');
  expect((await get(service.filesUrl, bearer)).status).toBe(401);
});

test('unreadable answers are a page of a proxy and a page that breaks off, in turns', async () => {
  const whole = await (await get(service.filesUrl, bearer)).text();
  service.setMode('unreadable');

  const proxy = await get(service.filesUrl, bearer);
  const cut = await get(service.filesUrl, bearer);

  expect([proxy.status, cut.status]).toEqual([200, 200]);
  expect(proxy.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await proxy.text()).toMatch(/^<!doctype html>/);
  expect(cut.headers.get('content-type')).toBe('application/json');
  const text = await cut.text();
  expect(whole.startsWith(text.slice(0, -1))).toBe(true);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
});

test('a refusal stays readable when pages are not', async () => {
  service.setMode('unreadable');

  expect((await get(service.filesUrl)).status).toBe(401);
});

test('a slow service gives the same page in the end', async () => {
  const fair = await page(service.filesUrl, bearer);
  service.setMode('slow');

  expect(await page(service.filesUrl, bearer)).toEqual(fair);
});

test('a slow page lets others be answered first, and stopping does not wait for it', async () => {
  const sleepy = await startRentalService({
    now: () => NOW_MS,
    files: [],
    mode: 'slow',
    slowMs: 3_600_000,
  });
  const sleepyBearer = await token(sleepy);

  const outcome = get(sleepy.filesUrl, sleepyBearer).then(
    () => 'answered',
    () => 'dropped',
  );
  for (let calls = 0; calls < 10; calls += 1) await token(sleepy);

  expect(sleepy.requests.pages).toBe(0);
  await sleepy.stop();
  expect(await outcome).toBe('dropped');
});

test('a delay holds for the answers of both servers', async () => {
  const sleepy = await startRentalService({ now: () => NOW_MS, files: [], delayMs: 3_600_000 });

  const outcomes = Promise.allSettled([get(sleepy.filesUrl), get(sleepy.authUrl)]);
  for (let calls = 0; calls < 10; calls += 1) await token(service);

  expect(sleepy.requests.latest).toEqual([]);
  await sleepy.stop();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('after an outage everything is as before', async () => {
  for (const mode of ['down', 'refused', 'unreadable', 'unreachable', 'slow'] as const) {
    service.setMode(mode);
  }
  service.setMode('fair');

  expect((await page(service.filesUrl, await token(service))).results).toEqual(service.files);
});
