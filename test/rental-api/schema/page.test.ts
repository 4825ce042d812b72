import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  APPLICANT_STATUSES,
  CATEGORIES,
  DECISIONS,
  FILE_STATUSES,
  SITUATIONS,
} from '../../../src/playground/rental-service/files-api/schema.ts';
import { RentalError } from '../../../src/rental-api/errors.ts';
import {
  parsePage,
  readFiles,
  readSummaries,
  summaryOf,
} from '../../../src/rental-api/schema/page.ts';
import {
  RentalFile,
  APPLICANT,
  PRODUCT,
  RENTAL_FILE,
} from '../../../src/rental-api/schema/rental-file.ts';

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

test('no value that the specification lists is counted as unknown', async () => {
  const listed = { status: FILE_STATUSES, decision: DECISIONS, applicants_situation: SITUATIONS };
  const results = [
    ...Object.entries(listed).flatMap(([field, values]) =>
      values.map((value) => ({ ...FILE, [field]: value })),
    ),
    ...APPLICANT_STATUSES.map((status) => ({
      ...FILE,
      applicants: [{ status, physical_guarantors: [{ status }] }],
    })),
    ...CATEGORIES.map((category) => ({ ...FILE, product: { category } })),
    ...['management', 'sales'].map((mandate_type) => ({ ...FILE, product: { mandate_type } })),
    ...['direct', 'reverse'].map((fee_type) => ({ ...FILE, product: { fee_type } })),
  ];
  const page = await readPage({ results });

  expect([page.files.length, page.unknownValues]).toEqual([results.length, 0]);
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
      { ...FILE, product: { category: 'castle', mandate_type: 'lease', fee_type: 'odd' } },
      { ...FILE, product: { mandate_type: {}, fee_type: null } },
    ],
  });

  // Null is not given, which is no unknown value.
  expect(page.unknownValues).toBe(9);
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
  'pre_application_validated_at',
  'under_insurance',
  'meta',
] as const;
const SUMMED_APPLICANT = [
  'id',
  'created_at',
  'updated_at',
  'meta',
  'is_pre_application',
  'pre_application_validated_at',
  'first_name',
  'last_name',
  'birth_date',
  'email',
  'phone',
  'form_submitted',
  'score',
  'profile',
  'status',
  'is_guarantor',
  'completion_rate',
] as const;
const SUMMED_GUARANTOR = ['id', 'first_name', 'last_name', 'status', 'completion_rate'] as const;
const SUMMED_PRODUCT = [
  '_id',
  'tenant',
  'created_at',
  'updated_at',
  'meta',
  'is_pre_application',
  'pre_application_validated_at',
  'achived_at',
  'under_insurance',
  'disable_spontaneous_applications',
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
      ...picked(applicant, SUMMED_APPLICANT, ['physical_guarantors', 'moral_guarantor']),
      moral_guarantor: applicant.moral_guarantor,
      physical_guarantors: applicant.physical_guarantors.map((each) =>
        picked(each, SUMMED_GUARANTOR),
      ),
    })),
    product: read.product && {
      ...picked(read.product, SUMMED_PRODUCT, ['photo']),
      photo: read.product.photo && picked(read.product.photo, ['_id', 'path', 'favorite']),
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
