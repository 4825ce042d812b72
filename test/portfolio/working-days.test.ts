import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  WEEKDAYS,
  createLocalDays,
  createWorkingDays,
  dateOf,
  holidaysOf,
  isZone,
  startOf,
} from '../../src/portfolio/calendar.ts';

const PARIS = 'Europe/Paris';
const DAY_MS = 86_400_000;

const france = holidaysOf('FR');
const calendars = {
  weekdays: WEEKDAYS,
  france,
  'every day': { isWorkingDay: () => true },
  'first of the month': { isWorkingDay: ({ day }: Temporal.PlainDate) => day === 1 },
};

function at(text: string): number {
  return Temporal.ZonedDateTime.from(`${text}[${PARIS}]`).epochMilliseconds;
}

/** Day by day, as one would with a finger on the calendar. */
function walked(from: number, to: number, zone: string, calendar: typeof france): number {
  let count = 0;
  const last = dateOf(to, zone);
  for (let day = dateOf(from, zone); Temporal.PlainDate.compare(day, last) < 0;) {
    day = day.add({ days: 1 });
    if (calendar.isWorkingDay(day)) count += 1;
  }
  return count;
}

test.each([
  ['2026-11-20T09:00', '2026-11-20T18:00', 0, 'the same day'],
  ['2026-11-19T23:59', '2026-11-20T00:00', 1, 'a minute, over midnight'],
  ['2026-11-20T18:00', '2026-11-23T09:00', 1, 'a weekend'],
  ['2026-11-21T12:00', '2026-11-23T09:00', 1, 'from a Saturday'],
  ['2026-11-20T12:00', '2026-11-22T12:00', 0, 'to a Sunday'],
  ['2026-11-10T12:00', '2026-11-12T12:00', 1, 'over Armistice Day'],
  ['2026-04-30T12:00', '2026-05-11T12:00', 5, 'over two holidays and two weekends'],
  ['2026-12-31T12:00', '2027-01-04T12:00', 1, 'over the end of the year'],
  ['2026-03-27T12:00', '2026-03-30T12:00', 1, 'over the night that clocks go forward'],
  ['2026-10-23T12:00', '2026-10-26T12:00', 1, 'over the night that clocks go back'],
  ['2026-11-20T18:00', '2026-11-19T18:00', 0, 'backwards'],
])('in France from %s to %s are %d working days: %s', (from, to, count) => {
  const clock = createWorkingDays(france);

  expect(clock.workingDaysBetween(at(from), at(to), PARIS)).toBe(count);
});

test.each([
  ['2026-11-20T09:00', 1, '2026-11-20T00:00'],
  ['2026-11-22T09:00', 1, '2026-11-20T00:00'],
  ['2026-11-20T09:00', 6, '2026-11-13T00:00'],
  ['2026-11-12T09:00', 2, '2026-11-10T00:00'],
  ['2027-01-04T09:00', 2, '2026-12-31T00:00'],
  ['2026-03-30T09:00', 2, '2026-03-27T00:00'],
])('on %s, what is %d working days old came before %s', (now, days, bound) => {
  const clock = createWorkingDays(france);

  expect(clock.workingDaysBefore(at(now), days, PARIS)).toBe(at(bound));
});

test('everything is at least no days old, and nothing older than a calendar without days', () => {
  const clock = createWorkingDays({ isWorkingDay: () => false });

  expect(clock.workingDaysBefore(at('2026-11-20T09:00'), 0, PARIS)).toBe(Infinity);
  expect(clock.workingDaysBefore(at('2026-11-20T09:00'), 1, PARIS)).toBe(-Infinity);
});

test('a time from before there were computers does not take long to count from', () => {
  let asked = 0;
  const clock = createWorkingDays({
    isWorkingDay() {
      asked += 1;
      return true;
    },
  });

  const count = clock.workingDaysBetween(
    Date.parse('0001-01-01T00:00Z'),
    at('2026-11-20T09:00'),
    PARIS,
  );

  expect(count).toBe(30 * 365 + 7);
  expect(asked).toBeLessThan(32 * 366);
});

const zones = fc.constantFrom(
  'Europe/Paris',
  'America/New_York',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'America/Santiago',
);
const times = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2029, 11, 31) });
const calendarNames = fc.constantFrom('weekdays', 'france', 'every day', 'first of the month');

test('the count is that of a walk from day to day, in any zone and calendar', () => {
  fc.assert(
    fc.property(
      calendarNames,
      zones,
      times,
      fc.integer({ min: -5 * DAY_MS, max: 900 * DAY_MS }),
      (name, zone, from, length) => {
        const clock = createWorkingDays(calendars[name]);
        const counted = clock.workingDaysBetween(from, from + length, zone);
        expect(counted).toBe(walked(from, from + length, zone, calendars[name]));
      },
    ),
  );
});

test('the bound parts what is that old from what is not, to the millisecond', () => {
  fc.assert(
    fc.property(
      calendarNames,
      zones,
      times,
      fc.integer({ min: 1, max: 60 }),
      (name, zone, now, days) => {
        const clock = createWorkingDays(calendars[name]);
        const bound = clock.workingDaysBefore(now, days, zone);

        expect(clock.workingDaysBetween(bound - 1, now, zone)).toBeGreaterThanOrEqual(days);
        expect(clock.workingDaysBetween(bound, now, zone)).toBeLessThan(days);
        expect(bound).toBe(startOf(dateOf(bound, zone), zone));
      },
    ),
  );
});

test('a zone is one that clocks know', () => {
  expect(['Europe/Paris', 'UTC', 'US/Pacific'].map(isZone)).toEqual([true, true, true]);
  expect(['', 'Paris', 'Europe/Nowhere', 'x'.repeat(300)].map(isZone)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('days are counted back thirty years, and no further', () => {
  const clock = createWorkingDays({ isWorkingDay: ({ dayOfYear }) => dayOfYear === 1 });
  const now = at('2026-11-20T09:00');
  expect(clock.workingDaysBefore(now, 31, PARIS)).toBe(at('1996-01-01T00:00'));
  expect(clock.workingDaysBefore(now, 32, PARIS)).toBe(-Infinity);
  expect(clock.workingDaysBetween(at('1996-11-19T09:00'), now, PARIS)).toBe(30);
  expect(clock.workingDaysBetween(at('1990-11-19T09:00'), now, PARIS)).toBe(30);
});

/** Memory that is held, after a collection of garbage. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('dates that no rental file has take no more memory the more of them there are', () => {
  const clock = createWorkingDays({ isWorkingDay: () => true });
  const dayOf = createLocalDays(PARIS);
  const now = at('2026-11-20T09:00');
  const days = 150_000;
  const before = heldBytes();

  for (let day = 1; day <= days; day += 1) {
    dayOf(now - day * DAY_MS);
    clock.workingDaysBetween(now - 365 * day * DAY_MS, now, PARIS);
  }

  expect(heldBytes() - before).toBeLessThan(6_000_000);
  // Both are still in use.
  expect(dayOf(now)).toBe(dayOf(now - DAY_MS) + 1);
  expect(clock.workingDaysBetween(now - DAY_MS, now, PARIS)).toBe(1);
}, 60_000);
