import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { headerIn, rowOf } from '../../src/commands/export-columns.ts';
import { wordsIn, type Privacy } from '../../src/i18n/index.ts';
import { entryOf } from '../../src/portfolio/entry.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { findRows } from '../../src/portfolio/search/execute.ts';
import { tableOf } from '../../src/portfolio/search/table.ts';
import { cardView } from '../../src/views/files/card/index.ts';
import { entryLine, fileText } from '../../src/views/files/line.ts';
import { unknownAmong } from '../../src/views/files/lines.ts';
import { asking, readingOfFiles } from '../portfolio/reading-of.ts';
import { hostile, NOW, PRESS, reading } from '../support/hostile.ts';
import { rentalFile } from '../support/rental-files.ts';

const STANDING = { workingDays: null, readiness: 'others' } as const;
const SCORE = 8;
const COMPLETION = 9;
const text = fc.option(fc.oneof(hostile, fc.constantFrom('T3 lumineux', '')));
const served = fc.record({
  status: fc.constantFrom('NEW', 'ANALYZED'),
  decision: fc.constantFrom('PENDING', 'READY'),
  score: fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
  completion: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  product: fc.option(fc.record({ title: text, reference: text, category: text })),
});

const aroundAt = (privacy: Privacy, completionMax: 1 | 100 = 1) => ({
  now: NOW,
  zone: 'Europe/Paris',
  privacy,
  completionMax,
  currency: null,
  workingDays: null,
  milestones: null,
  triage: null,
  link: null,
  reveal: null,
  details: null,
  all: null,
  share: null,
  refresh: PRESS,
});

test('card, list and table tell the same score and rate of a file, in both languages', () => {
  const scale = fc.constantFrom(1 as const, 100 as const);
  fc.assert(
    fc.property(served, scale, reading, (fields, completionMax, { language, privacy }) => {
      const words = wordsIn(language);
      const rate = fields.completion === null ? null : fields.completion * completionMax;
      const file = rentalFile({ ...fields, completion_rate: rate });
      const entry = entryOf(file);
      const row = entryLine(entry, { completionMax }, STANDING, () => null);
      const card = cardView(file, aroundAt(privacy, completionMax), words).text;
      const line = fileText(row, { now: NOW, privacy, words }, 60);
      const making = { words, zone: 'Europe/Paris', completionMax, linkTo: () => null };
      const cells = rowOf(entry, making);

      const score = file.score === null ? null : words.file.score(words.score(file.score));
      const percent = row.completionPercent;
      const complete = percent === null ? null : words.file.complete(words.percent(percent));
      for (const figure of [score, complete].filter((each) => each !== null)) {
        expect(card).toContain(figure);
        expect(line).toContain(figure);
      }
      const exported = cells[COMPLETION];
      expect(cells[SCORE]).toBe(file.score);
      expect(exported === null ? null : Math.floor(Number(exported))).toBe(percent);
      expect(percent === 100).toBe(rate === completionMax);
    }),
    { numRuns: 200 },
  );
});

const personId = fc.option(fc.constantFrom('p1', 'p2', 'p3'));
const person = { first_name: text, last_name: text };
const applicant = fc.record({
  id: personId,
  ...person,
  is_guarantor: fc.boolean(),
  moral_guarantor: fc.option(fc.record({ type: fc.constantFrom('VISALE', 'other') })),
  physical_guarantors: fc.array(fc.oneof(fc.record({ id: personId, ...person }), personId), {
    maxLength: 3,
  }),
});

const column = (name: string) => headerIn(wordsIn('en').export).indexOf(name);

test('card, list, table and queries count the same people of a file', () => {
  fc.assert(
    fc.property(fc.array(applicant, { maxLength: 4 }), reading, (applicants, { language }) => {
      const words = wordsIn(language);
      const file = rentalFile({ applicants });
      const entry = entryOf(file);
      const { listedGuarantors, furtherGuarantors, organisations } = file.people;
      const guarantors = listedGuarantors.length + furtherGuarantors.length;
      const line = fileText(
        entryLine(entry, { completionMax: 1 }, STANDING, () => null),
        { now: NOW, privacy: 'reference', words },
        60,
      );
      const counts = [
        ...(file.people.applicants.length > 0
          ? [words.file.applicants(file.people.applicants.length)]
          : []),
        ...(guarantors > 0 ? [words.file.guarantors(guarantors)] : []),
        ...(organisations > 0 ? [words.file.organisations(organisations)] : []),
      ];
      const card = cardView(file, aroundAt('reference'), words).text;
      for (const count of counts) {
        expect(line).toContain(count);
        expect(card).toContain(count);
      }
      const making = { words, zone: 'Europe/Paris', completionMax: 1, linkTo: () => null } as const;
      const cells = rowOf(entry, making);
      expect(cells[column('Guarantors')]).toBe(guarantors);
      expect(cells[column('Guarantor organisations')]).toBe(organisations);
      const asked = parseQuery(`guarantors:${guarantors + organisations}`);
      expect(findRows(asked, tableOf([entry]), asking(readingOfFiles()))).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['en', { physical_guarantors: 'x' }, '1 applicant, guarantors not readable'],
  ['fr', { physical_guarantors: 'x' }, '1 candidat, garants illisibles'],
  [
    'en',
    { physical_guarantors: ['p2'], is_guarantor: 'yes' },
    '1 person (role not readable), at least 1 guarantor',
  ],
  [
    'fr',
    { physical_guarantors: ['p2'], is_guarantor: 'yes' },
    '1 personne (rôle illisible), au moins 1 garant',
  ],
  ['en', { moral_guarantor: 'bad' }, '1 applicant, organisations not readable'],
  ['fr', { moral_guarantor: 'bad' }, '1 candidat, organismes illisibles'],
] as const)('a list says in %s of %j that there may be more guarantors', (language, one, said) => {
  const entry = entryOf(rentalFile({ applicants: [{ id: 'p1', ...one }] }));
  const line = fileText(
    entryLine(entry, { completionMax: 1 }, STANDING, () => null),
    { now: NOW, privacy: 'reference', words: wordsIn(language) },
    60,
  );
  expect(line).toContain(said);
});

test.each([
  ['en', '2 applicants, at least 1 organisation'],
  ['fr', '2 candidats, au moins 1 organisme'],
] as const)('a list says in %s that there may be more organisations', (language, said) => {
  const moral = [{ type: 'VISALE' }, 'bad'];
  const applicants = moral.map((one, at) => ({ id: `p${at}`, moral_guarantor: one }));
  const line = fileText(
    entryLine(entryOf(rentalFile({ applicants })), { completionMax: 1 }, STANDING, () => null),
    { now: NOW, privacy: 'reference', words: wordsIn(language) },
    60,
  );
  expect(line).toContain(said);
});

test.each([
  ['en', 'Al, Cy (role not readable)', ['1 applicant', '1 person (role not readable)']],
  ['fr', 'Al, Cy (rôle illisible)', ['1 candidat', '1 personne (rôle illisible)']],
] as const)('lists and cards say in %s whose role cannot be read', (language, named, counted) => {
  const words = wordsIn(language);
  const file = rentalFile({
    applicants: [
      { id: 'p1', first_name: 'Al', is_guarantor: false },
      { id: 'p2', first_name: 'Cy', is_guarantor: 7 },
    ],
  });
  const line = entryLine(entryOf(file), { completionMax: 1 }, STANDING, () => null);
  const textsAt = (privacy: Privacy) => [
    fileText(line, { now: NOW, privacy, words }, 60),
    cardView(file, aroundAt(privacy), words).text,
  ];
  const [row = '', card = ''] = textsAt('full');
  expect(row).toContain(named);
  expect(card).toContain(named.slice('Al, '.length));
  for (const each of counted) {
    expect(textsAt('reference')).toEqual([
      expect.stringContaining(each),
      expect.stringContaining(each),
    ]);
  }
});

test.each([
  ['en', ['Decision not given', 'Status not given']],
  ['fr', ['Décision non indiquée', 'Statut non indiqué']],
] as const)('a status and a decision of null are said in %s not to be given', (language, said) => {
  const words = wordsIn(language);
  const file = rentalFile({ status: null, decision: null });
  const line = entryLine(entryOf(file), { completionMax: 1 }, STANDING, () => null);
  const texts = [
    fileText(line, { now: NOW, privacy: 'full', words }, 60),
    cardView(file, aroundAt('full'), words).text,
  ];
  for (const each of said) {
    expect(texts).toEqual([expect.stringContaining(each), expect.stringContaining(each)]);
  }
  expect(unknownAmong([line], words).join(' ')).not.toContain('null');
});
