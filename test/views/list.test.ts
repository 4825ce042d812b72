import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { flooredPercent } from '../../src/i18n/format.ts';
import { wordsIn, PRIVACIES } from '../../src/i18n/index.ts';
import { townIn } from '../../src/lib/text.ts';
import { type FileLine, fileText, referenceOf, titleOf } from '../../src/views/files/line.ts';
import { type ListPage, countView, listView, type Subject } from '../../src/views/list.ts';
import { freshness, freshnessLine } from '../../src/views/notices.ts';
import { expectGood, hostile, line, NOW, PRESS, reading, shownTo } from '../support/hostile.ts';

const way = fc.option(fc.constant(PRESS));

const page: fc.Arbitrary<ListPage> = fc.record({
  of: fc.constantFrom<Subject[]>(
    { kind: 'all' },
    { kind: 'awaiting', backlog: { ready: 2, review: 1, waiting: 9 }, unknown: [] },
    { kind: 'mine', email: 'hannah@agency.example' },
    { kind: 'managed' },
  ),
  lines: fc.array(line, { maxLength: 10 }),
  total: fc.nat(),
  asked: fc.option(hostile),
  again: fc.option(hostile),
  page: fc.integer({ min: 1, max: 99_999 }),
  pages: fc.integer({ min: 1, max: 99_999 }),
  readAt: fc.integer({ min: 0, max: NOW }),
  skipped: fc.nat(),
  notices: fc.array(fc.constantFrom('A notice.', 'Another notice.'), { maxLength: 2 }),
  below: fc.array(fc.constant('A note.'), { maxLength: 1 }),
  previous: way,
  first: way,
  next: way,
  refresh: way,
  refine: way,
  share: way,
  all: way,
  people: fc.array(fc.record({ name: fc.option(hostile), isGuarantor: fc.boolean() }), {
    maxLength: 12,
  }),
  wider: fc.array(fc.record({ asked: hostile, count: fc.nat(), action: fc.constant(PRESS) }), {
    maxLength: 3,
  }),
});

test.each([
  ['en', 'As of 20 Nov 2026, 21:48', 'As of <date_short|20 Nov 2026>, <time|21:48>'],
  [
    'fr',
    'Actualisé le 20 nov. 2026 à 21:48',
    'Actualisé le <date_short|20 nov. 2026> à <time|21:48>',
  ],
] as const)('files that were read on another day say the day (%s)', (language, text, drawn) => {
  const read = { readAt: Date.UTC(2026, 10, 20, 20, 48), skipped: 0 };
  const words = wordsIn(language);
  const showing = { words, privacy: 'full', zone: 'Europe/Paris' } as const;
  const nextDay = { ...showing, now: Date.UTC(2026, 10, 20, 23) };
  expect(freshness(read, nextDay)).toEqual([text]);
  const [element] = freshnessLine(read, nextDay).elements;
  const tokens = /<!date\^1795207680\^\{(\w+)\}\|/gu;
  expect(element).toMatchObject({ text: expect.stringMatching(tokens) });
  expect(JSON.stringify(element).replaceAll(tokens, '<$1|')).toContain(drawn);
  const sameDay = { ...showing, now: Date.UTC(2026, 10, 20, 22, 59) };
  expect(freshness(read, sameDay)).toEqual([words.list.updated('21:48', null)]);
});

test('no rental file can make a list that Slack refuses', () => {
  fc.assert(
    fc.property(page, reading, (list, reader) => {
      const message = listView(list, shownTo(reader));
      expectGood(message);
      // What a telephone shows first, and a screen reader as a heading.
      expect(message.blocks[0]?.type).toBe('header');
      expectGood(countView(list, shownTo(reader)));
    }),
    { numRuns: 150 },
  );
});

test('the worst that a service can send still fits', async () => {
  const bad = '&'.repeat(5_000);
  const file: FileLine = {
    id: 'f1',
    property: { title: bad, reference: bad },
    applicants: Array.from({ length: 12 }, () => ({ name: bad, isGuarantor: true })),
    status: bad,
    decision: bad,
    score: -1.23e-7,
    completionPercent: -1.7e308,
    createdAt: -1e14,
    workingDays: 9_999_999,
    isArchived: true,
    furtherGuarantors: 0,
    organisations: 0,
    town: null,
    rent: null,
    readiness: null,
    link: null,
    details: PRESS,
  };
  const list: ListPage = {
    of: {
      kind: 'awaiting',
      backlog: { ready: 999_999, review: 999_999, waiting: 999_999 },
      unknown: Array.from({ length: 9 }, () => ({ value: bad, count: 99_999 })),
    },
    lines: Array.from({ length: 10 }, () => file),
    total: 9_999_999,
    asked: bad,
    again: '&'.repeat(300),
    page: 99_999,
    pages: 99_999,
    readAt: 0,
    skipped: 99_999,
    notices: ['n'.repeat(200), 'n'.repeat(100)],
    below: ['n'.repeat(200)],
    previous: PRESS,
    first: PRESS,
    next: PRESS,
    refresh: PRESS,
    refine: PRESS,
    share: PRESS,
    all: PRESS,
    people: Array.from({ length: 12 }, () => ({ name: bad, isGuarantor: true })),
    wider: Array.from({ length: 3 }, () => ({ asked: bad, count: 9_999_999, action: PRESS })),
  };
  const ways = PRIVACIES.flatMap((privacy) =>
    (['en', 'fr'] as const).map((language) => shownTo({ language, privacy })),
  );
  for (const shown of ways) expectGood(listView(list, shown));
  expect(ways).toHaveLength(6);
});

test('the plain text of a list has a numbered line for every file, and one for the rest', () => {
  fc.assert(
    fc.property(page, reading, (list, reader) => {
      const lines = listView(list, shownTo(reader)).text.split('\n');
      const numbers = lines.flatMap((text) => /^(\d+)\. /.exec(text)?.[1] ?? []);
      expect(numbers).toEqual(list.lines.map((_, index) => String(index + 1)));
    }),
  );
});

test.each([
  ['créés en novembre, sauf refusés', 'Créé en novembre, sauf refusés'],
  ['bien « prêts »', 'Bien « prêts »'],
  [
    'devenus prêts hier, les derniers modifiés d’abord',
    'Devenu prêt hier, les derniers modifiés d’abord',
  ],
])('in French, “%s” agrees with one file and with two', (asked, ofOne) => {
  const ofTwo = asked.charAt(0).toUpperCase() + asked.slice(1);
  const words = wordsIn('fr');
  const told = [ofOne, ofOne, ofTwo];
  fc.assert(
    fc.property(page, fc.nat({ max: 2 }), (list, total) => {
      const { text } = listView(
        { ...list, of: { kind: 'all' }, asked, total },
        { words, privacy: 'full', now: NOW },
      );
      expect(text).toContain(`${words.list.title(total)} · ${told[total]}`);
    }),
  );
});

test('every file of a list has a button at its side, which opens it', () => {
  fc.assert(
    fc.property(page, reading, (list, reader) => {
      const { words } = shownTo(reader);
      const rows = listView(list, shownTo(reader))
        .blocks.filter((block) => block.type === 'row')
        .filter(({ button }) => button.label !== words.list.refine);
      expect(rows.map(({ button }) => [button.label, button.action])).toEqual(
        list.lines.map((file) => [words.list.view, file.details]),
      );
      const lengths = rows.map(({ text }) => text.text.split('\n').length);
      // Files of one property have its name once, above the first.
      const underOne = lengths.map((_, index) => (index === 0 ? 3 : 2));
      expect([lengths.map(() => 3), underOne]).toContainEqual(lengths);
    }),
  );
});

test('a list has three buttons at most below its files, and the rest in a menu', () => {
  fc.assert(
    fc.property(page, reading, (list, reader) => {
      for (const block of listView(list, shownTo(reader)).blocks) {
        if (block.type !== 'buttons') continue;
        expect(block.buttons.length).toBeLessThanOrEqual(3);
        expect((block.menu ?? []).length).toBeLessThanOrEqual(5);
      }
    }),
  );
});

/** What Slack reads as markup, in a text that is drawn with markup. */
const DRAWN = /^:\w+: \*(?:<https?:[^<>|\s]+\|)?[^*_~`<>&|]*>?\*[^*_~`<>&|]*$/u;

test('a text of the service with markup in it is drawn without any', () => {
  fc.assert(
    fc.property(page, reading, (list, reader) => {
      for (const block of listView(list, shownTo(reader)).blocks) {
        if (block.type !== 'row' || block.text.type !== 'mrkdwn') continue;
        expect(block.text.verbatim).toBe(true);
        expect(block.text.text).toMatch(DRAWN);
        expect(block.text.text.replace(/^:\w+:/u, '')).not.toMatch(/ :[^\s:]+:/u);
      }
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['12 rue Foch, 34090 Montpellier. Calme.', '34090 Montpellier'],
  ['92130 Issy-les-Moulineaux (centre)', '92130 Issy-les-Moulineaux'],
  ['75011 Paris 11e, métro Voltaire', '75011 Paris 11e'],
  ['Réf. 12345678 Appartement', null],
  ['34090 euros', null],
  ['44000 Nantes Contact Paul Martin 06 39 98 12 34', '44000'],
  ['44000 Nantes contact Paul Martin', '44000 Nantes'],
  ['44000 Nantes 06 39 98 12 34', '44000 Nantes'],
  ['44000 Nantes, Paul Martin', '44000 Nantes'],
  ['44000 Nantes Le Gall 06 39 98 12 34', '44000'],
  ['Réf 12345 Jean Dupont', null],
  ['Réf. : 12345 Jean, 44000 Nantes', '44000 Nantes'],
  ['75011 Paris Métro Bastille', '75011'],
  ['69003 LYON T2', '69003 LYON'],
  ['69003 LYON CEDEX 03', '69003 LYON'],
  ['69003 Lyon 3 pièces', '69003 Lyon'],
  ['69003 Lyon 3, calme', '69003 Lyon 3'],
  ['69003 Lyon\nContact Paul Martin', '69003 Lyon'],
  ['69003 Lyon en plein centre', '69003 Lyon'],
  ['Loyer 12000 Euros', null],
  ['17000 La Rochelle', '17000 La Rochelle'],
  ['94100 SAINT MAUR DES FOSSES', '94100 SAINT MAUR DES FOSSES'],
  ['62200 Boulogne sur Mer proche plage', '62200 Boulogne sur Mer'],
  ['59650 Villeneuve d’Ascq', '59650 Villeneuve d’Ascq'],
  ['13100 AIX EN PROVENCE - T3', '13100 AIX EN PROVENCE'],
  ['44200 Saint Herblain Paul Martin', '44200'],
  ['69100 Villeurbanne France', '69100 Villeurbanne'],
  ['75015 Paris XV', '75015 Paris'],
  ['63000 Clermont Ferrand', '63000 Clermont Ferrand'],
  ['92130 ISSY LES MOULINEAUX', '92130 ISSY LES MOULINEAUX'],
  ['59650 VILLENEUVE D’ASCQ', '59650 VILLENEUVE D’ASCQ'],
  ['44000 NANTES LE GALL', '44000'],
  [null, null],
])('the town of %j is %j', (description, town) => {
  expect(townIn(description)).toBe(town);
});

test('a file as plain text is one line, whatever its names', () => {
  fc.assert(
    fc.property(line, reading, fc.integer({ min: 4, max: 60 }), (file, reader, lengthMax) => {
      expect(fileText(file, shownTo(reader), lengthMax)).not.toMatch(/[\r\n\u2028\u2029]/);
    }),
  );
});

const person = fc.constantFrom('Wilhelmina Quarrington', 'Zoë Achterberg', 'Özgür Şahinbaş');

test('where people may not be named, no list names one', () => {
  fc.assert(
    fc.property(page, person, reading, (list, name, { language }) => {
      const applicants = [{ name, isGuarantor: false }];
      const lines = list.lines.map((file) => ({ ...file, applicants }));
      const { text, blocks } = listView(
        { ...list, lines },
        shownTo({ language, privacy: 'reference' }),
      );
      const said = text + JSON.stringify(blocks);
      for (const part of name.split(' ')) expect(said).not.toContain(part);
    }),
  );
});

test.each([
  [
    'full',
    'Flat (R-1), Anne Dupont, Jean Roy (guarantor), Ready to decide, New, created\u00a07\u00a0days\u00a0ago (5\u00a0working\u00a0days)',
  ],
  [
    'initials',
    'Flat (R-1), A.\u00a0D., J.\u00a0R. (guarantor), Ready to decide, New, created\u00a07\u00a0days\u00a0ago (5\u00a0working\u00a0days)',
  ],
  [
    'reference',
    'Flat (R-1), 1 applicant, 1 guarantor, Ready to decide, New, created\u00a07\u00a0days\u00a0ago (5\u00a0working\u00a0days)',
  ],
] as const)('at the level %s a file is told as “%s”', (privacy, told) => {
  const file: FileLine = {
    id: 'f1',
    property: { title: 'Flat', reference: 'R-1' },
    applicants: [
      { name: 'Anne Dupont', isGuarantor: false },
      { name: 'Jean Roy', isGuarantor: true },
    ],
    status: 'NEW',
    decision: 'READY',
    score: null,
    completionPercent: null,
    createdAt: NOW - 7 * 86_400_000,
    workingDays: 5,
    isArchived: false,
    furtherGuarantors: 0,
    organisations: 0,
    town: null,
    rent: null,
    readiness: null,
    link: null,
    details: PRESS,
  };
  expect(fileText(file, shownTo({ language: 'en', privacy }), 60)).toBe(told);
});

test('a rate is rounded down: 100% means complete, and no digit of the service is lost', () => {
  const rate = fc.oneof(
    fc.double({ min: 0, max: 100, noNaN: true }),
    fc.integer({ min: 0, max: 10_000 }).map((each) => each / 100),
  );
  fc.assert(
    fc.property(rate, fc.constantFrom(1 as const, 100 as const), (percent, max) => {
      const served = max === 1 ? percent / 100 : percent;
      const shown = flooredPercent(served, max);
      expect(shown === 100).toBe(served >= max);
      expect(Number.isInteger(shown)).toBe(true);
      expect(shown).toBeLessThanOrEqual(percent + 1e-9);
      expect(shown).toBeGreaterThan(percent - 1.000_001);
    }),
    { numRuns: 300 },
  );
  expect([0.29, 0.57, 0.996, 0.07].map((each) => flooredPercent(each, 1))).toEqual([29, 57, 99, 7]);
});

test.each([
  ['en', [0.874, 0.04, -0, 1234.5, 1e-9], ['0.874', '0.04', '0', '1,234.5', '1E-9']],
  ['fr', [0.874, 82.25, 1234.5], ['0,874', '82,25', '1\u202f234,5']],
] as const)('numbers in %s keep the digits that they have', (language, values, written) => {
  expect(values.map((value) => wordsIn(language).number(value))).toEqual(written);
});

test('amounts have the currency of the operator, and none without one', () => {
  const { money } = wordsIn('en').card;
  expect([1350, 80.5, 0].map((amount) => money(amount, null))).toEqual(['1,350', '80.50', '0']);
  expect([1350, 80.5].map((amount) => money(amount, 'EUR'))).toEqual(['€1,350', '€80.50']);
  expect(wordsIn('fr').card.money(1350, 'EUR')).toBe('1\u202f350\u00a0€');
});

const NO_TITLE = { title: ' ', reference: 'ONLY-REF' };
test.each([
  [{ title: 'Lilas', reference: 'LY-1' }, 'Lilas', 'LY-1'],
  [NO_TITLE, 'ONLY-REF', null],
  [{ title: null, reference: '' }, 'Property without a title', null],
  [null, 'No property', null],
])('a property %j is headed %s', (property, title, reference) => {
  const words = wordsIn('en');
  expect([titleOf({ property }, words, 40), referenceOf({ property }, 40)]).toEqual([
    title,
    reference,
  ]);
});
