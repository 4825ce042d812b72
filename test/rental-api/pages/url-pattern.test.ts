import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createUrlPattern } from '../../../src/rental-api/pages/prefetch.ts';

const LIST = 'https://api.example.com/v1/rental-files';

/** Where the next page is expected after pages that were named in this order. */
function after(queries: readonly string[], steps = 1): string | null {
  const chain = createUrlPattern();
  for (const query of queries) chain.observe(new URL(query, LIST));
  return chain.predict(steps)?.search ?? null;
}

test.each([
  [
    'an offset',
    ['?limit=9&offset=0', '?limit=9&offset=9', '?limit=9&offset=18'],
    '?limit=9&offset=27',
  ],
  ['an offset that the first page lacks', ['', '?offset=100', '?offset=200'], '?offset=300'],
  ['an offset before the rest', ['?a=b', '?offset=5&a=b', '?offset=10&a=b'], '?offset=15&a=b'],
  ['a page number', ['?page=1', '?page=2', '?page=3'], '?page=4'],
  ['a page number that the first page lacks', ['', '?page=2', '?page=3'], '?page=4'],
  ['a page number from 0', ['', '?page=1', '?page=2'], '?page=3'],
  ['a list read from its middle', ['?page=7', '?page=8', '?page=9'], '?page=10'],
  [
    'another way to write the first page',
    ['?s=a,b', '?s=a%2Cb&p=2', '?s=a%2Cb&p=3', '?s=a%2Cb&p=4'],
    '?s=a%2Cb&p=5',
  ],
  [
    'an offset between others, kept as they are written',
    ['?q=%41+b&o=0&z', '?q=%41+b&o=2&z', '?q=%41+b&o=4&z'],
    '?q=%41+b&o=6&z',
  ],
])('%s tells the page to come', (_, queries, expected) => {
  expect(after(queries)).toBe(expected);
});

test.each([
  ['nothing was named', []],
  ['a single page', ['?page=1']],
  ['a single step', ['?page=1', '?page=2']],
  ['cursors', ['?cursor=a', '?cursor=b', '?cursor=c']],
  ['cursors that are numbers', ['?cursor=17', '?cursor=93', '?cursor=140']],
  ['the same page for ever', ['?page=1', '?page=1', '?page=1']],
  ['steps back', ['?page=3', '?page=2', '?page=1']],
  ['a step of another size', ['?page=1', '?page=2', '?page=3', '?page=5']],
  ['two parameters that grow', ['?from=0&to=9', '?from=9&to=18', '?from=18&to=27']],
  ['first one parameter, then another', ['?a=1&b=1', '?a=2&b=1', '?a=2&b=2']],
  ['another parameter that goes', ['?page=1&a=b', '?page=2', '?page=3&a=b']],
  ['another path', ['/files/1?page=1', '/files/2?page=2', '/files/3?page=3']],
  ['a first page that fits no start', ['', '?offset=150', '?offset=250']],
  ['numbers that are not whole', ['?page=1.5', '?page=2.5', '?page=3.5']],
  ['numbers written with zeros', ['?page=01', '?page=02', '?page=03']],
  [
    'numbers beyond what can be counted',
    ['?p=9007199254740989', '?p=9007199254740990', '?p=9007199254740991'],
  ],
])('nothing is guessed from %s', (_, queries) => {
  expect(after(queries)).toBeNull();
});

test('what was learned can be forgotten, and is learned again from two steps', () => {
  const chain = createUrlPattern();
  for (const query of ['', '?page=2', '?page=3']) chain.observe(new URL(query, LIST));
  const seen = [chain.predict(1)?.search];

  chain.reset();
  seen.push(chain.predict(1)?.search);
  for (const query of ['?page=4', '?page=5']) {
    chain.observe(new URL(query, LIST));
    seen.push(chain.predict(1)?.search);
  }

  expect(seen).toEqual(['?page=4', undefined, undefined, '?page=6']);
});

test('any list with a growing number is foretold to its end', () => {
  const other = fc.webQueryParameters().map((query) => (query === '' ? [] : query.split('&')));
  fc.assert(
    fc.property(
      other,
      other,
      fc.nat(),
      fc.integer({ min: 1, max: 1_000 }),
      (before, behind, from, step) => {
        const pageAt = (index: number) => {
          const parameters = [...before, `offset=${from + index * step}`, ...behind];
          return new URL(`?${parameters.join('&')}`, LIST).search;
        };
        expect(after([0, 1, 2].map(pageAt), 7)).toBe(pageAt(9));
      },
    ),
  );
});

test('no address ever leaves the list that is read', () => {
  const queries = fc.array(
    fc.oneof(
      fc.webQueryParameters(),
      fc.nat(9).map((n) => `page=${n}`),
    ),
  );
  fc.assert(
    fc.property(queries, fc.integer({ min: 1, max: 6 }), (named, steps) => {
      const chain = createUrlPattern();
      for (const query of named) chain.observe(new URL(`?${query}`, LIST));
      const guess = chain.predict(steps);
      expect(guess === null || guess.href.startsWith(`${LIST}?`)).toBe(true);
    }),
  );
});
