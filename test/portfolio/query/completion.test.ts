import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { flooredPercent } from '../../../src/i18n/format.ts';
import { entryOf } from '../../../src/portfolio/entry.ts';
import { fileReadiness } from '../../../src/portfolio/lifecycle.ts';
import { createPortfolio } from '../../../src/portfolio/portfolio.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import { findRows } from '../../../src/portfolio/search/execute.ts';
import { tableOf } from '../../../src/portfolio/search/table.ts';
import { NO_RATES, scaleOf, withRatesOf } from '../../../src/portfolio/snapshot.ts';
import { pagesOf, rentalFile } from '../../support/rental-files.ts';
import { asking, readingOfFiles } from '../reading-of.ts';

type Rate = number | null;

function scale(configured: 1 | 100 | null, ...rates: Rate[]) {
  const files = rates.map((completion_rate) => rentalFile({ completion_rate }));
  return scaleOf(withRatesOf(files, NO_RATES), configured);
}

test.each([
  [[0.5, 0, 1], null, 1, 'rates'],
  [[0.5, 0.2, 57], null, 100, 'rates'],
  [[0.5, 0.85, 0.05 + 0.55 + 0.3 + 0.1], null, 1, 'rates'],
  [[0.5, 1 + 1e-6], null, 1, 'rates'],
  [[0, 1 + 1e-6], null, 1, 'unclear'],
  [[0.5, 1 + 2e-6], null, 100, 'rates'],
  [[0, 1, null], null, 1, 'unclear'],
  [[], null, 1, 'unclear'],
  [[0.5, 1.5], 1, 1, 'configured'],
  [[0.5], 100, 100, 'configured'],
  [[0, 1, null], 100, 100, 'configured'],
] as const)('rates of %j, configured %j, count to %d: %s', (rates, configured, max, because) => {
  expect(scale(configured, ...rates)).toMatchObject({ max, because });
});

/** One rate above 1 among fractions, or none, anywhere in some files. */
const place = fc.constantFrom('file', 'applicant', 'guarantor');
const served = fc.array(fc.record({ place, rate: fc.double({ min: 0, max: 1, noNaN: true }) }), {
  minLength: 1,
});

function fileWith(where: string, rate: number) {
  const guarantor = { completion_rate: where === 'guarantor' ? rate : null };
  return rentalFile({
    completion_rate: where === 'file' ? rate : 0,
    applicants: [
      { completion_rate: where === 'applicant' ? rate : 1, physical_guarantors: [guarantor] },
    ],
  });
}

test('a rate above 1 in any file, applicant or guarantor is told, and stays so', () => {
  fc.assert(
    fc.property(
      served,
      place,
      fc.double({ min: 1.001, max: 100, noNaN: true }),
      served,
      (first, where, rate, later) => {
        const filesOf = (rates: typeof first) =>
          rates.map((each) => fileWith(each.place, each.rate));
        const before = withRatesOf(filesOf(first), NO_RATES);
        const told = withRatesOf([fileWith(where, rate)], before);

        expect(scaleOf(before, null).max).toBe(1);
        expect(scaleOf(told, null)).toMatchObject({ max: 100, because: 'rates' });
        expect(scaleOf(withRatesOf(filesOf(later), told), null).max).toBe(100);
      },
    ),
  );
});

/** A portfolio that is to read files with these rates, and items that cannot be read. */
function portfolioOf() {
  let [rates, skipped]: [readonly Rate[], number] = [[], 0];
  const portfolio = createPortfolio({
    async *pages() {
      const files = rates.map((completion_rate, index) =>
        rentalFile({ id: `${index}`, status: 'COLLECTED', completion_rate }),
      );
      for (const page of pagesOf(files)) yield { ...page, skipped };
    },
    pagesSince: null,
    now: Date.now,
    pollSeconds: 300,
    completionMax: null,
    monotonic: () => performance.now(),
    onFailure: (error) => {
      throw error;
    },
  });
  return async (...[all, unreadable = 0]: [readonly Rate[], number?]) => {
    [rates, skipped] = [all, unreadable];
    return portfolio.read();
  };
}

test('a sum of shares just over 1 leaves percents and readiness as they are', async () => {
  const read = portfolioOf();
  const sum = 0.05 + 0.55 + 0.3 + 0.1;
  expect(sum).toBeGreaterThan(1);
  await read([0.5, 0.85, 1]);
  const { table, completionMax } = await read([0.5, 0.85, 1, sum]);
  const told = table.entries.map((entry) => [
    flooredPercent(entry.completion ?? 0, completionMax),
    fileReadiness(entry, completionMax),
  ]);
  expect(told).toEqual([
    [50, 'waiting'],
    [85, 'waiting'],
    [100, 'review'],
    [100, 'review'],
  ]);
});

test('a rate that was corrected does not contradict all others for ever', async () => {
  const read = portfolioOf();
  expect((await read([0.5, 57, 1])).completionMax).toBe(100);
  // A file that could not be read may have the rate still.
  expect((await read([0.5, 1], 1)).completionMax).toBe(100);
  expect(await read([0.5, 0.57, 1])).toMatchObject({
    completionMax: 1,
    completionScale: { because: 'rates', rates: { highest: 1, hasFraction: true } },
  });
});

test('a scale that was told stays so while readings do not tell one', async () => {
  const readPercents = portfolioOf();
  await readPercents([57, 0]);
  expect(await readPercents([0, 1, null])).toMatchObject({
    completionMax: 100,
    completionScale: { because: 'rates', rates: { highest: 57 } },
  });
  const readShares = portfolioOf();
  await readShares([0.5]);
  expect((await readShares([0, 1])).completionScale).toMatchObject({ max: 1, because: 'rates' });
  expect((await readShares([null])).completionScale).toMatchObject({ max: 1, because: 'rates' });
});

test.each([
  ['completion:99', [99, 99.6]],
  ['completion:>99', [100]],
  ['completion:>=99', [99, 99.6, 100]],
  ['completion:<=99', [0, 0.4, 28.9, 29, 99, 99.6]],
  ['completion:<99', [0, 0.4, 28.9, 29]],
  ['completion:0', [0, 0.4]],
  ['completion:>0', [28.9, 29, 99, 99.6, 100]],
  ['completion:28..29', [28.9, 29]],
  ['completion:29', [29]],
  ['completion:100', [100]],
  ['completion:99.6', [99.6]],
  ['completion:>=99.5', [99.6, 100]],
  ['completion:>99.6', [100]],
])('%s goes by percents as they are shown, rounded down', (query, found) => {
  const rates = [0, 0.4, 28.9, 29, 99, 99.6, 100];
  for (const completionMax of [1, 100] as const) {
    const table = tableOf(
      rates.map((rate) =>
        entryOf(rentalFile({ completion_rate: completionMax === 1 ? rate / 100 : rate })),
      ),
    );
    const rows = findRows(parseQuery(query), table, { ...asking(readingOfFiles()), completionMax });
    expect(Array.from(rows, (row) => rates[row])).toEqual(found);
  }
});

test('of any rate, the whole percent that is shown finds it', () => {
  const rate = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(rate, fc.constantFrom(1 as const, 100 as const), (share, completionMax) => {
      const completion_rate = share * completionMax;
      const shown = flooredPercent(completion_rate, completionMax);
      const table = tableOf([entryOf(rentalFile({ completion_rate }))]);
      const context = { ...asking(readingOfFiles()), completionMax };
      expect(findRows(parseQuery(`completion:${shown}`), table, context)).toHaveLength(1);
      expect(findRows(parseQuery(`completion:>${shown}`), table, context)).toHaveLength(0);
      expect(findRows(parseQuery(`completion:<${shown}`), table, context)).toHaveLength(0);
    }),
    { numRuns: 1_000 },
  );
});
