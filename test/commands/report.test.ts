import { expect, test } from 'vitest';

import { report } from '../../src/commands/report.ts';
import type { FileHistory } from '../../src/portfolio/search/recorded.ts';
import type { Message } from '../../src/views/message.ts';
import { buttonsOf, pressOf } from '../support/desk.ts';
import { expectGood } from '../support/hostile.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { callOver, messageOf } from './call.ts';

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
const SINCE = at('01T08:00');
const NONE = { knownMs: SINCE, appearedMs: null, statusMs: null, changedMs: null };

const anna = ['anna@agence.example'];
const product = { title: 'Loft', reference: 'MO-1' };
const FILES = [
  rentalFile({
    id: 'approved',
    managers: anna,
    product,
    decision: 'ACCEPTED',
    status: 'CLOSED',
    created_at: '2026-11-04T09:00:00Z',
  }),
  rentalFile({
    id: 'ready',
    managers: anna,
    product,
    decision: 'READY',
    created_at: '2026-11-10T09:00:00Z',
  }),
];
const TIMES: Readonly<Record<string, ReturnType<FileHistory['timesOf']>>> = {
  approved: {
    ...NONE,
    decision: 'ACCEPTED',
    readyMs: at('09T09:00'),
    decidedMs: at('12T09:00'),
  },
  ready: { ...NONE, decision: 'READY', readyMs: at('13T09:00'), decidedMs: null },
};
const HISTORY: FileHistory = {
  version: 1,
  sinceMs: SINCE,
  gapsUntil: () => [],
  timesOf: (id) => TIMES[id] ?? null,
};

function call(history: FileHistory | null, language: 'en' | 'fr' = 'en') {
  return {
    ...callOver(() => pagesOf(FILES), { language }),
    journal: { history: () => history, eventsOf: async () => [] },
  };
}

test('files whose decision is not known may await one', async () => {
  const files = [rentalFile({ id: 'a', decision: 'MAYBE' })];
  const { text } = await messageOf(
    report.run(
      '',
      callOver(() => pagesOf(files)),
    ),
  );
  expect(text).toContain('Awaiting decision now: 0, 0 of them ready');
  expect(text).toContain('1 file has a decision that Rental Desk does not know yet (MAYBE).');
});

test('a decision of the period that was not seen is told, as the statistics count it', async () => {
  const unseen = rentalFile({
    id: 'unseen',
    decision: 'REJECTED',
    updated_at: '2026-11-09T12:00:00Z',
  });
  const history: FileHistory = {
    ...HISTORY,
    timesOf: () => ({
      ...NONE,
      knownMs: at('10T09:00'),
      decision: 'REJECTED',
      readyMs: null,
      decidedMs: null,
    }),
  };
  const textIn = async (language: 'en' | 'fr') => {
    const over = callOver(() => pagesOf([unseen]), { language });
    const journal = { history: () => history, eventsOf: async () => [] };
    return (await messageOf(report.run('', { ...over, journal }))).text;
  };
  expect(await textIn('en')).toContain(
    'Not counted here: 1 more decided file, of which Rental Desk did not see the decision. Its last change, or its first reading as decided, was in this period; /rental stats goes by that.',
  );
  expect(await textIn('fr')).toContain('/rental stats s’y fie.');
});

test('the last week is reported against the one before, with how long files took', async () => {
  const message = await messageOf(report.run('target:2', call(HISTORY)));
  expectGood(message);
  expect(message.text).toMatchInlineSnapshot(`
    "Week of 9–15 Nov 2026 · As of 10:00
    Arrived: 1 · week before: 1
    Became ready: 2 · week before: 0
    Decided: 1 · 1 approved · 0 declined · week before: 0
    From arrival to ready: median 2.5 working days, 90% within 3 working days (2 files)
    From ready to decision: median 2 working days, 90% within 2 working days (1 file)
    Decided within 2 working days of being ready: 1 of 1
    Awaiting decision now: 1, 1 of them ready
    Awaiting decision, by age in working days: 0 to 3: 0 files, 4 to 7: 1 file, 8 to 14: 0 files, 15 to 30: 0 files, 31 or more: 0 files
    By manager: anna@agence.example: 1 arrived, 1 decided, 1 awaiting
    By property: Loft (MO-1): 1 arrived, 1 decided, 1 awaiting
    Times are those at which Rental Desk saw a change. Files that the service no longer lists are not counted."
  `);
});

test('a month, in French, with a query; other periods are one press away', async () => {
  const here = call(HISTORY, 'fr');
  const message = await messageOf(report.run('mois bien:loft', here));
  expect(message.text).toContain('Octobre 2026');
  expect(message.text).toContain('Décidés : non suivi');
  expect(message.text).toContain('Rental Desk suit les dossiers depuis le 1er nov. 2026');
  expect(message.text).toContain('Par gestionnaire : anna@agence.example : arrivés 0, à décider 1');
  const later = await messageOf(report.runAction(pressOf(message, 'Suiv. ›').args, here));
  expect(later.text).toContain('Novembre 2026');
  expect(later.text).toContain('Arrivés : 2');
});

test.each(['en', 'fr'] as const)(
  'in %s, two properties whose long reference is cut keep the ends of their ids',
  async (language) => {
    const long = { title: 'T2', reference: 'APPT-2026-NANTES-CENTRE-RUE-CREBILLON-0012' };
    const files = ['1111', '2222'].map((_id) =>
      rentalFile({ id: _id, product: { ...long, _id }, created_at: '2026-11-10T09:00:00Z' }),
    );
    const here = { ...callOver(() => pagesOf(files), { language }), journal: call(null).journal };
    const { text } = await messageOf(report.run('', here));
    expect(text).toMatch(/T2 \(APPT-2026-NANTES-[^)]*… id 1111\)[^]*… id 2222\)/u);
  },
);

test.each([
  ['en', 'october', 'October 2026 ·'],
  ['en', 'september property:loft', 'September 2026 · '],
  ['en', '2026-08', 'August 2026 ·'],
  ['en', 'last month', 'October 2026 ·'],
  ['en', 'november', 'November 2026 ·'],
  ['en', 'october vs september', 'October 2026 ·'],
  ['en', 'september compared to october', 'October 2026 ·'],
  ['fr', 'octobre par rapport à septembre', 'Octobre 2026 ·'],
  ['en', 'last week', 'Week of 9–15 Nov 2026 ·'],
  ['fr', 'octobre', 'Octobre 2026 ·'],
  ['fr', 'de septembre', 'Septembre 2026 ·'],
] as const)(
  'the report of a month that is named is of that month (%s: %s)',
  async (language, text, said) => {
    const message = await messageOf(report.run(text, call(HISTORY, language)));
    expect(message.text).toContain(said);
    expect(message.text).not.toMatch(/created in|créés en/);
  },
);

test('without any record the report says so, and gives no zeros', async () => {
  const { text } = await messageOf(report.run('', call(null)));
  expect(text).toContain('has not seen any change yet');
  expect(text).toContain('Became ready: not seen · week before: not seen');
});

test.each([
  ['en', /database does not answer.*Try again in a minute/, 'has not seen any change yet'],
  ['fr', /base de données .*ne répond pas.*Réessayez dans une minute/, 'n’a encore vu aucun'],
] as const)(
  'in %s, while the database is away, the report does not say that nothing was seen',
  async (language, away, never) => {
    const here = call(null, language);
    here.store.setDown(true);
    const { text } = await messageOf(report.run('', here));
    expect(text).toMatch(away);
    expect(text).not.toContain(never);
  },
);

/** Nothing was read from the 6th to an instant. */
const away = (before: string): FileHistory => ({
  ...HISTORY,
  version: 2,
  gapsUntil: () => [{ afterMs: at('06T17:00'), beforeMs: at(before) }],
});

test.each([
  [
    'en',
    [
      'Arrived: 1 · week before: 1\n',
      'Became ready: not seen · week before: 0 (partly seen)\n',
      'Decided: not seen · week before: 0 (partly seen)\n',
      'anna@agence.example: 1 arrived, 1 awaiting\n',
      'Rental Desk recorded nothing from 6 Nov 2026, 18:00 to 16 Nov 2026, 08:00. What changed',
    ],
    'Decided: 1 · 1 approved · 0 declined (partly seen) · week before: 0 (partly seen)\n',
    '1 arrived, 1 decided (partly seen), 1 awaiting',
    'has seen changes since',
  ],
  [
    'fr',
    [
      'Devenus prêts : non suivi · semaine d’avant : 0 (suivi en partie)\n',
      'Décidés : non suivi · semaine d’avant : 0 (suivi en partie)\n',
      'n’a rien enregistré du 6 nov. 2026 à 18:00 au 16 nov. 2026 à 08:00. Ce qui a changé',
    ],
    'Décidés : 1 · acceptés 1 · refusés 0 (suivi en partie) · semaine d’avant : 0 (suivi en partie)\n',
    'arrivés 1, décidés 1 (suivi en partie), à décider 1',
    'suit les dossiers depuis',
  ],
] as const)(
  'in %s, a week without a reading has no zeros, and figures that may lack something are marked',
  async (language, said, marked, share, since) => {
    const textOf = async (history: FileHistory) => {
      const message = await messageOf(report.run('', call(history, language)));
      expectGood(message);
      return message.text.replaceAll('\u00a0', ' ');
    };
    const unread = await textOf(away('16T07:00'));
    for (const each of said) expect(unread).toContain(each);
    expect(unread).not.toContain(since);
    const partly = await textOf(away('10T07:00'));
    expect(partly).toContain(marked);
    expect(partly).toContain(share);
  },
);

/** The lines of the CSV. */
const rowsOf = async (history: FileHistory) => {
  const here = call(history);
  const pressed = pressOf(await messageOf(report.run('', here)), 'CSV by direct message');
  const [document] = await Array.fromAsync(report.runAction(pressed.args, here));
  return document?.kind === 'document' ? document.content.trim().split('\r\n') : [];
};

test('a table has no zeros of a week without a reading, and says when nothing was recorded', async () => {
  const when = '"from 6 Nov 2026, 18:00 to 16 Nov 2026, 08:00"';
  const [header, ...unread] = await rowsOf(away('16T07:00'));
  expect(header?.endsWith(',Nothing recorded')).toBe(true);
  expect(unread).toEqual([
    `All files,,2026-11-09,2026-11-15,1,,,,,,,,,1,${when}`,
    `All files,,2026-11-02,2026-11-08,1,0,0,0,0,,,,,,${when}`,
    `Manager,anna@agence.example,2026-11-09,2026-11-15,1,,,,,,,,,1,${when}`,
    `Property,Loft (MO-1),2026-11-09,2026-11-15,1,,,,,,,,,1,${when}`,
  ]);
});

/** A gap of a day and an hour. */
const gap = (day: number) => ({
  afterMs: at(`0${day}T18:00`),
  beforeMs: at(`0${day + 1}T19:00`),
});

test('many gaps are said in short, and one that lasts is said to', async () => {
  const gaps = [...[2, 3, 4, 5].map(gap), { afterMs: at('15T12:00'), beforeMs: Infinity }];
  const { text } = await messageOf(report.run('', call({ ...HISTORY, gapsUntil: () => gaps })));
  expect(text).toContain(
    'recorded nothing from 4 Nov 2026, 19:00 to 5 Nov 2026, 20:00; from 5 Nov 2026, 19:00 to 6 Nov 2026, 20:00; since 15 Nov 2026, 13:00; and 2 more. What',
  );
});

test('the figures come as CSV by direct message, with every manager and property, and the report stays', async () => {
  const here = call(HISTORY);
  const message = await messageOf(report.run('', here));
  const answers = await Array.fromAsync(
    report.runAction(pressOf(message, 'CSV by direct message').args, here),
  );

  const [document, after] = answers;
  if (document?.kind !== 'document' || after?.kind !== 'message') throw new Error('no CSV');
  expect(document.fileName).toBe('rental-report-2026-11-09.csv');
  const [header, ...rows] = document.content.replace('\ufeff', '').trim().split('\r\n');
  expect(header?.split(',').slice(0, 5)).toEqual(['Of', 'Name', 'From', 'To', 'Arrived']);
  expect(rows).toEqual([
    'All files,,2026-11-09,2026-11-15,1,2,1,0,1,2.5,3,2,2,1,',
    'All files,,2026-11-02,2026-11-08,1,0,0,0,0,,,,,,',
    'Manager,anna@agence.example,2026-11-09,2026-11-15,1,,,,1,,,,,1,',
    'Property,Loft (MO-1),2026-11-09,2026-11-15,1,,,,1,,,,,1,',
  ]);
  expect(after.text).toContain('The CSV is in your direct messages.');
  expect(after.text).toContain('Week of 9–15 Nov 2026');
  // The button is at the end, where the beginning of a long report is not seen.
  const { buttons, said } = placesOf(after);
  expect(said).toBe(buttons + 1);
});

/** Where the buttons of a report stand, and what it says of its CSV. */
function placesOf({ blocks }: Message) {
  const place = (is: (drawn: string) => boolean) =>
    blocks.findIndex((block) => is(JSON.stringify(block)));
  return {
    buttons: place((drawn) => drawn.includes('"type":"buttons"')),
    said: place((drawn) => drawn.includes('The CSV is in your direct messages.')),
  };
}

test('the CSV of a report in a channel is answered to the person who asks for it', async () => {
  const here = call(HISTORY);
  const inChannel = { ...here, place: { ...here.place, audience: 'channel' as const } };
  const shared = await messageOf(report.run('', inChannel));
  const { args, opens } = pressOf(shared, 'CSV by direct message');

  expect(opens).toBe('modal');
  const over = await messageOf(report.runAction(args, here));
  expect(over.text).toContain('The CSV is in your');
  // It opens over the report: what is seen of it is its beginning.
  const { buttons, said } = placesOf(over);
  expect([said > 0, said < buttons]).toEqual([true, true]);
  // A button of an earlier version opens no modal: what everybody reads stays as it is.
  const after = await messageOf(report.runAction(args, inChannel));
  expect(after.text).toBe(shared.text);
});

test('a posted report opens the period that it is about, however long ago', async () => {
  const args = { period: 'week', from: '2026-10-26' };
  const message = await messageOf(report.runAction(args, call(HISTORY)));

  expect(message.text).toContain('Week of 26 Oct–1 Nov 2026');
});

test('period by period one goes back as far as sixty, and forward to the one under way', async () => {
  const here = call(HISTORY);
  const start = await messageOf(report.run('month', here));
  const titles = async (label: string, presses: number) => {
    let message = start;
    const seen: string[] = [];
    for (let press = 0; press < presses && buttonsOf(message).includes(label); press += 1) {
      message = await messageOf(report.runAction(pressOf(message, label).args, here));
      seen.push(message.text.split(' · ')[0] ?? '');
    }
    return seen;
  };
  expect(await titles('Later ›', 3)).toEqual(['November 2026']);
  const earlier = await titles('‹ Earlier', 62);
  expect(earlier.slice(0, 2)).toEqual(['September 2026', 'August 2026']);
  // Sixty months before November 2026, and no further.
  expect(earlier.slice(-4)).toEqual(Array.from({ length: 4 }, () => 'November 2021'));
});

test.each([
  ['this week', 'en', 'This week is not over: the week before is counted whole.'],
  ['this month', 'en', 'This month is not over: the month before is counted whole.'],
  [
    'cette semaine',
    'fr',
    'Cette semaine n’est pas terminée : celle d’avant est comptée en entier.',
  ],
  ['ce mois', 'fr', 'Ce mois n’est pas terminé : celui d’avant est compté en entier.'],
] as const)('“%s” is said not to be over (%s)', async (text, language, said) => {
  const here = call(HISTORY, language);
  const current = await messageOf(report.run(text, here));
  expect(current.text.replaceAll('\u00a0', ' ')).toContain(said);
  const earlier = pressOf(current, language === 'en' ? '‹ Earlier' : '‹ Préc.');
  const { text: before } = await messageOf(report.runAction(earlier.args, here));
  expect(before).not.toMatch(/is not over|n’est pas terminé/u);
});

test.each([
  ['target:2', '2'],
  ['target:0', '1'],
  ['objectif:999jo', '365'],
])('with %s, what is decided within %s working days is counted', async (text, days) => {
  const { text: said } = await messageOf(report.run(text, call(HISTORY)));
  expect(said).toMatch(new RegExp(`Decided within ${days} working days? of being ready`));
});

test.each([
  ['', 'Week of'],
  ['last week', 'Week of'],
  ['semaine dernière', 'Week of'],
  ['weekly', 'Week of'],
  ['hebdomadaire', 'Week of'],
  ['month', 'October'],
  ['last month', 'October'],
  ['monthly', 'October'],
  ['mensuel', 'October'],
  ['du mois passé', 'October'],
  ['this month', 'November'],
  ['du mois en cours', 'November'],
])('“%s” reports on: %s', async (text, title) => {
  const { text: said } = await messageOf(report.run(text, call(HISTORY)));
  expect(said.startsWith(title)).toBe(true);
});

test.each([
  ['week 40', 'Week of 28 Sept–4 Oct 2026'],
  ['semaine 40', 'Week of 28 Sept–4 Oct 2026'],
  ['de la semaine n° 40', 'Week of 28 Sept–4 Oct 2026'],
  ['week 50', 'Week of 8–14 Dec 2025'],
  ['week 52 2025', 'Week of 22–28 Dec 2025'],
  ['semaine 52 de 2025', 'Week of 22–28 Dec 2025'],
  ['2026-W40', 'Week of 28 Sept–4 Oct 2026'],
  ['week 47', 'Week of 16–22 Nov 2026'],
])('“%s” reports on that week', async (text, title) => {
  const { text: said } = await messageOf(report.run(text, call(HISTORY)));
  expect(said.split(' · ')[0]).toBe(title);
});

test('the number of a week leaves the query beside it', async () => {
  const { text } = await messageOf(report.run('week 45 decision:ready', call(HISTORY)));
  expect(text).toMatch(/^Week of 2–8 Nov 2026 · Ready to decide · /u);
});

test.each([
  ['week 53 2025', 'en', 'There is no report on that week.'],
  ['week 40 2019', 'en', 'There is no report on that week.'],
  ['2026-W50', 'en', 'There is no report on that week.'],
  ['semaine 0', 'fr', 'Il n’y a pas de rapport sur cette semaine.'],
  ['semaine 54', 'fr', 'Il n’y a pas de rapport sur cette semaine.'],
] as const)(
  '“%s” has no report, and it is said which weeks have (%s)',
  async (text, language, said) => {
    const message = await messageOf(report.run(text, call(HISTORY, language)));
    expect(message.text).toContain(said);
    expect(message.text).toMatch(/week 40|semaine 40/u);
  },
);

test.each([
  ['last year', 'en', '/rental stats created:last-year'],
  ['since october', 'en', '/rental stats created:&gt;=october'],
  ['année dernière', 'fr', '/rental stats créé:année-dernière'],
] as const)('“%s” is no week and no month, which is said (%s)', async (text, language, said) => {
  const message = await messageOf(report.run(text, call(HISTORY, language)));
  expect(message.text).toContain(said);
});

test('a period of the files that are reported on is no period of the report', async () => {
  const message = await messageOf(
    report.run('last week of files received this year', call(HISTORY)),
  );
  expect(message.text).toMatch(/^Week of /u);
});

test.each(['more declined than last month?', 'plus de refus que le mois dernier ?'])(
  '“%s” is this month against the last',
  async (text) => {
    const { text: said } = await messageOf(report.run(text, call(HISTORY)));
    expect(said).toMatch(/^November 2026 · Declined · /u);
  },
);

test.each(['vs last year', 'than last year'])('“%s” is no week and no month', async (text) => {
  const { text: said } = await messageOf(report.run(text, call(HISTORY)));
  expect(said).toContain('A report is on one week or one month.');
});

test.each(['de ce mois-ci', 'ce mois', 'this month vs last'])(
  '“%s” is the month that is not over',
  async (text) => {
    const { text: said } = await messageOf(report.run(text, call(HISTORY)));
    expect(said).toMatch(/^November 2026 · As of /u);
  },
);

test('only what is more than before is left out: a bound stays', async () => {
  const { text: said } = await messageOf(
    report.run('que Sophie gère, loyer plus de 1000', call(HISTORY)),
  );
  expect(said).toContain('rent above 1,000');
});

test.each([
  'are we slower than last week',
  'semaine dernière',
  'de la semaine passée',
  'cette semaine',
  'du mois dernier',
  'ce mois-ci',
])('“%s” leaves no word that the files would have to hold', async (text) => {
  const { text: said } = await messageOf(report.run(text, call(HISTORY)));
  expect(said).not.toContain('matching');
  expect(said).not.toContain('gnored');
});

test.each([
  ['en', 'No manager: 1 arrived', 'Managers not readable: 1 arrived', 'No property: 2 arrived'],
  [
    'fr',
    'Sans gestionnaire\u00a0: arrivés 1',
    'Gestionnaires illisibles\u00a0: arrivés 1',
    'Sans bien\u00a0: arrivés 2',
  ],
] as const)(
  'in %s, a report tells the share of files without a manager or a property',
  async (language, nobody, unreadable, none) => {
    const others = [
      rentalFile({ id: 'nobody', created_at: '2026-11-10T08:00:00Z', product: null }),
      rentalFile({ id: 'garbled', created_at: '2026-11-10T08:00:00Z', managers: 7 }),
    ];
    const over = {
      ...callOver(() => pagesOf([...FILES, ...others]), { language }),
      journal: { history: () => HISTORY, eventsOf: async () => [] },
    };
    const message = await messageOf(report.run('', over));
    expectGood(message);
    for (const said of [nobody, unreadable, none]) expect(message.text).toContain(said);
  },
);

test.each([
  ['en', [undefined], '1 file has no usable creation date and is left out'],
  ['en', ['garbled', '2031-01-01'], '2 files have no usable creation date and are left'],
  ['fr', [undefined], '1 dossier n’a pas de date de création exploitable'],
] as const)('in %s, files that are in no age are counted: %j', async (language, dates, says) => {
  const undated = dates.map((date, number) =>
    rentalFile({ id: `undated-${number}`, decision: 'READY', created_at: date }),
  );
  const over = {
    ...callOver(() => pagesOf([...FILES, ...undated]), { language }),
    journal: { history: () => HISTORY, eventsOf: async () => [] },
  };
  const message = await messageOf(report.run('', over));
  expectGood(message);
  expect(message.text).toContain(says);
});
