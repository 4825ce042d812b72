import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import { createWorkingDays, WEEKDAYS } from '../../src/portfolio/calendar.ts';
import { createPortfolio, type PortfolioOptions } from '../../src/portfolio/portfolio.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { findRows } from '../../src/portfolio/search/execute.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import {
  pagesOf,
  rentalFile,
  rentalFiles,
  serviceBusy,
  serviceDown,
  serviceResting,
} from '../support/rental-files.ts';

type Answer = readonly FilePage[] | Error;

/** A portfolio over answers given in turn: pages, or the reason why there are none. */
function portfolioOver(answers: readonly Answer[], options: Partial<PortfolioOptions> = {}) {
  let asked = 0;
  let time = 1_000_000;
  const failures: unknown[] = [];
  const portfolio = createPortfolio({
    async *pages() {
      const answer = answers[asked] ?? answers.at(-1) ?? [];
      asked += 1;
      if (answer instanceof Error) throw answer;
      yield* answer;
    },
    pagesSince: null,
    now: () => time,
    pollSeconds: 300,
    completionMax: null,
    monotonic: () => time,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  return {
    portfolio,
    asked: () => asked,
    failures,
    wait: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

function idsIn({ table }: Snapshot): string[] {
  return table.entries.map(({ id }) => id);
}

test('a reading holds every file of every page once', async () => {
  const { portfolio } = portfolioOver([pagesOf(rentalFiles(250), 30)]);
  const snapshot = await portfolio.read();
  expect(idsIn(snapshot)).toEqual(rentalFiles(250).map(({ id }) => id));
  expect(snapshot.inconsistency).toBeNull();
  expect(snapshot.changes).toBeNull();
});

test('everybody who asks at once shares one reading', async () => {
  const { portfolio, asked } = portfolioOver([pagesOf(rentalFiles(3))]);

  const readings = await Promise.all([portfolio.read(), portfolio.read(), portfolio.read()]);

  expect(new Set(readings).size).toBe(1);
  expect(asked()).toBe(1);
});

test('an old reading is renewed in the background, and answers meanwhile', async () => {
  const { portfolio, asked, wait } = portfolioOver([
    pagesOf(rentalFiles(1)),
    pagesOf(rentalFiles(2)),
  ]);
  await portfolio.read();

  wait(299);
  expect(portfolio.latest()?.table.entries).toHaveLength(1);
  expect(asked()).toBe(1);

  wait(2);
  expect(portfolio.latest()?.table.entries).toHaveLength(1);
  await portfolio.read();
  expect(portfolio.latest()?.table.entries).toHaveLength(2);
  expect(asked()).toBe(2);
});

test('a failed reading leaves the last one standing and says why', async () => {
  const { portfolio, failures, wait } = portfolioOver([
    pagesOf(rentalFiles(4)),
    serviceDown(),
    pagesOf(rentalFiles(5)),
  ]);
  const first = await portfolio.read();
  expect(portfolio.failure()).toBeNull();

  wait(301);
  portfolio.latest();
  await expect(portfolio.read()).rejects.toThrow('rental_down');

  expect(portfolio.latest()).toBe(first);
  expect(portfolio.failure()).toMatchObject({ code: 'rental_down' });
  expect(failures).toMatchObject([{ code: 'rental_down' }]);

  await portfolio.read();
  expect(portfolio.failure()).toBeNull();
});

test('after a failure the files are read again soon, also when there never were any', async () => {
  const { portfolio, asked, wait } = portfolioOver([serviceDown(), pagesOf(rentalFiles(2))]);
  expect(portfolio.latest()).toBeNull();
  expect(asked()).toBe(0);
  await expect(portfolio.read()).rejects.toThrow('rental_down');

  wait(14);
  expect(portfolio.latest()).toBeNull();
  expect(asked()).toBe(1);

  wait(2);
  expect(portfolio.latest()).toBeNull();
  await vi.waitUntil(() => portfolio.latest() !== null, { timeout: 60_000 });
  expect(asked()).toBe(2);
  expect(portfolio.latest()?.table.entries).toHaveLength(2);
});

test.each([
  [null, 15],
  [5, 15],
  [120, 120],
  [86_400, 600],
])('a service that asks to wait %j s is asked again after %i s', async (asks, seconds) => {
  const { portfolio, asked, wait } = portfolioOver([
    pagesOf(rentalFiles(1)),
    serviceBusy(asks),
    pagesOf(rentalFiles(2)),
  ]);
  await portfolio.read();
  await expect(portfolio.read()).rejects.toThrow('rental_busy');

  wait(seconds - 1);
  portfolio.latest();
  expect(asked()).toBe(2);

  wait(2);
  portfolio.latest();
  await vi.waitUntil(() => portfolio.failure() === null, { timeout: 60_000 });
  expect(asked()).toBe(3);
  // What it asked for is over with its answer.
  wait(301);
  portfolio.latest();
  await vi.waitUntil(() => asked() === 4, { timeout: 60_000 });
});

test('a service that is left alone is not asked before it is tried again', async () => {
  const { portfolio, asked, wait } = portfolioOver([serviceResting(), pagesOf(rentalFiles(2))]);
  await expect(portfolio.read()).rejects.toThrow('rental_resting');

  wait(299);
  expect(portfolio.latest()).toBeNull();
  expect(asked()).toBe(1);

  await portfolio.read('changes');
  expect(portfolio.latest()?.table.entries).toHaveLength(2);
});

test('whatever a reading shares with the one before, it finds what stands in it', async () => {
  const file = fc.record({
    id: fc.nat(6).map(String),
    name: fc.constantFrom('ann', 'bo', 'cy di'),
  });
  const listed = fc.uniqueArray(file, { selector: ({ id }) => id, minLength: 1, maxLength: 6 });
  const workingDays = createWorkingDays(WEEKDAYS);
  const asking = {
    nowMs: 0,
    zone: 'UTC',
    workingDays,
    completionMax: 100,
    history: null,
    triage: null,
    readerId: null,
  } as const;
  await fc.assert(
    fc.asyncProperty(fc.array(listed, { minLength: 2, maxLength: 5 }), async (lists) => {
      const answers = lists.map((files) =>
        pagesOf(
          files.map(({ id, name }) => rentalFile({ id, applicants: [{ last_name: name }] })),
          2,
        ),
      );
      const { portfolio } = portfolioOver(answers);
      for (const files of lists) {
        const snapshot = await portfolio.read();
        const { table, rows } = snapshot;
        expect(idsIn(snapshot)).toEqual(files.map(({ id }) => id));
        expect(files.map(({ id }) => rows.get(id))).toEqual(files.map((_, row) => row));
        for (const word of ['ann', 'b', 'di']) {
          expect(Array.from(findRows(parseQuery(word), table, asking))).toEqual(
            files.flatMap(({ name }, row) => (` ${name}`.includes(` ${word}`) ? [row] : [])),
          );
        }
      }
    }),
  );
});

test('a part of the files is never passed off as all of them', async () => {
  const [page] = pagesOf(rentalFiles(10), 5);
  const { portfolio } = portfolioOver([], {
    async *pages() {
      if (page) yield page;
      throw serviceDown();
    },
  });

  await expect(portfolio.read()).rejects.toThrow('rental_down');
  expect(portfolio.latest()).toBeNull();
});

test.each([
  ['counts files and sends none', { count: 300, skipped: 0 }],
  ['sends none that can be read', { count: 0, skipped: 300 }],
])('a service that %s is not taken for an empty one', async (_what, page) => {
  const [empty] = pagesOf([]);
  if (!empty) throw new Error('a page is needed');
  const { portfolio } = portfolioOver([pagesOf(rentalFiles(3)), [{ ...empty, ...page }]]);
  const good = await portfolio.read();

  await expect(portfolio.read()).rejects.toThrow('rental_unreadable');

  expect(portfolio.latest()).toBe(good);
});

test('a reading can be paged through while newer ones arrive, for a while', async () => {
  const { portfolio } = portfolioOver([3, 4, 5, 6].map((count) => pagesOf(rentalFiles(count))));
  const first = await portfolio.read();
  await portfolio.read();
  await portfolio.read();
  expect(portfolio.byId(first.id)).toBe(first);

  await portfolio.read();
  expect(portfolio.byId(first.id)).toBeNull();
});

test('a reading is kept for as long as nothing has changed', async () => {
  const { portfolio, wait } = portfolioOver([pagesOf(rentalFiles(3))]);
  const first = await portfolio.read();
  for (let renewed = 0; renewed < 5; renewed += 1) {
    wait(1);
    await portfolio.read();
  }
  expect(portfolio.byId(first.id)?.table).toBe(first.table);
});

test('readings have the same id when their files are the same, in whatever order and by whatever steps', async () => {
  const file = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    score: fc.integer({ max: 3 }),
  });
  const files = fc.uniqueArray(file, { selector: ({ id }) => id, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(files, { minLength: 1, maxLength: 4 }), async (rounds) => {
      const readings = rounds.map((round) => pagesOf(round.map(rentalFile), 2));
      const last = rounds.at(-1) ?? [];
      const changing = portfolioOver(readings);
      const direct = portfolioOver([pagesOf(last.toReversed().map(rentalFile), 3)]);
      const ids: string[] = [];
      for (const _ of rounds) ids.push((await changing.portfolio.read()).id);

      expect((await direct.portfolio.read()).id).toBe(ids.at(-1));
      const contents = rounds.map((round) => JSON.stringify(round.toSorted(byId)));
      expect(new Set(ids).size).toBe(new Set(contents).size);
    }),
  );
});

test('readings hold once what has not changed between them', async () => {
  const before = rentalFiles(5);
  const after = before.map((file, index) =>
    index === 2 ? { ...file, decision: 'READY' } : structuredClone(file),
  );
  const { portfolio, wait } = portfolioOver([pagesOf(before), pagesOf(after)]);

  const first = await portfolio.read();
  wait(1);
  const second = await portfolio.read();

  const kept = second.table.entries.map((entry, row) => entry === first.table.entries[row]);
  expect(kept).toEqual([true, true, false, true, true]);
});

test('a reading that failed on a later page leaves what the next one goes on from', async () => {
  const files = rentalFiles(5);
  let isBroken = false;
  const { portfolio, wait } = portfolioOver([], {
    async *pages() {
      const [first, ...others] = pagesOf(files, 2);
      if (first !== undefined) yield first;
      if (isBroken) throw serviceResting();
      yield* others;
    },
  });
  const before = await portfolio.read();
  isBroken = true;
  wait(301);
  await expect(portfolio.read('all')).rejects.toBeInstanceOf(Error);
  isBroken = false;
  wait(301);

  const after = await portfolio.read('all');

  expect(after.table).toBe(before.table);
});

test('a file that moved to a later page while the list was read makes it be read again', async () => {
  const files = rentalFiles(20);
  const [first, second] = pagesOf(files, 10);
  if (!first || !second) throw new Error('two pages are needed');
  const moved = { ...second, files: [...first.files.slice(-1), ...second.files.slice(0, -1)] };
  const { portfolio, asked } = portfolioOver([[first, moved], pagesOf(files, 10)]);

  const snapshot = await portfolio.read();

  expect(asked()).toBe(2);
  expect(snapshot.inconsistency).toBeNull();
  expect(idsIn(snapshot)).toEqual(files.map(({ id }) => id));
});

test('files that move every time leave a reading that says so', async () => {
  const [one, other] = rentalFiles(2).map((moved) => pagesOf([...rentalFiles(20), moved], 10));
  if (one === undefined || other === undefined) throw new Error('there are two');
  const { portfolio, asked } = portfolioOver([one, other]);

  const snapshot = await portfolio.read();

  expect(asked()).toBe(2);
  expect(snapshot.inconsistency).toBe('moved');
  expect(idsIn(snapshot)).toHaveLength(20);
});

test('a total that the pages do not add up to is a doubt', async () => {
  const pages = pagesOf(rentalFiles(20), 10).map((page) => ({ ...page, count: 25 }));
  const { portfolio } = portfolioOver([pages]);
  expect((await portfolio.read()).inconsistency).toBe('count');
});

test('a list without any file is a doubt, until it lists one', async () => {
  const { portfolio, asked } = portfolioOver([
    pagesOf(rentalFiles(2)),
    pagesOf([]),
    pagesOf(rentalFiles(1)),
  ]);
  const read = async () => (await portfolio.read()).inconsistency;
  expect([await read(), await read(), await read()]).toEqual([null, 'empty', null]);
  expect(asked()).toBe(3);
});

test('a total that changes while it is read is a doubt', async () => {
  const pages = pagesOf(rentalFiles(20), 10).map((page, index) => ({ ...page, count: 21 - index }));
  const { portfolio } = portfolioOver([pages]);
  expect((await portfolio.read()).inconsistency).toBe('moved');
});

test.each([
  ['counts only its own files', (page: FilePage) => ({ ...page, count: page.files.length })],
  ['counts nothing', (page: FilePage) => ({ ...page, count: 0 })],
])('a service whose page %s is not doubted for it', async (_what, counted) => {
  const { portfolio, asked } = portfolioOver([pagesOf(rentalFiles(25), 10).map(counted)]);
  expect((await portfolio.read()).inconsistency).toBeNull();
  expect(asked()).toBe(1);
});

test('files that cannot be read count towards the total', async () => {
  const pages = pagesOf(rentalFiles(20), 10).map((page) => ({ ...page, count: 22, skipped: 1 }));
  const { portfolio } = portfolioOver([pages]);
  expect(await portfolio.read()).toMatchObject({ inconsistency: null, skipped: 2 });
});

test('a reading tells what is new, gone and different since the one before', async () => {
  const before = ['a', 'b', 'c', 'd'].map((id) =>
    rentalFile({ id, score: 1, applicants: [{ first_name: 'Anne' }] }),
  );
  const after = [
    rentalFile({ id: 'a', score: 1, applicants: [{ first_name: 'Anne' }] }),
    rentalFile({ id: 'b', score: 2, decision: 'READY', applicants: [{ first_name: 'Anne' }] }),
    rentalFile({ id: 'c', score: 1, applicants: [{ first_name: 'Anne' }, { last_name: 'Roux' }] }),
    rentalFile({ id: 'e', score: 1 }),
  ];
  const { portfolio, wait } = portfolioOver([pagesOf(before), pagesOf(after)]);
  await portfolio.read();
  wait(1);

  const { changes } = await portfolio.read();

  expect(changes?.added.map(({ id }) => id)).toEqual(['e']);
  expect(changes?.gone.map(({ id }) => id)).toEqual(['d']);
  expect(changes?.changed.map(({ id }) => id)).toEqual(['b', 'c']);
});

test.each([
  [[0.2, 1], null, 1],
  [[20, 100], null, 100],
  [[0.5, 55], null, 100],
  [[0, 1], null, 1],
  [[0, 1], 1, 1],
  [[], null, 1],
  [[0.5, 55], 1, 1],
] as const)('completion rates %j count to what they show (told: %j)', async (rates, told, max) => {
  const files = rates.map((rate, index) => rentalFile({ id: `${index}`, completion_rate: rate }));
  const { portfolio } = portfolioOver([pagesOf(files)], { completionMax: told });
  expect((await portfolio.read()).completionMax).toBe(max);
});

/** What readings one after another find, and how often pages were asked for by each. */
async function readingsOf(times: number, pages: readonly FilePage[]) {
  const { portfolio, asked } = portfolioOver(Array.from({ length: 2 * times }, () => pages));
  const found: (readonly [Snapshot['inconsistency'], number, number])[] = [];
  for (let time = 0; time < times; time += 1) {
    const before = asked();
    const { inconsistency, oddities } = await portfolio.read();
    found.push([inconsistency, oddities.miscount, asked() - before]);
  }
  return { found, latest: portfolio.latest() };
}

test.each([
  ['each of them', 3],
  ['it once', 2],
])(
  'a file that stands on one page twice has not moved, if the service counts %s',
  async (_, count) => {
    const [same, other] = rentalFiles(2);
    const [page] = pagesOf([same, other, same].filter((file) => file !== undefined));
    if (page === undefined) throw new Error('a page is needed');
    const { found, latest } = await readingsOf(2, [{ ...page, count }]);
    expect(found).toEqual([
      [null, 0, 1],
      [null, 0, 1],
    ]);
    expect(latest?.oddities.repeated).toEqual(['file-0']);
    expect(latest?.table.entries).toHaveLength(2);
  },
);

test('a file that stands on two pages at each reading has not moved, and another one has', async () => {
  const [first, second] = pagesOf(rentalFiles(20), 10).map((page) => ({ ...page, count: 20 }));
  if (first === undefined || second === undefined) throw new Error('there are two pages');
  const repeating = [first, { ...second, files: [...first.files.slice(-1), ...second.files] }];
  expect((await readingsOf(2, repeating)).found).toEqual([
    [null, 0, 2],
    [null, 0, 1],
  ]);
  // It may count the file twice as well, or another one that it does not send.
  const counting = repeating.map((page) => ({ ...page, count: 21 }));
  expect((await readingsOf(2, counting)).found).toEqual([
    ['repeated', 0, 2],
    ['repeated', 0, 1],
  ]);
  const moving = [...first.files.slice(-2, -1), ...second.files];
  const answers = [repeating, repeating, [first, { ...second, files: moving }]];
  const { portfolio } = portfolioOver([...answers, pagesOf(rentalFiles(20), 10)]);
  await portfolio.read();
  expect(await portfolio.read()).toMatchObject({ inconsistency: null });
});

test.each([
  [25, 5, 'miscount'],
  [15, -5, null],
] as const)(
  'a count of %i for 20 files at each reading is the service’s own after a while',
  async (count, more, kind) => {
    const pages = pagesOf(rentalFiles(20), 10).map((page) => ({ ...page, count }));
    expect((await readingsOf(4, pages)).found).toEqual([
      ['count', 0, 2],
      ['count', 0, 2],
      [kind, more, 1],
      [kind, more, 1],
    ]);
  },
);

test('a count that is off by another number is not the service’s own', async () => {
  const pages = [22, 22, 22, 23].map((count) =>
    pagesOf(rentalFiles(20), 10).map((page) => ({ ...page, count })),
  );
  const { portfolio } = portfolioOver(
    pages.flatMap((each, time) => (time === 2 ? [each] : [each, each])),
  );
  const found: Snapshot['inconsistency'][] = [];
  for (const _ of pages) found.push((await portfolio.read()).inconsistency);
  expect(found).toEqual(['count', 'count', 'miscount', 'count']);
});
