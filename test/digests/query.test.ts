import { expect, test } from 'vitest';

import { describedQuery, digestQuery } from '../../src/digests/query.ts';
import { formatQuery } from '../../src/portfolio/query/describe.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';

test.each([
  ['', 'decision:pending,ready'],
  ['score:>=99', 'decision:pending,ready score:>=99'],
  ['sort:newest', 'decision:pending,ready sort:newest'],
  ['decision:ready', 'decision:ready'],
  ['decision:ready lyon', 'decision:ready lyon'],
  ['decision:approved', 'archived:no decision:approved sort:oldest'],
])('a digest that was typed as “%s” is told as “%s”', (typed, told) => {
  expect(formatQuery(describedQuery(digestQuery(parseQuery(typed))), 'en')).toBe(told);
});
