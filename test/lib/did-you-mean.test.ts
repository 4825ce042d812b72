import { expect, test } from 'vitest';

import { didYouMean } from '../../src/lib/text.ts';

const KNOWN = ['new', 'open', 'ready', 'status', 'décision', 'prêt', 'list'];

test.each([
  ['redy', 'ready'],
  ['stauts', 'status'],
  ['nwe', 'new'],
  ['lsit', 'list'],
  ['opem', 'open'],
  ['DECISON', 'décision'],
  ['dec', 'décision'],
  ['pret', 'prêt'],
  ['statoos', 'status'],
  ['ol', null],
  ['pet', 'prêt'],
  ['opal', null],
  ['rent', null],
  ['zzzzzz', null],
  ['ne', 'new'],
  ['op', 'open'],
  ['n', null],
  ['', null],
])('%j is nearest to %j', (word, nearest) => {
  expect(didYouMean(word, KNOWN)).toBe(nearest);
});
