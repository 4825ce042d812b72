import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { SORTS } from '../../../src/portfolio/query/query.ts';
import { carryOrders, prepareOrders, sortRows } from '../../../src/portfolio/search/results.ts';
import { tableOf } from '../../../src/portfolio/search/table.ts';
import { entries } from '../query/random-entries.ts';
import { comparatorOf } from './comparator.ts';

const files = fc.uniqueArray(entries(100), { selector: ({ id }) => id, maxLength: 8 });

test('orders that are taken over from another table are those of the new one', () => {
  fc.assert(
    fc.property(
      files,
      fc.array(fc.tuple(fc.nat({ max: 9 }), entries(100)), { maxLength: 4 }),
      (before, news) => {
        const from = tableOf(before);
        for (const _ of prepareOrders(from));
        const after = [...before];
        const changed: number[] = [];
        for (const [row, entry] of news) {
          const old = after[row];
          if (old) {
            after[row] = { ...entry, id: old.id };
            changed.push(row);
          } else if (!after.some(({ id }) => id === entry.id)) {
            changed.push(after.push(entry) - 1);
          }
        }
        const to = tableOf(after);
        carryOrders(from, to, changed);
        for (const sort of SORTS) {
          const rows = sortRows(to, Uint32Array.from(after.keys()), sort);
          expect(Array.from(rows, (row) => after[row])).toEqual(after.toSorted(comparatorOf(sort)));
        }
      },
    ),
    { numRuns: 60 },
  );
});
