import { expect, test } from 'vitest';

import type { Message } from '../../src/views/message.ts';
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
import { pagesOf, rentalFile, rentalFiles } from '../support/rental-files.ts';

/** Asks as somebody in a channel whose answer everybody sees. */
const IN_CHANNEL = asking({ place: { audience: 'channel' } });

/** Monday to Monday: three working days before Saturday the 21st of November, seven, and so on. */
const files = [
  rentalFile({
    id: 'new-pending',
    decision: 'PENDING',
    created_at: '2026-11-18T09:00:00Z',
    product: { title: 'Loft', reference: 'R-1' },
    applicants: [{ first_name: 'Anne', last_name: 'Dupont' }],
    managers: ['claire@example.com'],
  }),
  rentalFile({
    id: 'old-pending',
    decision: 'PENDING',
    created_at: '2026-11-12T09:00:00Z',
    product: { title: 'Studio', reference: 'R-2' },
    applicants: [{ first_name: 'Jean', last_name: 'Roy' }],
    managers: ['marc@example.com'],
  }),
  rentalFile({
    id: 'ready',
    decision: 'READY',
    created_at: '2026-11-16T09:00:00Z',
    product: { title: 'House', reference: 'R-3' },
    managers: ['CLAIRE@example.com', 'marc@example.com'],
  }),
  rentalFile({ id: 'decided', decision: 'ACCEPTED', created_at: '2026-11-10T09:00:00Z' }),
];
const { dispatcher } = deskOver(() => pagesOf(files));

test('what awaits a decision comes ready first, then oldest first, with its working days', async () => {
  const { text } = await answerOf(dispatcher.run('pending', ENGLISH));
  expect(text).toMatchInlineSnapshot(`
    "3 rental files await a decision · 1 ready to decide · 2 waiting for documents · As of 10:00
    1. House (R-3), No applicants, Ready, waiting 4 working days
    2. Studio (R-2), Jean Roy, Waiting for documents, waiting 6 working days
    3. Loft (R-1), Anne Dupont, Waiting for documents, waiting 2 working days
    /rental pending"
  `);
});

test('the same in French', async () => {
  const { text } = await answerOf(dispatcher.run('attente', FRENCH));
  expect(text.replaceAll('\u00a0', ' ')).toMatchInlineSnapshot(`
    "3 dossiers attendent une décision · 1 prêt à décider · 2 en attente de pièces · Actualisé à 10:00
    1. House (R-3), Aucun candidat, Prêt, créé il y a 4 jours ouvrés
    2. Studio (R-2), Jean Roy, En attente de pièces, créé il y a 6 jours ouvrés
    3. Loft (R-1), Anne Dupont, En attente de pièces, créé il y a 2 jours ouvrés
    /rental attente"
  `);
});

test.each([
  ['pending decision:ready', 'Ready to decide'],
  ['pending stage:ready', 'Ready, awaiting decision'],
])('%s does not count beside its query what it asks for', async (typed, asked) => {
  const { text } = await answerOf(dispatcher.run(typed, ENGLISH));
  expect(text).toContain(`1 rental file awaits a decision · ${asked} · As of 10:00`);
});

test('a query narrows what awaits a decision, and is told alone', async () => {
  const { text } = await answerOf(dispatcher.run('pending age:>5bd', ENGLISH));
  expect(text).toContain('1 rental file awaits a decision · 1 waiting for documents');
  expect(text).toContain('· Older than 5 working days ·');
  expect(text).toContain('/rental pending age:&gt;5bd');
});

test('nothing that waits is good news, unless it was asked for something else', async () => {
  const { dispatcher: quiet } = deskOver(() => pagesOf(files.slice(3)));
  const none = await answerOf(quiet.run('pending', ENGLISH));
  const asked = await answerOf(quiet.run('pending dupont', ENGLISH));
  expect(none.text).toContain(
    'Nothing awaits a decision: every file is decided, closed or archived.',
  );
  expect(asked.text).toContain('No rental file fits.');
});

test('a list prints what to type for it again, in the reader’s language', async () => {
  const english = await answerOf(dispatcher.run('list décision:prêt', ENGLISH));
  const french = await answerOf(dispatcher.run('list decision:ready', FRENCH));
  expect(english.text).toContain('/rental list decision:ready');
  expect(french.text).toContain('/rental liste décision:prêt');
});

test('the button beside a file opens it in a window', async () => {
  const answer = await answerOf(dispatcher.run('pending', ENGLISH));
  expect(pressOf(answer, 'View')).toEqual({
    command: 'show',
    args: { id: 'ready' },
    opens: 'modal',
  });
  const rows = answer.blocks.filter((block) => block.type === 'row');
  expect(rows.map(({ button }) => button.spoken)).toEqual([
    'View House, No applicants',
    'View Studio, Jean Roy',
    'View Loft, Anne Dupont',
  ]);
});

test('a channel’s page size holds, page after page', async () => {
  const { dispatcher: many, store } = deskOver(() => pagesOf(rentalFiles(7)));
  await store.settings.save('C0LEASING01', { pageSize: 3 }, 'U0CLAIRE001');
  const first = await answerOf(many.run('list', ENGLISH));
  const second = await answerOf(many.runAction(pressOf(first, 'Next ›'), ENGLISH));
  expect(buttonsOf(first).slice(0, 4)).toEqual(['View', 'View', 'View', 'Next ›']);
  expect(second.text).toContain('1. Flat 3 ');
  expect(second.text).not.toContain('Flat 6 ');
});

test('what everybody sees shows no more of people than the channel allows', async () => {
  const { dispatcher: open, store } = deskOver(() => pagesOf(files));
  const seen = async () => (await answerOf(open.run('list dupont', IN_CHANNEL))).text;

  const initials = await seen();
  await store.settings.save('C0OTHER0001', { privacy: 'reference' }, 'U0CLAIRE001');
  const elsewhere = asking({ place: { audience: 'channel', channelId: 'C0OTHER0001' } });
  const { text: counts } = await answerOf(open.run('list dupont', elsewhere));

  expect(initials).toContain('Loft (R-1), A.\u00a0D., Waiting for documents');
  expect(counts).toContain('Loft (R-1), 1 applicant, Waiting for documents');
  for (const text of [initials, counts]) {
    expect(text).toContain('The query may name people, so it is not shown here.');
    expect(text.toLowerCase()).not.toContain('dupont');
  }
});

test.each([
  ['tag:dupont', true],
  ['property:martin', true],
  ['profile:martin', true],
  ['property:R-1', false],
  ['status:open', false],
])('where people are only counted, the query %s is hidden: %s', async (query, isHidden) => {
  const product = { title: 'Loft', reference: 'R-1', description: 'Ask Mr Martin.' };
  const one = rentalFile({
    status: 'OPEN',
    tags: [{ tenant: 'agency', name: 'Dupont' }],
    product,
    applicants: [{ profile: 'nephew of Martin' }],
  });
  const { dispatcher: open, store } = deskOver(() => pagesOf([one]));
  const hidden = 'The query may name people, so it is not shown here.';
  const saidIn = async (call: typeof IN_CHANNEL) =>
    (await answerOf(open.run(`list ${query}`, call))).text;
  await store.settings.save('C0OTHER0001', { privacy: 'reference' }, 'U0CLAIRE001');
  const elsewhere = asking({ place: { audience: 'channel', channelId: 'C0OTHER0001' } });
  expect(await saidIn(IN_CHANNEL)).not.toContain(hidden);
  const text = await saidIn(elsewhere);
  expect(text).toContain('Loft (R-1)');
  expect(text.includes(hidden)).toBe(isHidden);
  expect(/dupont|martin/i.test(text)).toBe(false);
});

test('a list in a channel can be paged and refreshed, and is shared already', async () => {
  const { dispatcher: many } = deskOver(() => pagesOf(rentalFiles(20)));
  const first = await answerOf(many.run('list', IN_CHANNEL));
  const second = await answerOf(many.runAction(pressOf(first, 'Next ›'), IN_CHANNEL));
  expect([...buttonsOf(second).slice(5), ...menuOf(second)]).toEqual([
    '‹ Prev',
    'Next ›',
    'Take…',
    'Refresh',
  ]);
  expect(second.text).toContain('A.\u00a0L.');
});

test('where there is no channel, nothing can be shared', async () => {
  const home = asking({ place: { channelId: null } });
  const answer = await answerOf(dispatcher.run('pending', home));
  expect(menuOf(answer)).not.toContain('Share');
});

test('my files are those whose managers hold my address, however it is written', async () => {
  const claire = asking({ person: { email: 'Claire@Example.com' } });
  const answer = await answerOf(dispatcher.run('me', claire));
  expect(titles(answer)).toEqual(['House', 'Loft']);
  expect(answer.text).toContain('2 rental files are yours');
  const ready = await answerOf(dispatcher.run('moi décision:prêt', claire));
  expect(titles(ready)).toEqual(['House']);
  expect(JSON.stringify(answer).toLowerCase()).not.toContain('example.com"');
});

test.each([
  ['me as Zoé Petit', ENGLISH, 'Next ›'],
  ['moi comme Zoé Petit', FRENCH, 'Suiv. ›'],
])('the pages of another manager’s files hold each of them once: %s', async (text, who, next) => {
  const managed = Array.from({ length: 7 }, (_, index) =>
    rentalFile({
      id: `file-${index}`,
      decision: index % 2 === 0 ? 'READY' : 'PENDING',
      managers: ['Zoé Petit'],
      created_at: `2026-11-${10 + index}T09:00:00Z`,
    }),
  );
  const { dispatcher: own } = deskOver(() => pagesOf(managed));
  const first = await answerOf(own.run(text, who));
  const second = await answerOf(own.runAction(pressOf(first, next), who));
  expect(first.files).toEqual(['file-0', 'file-2', 'file-4', 'file-6', 'file-1']);
  expect(second.files).toEqual(['file-3', 'file-5']);
});

test('whose address is in no file is told so', async () => {
  const nobody = asking({ person: { email: 'nobody@example.com' } });
  const { text } = await answerOf(dispatcher.run('me', nobody));
  expect(text).toContain('No rental file names nobody@example.com among its managers.');
});

test('whose address Slack does not tell learns what to do', async () => {
  const answer = await answerOf(dispatcher.run('me', ENGLISH));
  expect(answer.text).toContain('Slack does not tell me your e-mail address');
  expect(answer.text).toContain('users:read.email');
  const all = await answerOf(dispatcher.runAction(pressOf(answer, 'All files'), ENGLISH));
  expect(all.text).toContain('4 rental files');
});

test('somebody’s files in a channel turn to no one else’s', async () => {
  const claire = { email: 'claire@example.com' };
  const shared = asking({ person: claire, place: { audience: 'channel' } });
  const answer = await answerOf(dispatcher.run('me', shared));
  expect(answer.text).toContain('2 files of a manager');
  expect(answer.text).not.toContain('/rental me');
  expect(buttonsOf(answer)).toEqual(['View', 'View', 'Take…']);
});

test('words that find one file open it, and words that find several list them', async () => {
  const one = await answerOf(dispatcher.run('search dupont', ENGLISH));
  const byReference = await answerOf(dispatcher.run('chercher R-2', ENGLISH));
  const several = await answerOf(dispatcher.run('search R', ENGLISH));
  const none = await answerOf(dispatcher.run('search zzzz', ENGLISH));
  expect(one.text).toContain('Loft');
  expect(one.text).not.toContain('rental file');
  expect(byReference.text).toContain('Studio');
  expect(titles(several)).toEqual(['Loft', 'House', 'Studio']);
  expect(none.text).toContain('No rental file fits.');
});

test('a search for nothing offers to look while typing', async () => {
  const { blocks } = await answerOf(dispatcher.run('search', ENGLISH));
  expect(blocks.map(({ type }) => type)).toContain('picker');
});

/** What the files of a page are called, in order. */
function titles({ text }: Message): string[] {
  return Array.from(text.matchAll(/^\d+\. (.+?) \(/gm), ([, title = '']) => title);
}

test('nothing is said to be decided while a decision is not known', async () => {
  const undecided = [
    rentalFile({ id: 'a', decision: 'ON_APPEAL', product: { title: 'North' } }),
    rentalFile({ id: 'b', decision: 'ACCEPTED' }),
  ];
  const { dispatcher: over } = deskOver(() => pagesOf(undecided));
  const [english, french] = await Promise.all([
    answerOf(over.run('pending', ENGLISH)),
    answerOf(over.run('attente', FRENCH)),
  ]);
  expect(english.text).toContain('No file is known to await a decision.');
  expect(english.text).toContain(
    '1 file has a decision that Rental Desk does not know yet (ON_APPEAL).',
  );
  expect(english.text).not.toContain('Nothing awaits');
  expect(french.text).toContain('que Rental Desk ne connaît pas encore (ON_APPEAL).');
  const elsewhere = await answerOf(over.run('pending property:south', ENGLISH));
  expect(elsewhere.text).not.toContain('ON_APPEAL');
});

test.each(['list AAA', 'list property:aaa', 'list property-id:AAA', 'show AAA'])(
  'a property of which only its id is known is found by it: %s',
  async (text) => {
    const desk = deskOver(() =>
      pagesOf([
        rentalFile({ id: 'a', product_id: 'AAA', applicants: [{ last_name: 'Ann' }] }),
        rentalFile({ id: 'b', product_id: 'AAAB' }),
      ]),
    ).dispatcher;
    expect((await answerOf(desk.run(text, ENGLISH))).text).toContain('Ann');
  },
);

test.each(['list collecting', 'list COLLECT_STARTED', 'liste collecte en cours'])(
  'the status of an applicant is asked for in the words of a card: %s',
  async (text) => {
    const applicants = [{ last_name: 'Ann', status: 'COLLECT_STARTED' }];
    const desk = deskOver(() =>
      pagesOf([rentalFile({ id: 'a', applicants }), rentalFile({ id: 'b' })]),
    ).dispatcher;
    const answer = await answerOf(desk.run(text, text.startsWith('liste') ? FRENCH : ENGLISH));
    expect(answer.text).toMatch(/^1\s/u);
    expect(answer.text).toContain('Ann');
  },
);

/** Seven files of a property, more than a page of them. */
function filesOf(reference: string) {
  return Array.from({ length: 7 }, (_, at) =>
    rentalFile({ id: `file-${at}`, decision: 'READY', product: { title: `T${at}`, reference } }),
  );
}

test.each([
  'GR"12',
  'GR\u000112',
  'GR«12»',
  'GR 12 '.padEnd(700, '-'),
  `GR 12${'\u0301'.repeat(3_000)}`,
])('a list of a reference such as %j turns its pages and is asked for again', async (reference) => {
  const desk = deskOver(() => pagesOf(filesOf(reference))).dispatcher;

  const answer = await answerOf(desk.run('list gr 12', ENGLISH));
  expect(answer.text).toMatch(/^7 rental files · .*Page 1 of 2/u);
  const next = await answerOf(desk.runAction(pressOf(answer, 'Next ›'), ENGLISH));
  expect(next.text).toMatch(/^7 rental files · .*Page 2 of 2/u);
  const again = answer.text.split('\n').at(-1)?.replace('/rental ', '') ?? '';
  expect((await answerOf(desk.run(again, ENGLISH))).text).toMatch(/^7 rental files/u);
  const pending = await answerOf(desk.run('pending gr 12', ENGLISH));
  expect(pending.text).toMatch(/^7 rental files await a decision/u);
});

test.each(['list status:frozen', 'stats status:frozen', 'export status:frozen'])(
  'before the first reading, %s is no mistake: some file may have that value',
  async (text) => {
    const desk = deskOver(() => pagesOf([rentalFile({ id: 'a', status: 'FROZEN' })])).dispatcher;
    const admin = asking({ person: { isAdmin: true } });
    const answers = await Array.fromAsync(desk.run(text, admin));
    expect(answers.at(-1)).toMatchObject({
      text: expect.stringMatching(/\b1\s(?:rental )?file\b/),
    });
  },
);

test('before the first reading, a value that no file turns out to have is refused', async () => {
  const desk = deskOver(() => pagesOf([rentalFile({ id: 'a' })])).dispatcher;
  await expect(answerOf(desk.run('list status:frozen', ENGLISH))).rejects.toMatchObject({
    code: 'query_unknown_value',
  });
});
