import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createTextMap } from '../../src/portfolio/interning.ts';

const texts = fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 3_000 });

test('every text leads to its value, and no other text to any', () => {
  fc.assert(
    fc.property(texts, texts, (held, others) => {
      const map = createTextMap<number>();
      for (const [index, text] of held.entries()) expect(map.add(text, index)).toBe(index);
      const naive = new Map(held.map((text, index) => [text, index]));
      expect(map.size).toBe(naive.size);
      for (const text of [...held, ...others]) expect(map.get(text)).toBe(naive.get(text));
    }),
    { numRuns: 30 },
  );
});
