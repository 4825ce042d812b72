import { expect, test } from 'vitest';

import { type Expression, expressions, isDone, pumped } from './expressions.ts';

const LETTERS = 20_000;
/** A thousand times what reading a text once takes, and less than reading it once for each letter. */
const PATIENCE_MS = 100;
/** For those that are known to take seconds: to wait longer would tell nothing more. */
const PLANTED_PATIENCE_MS = 20;

/** Whether it takes too long for one of its texts, also when tried once more. */
function isSlow(expression: Expression, patienceMs = PATIENCE_MS): boolean {
  const texts = [...pumped(expression, LETTERS)];
  return !isDone(expression, texts, patienceMs) && texts.some((text) => isSlowFor(text));

  // A machine that stands still for a moment is no fault of the expression's.
  function isSlowFor(text: string): boolean {
    return [1, 2, 3, 4, 5].every(() => !isDone(expression, [text], patienceMs));
  }
}

test('no expression takes longer than in proportion to the text', () => {
  const all = expressions();
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter((expression) => isSlow(expression))).toEqual([]);
});

test.each(['(a+)+$', '(?:a|a)*b', '(\\s*)(\\s*)(\\s*)$', '\\s+$', 'a+b'])(
  'one that does is found: %s',
  (source) => {
    expect(isSlow({ file: 'nowhere', source, flags: 'g' }, PLANTED_PATIENCE_MS)).toBe(true);
  },
);
