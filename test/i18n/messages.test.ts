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

const ONE_OR_MORE: Readonly<Record<'en' | 'fr', readonly [RegExp, RegExp]>> = {
  en: [
    /(?:file|property|alert|digest|view|decision|person|day|post|value|applicant|guarantor)/u,
    /(?:files|properties|alerts|digests|views|decisions|people|days|posts|values|applicants|guarantors)/u,
  ],
  fr: [
    /(?:dossier|bien|alerte|récap|vue|décision|personne|jour|publication|valeur|candidat|garant)/u,
    /(?:dossiers|biens|alertes|récaps|vues|décisions|personnes|jours|publications|valeurs|candidats|garants)/u,
  ],
};

test.each(['en', 'fr'] as const)('a number and its noun agree (%s)', (language) => {
  const [one, several] = ONE_OR_MORE[language];
  const counting = [...(language === 'en' ? english : french).values()].filter(
    (word): word is (count: number) => unknown => typeof word === 'function' && word.length === 1,
  );
  const wrong = counting.flatMap((word) =>
    [0, 1, 2].flatMap((count) => {
      const said = textOf(word, count);
      // French counts none as one.
      const isOne = count === 1 || (language === 'fr' && count === 0);
      const noun = (isOne ? several : one).source;
      const isWrong = new RegExp(`(?<![\\d,.])${count} (?:\\p{L}+ )?${noun}(?!\\p{L})`, 'u').test(
        said,
      );
      // What counts nothing is not said: of these, other words say that there is none.
      return isWrong && !(language === 'fr' && count === 0) ? [said] : [];
    }),
  );
  expect(counting.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

/** What a function of a dictionary says of a number; nothing where it takes something else. */
function textOf(word: (count: number) => unknown, count: number): string {
  try {
    return String(word(count));
  } catch {
    return '';
  }
}

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
