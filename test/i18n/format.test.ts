import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import {
  dayIn,
  figuresEn,
  figuresFr,
  frenchDate,
  joined,
  moneyIn,
  timesIn,
} from '../../src/i18n/format.ts';
import { wordsIn } from '../../src/i18n/index.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/gu, ' ');

/** What a figure in English says, as a number. */
const read = (text: string) => Number(text.replaceAll(',', ''));

test.each([
  [82.25, '82.25'],
  [66.666_666_666_666_67, '66.6666…'],
  [69.999_999, '69.9999…'],
  [82.300_000_000_000_01, '82.3000…'],
  [-66.666_66, '-66.6666…'],
  [0.000_012, '0.000012'],
  [1e-9, '1E-9'],
  [70, '70'],
])('a score of %d is shown without a digit that it has not: %s', (score, text) => {
  expect(figuresEn.score(score)).toBe(text);
});

test('a number has every digit, however large or small', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(read(figuresEn.number(value))).toBe(value + 0);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  [0, '0', '0'],
  [-0, '0', '0'],
  [1234.5, '1,234.5', '1 234,5'],
  [0.000001, '0.000001', '0,000001'],
  [0.0000009, '9E-7', '9E-7'],
  [999_999_999_999_999, '999,999,999,999,999', '999 999 999 999 999'],
  [1e15, '1E15', '1E15'],
  [-1e15, '-1E15', '-1E15'],
  [1.2345678901234567, '1.2345678901234567', '1,2345678901234567'],
])('%d is written %s, and %s in French', (value, en, fr) => {
  expect([figuresEn.number(value), plain(figuresFr.number(value))]).toEqual([en, fr]);
});

test.each([
  [64, '64%', '64 %'],
  [100, '100%', '100 %'],
  [999_999_999, '999,999,999%', '999 999 999 %'],
  [1e9, '1E9%', '1E9 %'],
  [-1e9, '-1E9%', '-1E9 %'],
  [1.26e9, '1.3E9%', '1,3E9 %'],
])('%d percent is written %s, and %s in French', (value, en, fr) => {
  expect([figuresEn.percent(value), plain(figuresFr.percent(value))]).toEqual([en, fr]);
});

test.each([
  [950, 'EUR', '€950', '950 €'],
  [950, null, '950', '950'],
  [950.5, 'EUR', '€950.50', '950,50 €'],
  [950.1234567, null, '950.123457', '950,123457'],
  [0.000001, null, '0.000001', '0,000001'],
  [0.0000001, null, '1E-7', '1E-7'],
  [999_999_999, null, '999,999,999', '999 999 999'],
  [1e9, 'EUR', '€1E9', '1E9 €'],
  [1_234_567_890, null, '1.23E9', '1,23E9'],
])('an amount of %d in %s is %s, and %s in French', (amount, currency, en, fr) => {
  const [inEnglish, inFrench] = [moneyIn('en-GB'), moneyIn('fr-FR')];
  expect([inEnglish(amount, currency), plain(inFrench(amount, currency))]).toEqual([en, fr]);
});

test('moments are those of their zone, however many zones there are', () => {
  const at = Date.UTC(2026, 10, 23, 23, 30);
  const { moment, time, day } = timesIn('en-GB');
  const dayOf = dayIn('en-GB');
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'Europe/Paris']) {
    const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    expect(day(at, zone)).toMatch(new RegExp(`^${there.day} `));
    expect(time(at, zone)).toBe(there.toPlainTime().toString({ smallestUnit: 'minute' }));
    expect(dayOf(at, zone)).toMatch(new RegExp(`^${there.day} .* ${there.year}$`));
  }
  expect(moment(at, 'Europe/Paris')).toBe('Tue 24 Nov, 00:30');
});

test('moments of a zone that is not known here are those of UTC, and say so', () => {
  const at = Date.UTC(2026, 11, 1, 8);
  const told = (['en', 'fr'] as const).map((language) => {
    const { moment, time, day, dayOfWeek } = wordsIn(language).digest;
    return [moment, time, day, dayOfWeek].map((write) => plain(write(at, 'Mars/Olympus')));
  });
  expect(told).toEqual([
    ['Tue 1 Dec, 08:00 UTC', '08:00 UTC', '1 Dec', 'Tue 1 Dec'],
    ['mar. 1er déc. à 08:00 UTC', '08:00 UTC', '1er déc.', 'mar. 1er déc.'],
  ]);
});

test.each([
  ['mar. 1 déc., 09:00', 'mar. 1er déc. à 09:00'],
  ['lun. 23 nov., 09:00', 'lun. 23 nov. à 09:00'],
  ['1 déc. 2026, 11:01', '1er déc. 2026 à 11:01'],
  ['23 févr. au 1 mars 2026', '23 févr. au 1er mars 2026'],
  ['1 au 7 juin 2021', '1er au 7 juin 2021'],
  ['31 déc. 2021 au 2 janv. 2022', '31 déc. 2021 au 2 janv. 2022'],
  ['21 nov.', '21 nov.'],
])('French writes %s as %s', (text, written) => {
  expect(frenchDate(text)).toBe(written);
});

test('every date in French is written so', () => {
  const { card, digest, stats, report, accessLog } = wordsIn('fr');
  const at = Date.UTC(2026, 5, 1, 7);
  expect([
    card.day(at, 'UTC'),
    digest.day(at, 'UTC'),
    digest.dayOfWeek(at, 'UTC'),
    digest.moment(at, 'UTC'),
    accessLog.at(at, 'UTC'),
    stats.week('2026-06-01'),
    plain(report.titled.week('Rapport', at, Date.UTC(2026, 5, 7))),
  ]).toEqual([
    '1er juin 2026',
    '1er juin',
    'lun. 1er juin',
    'lun. 1er juin à 07:00',
    '1er juin 2026 à 07:00',
    '1er juin',
    'Rapport : du 1er au 7 juin 2026',
  ]);
});

test('a format is made once for each zone', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const dayOf = dayIn('en-GB');
  for (let round = 0; round < 3; round += 1) {
    for (const zone of ['Europe/Paris', 'UTC', 'Asia/Tokyo']) dayOf(0, zone);
  }
  expect(made).toHaveBeenCalledTimes(3);
  made.mockRestore();
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is joined to %j', (parts, text) => {
  expect(joined(parts, 'and')).toBe(text);
});
