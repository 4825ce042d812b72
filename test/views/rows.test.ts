import { expect, test } from 'vitest';

import { wordsIn, type Privacy } from '../../src/i18n/index.ts';
import type { Language } from '../../src/i18n/types.ts';
import { fileText, type Showing } from '../../src/views/files/line.ts';
import {
  choicesOf,
  linesOf,
  linesText,
  type RowLine,
  rowsText,
} from '../../src/views/files/lines.ts';

/** Rows as people read them: by level of privacy, language, and what is known of a file. */

const NOW = Date.UTC(2026, 10, 20, 8);
const DAY_MS = 86_400_000;

const person = (name: string | null, isGuarantor = false) => ({ name, isGuarantor });

const STUDIO: RowLine = {
  id: '3f2a9c1e-0000-4000-8000-000000abc123',
  property: { title: 'Studio, quai Perrache', reference: 'R-17' },
  applicants: [person('Anne Dupont'), person('Luc Garnier', true)],
  furtherGuarantors: 1,
  organisations: 1,
  status: 'ANALYZED',
  decision: 'READY',
  score: 82,
  completionPercent: 100,
  createdAt: NOW - 7 * DAY_MS,
  workingDays: 5,
  isArchived: false,
  town: '69002 Lyon',
  rent: 950,
  readiness: 'ready',
  link: 'https://console.example.com/a',
  details: { command: 'show', args: { id: 'a' } },
};

const FILES: Readonly<Record<string, RowLine>> = {
  'all known': STUDIO,
  'the town in its title': { ...STUDIO, property: { title: 'Studio Lyon', reference: 'R-17' } },
  'no reference': { ...STUDIO, property: { title: 'Studio', reference: null } },
  'no title': { ...STUDIO, property: { title: null, reference: 'R-17' } },
  'a property without a name': { ...STUDIO, property: { title: '', reference: ' ' } },
  'no property, no town': { ...STUDIO, property: null, town: null },
  'no people': { ...STUDIO, applicants: [], furtherGuarantors: 0, organisations: 0 },
  'many people': {
    ...STUDIO,
    applicants: ['Anne Dupont', 'Ben Ode', 'Cyr Ly', 'Dan Wu', 'Eve Im'].map((name) =>
      person(name),
    ),
  },
  'a person without a name': { ...STUDIO, applicants: [person(null)], rent: null },
  'in review, today': { ...STUDIO, readiness: 'review', workingDays: 0, createdAt: NOW },
  'waiting, undated': {
    ...STUDIO,
    status: 'OPEN',
    decision: 'PENDING',
    readiness: 'waiting',
    workingDays: null,
    createdAt: null,
    score: null,
    completionPercent: null,
  },
  'decided and closed': { ...STUDIO, status: 'CLOSED', decision: 'ACCEPTED', readiness: null },
  'closed undecided': { ...STUDIO, status: 'CLOSED', decision: 'PENDING', readiness: null },
  archived: { ...STUDIO, isArchived: true, decision: 'REJECTED', readiness: null },
  'an unknown decision': { ...STUDIO, decision: 'MAYBE', readiness: null },
  'an unknown status': { ...STUDIO, status: 'PARKED', readiness: 'ready' },
  'an unknown status, undecided': {
    ...STUDIO,
    status: 'PARKED',
    decision: 'PENDING',
    readiness: null,
  },
  'no status': { ...STUDIO, status: '', decision: 'READY', readiness: null },
  'taken by the reader': { ...STUDIO, taken: 'reader' },
  'taken by another, and resting': { ...STUDIO, taken: { userId: 'U0BOB000001' }, isSnoozed: true },
  'taken by somebody': { ...STUDIO, taken: 'unnamed' },
  'without a link': { ...STUDIO, link: null },
  'a link with a bar': { ...STUDIO, link: 'https://console.example.com/a|b' },
  'markup in its title': { ...STUDIO, property: { title: '*Studio* <b>', reference: 'R-17' } },
  decided: { ...STUDIO, decision: 'ACCEPTED', outcome: 'decided' },
  closed: { ...STUDIO, status: 'CLOSED', outcome: 'closed' },
  gone: { ...STUDIO, outcome: 'gone' },
  'archived since': { ...STUDIO, isArchived: true, outcome: 'archived' },
  'new, in a section': { ...STUDIO, note: 'Score 70 → 82', section: 'Ready' },
  'under its property': { ...STUDIO, isUnderProperty: true },
};

function shownTo(privacy: Privacy, language: Language, currency?: string | null): Showing {
  const words = wordsIn(language);
  return { now: NOW, privacy, words, ...(currency === undefined ? {} : { currency }) };
}

/** A row as it is drawn, its plain text, its choice in a form, and the label of its button. */
function drawn(line: RowLine, showing: Showing): string[] {
  const [row] = linesOf([line], showing);
  if (row?.type !== 'row') throw new Error('there is no row');
  const [text = ''] = linesText([line], showing, 40);
  const [choice] = choicesOf([line], showing);
  return [
    `${row.text.type}: ${row.text.text.replaceAll('\n', ' / ')}`,
    text,
    `${choice?.label} / ${choice?.says}`,
    row.button.spoken,
  ].map((part) => part.replaceAll(/[\u00a0\u202f]/gu, ' '));
}

test.each(['full', 'initials', 'reference'] as const)('a row at the level %s', (privacy) => {
  expect(drawn(STUDIO, shownTo(privacy, 'en', 'EUR'))).toMatchSnapshot('in English, in euros');
  expect(drawn(STUDIO, shownTo(privacy, 'fr', null))).toMatchSnapshot(
    'in French, without a currency',
  );
  expect(drawn(STUDIO, shownTo(privacy, 'en'))).toMatchSnapshot('in English, without amounts');
});

test('every kind of row', () => {
  const showing = shownTo('initials', 'en', 'EUR');
  const rows = Object.entries(FILES).map(([what, line]) => [what, drawn(line, showing)]);
  expect(Object.fromEntries(rows)).toMatchSnapshot('all kinds');
});

test('rows that would look alike have the ends of their ids', () => {
  const showing = shownTo('initials', 'en', 'EUR');
  const other = { ...STUDIO, id: `${STUDIO.id.slice(0, -3)}456` };
  const different = { ...STUDIO, id: 'different', score: 1, workingDays: 6 };
  expect(linesText([STUDIO, other, different], showing, 40)).toMatchSnapshot('alike');
});

test('a long title is cut, and the reference and the state are not', () => {
  const property = { title: 'T2 meublé lumineux, 47 m², quai de la Gare', reference: 'MO-0149' };
  const [[title, ...lines] = []] = drawnTo('full', [{ ...STUDIO, property }]);
  expect(title).toContain('T2 meublé lumineux, 47 m…');
  expect(lines).toEqual([
    'MO-0149 · 69002 Lyon · €950 · Anne Dupont, 1 more',
    'Ready · waiting 5 working days',
  ]);
});

test('the plain text of a list has the whole of a title that its row cuts', () => {
  const property = {
    title: 'T2 meublé lumineux, 47 m², quai de la Gare à Lyon',
    reference: 'R-17',
  };
  const [text] = linesText([{ ...STUDIO, property }], shownTo('full', 'en', 'EUR'), 40);
  expect(text).toContain('1. T2 meublé lumineux, 47 m², quai de la Gare à Lyon (R-17), €950, Anne');
});

/** The lines of each row. */
function drawnTo(privacy: Privacy, lines: readonly RowLine[]): string[][] {
  return linesOf(lines, shownTo(privacy, 'en', 'EUR')).map((row) =>
    row.type === 'row' ? row.text.text.split('\n') : [],
  );
}

test('a property whose files fill a list is named once, and each file by who applies', () => {
  const other = { ...STUDIO, id: 'other', applicants: [person('Zoé Vidal')] };
  expect(drawnTo('full', [STUDIO, other])).toEqual([
    [
      '*Studio, quai Perrache · R-17 · 69002 Lyon*',
      ':large_green_circle: *<https://console.example.com/a|Anne Dupont, Luc Garnier (guarantor)>* · €950',
      'Ready · waiting 5 working days',
    ],
    [
      ':large_green_circle: *<https://console.example.com/a|Zoé Vidal>* · €950',
      'Ready · waiting 5 working days',
    ],
  ]);
  // Where nobody is named, the end of its id tells one from the other.
  const [[, first = ''] = [], [second = ''] = []] = drawnTo('reference', [
    STUDIO,
    { ...STUDIO, id: 'another' },
  ]);
  expect(first).toContain('file …abc123');
  expect(second).toContain('file …nother');
  const elsewhere = { ...other, property: { title: 'Loft', reference: 'L-1' } };
  expect(drawnTo('full', [STUDIO, elsewhere])[0]?.[0]).not.toContain('R-17');
});

test('a file in one line', () => {
  const showing = shownTo('full', 'en', 'EUR');
  expect(
    Object.values(FILES).map((line) => fileText(line, showing, 40).replaceAll('\u00a0', ' ')),
  ).toMatchSnapshot('one line each');
});

test.each(Object.entries(FILES))('the plain text says all that a row shows: %s', (_, line) => {
  const showing = shownTo('full', 'en', 'EUR');
  const [row] = linesOf([line], showing);
  const [text = ''] = rowsText([line], showing, 40);
  const shown = row?.type === 'row' ? row.text.text : '';
  const parts = shown
    .replaceAll(/<https:[^|]+\|([^>]+)>|:\w+: |[*~]/gu, '$1')
    .replaceAll(/ by <@\w+>|, \d more/gu, '')
    .split(/\n| · /u);
  const plainText = text.replaceAll('*', '').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  for (const part of parts.filter((each) => each !== line.section)) {
    expect(plainText).toContain(part);
  }
});

test.each(['en', 'fr'] as const)(
  'a long name gives way to the number of the people behind it, in %s',
  (language) => {
    const names = ['Maximilienne de La Rochefoucauld-Montbazon', 'Ben Ode', 'Cyr Ly', 'Dan Wu'];
    const line = { ...STUDIO, applicants: names.map((name) => person(name)) };
    const [row] = linesOf([line], shownTo('full', language, 'EUR'));
    const [, who = ''] = row?.type === 'row' ? row.text.text.split('\n') : [];
    expect(who).toMatch(
      language === 'en' ? /· Maxim.{23,24}…, 3 more$/u : /· Maxim.{23,24}… et 3 autres$/u,
    );
  },
);

test.each([
  ['en', 'Françoise Lefebvre, 1 more'],
  ['fr', 'Françoise Lefebvre et 1 autre'],
] as const)('the first of several people keeps a whole name, in %s', (language, said) => {
  const names = ['Françoise Lefebvre', 'Ben Ode'];
  const line = { ...STUDIO, applicants: names.map((name) => person(name)) };
  const [row] = linesOf([line], shownTo('full', language, 'EUR'));

  expect(row?.type === 'row' ? row.text.text : '').toContain(said);
});
