import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RUNS_FACTOR, SEED } from './support/property-settings.ts';

test('property tests draw by the seed of the run, and as often as it wants', () => {
  expect(fc.readConfigureGlobal()).toEqual({ seed: SEED });
  const drawn: string[] = [];
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      drawn.push(text);
    }),
    { numRuns: 30 },
  );
  expect(drawn).toHaveLength(Math.ceil(30 * RUNS_FACTOR));
  expect(fc.sample(fc.string({ unit: 'binary' }), drawn.length)).toEqual(drawn);
});

test('text of any character is shrunk to the shortest that fails', () => {
  const property = fc.property(
    fc.string({ unit: 'binary' }),
    (text) => !text.includes('\u{1F600}'),
  );
  const failed = fc.check(property, { examples: [['what \u{1F600} is this']] });
  expect(failed.counterexample).toEqual(['\u{1F600}']);
});
