import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Entry } from '../../src/portfolio/entry.ts';
import { isAwaiting } from '../../src/portfolio/lifecycle.ts';
import { suggestFiles, wordsOf } from '../../src/portfolio/lookup.ts';
import { findRows } from '../../src/portfolio/search/execute.ts';
import { follows } from './query/naive-match.ts';
import { entries, WORDS } from './query/random-entries.ts';
import { asking, readingOf, readingOfFiles } from './reading-of.ts';

const READING = readingOfFiles(
  { id: 'old', decision: 'PENDING', created_at: '2026-01-01', product: { reference: 'LOC-1' } },
  { id: 'new', decision: 'PENDING', created_at: '2026-11-01', product: { reference: 'LOC-2' } },
  { id: 'ready', decision: 'READY', created_at: '2025-01-01', product: { reference: 'LOC-3' } },
  { id: 'done', decision: 'ACCEPTED', created_at: '2026-11-19', product: { reference: 'LOC-4' } },
  { id: 'shut', decision: 'READY', status: 'CLOSED', applicants: [{ last_name: 'Loc' }] },
  { id: 'away', decision: 'READY', archived_at: '2026-11-01', product: { title: 'loc' } },
  { id: '42', decision: 'PENDING', created_at: '2026-06-01', applicants: [{ last_name: 'Zoé' }] },
);
const suggested = (text: string, max = 10) =>
  suggestFiles(text, READING, asking(READING), max).map(({ id }) => id);

test.each([
  ['loc', ['ready', 'new', 'old', 'done', 'shut', 'away']],
  ['', ['ready', 'old', '42', 'new']],
  ['  "', ['ready', 'old', '42', 'new']],
  ['loc-2', ['new']],
  ['zoe', ['42']],
  ['42', ['42']],
  ['zoe loc', []],
  ['"zoé', ['42']],
  ['zo\u0000', ['42']],
  ['x'.repeat(5_000), []],
  ['x '.repeat(2_500), []],
])('who has typed %j may mean %j', (text, ids) => {
  expect(suggested(text)).toEqual(ids);
});

test('so many are suggested as are asked for', () => {
  expect(suggested('loc', 2)).toEqual(['ready', 'new']);
  expect(suggested('', 1)).toEqual(['ready']);
  expect(suggested('loc', 0)).toEqual([]);
});

test('whatever is typed, the likeliest of what the same words find is suggested', () => {
  const words = fc.array(fc.constantFrom(...WORDS, 'je', 'dé', 'd’oeuvre', 'pai', 'Jean-Luc'), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(entries(100), { maxLength: 20, selector: ({ id }) => id }),
      words,
      fc.integer({ min: 0, max: 6 }),
      (files, typed, max) => {
        const snapshot = readingOf(files);
        const conditions = typed.map(
          (word) => ({ kind: 'words', not: false, any: [word] }) as const,
        );
        const rows = findRows({ conditions, sort: null }, snapshot.table, asking(snapshot));
        const found = Array.from(rows, (row) => files[row]).filter((entry) => entry !== undefined);

        const told = suggestFiles(typed.join(' '), snapshot, asking(snapshot), max);

        const likeliest = found.toSorted(
          (one, other) => group(one) - group(other) || follows('newest', one, other),
        );
        expect(told).toEqual(likeliest.slice(0, max));
      },
    ),
    { numRuns: 150 },
  );
});

function group(entry: Entry): number {
  if (isAwaiting(entry)) return entry.decision === 'READY' ? 0 : 1;
  return entry.archivedMs === null ? 2 : 3;
}

test('any text is cut into words that can be looked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const word of wordsOf(text)) expect(word).not.toMatch(/[\s\p{Cc}]/u);
    }),
  );
});
