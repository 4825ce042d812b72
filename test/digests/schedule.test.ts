import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createCalendars, nextSlot, nextSlots, slotsBetween } from '../../src/digests/schedule.ts';
import { UnknownPlaceError, WEEKDAYS } from '../../src/portfolio/calendar.ts';
import { nextPeriodStart, periodBefore } from '../../src/reports/report.ts';
import type { Schedule } from '../../src/store/digest.ts';
import { RUNS_FACTOR } from '../support/property-settings.ts';
import { CLOCK_CHANGES, watchedSlots } from './schedule-oracle.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const ZONES = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'] as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const calendars = createCalendars();
const france = calendars.calendarOf({ zone: 'Europe/Paris', holidays: 'FR' });

function schedule(over: Partial<Schedule> = {}): Schedule {
  return {
    times: ['09:00'],
    days: [1, 2, 3, 4, 5],
    zone: 'Europe/Paris',
    holidays: 'FR',
    onHoliday: 'skip',
    ...over,
  };
}

function at(text: string, zone = 'Europe/Paris'): number {
  return Temporal.ZonedDateTime.from(`${text}[${zone}]`).epochMilliseconds;
}

/** The next slots after a local time, and when they are due on the wall. */
function nextOf(of: Schedule, after: string, count: number): string[][] {
  return nextSlots(of, at(after, of.zone), count, calendars.calendarOf(of)).map(
    ({ slot, dueAt }) => {
      const due = Temporal.Instant.fromEpochMilliseconds(dueAt).toZonedDateTimeISO(of.zone);
      return [slot, due.toString({ smallestUnit: 'minute', timeZoneName: 'never' })];
    },
  );
}

/** The next three slots after a local time. */
function threeAfter(over: Partial<Schedule>, after: string): (string | undefined)[] {
  return nextOf(schedule(over), after, 3).map(([slot]) => slot);
}

/** All five with `PROPERTY_RUNS`. */
const YEARS = RUNS_FACTOR < 1 ? 2 : 5;

test.each(
  ZONES.flatMap((zone) => [EVERY_DAY, [1, 2, 3, 4, 5]].map((days) => [zone, days] as const)),
)(
  `${YEARS} years in %s, on days %j, have each due time once, as a clock on the wall has them`,
  (zone, days) => {
    const wanted = schedule({ zone, days, times: ['00:00', '01:45', '02:30', '03:30', '09:00'] });
    const [from, until] = [Date.UTC(2024, 0, 1), Date.UTC(2024 + YEARS, 0, 1)];

    const slots = slotsBetween(wanted, from - 1, until, WEEKDAYS);

    expect(slots).toEqual(watchedSlots(wanted, from, until));
    expect(new Set(slots.map(({ slot }) => slot)).size).toBe(slots.length);
    expect(slots.length).toBeGreaterThan(days.length * 5 * 52 * YEARS - 40);
  },
);

test('around any change of the clocks of any zone, each due time comes once, as a clock on the wall has it', () => {
  const nearby = fc.integer({ min: -180, max: 180 });
  fc.assert(
    fc.property(
      fc.constantFrom(...CLOCK_CHANGES),
      fc.uniqueArray(fc.oneof(nearby, fc.nat({ max: 1_439 })), { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(fc.constantFrom(...EVERY_DAY), { minLength: 4 }),
      ({ zone, changeMs }, minutes, days) => {
        const shown = Temporal.Instant.fromEpochMilliseconds(changeMs).toZonedDateTimeISO(zone);
        const times = minutes.map((more) =>
          shown.toPlainTime().add({ minutes: more }).toString({ smallestUnit: 'minute' }),
        );
        const wanted = schedule({ zone, days, times: [...new Set(times)].toSorted() });
        const [from, until] = [changeMs - 2 * DAY_MS, changeMs + 2 * DAY_MS];
        expect(slotsBetween(wanted, from - 1, until, WEEKDAYS)).toEqual(
          watchedSlots(wanted, from, until, MINUTE_MS),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('the day that Samoa left out is due with the day after', () => {
  const samoa = schedule({ zone: 'Pacific/Apia', days: EVERY_DAY, holidays: 'none' });

  expect(nextOf(samoa, '2011-12-29T08:00', 3)).toEqual([
    ['2011-12-29T09:00', '2011-12-29T09:00-10:00'],
    ['2011-12-31T09:00', '2011-12-31T09:00+14:00'],
    ['2012-01-01T09:00', '2012-01-01T09:00+14:00'],
  ]);
  expect(nextOf({ ...samoa, days: [5] }, '2011-12-29T08:00', 1)).toEqual([
    ['2011-12-30T09:00', '2011-12-31T09:00+14:00'],
  ]);
});

test('02:30 in the night that clocks go forward is due once, an hour later', () => {
  const night = schedule({ times: ['02:30'], days: EVERY_DAY });

  expect(nextOf(night, '2026-03-28T12:00', 2)).toEqual([
    ['2026-03-29T02:30', '2026-03-29T03:30+02:00'],
    ['2026-03-30T02:30', '2026-03-30T02:30+02:00'],
  ]);
});

test('02:30 and 03:30 in that night are one, for they are one instant', () => {
  const night = schedule({ times: ['02:30', '03:30'], days: EVERY_DAY });

  expect(nextOf(night, '2026-03-28T12:00', 2)).toEqual([
    ['2026-03-29T03:30', '2026-03-29T03:30+02:00'],
    ['2026-03-30T02:30', '2026-03-30T02:30+02:00'],
  ]);
});

test('02:30 in the night that clocks go back is due the first time only', () => {
  const night = schedule({ times: ['02:30'], days: EVERY_DAY });

  expect(nextOf(night, '2026-10-24T12:00', 2)).toEqual([
    ['2026-10-25T02:30', '2026-10-25T02:30+02:00'],
    ['2026-10-26T02:30', '2026-10-26T02:30+01:00'],
  ]);
});

test('a leap day and the end of a year are days like others', () => {
  const daily = schedule({ days: EVERY_DAY, holidays: 'none' });
  const days = (after: string) => nextOf(daily, after, 2).map(([slot]) => slot);

  expect(days('2028-02-28T12:00')).toEqual(['2028-02-29T09:00', '2028-03-01T09:00']);
  expect(days('2026-12-31T08:00')).toEqual(['2026-12-31T09:00', '2027-01-01T09:00']);
});

test('a holiday is left out, or its slot moves to the next working day', () => {
  expect(threeAfter({}, '2026-12-24T12:00')).toEqual([
    '2026-12-28T09:00',
    '2026-12-29T09:00',
    '2026-12-30T09:00',
  ]);
  expect(threeAfter({ onHoliday: 'next' }, '2026-12-24T12:00')).toEqual([
    '2026-12-28T09:00',
    '2026-12-29T09:00',
    '2026-12-30T09:00',
  ]);
  expect(threeAfter({ onHoliday: 'next', days: [1] }, '2026-04-05T12:00')).toEqual([
    '2026-04-07T09:00',
    '2026-04-13T09:00',
    '2026-04-20T09:00',
  ]);
  expect(threeAfter({ onHoliday: 'skip', days: [1] }, '2026-04-05T12:00')[0]).toBe(
    '2026-04-13T09:00',
  );
  expect(threeAfter({ onHoliday: 'next', days: [5] }, '2026-12-19T12:00')).toEqual([
    '2026-12-28T09:00',
    '2027-01-04T09:00',
    '2027-01-08T09:00',
  ]);
});

test('holidays of a part of a country are its own', () => {
  const [alsace, france9] = ['FR-67', 'FR'].map((holidays) =>
    nextOf(schedule({ holidays, days: EVERY_DAY }), '2028-12-25T12:00', 1).map(([slot]) => slot),
  );

  expect(alsace).toEqual(['2028-12-27T09:00']);
  expect(france9).toEqual(['2028-12-26T09:00']);
});

test('whoever chooses the weekend has it, holiday or not', () => {
  const weekend = schedule({ days: [6, 7], onHoliday: 'next' });

  expect(nextOf(weekend, '2026-08-14T12:00', 2).map(([slot]) => slot)).toEqual([
    '2026-08-15T09:00',
    '2026-08-16T09:00',
  ]);
});

test('a schedule that never comes to a day has no next slot, and is given up', () => {
  const never = { isWorkingDay: () => false };

  expect(nextSlot(schedule(), at('2026-11-20T12:00'), never)).toBeNull();
});

test('a zone that is none is refused', () => {
  expect(() => nextSlot(schedule({ zone: 'Mars/Olympus' }), 0, WEEKDAYS)).toThrow(RangeError);
  for (const places of [{ zone: 'Mars/Olympus' }, { holidays: 'XX' }]) {
    expect(() => calendars.calendarOf(schedule(places))).toThrow(UnknownPlaceError);
    expect(() => calendars.workingDaysOf(schedule(places))).toThrow(UnknownPlaceError);
  }
});

const schedules: fc.Arbitrary<Schedule> = fc.record({
  times: fc
    .uniqueArray(fc.constantFrom('00:00', '00:30', '02:00', '02:30', '03:00', '09:00', '23:59'), {
      minLength: 1,
    })
    .map((times) => times.toSorted()),
  days: fc.uniqueArray(fc.constantFrom(...EVERY_DAY), { minLength: 1 }),
  zone: fc.constantFrom(...ZONES, 'America/Santiago', 'Africa/Cairo', 'Asia/Kolkata'),
  holidays: fc.constant('FR'),
  onHoliday: fc.constantFrom('skip', 'next'),
});
const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });

test('going from slot to slot meets what lies between, in order, wherever one begins', () => {
  fc.assert(
    fc.property(
      schedules,
      instants,
      fc.integer({ min: 0, max: 40 * DAY_MS }),
      (of, from, length) => {
        const until = from + length;
        const walked = [];
        for (let slot = nextSlot(of, from, france); slot !== null && slot.dueAt <= until;) {
          walked.push(slot);
          slot = nextSlot(of, slot.dueAt, france);
        }
        const between = slotsBetween(of, from, until, france);

        expect(walked).toEqual(between);
        expect(nextSlots(of, from, between.length, france)).toEqual(between);
        for (const [index, { dueAt }] of between.entries()) {
          expect(dueAt).toBeGreaterThan(between[index - 1]?.dueAt ?? from);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('no slot falls on a holiday, and one that moves comes on the first working day', () => {
  fc.assert(
    fc.property(schedules, instants, (of, from) => {
      const own = { ...of, days: of.days.filter((day) => day <= 5) };
      for (const { slot } of nextSlots(own, from, 20, france)) {
        const date = Temporal.PlainDateTime.from(slot).toPlainDate();
        expect(france.isWorkingDay(date)).toBe(true);
        expect(own.onHoliday === 'next' || own.days.includes(date.dayOfWeek)).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

test('a report comes once in each week or month with a day of it: on the first, at its first time', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('week', 'month'),
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
      fc.constantFrom('FR', 'none'),
      fc.integer({ min: 0, max: 900 }),
      (report, days, holidays, from) => {
        const plain = schedule({ days: days.toSorted((one, other) => one - other), holidays });
        const fromMs = at('2025-01-01T00:00') + from * DAY_MS;
        const calendar = calendars.calendarOf(plain);
        const untilMs = fromMs + 120 * DAY_MS;
        const periodOf = ({ slot }: { slot: string }) => {
          const date = Temporal.PlainDate.from(slot);
          return report === 'month'
            ? date.toPlainYearMonth().toString()
            : `${date.yearOfWeek}-${date.weekOfYear}`;
        };
        // From before the period begins, so that its first day is known.
        const all = slotsBetween(plain, fromMs - 40 * DAY_MS, untilMs, calendar);
        const first = all.filter(
          (slot, index) => index > 0 && periodOf(slot) !== periodOf(all[index - 1] ?? slot),
        );

        expect(
          slotsBetween({ ...plain, times: ['09:00', '14:00'], report }, fromMs, untilMs, calendar),
        ).toEqual(first.filter(({ dueAt }) => dueAt > fromMs));
      },
    ),
    { numRuns: 60 },
  );
});

test('a report that a holiday moves into the next week is about the week before its own day', () => {
  const fridays = schedule({ days: [5], onHoliday: 'next', report: 'week' });

  // Christmas and New Year’s Day are Fridays.
  expect(nextOf(fridays, '2026-12-17T12:00', 4)).toEqual([
    ['2026-12-18T09:00', '2026-12-18T09:00+01:00'],
    ['2026-12-25T09:00', '2026-12-28T09:00+01:00'],
    ['2027-01-01T09:00', '2027-01-04T09:00+01:00'],
    ['2027-01-08T09:00', '2027-01-08T09:00+01:00'],
  ]);
  // The first working day after a week of holidays belongs to the report of that week.
  const mondays = schedule({ days: [1], onHoliday: 'next', report: 'week', holidays: 'RU' });
  expect(nextOf(mondays, '2027-01-01T12:00', 3).map(([, due]) => due?.slice(0, 10))).toEqual([
    '2027-01-11',
    '2027-01-12',
    '2027-01-18',
  ]);
});

test('over a year, each week or month is reported on once, in order, whatever is a holiday', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('week', 'month'),
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
      fc.constantFrom('skip', 'next'),
      fc.constantFrom('FR', 'FR-67', 'DE', 'ES', 'RU', 'JP', 'CN', 'VN', 'TR', 'IR', 'AM', 'none'),
      fc.constantFrom(...ZONES),
      fc.integer({ min: 2024, max: 2031 }),
      (report, days, onHoliday, holidays, zone, year) => {
        const of = schedule({ days, onHoliday, holidays, zone, report });
        const calendar = calendars.calendarOf(of);
        const [from, until] = [
          at(`${year}-01-01T00:00`, zone),
          at(`${year + 1}-03-01T00:00`, zone),
        ];

        const slots = slotsBetween(of, from, until, calendar);
        const reported = slots.map(({ slot }) =>
          periodBefore(report, Temporal.PlainDate.from(slot)),
        );

        const hasDay = (start: Temporal.PlainDate) => {
          const length = report === 'week' ? 7 : start.daysInMonth;
          return Array.from({ length }, (_, day) => start.add({ days: day })).some(
            (day) =>
              days.includes(day.dayOfWeek) && (day.dayOfWeek > 5 || calendar.isWorkingDay(day)),
          );
        };
        const expected = [];
        const last = Temporal.PlainDate.from(reported.at(-1) ?? `${year}-01-01`);
        let start = Temporal.PlainDate.from(reported[0] ?? last);
        for (
          ;
          Temporal.PlainDate.compare(start, last) <= 0;
          start = nextPeriodStart(report, start)
        ) {
          // Without moving, what falls on holidays alone is left out, as was chosen.
          const posted = nextPeriodStart(report, start);
          if (onHoliday === 'next' || hasDay(posted)) expected.push(start.toString());
        }
        expect(reported).toEqual(expected);
        expect(reported.length).toBeGreaterThan(report === 'week' ? 48 : 12);
        for (const { slot, dueAt } of slots) {
          const due = Temporal.Instant.fromEpochMilliseconds(dueAt).toZonedDateTimeISO(zone);
          expect(Temporal.PlainDate.compare(due.toPlainDate(), slot)).toBeGreaterThanOrEqual(0);
        }
        expect(slots.map(({ dueAt }) => dueAt)).toEqual(
          [...new Set(slots.map(({ dueAt }) => dueAt))].toSorted((one, other) => one - other),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('a weekly report moves to Tuesday after a holiday, a monthly one past the first weekend', () => {
  expect(threeAfter({ report: 'week' }, '2026-04-01T12:00')).toEqual([
    '2026-04-07T09:00',
    '2026-04-13T09:00',
    '2026-04-20T09:00',
  ]);
  expect(threeAfter({ report: 'month' }, '2026-04-01T12:00')).toEqual([
    '2026-05-04T09:00',
    '2026-06-01T09:00',
    '2026-07-01T09:00',
  ]);
});
