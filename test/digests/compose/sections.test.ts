import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  backlogFrom,
  bucketsOf,
  changesSince,
  groupsOf,
  overdueBefore,
  partsOf,
} from '../../../src/digests/compose/sections.ts';
import type { Entry } from '../../../src/portfolio/entry.ts';
import { propertyKey } from '../../../src/portfolio/properties.ts';
import type { Snapshot } from '../../../src/portfolio/snapshot.ts';
import type { ShownFile } from '../../../src/store/digest.ts';
import type { DigestHeading } from '../../../src/views/digests/sections.ts';
import { entryLine } from '../../../src/views/files/line.ts';
import { entries, NOW_MS } from '../../portfolio/query/random-entries.ts';
import { asking, readingOf, readingOfFiles } from '../../portfolio/reading-of.ts';
import { comparatorOf } from '../../portfolio/search/comparator.ts';

const DAY_MS = 86_400_000;

const snapshots = fc
  .uniqueArray(entries(100), { selector: ({ id }) => id, maxLength: 30 })
  .map(readingOf);

/** All files of a snapshot by part; those of more than two working days are overdue. */
function partsIn(snapshot: Snapshot) {
  const before = overdueBefore(2, asking(snapshot));
  return { before, parts: partsOf(Uint32Array.from(snapshot.rows.values()), snapshot, before(1)) };
}

/** In any order; of files without any, whether they cannot be read. */
function hasManagersOf(
  { managers: { names }, facts }: Entry,
  heading: Extract<DigestHeading, { kind: 'manager' }>,
): boolean {
  if (names.length > 0) return names.toSorted().join() === heading.names.toSorted().join();
  const isUnreadable = facts.unreadable.names.includes('managers');
  return heading.names.length === 0 && heading.isUnreadable === isUnreadable;
}

/** A file on a product. */
const on = (id: string) => ({ product: { _id: id, title: 'Studio', reference: 'LY-1' } });

test('two products of one name have a heading each, by which they are told apart', () => {
  const snapshot = readingOfFiles(
    { id: 'a', ...on('a-1111') },
    { id: 'b', ...on('b-2222') },
    { id: 'c', product_id: 'a-1111' },
  );
  const { parts } = partsIn(snapshot);
  const groups = groupsOf(parts.rows, { snapshot, sort: 'oldest', group: 'property', limit: 9 });
  expect(groups.map(({ heading, count }) => [heading, count])).toEqual([
    [{ kind: 'property', property: { title: 'Studio', reference: 'LY-1', idEnd: 'id …1111' } }, 2],
    [{ kind: 'property', property: { title: 'Studio', reference: 'LY-1', idEnd: 'id …2222' } }, 1],
  ]);
});

test('groups hold each of the first files once, in order, under the heading that is theirs', () => {
  fc.assert(
    fc.property(
      snapshots,
      fc.constantFrom('oldest' as const, 'score' as const, 'waiting' as const),
      fc.constantFrom('readiness' as const, 'property' as const, 'manager' as const),
      fc.integer({ min: 0, max: 35 }),
      (snapshot, sort, group, limit) => {
        const { parts } = partsIn(snapshot);
        const groups = groupsOf(parts.rows, { snapshot, sort, group, limit });
        const all = groups.flatMap((one) => one.entries);
        expect(all).toHaveLength(Math.min(limit, snapshot.rows.size));
        expect(new Set(all).size).toBe(all.length);
        const overdue = new Set(parts.rows.get('overdue'));
        for (const { heading, entries: found, count } of groups) {
          expect(found).toEqual(found.toSorted(comparatorOf(sort)));
          const isTheirs = (entry: Entry) => {
            const row = snapshot.rows.get(entry.id) ?? -1;
            if (heading.kind === 'manager') return hasManagersOf(entry, heading);
            if (heading.kind === 'property') {
              return found[0] && propertyKey(entry.property) === propertyKey(found[0].property);
            }
            return (
              heading.kind !== 'gone' &&
              Array.from(parts.rows.get(heading.kind) ?? []).includes(row)
            );
          };
          expect(found.every(isTheirs)).toBe(true);
          const among = snapshot.table.entries.filter(
            (entry, row) => isTheirs(entry) && (heading.kind === 'overdue' || !overdue.has(row)),
          );
          expect(count).toBe(among.length);
        }
        // Overdue files come before all others.
        const isOverdue = all.map(({ id }) => overdue.has(snapshot.rows.get(id) ?? -1));
        expect(isOverdue).toEqual(isOverdue.toSorted((one, other) => Number(other) - Number(one)));
      },
    ),
  );
});

test('the ranges of days overdue hold each overdue file once', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const { before, parts } = partsIn(snapshot);
      const overdue = parts.rows.get('overdue') ?? new Uint32Array();
      const buckets = bucketsOf(overdue, snapshot, before);
      expect(buckets.map(({ from, to }) => [from, to])).toEqual([
        [1, 3],
        [4, 7],
        [8, 14],
        [15, 30],
        [31, null],
      ]);
      expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(overdue.length);
    }),
  );
});

test('a file stands in the range of the working days for which it is overdue', () => {
  // Due within two working days; made so many days before a Friday morning.
  const snapshot = readingOfFiles(
    ...[1, 5, 6, 8, 20, 200].map((days) => ({
      id: `f${days}`,
      decision: 'READY',
      created_at: new Date(NOW_MS - days * DAY_MS - 60_000).toISOString(),
    })),
  );
  const { before, parts } = partsIn(snapshot);
  const buckets = bucketsOf(parts.rows.get('overdue') ?? new Uint32Array(), snapshot, before);
  expect(buckets.map(({ count }) => count)).toEqual([2, 1, 1, 0, 1]);
});

test('the chart of the backlog has weeks where there are four, else days, and ends with today', () => {
  const counts = { ready: 1, waiting: 2, overdue: 0 };
  const at = (daysAgo: number) => ({ dueAt: NOW_MS - daysAgo * DAY_MS, counts });
  const daysIn = (...past: readonly number[]) =>
    backlogFrom(past.map(at), at(0), 'Europe/Paris').map((point) =>
      Math.round((NOW_MS - point.at) / DAY_MS),
    );
  expect(daysIn()).toEqual([0]);
  expect(daysIn(3, 2, 1)).toEqual([3, 2, 1, 0]);
  expect(daysIn(20, 1)).toEqual([20, 1, 0]);
  // Eight days at most.
  expect(daysIn(12, 11, 10, 9, 8, 7, 3, 2, 1)).toEqual([10, 9, 8, 7, 3, 2, 1, 0]);
  // The last post of each week, of eight weeks; none of later than now.
  expect(daysIn(60, 49, 30, 22, 21, 15, 14, 8, 7, 1, -1)).toEqual([49, 30, 21, 14, 7, 0]);
});

const isOpen = (decision: string | null) => decision === 'PENDING' || decision === 'READY';

test('changes since the last post: what came, became ready, was decided and is there no more', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.record({
          id: fc.integer({ min: 0, max: 40 }).map((number) => `f${number}`),
          was: fc.constantFrom(null, 'PENDING', 'READY'),
          is: fc.constantFrom(null, 'PENDING', 'READY', 'ACCEPTED', 'REJECTED'),
        }),
        { selector: ({ id }) => id, maxLength: 20 },
      ),
      fc.constantFrom({}, { inconsistency: 'moved' as const }, { skipped: 1 }),
      (files, over) => {
        const isWhole = Object.keys(over).length === 0;
        const snapshot = {
          ...readingOfFiles(
            ...files.flatMap(({ id, is }) => (is === null ? [] : [{ id, decision: is }])),
          ),
          ...over,
        };
        const before = files.flatMap(({ id, was }): ShownFile[] =>
          was === null ? [] : [{ id, decision: was }],
        );
        const found = files.flatMap(({ id, is }): ShownFile[] =>
          is !== null && isOpen(is) ? [{ id, decision: is }] : [],
        );
        const lineOf = (entry: Entry) =>
          entryLine(entry, snapshot, { workingDays: null, readiness: 'others' }, () => null);
        const changes = changesSince(before, found, snapshot, lineOf);
        const countOf = (fits: (file: (typeof files)[number]) => boolean) =>
          files.filter(fits).length;
        const expected = [
          countOf(({ was, is }) => was === null && isOpen(is)),
          countOf(({ was, is }) => was === 'PENDING' && is === 'READY'),
          countOf(({ was, is }) => was !== null && is !== null && !isOpen(is)),
          isWhole ? countOf(({ was, is }) => was !== null && is === null) : 0,
        ];
        const isKnown = isWhole || expected.some((count) => count > 0);
        expect(changes && Object.values(changes).map(({ count }) => count)).toEqual(
          isKnown ? expected : null,
        );
        for (const { count, lines } of Object.values(changes ?? {})) {
          expect(lines.length).toBeLessThanOrEqual(Math.min(3, count));
        }
        expect(changes?.added.lines.length).toBe(
          changes === null ? undefined : Math.min(3, changes.added.count),
        );
        expect(changesSince(null, found, snapshot, lineOf)).toBeNull();
        expect(changesSince(before, null, snapshot, lineOf)).toBeNull();
      },
    ),
  );
});
