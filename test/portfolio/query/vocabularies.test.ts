import { expect, test } from 'vitest';

import { fold } from '../../../src/lib/text.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import { KEYS } from '../../../src/portfolio/query/query.ts';
import { keyHelp, vocabularyIn } from '../../../src/portfolio/query/vocabulary/index.ts';
import type { Vocabulary } from '../../../src/portfolio/query/vocabulary/types.ts';

const LANGUAGES = ['en', 'fr'] as const;

function tables({ keys, choices, groups, parts, units, dates, flags, sorts }: Vocabulary) {
  const grouped = (key: string) =>
    groups
      .filter((group) => group.key === key)
      .map(({ values, words }): [string, readonly string[]] => [values.join(), words]);
  return [
    { name: 'keys', words: Object.entries(keys) },
    { name: 'parts', words: Object.entries(parts) },
    { name: 'units', words: Object.entries(units) },
    { name: 'dates', words: Object.entries(dates) },
    { name: 'flags', words: Object.entries(flags) },
    { name: 'sorts', words: Object.entries(sorts) },
    ...Object.entries(choices).map(([key, words]) => ({
      name: key,
      words: [...Object.entries<readonly string[]>(words), ...grouped(key)],
    })),
  ];
}

test('no word stands for two things, in one language or between the two', () => {
  const meanings = new Map<string, Set<string>>();
  for (const language of LANGUAGES) {
    for (const { name, words } of tables(vocabularyIn(language))) {
      for (const [meaning, spellings] of words) {
        for (const word of spellings) {
          const place = `${name} ${fold(word)}`;
          meanings.set(place, (meanings.get(place) ?? new Set()).add(meaning));
        }
      }
    }
  }

  const ambiguous = [...meanings].filter(([, meant]) => meant.size > 1);
  expect(meanings.size).toBeGreaterThan(150);
  expect(ambiguous).toEqual([]);
});

test('no word needs quotes', () => {
  const words = LANGUAGES.flatMap((language) =>
    tables(vocabularyIn(language)).flatMap((table) => table.words.flatMap(([, all]) => all)),
  );

  expect(words.filter((word) => !/^[\p{L}-]+$/u.test(word))).toEqual([]);
});

test.each(LANGUAGES)('every key has help whose example can be tried, in %s', (language) => {
  const help = keyHelp(language);
  const keys = vocabularyIn(language).keys;

  expect([...help.keys()]).toEqual([...Object.keys(KEYS), 'sort']);
  for (const [key, { example }] of help) {
    const { conditions, sort } = parseQuery(example);
    expect(key === 'sort' ? sort : conditions[0]).toMatchObject(key === 'sort' ? {} : { key });
    expect(example.replace(/^-/u, '').split(':')[0]).toBe(
      Object.entries(keys).find(([name]) => name === key)?.[1][0],
    );
  }
});
