import { expect, test } from 'vitest';

import { createLiveFile } from '../../src/portfolio/live-file.ts';
import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import { type Ask, loopbackService, reply } from '../support/loopback-service.ts';
import { NOW } from '../support/service-account.ts';

/** A service of one file, behind a portfolio that has read it. */
async function opened(onPage: (ask: Ask) => void, msMax?: number) {
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
    ...(msMax === undefined ? {} : { msMax }),
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
  }, 300);
  await using _ = service;
  await expect(fileNow('file-1')).rejects.toMatchObject({
    code: 'rental_slow',
    message: 'Looking for one rental file failed: not found after 0.3 seconds (rental_slow)',
  });
  // That we have no time for more says nothing of the service.
  expect(files.openCircuit()).toBeNull();
});
