import { expect, test } from 'vitest';

import { outsideFigures } from '../../src/portfolio/lifecycle.ts';
import { readingOfFiles } from './reading-of.ts';

test('people of other organisations get figures of what awaits a decision, and of nothing else', () => {
  const { table } = readingOfFiles(
    { id: 'a', decision: 'PENDING', product: { reference: 'LOC-2' } },
    { id: 'b', decision: 'READY', product: { reference: 'LOC-1' } },
    { id: 'c', decision: 'READY', product: { reference: 'LOC-2' } },
    { id: 'd', decision: 'PENDING' },
    { id: 'e', decision: 'ACCEPTED', product: { reference: 'LOC-3' } },
    { id: 'f', decision: 'READY', archived_at: '2026-11-01', product: { reference: 'LOC-4' } },
    { id: 'g', decision: 'READY', status: 'CLOSED', product: { reference: 'LOC-5' } },
  );
  expect(outsideFigures(table.entries, { inconsistency: null, skipped: 3 })).toEqual({
    waiting: 4,
    properties: [
      { reference: 'LOC-2', waiting: 2 },
      { reference: 'LOC-1', waiting: 1 },
      { reference: null, waiting: 1 },
    ],
    inconsistency: null,
    skipped: 3,
  });
  expect(outsideFigures([], { inconsistency: 'moved', skipped: 0 })).toEqual({
    waiting: 0,
    properties: [],
    inconsistency: 'moved',
    skipped: 0,
  });
});
