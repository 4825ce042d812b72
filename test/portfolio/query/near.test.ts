import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { rowsNear } from '../../../src/portfolio/search/sort.ts';

const rank = fc.oneof(
  fc.constantFrom(0, -0, 1, 50, 100, Infinity, -1.797e308, 1.797e308, 5e-324),
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true }).filter((value) => value !== -Infinity),
);

test('the rows near a page are those of the whole order, and hold the page', () => {
  fc.assert(
    fc.property(fc.array(rank, { maxLength: 300 }), fc.nat(320), fc.nat(40), (all, start, size) => {
      const ranks = Float64Array.from(all);
      const rows = Uint32Array.from(all.keys());
      const { near, before } = rowsNear(rows, ranks, start, start + size);

      const orderOf = (some: Uint32Array) =>
        Array.from(some, (row) => ranks[row] ?? 0).toSorted(byRank);
      const page = orderOf(near).slice(Math.max(0, start - before), start + size - before);
      expect(before).toBeLessThanOrEqual(Math.min(start, all.length));
      expect(page).toEqual(orderOf(rows).slice(start, start + size));
    }),
    { numRuns: 2_000 },
  );
});

function byRank(one: number, other: number): number {
  return one < other ? -1 : Number(one > other);
}
