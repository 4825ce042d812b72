import * as fc from 'fast-check';

import { type Entry, entryOf } from '../../../src/portfolio/entry.ts';
import { RentalFile } from '../../../src/rental-api/schema/rental-file.ts';

/** A Friday morning in Paris, a fortnight after the clocks went back in New York. */
export const NOW_MS = Date.parse('2026-11-20T08:30:00Z');
const DAY_MS = 86_400_000;

/** Few words, so that what is asked for is often there. */
export const WORDS = [
  'jean',
  'jeanne',
  'dupont',
  'rue',
  'paix',
  't2',
  'a',
  'loc',
  'anna',
  'urgent',
  'etudiants',
  'students',
  'meuble',
  'couple',
  'castle',
];
const SPOKEN = [
  ...WORDS,
  'Jean-Luc',
  'DUPONT',
  'D’Œuvre',
  'Zoé',
  'Rue de la Paix',
  'LOC-12',
  'loc12',
];

const text = fc.option(
  fc.array(fc.constantFrom(...SPOKEN), { maxLength: 3 }).map((words) => words.join(' ')),
);
const time = fc.option(
  fc
    .oneof(
      fc.integer({ min: -45 * DAY_MS, max: 2 * DAY_MS }),
      fc.integer({ min: -800 * DAY_MS, max: 2 * DAY_MS }),
    )
    .map((ago) => new Date(NOW_MS + ago).toISOString()),
);
const score = fc.option(fc.constantFrom(0, 12.5, 50, 70, 70.01, 100));

const amount = fc.option(fc.constantFrom(0, 20, 50.25, 99.99, 900));
const personId = fc.option(
  fc.constantFrom(
    'p1',
    'p2',
    'p3',
    '9f2eb175-8b44-4f44-a775-8b902500efbf',
    '00ffb175-0b44-4f44-a775-8b9025000000',
  ),
);
const applicant = fc.record({
  id: personId,
  first_name: text,
  last_name: text,
  status: fc.constantFrom('NEW', 'COLLECT_STARTED', 'CLOSED', 'ON_HOLD'),
  score,
  completion_rate: fc.option(fc.constantFrom(0, 0.5, 1)),
  email: fc.constantFrom('a@b.example', '', null),
  phone: fc.constantFrom('+33123456789', null),
  birth_date: fc.constantFrom('1990-01-31', null),
  form_submitted: time,
  created_at: time,
  updated_at: time,
  is_pre_application: fc.boolean(),
  pre_application_validated_at: time,
  meta: fc.constantFrom({}, { a: 1 }, null),
  is_guarantor: fc.boolean(),
  profile: fc.constantFrom('Étudiant', 'Salarié en CDI', 'jean', '', null),
  physical_guarantors: fc.array(fc.record({ id: personId, first_name: text, last_name: text }), {
    maxLength: 2,
  }),
  moral_guarantor: fc.option(
    fc.record({
      type: fc.constantFrom('visale', 'bank', 'jean', null),
      created_at: time,
      updated_at: time,
      file_path: fc.constantFrom('a.pdf', '', null),
      meta: fc.constantFrom({}, [1], ''),
    }),
  ),
});

const files = new WeakMap<Entry, RentalFile>();

/** The file as served that an entry was made of. */
export function fileOf(entry: Entry): RentalFile {
  const file = files.get(entry);
  if (file === undefined) throw new RangeError('the entry is not one of `entries`');
  return file;
}

/** Entries of a service that counts completion to `completionMax`. Ids are not all different. */
export function entries(completionMax: 1 | 100): fc.Arbitrary<Entry> {
  return fc
    .record({
      id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
      allow_user_engagement: fc.boolean(),
      is_pre_application: fc.boolean(),
      under_insurance: fc.option(fc.boolean()),
      status: fc.constantFrom('NEW', 'OPEN', 'PROCESSING', 'COLLECTED', 'CLOSED', 'ON_HOLD'),
      decision: fc.constantFrom('PENDING', 'READY', 'ACCEPTED', 'REJECTED'),
      applicants_situation: fc.constantFrom('SINGLE', 'COUPLE', 'ROOMATES', null),
      archived_at: time,
      pre_application_validated_at: time,
      meta: fc.constantFrom({}, { a: null }, [], 'x', null),
      created_at: time,
      updated_at: time,
      score,
      completion_rate: score.map((value) =>
        value === null ? null : Math.min(value, 100) / (100 / completionMax),
      ),
      tags: fc.array(
        fc.record({ name: fc.constantFrom(...SPOKEN), tenant: fc.constantFrom('t1', 'T2', null) }),
        { maxLength: 2 },
      ),
      managers: fc.array(fc.constantFrom('anna@agence.fr', 'Jean Petit'), { maxLength: 2 }),
      applicants: fc.array(applicant, { maxLength: 3 }),
      product_id: fc.constantFrom('p1', 'P2', 'jean', null),
      product: fc.option(
        fc.record({
          _id: fc.constantFrom('p1', 'P2-a', 'p2', null),
          achived_at: time,
          tenant: fc.constantFrom('t1', 't3', null),
          created_at: time,
          updated_at: time,
          is_pre_application: fc.boolean(),
          pre_application_validated_at: time,
          meta: fc.constantFrom({}, { a: 1 }),
          under_insurance: fc.option(fc.boolean()),
          disable_spontaneous_applications: fc.option(fc.boolean()),
          title: text,
          description: text,
          reference: text,
          category: fc.constantFrom('house', 'apartment', 'castle', null),
          mandate_type: fc.constantFrom('management', 'sales', 'lease'),
          fee_type: fc.constantFrom('direct', 'reverse'),
          available: fc.boolean(),
          availability: fc.constantFrom(null, '2025-12-31', '2026-11-20', '2027-02-01'),
          exclusivity: fc.option(fc.boolean()),
          furnished: fc.boolean(),
          unpaid_rent_insurance: fc.option(fc.boolean()),
          photo: fc.option(
            fc.record({
              _id: fc.constantFrom('0123456789abcdef01234589', null),
              path: fc.constantFrom('/a.jpg', '', null),
              favorite: fc.boolean(),
              size: fc.constant(1),
              filename: fc.constant('a.jpg'),
              content_type: fc.constant('image/jpeg'),
            }),
          ),
          incoming_requests: fc.integer({ min: 0, max: 99 }),
          managers: fc.array(fc.constantFrom('urgent@agence.fr', 'Zoé Petit'), { maxLength: 2 }),
          rent_amount: amount,
          monthly_charges: amount,
          warranty_amount: amount,
          price: amount,
          fee: fc.option(fc.constantFrom(-1, 0, 20, 50.25)),
          agency_fees: amount,
        }),
      ),
    })
    .map((fields) => {
      const file = RentalFile.parse(fields);
      const entry = entryOf(file);
      files.set(entry, file);
      return entry;
    });
}
