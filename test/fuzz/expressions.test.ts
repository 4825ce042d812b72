import { expect, test } from 'vitest';

import { expressions, isDone, pumped } from './expressions.ts';

const LETTERS = 50_000;
/** A thousand times what reading a text once takes, and less than reading it once for each letter. */
const PATIENCE_MS = 1_000;

function isSlow(source: string): boolean {
  const expression = { file: 'nowhere', source, flags: 'g' };
  return [...pumped(expression, LETTERS)].some((text) => !isDone(expression, text, 100));
}

test('no expression takes longer than in proportion to the text', () => {
  const all = expressions();
  expect(all.length).toBeGreaterThan(150);
  const found = all.filter((expression) => {
    for (const text of pumped(expression, LETTERS)) {
      // Once more: the machine itself may have stood still.
      if (!isDone(expression, text, PATIENCE_MS) && !isDone(expression, text, PATIENCE_MS)) {
        return true;
      }
    }
    return false;
  });
  expect(found).toEqual([]);
});

test.each(['(a+)+$', '(?:a|a)*b', '(\\s*)(\\s*)(\\s*)$'])(
  'one that does is found: %s',
  (source) => {
    expect(isSlow(source)).toBe(true);
  },
);
