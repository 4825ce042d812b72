import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { NO_RATES, scaleOf, withRatesOf } from '../../../src/portfolio/snapshot.ts';
import { rentalFile } from '../../support/rental-files.ts';

type Rate = number | null;

function scale(configured: 1 | 100 | null, ...rates: Rate[]) {
  const files = rates.map((completion_rate) => rentalFile({ completion_rate }));
  return scaleOf(withRatesOf(files, NO_RATES), configured);
}

test.each([
  [[0.5, 0, 1], null, 1, 'rates'],
  [[0.5, 0.2, 57], null, 100, 'rates'],
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
