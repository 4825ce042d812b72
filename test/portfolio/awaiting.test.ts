import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  AWAITING,
  awaitingQuery,
  backlogAmong,
  fileReadiness,
  isAwaiting,
  isFinished,
  isDecided,
  openFileIds,
  readinessIn,
  unreadableArchives,
} from '../../src/portfolio/lifecycle.ts';
import { understand } from '../../src/portfolio/phrases/understand.ts';
import { formatQuery, queryInWords } from '../../src/portfolio/query/describe.ts';
import { QueryError } from '../../src/portfolio/query/errors.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import type { Query } from '../../src/portfolio/query/query.ts';
import { findRows } from '../../src/portfolio/search/execute.ts';
import { entries } from './query/random-entries.ts';
import { queries } from './query/random-queries.ts';
import { asking, readingOf, readingOfFiles } from './reading-of.ts';

test('what awaits a decision is told as text and in words', () => {
  const query = awaitingQuery(null);

  expect(formatQuery(query, 'en')).toBe(
    'decision:pending,ready -status:closed archived:no sort:waiting',
  );
  expect(queryInWords(query, 'en')).toBe(
    'awaiting decision, not archived, except status closed, ready first, then pending, oldest first',
  );
});

test.each([
  ['dupont', 'decision:pending,ready -status:closed archived:no dupont sort:waiting'],
  ['sort:newest', 'decision:pending,ready -status:closed archived:no sort:newest'],
  ['archived:no', 'decision:pending,ready -status:closed archived:no sort:waiting'],
  [
    'decision:ready age:>3bd',
    'decision:pending,ready -status:closed archived:no decision:ready age:>3bd sort:waiting',
  ],
])('with %j as well it is %j', (text, whole) => {
  expect(formatQuery(awaitingQuery(parseQuery(text)), 'en')).toBe(whole);
});

test('a file alone is in the same part of the backlog as its row', () => {
  const random = fc
    .constantFrom<1 | 100>(1, 100)
    .chain((max) => fc.tuple(fc.constant(max), fc.array(entries(max), { maxLength: 12 })));
  fc.assert(
    fc.property(random, ([completionMax, files]) => {
      const { table } = readingOf(files);
      const byRow = readinessIn({ table, completionMax });
      expect(files.map((file) => fileReadiness(file, completionMax))).toEqual(
        files.map((_, row) => byRow(row)),
      );
    }),
  );
});

test('each part of the backlog is found by its name, and by what it is called in either language', () => {
  const named = {
    ready: ['decision:awaiting stage:ready', 'phase:prêts'],
    review: ['in review', 'under review', 'à l’étude', 'en cours d’examen'],
    waiting: ['waiting for documents', 'awaiting docs', 'en attente de pièces'],
  };
  const random = fc
    .constantFrom<1 | 100>(1, 100)
    .chain((max) => fc.tuple(fc.constant(max), fc.array(entries(max), { maxLength: 12 })));
  fc.assert(
    fc.property(random, ([completionMax, files]) => {
      const snapshot = { ...readingOf(files), completionMax };
      const found = (query: Query) => findRows(query, snapshot.table, asking(snapshot));
      const backlog: Readonly<Record<string, number>> = backlogAmong(
        found(awaitingQuery(null)),
        snapshot,
      );

      for (const [part, texts] of Object.entries(named)) {
        for (const text of texts) {
          expect([text, found(understand(text).query).length]).toEqual([text, backlog[part]]);
        }
      }
    }),
  );
});

test('the text of it asks for the same again, whatever else a person wants', () => {
  fc.assert(
    fc.property(queries(), (extra) => {
      const query = awaitingOrNull(extra);
      fc.pre(query !== null);
      const again = parseQuery(formatQuery(query, 'en'));

      expect(again).toEqual(query);
      expect(awaitingQuery(again)).toEqual(again);
    }),
  );
});

function awaitingOrNull(extra: Parameters<typeof awaitingQuery>[0]) {
  try {
    return awaitingQuery(extra);
  } catch {
    return null;
  }
}

test('what would be too long to be read again is refused', () => {
  expect(() => awaitingQuery(parseQuery('a'.repeat(480)))).toThrow(QueryError);
});

test('one file awaits a decision when it is found among many that do', () => {
  fc.assert(
    fc.property(fc.array(entries(100), { maxLength: 20 }), (files) => {
      const snapshot = readingOf(files);
      const rows = findRows({ conditions: AWAITING, sort: null }, snapshot.table, asking(snapshot));
      expect(Array.from(rows, (row) => files[row])).toEqual(files.filter(isAwaiting));
    }),
  );
});

const ARCHIVED = { kind: 'flag', key: 'archived', not: false } as const;

test('a file whose archiving cannot be read is neither archived nor awaiting, and is counted', () => {
  const snapshot = readingOfFiles(
    { id: 'open' },
    { id: 'unclear', archived_at: 'last week' },
    { id: 'over', archived_at: '20261101T090000Z' },
  );
  const idsOf = (query: Query) =>
    [...findRows(query, snapshot.table, asking(snapshot))].map(
      (row) => snapshot.table.entries[row]?.id,
    );

  expect(idsOf(awaitingQuery(null))).toEqual(['open']);
  expect(snapshot.table.entries.filter(isAwaiting).map(({ id }) => id)).toEqual(['open']);
  expect(idsOf({ conditions: [{ ...ARCHIVED, any: [true] }], sort: null })).toEqual(['over']);
  expect(idsOf({ conditions: [{ ...ARCHIVED, any: [false] }], sort: null })).toEqual(['open']);
  expect(unreadableArchives(snapshot.table)).toBe(1);
});

test('a file needs no more work once it is accepted, rejected or archived', () => {
  const told = ['PENDING', 'READY', 'ACCEPTED', 'REJECTED', 'ON_APPEAL', ''].map((decision) => [
    decision,
    isDecided(decision),
    isFinished({ decision, isArchived: false }),
    isFinished({ decision, isArchived: true }),
  ]);
  expect(told).toEqual([
    ['PENDING', false, false, true],
    ['READY', false, false, true],
    ['ACCEPTED', true, true, true],
    ['REJECTED', true, true, true],
    ['ON_APPEAL', false, false, true],
    ['', false, false, true],
  ]);
  expect(
    openFileIds([
      { id: 'b', decision: 'READY', isArchived: false },
      { id: 'a', decision: 'PENDING', isArchived: false },
      { id: 'b', decision: 'READY', isArchived: false },
      { id: 'c', decision: 'ACCEPTED', isArchived: false },
      { id: 'd', decision: 'READY', isArchived: true },
    ]),
  ).toEqual(['b', 'a']);
});
