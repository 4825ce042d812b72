import * as fc from 'fast-check';

import { fold } from '../../../src/lib/text.ts';
import { ALL_PARTS } from '../../../src/portfolio/query/keys/parts.ts';
import {
  type Age,
  type Comparison,
  type Condition,
  type KeyOf,
  type Query,
  SORTS,
  UNITS_MAX,
  type Unit,
  keysOfKind,
} from '../../../src/portfolio/query/query.ts';
import {
  APPLICANT_STATUSES,
  CATEGORIES,
  DECISIONS,
  FILE_STATUSES,
  SITUATIONS,
} from '../../../src/rental-api/schema/fields.ts';

/** Any text that can be asked for, as a query holds it: plain, in NFC, with single spaces. */
const anyText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) =>
    text
      .replace(/["“”„«»\p{Cc}]/gu, ' ')
      .toWellFormed()
      .normalize('NFC')
      .split(/\s+/u)
      .filter(Boolean)
      .join(' '),
  )
  .filter((text) => fold(text) !== '');

const number = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);

const unit = fc.constantFrom<Unit>('h', 'd', 'bd', 'w', 'mo');
const age = unit.chain((name) =>
  fc
    .integer({ min: 0, max: Math.min(30, UNITS_MAX[name]) })
    .map((count) => ({ count, unit: name })),
);
const ageRange = fc
  .tuple(age, fc.integer({ min: 0, max: 30 }))
  .map(([from, more]): Comparison<Age> => ({
    is: '..',
    from,
    to: { unit: from.unit, count: from.count + more },
  }));

const day = fc
  .tuple(
    fc.integer({ min: 2025, max: 2027 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([year, month, date, given]) =>
    [year, month, date]
      .slice(0, given)
      .map((part) => String(part).padStart(2, '0'))
      .join('-'),
  );
const dayRange = fc
  .tuple(day, day)
  .map(([one, other]): Comparison<string> =>
    one.slice(0, 4) <= other.slice(0, 4)
      ? { is: '..', from: one.slice(0, 4), to: other }
      : { is: '..', from: other.slice(0, 4), to: one },
  )
  .filter((range) => range.is === '..' && range.from <= range.to);

function compared<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Comparison<Value>> {
  return fc.record({ is: fc.constantFrom('>', '>=', '<', '<=', '='), value });
}

const numberRange = fc.tuple(number, number).map(([one, other]): Comparison<number> => ({
  is: '..',
  from: Math.min(one, other),
  to: Math.max(one, other),
}));

function some<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return fc.array(value, { minLength: 1, maxLength: 3 });
}

function conditions(text: fc.Arbitrary<string>): fc.Arbitrary<Condition> {
  const not = fc.boolean();
  const choice = (key: KeyOf<'choice'>, values: readonly string[]) =>
    fc.record({
      kind: fc.constant('choice' as const),
      key: fc.constant(key),
      not,
      any: fc.uniqueArray(fc.constantFrom(...values, 'ON_HOLD', 'Zu prüfen'), {
        minLength: 1,
        maxLength: 3,
      }),
    });
  return fc.oneof(
    fc.record({ kind: fc.constant('words' as const), not, any: some(text) }),
    fc.record({
      kind: fc.constant('text' as const),
      key: fc.constantFrom(...keysOfKind('text')),
      not,
      any: some(text),
    }),
    choice('status', FILE_STATUSES),
    choice('decision', DECISIONS),
    choice('stage', ['READY', 'IN_REVIEW', 'WAITING_FOR_DOCUMENTS']),
    choice('situation', SITUATIONS),
    choice('category', CATEGORIES),
    choice('applicant-status', APPLICANT_STATUSES),
    choice('mandate', ['management', 'sales']),
    choice('fee-type', ['direct', 'reverse']),
    fc.record({
      kind: fc.constant('number' as const),
      key: fc.constantFrom(...keysOfKind('number')),
      not,
      any: some(fc.oneof(compared(number), numberRange)),
    }),
    fc.record({
      kind: fc.constant('age' as const),
      key: fc.constantFrom('age', 'stale'),
      not,
      any: some(fc.oneof(compared(age), ageRange)),
    }),
    fc.record({
      kind: fc.constant('date' as const),
      key: fc.constantFrom(...keysOfKind('date')),
      not,
      any: some(fc.oneof(compared(day), dayRange)),
    }),
    fc.record({
      kind: fc.constant('flag' as const),
      key: fc.constantFrom(...keysOfKind('flag')),
      not,
      any: some(fc.boolean()),
    }),
    fc.record({
      kind: fc.constant('person' as const),
      key: fc.constantFrom(...keysOfKind('person')),
      not,
      any: some(fc.constantFrom('me', 'nobody', 'U0CLAIRE001', 'U0HANNAH01')),
    }),
    fc.record({
      kind: fc.constant('part' as const),
      key: fc.constantFrom(...keysOfKind('part')),
      not,
      any: some(fc.constantFrom(...ALL_PARTS)),
    }),
  );
}

/** Any query that a person could have typed, about any texts, or about the given ones. */
export function queries(text: fc.Arbitrary<string> = anyText): fc.Arbitrary<Query> {
  return fc.record({
    conditions: fc.array(conditions(text), { maxLength: 4 }),
    sort: fc.option(fc.constantFrom(...SORTS)),
  });
}
