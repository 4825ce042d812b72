import { expect, test } from 'vitest';

import { errorInWords } from '../../../src/portfolio/query/describe.ts';
import { QueryError } from '../../../src/portfolio/query/errors.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import { KEYS, keysOfKind } from '../../../src/portfolio/query/query.ts';

/** The error of a query, or `null` where it is read. */
function errorOf(text: string, language: 'en' | 'fr' = 'en'): QueryError | null {
  try {
    parseQuery(text, language);
    return null;
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
}

function codeOf(text: string): string | null {
  return errorOf(text)?.code ?? null;
}

test.each([
  ['h', 9_999],
  ['d', 3_660],
  ['bd', 2_500],
  ['w', 520],
  ['mo', 120],
])('an age in %s goes up to %i', (unit, most) => {
  expect([codeOf(`age:0${unit}`), codeOf(`age:${most}${unit}`)]).toEqual([null, null]);
  expect(codeOf(`age:${most + 1}${unit}`)).toBe('query_bad_age');
});

test.each([
  ['completion', 0, 100],
  ['rent', 0, null],
  ['score', null, null],
] as const)('%s takes numbers from %s to %s', (key, least, most) => {
  const below = codeOf(`${key}:${(least ?? 0) - 0.5}`);
  const above = codeOf(`${key}:${(most ?? 999_999_998) + 0.5}`);
  expect([codeOf(`${key}:${least ?? 0}`), codeOf(`${key}:${most ?? 999_999_999}`)]).toEqual([
    null,
    null,
  ]);
  expect(below).toBe(least === null ? null : 'query_bad_number');
  expect(above).toBe(most === null ? null : 'query_bad_number');
});

test.each(keysOfKind('number'))('the examples of %s are numbers that it takes', (key) => {
  const { examples } = KEYS[key];
  expect(examples.length).toBeGreaterThan(1);
  expect(examples.map((value) => codeOf(`${key}:${value}`))).toEqual(examples.map(() => null));
});

test.each([
  ['24h..1d', '25h..1d'],
  ['1d..24h', '1d..23h'],
  ['1w..7d', '1w..6d'],
  ['7d..1w', '8d..1w'],
  ['31d..1mo', '32d..1mo'],
  ['1mo..28d', '1mo..27d'],
  ['1mo..4w', '1mo..3w'],
  ['1bd..1d', '2bd..1d'],
  ['900d..1bd', '1bd..23h'],
  ['3d..3d', '4d..3d'],
])('ages from the longer to the shorter hold nothing: %s may, and %s cannot', (may, cannot) => {
  expect(codeOf(`age:${may}`)).toBeNull();
  expect(codeOf(`age:${cannot}`)).toBe('query_impossible_range');
});

test.each([
  ['2026-11..2026-11', '2026-11..2026-10'],
  ['2026-11-20..2026-11', '2026-12-01..2026-11'],
  ['2026-12-31..2026', '2027..2026'],
  ['2026..2026-01-01', '2026..2025-12-31'],
  ['2026-11-20..2026-11-20', '2026-11-21..2026-11-20'],
  ['2026-11..2026-11-01', '2026-11..2026-10-31'],
])('dates from the later to the earlier hold nothing: %s may, and %s cannot', (may, cannot) => {
  expect(codeOf(`created:${may}`)).toBeNull();
  expect(codeOf(`created:${cannot}`)).toBe('query_impossible_range');
});

test.each([
  ['2026-12', '2026-13'],
  ['2026-01', '2026-00'],
  ['0001', '0000'],
  ['2026-11-30', '2026-11-31'],
  ['2024-02-29', '2024-02-30'],
  ['2026-01-01', '2026-01-00'],
  ['29-february', '30-february'],
  ['1-january', '0-january'],
  ['31-december', '32-december'],
])('the calendar has %s and not %s', (day, none) => {
  expect(codeOf(`created:${day}`)).toBeNull();
  expect(codeOf(`created:${none}`)).toBe('query_no_such_date');
});

test.each([
  ['12/12/2026', '2026-12-12', '2026-12-12'],
  ['13/12/2026', '2026-12-13', '2026-12-13'],
  ['12/13/2026', '2026-12-13', null],
  ['12/11/2026', null, '2026-11-12'],
  ['11/12/2026', null, '2026-12-11'],
  ['31/11/2026', null, null],
  ['12/2026', '2026-12', '2026-12'],
  ['13/2026', null, null],
])('what is meant by %s is %s in English and %s in French', (typed, english, french) => {
  expect([errorOf(`created:${typed}`), errorOf(`created:${typed}`, 'fr')]).toMatchObject([
    { code: 'query_bad_date', nearest: english },
    { code: 'query_bad_date', nearest: french },
  ]);
});

test.each([
  ['archived:x', ['yes', 'no'], ['oui', 'non']],
  ['age:x', ['3h', '3d', '>3bd', '1w..2w', '>1mo'], ['3h', '3j', '>3jo', '1sem..2sem', '>1mois']],
  [
    'created:x',
    ['2026-11', '2026-11-20', '2026-10..2026-11', 'this-week'],
    ['2026-11', '2026-11-20', '2026-10..2026-11', 'cette-semaine'],
  ],
  ['taken:x', ['me', 'nobody', '@name'], ['moi', 'personne', '@nom']],
])('%s is refused with all that would be valid', (text, english, french) => {
  expect([errorOf(text)?.valid, errorOf(text, 'fr')?.valid]).toEqual([english, french]);
});

test('of several values, the wrong one alone is named, and what is near it among those of its key', () => {
  expect(errorOf('status:new,ready')).toMatchObject({ word: 'ready', nearest: null });
  expect(errorOf('status:ready')).toMatchObject({ nearest: 'decision:ready' });
  expect(codeOf('status:=')).toBe('query_unknown_value');
});

/** What is said of a query with so many characters in place of a number. */
function toldOf(characters: number): string {
  const error = errorOf(`score:${'🎉'.repeat(characters)}`);
  if (error === null) throw new Error('not refused');
  return errorInWords(error, 'en').happened;
}

test('a wrong word is repeated whole up to forty characters', () => {
  expect(toldOf(40)).toContain(`“${'🎉'.repeat(40)}”`);
  expect(toldOf(41)).toContain(`“${'🎉'.repeat(40)}…”`);
});

test.each([
  ['a '.repeat(40), null],
  ['a '.repeat(41), 'query_too_many_terms'],
  ['a'.repeat(500), null],
  ['a'.repeat(501), 'query_too_long'],
  ['é'.repeat(499), null],
  ['語'.repeat(333), null],
  ['語'.repeat(334), 'query_too_long'],
])('%j is too long, too much or neither', (text, code) => {
  expect(codeOf(text)).toBe(code);
});
