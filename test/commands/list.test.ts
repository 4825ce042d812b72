import { expect, test, describe } from 'vitest';

import { list as command } from '../../src/commands/list.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import {
  answerOf,
  asking,
  buttonsOf,
  deskOver,
  ENGLISH,
  FRENCH,
  menuOf,
  pressOf,
} from '../support/desk.ts';
import { pagesOf, rentalFile, rentalFiles, serviceDown } from '../support/rental-files.ts';
import { callOver, messageOf } from './call.ts';

const VIEWS = Array.from({ length: 5 }, () => 'View');

test('/rental list shows the newest files and the way on', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));

  const answer = await answerOf(dispatcher.run('list', ENGLISH));

  expect(answer.text.split('\n').slice(0, 2)).toEqual([
    '20 rental files · Page 1 of 4 · As of 10:00',
    '1. Flat 0 (R-0), Anne Lefèvre 0, Waiting for documents, waiting under 1 working day',
  ]);
  expect(buttonsOf(answer)).toEqual([...VIEWS, 'Next ›', 'Refine…']);
  expect(menuOf(answer)).toEqual(['Refresh', 'Share']);
});

test('the page after the only one of an empty list is not said to be the last', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
  const action = { command: 'list', args: { query: 'score:>1000', page: 2 } };

  const { text } = await answerOf(dispatcher.runAction(action, ENGLISH));

  expect(text).toContain('No rental file fits.');
  expect(text).not.toContain('last page');
});

test.each([
  [ENGLISH, 'list no:score', 'For 1 more file this is not known'],
  [ENGLISH, 'pending no:score', 'For 1 more file this is not known'],
  [ENGLISH, 'list no:manager', 'For 2 more files this is not known'],
  [ENGLISH, 'stats no:score', 'For 1 more file this is not known'],
  [ENGLISH, 'report no:score', 'For 1 more file this is not known'],
  [FRENCH, 'stats sans:gestionnaire', 'Pour 2 autres dossiers, impossible de le dire'],
  [FRENCH, 'liste sans:note', 'Pour 1 autre dossier, impossible de le dire'],
  [FRENCH, 'liste sans:gestionnaire', 'Pour 2 autres dossiers, impossible de le dire'],
])(
  'a list of files without something counts those of which that cannot be read: %#',
  async (who, typed, says) => {
    const { dispatcher } = deskOver(() =>
      pagesOf([
        rentalFile({ id: 'without' }),
        rentalFile({ id: 'with', score: 7, managers: ['anna'] }),
        rentalFile({ id: 'garbled', score: 'good', managers: 5 }),
        rentalFile({ id: 'other', score: 5, managers: { anna: true } }),
      ]),
    );
    const { text } = await answerOf(dispatcher.run(typed, who));
    expect(text.replaceAll('\u00a0', ' ')).toContain(says);
    expect((await answerOf(dispatcher.run('list has:score', who))).text).not.toContain('1 more');
  },
);

test('a menu of one entry is a button where there is room', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
  const direct = asking({ place: { channelId: null } });

  const answer = await answerOf(dispatcher.run('list', direct));

  expect(buttonsOf(answer)).toContain('Refresh');
  expect(menuOf(answer)).toEqual([]);
});

test('Next and Prev meet every file once, there and back', async () => {
  const files = rentalFiles(20);
  const { dispatcher } = deskOver(() => pagesOf(files));

  const first = await answerOf(dispatcher.run('list', ENGLISH));
  const second = await answerOf(dispatcher.runAction(pressOf(first, 'Next ›'), ENGLISH));
  const third = await answerOf(dispatcher.runAction(pressOf(second, 'Next ›'), ENGLISH));
  const fourth = await answerOf(dispatcher.runAction(pressOf(third, 'Next ›'), ENGLISH));
  const back = await answerOf(dispatcher.runAction(pressOf(fourth, '‹ Prev'), ENGLISH));
  const start = await answerOf(dispatcher.runAction(pressOf(fourth, 'First page'), ENGLISH));

  expect([first, second, third, fourth].flatMap(({ text }) => seen(text))).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  );
  expect(buttonsOf(fourth)).toEqual([...VIEWS, '‹ Prev', 'Refine…']);
  expect(menuOf(fourth)).toEqual(['Refresh', 'Share', 'First page']);
  expect(seen(back.text)).toEqual(seen(third.text));
  expect(seen(start.text)).toEqual(seen(first.text));
});

test('a page stays on its reading when the files have changed meanwhile', async () => {
  let files = rentalFiles(20);
  const { dispatcher, wait } = deskOver(() => pagesOf(files));
  const first = await answerOf(dispatcher.run('list', ENGLISH));

  files = files.slice(5);
  wait(301);
  await answerOf(dispatcher.runAction(pressOf(first, 'Refresh'), ENGLISH));
  const second = await answerOf(dispatcher.runAction(pressOf(first, 'Next ›'), ENGLISH));

  expect(second.text).toContain('20 rental files · Page 2 of 4');
  expect(second.text).toContain('Flat 5 ');
});

test('who pages on stays on pages of the size they began with', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const first = await answerOf(dispatcher.run('list', ENGLISH));

  await answerOf(dispatcher.run('settings page:3', ENGLISH));
  const second = await answerOf(dispatcher.runAction(pressOf(first, 'Next ›'), ENGLISH));
  const anew = await answerOf(dispatcher.runAction(pressOf(second, 'Refresh'), ENGLISH));

  expect(second.text).toContain('Page 2 of 4');
  expect(seen(second.text)).toEqual([5, 6, 7, 8, 9]);
  expect(anew.text).toContain('Page 2 of 7');
});

test('a button from before a restart stays on its reading when the files are the same', async () => {
  const before = deskOver(() => pagesOf(rentalFiles(20)));
  const first = await answerOf(before.dispatcher.run('list', ENGLISH));

  const after = deskOver(() => pagesOf(rentalFiles(20).toReversed()));
  after.wait(60);
  const second = await answerOf(after.dispatcher.runAction(pressOf(first, 'Next ›'), ENGLISH));

  expect(seen(second.text)).toEqual([5, 6, 7, 8, 9]);
  expect(second.text).not.toContain('read again since');
});

test('a button of an instance that has read later makes this one read, too', async () => {
  let files = rentalFiles(20);
  const [one, other] = [deskOver(() => pagesOf(files)), deskOver(() => pagesOf(files))];
  await answerOf(other.dispatcher.run('list', ENGLISH));
  files = files.slice(5);
  one.wait(60);
  other.wait(70);
  const first = await answerOf(one.dispatcher.run('list', ENGLISH));

  const second = await answerOf(other.dispatcher.runAction(pressOf(first, 'Next ›'), ENGLISH));

  expect(second.text).toContain('15 rental files · Page 2 of 3 · As of 10:01');
  expect(second.text).not.toContain('read again since');
});

test('while this instance cannot read, it does not say that the files have been read again', async () => {
  let files = rentalFiles(20);
  let isDown = false;
  const one = deskOver(() => pagesOf(files));
  const other = deskOver(() => {
    if (isDown) throw serviceDown();
    return pagesOf(files);
  });
  await answerOf(other.dispatcher.run('list', ENGLISH));
  files = files.slice(5);
  isDown = true;
  one.wait(60);
  const first = await answerOf(one.dispatcher.run('list', ENGLISH));

  const second = await answerOf(other.dispatcher.runAction(pressOf(first, 'Next ›'), ENGLISH));

  expect(second.text).toContain('20 rental files · Page 2 of 4');
  expect(second.text).toContain('The Rental File Service is unavailable');
  expect(second.text).not.toContain('read again since');
});

test.each(['m1x8f2k0', 'nothing of ours', ''])(
  'a button with the id %j of an older version leads to the same page of the newest reading',
  async (reading) => {
    const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
    await answerOf(dispatcher.run('list', ENGLISH));
    const action = { command: 'list', args: { page: 2, size: 8, reading } };

    const { text } = await answerOf(dispatcher.runAction(action, ENGLISH));

    expect(text).toContain('20 rental files · Page 2 of 3');
    expect(text).toContain('The files have been read again since');
  },
);

test('a button from before a restart leads to the same page of a newer reading, and says so', async () => {
  const before = deskOver(() => pagesOf(rentalFiles(20)));
  const first = await answerOf(before.dispatcher.run('list', ENGLISH));

  const after = deskOver(() => pagesOf(rentalFiles(12)));
  after.wait(60);
  const second = await answerOf(after.dispatcher.runAction(pressOf(first, 'Next ›'), ENGLISH));

  expect(second.text).toContain('12 rental files · Page 2 of 3');
  expect(second.text).toContain('The files have been read again since');
});

test('Refresh reads again', async () => {
  let files = rentalFiles(3);
  const { dispatcher, wait } = deskOver(() => pagesOf(files));
  const first = await answerOf(dispatcher.run('list', ENGLISH));

  files = rentalFiles(4);
  wait(120);
  const stale = await answerOf(dispatcher.run('list', ENGLISH));
  const fresh = await answerOf(dispatcher.runAction(pressOf(first, 'Refresh'), ENGLISH));

  expect(stale.text).toContain('3 rental files · As of 10:00');
  expect(fresh.text).toContain('4 rental files · As of 10:02');
});

test('a refresh that fails shows what was read before, and says that it is not newer', async () => {
  let isDown = false;
  const { dispatcher } = deskOver(() => {
    if (isDown) throw serviceDown();
    return pagesOf(rentalFiles(3));
  });
  const first = await answerOf(dispatcher.run('list', ENGLISH));

  isDown = true;
  const second = await answerOf(dispatcher.runAction(pressOf(first, 'Refresh'), ENGLISH));

  expect(second.text).toContain('3 rental files');
  expect(second.text).toContain('The Rental File Service is unavailable');
  expect(second.text).toContain('(Reference K7M2XP)');
  expect(second.warning).toMatchObject({ code: 'rental_down' });
});

test('a page of a reading that is held tells of no trouble with newer ones', async () => {
  let isDown = false;
  const files = [...rentalFiles(20), ...rentalFiles(1)];
  const { dispatcher } = deskOver(() => {
    if (isDown) throw serviceDown();
    return pagesOf(files, 10);
  });
  const first = await answerOf(dispatcher.run('list', ENGLISH));
  isDown = true;
  await answerOf(dispatcher.runAction(pressOf(first, 'Refresh'), ENGLISH));

  const second = await answerOf(dispatcher.runAction(pressOf(first, 'Next ›'), ENGLISH));

  expect(second.text).toContain('The service sends 1 file more than once');
  expect(second.text).not.toContain('does not answer');
  expect(second.warning).toBeUndefined();
});

test('the first reading that fails is an error, never an empty list', async () => {
  const { dispatcher } = deskOver(() => {
    throw serviceDown();
  });
  await expect(answerOf(dispatcher.run('list', ENGLISH))).rejects.toThrow('rental_down');
});

test('a page shows what its reading held, however much later it is turned to', async () => {
  const files = Array.from({ length: 24 }, (_, index) =>
    rentalFile({
      id: `file-${index}`,
      created_at: new Date(Date.UTC(2026, 10, 21, 8, 2 + index * 2)).toISOString(),
      product: { title: 'Flat', reference: `R-${index}` },
    }),
  );
  const { dispatcher, store, wait } = deskOver(() => pagesOf(files));
  await store.settings.save('C0LEASING01', { pageSize: 8 }, 'U0CLAIRE001');
  const first = await answerOf(dispatcher.run('list age:<1h sort:oldest', ENGLISH));
  wait(200);
  const second = await answerOf(dispatcher.runAction(pressOf(first, 'Next ›'), ENGLISH));
  wait(200);
  const third = await answerOf(dispatcher.runAction(pressOf(second, 'Next ›'), ENGLISH));

  expect([first, second, third].flatMap(({ text }) => seen(text))).toEqual(
    Array.from({ length: 24 }, (_, index) => index),
  );
});

test('a fault of ours is never passed off as the service’s', async () => {
  let isBroken = false;
  const { dispatcher } = deskOver(() => {
    if (isBroken) throw new TypeError('a bug');
    return pagesOf(rentalFiles(3));
  });
  const first = await answerOf(dispatcher.run('list', ENGLISH));
  isBroken = true;
  await expect(answerOf(dispatcher.runAction(pressOf(first, 'Refresh'), ENGLISH))).rejects.toThrow(
    'a bug',
  );
});

test('a zone that nobody knows does not stand in the way of a query about days', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
  const reader = asking({ zone: 'US/Pacific-New-Old' });
  const { text } = await answerOf(dispatcher.run('list age:>=1d', reader));
  expect(text).toContain('3 rental files');
});

test('a query that finds nothing says so and leads to all files', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
  const none = await answerOf(dispatcher.run('list zzzz', ENGLISH));
  const all = await answerOf(dispatcher.runAction(pressOf(none, 'All files'), ENGLISH));
  expect(none.text).toContain('No rental file fits.');
  expect(all.text).toContain('3 rental files');
});

test('no files at all is said in a sentence', async () => {
  const { dispatcher } = deskOver(() => pagesOf([]));
  const answer = await answerOf(dispatcher.run('list', ENGLISH));
  expect(answer.text).toBe(
    '0 rental files · As of 10:00\n' +
      'The service lists no rental file at all: there are none, or Rental Desk’s service account may no longer see them.\n' +
      'Files appear here as soon as the service lists one.',
  );
});

test('files that could not be read and values that nobody knows are counted', async () => {
  const files = [...rentalFiles(1), rentalFile({ id: 'b', status: 'ON_HOLD', decision: 'MAYBE' })];
  const [page] = pagesOf(files);
  const { dispatcher } = deskOver(() => (page ? [{ ...page, count: 3, skipped: 1 }] : []));
  const { text } = await answerOf(dispatcher.run('list', ENGLISH));
  expect(text).toContain('1 file could not be read and is missing here.');
  expect(text).toContain('1 file has a decision that Rental Desk does not know yet (MAYBE).');
  expect(text).toContain('MAYBE, ON_HOLD');
});

test('a long first reading gives a sign of life with the count', async () => {
  const gate = Promise.withResolvers<void>();
  const [first, second] = pagesOf(rentalFiles(1_200), 300);
  const { dispatcher } = deskOver(async function* slowly(): AsyncGenerator<FilePage> {
    if (first) yield first;
    await gate.promise;
    if (second) yield second;
  });

  const said: string[] = [];
  for await (const answer of dispatcher.run('list', ENGLISH)) {
    said.push(answer.kind === 'message' ? answer.text : answer.kind);
    gate.resolve();
  }

  expect(said).toHaveLength(2);
  expect(said[0]).toBe('Reading the rental files… 300 of 1,200');
  expect(said[1]).toContain('600 rental files');
});

test('a line tells people and standing, in French too', async () => {
  const file = rentalFile({
    id: 'a',
    status: 'ANALYZED',
    decision: 'READY',
    score: 82.25,
    completion_rate: 80,
    created_at: '2026-11-12T09:00:00Z',
    archived_at: '2026-11-13T09:00:00Z',
    product: { title: 'T3 lumineux', reference: 'LY-0342' },
    applicants: [
      { first_name: 'Anne', last_name: 'Lefèvre' },
      { last_name: 'Costa', is_guarantor: true },
      {},
    ],
  });
  const { dispatcher } = deskOver(() => pagesOf([file]));

  const [, english] = (await answerOf(dispatcher.run('list', ENGLISH))).text.split('\n');
  const [, french] = (await answerOf(dispatcher.run('liste', FRENCH))).text.split('\n');

  expect(english).toBe(
    '1. T3 lumineux (LY-0342), Anne Lefèvre, Costa (guarantor), Unnamed, Ready to decide, archived',
  );
  expect(french?.replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ')).toBe(
    '1. T3 lumineux (LY-0342), Anne Lefèvre, Costa (garant), Sans nom, Prêt à décider, archivé',
  );
});

test.each([[{}], [{ page: 0, reading: 'x' }], [{ page: 1.5 }], [{ reading: 'x' }]])(
  'a button with %j is no longer good',
  async (args) => {
    const { dispatcher } = deskOver(() => pagesOf([]));
    await expect(
      answerOf(dispatcher.runAction({ command: 'list', args }, ENGLISH)),
    ).rejects.toMatchObject({
      name: 'StaleActionError',
    });
  },
);

/** The numbers of the properties on a page, in order. */
function seen(text: string): number[] {
  return Array.from(text.matchAll(/\(R-(\d+)\)/g), ([, number]) => Number(number));
}

test.each([
  ['list ready', '1 rental file · Ready to decide'],
  ['list for Dupont', '1 rental file · Matching “Dupont”'],
  ['search GR0101', '2 rental files · Property “GR-0101”'],
  ['list gr0101', '2 rental files · Property “GR-0101”'],
  ['list Ready Dupont', '1 rental file · Ready to decide, matching “Dupont”'],
  ['list approved', '0 rental files · Approved'],
  ['list for nobody', '0 rental files · Matching “nobody”'],
  ['list New', '2 rental files · Status new'],
  ['list for fla', '2 rental files · Matching “fla”'],
  ['list ready nobody', '1 rental file · Ready to decide; ignored: nobody'],
  ['list ready please', '1 rental file · Ready to decide'],
  ['bonjour, les prêts, s’il vous plaît', '1 rental file · Ready to decide'],
  ['ready files, thank you', '1 rental file · Ready to decide'],
  ['list please', '2 rental files'],
])('%s is understood where no file holds the words: %s', async (typed, says) => {
  const product = { title: 'Flat', reference: 'GR-0101' };
  const files = [
    rentalFile({ id: 'a', product, decision: 'READY', applicants: [{ last_name: 'Dupont' }] }),
    rentalFile({ id: 'b', product, applicants: [{ last_name: 'Newton', first_name: 'Forrest' }] }),
  ];
  const { dispatcher } = deskOver(() => pagesOf(files));

  const { text } = await answerOf(dispatcher.run(typed, ENGLISH));

  expect(text.split(' · As of ')[0]).toBe(says);
});

test.each([
  ['Lyon or Nice', '3 rental files · Matching “Lyon” or “Nice”'],
  ['T2/T3', '3 rental files · Matching “T2” or “T3”'],
])('%s asks for each of both, though one file has both', async (typed, says) => {
  const titles = ['T2 Lyon', 'T3 Nice', 'T2 or T3 between Lyon and Nice'];
  const files = titles.map((title) => rentalFile({ id: title, product: { title } }));
  const { dispatcher } = deskOver(() => pagesOf(files));
  await answerOf(dispatcher.run('list', ENGLISH));

  const { text } = await answerOf(dispatcher.run(`search ${typed}`, ENGLISH));

  expect(text.split(' · As of ')[0]).toBe(says);
});

test.each([
  ['how many ready', ENGLISH, '2 rental files · Ready to decide', 'Show them'],
  ['combien de dossiers prêts', FRENCH, '2 dossiers de location · Prêts à décider', 'Les voir'],
])('%s answers the number, and the list at a press', async (typed, who, says, label) => {
  const files = ['a', 'b'].map((id) => rentalFile({ id, decision: 'READY' }));
  const { dispatcher } = deskOver(() => pagesOf([...files, rentalFile({ id: 'c' })]));

  const answer = await answerOf(dispatcher.run(typed, who));
  const list = await answerOf(dispatcher.runAction(pressOf(answer, label), who));

  expect(answer.text).toContain(says);
  expect(answer.files).toEqual(list.files);
  expect(list.text.split('\n').length).toBeGreaterThan(answer.text.split('\n').length);
});

test('who asks for the people of the files found', async () => {
  const product = { title: 'Studio near the station', reference: 'GR-1' };
  const applicants = [{ first_name: 'Jade', last_name: 'Morin' }];
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: 'a', product, applicants })]));

  const typed = 'who applied for the studio near the station?';
  expect((await answerOf(dispatcher.run(typed, ENGLISH))).text).toContain('Applicants: Jade Morin');
});

test('a query that finds nothing offers what its parts find, with their counts', async () => {
  const files = ['a', 'b'].map((id) =>
    rentalFile({ id, decision: 'READY', product: { title: 'Studio Lyon', reference: id } }),
  );
  const nantes = rentalFile({ id: 'c', product: { title: 'Studio Nantes', reference: 'c' } });
  const { dispatcher } = deskOver(() => pagesOf([...files, nantes]));

  const answer = await answerOf(dispatcher.run('list ready Nantes', ENGLISH));

  expect(answer.text).toContain('0 rental files');
  const narrowed = await answerOf(
    dispatcher.runAction(pressOf(answer, 'Matching “Nantes”: 1'), ENGLISH),
  );
  expect(narrowed.text).toContain('1 rental file · Matching “Nantes”');
  expect(pressOf(answer, 'Ready to decide: 2').command).toBe('list');
});

test.each([
  ['en-GB', 'created 03/11/2026', 'Created on 3 November 2026'],
  ['en-US', 'created 03/11/2026', 'Created on 11 March 2026'],
  ['en-US', 'list created:21/11/2026', 'Created on 21 November 2026'],
  ['fr-FR', 'créés le 03/11/2026', 'Créé le 3 novembre 2026'],
  ['en-GB', 'created 3/11 in Lyon', 'Created on 3 November; ignored: Lyon'],
  ['en-US', 'created 3/11 in Lyon', 'Created on 11 March; ignored: Lyon'],
  ['fr-FR', 'créés 3/11 à Lyon', 'Créé le 3 novembre'],
  ['en-GB', 'declined since 3/11', 'Declined, decided since 3 November'],
  ['en-US', 'declined since 11/3', 'Declined, decided since 3 November'],
  ['fr-FR', 'refusés depuis le 3/11', 'Refusé, décidé depuis le 3 novembre'],
  ['en-GB', 'from 3/11 to 8/11', 'Created between 3 November and 8 November'],
  ['en-US', 'from 11/3 to 11/8', 'Created between 3 November and 8 November'],
  ['fr-CA', 'du 3/11 au 8/11', 'Créé entre le 3 novembre et le 8 novembre'],
  ['en-GB', 'created:3/11..8/11', 'Created between 3 November and 8 November'],
  ['en-US', 'created:>=11/3', 'Created since 3 November'],
  ['fr-FR', 'créé:3/11', 'Créé le 3 novembre'],
  ['en-US', 'pending since 11/3', 'Created since 3 November'],
  ['en-GB', 'since 3/11', 'Created since 3 November'],
  ['de-DE', 'ready since 3/11', 'ignored: since 3/11'],
  ['de-DE', 'list ready created 03/11/2026', 'ignored: 03/11/2026'],
])('to a reader of %s, “%s” says which day was understood: %s', async (locale, text, says) => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const answer = await answerOf(dispatcher.run(text, asking({ locale })));
  expect(answer.text).toContain(says);
});

test.each([
  [ENGLISH, 'list score:>0.8', 'The scores that the service gives go from 40 to 91.'],
  [ENGLISH, 'list score:0.5..0.9', 'The scores that the service gives go from 40 to 91.'],
  [ENGLISH, 'list score:>100', 'The scores that the service gives go from 40 to 91.'],
  [ENGLISH, 'how many have score above 0.8', 'The scores that the service gives go from 40 to 91.'],
  [ENGLISH, 'stats score:>100', 'The scores that the service gives go from 40 to 91.'],
  [ENGLISH, 'report score:>100', 'The scores that the service gives go from 40 to 91.'],
  [ENGLISH, 'view save hot score:>0.8', 'The scores that the service gives go from 40 to 91.'],
  [FRENCH, 'liste note:>0.8', 'Les notes que donne le service vont de 40 à 91.'],
  [ENGLISH, 'list score:>80', ''],
  [ENGLISH, 'list score:>=40', ''],
  [ENGLISH, 'list completion:>80', ''],
])('a score beyond those that are given says where they lie: %#', async (who, typed, says) => {
  const files = [40, 70, 91].map((score) => rentalFile({ id: `at-${score}`, score }));
  const { dispatcher } = deskOver(() => pagesOf(files));
  await answerOf(dispatcher.run('list', who));
  const { text } = await answerOf(dispatcher.run(typed, who));
  expect(/(?:The scores|Les notes) .*/.exec(text)?.[0] ?? '').toBe(says);
});

test('that times were not seen stands below the files', async () => {
  const files = [rentalFile({ decision: 'ACCEPTED', updated_at: '2026-11-18T09:00:00Z' })];
  const { dispatcher } = deskOver(() => pagesOf(files));
  const { text, blocks } = await answerOf(dispatcher.run('list decided:this-week', ENGLISH));
  const lines = text.split('\n');
  const note = lines.findIndex((line) => line.includes('its last change stands for that'));
  expect(note).toBeGreaterThan(lines.findIndex((line) => line.startsWith('1. ')));
  expect(JSON.stringify(blocks.at(-1))).toContain('its last change stands for that');
});

test.each([
  ['sort:score', ['score 91', 'score 40.5']],
  ['sort:lowest-score', ['score 40.5', 'score 91']],
  ['sort:completion', ['40% complete', '25% complete']],
  ['sort:least-complete', ['25% complete', '40% complete']],
])('rows of a list with %s show what they are sorted by', async (query, figures) => {
  const files = [
    rentalFile({ id: 'low', score: 40.5, completion_rate: 40, product: { title: 'Low' } }),
    rentalFile({ id: 'high', score: 91, completion_rate: 25, product: { title: 'High' } }),
  ];
  const { dispatcher } = deskOver(() => pagesOf(files));
  const drawn = async (text: string) => {
    const answer = await answerOf(dispatcher.run(dispatcher.match(text), asking({})));
    return JSON.stringify(answer.kind === 'message' ? answer.blocks : []);
  };

  const sorted = await drawn(`list ${query}`);
  const places = figures.map((figure) => sorted.indexOf(figure));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  const plain = await drawn('list');
  for (const figure of figures) expect(plain).not.toContain(figure);
});

test.each([
  ['cheapest', ['Low', 'High', 'None']],
  ['les plus chers', ['High', 'Low', 'None']],
])(
  '“%s” begins with the rent that it says, and ends with the files without one',
  async (text, order) => {
    const files = [
      rentalFile({ id: 'none', product: { title: 'None' } }),
      rentalFile({ id: 'high', product: { title: 'High', rent_amount: 1200 } }),
      rentalFile({ id: 'low', product: { title: 'Low', rent_amount: 640.5 } }),
    ];
    const { dispatcher } = deskOver(() => pagesOf(files));
    const answer = await answerOf(dispatcher.run(text, ENGLISH));
    expect(answer.files).toEqual(order.map((title) => title.toLowerCase()));
    expect(answer.text).toContain('640.5');
  },
);

const managed = (id: string, managers: readonly string[], of: object = {}) =>
  rentalFile({ id, managers, product: { title: `Flat ${id}`, ...of } });

const FILES = [
  managed('1', ['auth0|user_42']),
  managed('2', ['Hannah Weber'], { reference: 'R-2' }),
  managed('3', ['hannah@agency.example']),
  managed('4', [], { managers: ['Hannah Weber'] }),
];

const hannah = asking({ person: { email: 'hannah@agency.example' } });
const french = asking({ locale: 'fr-FR', person: { email: 'h.weber@agence.example' } });

async function answered(text: string, requestInfo = hannah): Promise<string> {
  const { dispatcher } = deskOver(() => pagesOf(FILES));
  return (await answerOf(dispatcher.run(text, requestInfo))).text;
}

describe('/rental me', () => {
  test('looks for the reader’s e-mail address', async () => {
    const text = await answered('me');
    expect(text).toContain('Flat 3');
    expect(text).not.toContain('Flat 2');
  });

  test('looks among the managers of the property, too', async () => {
    const weber = asking({ person: { email: 'Hannah Weber' } });
    expect((await answered('me', weber)).match(/Flat \d/g)?.toSorted()).toEqual([
      'Flat 2',
      'Flat 4',
    ]);
  });

  test('with nothing found says which address it looked for, and how to tell another', async () => {
    expect(await answered('moi', french)).toContain(
      'Aucun dossier ne compte h.weber@agence.example parmi ses gestionnaires. Vous y figurez sous un autre nom ? Tapez /rental moi comme &lt;gestionnaire&gt;.',
    );
  });

  test.each([
    ['me as auth0|user_42', ['Flat 1']],
    ['me as "Hannah Weber"', ['Flat 2', 'Flat 4']],
    ['me as Hannah Weber', ['Flat 2', 'Flat 4']],
    ['moi comme « Hannah Weber »', ['Flat 2', 'Flat 4']],
    ['me as <mailto:hannah@agency.example|hannah@agency.example>', ['Flat 3']],
    ['me as hannah weber property:R-2', ['Flat 2']],
    ['moi comme Hannah Weber', ['Flat 2', 'Flat 4']],
  ])('%s finds the files of that manager', async (text, expected) => {
    const answer = await answered(text);
    expect(answer.match(/Flat \d/g)?.toSorted()).toEqual(expected);
  });

  test('the name travels in the buttons', async () => {
    const many = Array.from({ length: 30 }, (_, index) => managed(`f${index}`, ['Hannah Weber']));
    const { dispatcher } = deskOver(() => pagesOf(many));
    const first = await answerOf(dispatcher.run('me as Hannah Weber', hannah));
    const next = await answerOf(dispatcher.runAction(pressOf(first, 'Next ›'), hannah));
    expect(next.text).toContain('Page 2');
    expect(next.text).toMatch(/manager/i);
  });
});

test.each(['list page 2', 'page 2', 'Flat, page 2', 'pending page 2', 'flat page 2 please'])(
  '“%s” goes to that page, and searches for no number',
  async (text) => {
    const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
    const { text: first } = await answerOf(dispatcher.run(text, ENGLISH));
    expect(first).toMatch(/^20 .*Page 2 of 4/u);
  },
);

test.each([
  [
    'en',

    'The service sends 1 file more than once: it counts once here, as it came last.',
    'At each reading, the service counts 3 files more than it sends: they are missing here.',
    'At each reading, the service counts 3 files fewer than it sends: everything that it sends is here.',
  ],
  [
    'fr',

    'Le service envoie 1 dossier plusieurs fois : il compte ici une fois, tel que reçu en dernier.',
    'À chaque lecture, le service compte 3 dossiers de plus qu’il n’en envoie : ils manquent ici.',
    'À chaque lecture, le service compte 3 dossiers de moins qu’il n’en envoie : tout ce qu’il envoie est ici.',
  ],
] as const)(
  'what the service does at each reading is not said to pass (%s)',
  async (language, repeats, more, fewer) => {
    const textOver = async (pages: readonly FilePage[]) => {
      const call = callOver(() => pages, { language });
      for (let times = 0; times < 3; times += 1) await call.portfolio.read();
      return (await messageOf(command.run('', call))).text;
    };
    const files = rentalFiles(10);
    const twice = await textOver(pagesOf([...files, ...files.slice(0, 1)]));
    expect(twice).toContain(repeats);
    expect(twice).not.toMatch(/moved|bougé/);
    const counting = (count: number) => pagesOf(files, 5).map((page) => ({ ...page, count }));
    expect(await textOver(counting(13))).toContain(more);
    expect(await textOver(counting(7))).toContain(fewer);
    const unread = await textOver(counting(7).map((page) => ({ ...page, skipped: 1 })));
    expect(unread).toMatch(
      /(?:5 files fewer than it sends|5 dossiers de moins qu’il n’en envoie)\./u,
    );
  },
);

test('a number of people, which no query has, is no beginning of a name', async () => {
  const files = ['Paris', 'Lyon'].flatMap((town, at) => [
    rentalFile({ id: `a${at}`, product: { title: `Flat ${town}` }, applicants: [] }),
    rentalFile({
      id: `b${at}`,
      product: { title: `Flat ${town}` },
      applicants: [{ first_name: 'Théo', last_name: 'Morel' }],
    }),
  ]);
  const { dispatcher } = deskOver(() => pagesOf(files));

  const { text } = await answerOf(dispatcher.run('three or more applicants in Paris', ENGLISH));

  expect(text).toContain('2 rental files · Matching “Paris”; ignored: three or more applicants');
});
