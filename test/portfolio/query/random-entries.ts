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

/** Entries of a service that counts completion to `completionMax`. Ids are not all different. */
export function entries(completionMax: 1 | 100): fc.Arbitrary<Entry> {
  return fc
    .record({
      id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
      status: fc.constantFrom('NEW', 'OPEN', 'PROCESSING', 'CLOSED', 'ON_HOLD'),
      decision: fc.constantFrom('PENDING', 'READY', 'ACCEPTED', 'REJECTED'),
      applicants_situation: fc.constantFrom('SINGLE', 'COUPLE', 'ROOMATES', null),
      archived_at: time,
      created_at: time,
      updated_at: time,
      score,
      completion_rate: score.map((value) =>
        value === null ? null : Math.min(value, 100) / (100 / completionMax),
      ),
      tags: fc.array(fc.record({ name: fc.constantFrom(...SPOKEN) }), { maxLength: 2 }),
      managers: fc.array(fc.constantFrom('anna@agence.fr', 'Jean Petit'), { maxLength: 2 }),
      applicants: fc.array(fc.record({ first_name: text, last_name: text }), { maxLength: 3 }),
      product: fc.option(
        fc.record({
          title: text,
          reference: text,
          category: fc.constantFrom('house', 'apartment', null),
          rent_amount: fc.option(fc.constantFrom(0, 20, 50.25, 99.99, 900)),
        }),
      ),
    })
    .map((file) => entryOf(RentalFile.parse(file)));
}
