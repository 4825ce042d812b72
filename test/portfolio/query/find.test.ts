import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createWorkingDays, holidaysOf } from '../../../src/portfolio/calendar.ts';
import { entryOf, type Entry } from '../../../src/portfolio/entry.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import { SORTS, type Query } from '../../../src/portfolio/query/query.ts';
import { type SearchContext, findRows } from '../../../src/portfolio/search/execute.ts';
import type { FileHistory, FileTriage } from '../../../src/portfolio/search/recorded.ts';
import { prepareOrders, sortedPage, sortRows } from '../../../src/portfolio/search/results.ts';
import { tableOf, tableWith } from '../../../src/portfolio/search/table.ts';
import { RentalFile } from '../../../src/rental-api/schema/rental-file.ts';
import { rentalFile } from '../../support/rental-files.ts';
import { comparatorOf } from '../search/comparator.ts';
import { finds, follows } from './naive-match.ts';
import { entries, NOW_MS, WORDS } from './random-entries.ts';
import { queries } from './random-queries.ts';

const times = fc.integer({ min: NOW_MS - 90 * 86_400_000, max: NOW_MS });
const calendar = holidaysOf('FR');
const workingDays = createWorkingDays(calendar);
const PARIS: SearchContext = {
  nowMs: NOW_MS,
  zone: 'Europe/Paris',
  workingDays,
  completionMax: 100,
  history: null,
  triage: null,
  readerId: null,
};

/** Some files are recorded, some with a decision that they no longer have. */
const histories: fc.Arbitrary<FileHistory> = fc
  .func(
    fc.option(
      fc.record({
        knownMs: times,
        appearedMs: fc.option(times),
        statusMs: fc.option(times),
        readyMs: fc.option(times),
        decidedMs: fc.option(times),
        changedMs: fc.option(times),
        decision: fc.constantFrom('READY', 'ACCEPTED', 'REJECTED', 'PENDING'),
      }),
    ),
  )
  .map((timesOf) => ({ version: 1, sinceMs: 0, gapsUntil: () => [], timesOf }));

const people = fc.constantFrom('U0CLAIRE001', 'U0HANNAH01');
const triages: fc.Arbitrary<FileTriage> = fc
  .tuple(
    fc.func(fc.option(people)),
    fc.func(fc.uniqueArray(people).map((ids) => new Set(ids))),
    fc.func(fc.boolean()),
  )
  .map(([takerOf, watchersOf, isSnoozed]) => ({
    version: 1,
    freedMsOf: () => null,
    takerOf: (id) => takerOf(id),
    watchersOf: (id) => watchersOf(id),
    isSnoozed: ({ id }) => isSnoozed(id),
  }));

const askings = fc.record({
  nowMs: fc.oneof(
    fc.constant(NOW_MS),
    fc.integer({ min: NOW_MS - 400 * 86_400_000, max: NOW_MS + 86_400_000 }),
  ),
  zone: fc.constantFrom('Europe/Paris', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata'),
  workingDays: fc.constant(workingDays),
  completionMax: fc.constantFrom(1 as const, 100 as const),
  history: fc.option(histories),
});
const phrases = fc
  .array(fc.constantFrom(...WORDS, 'je', 'Jean', 'dé', 'd’oeuvre', 'pai', 'lo', '12'), {
    minLength: 1,
    maxLength: 2,
  })
  .map((words) => words.join(' '));

test('random queries find in random files exactly what plain reading finds', () => {
  fc.assert(
    fc.property(
      askings.chain((asking) =>
        fc.tuple(
          fc.constant(asking),
          fc.array(entries(asking.completionMax), { maxLength: 12 }),
          queries(phrases),
          fc.option(triages),
          fc.option(people),
        ),
      ),
      ([moment, files, query, triage, readerId]) => {
        const asking = { ...moment, triage, readerId };
        const rows = Array.from(findRows(query, tableOf(files), asking));
        const expected = files.filter((entry) => finds(query, entry, asking, calendar));

        expect(rows.map((row) => files[row])).toEqual(expected);
        expect(files.filter((entry) => isFound(query, entry, asking))).toEqual(expected);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('an age in hours is that of the whole hour', () => {
  const ages = [7_199_999, 7_200_000, 9_000_000, 10_799_999, 10_800_000];
  const files = ages.map((ms) =>
    entryOf(rentalFile({ created_at: new Date(NOW_MS - ms).toISOString() })),
  );

  expect([...findRows(parseQuery('age:2h'), tableOf(files), PARIS)]).toEqual([1, 2, 3]);
});

test('any page of any order is that part of the whole list sorted', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entries(100), { maxLength: 60, selector: ({ id }) => id }),
      fc.constantFrom(...SORTS),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 20 }),
      (files, sort, start, size) => {
        const rows = Uint32Array.from(files.keys());
        const page = sortedPage(tableOf(files), rows, sort, start, start + size);
        const sorted = files.toSorted((one, other) => follows(sort, one, other));
        expect(page).toEqual(sorted.slice(start, start + size));
        expect(files.toSorted(comparatorOf(sort))).toEqual(sorted);
      },
    ),
    { numRuns: 1_000 },
  );
});

const SCORES = [0, 1, 2, null, -0, -1, 0.1, -0.1, 700.5, 1e300, -1e300, 5e-324, -5e-324];

test('a long list is sorted as a whole, whether or not its table was made ready for it', () => {
  const files = Array.from({ length: 20_000 }, (_, index) => ({
    ...entryOf(
      RentalFile.parse({
        id: `file-${String((index * 7_919) % 20_000).padStart(5, '0')}`,
        created_at: new Date(NOW_MS - ((index * 104_729) % 20_011) * 1_000).toISOString(),
      }),
    ),
    score: SCORES[index % SCORES.length] ?? null,
  }));
  const rows = Uint32Array.from(files.keys());
  const prepared = tableOf(files);
  const steps = [...prepareOrders(prepared)];

  expect(steps.length).toBeGreaterThanOrEqual(5 * 5);
  for (const sort of SORTS) {
    const sorted = files.toSorted((one, other) => follows(sort, one, other));
    expect(sortedPage(tableOf(files), rows, sort, 0, 20_000)).toEqual(sorted);
    expect(sortedPage(prepared, rows, sort, 9_999, 10_001)).toEqual(sorted.slice(9_999, 10_001));
  }
});

test('without an order, pages follow the reading', () => {
  const files = ['b', 'a', 'c'].map((id) => entryOf(RentalFile.parse({ id })));

  const page = sortedPage(tableOf(files), Uint32Array.of(0, 1, 2), null, 1, 3);

  expect(page.map(({ id }) => id)).toEqual(['a', 'c']);
});

test('files without the value come last, whichever way the order goes', () => {
  const files = [
    { id: 'none' },
    { id: 'old', created_at: '2026-01-01', updated_at: '2026-11-02', score: 0 },
    { id: 'new', created_at: '2026-11-01', updated_at: '2026-11-01', score: 1 },
  ].map((file) => entryOf(RentalFile.parse(file)));
  const ids = (sort: (typeof SORTS)[number]) =>
    files.toSorted(comparatorOf(sort)).map(({ id }) => id);

  expect(ids('oldest')).toEqual(['old', 'new', 'none']);
  expect(ids('newest')).toEqual(['new', 'old', 'none']);
  expect(ids('updated')).toEqual(['old', 'new', 'none']);
  expect(ids('score')).toEqual(['new', 'old', 'none']);
});

test('a table with changes is the table of the changed files', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entries(100), { maxLength: 20, selector: ({ id }) => id }),
      fc.uniqueArray(entries(100), { maxLength: 8, selector: ({ id }) => id }),
      queries(phrases),
      fc.constantFrom(...SORTS),
      (before, changed, query, sort) => {
        const kept = before.map((entry) => changed.find(({ id }) => id === entry.id) ?? entry);
        const added = changed.filter(({ id }) => before.every((entry) => entry.id !== id));
        const whole = tableOf([...kept, ...added]);
        const base = tableOf(before);
        const steps = prepareOrders(base);
        while (!steps.next().done);
        const patched = tableWith(base, new Map(before.map(({ id }, row) => [id, row])), changed);

        expect(patched.entries).toEqual(whole.entries);
        expect(findRows(query, patched, PARIS)).toEqual(findRows(query, whole, PARIS));
        const rows = Uint32Array.from(patched.entries.keys());
        expect(sortRows(patched, rows, sort)).toEqual(sortRows(whole, rows, sort));
      },
    ),
  );
});

function isFound(query: Query, entry: Entry, asking: SearchContext): boolean {
  return findRows(query, tableOf([entry]), asking).length === 1;
}

function found(query: string, file: object, asking: Partial<SearchContext> = {}): boolean {
  const entry = entryOf(RentalFile.parse({ id: '1', ...file }));
  return isFound(parseQuery(query), entry, { ...PARIS, ...asking });
}

test.each([
  ['jean dupont', true],
  ['dupont jean', true],
  ['"dupont jean"', true],
  ['"jean dupont"', true],
  ['DUP', true],
  ['upont', false],
  ['oeuvre', true],
  ['"d\'oeuvre"', true],
  ['resi lilas', true],
  ['loc-2026', true],
  ['"2026 dupont"', false],
  ['dupont -martin', true],
  ['dupont -lilas', false],
  ['-martin -zoe', true],
  ['martin,dupont', true],
  ['martin dupont', false],
  ['applicant:lilas', false],
  ['property:lilas', true],
])('the words %s: %s', (query, expected) => {
  const file = {
    applicants: [{ first_name: 'Jéan', last_name: 'DUPONT' }, { last_name: 'D’Œuvre' }],
    product: { title: 'Résidence des Lilas', reference: 'LOC-2026/031' },
  };

  expect(found(query, file)).toBe(expected);
});

test.each([
  // It is Friday the 20th; Wednesday the 11th is a public holiday.
  ['age:=0bd', '2026-11-20T08:00:00Z', true],
  ['age:=1bd', '2026-11-19T23:30:00Z', false],
  ['age:=1bd', '2026-11-19T22:30:00Z', true],
  ['age:>3bd', '2026-11-17T09:00:00Z', false],
  ['age:>3bd', '2026-11-16T22:59:00Z', true],
  ['age:=5bd', '2026-11-13T09:00:00Z', true],
  ['age:=5bd', '2026-11-14T09:00:00Z', true],
  ['age:=7bd', '2026-11-10T09:00:00Z', true],
  ['age:=1d', '2026-11-18T23:00:00Z', true],
  ['age:>24h', '2026-11-19T08:30:00Z', false],
  ['age:>=24h', '2026-11-19T08:30:00Z', true],
  ['age:>2w', '2026-11-06T09:00:00Z', false],
  ['age:>2w', '2026-11-05T22:00:00Z', true],
  ['age:=1mo', '2026-10-20T09:00:00Z', true],
  // What is of a day to come has no age; later today it may be by a clock that is ahead.
  ['age:<1d', '2026-11-20T12:00:00Z', true],
  ['age:<1d', '2026-11-20T23:00:00Z', false],
  ['age:<=2h', '2026-11-21T09:00:00Z', false],
  ['age:>=0bd', '2026-11-21T09:00:00Z', false],
  ['age:=0bd', '2026-11-23T09:00:00Z', false],
  ['age:<3mo', '2027-01-01T09:00:00Z', false],
  ['-age:<1d', '2026-11-23T09:00:00Z', true],
  ['stale:<1d', '2026-11-23T09:00:00Z', false],
  ['created:2026-11', '2026-10-31T23:00:00Z', true],
  ['created:2026-11', '2026-11-30T23:00:00Z', false],
  ['created:2026', '2025-12-31T23:00:00Z', true],
  ['created:>2026-11-19', '2026-11-19T22:59:59Z', false],
  ['created:<=2026-11-19', '2026-11-19T22:59:59Z', true],
  ['age:>3000d', null, false],
  ['-age:>3000d', null, true],
])('asked on Friday in Paris, %s of a file created %s: %s', (query, created_at, expected) => {
  expect(found(query, { created_at })).toBe(expected);
});

test('completion is asked in percent, whatever the service counts to', () => {
  expect(found('completion:57', { completion_rate: 0.57 }, { completionMax: 1 })).toBe(true);
  expect(found('completion:>=58', { completion_rate: 0.57 }, { completionMax: 1 })).toBe(false);
  expect(found('completion:57', { completion_rate: 57 })).toBe(true);
  expect(found('completion:<1', { completion_rate: 0.57 })).toBe(true);
});

test('a file that was never changed has stood still since it was created', () => {
  expect(found('stale:>5d', { created_at: '2026-11-01T00:00:00Z' })).toBe(true);
  expect(
    found('stale:>5d', { created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-19T00:00:00Z' }),
  ).toBe(false);
});

test('a value that is new to us can be asked for as the service spells it', () => {
  expect(found('status:=ON_HOLD', { status: 'ON_HOLD' })).toBe(true);
  expect(found('status:=on_hold', { status: 'ON_HOLD' })).toBe(false);
});
