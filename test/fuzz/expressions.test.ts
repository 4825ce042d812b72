import { expect, test } from 'vitest';

import { type Expression, expressions, isDone, pumped } from './expressions.ts';

const LETTERS = 20_000;
/** A thousand times what reading a text once takes, and less than reading it once for each letter. */
const PATIENCE_MS = 100;

/** Whether it takes too long for one of its texts, also when tried once more. */
function isSlow(expression: Expression): boolean {
  const texts = [...pumped(expression, LETTERS)];
  return !isDone(expression, texts, PATIENCE_MS) && texts.some((text) => isSlowFor(text));

  // A machine that stands still for a moment is no fault of the expression's.
  function isSlowFor(text: string): boolean {
    return [1, 2, 3, 4, 5].every(() => !isDone(expression, [text], PATIENCE_MS));
  }
}

test('no expression takes longer than in proportion to the text', () => {
  const all = expressions();
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter(isSlow)).toEqual([]);
});

test.each(['(a+)+$', '(?:a|a)*b', '(\\s*)(\\s*)(\\s*)$', '\\s+$', 'a+b'])(
  'one that does is found: %s',
  (source) => {
    expect(isSlow({ file: 'nowhere', source, flags: 'g' })).toBe(true);
  },
);
