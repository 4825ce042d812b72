import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { escaped, oneLine } from '../../src/views/block-kit.ts';

test.each([
  ['Anne  Lefèvre\n', 'Anne Lefèvre'],
  ['T3\u202e lumineux', 'T3 lumineux'],
  ['zero\u200bwidth', 'zerowidth'],
  ['\u0000\u0007', ''],
  ['a\ud800b', 'a\ufffdb'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['👩🏽‍🚒 ❤️‍🔥', '👩🏽‍🚒 ❤️‍🔥'],
  ['a\u200db 1\u200d😀 😀\u200dx \u200d', 'ab 1😀 😀x'],
  ['😀\u200b\u200d😀\u200d\u200d😀', '😀😀😀'],
])('%j becomes the line %j', (value, line) => {
  expect(oneLine(value, 40)).toBe(line);
});

/** Draws nothing by itself, by Unicode's properties, or is blank all the same. */
const nothing = fc.oneof(
  fc
    .integer({ min: 0, max: 0x10ffff })
    .filter((code) => /[\p{DI}\p{Cf}\p{Z}\p{Cc}\p{Co}]/u.test(String.fromCodePoint(code))),
  fc.constantFrom(0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200c, 0x200d, 0x2066, 0x2068),
  fc.constantFrom(0x2069, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0x1d159, 0xe0001, 0xe0100),
  fc.constantFrom(0x180b, 0x2061, 0xfffc, 0x13441, 0x13442, 0x16fe4),
);

test('a text of what draws nothing is nothing', () => {
  fc.assert(
    fc.property(fc.array(nothing, { maxLength: 20 }), (codes) => {
      expect(oneLine(String.fromCodePoint(...codes), 40).trim()).toBe('');
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['Persian, with its joiner', 'می\u200cخواهم'],
  ['Sinhala, with its joiner', 'ශ්\u200dරී'],
  ['Malayalam', 'അവന്\u200d ക'],
  ['Japanese, with the form of an ideograph', '葛\u{e0100}城'],
  ['a flag of a region', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['a key', '1\ufe0f\u20e3'],
])('a name stays as it is: %s', (_, name) => {
  const kept = oneLine(name, 40).replaceAll(/[\u2068\u2069]/g, '');
  const last = /(?<=\u0d4d)\u200d(?= )/g;
  expect(kept).toBe(name.replaceAll(last, ''));
});

test.each([
  ['דירה 5', '\u2068דירה 5\u2069'],
  ['\u202bדירה\u202c', '\u2068דירה\u2069'],
  ['\u2067\u2068דירה', '\u2068דירה\u2069'],
  ['\u2068דירה\u2069 · 900', '\u2068דירה\u2069 · 900'],
  ['Anna\u2069', 'Anna'],
  ['\u2068\u2068\u2069 Anna', 'Anna'],
])('%j is isolated as %j', (value, line) => {
  expect(oneLine(value, 40)).toBe(line);
});

test('what is written from right to left stays between its marks, also when it is cut', () => {
  const unit = fc.constantFrom(
    'ש',
    'ا',
    'a',
    '5',
    ' ',
    '·',
    '\u2068',
    '\u2069',
    '\u2067',
    '\u202e',
  );
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 60 }),
      fc.integer({ min: 6, max: 70 }),
      (value, max) => {
        const line = oneLine(value, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line.replaceAll(/\u2068[^\u2068\u2069]+\u2069/g, '')).not.toMatch(
          /[\u202a-\u202e\u2066-\u2069שا]/,
        );
        expect(oneLine(line, max)).toBe(line);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('what is cut is cut between characters and says so', () => {
  expect(oneLine('Résidence des Lilas', 10)).toBe('Résidence…');
  expect(oneLine('e\u0301'.repeat(9), 6)).toBe('e\u0301e\u0301…');
  expect(oneLine('👩\ufe0f\u200d👩\ufe0f', 6)).toBe('👩\ufe0f…');
});

test('any text becomes one short line in which nothing is hidden', () => {
  const odd = fc.constantFrom('\u200d', '👩', '🏽', '\ufe0f', '\u202e', 'é', ' ');
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: odd, maxLength: 400 }),
  );
  fc.assert(
    fc.property(hostile, fc.integer({ min: 4, max: 120 }), (value, lengthMax) => {
      const line = oneLine(value, lengthMax);
      expect(line.length).toBeLessThanOrEqual(lengthMax);
      const joined = /(?<=\p{ExtPict}\ufe0f?\p{EMod}?)\u200d(?=\p{ExtPict})/gu;
      const letters = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;
      const isolated = /\u2068([^\u2068\u2069]+)\u2069/g;
      expect(line.replace(joined, '').replace(letters, '').replace(isolated, '$1')).not.toMatch(
        /[\p{Cc}\p{Cf}\u2028\u2029]/u,
      );
      expect(line.isWellFormed()).toBe(true);
      expect(line).toBe(line.trim());
    }),
  );
});

test('a clean text stays as it is, whatever stands in it that Europe writes', () => {
  const written = fc.constantFrom(...'aZ09-’/&<é€Œœß¿ \u00a0\u00ad\u1680'.split(''));
  fc.assert(
    fc.property(fc.string({ unit: written, maxLength: 40 }), (value) => {
      const collapsed = value
        .replaceAll('\u00ad', '')
        .replaceAll(/[ \u1680]+/g, ' ')
        .trim();
      expect(oneLine(value, 40)).toBe(collapsed);
    }),
  );
});

test('a long text of what Europe writes is cut where a reader sees characters end', () => {
  const written = fc.constantFrom(...'aZ09-’/&é€œß¿ĳǆ \u00a0'.split(''));
  const characters = new Intl.Segmenter();
  fc.assert(
    fc.property(fc.string({ unit: written, minLength: 13, maxLength: 60 }), (value) => {
      const line = oneLine(value, 12);
      const kept = line.replace(/…$/, '');
      const ends = Array.from(
        characters.segment(value.replaceAll(/ +/g, ' ').trim()),
        ({ index, segment }) => index + segment.length,
      );
      expect(line.length).toBeLessThanOrEqual(12);
      expect(kept === '' || ends.includes(kept.length)).toBe(true);
    }),
  );
});

test('escaped text holds no mark that Slack reads as markup, and reads the same', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const text = escaped(value);
      expect(text).not.toMatch(/[<>]/);
      expect(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(
        value,
      );
    }),
  );
});
