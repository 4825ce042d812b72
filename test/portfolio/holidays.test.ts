import { expect, test } from 'vitest';

import { holidaysOf } from '../../src/portfolio/calendar/holidays.ts';

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

test('weekends are never working days, holidays or not', () => {
  for (const code of ['FR', 'none']) {
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
