import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';

import { dateTime } from '../../../../src/playground/rental-service/data/dates.ts';
import { generateFiles } from '../../../../src/playground/rental-service/data/files.ts';
import { ODDITIES } from '../../../../src/playground/rental-service/data/odd-files.ts';
import {
  APPLICANT_STATUSES,
  CATEGORIES,
  DECISIONS,
  FILE_STATUSES,
  SITUATIONS,
  type WireApplicant,
  type WireFile,
} from '../../../../src/playground/rental-service/files-api/schema.ts';
import { NOW_MS } from '../operator.ts';
import { COUNT, epochMs, FILES, inEveryPortfolio, isOdd } from '../portfolios.ts';
import { Applicant, ListRentalFile, Product } from '../specification.ts';

const DAY_MS = 86_400_000;

function people(file: WireFile): readonly WireApplicant[] {
  return file.applicants.flatMap((person) => [person, ...person.physical_guarantors]);
}

test('the same seed and time give the same files, another seed others', () => {
  const again = generateFiles({ count: COUNT, seed: 1, nowMs: NOW_MS });
  const other = generateFiles({ count: COUNT, seed: 2, nowMs: NOW_MS });

  expect(again).toEqual(FILES);
  expect(other.map(({ id }) => id)).not.toEqual(FILES.map(({ id }) => id));
});

test('there are as many files as asked for, each with an id of its own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), (count) => {
      const files = generateFiles({ count, seed: 5, nowMs: NOW_MS });
      expect(new Set(files.map(({ id }) => id)).size).toBe(count);
    }),
    { numRuns: 20, examples: [[0], [1], [99], [100]] },
  );
});

test('every file has every field of the specification, in its type, and no other', () => {
  inEveryPortfolio((files) => {
    for (const file of files) expect(ListRentalFile.parse(file)).toEqual(file);
  });
});

test('every value of every enumeration occurs, and the two unknown ones once each', () => {
  inEveryPortfolio((files) => {
    const values = (of: (file: WireFile) => unknown) => new Set(files.map(of));
    const products = files.map(({ product }) => product);

    expect(values(({ status }) => status)).toEqual(new Set([...FILE_STATUSES, 'ON_HOLD']));
    expect(values(({ decision }) => decision)).toEqual(new Set([...DECISIONS, 'WAITLISTED']));
    expect(values((file) => file.applicants_situation)).toEqual(new Set([...SITUATIONS, null]));
    expect(new Set(files.flatMap(people).map(({ status }) => status))).toEqual(
      new Set(APPLICANT_STATUSES),
    );
    expect(new Set(products.map((product) => product?.category ?? null))).toEqual(
      new Set([...CATEGORIES, null]),
    );
    expect(new Set(products.map((product) => product?.mandate_type))).toEqual(
      new Set(['management', 'sales', undefined]),
    );
    for (const unknown of ['ON_HOLD', 'WAITLISTED']) {
      expect(
        files.filter(({ status, decision }) => [status, decision].includes(unknown)),
      ).toHaveLength(1);
    }
  });
});

test('the two kinds of fee occur where there are sales', () => {
  const sales = generateFiles({ count: 3_000, seed: 1, nowMs: NOW_MS }).filter(
    ({ product }) => product?.mandate_type === 'sales',
  );

  expect(new Set(sales.map(({ product }) => product?.fee_type))).toEqual(
    new Set(['direct', 'reverse']),
  );
});

test('each odd file is there once, and a small portfolio has none', () => {
  const names = FILES.filter(isOdd).map(({ meta }) => meta['oddity']);

  expect(names).toEqual(Object.keys(ODDITIES));
  expect(generateFiles({ count: 99, seed: 1, nowMs: NOW_MS }).some(isOdd)).toBe(false);
});

test.each<[string, z.ZodObject, readonly object[]]>([
  ['a file', ListRentalFile, FILES],
  ['a property', Product, FILES.flatMap(({ product }) => product ?? [])],
  ['an applicant', Applicant, FILES.flatMap(({ applicants }) => applicants)],
])(
  'every field of %s is filled in somewhere, and null somewhere if it may be',
  (_, { shape }, items) => {
    const entries = items.flatMap((item) => Object.entries(item));
    const fields = (isNull: boolean) =>
      new Set(entries.filter(([, value]) => (value === null) === isNull).map(([name]) => name));
    const nullable = Object.keys(shape).filter((name) => shape[name]?.safeParse(null).success);

    expect(fields(false)).toEqual(new Set(Object.keys(shape)));
    expect(fields(true)).toEqual(new Set(nullable));
  },
);

test('times are written with Z, with an offset, and without one to the microsecond', () => {
  const times = FILES.map(({ created_at }) => created_at).filter((time) => time !== null);

  for (const spelling of [/:\d\dZ$/, /\.\d{3}\+00:00$/, /\.\d{6}$/]) {
    expect(times.filter((time) => spelling.test(time)).length).toBeGreaterThan(20);
  }
});

test('nothing is changed before it is created, nor later than now', () => {
  inEveryPortfolio((files) => {
    for (const item of files.flatMap((file) => [file, file.product ?? [], people(file)].flat())) {
      const createdMs = epochMs(item.created_at ?? dateTime(NOW_MS));
      const updatedMs = epochMs(item.updated_at ?? dateTime(NOW_MS));
      expect(createdMs).toBeLessThanOrEqual(updatedMs);
      expect(updatedMs).toBeLessThanOrEqual(NOW_MS);
    }
  });
});

test('the oldest files are months old, the newest of today, and newer ones come first', () => {
  inEveryPortfolio((files) => {
    const ages = files.flatMap(({ created_at }) =>
      created_at === null ? [] : [NOW_MS - epochMs(created_at)],
    );

    expect(Math.max(...ages) / DAY_MS).toBeGreaterThan(45);
    expect(Math.max(...ages) / DAY_MS).toBeLessThan(91);
    expect(Math.min(...ages) / DAY_MS).toBeLessThan(0.5);
    // One spelling cuts to the second, so neighbours may seem to have changed places.
    expect(ages.every((age, index) => age > (ages[index - 1] ?? 0) - 1_000)).toBe(true);
  });
});
