import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createWorkingDays, dateOf, WEEKDAYS } from '../../../src/portfolio/calendar.ts';
import { epochMs, isoDate } from '../../../src/rental-api/schema/date-time.ts';

/** Every instant of the years that four digits write. */
const instant = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') })
  .filter((date) => !Number.isNaN(date.getTime()));

const millisecond = fc.constantFrom('Z', '', '+00:00', '+0000', '000Z', '999', '123456+00:00');

test('every instant is read back, whatever stands behind its milliseconds', () => {
  fc.assert(
    fc.property(instant, millisecond, (date, ending) => {
      expect(epochMs(date.toISOString().replace('Z', ending))).toBe(date.getTime());
    }),
    { numRuns: 500 },
  );
});

test('every second is read back, with or without an offset', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom('', 'Z', '+00:00'), (date, ending) => {
      const second = Math.floor(date.getTime() / 1000) * 1000;
      const text = new Date(second).toISOString().slice(0, 19);
      expect(epochMs(`${text}${ending}`)).toBe(second);
    }),
  );
});

test('an offset moves the instant', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: -14, max: 14 }), (date, hours) => {
      const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
      const expected = date.getTime() - hours * 3_600_000;
      expect(epochMs(date.toISOString().replace('Z', offset))).toBe(expected);
    }),
  );
});

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The day itself in each form of a date, written by the rules of ISO 8601 alone. */
function formsOf(date: Date): readonly string[] {
  const year = date.getUTCFullYear();
  const [month, day] = [two(date.getUTCMonth() + 1), two(date.getUTCDate())];
  const long = `+${String(year).padStart(6, '0')}`;
  const ordinal =
    (Date.UTC(year, date.getUTCMonth(), date.getUTCDate()) - Date.UTC(year, 0, 1)) / DAY;
  const ordinalText = String(ordinal + 1).padStart(3, '0');
  // A week belongs to the year that its Thursday is in.
  const weekday = date.getUTCDay() || 7;
  const thursday = new Date(date.getTime() + (4 - weekday) * DAY);
  const weekYear = thursday.getUTCFullYear();
  const week = two(Math.floor((thursday.getTime() - Date.UTC(weekYear, 0, 1)) / (7 * DAY)) + 1);
  return [
    `${year}-${month}-${day}`,
    `${year}${month}${day}`,
    `${long}-${month}-${day}`,
    `${long}${month}${day}`,
    `${year}-${ordinalText}`,
    `${year}${ordinalText}`,
    `${long}-${ordinalText}`,
    `${weekYear}-W${week}-${weekday}`,
    `${weekYear}W${week}${weekday}`,
  ];
}

const DAY = 86_400_000;

test('every form of a date names the same day', () => {
  fc.assert(
    fc.property(instant, (at) => {
      // Weeks of the last days of 9999 are those of the year 10000.
      const date = new Date(Math.min(Math.floor(at.getTime() / DAY) * DAY, Date.UTC(9999, 11, 20)));
      for (const form of formsOf(date)) {
        expect(epochMs(form)).toBe(date.getTime());
        expect(isoDate(form)).toBe(date.toISOString().slice(0, 10));
      }
    }),
  );
});

test('every form of a time is the same time, whatever the form of its date', () => {
  const parts = fc.record({
    at: instant,
    form: fc.nat({ max: 8 }),
    hours: fc.nat({ max: 23 }),
    minutes: fc.nat({ max: 59 }),
    seconds: fc.nat({ max: 59 }),
    thousandths: fc.nat({ max: 999 }),
    point: fc.constantFrom('.', ','),
    offsetMinutes: fc.integer({ min: -18 * 60, max: 18 * 60 }),
  });
  fc.assert(
    fc.property(
      parts,
      ({ at, form, hours, minutes, seconds, thousandths, point, offsetMinutes }) => {
        const date = Math.min(Math.floor(at.getTime() / DAY) * DAY, Date.UTC(9999, 11, 20));
        const day = formsOf(new Date(date))[form];
        const [h, m, s, o, oo] = [
          hours,
          minutes,
          seconds,
          Math.floor(Math.abs(offsetMinutes) / 60),
          Math.abs(offsetMinutes) % 60,
        ].map((value) => String(value).padStart(2, '0'));
        const fraction = `${point}${String(thousandths).padStart(3, '0')}`;
        const sign = offsetMinutes < 0 ? '-' : '+';
        const ms = date + ((hours * 60 + minutes) * 60 + seconds) * 1000;
        const offset = offsetMinutes * 60_000;

        expect(epochMs(`${day}T${h}:${m}:${s}${fraction}${sign}${o}:${oo}`)).toBe(
          ms + thousandths - offset,
        );
        expect(epochMs(`${day}T${h}${m}${s}${fraction}${sign}${o}${oo}`)).toBe(
          ms + thousandths - offset,
        );
        expect(epochMs(`${day}T${h}${m}${s}Z`)).toBe(ms);
        expect(epochMs(`${day}T${h}:${m}:${s}`)).toBe(ms);
        expect(epochMs(`${day}T${h}${m}`)).toBe(ms - seconds * 1000);
        expect(epochMs(`${day}T${h}Z`)).toBe(date + hours * 3_600_000);
      },
    ),
  );
});

test.each([
  ['20261101T090000Z', '2026-11-01T09:00:00Z'],
  ['2026-12-31T23:59:60Z', '2026-12-31T23:59:59Z'],
  ['2027-01-01T00:59:60+01:00', '2026-12-31T23:59:59Z'],
  ['2026-12-31T24:00:00Z', '2027-01-01T00:00:00Z'],
  ['2026-12-31T24:00', '2027-01-01T00:00:00Z'],
  ['2026-11-20T09:30,5Z', '2026-11-20T09:30:30Z'],
  ['2026-11-20T09.25Z', '2026-11-20T09:15:00Z'],
  ['2026-W53-5T10:00:00Z', '2027-01-01T10:00:00Z'],
  ['-000001-01-01', '-000001-01-01T00:00:00Z'],
])('%j is %s', (text, same) => {
  expect(epochMs(text)).toBe(Date.parse(same));
});

test.each([
  '2026-02-29',
  '20261301',
  '2026-000',
  '2026-366',
  '2025-W53-1',
  '2026-W00-1',
  '2026-W10-8',
  '2026-W10',
  '2026-11',
  '-000000-01-01',
  '2026-11-20T',
  '2026-11-20T24:00:01Z',
  '2026-11-20T10:00:00+24:00',
  '2026-11-20T10:00:00+0',
  '+999999-01-01',
])('%j is no date', (text) => {
  expect(epochMs(text)).toBeNull();
});

test('of the first and the last days of JavaScript, which have no midnight in some zones, none is read', () => {
  expect(
    ['-271821-04-20T00:00:00Z', '-271821-04-21T23:59:59Z', '+275760-09-11T00:00:01Z'].map(epochMs),
  ).toEqual([null, null, null]);
  const earliest = epochMs('-271821-04-22T00:00:00Z') ?? Number.NaN;
  const latest = epochMs('+275760-09-11T00:00:00Z') ?? Number.NaN;
  const workingDays = createWorkingDays(WEEKDAYS);
  for (const zone of ['Pacific/Kiritimati', 'Asia/Tokyo', 'UTC', 'Etc/GMT+12']) {
    expect(workingDays.workingDaysBetween(earliest, 0, zone)).toBeGreaterThan(7_000);
    expect(workingDays.workingDaysBetween(latest, 0, zone)).toBe(0);
    expect(dateOf(latest, zone).year).toBe(275_760);
  }
});

test.each([
  '2026-00-10T10:00:00Z',
  '2026-13-10T10:00:00Z',
  '2026-01-00T10:00:00Z',
  '2026-01-32T10:00:00Z',
  '2026-01-10T25:00:00Z',
  '2026-01-10T10:60:00Z',
  '2026-01-10T10:00:61Z',
  '2026-01-10T10:00:00.Z',
  '2026-01-10T10:00:00ZZ',
  '2026-01-10T10:00:00+00:00Z',
  '2026-01-1xT10:00:00Z',
  '20x6-01-10T10:00:00Z',
  '2026-01-10T1/:00:00Z',
  '2026-01-10T10:00:00 UTC',
])('%j is no time', (text) => {
  expect(epochMs(text)).toBeNull();
});

test.each(['+012027-01-01', '-000001-12-31', '9999-W52-6'])(
  '%s is no date, as it would come before 2026 or after it in the order of texts',
  (text) => {
    expect(isoDate(text)).toBeNull();
    expect(isoDate('+002027-01-01')).toBe('2027-01-01');
  },
);

test('no text is too odd to be asked', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(epochMs(text)).toSatisfy((ms) => ms === null || Number.isFinite(ms));
    }),
  );
});
