import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { suggestionLabel, suggestionSays } from '../../src/views/files/picker.ts';
import { line, reading, shownTo } from '../support/hostile.ts';

test('a suggestion has two lines that Slack takes, whatever the file holds', () => {
  fc.assert(
    fc.property(line, fc.nat(), reading, (file, count, reader) => {
      const showing = shownTo(reader);
      for (const text of [suggestionLabel(file, showing), suggestionSays(file, count, showing)]) {
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThanOrEqual(75);
        expect(text).not.toMatch(/[\r\n\u2028\u2029]/);
      }
    }),
  );
});
