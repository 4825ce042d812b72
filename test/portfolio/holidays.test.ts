import { expect, test } from 'vitest';

import { holidayRegions, holidaysOf } from '../../src/portfolio/calendar.ts';

function off(code: string, year: number): string[] {
  const calendar = holidaysOf(code);
  const days: string[] = [];
  for (
    let day = new Temporal.PlainDate(year, 1, 1);
    day.year === year;
    day = day.add({ days: 1 })
  ) {
    if (day.dayOfWeek <= 5 && !calendar.isWorkingDay(day)) days.push(day.toString());
  }
  return days;
}

test('France has its public holidays off, and no observance besides', () => {
  expect(off('FR', 2026)).toEqual([
    '2026-01-01',
    '2026-04-06',
    '2026-05-01',
    '2026-05-08',
    '2026-05-14',
    '2026-05-25',
    '2026-07-14',
    '2026-11-11',
    '2026-12-25',
  ]);
});

test('Alsace has Good Friday and the day after Christmas off too', () => {
  expect(off('fr-67', 2025).filter((day) => !off('FR', 2025).includes(day))).toEqual([
    '2025-04-18',
    '2025-12-26',
  ]);
});

test('a part of a part has holidays of its own', () => {
  expect(off('de-by-a', 2025).filter((day) => !off('DE-BY', 2025).includes(day))).toEqual([
    '2025-08-08',
    '2025-08-15',
  ]);
});

test('every day of a holiday of several days is off', () => {
  expect(off('KR', 2025).filter((day) => day.startsWith('2025-10'))).toEqual([
    '2025-10-03',
    '2025-10-06',
    '2025-10-07',
    '2025-10-08',
    '2025-10-09',
  ]);
});

test('the places of a country are told, from any of them', () => {
  const france = holidayRegions('FR');
  expect(france?.slice(0, 3)).toEqual(['FR', 'FR-57', 'FR-67']);
  expect([holidayRegions('fr'), holidayRegions('fr-68')]).toEqual([france, france]);
  expect(holidayRegions('us')).toEqual(expect.arrayContaining(['US', 'US-LA', 'US-LA-NO']));
  expect(holidayRegions('LI')).toEqual(['LI']);
  expect([holidayRegions('XX'), holidayRegions(''), holidayRegions('__proto__')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('weekends are never working days, holidays or not', () => {
  for (const code of ['FR', 'none', 'NONE']) {
    expect(holidaysOf(code).isWorkingDay(new Temporal.PlainDate(2026, 11, 21))).toBe(false);
    expect(holidaysOf(code).isWorkingDay(new Temporal.PlainDate(2026, 11, 23))).toBe(true);
  }
});

test('without holidays only weekends are off', () => {
  expect(off('none', 2026)).toEqual([]);
});

test.each(['XX', 'FR-99', 'FR-', 'France', '', 'US-LA-XX', 'constructor', '__proto__'])(
  'there is no place %j',
  (code) => {
    expect(() => holidaysOf(code)).toThrow(RangeError);
  },
);
