import { expect, test } from 'vitest';

import { type Expression, expressions, isDone, pumped } from './expressions.ts';

const LETTERS = 20_000;
/** A thousand times what reading a text once takes, and less than reading it once for each letter. */
const PATIENCE_MS = 100;

/** Whether it takes too long for one of its texts, also when tried once more. */
function isSlow(expression: Expression): boolean {
  const texts = [...pumped(expression, LETTERS)];
  if (isDone(expression, texts, PATIENCE_MS)) return false;
  return texts.some(
    (text) => !isDone(expression, [text], PATIENCE_MS) && !isDone(expression, [text], PATIENCE_MS),
  );
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
