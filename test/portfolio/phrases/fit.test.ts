import { expect, test } from 'vitest';

import { fitToFiles } from '../../../src/portfolio/phrases/fit.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';
import type { Query } from '../../../src/portfolio/query/query.ts';
import { findRows } from '../../../src/portfolio/search/execute.ts';
import { asking, readingOfFiles } from '../reading-of.ts';

const file = (reference: string, title: string, more: object = {}) => ({
  id: reference,
  product: { reference, title },
  ...more,
});

const SNAPSHOT = readingOfFiles(
  file('GR-0101', 'Studio Nantes', { decision: 'READY', tags: [{ tenant: 't', name: 'urgent' }] }),
  file('GR-0102', 'Loft Nantes', { decision: 'PENDING' }),
  file('LY-0201', 'Loft Lyon', { decision: 'PENDING', tags: [{ tenant: 't', name: 'urgent' }] }),
  file('LY-0202', 'Ready Made Lyon', { decision: 'ACCEPTED' }),
);

const count = (query: Query) =>
  Array.from(findRows(query, SNAPSHOT.table, asking(SNAPSHOT))).length;

/** What a text finds, what is left out, and what is wider with its number of files. */
function fit(text: string, isNarrow = false, countIn = count) {
  const { table } = SNAPSHOT;
  const fitted = fitToFiles(text, 'en', { table, countIn, countAll: count, isNarrow });
  return [
    formatQuery(fitted.query, 'en'),
    fitted.ignored,
    fitted.wider.map((each) => `${each.count} ${formatQuery(each.query, 'en')}`),
  ];
}

test('words that no file has are left out, unless nothing else is asked for', () => {
  expect(fit('Nantes')).toEqual(['Nantes', [], []]);
  expect(fit('Nantes blorp')).toEqual(['Nantes', ['blorp'], []]);
  expect(fit('decision:ready blorp')).toEqual(['decision:ready', ['blorp'], []]);
  expect(fit('blorp')).toEqual(['blorp', [], []]);
  expect(fit('blorp quux')).toEqual(['blorp quux', [], []]);
});

test('words that no file has are left out beside a question about all files', () => {
  expect(fit('team workload')).toEqual(['', ['team'], []]);
  expect(fit('blorp split by status')).toEqual(['', ['blorp', 'split'], []]);
});

test('a word that no file has is offered as what it resembles', () => {
  expect(fit('Nantse')).toEqual(['Nantse', [], ['2 nantes']]);
  expect(fit('redy Nantes')).toEqual(['Nantes', ['redy'], ['1 decision:ready Nantes']]);
  expect(fit('ready Nantez')).toEqual(['decision:ready', ['Nantez'], ['1 decision:ready nantes']]);
  expect(fit('Nantes bananas')).toEqual(['Nantes', ['bananas'], []]);
  expect(fit('Nantes gnat')).toEqual(['Nantes', ['gnat'], []]);
  expect(fit('pendign files in Lyon')[2]).toEqual(['1 decision:pending,ready Lyon']);
  expect(fit('dossiers refsués à Lyon')[2]).toEqual(['0 decision:declined Lyon']);
  expect(fit('Lyon acecpted')[2]).toEqual(['1 decision:approved Lyon']);
});

test('in a list that has conditions of its own, words that no file has may all be left out', () => {
  expect(fit('blorp', true)).toEqual(['', ['blorp'], []]);
});

test('conditions with a key stay, whatever they find, and so does what is excluded', () => {
  expect(fit('decision:declined Nantes')).toEqual(['decision:declined Nantes', [], ['2 Nantes']]);
  expect(fit('Nantes -blorp')).toEqual(['Nantes -blorp', [], []]);
});

test('what a phrase excludes is left out where no file has it, for it may be lacking instead', () => {
  expect(fit('ready, missing payslips')).toEqual(['decision:ready', ['payslips'], []]);
  expect(fit('missing payslips')).toEqual(['', ['payslips'], []]);
  expect(fit('pending, not Lyon')).toEqual(['decision:pending,ready -Lyon', [], []]);
  expect(fit('pending, not Lyon, not blorp')[1]).toEqual(['blorp']);
});

test('“managed” behind the name of a town is of a mandate, and behind any other name of a person', () => {
  const managed = readingOfFiles(
    file('LY-0201', 'Flat Lyon', { applicants: [{ first_name: 'Sophie' }] }),
  );
  const countAll = (query: Query) =>
    Array.from(findRows(query, managed.table, asking(managed))).length;
  const queryOf = (text: string) => {
    const files = { table: managed.table, countIn: countAll, countAll, isNarrow: true };
    const { query, ignored } = fitToFiles(text, 'fr', files);
    return `${formatQuery(query, 'en')} (${ignored.join()})`;
  };
  expect(queryOf('Lyon managed')).toBe('mandate:management Lyon ()');
  expect(queryOf('Lyon gérés')).toBe('mandate:management Lyon ()');
  expect(queryOf('files Sophie managed')).toBe('Sophie (managed)');
});

test('a plural that no file has denies its singular', () => {
  expect(fit('except studios')).toEqual(['-studio', [], []]);
  expect(fit('except castles')).toEqual(['', ['castles'], []]);
});

test.each([
  ['St-Étienne', 'saint-Étienne'],
  ['st etienne', 'saint etienne'],
  ['ste foy', 'sainte foy'],
  ['bd foy', 'boulevard foy'],
  ['st. malo', 'saint'],
])('“%s” finds what is written out: “%s”', (typed, found) => {
  const reading = readingOfFiles(
    file('SE-0101', 'Loft Saint-Étienne'),
    file('SF-0101', 'Loft Sainte-Foy, boulevard Foch'),
  );
  const countIn = (query: Query) =>
    Array.from(findRows(query, reading.table, asking(reading))).length;
  const { query } = fitToFiles(typed, 'en', {
    table: reading.table,
    countIn,
    countAll: countIn,
    isNarrow: false,
  });
  expect(formatQuery(query, 'en')).toBe(found);
});

test('a plural that no file has finds its singular', () => {
  expect(fit('studios Nantes')).toEqual(['studio Nantes', [], []]);
  expect(fit('lofts')[0]).toBe('loft');
  expect(fit('Nantes blorps')).toEqual(['Nantes', ['blorps'], []]);
  // “Rea” begins “Ready”, and is no word by itself.
  expect(fit('Nantes reas')[1]).toEqual(['reas']);
});

test('where nothing is found, what is wider is told: without words, the words, each condition', () => {
  expect(fit('decision:ready tag:urgent Lyon')).toEqual([
    'decision:ready tag:urgent Lyon',
    [],
    ['1 decision:ready tag:urgent', '2 Lyon', '1 decision:ready'],
  ]);
  expect(fit('decision:declined tag:urgent Nantes Lyon')[2]).toEqual([
    '2 tag:urgent',
    '2 Nantes',
    '2 Lyon',
  ]);
  expect(fit('decision:declined')).toEqual(['decision:declined', [], []]);
  expect(fit('decision:declined -Lyon')[2]).toEqual(['2 -Lyon']);
});

test('a phrase that finds nothing may be a name', () => {
  expect(fit('ready made')).toEqual(['ready made', [], []]);
  expect(fit('ready Nantes')[0]).toBe('decision:ready Nantes');
});

test('what is listed is either, where no file has all of it', () => {
  expect(fit('Nantes and Lyon')[0]).toBe('Nantes,Lyon');
  expect(fit('Nantes, Lyon')[0]).toBe('Nantes,Lyon');
  expect(fit('pending à Nantes et Lyon')[0]).toBe('decision:pending,ready Nantes,Lyon');
  expect(fit('Nantes, Lyon, blorp')).toEqual(['Nantes,Lyon', ['blorp'], []]);
  expect(fit('Loft, Lyon')[0]).toBe('Loft Lyon');
  expect(fit('Nantes Lyon')[0]).toBe('Nantes Lyon');
});

test('a reference is found however it is written', () => {
  for (const typed of ['GR-0101', 'gr 0101', 'gr0101', 'GR_0101']) {
    expect(fit(typed)[0]).toBe('property:GR-0101');
  }
  expect(fit('decision:ready gr 0101')[0]).toBe('decision:ready gr 0101');
  expect(fit('gr 0109')[0]).not.toContain('property:');
});

test('the kind of list decides what is found, all files what is a word of theirs', () => {
  expect(fit('Lyon', false, () => 0)).toEqual(['Lyon', [], []]);
  expect(
    fit('decision:ready Lyon', false, (query) => (query.conditions.length === 1 ? 7 : 0))[2],
  ).toEqual(['7 decision:ready', '7 Lyon']);
});

const person = (first: string, last: string) => ({ first_name: first, last_name: last });

test('two words that somebody is called find that person, and not two others', () => {
  const named = readingOfFiles(
    file('GR-1', 'Loft Lyon', { applicants: [person('Aïcha', 'Lacroix')] }),
    file('GR-2', 'Loft Lyon', {
      applicants: [person('Clara', 'Lacroix'), person('Aïcha', 'Robert')],
    }),
  );
  const countIn = (query: Query) => Array.from(findRows(query, named.table, asking(named))).length;
  const asked = (text: string) => {
    const files = { table: named.table, countIn, countAll: countIn, isNarrow: false };
    return formatQuery(fitToFiles(text, 'en', files).query, 'en');
  };
  expect(asked('Aïcha Lacroix')).toBe('"Aïcha Lacroix"');
  expect(asked('Lacroix Aïcha with guarantor')).toBe('has:guarantor "Lacroix Aïcha"');
  expect(asked('Robert Lacroix')).toBe('Robert Lacroix');
  expect(asked('Loft Lyon')).toBe('Loft Lyon');
});

test.each([
  ['Lyon sorry Nantes', 'Lyon pardon Nantes', 'Nantes'],
  ['Lyon no Nantes', 'Lyon non Nantes', 'Nantes'],
  ['Lyon, no, sorry, Nantes', 'Lyon, non, pardon, Nantes', 'Nantes'],
  ['Lyon i mean Nantes', 'Lyon je voulais dire Nantes', 'Nantes'],
  ['loft Lyon no Nantes', 'loft Lyon non Nantes', 'loft Nantes'],
  [
    'pending in Lyon sorry in Nantes',
    'à décider à Lyon pardon à Nantes',
    'decision:pending,ready Nantes',
  ],
  ['ready sorry pending', 'prêts pardon à décider', 'decision:pending,ready'],
  ['rent under 800 sorry 900', 'loyer inférieur à 800 pardon 900', 'rent:<900'],
  ['Nantes sorry Lyon sorry Nantes', 'Nantes pardon Lyon pardon Nantes', 'Nantes'],
])('a correction takes the place of what it corrects: “%s” and “%s”', (en, fr, query) => {
  expect([fit(en), fit(fr)]).toEqual([
    [query, [], []],
    [query, [], []],
  ]);
});

test.each([
  ['Lyon sorry Brest', 'Lyon pardon Brest', 'Brest'],
  ['loft Lyon sorry Brest', 'loft Lyon pardon Brest', 'loft Brest'],
  ['pending Lyon sorry Brest', 'à décider Lyon pardon Brest', 'decision:pending,ready Brest'],
])('a corrected word that no file has finds none: “%s” and “%s”', (en, fr, query) => {
  expect([fit(en)[0], fit(fr)[0]]).toEqual([query, query]);
});

test.each([
  ['loft no urgent', 'loft non urgent', 'loft -urgent'],
  ['Lyon no guarantor', 'Lyon sans garant', 'no:guarantor Lyon'],
  ['pending no Lyon', 'à décider pas Lyon', 'decision:pending,ready -Lyon'],
  ['Lyon not Nantes', 'Lyon sauf Nantes', 'Lyon -Nantes'],
])('what denies corrects nothing: “%s” and “%s”', (en, fr, query) => {
  expect([fit(en)[0], fit(fr)[0]]).toEqual([query, query]);
});

/** The number of files that a text finds of Anne of this name, and of another Anne. */
function foundOfAnne(name: string, text: string, language: 'en' | 'fr'): number {
  const snapshot = readingOfFiles(
    ...[name, 'Martin'].map((last) => {
      const applicants = [{ first_name: 'Anne', last_name: last }];
      return file(`NA-${last}`, 'Studio Nantes', { decision: 'READY', applicants });
    }),
  );
  const countIn = (query: Query) =>
    Array.from(findRows(query, snapshot.table, asking(snapshot))).length;
  const files = { table: snapshot.table, countIn, countAll: countIn, isNarrow: false };
  return countIn(fitToFiles(text, language, files).query);
}

test.each(['Ben', 'So', 'Tell', 'Well', 'Oh', 'Um', 'Maybe', 'Bah', 'Hein'])(
  'a person called %s is found, although sentences begin with such a word',
  (name) => {
    for (const text of [name, name.toLowerCase(), `Anne ${name}`, `ready ${name}`]) {
      for (const language of ['en', 'fr'] as const) {
        expect([text, foundOfAnne(name, text, language)]).toEqual([text, 1]);
      }
    }
  },
);

test.each([
  ['Best', 1],
  ['anne best', 1],
  ['Anne', 2],
  ['the best ones', 2],
])('“%s” asks for an order only where it is nobody’s name', (text, files) => {
  expect(foundOfAnne('Best', text, 'en')).toBe(files);
});

test('polite words that a person or a property is called by are searched for', () => {
  const named = readingOfFiles(
    file('GR-0101', 'Résidence So Lyon', { applicants: [person('Emma', 'Tell')] }),
    file('GR-0102', 'Loft Lyon', { applicants: [person('Ben', 'Dupont')], decision: 'READY' }),
    file('GR-0103', 'Loft Nantes', { applicants: [person('Lea', 'Dupont')], decision: 'PENDING' }),
  );
  const { table } = named;
  const countIn = (query: Query) => Array.from(findRows(query, table, asking(named))).length;
  const fitted = (text: string) => {
    const found = fitToFiles(text, 'fr', { table, countIn, countAll: countIn, isNarrow: false });
    return [formatQuery(found.query, 'en'), found.ignored];
  };
  expect(fitted('mr tell')).toEqual(['tell', []]);
  expect(fitted('so lyon')).toEqual(['so lyon', []]);
  expect(fitted('ben dupont')).toEqual([expect.stringMatching(/ben dupont/u), []]);
  // A comma behind it, or no such file, and it is a filler.
  expect(fitted('ben les prêts')).toEqual(['decision:ready', []]);
  expect(fitted('so, lyon')).toEqual(['lyon', []]);
  expect(fitted('ben nantes')).toEqual(['nantes', []]);
  expect(fitted('well lyon')).toEqual(['lyon', []]);
});

const DISTRICTS = readingOfFiles(
  file('LY-0301', 'Studio, 3e étage', {
    product: { description: '69008 Lyon', title: '3e étage' },
  }),
  file('LY-0302', 'Studio Lyon', { product: { description: '69003 Lyon', title: 'Studio' } }),
  file('LY-0303', 'T2 Lyon'),
  file('LI-0301', '6P rue des Lilas'),
  file('LI-0302', 'F5 rue des Lilas'),
  file('MA-0301', 'Loft Marseille', { product: { description: '13008 Marseille', title: 'Loft' } }),
);

test.each([
  ['Lyon 3', 'Lyon 69003', []],
  ['ready Lyon 3e', 'decision:ready Lyon 69003', []],
  ['Lyon 3ème arrondissement', 'Lyon 69003', []],
  ['Lyon 3 ou 8', 'Lyon 69003,69008', []],
  ['Lyon 3 et 8', 'Lyon 69003,69008', []],
  ['ready Lyon 3e, 8e', 'decision:ready Lyon 69003,69008', []],
  ['Lyon 3, Lyon 8 ready', 'decision:ready Lyon 69003,69008', []],
  ['T2/T3 Lyon', 'T2,T3 Lyon', []],
  ['T2 T4 Lyon', 'T2,T4 Lyon', []],
  ['Marseille 8th', 'Marseille 13008', []],
  ['F2 Lyon', 't2 Lyon', []],
  ['T2s Lyon', 't2 Lyon', []],
  ['2p Lyon', 't2 Lyon', []],
  ['6p or 5p', '6p,f5', []],
  ['Lyon 3e étage', 'Lyon 3e étage', []],
  ['Lyon 69003 69008', 'Lyon 69003,69008', []],
  ['Lyon 3/8', 'Lyon 69003,69008', []],
  ['Lyon 8/3', 'Lyon', ['8/3']],
  ['Lyon 3, Marseille 8', '69003,13008', []],
  ['Lyon 3 Marseille 8 ready', 'decision:ready 69003,13008', []],
  ['Lyon 3e et Marseille 8e', '69003,13008', []],
  ['Lyon 3 or Marseille 8', '69003,13008', []],
  ['Lyon 3 ou Marseille', '69003,Marseille', []],
  ['Marseille ou Lyon 3', 'Marseille,69003', []],
  ['Lyon 3, Marseille 8 et Lyon 8', '69003,13008,69008', []],
  ['Lyon 6e', 'Lyon', ['69006']],
  ['Lyon 3 jours', 'age:>3d Lyon', []],
])(
  'a district is searched by its postcode, and rooms by either letter: “%s” is “%s”',
  (text, query, ignored) => {
    const { table } = DISTRICTS;
    const countAll = (asked: Query) => Array.from(findRows(asked, table, asking(DISTRICTS))).length;
    const fitted = fitToFiles(text, 'fr', { table, countIn: countAll, countAll, isNarrow: false });
    expect([formatQuery(fitted.query, 'en'), fitted.ignored]).toEqual([query, ignored]);
  },
);

test('a name is found without its apostrophe or its space', () => {
  const snapshot = readingOfFiles(
    file('NA-0401', 'Studio Nantes', {
      applicants: [{ first_name: 'Fatou', last_name: 'N’Diaye' }],
    }),
    file('NA-0402', 'Loft La Rue', { applicants: [{ first_name: 'Léa', last_name: 'Le Gall' }] }),
  );
  const { table } = snapshot;
  const countAll = (asked: Query) => Array.from(findRows(asked, table, asking(snapshot))).length;
  const found = (text: string) => {
    const fitted = fitToFiles(text, 'fr', { table, countIn: countAll, countAll, isNarrow: false });
    return [formatQuery(fitted.query, 'en'), countAll(fitted.query)];
  };
  expect(found('ndiaye')).toEqual(['"n diaye"', 1]);
  expect(found('dossier legall')).toEqual(['"le gall"', 1]);
  // Those words are in a property, and of nobody's name.
  expect(found('larue')).toEqual(['larue', 0]);
});

test('of two people between whom “and” or “or” stands, the files of either are found', () => {
  const reading = readingOfFiles(
    file('LY-0401', 'Studio', { applicants: [{ first_name: 'Jade', last_name: 'Morin' }] }),
    file('LY-0402', 'Loft', { applicants: [{ first_name: 'Karima', last_name: 'Robin' }] }),
  );
  const countAll = (asked: Query) =>
    Array.from(findRows(asked, reading.table, asking(reading))).length;
  const { table } = reading;
  const files = { table, countIn: countAll, countAll, isNarrow: false };
  for (const text of [
    'compare Jade Morin and Karima Robin',
    'Jade Morin et Karima Robin',
    'Jade Morin or Karima Robin',
    'jade morin vs karima robin',
  ]) {
    const { query } = fitToFiles(text, 'en', files);
    expect(formatQuery(query, 'en').toLowerCase()).toBe('"jade morin","karima robin"');
  }
});
