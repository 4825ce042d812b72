import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { escaped, oneLine } from '../../src/views/text.ts';

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
      expect(line.replace(joined, '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
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
