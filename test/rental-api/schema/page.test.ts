import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RentalError } from '../../../src/rental-api/errors.ts';
import { parsePage, readFiles } from '../../../src/rental-api/schema/page.ts';
import { RentalFile } from '../../../src/rental-api/schema/rental-file.ts';

const FILE = { id: '0b7c6d1e-6f2f-4e43-9a52-0d6c1f6f8a01', status: 'OPEN', decision: 'READY' };

/** A body as the client reads it. */
async function readPage(body: unknown) {
  const { items, ...page } = parsePage(body);
  return { ...(await readFiles(items)), ...page };
}

test('a page gives its files, its count and its next link', async () => {
  const body = { count: 240, next: '?offset=100', previous: null, results: [FILE] };

  expect(await readPage(body)).toEqual({
    files: [RentalFile.parse(FILE)],
    skipped: 0,
    unknownValues: 0,
    count: 240,
    next: '?offset=100',
  });
});

test('a page with nothing but results is the last one', async () => {
  expect(await readPage({ results: [] })).toEqual({
    files: [],
    skipped: 0,
    unknownValues: 0,
    count: 0,
    next: null,
  });
});

test.each([[null], [-1], ['240'], [1.5]])('a count of %j is read as none', async (count) => {
  expect((await readPage({ count, results: [] })).count).toBe(0);
});

test('files that cannot be read are counted and lose no other', async () => {
  const page = await readPage({ results: [{}, FILE, null, 'file', { ...FILE, id: 'b' }] });

  expect(page.files.map(({ id }) => id)).toEqual([FILE.id, 'b']);
  expect(page.skipped).toBe(3);
});

test('values that nobody knows yet are kept and counted', async () => {
  const page = await readPage({
    results: [
      {
        ...FILE,
        status: 'ON_HOLD',
        decision: 'MAYBE',
        applicants_situation: 'FAMILY',
        applicants: [
          { status: 'PAUSED', physical_guarantors: [{ status: 'ASLEEP' }, { status: 'NEW' }] },
          { status: 'COLLECT_STARTED' },
        ],
      },
      { ...FILE, applicants_situation: 'SOLID_ROOMATES' },
    ],
  });

  expect(page.unknownValues).toBe(5);
  expect(page.files[0]).toMatchObject({ status: 'ON_HOLD', decision: 'MAYBE' });
});

test.each([
  ['results', {}],
  ['results', { results: null }],
  ['results', { results: {} }],
  ['next', { results: [], next: 2 }],
  ['next', { results: [], next: ['?offset=1'] }],
  ['body', []],
  ['body', null],
  ['body', 'page'],
])('what is no page is told by its field: %s', (field, body) => {
  expect(() => parsePage(body)).toThrow(
    `GET rental files page failed: unexpected ${field} (rental_unreadable)`,
  );
});

test('every item of any page is read or counted as skipped', async () => {
  const file = fc.record({ id: fc.string(), status: fc.jsonValue(), applicants: fc.jsonValue() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(file, fc.jsonValue())),
      fc.jsonValue(),
      async (results, count) => {
        const page = await readPage({ results, count });
        expect(page.files.length + page.skipped).toBe(results.length);
        expect(page.files.every(({ id }) => id !== '')).toBe(true);
      },
    ),
  );
});

test('others have their turn while a large page is read', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });

  const page = await readPage({ results: Array.from({ length: 1_000 }, () => FILE) });
  clearImmediate(next);

  expect(page.files).toHaveLength(1_000);
  expect(turns).toBeGreaterThan(5);
});

test('any JSON that is no page is only said to be unreadable', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(() => parsePage({ results: body, next: 7 })).toThrow(RentalError);
      expect(() => parsePage([body])).toThrow(RentalError);
    }),
  );
});
