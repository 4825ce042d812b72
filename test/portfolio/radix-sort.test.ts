import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { sortingByNumber, sortingByText } from '../../src/portfolio/search/sort.ts';

function sorted(steps: Generator<undefined, Uint32Array>): number[] {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return [...value];
  }
}

test('numbers of any sign and size are sorted, and equal ones keep their order', () => {
  const numbers = fc.array(
    fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, 1, -1, Infinity, -Infinity, 5e-324)),
  );
  fc.assert(
    fc.property(numbers, (all) => {
      const positive = all.map((number) => number + 0);
      const rows = Uint32Array.from(all.keys()).toReversed();
      const expected = [...rows].toSorted((one, other) => {
        const [left = 0, right = 0] = [positive[one], positive[other]];
        if (left === right) return 0;
        return left < right ? -1 : 1;
      });
      expect(sorted(sortingByNumber(Float64Array.from(positive), rows))).toEqual(expected);
    }),
  );
});

/** Some begin with the same letters, some have letters that take more than eight bits. */
const texts = fc.array(
  fc
    .tuple(
      fc.constantFrom('', 'file-', 'file-2026-', 'a\u0000', 'éé', '日本', '日本日本日本日'),
      fc.oneof(fc.nat().map(String), fc.uuid(), fc.string({ unit: 'binary', maxLength: 9 })),
      fc.constantFrom('', '\u0000', '-more', '語'),
    )
    .map((parts) => parts.join('')),
  { minLength: 50, maxLength: 400 },
);

test('texts are sorted as they are when they are compared', () => {
  fc.assert(
    fc.property(texts, (all) => {
      const rows = sorted(sortingByText(all, Uint32Array.from(all.keys())));
      // Without a comparison: in the order of UTF-16 code units.
      // oxlint-disable-next-line unicorn/require-array-sort-compare
      expect(rows.map((row) => all[row])).toEqual(all.toSorted());
    }),
    { numRuns: 200 },
  );
});
