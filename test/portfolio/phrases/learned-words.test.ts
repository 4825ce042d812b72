import { expect, test } from 'vitest';

import { followUpIn } from '../../../src/portfolio/phrases/follow-up.ts';
import { english } from '../../../src/portfolio/phrases/grammar/en.ts';
import { french } from '../../../src/portfolio/phrases/grammar/fr.ts';
import { WORDS_MAX } from '../../../src/portfolio/phrases/grammar/index.ts';
import { understandOrNull } from '../../../src/portfolio/phrases/understand.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import { keyHelp, vocabularyIn } from '../../../src/portfolio/query/vocabulary/index.ts';
import { LANGUAGES } from '../../../src/portfolio/query/vocabulary/types.ts';

/*
 * What people have learned to type, with what it means: words are added, and none is taken away or
 * gets another meaning by accident. Look at each line that changes before it is written anew (`-u`).
 */

test.each(LANGUAGES)('each word of queries keeps its meaning, in %s', async (language) => {
  const { keys, choices, groups, parts, units, dates, flags, sorts } = vocabularyIn(language);
  const examples = keyHelp(language);
  const valueOf = (key: string) => /:(.*)$/su.exec(exampleOf(key))?.[1] ?? '';
  const exampleOf = (key: string) =>
    [...examples].find(([name]) => name === key)?.[1].example ?? '';
  const typed = [
    ...Object.entries(keys).flatMap(([key, names]) =>
      names.map((name) => `${name}:${valueOf(key)}`),
    ),
    ...Object.entries(choices).flatMap(([key, words]) =>
      Object.values(words).flatMap((names) => names.map((name) => `${key}:${name}`)),
    ),
    ...groups.flatMap(({ key, words }) => words.map((word) => `${key}:${word}`)),
    ...Object.values(parts).flatMap((names) => names.map((name) => `has:${name}`)),
    ...Object.values(units).flatMap((names) => names.map((name) => `age:>3${name}`)),
    ...Object.values(dates).flatMap((names) => names.map((name) => `created:${name}`)),
    ...Object.values(flags).flatMap((names) => names.map((name) => `archived:${name}`)),
    ...Object.values(sorts).flatMap((names) => names.map((name) => `sort:${name}`)),
  ];
  const meanings = typed.map(
    (text) => `${text} = ${formatQuery(parseQuery(text, language), 'en')}`,
  );

  await expect(listed(meanings)).toMatchFileSnapshot(`learned-words/queries-${language}.txt`);
});

const GRAMMARS = [
  ['en', english],
  ['fr', french],
] as const;

test.each(GRAMMARS)('each phrase keeps its meaning, in %s', async (language, grammar) => {
  const { followUp: _, ...around } = grammar;
  const meanings = leavesOf(around).map(([place, phrase]) => {
    const text = (AROUND[place] ?? AROUND[place.split(' ')[0] ?? ''] ?? AROUND_OTHERS).replace(
      '_',
      phrase,
    );
    return `${place}: ${text} = ${told(text)}`;
  });

  await expect(listed(meanings)).toMatchFileSnapshot(`learned-words/phrases-${language}.txt`);
});

test.each(GRAMMARS)('no phrase is longer than those that are looked for, in %s', (_, grammar) => {
  const { followUp: __, ...around } = grammar;
  const tooLong = leavesOf(around).filter(([, phrase]) => phrase.split(' ').length > WORDS_MAX);

  expect(tooLong).toEqual([]);
});

test.each(GRAMMARS)('each follow-up keeps its meaning, in %s', async (language, { followUp }) => {
  const meanings = leavesOf(followUp).flatMap(([place, leaf]) => {
    const phrase = leaf.replace('_', followUp.lengths.week[0] ?? '');
    return [phrase, `${phrase} lyon`].map(
      (text) => `${place}: ${text} = ${JSON.stringify(followUpIn(text))}`,
    );
  });

  await expect(listed(meanings)).toMatchFileSnapshot(`learned-words/follow-ups-${language}.txt`);
});

/** What stands around the phrases of a table, where it is no town. */
const AROUND: Readonly<Record<string, string>> = {
  compare: 'rent _ 900',
  compareAfter: 'rent 900 _',
  exact: 'rent 900 _',
  money: 'over 900 _',
  charged: 'over 900 _',
  uncharged: 'over 900 _',
  withCharges: 'rent _ over 900',
  percent: 'over 80 _',
  unheld: '_ over 900',
  unheldUnits: 'over 90 _',
  since: '_ 3 days',
  within: '_ 3 days',
  ranges: '_ 3',
  numbers: 'over _ days',
  keys: '_ over 20',
  'keys age': '_ over 3 days',
  'keys stale': '_ over 3 days',
  dates: 'received _ march 2026',
  verbs: '_ since march 2026',
  fresh: '_ this week',
  sort: '_ score',
  counted: '2 _',
  news: '_',
  to: 'rent 900 _ 1200',
  top: '_ 5',
  past: 'available _ monday',
  auxiliary: 'not _ lyon',
  zero: '_ garants',
  half: '_ complete',
  about: '_ 900 euros',
  guarantors: 'two _',
  uncounted: 'two _',
  agoBefore: '_ 3 days',
  ago: '3 days _',
  twoDaysAgo: 'received _',
  dayArticle: 'received _ 3',
  weekOf: '_ 9 november',
  vague: 'since _ march 2026',
  coming: 'available _ friday',
  none: '_ declined yesterday',
  awaited: '_ guarantor',
  papers: 'without _',
  negativeQuestions: '_ ready',
  nouns: 'without _',
  by: 'approved _ lyon',
  orderNouns: 'sort by _',
  also: 'archived _',
  including: '_ archived',
  undone: '_ sent insurance',
  provided: 'didn t _ insurance',
  and: 'not nice _ lyon',
  or: 'not nice _ lyon',
};
const AROUND_OTHERS = '_ lyon';

/** A text as it is understood: its question, its query and what is ignored. */
function told(text: string): string {
  const understood = understandOrNull(text);
  if (understood === null) return 'refused';
  const { question, query, ignored } = understood;
  const left = ignored.length === 0 ? '' : ` (${ignored.join(', ')})`;
  return `${question === null ? '' : `${question}: `}${formatQuery(query, 'en')}${left}`;
}

/** Each phrase of a table, with the names that lead to it; of a list of words in one text, each. */
function leavesOf(table: unknown, place = ''): readonly (readonly [string, string])[] {
  if (typeof table === 'string') return table.split(' ').map((word) => [place, word] as const);
  if (Array.isArray(table)) {
    return table.flatMap((phrase: unknown) =>
      typeof phrase === 'string' ? [[place, phrase] as const] : leavesOf(phrase, place),
    );
  }
  return Object.entries(Object(table)).flatMap(([name, value]) =>
    leavesOf(value, place === '' ? name : `${place} ${name}`),
  );
}

function listed(lines: readonly string[]): string {
  return `${[...new Set(lines)].toSorted().join('\n')}\n`;
}
