import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';

import { generateFiles } from '../../../../src/playground/rental-service/data/files.ts';
import type { RentalService } from '../../../../src/playground/rental-service/service.ts';
import { list, NOW_MS, page, token, walk } from '../operator.ts';
import { epochMs } from '../portfolios.ts';
import { useService } from '../use-service.ts';

const FILES = generateFiles({ count: 130, seed: 3, nowMs: NOW_MS });

let service: RentalService;
let bearer: string;

useService(
  () => ({
    now: () => NOW_MS,
    files: FILES,
  }),
  (started) => (service = started),
);
beforeEach(async () => {
  service.setFiles(FILES);
  bearer = await token(service);
});

test('the first page holds the page size, absolute links and the number of all files', async () => {
  const first = await page(service.filesUrl, bearer);

  expect(first).toMatchObject({ count: 130, previous: null });
  expect(first.next).toBe(list(service, 'limit=50&offset=50'));
  expect(first.results).toEqual(FILES.slice(0, 50));
});

test('a call without a limit gets the page size, one with too high a limit the highest', async () => {
  service.setFiles(generateFiles({ count: 1_005, seed: 1, nowMs: NOW_MS }));

  expect((await page(list(service, ''), bearer)).results).toHaveLength(50);
  expect((await page(list(service, 'limit=5000'), bearer)).results).toHaveLength(1_000);
  expect((await page(list(service, 'limit=5000'), bearer)).next).toBe(
    list(service, 'limit=1000&offset=1000'),
  );
});

test('a page past the end is empty and leads back', async () => {
  const past = await page(list(service, 'limit=50&offset=500'), bearer);

  expect(past).toMatchObject({ count: 130, results: [], next: null });
  expect(past.previous).toBe(list(service, 'limit=50&offset=450'));
});

test('parameters that the service does not know are ignored', async () => {
  expect((await page(list(service, 'limit=2&colour=red'), bearer)).results).toHaveLength(2);
});

test('following next reads every file exactly once, whatever the page size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 9, max: 140 }), async (limit) => {
      const pages = await walk(list(service, `limit=${limit}`), bearer);

      expect(pages.flatMap(({ results }) => results)).toEqual(FILES);
      expect(pages).toHaveLength(Math.ceil(FILES.length / limit));
    }),
    { numRuns: 6, examples: [[130], [65], [129]] },
  );
});

test('previous leads back the way that next came', async () => {
  const pages = await walk(list(service, 'limit=40'), bearer);

  expect(pages.map(({ previous }) => previous)).toEqual([
    null,
    ...[0, 40, 80].map((offset) => list(service, `limit=40&offset=${offset}`)),
  ]);
  for (const [index, { previous }] of pages.slice(1).entries()) {
    expect(await page(previous ?? '', bearer)).toEqual(pages[index]);
  }
});

test('a reading of changes walks through those files only, and its links keep asking so', async () => {
  const changed = FILES.filter(
    ({ updated_at }) => updated_at !== null && epochMs(updated_at) >= NOW_MS - 5 * 86_400_000,
  );

  const pages = await walk(list(service, 'limit=10&updated_at__gte=2026-11-16T09:00:00'), bearer);

  expect(changed.length).toBeGreaterThan(10);
  expect(pages.flatMap(({ results }) => results)).toEqual(changed);
  expect(pages[0]?.count).toBe(changed.length);
});

test('files that change during a reading shift the pages, as they do in life', async () => {
  const first = await page(service.filesUrl, bearer);
  service.setFiles(FILES.slice(1));

  const second = await page(first.next ?? '', bearer);

  expect(second.count).toBe(129);
  expect(second.results[0]).toEqual(FILES[51]);
  expect(service.files).toHaveLength(129);
});
