import { expect, test } from 'vitest';

import { createPortfolio, type PortfolioOptions } from '../../src/portfolio/portfolio.ts';
import type { FilePage } from '../../src/rental/page.ts';
import { pagesOf, rentalFile, rentalFiles, serviceDown } from '../support/rental-files.ts';

/** A portfolio over answers given in turn: pages, or the reason why there are none. */
function portfolioOver(answers: readonly (readonly FilePage[] | Error)[]) {
  let asked = 0;
  let time = 0;
  const failures: unknown[] = [];
  const options: PortfolioOptions = {
    async *pages() {
      const answer = answers[asked] ?? [];
      asked += 1;
      if (answer instanceof Error) throw answer;
      yield* answer;
    },
    now: () => time,
    pollSeconds: 300,
    completionMax: null,
    onBackgroundFailure: (error) => failures.push(error),
  };
  return {
    portfolio: createPortfolio(options),
    asked: () => asked,
    failures,
    wait: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

test('a reading holds every file of every page once, the newest first', async () => {
  const files = rentalFiles(250);
  const shuffled = [...files.slice(100), ...files.slice(0, 100), ...files.slice(90, 110)];
  const { portfolio } = portfolioOver([pagesOf(shuffled, 30)]);

  const reading = await portfolio.read();

  expect(reading.files.map(({ id }) => id)).toEqual(files.map(({ id }) => id));
});

test('a file met twice counts as it was met last', async () => {
  const before = rentalFile({ id: 'a', decision: 'PENDING' });
  const after = rentalFile({ id: 'a', decision: 'READY' });
  const { portfolio } = portfolioOver([pagesOf([before, after], 1)]);

  expect((await portfolio.read()).files.map(({ decision }) => decision)).toEqual(['READY']);
});

test('files without a time come last', async () => {
  const files = [rentalFile({ id: 'b' }), rentalFile({ id: 'a' }), ...rentalFiles(1)];
  const { portfolio } = portfolioOver([pagesOf(files)]);

  expect((await portfolio.read()).files.map(({ id }) => id)).toEqual(['file-0', 'a', 'b']);
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
  expect(portfolio.latest()?.files).toHaveLength(1);
  expect(asked()).toBe(1);

  wait(2);
  expect(portfolio.latest()?.files).toHaveLength(1);
  await portfolio.read();
  expect(portfolio.latest()?.files).toHaveLength(2);
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

test('a part of the files is never passed off as all of them', async () => {
  const [page] = pagesOf(rentalFiles(10), 5);
  const { portfolio } = portfolioOver([]);
  const broken = createPortfolio({
    async *pages() {
      if (page) yield page;
      throw serviceDown();
    },
    now: () => 0,
    pollSeconds: 300,
    completionMax: null,
    onBackgroundFailure: () => {},
  });

  await expect(broken.read()).rejects.toThrow('rental_down');
  expect(broken.latest()).toBeNull();
  expect(portfolio.latest()).toBeNull();
});

test('a reading can be paged through while newer ones arrive, for a while', async () => {
  const { portfolio, wait } = portfolioOver(Array.from({ length: 5 }, () => []));
  const first = await portfolio.read();
  for (let renewed = 0; renewed < 2; renewed += 1) {
    wait(1);
    await portfolio.read();
  }
  expect(portfolio.held(first.id)).toBe(first);

  wait(1);
  await portfolio.read();
  expect(portfolio.held(first.id)).toBeNull();
});

test.each([
  [[0.2, 1], null, 1],
  [[20, 100], null, 100],
  [[0.5, 55], null, 100],
  [[0, 1], null, 100],
  [[0, 1], 1, 1],
  [[], null, 100],
] as const)('completion rates %j count to what they show (told: %j)', async (rates, told, max) => {
  const files = rates.map((rate, index) => rentalFile({ id: `${index}`, completion_rate: rate }));
  const portfolio = createPortfolio({
    async *pages() {
      yield* pagesOf(files);
    },
    now: () => 0,
    pollSeconds: 300,
    completionMax: told,
    onBackgroundFailure: () => {},
  });
  expect((await portfolio.read()).completionMax).toBe(max);
});
