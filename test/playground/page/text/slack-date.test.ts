import { expect, test } from 'vitest';

import { formatSlackDate } from '../../../../src/playground/page/text/slack-date.ts';

/** Noon by the local clock, wherever the test runs. */
const NOON_MS = new Date(2026, 10, 20, 12).getTime();
const NOON_S = NOON_MS / 1000;
const DAY_S = 86_400;
const clock = { nowMs: NOON_MS, locale: 'en-GB' };

test.each([
  [0, '{date_num} {time_secs}', '2026-11-20 12:00:00'],
  [0, '{date_short}, {time}', '20 Nov, 12:00'],
  [0, '{date_long}', 'Friday 20 November'],
  [0, '{date_pretty}', 'today'],
  [-DAY_S, '{date_short_pretty}', 'yesterday'],
  [-3 * DAY_S, '{date_pretty}', '17 November'],
  [-400 * DAY_S, '{date}', '16 October 2025'],
  [-120, '{ago}', '2 minutes ago'],
  [-7 * 3600, '{ago}', '7 hours ago'],
  [0, '{unheard_of}', '{unheard_of}'],
])('%d seconds from noon, %s reads %s', (offsetS, format, expected) => {
  expect(formatSlackDate(NOON_S + offsetS, format, clock)).toBe(expected);
});

test('a reader elsewhere reads it in their own language', () => {
  expect(formatSlackDate(NOON_S - 120, '{ago}', { ...clock, locale: 'fr-FR' })).toBe(
    'il y a 2 minutes',
  );
});

test('a moment that is none is not worded, so that the fallback can stand', () => {
  expect(formatSlackDate(Number.NaN, '{date}', clock)).toBe('');
});

test('a reader with a zone of their own reads its times and its days', () => {
  const lateS = Date.UTC(2026, 10, 20, 23, 30) / 1000;
  const read = (zone: string) =>
    formatSlackDate(lateS, '{date_num} {time} {date_pretty}', {
      nowMs: lateS * 1000 + 3_600_000,
      locale: 'en-GB',
      zone,
    });

  expect(read('Europe/Paris')).toBe('2026-11-21 0:30 today');
  expect(read('Europe/London')).toBe('2026-11-20 23:30 yesterday');
});
