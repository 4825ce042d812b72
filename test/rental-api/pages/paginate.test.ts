import { setImmediate as turn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { walkPages } from '../../../src/rental-api/client.ts';
import { RentalError } from '../../../src/rental-api/errors.ts';
import { LIMITS } from '../../../src/rental-api/limits.ts';
import type { OpenPage, PageSource } from '../../../src/rental-api/pages/prefetch.ts';
import type { FilePage } from '../../../src/rental-api/schema/page.ts';
import { rentalFile } from '../../support/rental-files.ts';

const FIRST = new URL('https://api.example.com/files');

function pageAt(number: number): URL {
  return new URL(`?page=${number}`, FIRST);
}

/** A page with so many files that leads to page `next`. */
function opened(files: number, next: number | null): OpenPage<FilePage> {
  const url = next === null ? null : pageAt(next);
  const page = {
    files: Array.from({ length: files }, (_, index) => rentalFile({ id: `${index}` })),
    skipped: 0,
    unknownValues: 0,
    count: 0,
    url: FIRST,
    next: url,
    servedAt: null,
  };
  return { next: url, count: 0, size: files, read: async () => page };
}

/** A list whose pages are numbered from 1, the first without a number, to be read one by one. */
function list(open: (number: number) => OpenPage<FilePage>) {
  const asked: number[] = [];
  const signals: AbortSignal[] = [];
  async function fetch(url: URL, signal: AbortSignal): Promise<Response> {
    const text = url.searchParams.get('page') ?? '1';
    asked.push(Number(text));
    signals.push(signal);
    return new Response(text);
  }
  const source: PageSource<FilePage> = {
    fetch,
    prefetch: fetch,
    open: async (body) => open(Number(await body.text())),
    parallel: () => 1,
    retryAfterMs: () => 0,
  };
  return { asked, signals, source };
}

test('pages come in order, empty ones too, and the walk ends with the list', async () => {
  const { source } = list((number) => opened(number % 2, number < 4 ? number + 1 : null));

  const pages = await Array.fromAsync(walkPages(FIRST, source, LIMITS));

  expect(pages.map(({ files }) => files.length)).toEqual([1, 0, 1, 0]);
});

/** How many turns of the event loop a page is on its way; reading it takes two or three. */
const TURNS = { 'at once': 0, slowly: 60 };

test.each([
  ['no more is read ahead than is of use', 'at once', 1],
  ['as much as the service bears is read ahead', 'slowly', 5],
] as const)('%s of pages that come %s', async (_, come, ahead) => {
  const { source, asked } = list((number) => opened(1, number < 200 ? number + 1 : null));
  const fetch: typeof source.fetch = async (...request) => {
    const text = await source.fetch(...request);
    for (let turns = 0; turns < TURNS[come]; turns += 1) await turn();
    return text;
  };
  const before: number[] = [];

  const ways = { ...source, parallel: () => 6, fetch, prefetch: fetch };
  for await (const { next } of walkPages(FIRST, ways, LIMITS)) {
    before.push(asked.length - Number(next?.searchParams.get('page') ?? 200));
  }

  expect(before.slice(100, 190)).toEqual(Array.from({ length: 90 }, () => ahead));
});

test('after each twelve pages that came before they were named, one fewer is read ahead', async () => {
  const { source, asked } = list((number) => opened(1, number < 200 ? number + 1 : null));
  const ahead: number[] = [];
  for await (const { next } of walkPages(FIRST, { ...source, parallel: () => 6 }, LIMITS)) {
    ahead.push(asked.length - Number(next?.searchParams.get('page') ?? 200));
  }
  expect(ahead.slice(1, 49).join('')).toBe(['5', '4', '3', '2'].map((n) => n.repeat(12)).join(''));
});

test('a list in a circle is left, after every page was given once', async () => {
  const { source, asked } = list((number) => opened(1, number === 3 ? 2 : number + 1));
  const given: number[] = [];

  const walk = async () => {
    for await (const page of walkPages(FIRST, source, LIMITS)) given.push(page.files.length);
  };

  await expect(walk()).rejects.toMatchObject({
    failure: { code: 'rental_link', problem: 'read before' },
  });
  expect(asked).toEqual([1, 2, 3]);
  expect(given).toEqual([1, 1, 1]);
});

test.each([
  ['more than 3 pages', { pagesMax: 3 }, 1],
  ['more than 10 files', { filesMax: 10 }, 4],
  ['5 empty pages in a row', {}, 0],
])('a list that never ends is an error, not a hang: %s', async (what, limits, size) => {
  const { source } = list((number) => opened(size, number + 1));

  await expect(Array.fromAsync(walkPages(FIRST, source, { ...LIMITS, ...limits }))).rejects.toThrow(
    `Reading all rental files failed: ${what} (rental_endless)`,
  );
});

test('a list that takes far too long is left', async () => {
  const { source } = list((number) => opened(1, number + 1));
  const fetch: typeof source.fetch = async (url, signal) => {
    if (url.search === '') return source.fetch(url, signal);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const waiting = { ...source, fetch, prefetch: fetch };

  await expect(
    Array.fromAsync(walkPages(FIRST, waiting, { ...LIMITS, walkMsMax: 60 })),
  ).rejects.toThrow('Reading all rental files failed: not done after 0.001 minutes (rental_slow)');
});

test('empty pages at the very end are an end like any other', async () => {
  const { source } = list((number) => opened(0, number < 5 ? number + 1 : null));

  expect(await Array.fromAsync(walkPages(FIRST, source, LIMITS))).toHaveLength(5);
});

test('the next page is on its way while one is looked at, and given up when nobody wants it', async () => {
  const { source, asked, signals } = list((number) => opened(1, number + 1));

  for await (const page of walkPages(FIRST, source, LIMITS)) {
    expect(page.files).toHaveLength(1);
    break;
  }

  expect(asked).toEqual([1, 2]);
  expect(signals[1]?.aborted).toBe(true);
});

test('a page that fails does so only after the one before it was given', async () => {
  const down = new RentalError('GET rental files page', 'status 503', {
    code: 'rental_down',
    status: 503,
  });
  const { source } = list((number) => {
    if (number === 2) throw down;
    return opened(1, 2);
  });
  const walk = walkPages(FIRST, source, LIMITS);

  expect((await walk.next()).done).toBe(false);
  await expect(walk.next()).rejects.toBe(down);
});

test('a walk that is aborted between two pages ends with the reason', async () => {
  const leaving = new AbortController();
  const { source } = list((number) => opened(1, number + 1));
  const walk = walkPages(FIRST, source, LIMITS, leaving.signal);
  await walk.next();

  leaving.abort(new Error('no longer wanted'));

  await expect(walk.next()).rejects.toThrow('no longer wanted');
});
