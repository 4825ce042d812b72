import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  APPLICANT,
  PRODUCT,
  RENTAL_FILE,
  RentalFile,
} from '../../../src/rental-api/schema/rental-file.ts';

const ID = '0b7c6d1e-6f2f-4e43-9a52-0d6c1f6f8a01';

test('a file that has nothing but an id takes the defaults of the specification', () => {
  expect(RentalFile.parse({ id: ID })).toMatchObject({
    id: ID,
    status: 'NEW',
    decision: 'PENDING',
    allow_user_engagement: true,
    is_pre_application: false,
    managers: [],
    applicants: [],
    tags: [],
    product: null,
    score: null,
    completion_rate: null,
  });
});

test('a property takes the defaults of the specification', () => {
  expect(RentalFile.parse({ id: ID, product: {} }).product).toMatchObject({
    available: true,
    mandate_type: 'management',
    fee_type: 'direct',
    incoming_requests: 0,
    furnished: false,
    is_pre_application: false,
    managers: [],
  });
});

test('a value that nobody knew of is kept as it came', () => {
  const file = RentalFile.parse({
    id: ID,
    status: 'ON_HOLD',
    decision: 'MAYBE',
    applicants_situation: 'SOLID_ROOMATES',
    applicants: [{ status: 'PAUSED' }],
  });

  expect(file).toMatchObject({ status: 'ON_HOLD', decision: 'MAYBE' });
  expect(file.applicants_situation).toBe('SOLID_ROOMATES');
  expect(file.applicants[0]?.status).toBe('PAUSED');
});

test.each([
  ['2024-05-01T10:00:00.123456', 1714557600123],
  ['2024-05-01T10:00:00Z', 1714557600000],
  ['2024-05-01T10:00:00.5+02:00', 1714550400500],
  ['2024-05-01 10:00:00+0200', 1714550400000],
  ['2024-05-01t10:00+02', 1714550400000],
  ['2024-05-01', 1714521600000],
  ['2024-13-01T10:00:00+00:00', null],
  ['1 May 2024', null],
  ['', null],
])('the time %j is read as %j, without an offset as UTC', (created_at, expected) => {
  expect(RentalFile.parse({ id: ID, created_at }).created_at).toBe(expected);
});

test.each([
  [{ rent_amount: 0 }, 0],
  [{ rent_amount: 950.5 }, 950.5],
  [{ rent_amount: '950.50' }, 950.5],
  [{ rent_amount: -1 }, null],
  [{ rent_amount: '-1' }, null],
  [{ rent_amount: '1e9' }, null],
])('an amount is a number of zero or more: %j', (product, expected) => {
  expect(RentalFile.parse({ id: ID, product }).product?.rent_amount).toBe(expected);
});

test('the id of a photo is 24 lowercase hexadecimals', () => {
  const photo = { size: 1, filename: 'a.jpg', content_type: 'image/jpeg' };
  const read = (_id: string) =>
    RentalFile.parse({ id: ID, product: { photo: { ...photo, _id } } }).product?.photo?._id;

  expect(read('0123456789abcdef01234567')).toBe('0123456789abcdef01234567');
  expect(read('0123456789ABCDEF01234567')).toBeNull();
  expect(read('0123')).toBeNull();
});

test('guarantors are read one level down, however deep they refer to each other', () => {
  let guarantor: object = { first_name: 'Last' };
  for (let depth = 0; depth < 5_000; depth += 1) {
    guarantor = { first_name: 'Inner', physical_guarantors: [guarantor] };
  }

  const [applicant] = RentalFile.parse({
    id: ID,
    applicants: [{ physical_guarantors: [guarantor] }],
  }).applicants;

  expect(applicant?.physical_guarantors).toHaveLength(1);
  expect(applicant?.physical_guarantors[0]?.first_name).toBe('Inner');
});

/** Any JSON in any of the fields of a schema, and in one that it does not know. */
function odd(shape: object): fc.Arbitrary<Record<string, fc.JsonValue>> {
  return fc.dictionary(fc.constantFrom(...Object.keys(shape), 'unheard_of'), fc.jsonValue());
}

test('no value in any field loses the file', () => {
  fc.assert(
    fc.property(odd(RENTAL_FILE), (values) => {
      expect(RentalFile.safeParse({ ...values, id: ID }).success).toBe(true);
    }),
  );
});

test('no value in any field of an applicant or a property loses the file', () => {
  fc.assert(
    fc.property(odd(APPLICANT), odd(PRODUCT), (person, property) => {
      const file = RentalFile.parse({ id: ID, applicants: [person], product: property });
      expect(file.applicants).toHaveLength(1);
      expect(file.product).not.toBeNull();
    }),
  );
});

test.each([
  [{}],
  [{ id: null }],
  [{ id: '' }],
  [{ id: 7 }],
  [{ id: 'x'.repeat(101) }],
  [{ id: 'a\0' }],
  [{ id: 'a\ud800' }],
  ['file'],
  [null],
  [[]],
])('a file without an id cannot be read: %j', (value) => {
  expect(RentalFile.safeParse(value).success).toBe(false);
});

test.each([
  [null, 'null'],
  [7, '7'],
  [true, 'true'],
  ['', '""'],
  [{ by: 'Anne' }, '{…}'],
  [['READY'], '[…]'],
])('a status of %j is not the default, nor any other known one', (garbled, kept) => {
  const file = RentalFile.parse({
    id: ID,
    status: garbled,
    decision: garbled,
    applicants: [{ status: garbled }],
  });

  expect(file).toMatchObject({ status: kept, decision: kept });
  expect(file.applicants[0]?.status).toBe(kept);
});

test('a value of another kind is neither taken for the default nor lost without a word', () => {
  const file = RentalFile.parse({
    id: ID,
    archived_at: 'yesterday',
    score: '1e9',
    is_pre_application: 'yes',
    tags: [{ tenant: 'agency' }, { name: 'Urgent' }],
    managers: 'anna@agence.fr',
    applicants: [{ birth_date: '1990-02-31', is_guarantor: 1 }, 'somebody'],
    product: { rent_amount: -1, available: 'no', availability: 'soon', incoming_requests: 1.5 },
  });

  expect(file).toMatchObject({ archived_at: null, score: null, is_pre_application: null });
  expect(file.product).toMatchObject({ rent_amount: null, available: null, availability: null });
  expect(file.unreadableFields.toSorted()).toEqual([
    'applicants',
    'applicants.birth_date',
    'applicants.is_guarantor',
    'archived_at',
    'is_pre_application',
    'managers',
    'product.availability',
    'product.available',
    'product.incoming_requests',
    'product.rent_amount',
    'score',
    'tags',
  ]);
});

test('null is nothing given: neither a default nor a value that could not be read', () => {
  const file = RentalFile.parse({
    ...Object.fromEntries(Object.keys(RENTAL_FILE).map((name) => [name, null])),
    id: ID,
    product: Object.fromEntries(Object.keys(PRODUCT).map((name) => [name, null])),
  });

  expect(file).toMatchObject({ allow_user_engagement: null, applicants: [], unreadable: [] });
  expect(file.product).toMatchObject({ available: null, furnished: null, unreadable: [] });
});

/** Reads a file of so many applicants and twice as many guarantors; gives the processor time it took. */
function timeToRead(applicants: number): number {
  const guarantors = Array.from({ length: 2 * applicants }, (_, number) => `guarantor ${number}`);
  const served = {
    id: ID,
    applicants: [
      ...Array.from({ length: applicants }, () => ({})),
      { physical_guarantors: guarantors },
    ],
  };
  const before = process.threadCpuUsage();
  const { people } = RentalFile.parse(served);
  const { user, system } = process.threadCpuUsage(before);
  expect(people.furtherGuarantors).toHaveLength(2 * applicants);
  return user + system;
}

test('thousands of guarantors are told from applicants without comparing each with each', () => {
  const few = Math.min(timeToRead(5_000), timeToRead(5_000), timeToRead(5_000));
  // Four times as many take four times as long, or sixteen times where each is compared.
  expect(Math.min(timeToRead(20_000), timeToRead(20_000)) / few).toBeLessThan(9);
});

/** A guarantor of any shape, and the id by which they are known, if any. */
const guarantor = fc.oneof(
  fc.constantFrom('anne', 'bob', 'carl').map((id) => ({ item: id, id })),
  fc.constantFrom('anne', 'bob', 'carl').map((id) => ({ item: { id, name: 'Other' }, id })),
  fc.constant({ item: { first_name: 'Zoé' }, id: null }),
  fc.constantFrom(null, 7, true, [], {}).map((item) => ({ item, id: null })),
);
const candidate = fc.record({
  id: fc.constantFrom('anne', 'dora', 'emil'),
  is_guarantor: fc.boolean(),
  guarantors: fc.array(guarantor, { maxLength: 4 }),
  hasOrganisation: fc.boolean(),
});

test('everybody is counted once, whatever the shape of the guarantors', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(candidate, { maxLength: 3, selector: ({ id }) => id }),
      (candidates) => {
        const file = RentalFile.parse({
          id: ID,
          applicants: candidates.map(({ id, guarantors, hasOrganisation, ...applicant }) => ({
            ...applicant,
            id,
            physical_guarantors: guarantors.map(({ item }) => item),
            moral_guarantor: hasOrganisation ? {} : null,
          })),
        });
        const { people } = file;
        const all = candidates.flatMap(({ guarantors }) => guarantors);
        const nameless = all.filter(({ id }) => id === null).length;
        const ids = new Set([...candidates, ...all].map(({ id }) => id));
        ids.delete(null);
        const { applicants, listedGuarantors, furtherGuarantors, organisations } = people;

        expect(applicants.length + listedGuarantors.length).toBe(candidates.length);
        expect(furtherGuarantors).toHaveLength(ids.size - candidates.length + nameless);
        expect(organisations).toBe(candidates.filter((each) => each.hasOrganisation).length);
      },
    ),
  );
});
