import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { withIsoDates } from '../../../src/portfolio/query/values.ts';

test.each([
  ['created 03/11/2026', 'created 2026-11-03', 'created 2026-03-11'],
  ['created:>3.11.2026', 'created:>2026-11-03', 'created:>2026-03-11'],
  ['-updated:03-11-2026 Lyon', '-updated:2026-11-03 Lyon', '-updated:2026-03-11 Lyon'],
  [
    'created:1/11/2026..2/11/2026',
    'created:2026-11-01..2026-11-02',
    'created:2026-01-11..2026-02-11',
  ],
  ['since 21/11/2026', 'since 2026-11-21', 'since 2026-11-21'],
  ['since 11/21/2026', 'since 2026-11-21', 'since 2026-11-21'],
  ['29/02/2024', '2024-02-29', '2024-02-29'],
  ['created:3/11', 'created:3-november', 'created:11-march'],
  [
    '-créé:>=3/11..20/11 Lyon',
    '-créé:>=3-november..20-november Lyon',
    '-créé:>=11-march..20-november Lyon',
  ],
  ['created:31/2,29/2', 'created:31/2,29-february', 'created:31/2,29-february'],
])('“%s” is “%s” where the day comes first, and “%s” where the month does', (text, day, month) => {
  expect([withIsoDates(text, 'day-first'), withIsoDates(text, 'month-first')]).toEqual([
    day,
    month,
  ]);
});

test.each([
  'created 31/13/2026',
  'created 29/02/2026',
  'property:03/11/2026',
  'bien:du,03/11/2026',
  '"03/11/2026 - 04/11/2026"',
  'MO-03/11/2026',
  '2026-11-03',
  '11/2026',
  '03/11/20267',
  '03/11-2026',
  'since 3/11',
  'rent:3/11',
  'created:3/11/26',
])('“%s” stays as it is', (text) => {
  expect(withIsoDates(text, 'day-first')).toBe(text);
  expect(withIsoDates(text, 'month-first')).toBe(text);
});

test('a day that is written in the order of the person is that day', () => {
  const days = fc.date({
    min: new Date('1900-01-01'),
    max: new Date('2099-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(days, fc.constantFrom('-', '/', '.'), (date, sign) => {
      const iso = date.toISOString().slice(0, 10);
      const [year = '', month = '', day = ''] = iso.split('-');
      expect([
        withIsoDates([day, month, year].join(sign), 'day-first'),
        withIsoDates([month, day, year].join(sign), 'month-first'),
      ]).toEqual([iso, iso]);
    }),
  );
});
