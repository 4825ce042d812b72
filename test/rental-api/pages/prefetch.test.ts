import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { RentalFiles } from '../../../src/rental-api/client.ts';
import { LIMITS } from '../../../src/rental-api/limits.ts';
import { type PaperAnswer, paperService } from '../../support/paper-service.ts';

const PARALLEL_MAX = LIMITS.parallelMax;

/** How the pages of a list are addressed, from the first on. */
const STYLES = {
  offset: (index: number) => `?limit=2&offset=${index * 2}`,
  'offset, not on the first page': (index: number) => (index === 0 ? '' : `?offset=${index * 2}`),
  page: (index: number) => (index === 0 ? '' : `?page=${index + 1}`),
  'growing steps': (index: number) => `?after=${index * index}`,
  cursor: (index: number) => `?cursor=${Buffer.from(`at ${index}`).toString('base64url')}`,
  'offset, then cursor': (index: number) => (index < 7 ? `?offset=${index}` : `?cursor=c${index}`),
} satisfies Record<string, (index: number) => string>;

/** How a link is written that leads to a page. */
const WRITTEN = {
  relative: (query: string) => query || '/files',
  absolute: (query: string) => `https://api.example.com/files${query}`,
  'http behind a proxy': (query: string) => `http://api.example.com/files${query}`,
} satisfies Record<string, (query: string) => string>;

/** What may be odd about a page. */
const ODD = [
  'its link skips one',
  'its link leads to itself',
  'its link leads back to the start',
  'its link leads to another host',
  'its link is missing',
  'it is no page',
  'it is not found',
  'it is empty',
  'it fails once',
  'it is refused once',
  'it is refused twice',
  'it is always refused',
  'it is always down',
] as const;

interface List {
  readonly style: keyof typeof STYLES;
  readonly written: keyof typeof WRITTEN;
  readonly last: number;
  readonly count: 'total' | 'of the page' | 'none' | 'too small' | 'too large';
  readonly odd: ReadonlyMap<number, (typeof ODD)[number]>;
  readonly turns: readonly number[];
  /** What is answered beyond the end. */
  readonly beyond: 'empty' | 'not found' | 'the last page again';
}

const lists: fc.Arbitrary<List> = fc.record({
  style: fc.constantFrom(
    'offset',
    'offset, not on the first page',
    'page',
    'growing steps',
    'cursor',
    'offset, then cursor',
  ),
  written: fc.constantFrom('relative', 'absolute', 'http behind a proxy'),
  last: fc.nat(24),
  count: fc.constantFrom('total', 'total', 'of the page', 'none', 'too small', 'too large'),
  odd: fc
    .array(fc.tuple(fc.nat(24), fc.constantFrom(...ODD)), { maxLength: 3 })
    .map((pairs) => new Map(pairs)),
  turns: fc.array(fc.nat(12), { minLength: 1, maxLength: 9 }),
  beyond: fc.constantFrom('empty', 'not found', 'the last page again'),
});

function served(list: List) {
  const address = STYLES[list.style];
  const indexes = new Map(Array.from({ length: 40 }, (_, index) => [address(index), index]));
  let requests = 0;
  return paperService(address(0), (query, times) => {
    requests += 1;
    const turns = list.turns[requests % list.turns.length] ?? 0;
    return { turns, ...answerOf(list, indexes.get(query) ?? list.last + 1, times) };
  });
}

function answerOf(list: List, index: number, times: number): PaperAnswer {
  const odd = list.odd.get(index);
  if (index > list.last && list.beyond === 'not found') return { status: 404 };
  if (odd === 'it is not found') return { status: 404 };
  if (odd === 'it is no page') return { body: 'Zoé Dupont' };
  if (odd === 'it is always down') return { status: 500 };
  if (odd === 'it is always refused') return { status: 429 };
  if (odd === 'it fails once' && times === 1) return { status: 500 };
  if (odd === 'it is refused once' && times === 1) return { status: 429 };
  if (odd === 'it is refused twice' && times <= 2) return { status: 503 };
  const isEmpty = odd === 'it is empty' || (index > list.last && list.beyond === 'empty');
  const results = isEmpty ? [] : [{ id: `${index} a` }, { id: `${index} b` }];
  return { body: { count: countOf(list, results.length), next: linkOf(list, index), results } };
}

function countOf({ count, last }: List, size: number): number {
  if (count === 'total') return 2 * (last + 1);
  if (count === 'too small') return last + 1;
  if (count === 'too large') return 4 * (last + 1);
  return count === 'none' ? 0 : size;
}

function linkOf(list: List, index: number): string | null {
  const to = (page: number) => WRITTEN[list.written](STYLES[list.style](page));
  const odd = list.odd.get(index);
  if (odd === 'its link leads to another host') return 'https://evil.example/files?page=2';
  if (odd === 'its link leads to itself') return to(index);
  if (odd === 'its link leads back to the start') return to(0);
  if (odd === 'its link is missing' || index >= list.last) return null;
  return to(odd === 'its link skips one' ? index + 2 : index + 1);
}

/** Everything that a reading gave, and how it ended. */
async function outcomeOf(rentalFiles: RentalFiles) {
  const pages: unknown[] = [];
  try {
    for await (const page of rentalFiles.pages()) pages.push(page);
  } catch (error) {
    return { pages, read: rentalFiles.requestCounts().pages, error };
  }
  return { pages, read: rentalFiles.requestCounts().pages, error: null };
}

test('reading ahead gives what following links one by one gives, to the error', async () => {
  let readAhead = 0;
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const [one, other] = [served(list), served(list)];

      const expected = await outcomeOf(one.client({ parallelMax: 1 }));
      const outcome = await outcomeOf(other.client());

      expect(outcome).toEqual(expected);
      expect(one.busiest).toBe(1);
      expect(other.busiest).toBeLessThanOrEqual(PARALLEL_MAX);
      if (other.busiest > 1) readAhead += 1;
    }),
    { numRuns: 300 },
  );
  expect(readAhead).toBeGreaterThan(30);
}, 240_000);

test('a list that changes while it is read is still a chain of pages as they were answered', async () => {
  const changes = fc.array(fc.integer({ min: -3, max: 2 }), { minLength: 1, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(lists, changes, async (list, changed) => {
      const given = new Set<string>();
      let last = list.last;
      let requests = 0;
      const address = STYLES[list.style];
      const service = paperService(address(0), (query) => {
        requests += 1;
        last = Math.max(0, last + (changed[requests % changed.length] ?? 0));
        const index = Array.from({ length: 99 }, (_, at) => address(at)).indexOf(query);
        const size = Math.max(0, Math.min(2, last * 2 - index * 2));
        const results = Array.from({ length: size }, (_, at) => ({
          id: `${index} ${at} as of ${requests}`,
        }));
        const next = index < last && index < 60 ? address(index + 1) : null;
        for (const { id } of results) given.add(`${query} ${id} ${next}`);
        const turns = list.turns[requests % list.turns.length] ?? 0;
        return { turns, body: { count: last * 2, next, results } };
      });

      let named: string | null = service.first.href;
      for await (const { url, files, next } of service.client({ emptyPagesMax: 99 }).pages()) {
        expect(url.href).toBe(named);
        named = next?.href ?? null;
        for (const { id } of files)
          expect(given).toContain(`${url.search} ${id} ${next?.search ?? null}`);
      }
      expect(named).toBeNull();
      expect(service.busiest).toBeLessThanOrEqual(PARALLEL_MAX);
    }),
  );
}, 240_000);

const PLAIN: List = {
  style: 'offset',
  written: 'absolute',
  last: 20,
  count: 'total',
  odd: new Map(),
  turns: [9],
  beyond: 'not found',
};

test('a well-behaved list is read six pages at a time, and no page beyond its end', async () => {
  const service = served(PLAIN);
  const { pages } = await outcomeOf(service.client());

  expect(pages).toHaveLength(21);
  expect(service.busiest).toBe(PARALLEL_MAX);
  expect(service.asked).toEqual(Array.from({ length: 21 }, (_, index) => STYLES.offset(index)));
});

test('where no count tells the end, a few pages beyond it are asked for at most', async () => {
  const service = served({ ...PLAIN, count: 'none' });
  const { pages, read } = await outcomeOf(service.client());

  expect(pages).toHaveLength(21);
  expect(read).toBe(21);
  expect(new Set(service.asked).size).toBeLessThan(21 + PARALLEL_MAX);
});

test.each([['cursor'], ['growing steps']] as const)(
  'nothing is guessed from: %s',
  async (style) => {
    const service = served({ ...PLAIN, style, count: 'none' });
    await outcomeOf(service.client());

    expect(service.busiest).toBe(1);
    expect(service.asked).toHaveLength(21);
  },
);

test('one page that is refused makes the reader modest, and no page is lost', async () => {
  const service = served({ ...PLAIN, odd: new Map([[8, 'it is refused once']]) });
  const { pages, error } = await outcomeOf(service.client());

  expect(error).toBeNull();
  expect(pages).toHaveLength(21);
  expect(service.asked.filter((query) => query === STYLES.offset(8))).toHaveLength(2);
});

test('a page read ahead that never comes is asked for again once it is named', async () => {
  const never = 1_000_000;
  const service = paperService('?page=1', (query, times) => {
    const index = Number(query.slice('?page='.length));
    const next = index < 9 ? `?page=${index + 1}` : null;
    const turns = index === 5 && times === 1 ? never : 0;
    return { turns, body: { count: 9, next, results: [{ id: String(index) }] } };
  });

  const { pages, error } = await outcomeOf(service.client({ attemptMsMax: 1_000 }));

  expect(error).toBeNull();
  expect(pages).toHaveLength(9);
  expect(service.asked.filter((query) => query === '?page=5')).toHaveLength(2);
});

test('whoever leaves gives up on all pages that were read ahead', async () => {
  const never = 1_000_000;
  const service = served({ ...PLAIN, turns: [never, 0, 0, 0, never, never, never, never, never] });
  let given = 0;
  for await (const page of service.client().pages()) {
    given += page.files.length;
    if (given === 6) break;
  }
  await expect.poll(() => service.left).toBe(PARALLEL_MAX);
});

test('pages beyond the bound of a walk are not even guessed', async () => {
  const service = served(PLAIN);
  const { error } = await outcomeOf(service.client({ pagesMax: 7 }));

  expect(error).toMatchObject({ code: 'rental_endless' });
  expect(service.asked).toHaveLength(7);
});
