import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';

/** Every word of a dictionary with the way to it: `list.title`, `failure.tryAgain`. */
function wordsOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || path === '.locale') return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => wordsOf(inner, `${path}.${name}`));
}

const english = new Map(wordsOf(wordsIn('en'), ''));
const french = new Map(wordsOf(wordsIn('fr'), ''));

test('each language has every word that the other has', () => {
  expect([...french.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  expect(english.size).toBeGreaterThan(200);
});

test('no word is empty', () => {
  const empty = [...english, ...french].filter(([, word]) => word === '');
  expect(empty.map(([path]) => path)).toEqual([]);
});

/** Words that are the same in both languages, and sentences never are. */
test('no sentence of one language is left in the other', () => {
  const same = [...english].filter(
    ([path, word]) =>
      typeof word === 'string' && word.split(' ').length > 3 && french.get(path) === word,
  );
  expect(same.map(([path]) => path)).toEqual([]);
});

test('no view holds a sentence: all words come from the dictionary', () => {
  const sentence = /\p{L}{2,} \p{L}{2,}/u;
  const found = globSync('src/views/**/*.ts').flatMap((file) =>
    literalsIn(readFileSync(file, 'utf8'))
      .filter((literal) => sentence.test(literal.replaceAll(/\$\{.*?\}/g, '')))
      .map((literal) => `${file}: ${literal}`),
  );
  expect(found).toEqual([]);
});

/** The texts between quotes, one after the other, so that none begins where another ends. */
function literalsIn(source: string): string[] {
  const literal = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
  return Array.from(withoutComments(stripTypeScriptTypes(source)).matchAll(literal), String);
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
}
