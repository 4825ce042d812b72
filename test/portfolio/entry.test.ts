import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createPool, entryOf } from '../../src/portfolio/entry.ts';
import { recordsIn, timesIn } from '../../src/portfolio/facts.ts';
import {
  APPLICANT,
  MORAL_GUARANTOR,
  PHOTO,
  PHYSICAL_GUARANTOR,
  PRODUCT,
  RENTAL_FILE,
  RentalFile,
} from '../../src/rental-api/schema/rental-file.ts';

const FILE = {
  id: 'file-1',
  status: 'COLLECT_STARTED',
  decision: 'READY',
  applicants_situation: 'SOLID_ROOMATES',
  created_at: '2026-11-20T08:30:00Z',
  score: 70.5,
  completion_rate: 0.8,
  tags: [{ tenant: 'agence', name: 'Très urgent' }],
  managers: ['anna@agence.fr'],
  applicants: [
    { first_name: 'Zoé', last_name: 'D’Œuvre', email: 'zoe@example.com', status: 'COLLECTED' },
    { last_name: 'Petit', is_guarantor: true },
  ],
  product: { title: 'Rue de la Paix', reference: 'LOC-12', category: 'house', rent_amount: 950 },
};

function read(file: object) {
  return RentalFile.parse(structuredClone(file));
}

test('an entry has what a list shows', () => {
  expect(entryOf(read(FILE))).toMatchObject({
    id: 'file-1',
    status: 'COLLECT_STARTED',
    decision: 'READY',
    situation: 'SOLID_ROOMATES',
    property: {
      title: 'Rue de la Paix',
      reference: 'LOC-12',
      category: 'house',
      rent: 950,
    },
    applicants: [
      {
        firstName: 'Zoé',
        lastName: 'D’Œuvre',
        status: 'COLLECTED',
        isGuarantor: false,
        score: null,
        completion: null,
      },
      {
        firstName: null,
        lastName: 'Petit',
        status: 'NEW',
        isGuarantor: true,
        score: null,
        completion: null,
      },
    ],
    managers: { names: ['anna@agence.fr'] },
    tags: { names: ['Très urgent'] },
    score: 70.5,
    completion: 0.8,
    createdMs: Date.parse('2026-11-20T08:30:00Z'),
    updatedMs: null,
    archivedMs: null,
  });
});

test('an entry keeps neither addresses nor telephone numbers', () => {
  expect(JSON.stringify(entryOf(read(FILE)))).not.toContain('zoe@example.com');
});

test('a file that has nothing but an id makes an entry', () => {
  expect(entryOf(read({ id: 'bare' }))).toMatchObject({
    property: { title: null, reference: null, category: null, rent: null },
    applicants: [],
  });
});

test('what repeats from file to file is held once', () => {
  const pool = createPool();
  const one = entryOf(read(FILE), pool);
  const other = entryOf(read({ ...FILE, id: 'file-2' }), pool);

  expect(other.property).toBe(one.property);
  expect(other.tags).toBe(one.tags);
  expect(other.managers).toBe(one.managers);
});

test('properties, tags and managers that differ in anything are not taken for one another', () => {
  const pool = createPool();
  const one = entryOf(read(FILE), pool);
  const rent = entryOf(read({ ...FILE, product: { ...FILE.product, rent_amount: 951 } }), pool);
  const tags = entryOf(read({ ...FILE, tags: [{ name: 'a,b' }] }), pool);
  const more = entryOf(read({ ...FILE, tags: [{ name: 'a' }, { name: 'b' }] }), pool);

  expect(rent.property).not.toBe(one.property);
  expect(rent.property.rent).toBe(951);
  expect(more.tags).not.toBe(tags.tags);
});

test('files share properties that are the same in everything, whatever else has their name', () => {
  const product = fc.record({
    reference: fc.constantFrom('LOC-1', 'LOC-2', null),
    title: fc.constantFrom('Studio', null),
    rent_amount: fc.constantFrom(700, 800, 900),
    description: fc.constantFrom('By the station', null),
    managers: fc.constantFrom([], ['anna'], ['anna', 'bob']),
  });
  // Several of one name in each reading, in another order.
  const namesake = fc.record({
    reference: fc.constant('LOC-1'),
    rent_amount: fc.constantFrom(1, 2),
  });
  const reading = fc.array(fc.oneof(product, namesake), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 3 }), (readings) => {
      let pool = createPool();
      for (const products of readings) {
        pool = createPool(pool);
        const files = products.map((each, index) => read({ id: `file-${index}`, product: each }));
        const pooled = files.map((file) => entryOf(file, pool).property);
        expect(pooled).toEqual(files.map((file) => entryOf(file).property));
        const distinct = new Set(pooled.map((property) => JSON.stringify(property)));
        expect(new Set(pooled).size).toBe(distinct.size);
      }
    }),
  );
});

/** What the service may send in some field, and what cannot be read in any. */
const SERVED = [
  true,
  false,
  7,
  -7,
  'house',
  'b7f1c2d3e4f5a6b7c8d9e0f1',
  '2026-11-20',
  '2026-11-20T08:30:00Z',
  ['anna'],
  { a: 1 },
  null,
  Number.NaN,
];

test.each([
  ['the file', RENTAL_FILE, (changed: object) => ({ ...FILE, ...changed })],
  ['its property', PRODUCT, (product: object) => withParts({ product })],
  ['its photo', PHOTO, (photo: object) => withParts({ product: { photo } })],
  ['an applicant', APPLICANT, (applicant: object) => withParts({ applicant })],
  [
    'a guarantor',
    PHYSICAL_GUARANTOR,
    (person: object) => withParts({ applicant: { physical_guarantors: [person] } }),
  ],
  [
    'an organisation',
    MORAL_GUARANTOR,
    (organisation: object) => withParts({ applicant: { moral_guarantor: organisation } }),
  ],
])(
  'files of one pool that differ in a single field of %s are each their own',
  (_, fields, make) => {
    for (const field of Object.keys(fields)) {
      const files = SERVED.map((value) => make({ [field]: value }))
        .map((file) => RentalFile.safeParse(file).data)
        .filter((file) => file !== undefined);
      let pool = createPool();
      // The second pool takes over what it knows from the first.
      for (const order of [files, files.toReversed()]) {
        for (const file of order) {
          expect([field, entryOf(file, pool)]).toEqual([field, entryOf(file)]);
        }
        pool = createPool(pool);
      }
    }
  },
);

/** The same file with other fields of its property and of its only applicant. */
function withParts({ product = {}, applicant = {} }) {
  return {
    ...FILE,
    applicants: [{ ...FILE.applicants[0], ...applicant }],
    product: { ...FILE.product, ...product },
  };
}

const uuid = fc.uuid();
const instant = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 2 ** 33 }),
    fc.constantFrom(-1, 1, 0xff_ff_ff_ff, 0x1_00_00_00_00),
  ),
);
const asked = fc.record({
  id: fc.oneof(
    { weight: 5, arbitrary: uuid },
    fc.constantFrom(
      null,
      'p',
      '9F2EB175-8B44-4F44-A775-8B902500EFBF',
      '9f2eb175+8b44+4f44+a775+8b902500efbf',
      'é'.repeat(36),
    ),
  ),
  created: instant,
  updated: instant,
  submitted: instant,
  validated: instant,
});

function text(seconds: number | null): string | null {
  return seconds === null
    ? null
    : Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();
}

test('ids and times of applicants come back as they were served, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 20 }), (people) => {
      const applicants = people.map((person) => ({
        id: person.id,
        created_at: text(person.created),
        updated_at: text(person.updated),
        form_submitted: text(person.submitted),
        pre_application_validated_at: text(person.validated),
      }));
      const { records } = entryOf(read({ id: 'a', applicants }));
      expect(recordsIn(records)).toEqual(people);
      expect(timesIn(records, 'submitted')).toEqual(people.map(({ submitted }) => submitted));
    }),
  );
});

test('records of applicants with UUIDs take 43 characters each', () => {
  const person = { id: '9f2eb175-8b44-4f44-a775-8b902500efbf', created_at: '2026-11-20T08:30:00Z' };
  expect(entryOf(read({ id: 'a', applicants: [person, person] })).records).toHaveLength(86);
});
