import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { readFiles, readSummaries } from '../../../src/rental-api/schema/page.ts';
import { Applicant, Product, RentalFile } from '../../../src/rental-api/schema/rental-file.ts';
import { summaryOf } from '../../../src/rental-api/schema/summary.ts';

/** Values that are right, nearly right, and anything but. */
const value = fc.oneof(
  fc.constantFrom(
    'NEW',
    'ON_HOLD',
    '',
    null,
    true,
    false,
    0,
    -1,
    12.5,
    Infinity,
    '12.50',
    '-3',
    [],
  ),
  fc.constantFrom('2026-11-20T08:30:00Z', '2026-11-20 08:30', '2026-02-30T00:00:00Z', 'tomorrow'),
  fc.jsonValue(),
);

function fieldsOf(shape: object, more: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  const fields = Object.fromEntries(Object.keys(shape).map((key) => [key, value]));
  return fc.record({ ...fields, ...more }, { requiredKeys: [] });
}

function listOf(item: fc.Arbitrary<unknown>) {
  return fc.oneof({ weight: 4, arbitrary: fc.array(fc.oneof(item, value)) }, value);
}

const person = fieldsOf(Applicant.shape, {
  physical_guarantors: listOf(fieldsOf(Applicant.shape, {})),
});
const file = fieldsOf(RentalFile.shape, {
  id: fc.oneof(
    fc.string({ maxLength: 102 }),
    fc.constantFrom('a', 'x'.repeat(100), 'a\0', '\ud800b', 'a\n'),
    value,
  ),
  tags: listOf(fc.record({ tenant: value, name: value }, { requiredKeys: [] })),
  managers: listOf(fc.string()),
  applicants: listOf(person),
  product: fc.oneof(fieldsOf(Product.shape, {}), value),
});

const APPLICANT = ['first_name', 'last_name', 'status', 'is_guarantor'] as const;
const PRODUCT = ['title', 'reference', 'category', 'rent_amount'] as const;
const FILE = [
  'id',
  'status',
  'decision',
  'applicants_situation',
  'created_at',
  'updated_at',
  'archived_at',
  'score',
  'completion_rate',
  'managers',
] as const;

/** What a summary has of a file that was read in full. */
function summed(read: RentalFile) {
  return {
    ...picked(read, FILE),
    tags: read.tags.map((tag) => picked(tag, ['name'])),
    applicants: read.applicants.map((applicant) => ({
      ...picked(applicant, APPLICANT),
      physical_guarantors: applicant.physical_guarantors.map((each) => picked(each, ['status'])),
    })),
    product: read.product && picked(read.product, PRODUCT),
  };
}

function picked<Whole extends object>(whole: Whole, keys: readonly (keyof Whole)[]) {
  return Object.fromEntries(keys.map((key) => [key, whole[key]]));
}

test('a summary tells of any file what reading it in full tells', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: file }, value), (item) => {
      const { data } = RentalFile.safeParse(item);
      expect(summaryOf(item)).toEqual(data === undefined ? null : summed(data));
    }),
    { numRuns: 1_000 },
  );
});

test('summaries of a page skip and count what files of it skip and count', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(file, value)), async (items) => {
      const { files, ...counted } = await readFiles(items);
      expect(await readSummaries(items)).toEqual({ files: files.map(summed), ...counted });
    }),
  );
});
