import { expect, test } from 'vitest';

import { rowsManagedBy } from '../../src/portfolio/search/execute.ts';
import { readingOfFiles } from './reading-of.ts';

const { table } = readingOfFiles(
  { id: 'a', managers: ['anna@agence.fr'] },
  { id: 'b', managers: ['joanna@agence.fr', 'Anna@Agence.FR'] },
  { id: 'c', managers: ['anna@agence.fr.example'] },
  { id: 'd', managers: ['Anna'] },
  { id: 'e', managers: [''] },
  { id: 'f' },
  { id: 'g', managers: [' anna@agence.fr '] },
);
const ALL = Uint32Array.of(0, 1, 2, 3, 4, 5, 6);

test.each([
  ['anna@agence.fr', ['a', 'b', 'g']],
  ['ANNA@agence.fr', ['a', 'b', 'g']],
  ['anna', ['d']],
  ['agence.fr', []],
  ['', []],
  ['  ', []],
])('%j manages %j', (email, ids) => {
  const rows = rowsManagedBy(ALL, table, email);

  expect(Array.from(rows, (row) => table.entries[row]?.id)).toEqual(ids);
});

test('only rows that were found are looked at, in their order', () => {
  expect(rowsManagedBy(Uint32Array.of(6, 2, 0), table, 'anna@agence.fr')).toEqual(
    Uint32Array.of(6, 0),
  );
});
