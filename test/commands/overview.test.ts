import { expect, test } from 'vitest';

import type { Answer } from '../../src/views/message.ts';
import {
  answerOf,
  asking,
  buttonsOf,
  deskOver,
  ENGLISH,
  FRENCH,
  menuOf,
  pressOf,
  shownButtons,
} from '../support/desk.ts';
import { pagesOf, rentalFile, rentalFiles, serviceDown } from '../support/rental-files.ts';

const files = [
  rentalFile({
    id: 'a',
    status: 'ANALYZED',
    decision: 'READY',
    created_at: '2026-11-12T09:00:00Z',
    product: { title: 'Studio', reference: 'R-1' },
    managers: ['claire@example.com'],
  }),
  rentalFile({ id: 'b', created_at: '2026-11-21T08:00:00Z', product: { title: 'Loft' } }),
  rentalFile({ id: 'c', decision: 'MAYBE', status: 'CLOSED', managers: ['marc@example.com'] }),
];
const { dispatcher } = deskOver(() => pagesOf(files));

test.each(['', '  ', 'overview', 'aperçu', 'apercu'])(
  '/rental %j tells what waits',
  async (text) => {
    const answer = await answerOf(dispatcher.run(text, ENGLISH));
    expect(answer.text).toMatchInlineSnapshot(`
      "2 rental files await a decision · 1 ready to decide · 1 waiting for documents · As of 10:00
      Waiting longest
      1. Studio (R-1), No applicants, Ready, waiting 6 working days
      2. Loft, file …b, No applicants, Waiting for documents, waiting under 1 working day
      By decision: Pending 1, Ready to decide 1, Approved 0, Declined 0, Other 1.
      By status: New 1, Open 0, Processing 0, Collected 0, Analysed 1, Closed 1.
      1 file has a decision that Rental Desk does not know yet (MAYBE).
      1 file arrived in the last 24 hours
      1 waiting file has not moved for over 5 working days
      /rental help shows all that you can type."
    `);
    expect(buttonsOf(answer)).toEqual([
      'Awaiting decision',
      'All files',
      'Find…',
      'View',
      'View',
      'MAYBE (1)',
    ]);
    expect(menuOf(answer)).toEqual(['Refresh', 'Share']);
  },
);

test('a file of a day to come has not arrived yet', async () => {
  const dates = ['2026-11-20T08:59:00Z', '2026-11-21T08:59:00Z', '2026-11-23T08:00:00Z'];
  const all = dates.map((created_at) => rentalFile({ id: created_at, created_at }));
  const { text } = await answerOf(deskOver(() => pagesOf(all)).dispatcher.run('', ENGLISH));
  expect(text).toContain('\n1 file arrived in the last 24 hours');
});

test('the same in French', async () => {
  const { text } = await answerOf(dispatcher.run('', FRENCH));
  expect(text.replaceAll('\u00a0', ' ')).toMatchInlineSnapshot(`
    "2 dossiers attendent une décision · 1 prêt à décider · 1 en attente de pièces · Actualisé à 10:00
    Attendent depuis le plus longtemps
    1. Studio (R-1), Aucun candidat, Prêt, créé il y a 6 jours ouvrés
    2. Loft, dossier …b, Aucun candidat, En attente de pièces, depuis moins d’un jour ouvré
    Par décision : En attente 1, Prêt à décider 1, Accepté 0, Refusé 0, Autre 1.
    Par statut : Nouveau 1, Ouvert 0, En traitement 0, Pièces reçues 0, Analysé 1, Clos 1.
    1 dossier porte une décision que Rental Desk ne connaît pas encore (MAYBE).
    1 dossier reçu ces dernières 24 heures
    1 dossier en attente n’a pas bougé depuis plus de 5 jours ouvrés
    /rental aide montre tout ce que vous pouvez taper."
  `);
});

test('every button of the overview leads somewhere', async () => {
  const overview = await answerOf(dispatcher.run('', ENGLISH));
  const texts = await Promise.all(
    ['MAYBE (1)', 'Awaiting decision', 'All files', 'Find…', 'Refresh'].map(async (label) => {
      const [answer] = (
        await Array.fromAsync(dispatcher.runAction(pressOf(overview, label), ENGLISH))
      ).slice(-1);
      return said(answer);
    }),
  );
  expect(texts[0]).toContain('MAYBE, closed');
  expect(texts[1]).toContain('2 rental files await a decision');
  expect(texts[2]).toContain('3 rental files');
  expect(texts[3]).toContain('Find');
  expect(texts[4]).toContain('2 rental files await a decision');
});

test('Refresh reads again, and says so when it cannot', async () => {
  let pages = pagesOf(rentalFiles(1));
  let isDown = false;
  const over = deskOver(() => {
    if (isDown) throw serviceDown();
    return pages;
  });
  const first = await answerOf(over.dispatcher.run('', ENGLISH));
  pages = pagesOf(rentalFiles(4));
  const second = await answerOf(over.dispatcher.runAction(pressOf(first, 'Refresh'), ENGLISH));
  isDown = true;
  const third = await answerOf(over.dispatcher.runAction(pressOf(first, 'Refresh'), ENGLISH));

  expect(first.text).toContain('1 rental file awaits a decision');
  expect(second.text).toContain('4 rental files await a decision');
  expect(third.text).toContain('4 rental files await a decision');
  expect(third.text).toContain('The Rental File Service is unavailable');
  expect(third.warning).toMatchObject({ code: 'rental_down' });
});

const HOME = { surface: 'home', channelId: null } as const;

test('the Home tab of a manager has their own files first, then how many the agency has', async () => {
  const claire = asking({ person: { email: 'claire@example.com' }, place: HOME });
  const home = await answerOf(dispatcher.home(claire));
  expect(home.text).toContain('1 of your files awaits a decision · 1 ready to decide · ');
  expect(home.text).toContain('1. Studio');
  expect(home.text).not.toContain('Loft');
  expect(home.text).toMatch(/Studio.*\nThe agency: 2 rental files await a decision · 1 ready/);
  expect(buttonsOf(home)).toEqual([
    'View',
    'Take…',
    'Awaiting decision',
    'My files',
    'All files',
    'Find…',
    'Statistics',
    'Channel settings…',
    'Help',
  ]);
});

test('the Home tab of somebody whose files are all decided says so', async () => {
  const marc = asking({ person: { email: 'marc@example.com' }, place: HOME });
  const { text } = await answerOf(dispatcher.home(marc));
  expect(text).toContain('None of the files that you manage awaits a decision');
});

test('the Home tab of somebody with a file of an unknown decision does not say that of all files', async () => {
  const own = rentalFile({ id: 'own', decision: 'ON_APPEAL', managers: ['marc@example.com'] });
  const over = deskOver(() => pagesOf([own, ...rentalFiles(2)]));
  const marc = asking({ person: { email: 'marc@example.com' }, place: HOME });
  const { text } = await answerOf(over.dispatcher.home(marc));
  expect(text).toContain('None of the files that you manage is known to await a decision');
  expect(text).toContain('The agency: 2 rental files await a decision');
});

test.each([null, 'nobody@example.com'])(
  'the Home tab of %s, who manages nothing, tells of all files',
  async (email) => {
    const home = await answerOf(dispatcher.home(asking({ person: { email }, place: HOME })));
    expect(home.text).toContain('2 rental files await a decision');
    expect(home.text).not.toContain('The agency');
    expect(buttonsOf(home)).not.toContain('My files');
  },
);

test('the Home tab shows five files and tells of more', async () => {
  const over = deskOver(() => pagesOf(rentalFiles(9)));
  const { text } = await answerOf(over.dispatcher.home(asking({ place: HOME })));
  expect(text).toContain('5 of 9 shown');
  expect(text.split('\n').filter((line) => /^\d\. /.test(line))).toHaveLength(5);
});

function said(answer: Answer | undefined): string {
  return answer && 'text' in answer ? answer.text : '';
}

test.each(['open', 'NEW ', 'EN «ATTENTE»', 'ON "HOLD"', 'ON\nHOLD', 'A'.repeat(900)])(
  'the button of the status %j opens the files that it counts',
  async (status) => {
    const desk = deskOver(() =>
      pagesOf([
        rentalFile({ id: 'odd', status, product: { title: 'Odd' } }),
        ...['OPEN', 'NEW', 'EN ATTENTE', 'ON_HOLD'].map((each) =>
          rentalFile({ id: each, status: each, product: { title: each } }),
        ),
      ]),
    ).dispatcher;
    const overview = await answerOf(desk.run('', ENGLISH));
    const lists = shownButtons(overview.blocks)
      .flatMap((button) => ('action' in button ? [button.action] : []))
      .filter(({ args: { query } }) => typeof query === 'string' && query.includes('status:'));
    const texts = await Promise.all(
      lists.map(async (action) => (await answerOf(desk.runAction(action, ENGLISH))).text),
    );

    expect(texts.length).toBeGreaterThan(1);
    expect(texts.filter((text) => !text.startsWith('1 rental file'))).toEqual([]);
    expect(texts.filter((text) => text.includes('1. Odd'))).toHaveLength(1);
  },
);
