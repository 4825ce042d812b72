import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { epochMs } from '../../../src/rental-api/schema/date-time.ts';

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

test('no text is too odd to be asked', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(epochMs(text)).toSatisfy((ms) => ms === null || Number.isFinite(ms));
    }),
  );
});
