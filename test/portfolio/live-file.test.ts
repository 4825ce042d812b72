import { expect, onTestFinished, test, vi } from 'vitest';

import { createPool } from '../../src/portfolio/entry.ts';
import { createLiveFile, createPortfolio } from '../../src/portfolio/portfolio.ts';
import { readAll } from '../../src/portfolio/refresh.ts';
import { type Ask, loopbackService, reply } from '../support/loopback-service.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { NOW } from '../support/service-account.ts';

/** A service of one file, behind a portfolio that has read it. */
async function opened(onPage: (ask: Ask) => void) {
  let isRead = false;
  const service = await loopbackService((ask) => {
    const results = [{ id: 'file-1' }];
    if (isRead) onPage(ask);
    else reply(ask.response, 200, { count: 1, next: null, results });
  });
  const files = service.client();
  const portfolio = createPortfolio({
    pages: () => files.summaries(),
    pagesSince: null,
    now: () => NOW,
    monotonic: () => 0,
    pollSeconds: 300,
    completionMax: null,
    onFailure: () => {},
  });
  await portfolio.read();
  isRead = true;
  const fileNow = createLiveFile({
    portfolio,
    fetchPage: async (url, signal) => files.fetchPage(url, signal),
    pages: (signal) => files.pages(signal),
  });
  return { fileNow, files, service };
}

test('the file is read anew', async () => {
  const { fileNow, service } = await opened(({ response }) =>
    reply(response, 200, { count: 1, next: null, results: [{ id: 'file-1', score: 7 }] }),
  );
  await using _ = service;
  expect(await fileNow('file-1')).toMatchObject({ id: 'file-1', score: 7 });
  expect(await fileNow('file-2')).toBeNull();
});

test('a list without an end, or a silent service, is not searched for long', async () => {
  const { fileNow, service, files } = await opened(({ response, path }) => {
    const after = Number(/after=(\d+)/.exec(path)?.[1] ?? 0) + 1;
    if (after > 3) return;
    const next = `${path.split('?')[0]}?after=${after}`;
    reply(response, 200, { count: 0, next, results: [{ id: `other-${after}` }] });
  });
  await using _ = service;
  await expect(fileNow('file-1', 300)).rejects.toMatchObject({
    code: 'rental_slow',
    message: 'Looking for one rental file failed: not found after 0.3 seconds (rental_slow)',
  });
  // That we have no time for more says nothing of the service.
  expect(files.openCircuit()).toBeNull();
});

async function* read() {
  yield* pagesOf(rentalFiles(3));
}

/** Lookups over a service that never answers, and how they end. */
async function silent() {
  const making = { now: () => 0, completionMax: null, onProgress: () => {} };
  const snapshot = await readAll(read(), null, createPool(), making);
  let started = 0;
  const fileNow = createLiveFile({
    portfolio: { latest: () => snapshot, read: async () => snapshot },
    async fetchPage(_, signal) {
      started += 1;
      return new Promise((_found, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    pages: read,
  });
  const ended: string[] = [];
  return {
    ask: (msMax?: number) =>
      void fileNow('file-1', msMax).catch(({ name }: Error) => ended.push(name)),
    counts: () => ({
      started,
      busy: ended.filter((name) => name === 'BusyError').length,
      slow: ended.filter((name) => name === 'RentalError').length,
    }),
  };
}

test('six files are looked up at once, sixty wait for ten seconds, and none takes more than 25', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { ask, counts } = await silent();
  for (let count = 0; count < 67; count += 1) ask();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(counts()).toEqual({ started: 6, busy: 1, slow: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect(counts()).toEqual({ started: 6, busy: 61, slow: 0 });
  await vi.advanceTimersByTimeAsync(14_999);
  expect(counts()).toEqual({ started: 6, busy: 61, slow: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect(counts()).toEqual({ started: 6, busy: 61, slow: 6 });

  ask(2_500);
  await vi.advanceTimersByTimeAsync(2_499);
  expect(counts()).toEqual({ started: 7, busy: 61, slow: 6 });
  await vi.advanceTimersByTimeAsync(1);
  expect(counts()).toEqual({ started: 7, busy: 61, slow: 7 });
});
