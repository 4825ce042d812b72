import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { alertDue, alertDueIn } from '../../src/alerts/compose.ts';
import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import { holidaysOf } from '../../src/portfolio/calendar.ts';
import { digestOf } from '../digests/compose/fixture.ts';
import { CLOCK_CHANGES } from '../digests/schedule-oracle.ts';

const MINUTE_MS = 60_000;
const FRANCE = holidaysOf('FR');
const at = (local: string, zone = 'Europe/Paris') =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const DAILY = [1, 2, 3, 4, 5, 6, 7];
const WEEKDAYS = [1, 2, 3, 4, 5];

function dueOf(
  now: string,
  {
    last = null,
    days = DAILY,
    everyMinutes = 0,
    quiet = null,
  }: {
    last?: string | null;
    days?: readonly number[];
    everyMinutes?: number;
    quiet?: { from: string; until: string } | null;
  } = {},
): string {
  const schedule = { days, zone: 'Europe/Paris', onHoliday: 'skip' as const };
  const dueMs = alertDue(
    { schedule, alert: { everyMinutes, quiet } },
    at(now),
    last === null ? null : at(last),
    FRANCE,
  );
  return Temporal.Instant.fromEpochMilliseconds(dueMs)
    .toZonedDateTimeISO('Europe/Paris')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
}

const NIGHT = { from: '20:00', until: '08:00' };

test.each([
  ['at once', '2026-11-23T10:00', {}, '2026-11-23T10:00'],
  [
    'not sooner than an hour after the last',
    '2026-11-23T10:00',
    { last: '2026-11-23T09:30', everyMinutes: 60 },
    '2026-11-23T10:30',
  ],
  ['after the night', '2026-11-23T22:00', { quiet: NIGHT }, '2026-11-24T08:00'],
  ['after the rest of the night', '2026-11-24T03:00', { quiet: NIGHT }, '2026-11-24T08:00'],
  [
    'after lunch',
    '2026-11-23T12:30',
    { quiet: { from: '12:00', until: '14:00' } },
    '2026-11-23T14:00',
  ],
  ['at the end of quiet hours', '2026-11-23T08:00', { quiet: NIGHT }, '2026-11-23T08:00'],
  ['on Monday', '2026-11-21T10:00', { days: WEEKDAYS }, '2026-11-23T00:00'],
  ['on Monday morning', '2026-11-21T10:00', { days: WEEKDAYS, quiet: NIGHT }, '2026-11-23T08:00'],
  ['after a public holiday', '2026-12-25T10:00', { days: WEEKDAYS }, '2026-12-28T00:00'],
  [
    'at once when the last was an hour ago',
    '2026-11-23T10:30',
    { last: '2026-11-23T09:30', everyMinutes: 60 },
    '2026-11-23T10:30',
  ],
  [
    'in a night that the wait leads into, not before its end',
    '2026-11-23T19:30',
    { last: '2026-11-23T19:15', everyMinutes: 60, quiet: NIGHT },
    '2026-11-24T08:00',
  ],
  [
    'until the very minute that a night begins',
    '2026-11-23T19:59',
    { quiet: NIGHT },
    '2026-11-23T19:59',
  ],
  [
    'not in the minute that a night begins',
    '2026-11-23T20:00',
    { quiet: NIGHT },
    '2026-11-24T08:00',
  ],
  [
    'after the quiet hours of a Friday, on Monday',
    '2026-11-20T22:00',
    { days: WEEKDAYS, quiet: NIGHT },
    '2026-11-23T08:00',
  ],
  [
    'on Saturday where quiet hours lead into one of its days',
    '2026-11-20T22:00',
    { days: [6], quiet: NIGHT },
    '2026-11-21T08:00',
  ],
  ['on a public holiday, if it comes daily', '2026-12-25T10:00', {}, '2026-12-25T10:00'],
] as const)('an alert is due %s', (_when, now, options, due) => {
  expect(dueOf(now, options)).toBe(due);
});

test('where no day is one, an alert is due at once rather than never', () => {
  const schedule = { days: WEEKDAYS, zone: 'Europe/Paris', onHoliday: 'skip' } as const;
  const alert = { everyMinutes: 60, quiet: null };
  const now = at('2026-11-23T10:00');
  expect(alertDue({ schedule, alert }, now, now, { isWorkingDay: () => false })).toBe(
    now + 60 * MINUTE_MS,
  );
});

function isQuiet(clock: string, quiet: { from: string; until: string } | null): boolean {
  if (quiet === null) return false;
  const [isAfter, isBefore] = [clock >= quiet.from, clock < quiet.until];
  return quiet.from < quiet.until ? isAfter && isBefore : isAfter || isBefore;
}

test('an alert is never due before now, too soon, in quiet hours or on another day', () => {
  const time = fc
    .tuple(fc.nat({ max: 23 }), fc.constantFrom('00', '30'))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
  fc.assert(
    fc.property(
      fc.integer({ min: at('2026-01-01T00:00'), max: at('2027-01-01T00:00') }),
      fc.option(fc.nat({ max: 10_000 })),
      fc.constantFrom(0, 15, 60, 1_440),
      fc.option(fc.tuple(time, time).filter(([from, until]) => from !== until)),
      fc.subarray(DAILY, { minLength: 1 }),
      fc.constantFrom('Europe/Paris', 'America/New_York', 'Pacific/Apia'),
      (nowMs, ago, everyMinutes, hours, days, zone) => {
        const quiet = hours === null ? null : { from: hours[0], until: hours[1] };
        const lastMs = ago === null ? null : nowMs - ago * MINUTE_MS;
        const schedule = { days, zone, onHoliday: 'skip' as const };
        const dueMs = alertDue({ schedule, alert: { everyMinutes, quiet } }, nowMs, lastMs, FRANCE);
        expect(dueMs).toBeGreaterThanOrEqual(nowMs);
        expect(dueMs).toBeGreaterThanOrEqual((lastMs ?? -Infinity) + everyMinutes * MINUTE_MS);
        const local = Temporal.Instant.fromEpochMilliseconds(dueMs).toZonedDateTimeISO(zone);
        expect(days).toContain(local.dayOfWeek);
        const clock = local.toPlainTime().toString({ smallestUnit: 'minute' });
        expect(isQuiet(clock, quiet)).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

/** The first minute from now on at which a clock on the wall is outside of the quiet hours. */
function firstMinuteOutside(
  nowMs: number,
  quiet: { from: string; until: string },
  zone: string,
): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
  for (let minutes = 0; ; minutes += 1) {
    const later = wall.add({ minutes });
    const clock = later.toPlainTime().toString({ smallestUnit: 'minute' });
    if (!isQuiet(clock, quiet)) return later.epochMilliseconds;
  }
}

test('around a change of the clocks, an alert is due in the first minute outside of its quiet hours', () => {
  const apart = fc.integer({ min: -240, max: 240 });
  fc.assert(
    fc.property(
      fc.constantFrom(...CLOCK_CHANGES),
      fc.integer({ min: -180, max: 180 }),
      apart,
      fc.oneof(apart, fc.integer({ min: 1, max: 1_439 })),
      ({ zone, changeMs }, minutes, fromMinutes, untilMinutes) => {
        const wallAt = (ms: number) =>
          Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
        const named = (more: number) =>
          wallAt(changeMs - MINUTE_MS)
            .add({ minutes: more })
            .toPlainTime()
            .toString({ smallestUnit: 'minute' });
        const quiet = { from: named(fromMinutes), until: named(untilMinutes) };
        fc.pre(quiet.from !== quiet.until);
        const nowMs = changeMs + minutes * MINUTE_MS;
        const schedule = { days: DAILY, zone, onHoliday: 'skip' } as const;
        const dueMs = alertDue(
          { schedule, alert: { everyMinutes: 0, quiet } },
          nowMs,
          null,
          FRANCE,
        );
        expect(new Date(dueMs)).toEqual(new Date(firstMinuteOutside(nowMs, quiet, zone)));
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['skips their end', '2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z'],
  ['is to show their end twice', '2026-10-25T00:10:00Z', '2026-10-25T00:30:00Z'],
  ['has shown their end once', '2026-10-25T01:10:00Z', '2026-10-25T01:30:00Z'],
])('quiet hours end when the clock says so, also where it %s', (_what, now, due) => {
  const schedule = { days: DAILY, zone: 'Europe/Paris', onHoliday: 'skip' } as const;
  const alert = { everyMinutes: 0, quiet: { from: '01:00', until: '02:30' } };
  expect(alertDue({ schedule, alert }, Date.parse(now), null, FRANCE)).toBe(Date.parse(due));
});

test('an alert that became due in an outage which ends in its quiet hours waits for their end', () => {
  const calendars = createCalendars();
  const planner = createPlanner(
    timetableOf(calendars),
    (error) => {
      throw error;
    },
    alertDueIn(calendars),
  );
  const alert = digestOf({
    alert: { on: 'enters', aspects: [], everyMinutes: 0, quiet: NIGHT },
    nextDueAt: at('2026-11-23T19:00'),
  });
  expect(planner.plan(alert, at('2026-11-23T23:00'))).toEqual({
    slots: [],
    next: { slot: '', dueAt: at('2026-11-24T08:00') },
  });
  const morning = planner.plan(alert, at('2026-11-24T08:00'));
  expect(morning).toMatchObject({ slots: [{ state: 'planned' }], next: null });
});
