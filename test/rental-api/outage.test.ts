import { expect, test, vi } from 'vitest';

import { createPortfolio, type Portfolio } from '../../src/portfolio/portfolio.ts';
import {
  type Ask,
  FILES_PATH,
  grant,
  loopbackService,
  reply,
} from '../support/loopback-service.ts';
import { NOW } from '../support/service-account.ts';

const PATIENCE = { timeout: 60_000, interval: 2 };
/** One request for each call, and a rest that no test outlives. */
const FOR_LONG = { retriesMax: 0, openMs: 3_600_000, openMsMax: 3_600_000 };
/** A machine that stands still must not let an attempt end before it has reached the service. */
const ATTEMPT_MS = 1_000;
/** Rests that are soon over. */
const FOR_SHORT = { retriesMax: 0, openMs: 4, openMsMax: 20 };

const RESTING = { code: 'rental_resting', failure: { since: NOW } };

function page({ response }: Ask): void {
  reply(response, 200, { count: 1, next: null, previous: null, results: [{ id: 'file-1' }] });
}

test.each([
  ['answers with faults', ({ response }: Ask) => reply(response, 503, {})],
  ['hangs up', ({ response }: Ask) => void response.destroy()],
  ['says nothing', () => {}],
])('a service that %s is asked three times, then left alone', async (_, onPage) => {
  await using service = await loopbackService(onPage);
  const files = service.client({ ...FOR_LONG, attemptMsMax: ATTEMPT_MS });
  const url = new URL(`${service.origin}${FILES_PATH}`);

  await expect(files.fetchPage(url)).rejects.not.toMatchObject(RESTING);
  await expect(Array.fromAsync(files.summaries())).rejects.not.toMatchObject(RESTING);
  await expect(files.fetchPage(url)).rejects.toMatchObject(RESTING);
  expect(files.openCircuit()).toMatchObject({ since: NOW });

  const later = [files.fetchPage(url), Array.fromAsync(files.pages()), files.checkToken()];
  for (const call of later) await expect(call).rejects.toMatchObject(RESTING);
  expect([service.asked.length, service.grants.length]).toEqual([3, 1]);
});

test('a silent authorization server is left alone too, and asked again by the trial', async () => {
  let isThere = false;
  await using service = await loopbackService(page, (ask) => {
    if (isThere) grant(ask);
    else reply(ask.response, 404, {});
  });
  let rested = 0;
  const files = service.client(FOR_SHORT, () => {
    rested += 1;
  });

  for (let call = 0; call < 3; call += 1)
    await expect(files.checkToken()).rejects.toThrow('rental_');
  expect(files.openCircuit()).not.toBeNull();
  expect(service.grants).toHaveLength(1);
  isThere = true;
  await vi.waitUntil(() => rested > 0, PATIENCE);
  await files.checkToken();

  expect(files.openCircuit()).toBeNull();
  expect(service.grants).toHaveLength(2);
});

test.each([401, 403, 404, 429, 400])(
  'a service that answers %i is never left alone',
  async (status) => {
    await using service = await loopbackService(({ response }) =>
      reply(response, status, {}, { 'retry-after': '3600' }),
    );
    const files = service.client(FOR_LONG);
    const url = new URL(`${service.origin}${FILES_PATH}`);

    for (let call = 0; call < 10; call += 1) {
      await expect(files.fetchPage(url)).rejects.not.toMatchObject({ code: 'rental_resting' });
    }
    expect(service.asked.length).toBeGreaterThanOrEqual(10);
  },
);

test('files that cannot be read leave the service as it is', async () => {
  await using service = await loopbackService(({ response }) =>
    reply(response, 200, { count: 2, next: null, results: [{ id: null }, 'not a file'] }),
  );
  const files = service.client(FOR_LONG);
  const url = new URL(`${service.origin}${FILES_PATH}`);

  for (let call = 0; call < 10; call += 1) {
    expect(await files.fetchPage(url)).toMatchObject({ skipped: 2 });
  }
});

test('a service that comes back is read at once, though nobody asks', async () => {
  let isThere = true;
  await using service = await loopbackService((ask) => {
    if (isThere) page(ask);
    else reply(ask.response, 500, {});
  });
  const files = service.client(FOR_SHORT, () => void portfolio.read('changes').catch(() => {}));
  const portfolio: Portfolio = createPortfolio({
    pages: () => files.summaries(),
    pagesSince: null,
    now: () => NOW,
    monotonic: () => 0,
    pollSeconds: 300,
    completionMax: null,
    onFailure: () => {},
  });
  const first = await portfolio.read();

  isThere = false;
  for (let call = 0; call < 3; call += 1) await expect(portfolio.read()).rejects.toThrow('rental_');
  const asked = service.asked.length;
  await vi.waitUntil(() => service.asked.length >= asked + 3, PATIENCE);
  expect(portfolio.latest()).toBe(first);
  expect(portfolio.failure()).toMatchObject({ code: 'rental_resting' });

  isThere = true;
  await vi.waitUntil(() => portfolio.failure() === null, PATIENCE);
  expect(portfolio.latest()).not.toBe(first);
  expect(files.openCircuit()).toBeNull();
});
