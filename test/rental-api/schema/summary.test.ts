import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { readFiles, readSummaries, summaryOf } from '../../../src/rental-api/schema/page.ts';
import {
  APPLICANT,
  PRODUCT,
  RENTAL_FILE,
  RentalFile,
} from '../../../src/rental-api/schema/rental-file.ts';

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

const person = fieldsOf(APPLICANT, {
  physical_guarantors: listOf(fieldsOf(APPLICANT, {})),
});
const file = fieldsOf(RENTAL_FILE, {
  id: fc.oneof(
    fc.string({ maxLength: 102 }),
    fc.constantFrom('a', 'x'.repeat(100), 'a\0', '\ud800b', 'a\n'),
    value,
  ),
  tags: listOf(fc.record({ tenant: value, name: value }, { requiredKeys: [] })),
  managers: listOf(fc.string()),
  applicants: listOf(person),
  product: fc.oneof(fieldsOf(PRODUCT, {}), value),
});

const SUMMED_FILE = [
  'id',
  'product_id',
  'status',
  'decision',
  'applicants_situation',
  'created_at',
  'updated_at',
  'archived_at',
  'score',
  'completion_rate',
  'tags',
  'managers',
  'allow_user_engagement',
  'is_pre_application',
  'under_insurance',
] as const;
const SUMMED_APPLICANT = [
  'id',
  'first_name',
  'last_name',
  'birth_date',
  'email',
  'phone',
  'form_submitted',
  'profile',
  'status',
  'is_guarantor',
  'completion_rate',
] as const;
const SUMMED_GUARANTOR = ['id', 'first_name', 'last_name', 'status', 'completion_rate'] as const;
const SUMMED_PRODUCT = [
  'category',
  'title',
  'description',
  'reference',
  'available',
  'availability',
  'exclusivity',
  'managers',
  'mandate_type',
  'price',
  'fee',
  'fee_type',
  'incoming_requests',
  'rent_amount',
  'monthly_charges',
  'furnished',
  'warranty_amount',
  'agency_fees',
  'unpaid_rent_insurance',
] as const;

/** What a summary has of a file that was read in full. */
function summed(read: RentalFile) {
  return {
    ...picked(read, SUMMED_FILE, ['applicants', 'product']),
    applicants: read.applicants.map((applicant) => ({
      ...picked(applicant, SUMMED_APPLICANT, ['moral_guarantor', 'physical_guarantors']),
      moral_guarantor: applicant.moral_guarantor && picked(applicant.moral_guarantor, ['type']),
      physical_guarantors: applicant.physical_guarantors.map((each) =>
        picked(each, SUMMED_GUARANTOR),
      ),
    })),
    product: read.product && {
      ...picked(read.product, SUMMED_PRODUCT, ['photo']),
      photo: read.product.photo === null ? null : {},
    },
  };
}

/** Some fields of an object, and those of them and of `more` that could not be read. */
function picked<Whole extends { readonly unreadable: readonly string[] }>(
  whole: Whole,
  keys: readonly (keyof Whole & string)[],
  more: readonly string[] = [],
) {
  const known: readonly string[] = [...keys, ...more];
  return {
    ...Object.fromEntries(keys.map((key) => [key, whole[key]])),
    unreadable: expect.toSatisfy((names: readonly string[]) => {
      const wanted = whole.unreadable.filter((name) => known.includes(name));
      return names.toSorted().join() === wanted.toSorted().join();
    }),
  };
}

test('a summary tells of any file what reading it in full tells', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: file }, value), (item) => {
      const { data } = RentalFile.safeParse(item);
      expect(summaryOf(item)).toEqual(data === undefined ? null : summed(data));
    }),
    { numRuns: 300 },
  );
});

test('summaries of a page skip and count what files of it skip and count', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(file, value)), async (items) => {
      const { files, skipped } = await readFiles(items);
      expect(await readSummaries(items)).toMatchObject({ files: files.map(summed), skipped });
    }),
  );
});
