import { expect, test } from 'vitest';

import { entryOf } from '../../../src/portfolio/entry.ts';
import { completionMaxOf } from '../../../src/portfolio/snapshot.ts';
import { RentalFile } from '../../../src/rental-api/schema/rental-file.ts';

function files(...rates: (number | null)[]) {
  return rates.map((completion_rate, index) =>
    entryOf(RentalFile.parse({ id: String(index), completion_rate })),
  );
}

test.each([
  [[0.5, 0, 1], null, 1],
  [[0.5, 0.2, 57], null, 100],
  [[0.5, 1.5], 1, 100],
  [[0, 1, null], null, 100],
  [[0, 1, null], 1, 1],
  [[0, 1], 100, 100],
  [[], null, 100],
  [[], 1, 1],
  [[0.5], 100, 1],
] as const)('rates of %j, configured %j, count to %d', (rates, configured, expected) => {
  expect(completionMaxOf(files(...rates), configured)).toBe(expected);
});
