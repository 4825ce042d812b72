import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRows, rowsWith } from '../../src/portfolio/interning.ts';

const ids = fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 4 }), { maxLength: 3_000 });

function rowsOf(named: readonly { readonly id: string }[]) {
  const rows = createRows(named);
  for (const [row, { id }] of named.entries()) rows.add(id, row);
  return rows;
}

test('every id leads to its row, and no other id to any', () => {
  fc.assert(
    fc.property(ids, ids, (held, others) => {
      const rows = rowsOf(held.map((id) => ({ id })));
      const naive = new Map(held.map((id, row) => [id, row]));
      for (const id of [...held, ...others]) {
        expect(rows.get(id)).toBe(naive.get(id));
        expect(rows.has(id)).toBe(naive.has(id));
      }
    }),
    { numRuns: 30 },
  );
});

test('rows of a list that has grown know its end, and the rows before do not', () => {
  const named = Array.from({ length: 5_000 }, (_, index) => ({ id: `file ${index}` }));
  const before = rowsOf(named.slice(0, 1_000));

  const rows = rowsWith(before, named, 1_000);

  expect(named.map(({ id }) => rows.get(id))).toEqual([...named.keys()]);
  expect(before.get('file 999')).toBe(999);
  expect(before.has('file 1000')).toBe(false);
});

test('rows kept in any other way are taken over as well', () => {
  const named = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const rows = rowsWith(new Map([['a', 0]]), named, 1);

  expect(named.map(({ id }) => rows.get(id))).toEqual([0, 1, 2]);
});
