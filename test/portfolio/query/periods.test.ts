import { expect, test } from 'vitest';

import { formatQuery, queryInWords } from '../../../src/portfolio/query/describe.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import { daysOfDate, daysOfRange } from '../../../src/portfolio/query/periods.ts';
import { areApart } from '../../../src/portfolio/query/query.ts';
import { vocabularyIn } from '../../../src/portfolio/query/vocabulary/index.ts';
import { LANGUAGES } from '../../../src/portfolio/query/vocabulary/types.ts';

/** A Monday. */
const TODAY = Temporal.PlainDate.from('2026-11-23');

test.each([
  ['today', '2026-11-23', '2026-11-23'],
  ['yesterday', '2026-11-22', '2026-11-22'],
  ['this-week', '2026-11-23', '2026-11-29'],
  ['last-week', '2026-11-16', '2026-11-22'],
  ['this-weekend', '2026-11-21', '2026-11-22'],
  ['last-weekend', '2026-11-21', '2026-11-22'],
  ['this-month', '2026-11-01', '2026-11-30'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['this-quarter', '2026-10-01', '2026-12-31'],
  ['last-quarter', '2026-07-01', '2026-09-30'],
  ['this-year', '2026-01-01', '2026-12-31'],
  ['last-year', '2025-01-01', '2025-12-31'],
  ['monday', '2026-11-23', '2026-11-23'],
  ['tuesday', '2026-11-17', '2026-11-17'],
  ['sunday', '2026-11-22', '2026-11-22'],
  ['last-monday', '2026-11-16', '2026-11-16'],
  ['last-tuesday', '2026-11-17', '2026-11-17'],
  ['last-sunday', '2026-11-22', '2026-11-22'],
  ['november', '2026-11-01', '2026-11-30'],
  ['december', '2025-12-01', '2025-12-31'],
  ['23-november', '2026-11-23', '2026-11-23'],
  ['24-november', '2025-11-24', '2025-11-24'],
  ['2026', '2026-01-01', '2026-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2024-02-29', '2024-02-29', '2024-02-29'],
])('%s, on a Monday in November, is from %s to %s', (date, first, last) => {
  const days = daysOfDate(date, TODAY, 'past');
  expect([String(days.first), String(days.last)]).toEqual([first, last]);
});

test.each([
  ['today', '2026-11-23', '2026-11-23'],
  ['this-weekend', '2026-11-28', '2026-11-29'],
  ['last-weekend', '2026-11-21', '2026-11-22'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['monday', '2026-11-23', '2026-11-23'],
  ['tuesday', '2026-11-24', '2026-11-24'],
  ['sunday', '2026-11-29', '2026-11-29'],
  ['last-monday', '2026-11-16', '2026-11-16'],
  ['november', '2026-11-01', '2026-11-30'],
  ['december', '2026-12-01', '2026-12-31'],
  ['january', '2027-01-01', '2027-01-31'],
  ['23-november', '2026-11-23', '2026-11-23'],
  ['22-november', '2027-11-22', '2027-11-22'],
  ['2024-02', '2024-02-01', '2024-02-29'],
])('%s to come, on a Monday in November, is from %s to %s', (date, first, last) => {
  const days = daysOfDate(date, TODAY, 'coming');
  expect([String(days.first), String(days.last)]).toEqual([first, last]);
});

test.each([
  ['2026-11-21', '2026-11-21', '2026-11-14'],
  ['2026-11-22', '2026-11-21', '2026-11-14'],
  ['2026-11-27', '2026-11-21', '2026-11-21'],
])('on %s, this weekend began on %s for what came, and last weekend on %s', (day, now, before) => {
  const saturdayOf = (date: string) =>
    String(daysOfDate(date, Temporal.PlainDate.from(day), 'past').first);
  expect([saturdayOf('this-weekend'), saturdayOf('last-weekend')]).toEqual([now, before]);
});

test.each([
  ['monday', 'wednesday', 'past', '2026-11-16', '2026-11-18'],
  ['last-monday', 'sunday', 'past', '2026-11-16', '2026-11-22'],
  ['last-sunday', 'monday', 'past', '2026-11-22', '2026-11-23'],
  ['last-sunday', 'tuesday', 'past', '2026-11-15', '2026-11-17'],
  ['tuesday', 'thursday', 'past', '2026-11-17', '2026-11-19'],
  ['november', 'january', 'past', '2025-11-01', '2026-01-31'],
  ['20-december', '5-january', 'past', '2025-12-20', '2026-01-05'],
  ['16-november', '30-november', 'past', '2026-11-16', '2026-11-30'],
  ['20-november', '3-january', 'past', '2026-11-20', '2027-01-03'],
  ['15-november', '10-october', 'past', '2025-11-15', '2026-10-10'],
  ['wednesday', 'monday', 'coming', '2026-11-25', '2026-11-30'],
  ['january', 'november', 'coming', '2027-01-01', '2027-11-30'],
  ['today', 'yesterday', 'past', '2026-11-23', '2026-11-22'],
] as const)(
  '%s to %s, in the %s, is the nearest pair in order: %s to %s',
  (from, to, side, ...want) => {
    const days = daysOfRange(from, to, TODAY, side);
    expect([String(days.first), String(days.last)]).toEqual(want);
  },
);

test.each([
  ['created:this-month', 'created:last-month', true],
  ['created:this-month', 'created:monday', false],
  ['created:this-month,yesterday', 'created:last-month', false],
  ['created:2026-10', 'created:2026-11', true],
  ['created:2026-10', 'created:last-month', false],
  ['created:<october', 'created:october', true],
  ['rent:<700', 'rent:>2000', true],
  ['rent:<700', 'rent:>=700', true],
  ['rent:<=700', 'rent:700..900', false],
  ['rent:<700', '-rent:>2000', false],
  ['Lyon', 'Nice', false],
])('whether %s and %s hold for no file together: %s', (one, other, expected) => {
  const [first, second] = parseQuery(`${one} ${other}`).conditions;
  expect(first && second && areApart(first, second)).toBe(expected);
});

test('on the last days of a month, the one before is whole', () => {
  const days = daysOfDate('last-month', Temporal.PlainDate.from('2026-03-31'), 'past');
  expect([String(days.first), String(days.last)]).toEqual(['2026-02-01', '2026-02-28']);
});

test.each(LANGUAGES.flatMap((language) => LANGUAGES.map((other) => [language, other] as const)))(
  'every relative date in %s can be written in %s and read again',
  (language, other) => {
    for (const word of Object.values(vocabularyIn(language).dates).flat()) {
      for (const text of [`created:${word}`, `updated:>=${word}`, `created:today..${word}`]) {
        const query = parseQuery(text, language);
        expect(parseQuery(formatQuery(query, other), other)).toEqual(query);
      }
    }
  },
);

test.each([
  ['created:this-week', 'created this week', 'créés cette semaine'],
  ['updated:>=monday', 'updated since Monday', 'modifiés depuis lundi'],
  ['updated:>=last-monday', 'updated since last Monday', 'modifiés depuis lundi dernier'],
  ['created:last-weekend', 'created last weekend', 'créés le week-end dernier'],
  ['availability:january', 'available from a date in January', 'disponibilité en janvier'],
  ['created:october', 'created in October', 'créés en octobre'],
  ['created:3-november', 'created on 3 November', 'créés le 3 novembre'],
  ['créé:<1er-mars', 'created before 1 March', 'créés avant le 1er mars'],
  ['created:<=yesterday', 'created up to and including yesterday', 'créés au plus tard hier'],
  [
    'created:<=last-month',
    'created up to and including last month',
    'créés au plus tard le mois dernier',
  ],
])('%s is %j and %j', (text, english, french) => {
  const query = parseQuery(text);
  expect([queryInWords(query, 'en'), queryInWords(query, 'fr')]).toEqual([english, french]);
});

test.each(['created:31-february', 'créé:0-mars', 'created:32-may'])('%s is no date', (text) => {
  expect(() => parseQuery(text)).toThrow('query_no_such_date');
});

test.each([
  ['october', 'december', '2026-10-01', '2026-12-31'],
  ['january', 'december', '2026-01-01', '2026-12-31'],
  ['july', 'september', '2026-07-01', '2026-09-30'],
  ['october', '15-december', '2026-10-01', '2026-12-15'],
  ['5-october', 'december', '2026-10-05', '2026-12-31'],
  ['november', '30-november', '2026-11-01', '2026-11-30'],
  ['december', 'january', '2025-12-01', '2026-01-31'],
])('%s to %s, in November, are months of this year where they can be', (from, to, first, last) => {
  const days = daysOfRange(from, to, TODAY, 'past');
  expect([String(days.first), String(days.last)]).toEqual([first, last]);
});
