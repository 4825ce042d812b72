import { expect, test } from 'vitest';

import { createLinkTemplate } from '../../src/lib/http.ts';
import {
  filesMentioned,
  mayNameFiles,
  resolveFiles,
  suggestFiles,
} from '../../src/portfolio/lookup.ts';
import { vacanciesUntil } from '../../src/portfolio/properties.ts';
import { createSearchCache } from '../../src/portfolio/search/results.ts';
import { overviewOf } from '../../src/portfolio/statistics.ts';
import { asking, readingOfFiles } from './reading-of.ts';

const LONG_REFERENCE = `R-${'7'.repeat(99)}`;
const LONGER_REFERENCE = `S-${'7'.repeat(100)}`;
const READING = readingOfFiles(
  { id: 'one', product: { title: 'Rue Haute', reference: '4321' } },
  { id: 'two', product: { title: 'Rue Basse', reference: '321' } },
  { id: 'four words', product: { reference: 'LOC 2026 031 bis' } },
  { id: 'five words', product: { reference: 'LOC 2026 032 bis ter' } },
  { id: 'long', product: { reference: LONG_REFERENCE } },
  { id: 'longer', product: { reference: LONGER_REFERENCE } },
);
const { idIn } = createLinkTemplate('https://console.example.com/files/{id}');

/** What a text refers to: an id, or how it is with the text. */
function picked(text: string): string {
  const found = resolveFiles(text, READING, asking(READING), idIn, createSearchCache());
  return found.kind === 'one' ? found.entry.id : found.kind;
}

const LINK = 'https://console.example.com/files/';

test.each([
  ['an id of 100 characters in a link', `${LINK}${'a'.repeat(100)}`, 'unheld'],
  ['one of 101', `${LINK}${'a'.repeat(101)}`, 'none'],
  ['a link in a text of 3,000 characters', `${LINK}one?`.padEnd(3_000, 'x'), 'one'],
  ['one in a text of 3,001', `${LINK}one?`.padEnd(3_001, 'x'), 'none'],
  ['words in 500 characters', 'haute'.padEnd(499, '-').concat('-'), 'one'],
  ['words in 501', 'haute'.padEnd(501, '-'), 'none'],
  ['forty words', 'haute '.repeat(40), 'one'],
  ['forty-one', 'haute '.repeat(41), 'none'],
  ['a reference of 100 characters, without its sign', LONG_REFERENCE.replace('-', ''), 'long'],
  ['one of 101', LONGER_REFERENCE.replace('-', ''), 'none'],
])('what is asked for by %s is found, or too long', (_, text, found) => {
  expect(picked(text)).toBe(found);
});

test('forty words are looked for while somebody types, and no more', () => {
  const found = [40, 41].map(
    (count) => suggestFiles('haute '.repeat(count), READING, asking(READING), 9).length,
  );
  expect(found).toEqual([1, 0]);
});

const mentioned = (text: string) =>
  filesMentioned(text, READING)
    .likeliest(9)
    .map(({ id }) => id);

test('a message names files by four words, or by a number of four digits, and no less clearly', () => {
  expect(mentioned('see 4321')).toEqual(['one']);
  expect(mentioned('see 321')).toEqual([]);
  expect(mentioned('see LOC 2026 031 bis.')).toEqual(['four words']);
  expect(mentioned('see LOC 2026 032 bis ter.')).toEqual([]);
});

test('of a long message the first 4,000 characters are looked through', () => {
  expect(mentioned('4321'.padStart(4_000))).toEqual(['one']);
  expect(mentioned('4321'.padStart(4_001))).toEqual([]);
});

test('of a message no more than three words on either side of a number are passed on', () => {
  expect(mayNameFiles('I saw them at rue de 7 bis and then again today')).toBe(
    'at rue de 7 bis and then',
  );
  expect(mayNameFiles('nobody is named here')).toBe('');
});

test.each([
  ['by the last day asked for', { availability: '2026-12-01' }, true],
  ['by the day after', { availability: '2026-12-02' }, false],
  ['long ago', { availability: '2020-01-01' }, true],
  ['available without a date', { available: true }, true],
  ['neither said to be available nor dated', {}, true],
  ['not available', { available: false }, false],
  ['not available, but from tomorrow', { available: false, availability: '2026-11-21' }, true],
  ['not available, although from today', { available: false, availability: '2026-11-20' }, false],
  ['available, from today', { available: true, availability: '2026-11-20' }, true],
])('whether a property is free that is %s', (_, product, isFree) => {
  const snapshot = readingOfFiles({ id: 'a', product: { reference: 'R-1', ...product } });
  const found = vacanciesUntil('2026-12-01', snapshot, asking(snapshot));
  expect(found.map(({ from }) => from)).toEqual(
    isFree ? [('availability' in product && product.availability) || null] : [],
  );
});

test('a day old is still new, and five working days without a change are none too many', () => {
  const snapshot = readingOfFiles(
    ...[24, 25, 5 * 24, 9 * 24].map((hours) => ({
      id: `${hours} hours`,
      decision: 'PENDING',
      created_at: new Date(asking(readingOfFiles()).nowMs - hours * 3_600_000).toISOString(),
    })),
  );
  const { arrived, stale } = overviewOf(snapshot, asking(snapshot));
  expect({ arrived, stale }).toEqual({ arrived: 1, stale: 1 });
});
