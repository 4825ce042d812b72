import { expect, test } from 'vitest';

import {
  isWorkdayTomorrow,
  wordedClock,
  zoneCity,
} from '../../../../src/playground/page/text/clock-text.ts';

const FRIDAY_LATE = Date.UTC(2026, 10, 20, 23, 30);

test('a clock tells weekday, date and time to the second, where the reader is', () => {
  expect(wordedClock(FRIDAY_LATE, 'Europe/Paris')).toBe('Sat 21 Nov, 00:30:00');
  expect(wordedClock(FRIDAY_LATE, 'Europe/London')).toBe('Fri 20 Nov, 23:30:00');
});

test.each([
  ['Europe/Paris', 'Paris'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', 'UTC'],
])('%s is %s', (zone, city) => {
  expect(zoneCity(zone)).toBe(city);
});

test.each([
  [0, 'Europe/Paris', false],
  [0, 'Europe/London', false],
  [1, 'Europe/Paris', true],
  [1, 'Europe/London', false],
  [2, 'Europe/Paris', true],
  [6, 'Europe/London', true],
])('%i days after that Friday, in %s, tomorrow is a workday: %s', (days, zone, expected) => {
  expect(isWorkdayTomorrow(FRIDAY_LATE + days * 86_400_000, zone)).toBe(expected);
});
