import { expect, test } from 'vitest';

import { createPool } from '../../src/portfolio/entry.ts';
import { findFile } from '../../src/portfolio/portfolio.ts';
import { readAll } from '../../src/portfolio/refresh.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';

const FILES = rentalFiles(100);

async function* pages(
  files: readonly RentalFile[],
  served: (page: FilePage) => FilePage = (page) => page,
) {
  yield* pagesOf(files, 10).map(served);
}

/** A list that was read once and has changed since; every request for a page is noted. */
async function listThatChanged(
  now: readonly RentalFile[],
  served: (page: FilePage) => FilePage = (page) => page,
  before?: (page: FilePage) => FilePage,
) {
  const making = { now: () => 0, completionMax: null, onProgress: () => {} };
  let snapshot = await readAll(pages(FILES, before), null, createPool(), making);
  for (let times = 1; times < 3; times += 1) {
    snapshot = await readAll(pages(FILES, before), snapshot, createPool(), making);
  }
  const asked: string[] = [];
  return {
    asked,
    find: async (id: string) =>
      findFile(
        id,
        snapshot,
        async (url) => {
          asked.push(url.searchParams.get('offset') ?? '');
          const page = pagesOf(now, 10).find((candidate) => candidate.url.href === url.href);
          if (!page) throw new Error('no such page');
          return served(page);
        },
        () => {
          asked.push('all');
          return pages(now, served);
        },
      ),
  };
}

test('a file is read from the page where it was last seen, with what is new about it', async () => {
  const now = FILES.map((file) => ({ ...file, decision: 'READY' }));
  const { find, asked } = await listThatChanged(now);
  expect(await find('file-42')).toMatchObject({ id: 'file-42', decision: 'READY' });
  expect(asked).toEqual(['40']);
});

test('a file that was pushed to the next page is found there', async () => {
  const { find, asked } = await listThatChanged([...rentalFiles(101).slice(-1), ...FILES]);
  expect(await find('file-49')).toMatchObject({ id: 'file-49' });
  expect(asked).toEqual(['40', '50']);
});

test('a file that moved far is found by looking everywhere', async () => {
  const moved = FILES.filter(({ id }) => id !== 'file-42');
  const { find, asked } = await listThatChanged([...FILES.slice(42, 43), ...moved]);
  expect(await find('file-42')).toMatchObject({ id: 'file-42' });
  expect(asked).toEqual(['40', '50', '30', '60', '20', 'all']);
});

test.each(['file-42', 'never-seen'])('a file that is gone is not found: %s', async (id) => {
  const { find, asked } = await listThatChanged(FILES.filter((file) => file.id !== 'file-42'));
  expect(await find(id)).toBeNull();
  expect(asked.at(-1)).toBe('all');
});

test.each([
  ['an item has no id that can be read', (page: FilePage) => ({ ...page, skipped: 1 })],
  ['the service counts more files', (page: FilePage) => ({ ...page, count: 101 })],
  ['nothing is listed at all', (page: FilePage) => ({ ...page, files: [], count: 0 })],
  ['a file stands on two pages', (page: FilePage) => ({ ...page, files: FILES.slice(0, 10) })],
])('a file is not said to be gone where it may have been missed: %s', async (_, served) => {
  const { find } = await listThatChanged(
    FILES.filter((file) => file.id !== 'file-42'),
    served,
  );
  await expect(find('file-42')).rejects.toMatchObject({ code: 'rental_incomplete' });
});

test('of a service that counts more files than it sends at each reading, one that it has sent can be gone', async () => {
  const { find } = await listThatChanged(
    FILES.filter((file) => file.id !== 'file-42'),
    (page) => ({ ...page, count: 102 }),
    (page) => ({ ...page, count: 103 }),
  );
  expect(await find('file-42')).toBeNull();
  // It may be one of those that are counted and never sent.
  await expect(find('never-seen')).rejects.toMatchObject({ code: 'rental_incomplete' });
});
