import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { suggestionLabel, suggestionSays } from '../../src/views/files/picker.ts';
import { line, reading, shownTo } from '../support/hostile.ts';

test('a suggestion has two lines that Slack takes, whatever the file holds', () => {
  fc.assert(
    fc.property(line, reading, (file, reader) => {
      for (const said of [suggestionLabel, suggestionSays]) {
        const text = said(file, shownTo(reader));
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThanOrEqual(75);
        expect(text).not.toMatch(/[\r\n\u2028\u2029]/);
      }
    }),
  );
});
