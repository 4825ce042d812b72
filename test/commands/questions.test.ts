import { expect, test } from 'vitest';

import { failureWords } from '../../src/commands/errors.ts';
import { isFollowUp } from '../../src/commands/list-follow-up.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { answerOf, buttonsOf, deskOver, ENGLISH, FRENCH } from '../support/desk.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';

test.each([
  [
    'ready files I haven’t looked at',
    ENGLISH,
    'No file says who has looked at it',
    '/rental access',
  ],
  [
    'prêts que personne n’a ouverts',
    FRENCH,
    'Aucun dossier ne dit qui l’a consulté',
    '/rental accès',
  ],
  ['ready not approved by Sophie', ENGLISH, 'or decided it', '/rental access'],
  ['prêts pas acceptés par Sophie', FRENCH, 'ou décidé', '/rental accès'],
])('that no file says who has looked at it is said: %s', async (text, reader, said, command) => {
  const { dispatcher } = deskOver(() =>
    pagesOf([rentalFile({ id: 'a', decision: 'READY' }), rentalFile({ id: 'b' })]),
  );
  const answer = await answerOf(dispatcher.run(text, reader));
  expect(answer.text).toContain(said);
  expect(answer.text).toContain(command);
  expect(answer.files).toEqual(['a']);
});

test.each([
  ['this morning', ENGLISH, 'Created today; ignored: morning', 'Queries count whole days'],
  ['approved this afternoon', ENGLISH, 'decided today; ignored: afternoon', 'whole days'],
  ['received yesterday evening', ENGLISH, 'Created yesterday; ignored: evening', 'whole days'],
  ['received today after 6pm', ENGLISH, 'Created today; ignored: after 6pm', 'whole days'],
  ['ce matin', FRENCH, 'Créé aujourd’hui', 'en jours entiers'],
  ['acceptés cet après-midi', FRENCH, 'décidé aujourd’hui', 'jours entiers'],
  ['reçus hier soir', FRENCH, 'Créé hier', 'en jours entiers'],
])('that queries have whole days is said of a part of a day: %s', async (text, reader, ...said) => {
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: 'a' })]));
  const answer = await answerOf(dispatcher.run(text, reader));
  for (const each of said) expect(answer.text).toContain(each);
});

test.each([
  ['top 2 by score', ENGLISH, ['c', 'b']],
  ['the first two', ENGLISH, ['a', 'b']],
  ['last 2', ENGLISH, ['a', 'b']],
  ['top 2 par score', FRENCH, ['c', 'b']],
  ['les deux premiers', FRENCH, ['a', 'b']],
  ['les 2 plus anciens', FRENCH, ['c', 'b']],
  ['top 20', ENGLISH, ['a', 'b', 'c']],
])('“%s” asks for a page of so many files', async (text, reader, ids) => {
  const { dispatcher } = deskOver(() =>
    pagesOf(
      ['a', 'b', 'c'].map((id, at) =>
        rentalFile({
          id,
          status: 'OPEN',
          decision: 'READY',
          score: 50 + at,
          created_at: `2026-11-1${9 - at}T09:00:00Z`,
        }),
      ),
    ),
  );
  const answer = await answerOf(dispatcher.run(text, reader));
  expect(answer.files).toEqual(ids);
  expect(answer.text.includes('Ignored')).toBe(text === 'top 20');
});

test.each([
  ['undo', ENGLISH, 'Nothing is undone by typing.'],
  ['cancel that', ENGLISH, 'Nothing is undone by typing.'],
  ['go back', ENGLISH, 'Nothing is undone by typing.'],
  ['annule', FRENCH, 'Rien ne s’annule par un message.'],
  ['reviens en arrière', FRENCH, 'Rien ne s’annule par un message.'],
])('that words undo nothing is said: %s', async (text, requestInfo, said) => {
  const { dispatcher } = deskOver(() => pagesOf([]));
  const error = await Array.fromAsync(dispatcher.run(text, requestInfo)).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ reason: 'undo' });
  const words = wordsIn(requestInfo === FRENCH ? 'fr' : 'en');
  expect(failureWords(error, words, 'Europe/Paris').happened).toBe(said);
});

test.each(['without names', 'sans nom'])('files without names are no setting: %s', async (text) => {
  const { dispatcher } = deskOver(() => pagesOf([]));
  const answers = await Array.fromAsync(dispatcher.run(text, ENGLISH)).catch(() => []);
  expect(answers.map(({ kind }) => kind)).not.toContain('form');
});

test.each([
  ['hide the names', ENGLISH, 'Channel settings'],
  ['don’t show the applicants’ names', ENGLISH, 'Channel settings'],
  ['cache les noms', FRENCH, 'Réglages du canal'],
  ['n’affiche plus les noms des candidats', FRENCH, 'Réglages du canal'],
])('names are hidden by the settings of a channel: %s', async (text, reader, title) => {
  const { dispatcher } = deskOver(() => pagesOf([]));
  const [form] = await Array.fromAsync(dispatcher.run(text, reader));
  expect(form).toMatchObject({ kind: 'form', title });
  expect(isFollowUp(text)).toBe(false);
});

test.each([
  ['compare Lyon and Paris', ENGLISH, /^Lyon: 2 rental files · Paris: 1 rental file$/mu],
  [
    'compare Lyon et Paris',
    FRENCH,
    /^Lyon\s: 2 dossiers de location · Paris\s: 1 dossier de location$/mu,
  ],
])('what is compared is counted: %s', async (text, reader, said) => {
  const titles = ['Loft Lyon', 'Flat Lyon', 'Flat Paris', 'Flat Nice'];
  const files = titles.map((title, at) => rentalFile({ id: `f${at}`, product: { title } }));
  const { dispatcher } = deskOver(() => pagesOf(files));
  await Array.fromAsync(dispatcher.run('list', reader));
  expect((await answerOf(dispatcher.run(text, reader))).text).toMatch(said);
});

test('a number of rooms finds what says so in these words, and no other number', async () => {
  const { dispatcher } = deskOver(() =>
    pagesOf([
      rentalFile({ id: 'a', product: { title: 'Appartement 3 pièces', reference: 'R-2' } }),
      rentalFile({ id: 'b', product: { title: '2 pièces au 3e étage', reference: 'R-3' } }),
    ]),
  );
  const found = await answerOf(dispatcher.run('3 pièces', FRENCH));
  const none = await answerOf(dispatcher.run('4 pièces', FRENCH));
  expect([found.files, none.files]).toEqual([['a'], []]);
});

test('who manages a file is on the card that opens', async () => {
  const { dispatcher } = deskOver(() =>
    pagesOf([
      rentalFile({
        id: 'a',
        managers: ['Zoé Petit'],
        product: { title: 'Loft', reference: 'PA-0100' },
      }),
    ]),
  );
  for (const text of ['who manages PA-0100', 'qui gère PA-0100 ?']) {
    expect((await answerOf(dispatcher.run(text, ENGLISH))).text).toContain('Zoé Petit');
  }
});

test.each([
  ['income above 3000', ENGLISH],
  ['over 80', ENGLISH],
  ['files of 30/02/2026', ENGLISH],
  ['guarantors under 50%', ENGLISH],
  ['average score', ENGLISH],
  ['plus de 3 candidats', FRENCH],
  ['nb de dossiers par ville', FRENCH],
  ['garants à moins de 50 %', FRENCH],
  ['note moyenne', FRENCH],
])('nothing is counted where all of a text is ignored: %s', async (text, reader) => {
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: 'a' })]));
  const refused: unknown = await answerOf(dispatcher.run(text, reader)).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ name: 'UnknownCommandError', isSearched: false });
  const { text: said, blocks } = await dispatcher.failed(refused, null, reader);
  expect(said).toMatch(/^(?:I can’t answer|Je ne sais pas encore répondre à)/u);
  expect(JSON.stringify(blocks)).toMatch(/\/rental (?:list|liste)"/u);
  expect(JSON.stringify(blocks)).not.toMatch(/\/rental (?:search|chercher)/u);
});

test.each([
  ['files please', 'tous les dossiers svp', ENGLISH],
  ['ready, income above 3000', 'prêts, revenus > 3000', ENGLISH],
])('what else is asked for is still listed: %s', async (english, french, reader) => {
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: 'a', decision: 'READY' })]));
  for (const text of [english, french]) {
    expect((await answerOf(dispatcher.run(text, reader))).text).toMatch(/^1 rental file/u);
  }
});

test.each([
  ['is Thibault Blanc complete?', 'Thibault Blanc est-il complet ?', /• Thibault Blanc/u],
  ['has Blanc been approved?', 'est-ce que Blanc est accepté ?', /• Thibault Blanc/u],
  ['is the file of Blanc ready', 'le dossier de Blanc est-il prêt ?', /• Thibault Blanc/u],
  ['is Lyon complete', 'Lyon est complet', /^\d/u],
])('a question about one person opens their card: “%s”, « %s »', async (english, french, said) => {
  const applicants = [{ first_name: 'Thibault', last_name: 'Blanc' }];
  const { dispatcher } = deskOver(() =>
    pagesOf([
      rentalFile({ id: 'a', completion_rate: 40, applicants, product: { title: 'T2 Lyon' } }),
      rentalFile({ id: 'b', completion_rate: 100, product: { title: 'T3 Lyon' } }),
    ]),
  );
  await Array.fromAsync(dispatcher.run('list', ENGLISH));
  for (const [text, reader] of [
    [english, ENGLISH],
    [french, FRENCH],
  ] as const) {
    expect((await answerOf(dispatcher.run(text, reader))).text).toMatch(said);
  }
});

test.each(['on hold', 'ON HOLD', 'files on hold', 'on_hold', 'dossiers on hold'])(
  'a status that the specification does not name is found by its words: %s',
  async (text) => {
    const statuses = ['ON_HOLD', 'NEW', 'OPEN'];
    const { dispatcher } = deskOver(() =>
      pagesOf(statuses.map((status) => rentalFile({ id: status, status }))),
    );
    await Array.fromAsync(dispatcher.run('list', ENGLISH));
    for (const reader of [ENGLISH, FRENCH]) {
      expect((await answerOf(dispatcher.run(text, reader))).files).toEqual(['ON_HOLD']);
    }
  },
);

test('the addresses of managers are whole, as long ones begin alike', async () => {
  const addresses = ['north', 'south'].map(
    (end) => `marie-antoinette.de-la-rochefoucauld-${end}@a-long-name-of-an-agency.example`,
  );
  const { dispatcher } = deskOver(() =>
    pagesOf(addresses.map((manager, id) => rentalFile({ id: `${id}`, managers: [manager] }))),
  );

  const { text } = await answerOf(dispatcher.run('who manages the files', ENGLISH));
  for (const address of addresses) expect(text).toContain(`${address} (1)`);
});

test('no spelling is offered of which no file has anything', async () => {
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: 'a', decision: 'PENDING' })]));
  await Array.fromAsync(dispatcher.run('list', ENGLISH));
  const labelsOf = async (text: string) => {
    const match = dispatcher.match(text);
    const error: unknown = await answerOf(dispatcher.run(match, ENGLISH)).catch(
      (reason: unknown) => reason,
    );
    return buttonsOf(await dispatcher.failed(error, match.again, ENGLISH));
  };

  expect(await labelsOf('decision:pendng')).toEqual(['/rental list decision:pending']);
  expect(await labelsOf('decision:reddy')).toEqual([]);
  // What is wrong a second time is corrected once more.
  expect(await labelsOf('decision:reddy stauts:new')).toHaveLength(1);
  expect(await labelsOf('decison:pending')).toHaveLength(1);
  expect(await labelsOf('pending decision:reddy')).toEqual([]);
  expect(await labelsOf('colour:red')).toEqual(['/rental help keys']);
});

test('who manages several files is told above them', async () => {
  const product = { title: 'Loft', reference: 'PA-0100' };
  const { dispatcher } = deskOver(() =>
    pagesOf([
      rentalFile({ id: 'a', managers: ['Zoé Petit'], product }),
      rentalFile({ id: 'b', managers: ['Anna Costa'], product }),
      rentalFile({ id: 'c', managers: ['Zoé Petit'], product }),
      rentalFile({ id: 'd', managers: [] }),
    ]),
  );
  await Array.fromAsync(dispatcher.run('list', ENGLISH));
  const english = 'Managed by: Zoé Petit (2), Anna Costa (1)';
  const french =
    /Gestionnaires de tous les dossiers\s: Zoé Petit \(2\), Anna Costa \(1\)\nSans gestionnaire\s: 1/u;
  for (const text of ['who manages PA-0100', 'qui gère PA-0100 ?']) {
    const { text: said } = await answerOf(dispatcher.run(text, ENGLISH));
    expect(said).toMatch(/^3 rental files/u);
    expect(said).toContain(english);
    expect(said).not.toContain('No manager');
  }
  for (const text of ['who manages them?', 'qui les gère ?']) {
    const { text: said } = await answerOf(dispatcher.run(text, ENGLISH));
    // No list is before a command, so that it is of all files, which it says.
    expect(said).toContain('Managers of all files: Zoé Petit (2), Anna Costa (1)');
    expect(said).toContain('No manager: 1');
    expect(said).not.toMatch(/Applicants|ignored/u);
    expect((await answerOf(dispatcher.run(text, FRENCH))).text).toMatch(french);
  }
});

test.each([
  ['ready or with a guarantor', ENGLISH, 'Here all conditions must hold.', ['b'], true],
  [
    'prêts ou avec garant',
    FRENCH,
    'Ici, toutes les conditions doivent être remplies.',
    ['b'],
    true,
  ],
  ['ready or declined', ENGLISH, 'Here all conditions must hold.', ['a', 'b'], false],
])('an “or” that no query can say is told: %s', async (text, reader, said, files, isSaid) => {
  const guarantor = { applicants: [{ last_name: 'Costa', is_guarantor: true }] };
  const { dispatcher } = deskOver(() =>
    pagesOf([
      rentalFile({ id: 'a', decision: 'READY' }),
      rentalFile({ id: 'b', decision: 'READY', ...guarantor }),
    ]),
  );
  const answer = await answerOf(dispatcher.run(text, reader));
  expect(answer.text.includes(said)).toBe(isSaid);
  expect([...(answer.files ?? [])].toSorted()).toEqual(files);
});

test.each([
  ['who has the most files', ENGLISH, 'By manager: Zoé Petit: 1 arrived, 1 awaiting'],
  ['pending per manager', ENGLISH, 'By manager: Zoé Petit: 1 arrived, 1 awaiting'],
  ['les dossiers par bien', FRENCH, 'Par bien : Loft (PA-0100)'],
  ['this week vs last week', ENGLISH, 'Week of 16–22 Nov 2026'],
  ['versus last month', ENGLISH, 'November 2026'],
  ['how many files per status', ENGLISH, 'Files by status: New 1'],
  ['liste par statut', FRENCH, 'Dossiers par statut : Nouveau 1'],
  ['approval rate', ENGLISH, 'Nothing was decided in the last eight weeks.'],
])('%s is answered with figures', async (text, reader, said) => {
  const { dispatcher } = deskOver(() =>
    pagesOf([
      rentalFile({
        id: 'a',
        status: 'NEW',
        managers: ['Zoé Petit'],
        created_at: '2026-11-10T10:00:00Z',
        product: { title: 'Loft', reference: 'PA-0100' },
      }),
    ]),
  );
  const { text: answer } = await answerOf(dispatcher.run(text, reader));
  expect(answer).toContain(said);
  expect(answer).not.toMatch(/ignored|ignoré/iu);
});

test.each([
  ['how many files per property', ENGLISH, 'For all files of one: “/rental property lilas”'],
  ['which property has most files', ENGLISH, 'this counts the files that arrived in the period'],
  ['combien de dossiers par bien', FRENCH, 'Pour tous les dossiers de l’un d’eux'],
])('%s is answered with what the report counts', async (text, reader, said) => {
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: 'a' })]));
  expect((await answerOf(dispatcher.run(text, reader))).text).toContain(said);
  expect((await answerOf(dispatcher.run('report', reader))).text).not.toContain(said);
});

test.each([
  ['what is the score of Dupont', ENGLISH, 'Loft (PA-0100)'],
  ['quelle est la note de Dupont ?', FRENCH, 'Loft (PA-0100)'],
  ['how long has Dupont been waiting', ENGLISH, 'Loft (PA-0100)'],
  ['depuis combien de temps Dupont attend', FRENCH, 'Loft (PA-0100)'],
  ['who is the guarantor of Dupont', ENGLISH, 'Loft (PA-0100)'],
  ['remind me about Dupont', ENGLISH, 'Loft (PA-0100)'],
  ['remind me on thursday', ENGLISH, 'Nothing was set up: I don’t send reminders.'],
  ['remind me to call Zorglub', ENGLISH, 'Nothing was set up: I don’t send reminders.'],
  ['rappelle-moi demain', FRENCH, 'Rien n’a été programmé : je n’envoie pas de rappels.'],
  ['rappelle-moi Dupont', FRENCH, 'Loft (PA-0100)'],
  ['remind me if Dupont is approved', ENGLISH, 'Alerts cannot be set up here.'],
  ['rappelle-moi Dupont tous les lundis', FRENCH, 'Les récaps ne peuvent pas être mis en'],
  ['what is the deposit for LY-0200', ENGLISH, '900 + 50 charges = 950 per month · Deposit: 900'],
  ['rent of LY-0200', ENGLISH, 'Availability unknown · 2 rental files'],
  ['compare les candidats de LY-0200', FRENCH, 'Disponibilité inconnue · 2 dossiers'],
  ['rent of at most 900', ENGLISH, 'Rent at most 900'],
  ['what should I do first', ENGLISH, '3 rental files await a decision'],
])('%s is answered where it is said', async (text, reader, said) => {
  const product = {
    title: 'T2',
    reference: 'LY-0200',
    rent_amount: 900,
    monthly_charges: 50,
    warranty_amount: 900,
    available: null,
  };
  const files = [
    rentalFile({
      id: 'a',
      applicants: [{ first_name: 'Anne', last_name: 'Dupont' }],
      product: { title: 'Loft', reference: 'PA-0100' },
    }),
    rentalFile({ id: 'b', product }),
    rentalFile({ id: 'c', product }),
  ];
  const { dispatcher } = deskOver(() => pagesOf(files));
  // Which words name files is known once they are read.
  await answerOf(dispatcher.run('list', reader));
  expect((await answerOf(dispatcher.run(text, reader))).text).toContain(said);
});

test.each([
  ['everything but mine', ENGLISH, ['b', 'c']],
  ['all files except my files', ENGLISH, ['b', 'c']],
  ['not managed by me', ENGLISH, ['b', 'c']],
  ['ready but not mine', ENGLISH, ['b']],
  ['pending except mine', ENGLISH, ['b', 'c']],
  ['which of my files are ready', ENGLISH, ['a']],
  ['show me my files', ENGLISH, ['a']],
  ['list my ready files', ENGLISH, ['a']],
  ['show my pending', ENGLISH, ['a']],
  ['everything except Nice and mine', ENGLISH, ['b']],
  ['tout sauf les miens', FRENCH, ['b', 'c']],
  ['tous sauf mes dossiers', FRENCH, ['b', 'c']],
  ['prêts mais pas les miens', FRENCH, ['b']],
  ['montre-moi mes dossiers', FRENCH, ['a']],
  ['montre mes dossiers en attente', FRENCH, ['a']],
  ['tout sauf Nice et les miens', FRENCH, ['b']],
])('one’s own files are known by one’s address: %s', async (text, reader, files) => {
  const { dispatcher } = deskOver(() => pagesOf(MANAGED));
  const person = { ...reader.person, email: 'zoe.petit@example.com' };
  const answer = await answerOf(dispatcher.run(text, { ...reader, person }));
  expect([...(answer.files ?? [])].toSorted()).toEqual(files);
  expect(answer.text).not.toMatch(/ignored|ignoré/iu);
});

test.each([
  ['everything but mine', ENGLISH, 'I cannot tell which files are “mine”'],
  ['tout sauf les miens', FRENCH, 'je ne sais pas quels dossiers sont «\u00a0miens\u00a0»'],
])('without an address, nothing is listed instead: %s', async (text, reader, said) => {
  const { dispatcher } = deskOver(() => pagesOf(MANAGED));
  const error = await answerOf(dispatcher.run(text, reader)).catch((thrown: unknown) => thrown);
  expect((await dispatcher.failed(error, null, reader)).text).toContain(said);
});

const MANAGED = [
  rentalFile({ id: 'a', decision: 'READY', managers: ['zoe.petit@example.com'] }),
  rentalFile({ id: 'b', decision: 'READY', managers: ['anna.costa@example.com'] }),
  rentalFile({ id: 'c', product: { title: 'Studio Nice' } }),
];

test.each([
  ['average rent in Lyon', ENGLISH, 'No average or total of rents'],
  ['total rent in Lyon', ENGLISH, 'No average or total of rents'],
  ['loyer moyen à Lyon', FRENCH, 'Aucune moyenne ni aucun total de loyers'],
])('“%s” is told where its figures are', async (text, reader, notice) => {
  const { dispatcher } = deskOver(() =>
    pagesOf([rentalFile({ id: 'a', property: { address: '1 rue Haute, Lyon' } })]),
  );
  expect((await answerOf(dispatcher.run(text, reader))).text).toContain(notice);
});

test('“by the way” decides nothing', async () => {
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: 'a', decision: 'READY' })]));
  const { text } = await answerOf(dispatcher.run('by the way, ready files', ENGLISH));
  expect(text).toContain('1 rental file');
  expect(text).not.toContain('decided it');
  expect((await answerOf(dispatcher.run('by the way', ENGLISH))).title).toBe('Help');
});

test.each([
  ['list view:"Hot in Lyon"', ENGLISH, 'Saved views have a command: /rental view.'],
  ['liste vue:x', FRENCH, 'Les vues enregistrées ont une commande'],
])('“%s” is told how views are opened', async (text, reader, remedy) => {
  const { dispatcher } = deskOver(() => pagesOf([]));
  const failed = dispatcher.run(text, reader);
  const error = await Array.fromAsync(failed).catch((thrown: unknown) => thrown);
  const words = wordsIn(reader === FRENCH ? 'fr' : 'en');
  expect(failureWords(error, words, 'Europe/Paris').happened).toContain(remedy);
});
