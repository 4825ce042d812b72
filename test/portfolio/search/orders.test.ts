import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { SORTS } from '../../../src/portfolio/query/query.ts';
import { carryOrders, prepareOrders, sortRows } from '../../../src/portfolio/search/results.ts';
import { type Table, tableOf, tableWith } from '../../../src/portfolio/search/table.ts';
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

test('tables that go on from one another leave each as it was', () => {
  fc.assert(
    fc.property(
      files,
      fc.array(
        fc.tuple(
          fc.nat({ max: 3 }),
          fc.array(fc.tuple(fc.nat({ max: 9 }), entries(100)), { maxLength: 3 }),
        ),
        { maxLength: 5 },
      ),
      (first, polls) => {
        const tables = [{ table: tableOf(first), entries: first }];
        for (const [from, changed] of polls) {
          // Several go on from the same one.
          const base = tables[from] ?? tables[0]!;
          const rows = new Map(base.entries.map(({ id }, row) => [id, row]));
          const news = changed.map(([row, entry]) => ({
            ...entry,
            id: base.entries[row]?.id ?? entry.id,
          }));
          const after = [...base.entries];
          for (const entry of news) after[rows.get(entry.id) ?? after.length] = entry;
          tables.push({ table: tableWith(base.table, rows, news), entries: after });
        }
        for (const { table, entries: all } of tables) {
          expect(columnsOf(table)).toEqual(columnsOf(tableOf(all)));
        }
      },
    ),
    { numRuns: 60 },
  );
});

/** The value of each row in each column. */
function columnsOf(table: Table) {
  const shared = [
    table.status,
    table.decision,
    table.situation,
    table.property,
    table.managers,
    table.tags,
    table.profiles,
    table.propertyManagers,
    table.facts,
  ];
  const numbers = [
    table.created,
    table.updated,
    table.touched,
    table.score,
    table.completion,
    table.archived,
  ];
  return [
    ...shared.map(({ distinct, at }) => Array.from(at, (place): unknown => distinct[place])),
    ...numbers.map((column) => Array.from(column)),
    table.entries,
  ];
}
