import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { rowOf } from '../../src/commands/export/csv.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { entryOf } from '../../src/portfolio/entry.ts';
import { cardView } from '../../src/views/files/card/index.ts';
import { entryLine, fileText } from '../../src/views/files/line.ts';
import { hostile, NOW, PRESS, reading } from '../support/hostile.ts';
import { rentalFile } from '../support/rental-files.ts';

const SCORE = 8;
const COMPLETION = 9;
const text = fc.option(fc.oneof(hostile, fc.constantFrom('T3 lumineux', '')));
const served = fc.record({
  status: fc.constantFrom('NEW', 'ANALYZED'),
  decision: fc.constantFrom('PENDING', 'READY'),
  score: fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
  completion: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  product: fc.option(fc.record({ title: text, reference: text, category: text })),
});

test('card, list and table tell the same score and rate of a file, in both languages', () => {
  const scale = fc.constantFrom(1 as const, 100 as const);
  fc.assert(
    fc.property(served, scale, reading, (fields, completionMax, { language, privacy }) => {
      const words = wordsIn(language);
      const rate = fields.completion === null ? null : fields.completion * completionMax;
      const file = rentalFile({ ...fields, completion_rate: rate });
      const entry = entryOf(file);
      const row = entryLine(entry, { completionMax }, null, () => null);
      const around = {
        now: NOW,
        zone: 'Europe/Paris',
        privacy,
        completionMax,
        currency: null,
        workingDays: null,
        link: null,
        reveal: null,
        details: null,
        all: null,
        share: null,
        refresh: PRESS,
      };
      const card = cardView(file, around, words).text;
      const line = fileText(row, { now: NOW, privacy, words }, 60);
      const making = { words, zone: 'Europe/Paris', completionMax, linkTo: () => null };
      const cells = rowOf(entry, making);

      const score = file.score === null ? null : words.file.score(words.number(file.score));
      const percent = row.completionPercent;
      const complete = percent === null ? null : words.file.complete(words.percent(percent));
      for (const figure of [score, complete].filter((each) => each !== null)) {
        expect(card).toContain(figure);
        expect(line).toContain(figure);
      }
      const exported = cells[COMPLETION];
      expect(cells[SCORE]).toBe(file.score);
      expect(exported === null ? null : Math.floor(Number(exported))).toBe(percent);
      expect(percent === 100).toBe(rate === completionMax);
    }),
    { numRuns: 200 },
  );
});
