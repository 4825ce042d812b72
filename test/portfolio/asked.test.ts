import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { holidaysOf } from '../../src/portfolio/calendar.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { findRows } from '../../src/portfolio/search/execute.ts';
import { createSearchCache } from '../../src/portfolio/search/results.ts';
import { finds, follows } from './query/naive-match.ts';
import { entries, WORDS } from './query/random-entries.ts';
import { queries } from './query/random-queries.ts';
import { asking, readingOf, readingOfFiles } from './reading-of.ts';

const MANAGER = 'anna@agence.fr';
const CALENDAR = holidaysOf('FR');

test('whatever is asked, in whatever order, is answered as if nothing were remembered', () => {
  const asked = fc.record({
    query: queries(fc.constantFrom(...WORDS)),
    zone: fc.constantFrom('Europe/Paris', 'Pacific/Auckland'),
    managedBy: fc.constantFrom(MANAGER, undefined),
    start: fc.integer({ min: 0, max: 12 }),
    size: fc.integer({ min: 0, max: 8 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(entries(100), { maxLength: 12, selector: ({ id }) => id }),
      fc.uniqueArray(asked, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (files, questions, order) => {
        const snapshot = readingOf(files);
        const answers = createSearchCache();
        for (const number of order) {
          const { query, zone, managedBy, start, size } =
            questions[number % questions.length] ?? questions[0]!;
          const found = answers.find(snapshot, query, asking(snapshot, zone), managedBy);

          const expected = files
            .filter((entry) => finds(query, entry, asking(snapshot, zone), CALENDAR))
            .filter(({ managers }) => !managedBy || managers.names.includes(managedBy));
          const { sort } = query;
          const sorted = sort
            ? expected.toSorted((one, other) => follows(sort, one, other))
            : expected;
          expect(Array.from(found.rows, (row) => files[row])).toEqual(expected);
          expect(found.page(start, start + size)).toEqual(sorted.slice(start, start + size));
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('what was asked before is not searched for again', () => {
  const snapshot = readingOfFiles({ id: 'a' }, { id: 'b' });
  const answers = createSearchCache();
  const find = (text: string, zone = 'Europe/Paris', managedBy?: string) =>
    answers.find(snapshot, parseQuery(text), asking(snapshot, zone), managedBy);

  expect(find('status:new sort:oldest')).toBe(find('statut:nouveau tri:anciens'));
  expect(find('status:new')).not.toBe(find('status:new', 'Pacific/Auckland'));
  expect(find('status:new')).not.toBe(find('status:new sort:oldest'));
  expect(find('', 'Europe/Paris', 'Anna@Agence.fr')).toBe(find('', 'Europe/Paris', MANAGER));
  expect(find('', 'Europe/Paris', MANAGER)).not.toBe(find(''));
  expect(answers.find(readingOfFiles(), parseQuery(''), asking(snapshot))).not.toBe(find(''));
});

test('the pages of a long list follow each other without a gap', () => {
  const snapshot = readingOfFiles(
    ...Array.from({ length: 1_100 }, (_, index) => ({
      id: `f${String((index * 7) % 1_100).padStart(4, '0')}`,
      score: 1_100 - ((index * 7) % 1_100),
    })),
  );
  const { page, rows } = createSearchCache().find(
    snapshot,
    parseQuery('sort:score'),
    asking(snapshot),
  );
  const all = page(0, 2_000).map(({ id }) => id);

  expect(rows).toHaveLength(1_100);
  expect(all).toEqual([...all].toSorted());
  expect([page(0, 400), page(400, 800), page(800, 1_200)].flat().map(({ id }) => id)).toEqual(all);
  expect(page(510, 514).map(({ id }) => id)).toEqual(all.slice(510, 514));
  expect(page(1_100, 1_108)).toEqual([]);
});

test('only so many answers are remembered, and those asked for last', () => {
  const snapshot = readingOfFiles({ id: 'a', score: 1 });
  const answers = createSearchCache();
  const find = (score: number) =>
    answers.find(snapshot, parseQuery(`score:${score}`), asking(snapshot));
  const [first, second] = [find(0), find(1)];
  for (let score = 2; score < 64; score += 1) find(score);

  expect(find(0)).toBe(first);
  find(64);
  expect(find(0)).toBe(first);
  expect(find(1)).not.toBe(second);
});

test('an answer keeps no more memory than what it found', () => {
  const snapshot = readingOfFiles(
    ...Array.from({ length: 100 }, (_, index) => ({ id: `${index}` })),
  );
  const query = parseQuery('score:1');

  expect(findRows(query, snapshot.table, asking(snapshot)).buffer.byteLength).toBe(0);
  expect(createSearchCache().find(snapshot, query, asking(snapshot)).rows.buffer.byteLength).toBe(
    0,
  );
});
