import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { errorInWords, queryInWords } from '../../../src/portfolio/query/describe.ts';
import { QueryError } from '../../../src/portfolio/query/errors.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import { ALL_KEYS, KEYS } from '../../../src/portfolio/query/query.ts';
import { queries } from './random-queries.ts';

test.each([
  ['', 'all rental files', 'tous les dossiers de location'],
  [
    'decision:awaiting age:>3bd sort:oldest',
    'undecided, older than 3 working days, oldest first',
    'sans décision, de plus de 3 jours ouvrés, les plus anciens d’abord',
  ],
  // Neither closed nor archived files await a decision.
  [
    'decision:awaiting status:new archived:no',
    'awaiting decision, status new, not archived',
    'à décider, statut nouveau, non archivés',
  ],
  [
    'decision:awaiting -status:closed archived:yes',
    'undecided, archived, except status closed',
    'sans décision, archivés, sauf statut clos',
  ],
  [
    'sort:newest',
    'all rental files, newest first',
    'tous les dossiers de location, les plus récents d’abord',
  ],
  [
    'sort:waiting',
    'all rental files, ready first, then pending, oldest first',
    'tous les dossiers de location, prêts d’abord, puis en attente, du plus ancien au plus récent',
  ],
  ['decision:ready', 'ready to decide', 'prêts à décider'],
  ['T2 Lyon', 'matching “T2” and “Lyon”', 'contenant « T2 » et « Lyon »'],
  [
    'T2 decision:ready Lyon gare',
    'matching “T2”, “Lyon” and “gare”, ready to decide',
    'contenant « T2 », « Lyon » et « gare », prêts à décider',
  ],
  [
    'T2,T3 Lyon -Nice -Brest',
    'matching “T2” or “T3”, matching “Lyon”, not matching “Nice” or “Brest”',
    'contenant « T2 » ou « T3 », contenant « Lyon », sans « Nice » ni « Brest »',
  ],
  [
    '-decision:approved,declined',
    'all rental files, except approved or declined',
    'tous les dossiers de location, sauf acceptés ou refusés',
  ],
  ['-taken:nobody', 'taken by anybody', 'pris en charge par quelqu’un'],
  [
    'decision:ready -watched:nobody -taken:me',
    'ready to decide, watched by anybody, except taken by you',
    'prêts à décider, suivis par quelqu’un, sauf pris en charge par vous',
  ],
  [
    '-taken:nobody,me',
    'all rental files, except taken by nobody or you',
    'tous les dossiers de location, sauf pris en charge par personne ou vous',
  ],
  ['status:new,=ON_HOLD', 'status new or “ON_HOLD”', 'statut nouveau ou « ON_HOLD »'],
  [
    'situation:single category:house',
    'single applicant, category house',
    'candidat seul, catégorie maison',
  ],
  [
    'property:"rue de la paix" -tag:vip',
    'property “rue de la paix”, except tagged “vip”',
    'bien « rue de la paix », sauf étiquette « vip »',
  ],
  [
    'file:c0f99322-efc6-448a-90aa-3d4bbb093c39,3f2a',
    'file “c0f99322…” or “3f2a”',
    'dossier « c0f99322… » ou « 3f2a »',
  ],
  // Whose id it is, is shown as it came.
  [
    'manager:c0f99322-efc6-448a-90aa-3d4bbb093c39',
    'manager “c0f99322-efc6-448a-90aa-3d4bbb093c39”',
    'gestionnaire « c0f99322-efc6-448a-90aa-3d4bbb093c39 »',
  ],
  ['age:<=1d', 'at most 1 day old', 'd’au plus 1 jour'],
  ['stale:2w..1mo', 'unchanged for 2 weeks to 1 month', 'inchangés depuis 2 semaines à 1 mois'],
  ['stale:<3h', 'changed less than 3 hours ago', 'modifiés il y a moins de 3 heures'],
  [
    'score:>=70 rent:..1200',
    'score at least 70, rent at most 1,200',
    'note d’au moins 70, loyer d’au plus 1 200',
  ],
  ['rent:>1200.5', 'rent above 1,200.50', 'loyer au-dessus de 1 200,50'],
  ['score:>70.5', 'score above 70.5', 'note au-dessus de 70,5'],
  ['completion:<57.5', 'completion below 57.5%', 'complétude au-dessous de 57,5 %'],
  ['created:2026-11', 'created in November 2026', 'créés en novembre 2026'],
  ['created:2026-11-01', 'created on 1 November 2026', 'créés le 1er novembre 2026'],
  ['updated:>2026-11-01', 'updated after 1 November 2026', 'modifiés après le 1er novembre 2026'],
  [
    'updated:2025..2026-11',
    'updated between 2025 and November 2026',
    'modifiés entre 2025 et novembre 2026',
  ],
  ['archived:no', 'not archived', 'non archivés'],
  ['no:email', 'without email', 'sans e-mail'],
  [
    'no:birth-date has:deposit',
    'without birth date, with deposit',
    'sans date de naissance, avec dépôt',
  ],
  [
    'dupont -jean,"de la"',
    'matching “dupont”, not matching “jean” or “de la”',
    'contenant « dupont », sans « jean » ni « de la »',
  ],
])('%j is told as %j and %j', (text, english, french) => {
  const query = parseQuery(text);

  expect(queryInWords(query, 'en')).toBe(english);
  // Whatever kind of no-break space the formats of numbers put in.
  expect(queryInWords(query, 'fr').replace(/[\u00a0\u202f]/g, ' ')).toBe(french);
});

test('every query can be told, as often as one likes, in the same words', () => {
  fc.assert(
    fc.property(queries(), fc.constantFrom('en' as const, 'fr' as const), (query, language) => {
      const told = queryInWords(query, language);
      expect(told).not.toMatch(/undefined|null|NaN|\[object/);
      expect(queryInWords(structuredClone(query), language)).toBe(told);
    }),
  );
});

function toldError(text: string, language: 'en' | 'fr'): string {
  try {
    parseQuery(text, language);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const { happened, remedy } = errorInWords(error, language);
    return `${happened} ${remedy}`;
  }
  throw new Error(`not refused: ${text}`);
}

test('a mistake names the word, lists what is valid and suggests the nearest', () => {
  expect(toldError('decision:redy', 'en')).toMatchInlineSnapshot(
    `"I don’t understand “redy”. Did you mean “ready”? “decision:” takes pending, ready, approved, declined, awaiting, decided."`,
  );
  expect(toldError('décision:pret-a', 'fr')).toMatchInlineSnapshot(
    `"Je ne comprends pas « pret-a ». Vouliez-vous dire « prêt-à-décider » ? « décision: » accepte en-attente, prêt, accepté, refusé, à-décider, décidé."`,
  );
  expect(toldError('status:ready', 'en')).toMatchInlineSnapshot(
    `"I don’t understand “status:ready”. Did you mean “decision:ready”? “status:” takes new, open, processing, collected, analysed, closed."`,
  );
  expect(toldError('satut:nouveau', 'fr')).toMatchInlineSnapshot(
    `"Il n’y a pas de clé « satut: ». Vouliez-vous dire « statut » ? /rental aide clés les donne toutes. Mettez entre guillemets un texte qui contient deux-points."`,
  );
  expect(toldError('age:3x', 'en')).toMatchInlineSnapshot(
    `"“3x” is not a valid age. For example: 3h, 3d, >3bd, 1w..2w, >1mo. h: hours, d: days, bd: working days, w: weeks, mo: months; up to ten years."`,
  );
  expect(toldError('created:2026-02-30', 'fr')).toMatchInlineSnapshot(
    `"Cette date n’existe pas : 2026-02-30. Écrivez un mois 2026-11 et un jour 2026-11-20."`,
  );
  expect(toldError('created:2026-13', 'en')).toMatchInlineSnapshot(
    `"There is no such date: 2026-13. Write a month as 2026-11 and a day as 2026-11-20."`,
  );
  expect(toldError('decision: ready', 'en')).toMatchInlineSnapshot(
    `"There is a space too many in “decision: ready”. Did you mean “decision:ready”?"`,
  );
  expect(toldError('score:abc', 'en')).toMatchInlineSnapshot(
    `"“abc” is not a valid number here. For example: >=70, <50, 50..70."`,
  );
  expect(toldError('a\u0007b', 'en')).toMatchInlineSnapshot(
    `"There is an invisible control character in your text (U+0007). Type it instead of pasting it."`,
  );
});

test.each([
  'a'.repeat(501),
  'a,'.repeat(41),
  'a\0',
  '"a',
  'zzz:a',
  'status:zzz',
  'status:',
  '!!',
  'score:a',
  'age:a',
  'created:a',
  'rent:2..1',
  'decision: ready',
  'created:21/11/2026',
  'created:2026-13',
  'sort:score sort:score',
])('what is wrong with %j fits on a line or two in either language', (text) => {
  for (const language of ['en', 'fr'] as const) {
    const told = toldError(text, language);
    expect(told.length).toBeLessThan(400);
    expect(told).not.toMatch(/undefined|null|\[object|\p{Cc}/u);
  }
});

/** A value of each kind of key, and how it reads in either language. */
const VALUES: Readonly<Record<string, readonly [string, RegExp]>> = {
  age: ['5d', /5 days|5 jours/],
  number: ['7', /7/],
  date: ['2026-11-03', /3 Nov|3 nov/],
};

test.each(
  ALL_KEYS.flatMap((key) => {
    const value = VALUES[KEYS[key].kind];
    return value === undefined ? [] : [[key, ...value] as const];
  }),
)('each comparison of %s with %s is told apart in words', (key, value, shown) => {
  for (const language of ['en', 'fr'] as const) {
    const [first] = KEYS[key][language].names;
    const told = ['>', '>=', '<', '<=', ''].map((sign) =>
      queryInWords(parseQuery(`${first}:${sign}${value}`, language), language),
    );
    expect(told.filter((text) => !shown.test(text))).toEqual([]);
    expect(new Set(told).size).toBe(told.length);
  }
});

test.each(ALL_KEYS)('that a file is not of %s is told, too', (key) => {
  const { example } = KEYS[key].en;
  const [word] = example.replace(/^-/, '').split(' ');
  const [is, isNot] = [word, `-${word}`].map((query) =>
    queryInWords(parseQuery(query ?? ''), 'en'),
  );
  expect([is, isNot]).not.toContain('');
  expect(isNot).not.toBe(is);
});
