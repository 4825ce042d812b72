import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createLinkTemplate } from '../../src/lib/http.ts';
import { resolveFiles } from '../../src/portfolio/lookup.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import {
  type SearchCache,
  createSearchCache,
  type SearchResult,
} from '../../src/portfolio/search/results.ts';
import { asking, readingOfFiles } from './reading-of.ts';

const UUID = '1d9c2f6e-53a4-4c1e-9a47-0a5f7c2b9e10';
const UNHELD = '9d9c2f6e-53a4-4c1e-9a47-0a5f7c2b9e10';
const READING = readingOfFiles(
  {
    id: UUID,
    product: { title: 'Résidence des Lilas', reference: 'LOC-2026/031' },
    applicants: [{ first_name: 'Jéan', last_name: 'Dupont' }],
  },
  { id: 'second', product: { title: 'Rue de la Paix', reference: 'Été 7' }, decision: 'ACCEPTED' },
  { id: 'third', product: { title: 'Rue de la Paix', reference: 'été-7' }, decision: 'READY' },
  { id: '1234', applicants: [{ last_name: 'Dupond' }], product: { reference: '99' } },
  { id: '99', applicants: [{ last_name: 'Nombre' }] },
  { id: 'zeros', product: { title: 'Rue Haute', reference: 'MO-0143' } },
  { id: 'sixth', product: { title: 'LOC-2026/031', reference: 'LOC-2026/031 bis' } },
);
const { idIn } = createLinkTemplate('https://console.example.com/files/{id}');

function picked(text: string) {
  const found = resolveFiles(text, READING, asking(READING), idIn, createSearchCache());
  if (found.kind === 'one') return found.entry.id;
  if (found.kind === 'several') return [found.total, ...found.likeliest(25).map(({ id }) => id)];
  return found;
}

test.each([
  ['an id', UUID, UUID],
  ['an id in capitals', ` ${UUID.toUpperCase()} `, UUID],
  ['an id in quotation marks', `« ${UUID} »`, UUID],
  ['an id that looks like a number', '1234', '1234'],
  ['an id before a reference', '99', '99'],
  ['a link', `https://console.example.com/files/${UUID}?tab=documents`, UUID],
  ['a link as Slack writes it', `<https://console.example.com/files/third|the file>`, 'third'],
  ['a reference', 'loc 2026-031', UUID],
  ['a reference without its signs', 'LOC2026031', UUID],
  ['a reference with others', 'loc 20 26-031', UUID],
  ['a reference without its signs that files share', 'ete7', [2, 'third', 'second']],
  ['a reference that files share', 'ETE 7', [2, 'third', 'second']],
  ['a reference without its zeros', 'mo 143', 'zeros'],
  ['a reference without its zeros and signs', 'MO143', 'zeros'],
  ['a reference with more zeros', 'mo-00143', 'zeros'],
  ['words of one file', 'dupont lilas', UUID],
  ['words in quotation marks', '"jean dupont"', UUID],
  ['a quotation mark without its partner', '"dupont', UUID],
  ['words of several files', 'dupon', [2, '1234', UUID]],
  ['either of two words', 'lilas or nombre', [2, UUID, '99']],
  ['either of two words in French', 'jean ou nombre lilas', UUID],
  ['a negation, which it is not', '-lilas', UUID],
  ['a control character between words', 'dupont\u0007lilas', UUID],
])('%s', (_, text, expected) => {
  expect(picked(text)).toEqual(expected);
});

test.each([
  ['an id', UNHELD.toUpperCase(), UNHELD],
  ['a link to one', `https://console.example.com/files/${UNHELD}`, UNHELD],
  ['a link to whatever', 'https://console.example.com/files/seventh', 'seventh'],
])('what nobody has read yet is told apart: %s', (_, text, id) => {
  expect(picked(text)).toEqual({ kind: 'unheld', id });
});

test.each([
  '',
  '   ',
  '"',
  '🎉',
  '\u0000',
  'dupont martin',
  '99999999999999999999',
  '1e3',
  'constructor',
  '__proto__',
  'a'.repeat(5_000),
  'dupont '.repeat(715),
  `https://console.example.com/files/${'a'.repeat(5_000)}`,
  'https://elsewhere.example.com/files/1234567',
])('%j is none of them', (text) => {
  expect(picked(text)).toEqual({ kind: 'none' });
});

test('an answer comes of any text, and never more files than can be offered', () => {
  const snapshot = readingOfFiles(
    ...Array.from({ length: 40 }, (_, index) => ({ id: `f${index}`, product: { title: 'Rue' } })),
  );
  const found = resolveFiles('rue', snapshot, asking(snapshot), idIn, createSearchCache());
  expect(found).toMatchObject({ kind: 'several', total: 40 });
  expect(found.kind === 'several' && found.likeliest(25).length).toBe(25);

  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
      expect(['one', 'several', 'unheld', 'none']).toContain(
        resolveFiles(text, snapshot, asking(snapshot), idIn, createSearchCache()).kind,
      );
    }),
  );
});

test('a list of the same words finds there what was found already', () => {
  const answers = createSearchCache();
  const found: SearchResult[] = [];
  const watched: SearchCache = {
    find(...asked) {
      const answer = answers.find(...asked);
      found.push(answer);
      return answer;
    },
  };
  resolveFiles('rue paix', READING, asking(READING), idIn, watched);
  const { conditions } = parseQuery('rue paix', 'en');
  watched.find(READING, { conditions, sort: 'newest' }, asking(READING));
  expect(found).toHaveLength(2);
  expect(found[1]).toBe(found[0]);
});

test('a whole name is preferred to the same words of several people', () => {
  const snapshot = readingOfFiles(
    { id: 'one', applicants: [{ first_name: 'Loïc', last_name: 'Marchand' }] },
    {
      id: 'two',
      applicants: [
        { first_name: 'Jérôme', last_name: 'Marchand' },
        { first_name: 'Loïc', last_name: 'Roux' },
      ],
    },
  );
  const kindOf = (text: string) => {
    const found = resolveFiles(text, snapshot, asking(snapshot), idIn, createSearchCache());
    return found.kind === 'one' ? found.entry.id : found.kind;
  };
  expect(['loic marchand', 'Marchand, Loïc', 'Marchand'].map(kindOf)).toEqual([
    'one',
    'one',
    'several',
  ]);
  expect(kindOf('Jérôme Roux')).toBe('two');
});
