import { expect, test } from 'vitest';

import { understand } from '../../../src/portfolio/phrases/understand.ts';
import { told } from './told.ts';

test.each([
  ['the week of 9 november', 'la semaine du 9 novembre', 'created:9-november..15-november'],
  [
    'declined the week of 28 february',
    'refusés la semaine du 28 février',
    'decision:declined decided:28-february..6-march',
  ],
  ['the week of 2026-11-11', 'la semaine du 2026-11-11', 'created:2026-11-09..2026-11-15'],
  ['after 20/11', 'après le 20/11', 'created:>20-november'],
  ['between 20/11 and 25/11', 'entre le 20/11 et le 25/11', 'created:20-november..25-november'],
  ['received the day before yesterday', 'reçus avant-hier', 'age:2d'],
  [
    'declined the day before yesterday',
    'refusés avant-hier',
    'decision:declined since-decision:2d',
  ],
  ['since the day before yesterday', 'depuis avant-hier', 'age:<=2d'],
  ['this afternoon', 'cet après-midi', 'created:today'],
  ['available by friday', 'disponibles d’ici vendredi', 'availability:<=friday'],
])('“%s” and “%s” are “%s”', (en, fr, query) => {
  expect([told(en), told(fr)]).toEqual([query, query]);
});

test.each([
  ['received since the 3rd', 'reçus depuis le 3', 'the 3rd', 'le 3'],
  ['before the 10th', 'avant le 10', 'before the 10th', 'avant le 10'],
  ['received the 3rd, ready', 'reçus le 3, prêts', 'the 3rd', 'le 3'],
  ['by friday', 'd’ici vendredi', 'by friday', 'd’ ici vendredi'],
])('a day that cannot be asked for is told: “%s” and “%s”', (en, fr, ...left) => {
  expect([en, fr].map((text) => understand(text, 'fr').ignored.join())).toEqual(
    left.map((text) => expect.stringContaining(text)),
  );
});

test('day and month that may be either are told to be unknown, unless the language says', () => {
  expect(understand('since 3/11', 'en').ignored).toEqual(['since 3/11']);
  expect(told('since 3/11')).toBe('created:>=3-november');
});

test('a number with something behind it is no day', () => {
  expect(told('le 3 rue des Lilas')).toBe('3 rue Lilas');
  expect(told('Paris 1er')).toBe('Paris 1er');
});
