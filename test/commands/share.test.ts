import { expect, test } from 'vitest';

import { previewsOf } from '../../src/commands/share.ts';
import type { Answer, Form, Action } from '../../src/views/message.ts';
import { answerOf, asking, deskOver, ENGLISH, FRENCH, pressOf } from '../support/desk.ts';
import { pagesOf, rentalFile, rentalFiles } from '../support/rental-files.ts';
import { callOver, CHANNEL } from './call.ts';

const files = [
  rentalFile({
    id: 'a',
    created_at: '2026-11-16T09:00:00Z',
    product: { title: 'Loft', reference: 'R-1' },
    applicants: [{ first_name: 'Anne', last_name: 'Dupont' }],
  }),
];

test('what is shared is shown first, with the level of privacy that will apply', async () => {
  const { dispatcher } = deskOver(() => pagesOf(files));
  const form = await formFrom(dispatcher.runAction(await sharePress(dispatcher, 'list'), ENGLISH));
  expect(form.text).toBe('This channel sees initials only (channel setting).');
  expect(JSON.stringify(form.blocks)).toContain('A.\u00a0D.');
  expect(JSON.stringify(form.blocks)).not.toContain('Dupont');
  expect(form.blocks.filter(({ type }) => type === 'buttons')).toEqual([]);
});

test.each([
  ['en', ENGLISH, '(the channel’s setting could not be read, so the strictest applies).'],
  ['fr', FRENCH, '(le réglage du canal n’a pas pu être lu\u00a0: le plus strict s’applique).'],
])(
  'in %s, a setting that could not be read is not said to be the channel’s, and nobody is named',
  async (_language, here, said) => {
    const { dispatcher, store } = deskOver(() => pagesOf(files));
    await store.settings.save('C0LEASING01', { privacy: 'full' }, 'U0CLAIRE001');
    store.setDown(true);
    const action = {
      command: 'share',
      args: { of: JSON.stringify({ command: 'list', args: { typed: '' } }) },
    };
    const form = await formFrom(dispatcher.runAction(action, here));
    expect(form.text).toContain(said);
    expect(JSON.stringify(form.blocks)).not.toMatch(/Anne|Dupont|A\.\sD\./);
    const { message } = await dispatcher.welcome(here);
    expect(message.text).toContain(said);
  },
);

test('what is confirmed is what was shown, posted for all, and written down', async () => {
  let pages = pagesOf(files);
  const { dispatcher, store, wait } = deskOver(() => pages);
  const action = await sharePress(dispatcher, 'pending');
  const { action: confirm } = await formFrom(dispatcher.runAction(action, ENGLISH));
  pages = pagesOf(rentalFiles(9));
  wait(200);
  await answerOf(dispatcher.runAction({ command: 'list', args: { page: 1 } }, ENGLISH));

  const [post, told] = await Array.fromAsync(dispatcher.submit(confirm, {}, ENGLISH));

  expect(post?.kind === 'post' ? post.message.text : post).toContain(
    '1. Loft (R-1), A.\u00a0D., Waiting for documents, waiting 4 working days',
  );
  expect(post?.kind === 'post' ? post.message.text : post).toMatch(/\nShared by <@U0CLAIRE001>$/);
  expect(told).toMatchObject({ kind: 'message', text: 'Shared in this channel.' });
  expect(store.opened).toMatchObject([
    { userId: 'U0CLAIRE001', kind: 'share', fileId: null, channelId: 'C0LEASING01' },
  ]);
});

test('names that another instance has just hidden are not posted, though they were confirmed', async () => {
  const { dispatcher, store } = deskOver(() => pagesOf(files));
  await store.settings.save('C0LEASING01', { privacy: 'full' }, 'U0CLAIRE001');
  const form = await formFrom(dispatcher.runAction(await sharePress(dispatcher, 'list'), ENGLISH));
  expect(JSON.stringify(form.blocks)).toContain('Dupont');
  await store.settings.save('C0LEASING01', { privacy: 'reference' }, 'U0CLAIRE001');

  const [post] = await Array.fromAsync(dispatcher.submit(form.action, {}, ENGLISH));
  expect(JSON.stringify(post)).not.toMatch(/Anne|Dupont|A\.\sD\./);

  const page = { command: 'list', args: { page: 1 } };
  const shared = asking({ place: { audience: 'channel' } });
  const turned = await answerOf(dispatcher.runAction(page, shared));
  expect(JSON.stringify(turned)).not.toMatch(/Anne|Dupont|A\.\sD\./);
});

test('when others read along, a share is their count and the references', async () => {
  const { dispatcher, store } = deskOver(() => pagesOf(files));
  await store.settings.save('C0LEASING01', { privacy: 'full' }, 'U0CLAIRE001');
  const here = asking({ place: { sharing: async () => 'external' } });
  const form = await formFrom(dispatcher.runAction(await sharePress(dispatcher, 'list'), here));
  const [post] = await Array.fromAsync(dispatcher.submit(form.action, {}, here));
  expect(form.text).toContain(
    'how many files await a decision (shared with another organisation).',
  );
  expect(post?.kind === 'post' ? post.message.text : post).toMatch(
    /^1 rental file in this message/,
  );
  expect(JSON.stringify([form.blocks, post])).not.toMatch(/Anne|Dupont|A\.\sD\.|applicant/);
});

test.each([
  ['unknown', 'list', 'unknown'],
  ['external', 'help', 'nothing'],
] as const)('when the channel is %s, “%s” is not shared: %s', async (sharing, text, reason) => {
  const { dispatcher, store } = deskOver(() => pagesOf(files));
  const here = asking({ place: { sharing: async () => sharing } });
  const action = {
    command: 'share',
    args: { of: JSON.stringify({ command: text, args: { typed: '' } }) },
  };
  await expect(Array.fromAsync(dispatcher.submit(action, {}, here))).rejects.toMatchObject({
    name: 'SharingError',
    reason,
  });
  expect(store.opened).toEqual([]);
});

test('names that were promised not to be shown are not, though the channel allows them now', async () => {
  const { dispatcher } = deskOver(() => pagesOf(files));
  const outside = asking({ place: { sharing: async () => 'external' } });
  const { action } = await formFrom(
    dispatcher.runAction(await sharePress(dispatcher, 'list'), outside),
  );
  const [post] = await Array.fromAsync(dispatcher.submit(action, {}, ENGLISH));
  expect(post?.kind === 'post' ? post.message.text : '').toMatch(
    /message awaits a decision\nR-1\n/,
  );
});

test('what cannot be written down is not shared', async () => {
  const { dispatcher, store } = deskOver(() => pagesOf(files));
  const { action } = await formFrom(
    dispatcher.runAction(await sharePress(dispatcher, 'list'), ENGLISH),
  );
  store.setDown(true);
  await expect(Array.fromAsync(dispatcher.submit(action, {}, ENGLISH))).rejects.toMatchObject({
    name: 'StoreError',
  });
});

test('the overview can be shared, too', async () => {
  const { dispatcher } = deskOver(() => pagesOf(files));
  const { action } = await formFrom(
    dispatcher.runAction(await sharePress(dispatcher, ''), ENGLISH),
  );
  const [post] = await Array.fromAsync(dispatcher.submit(action, {}, ENGLISH));
  expect(post?.kind === 'post' ? post.message.text : '').toContain('1 rental file awaits');
});

test.each([
  ['no JSON', { of: 'nothing' }],
  ['nothing', {}],
  ['a press of nobody', { of: JSON.stringify({ command: 'gone', args: {} }) }],
  ['itself', { of: JSON.stringify({ command: 'share', args: {} }) }],
  ['a list with bad arguments', { of: JSON.stringify({ command: 'list', args: { page: 0 } }) }],
  ['a form', { of: JSON.stringify({ command: 'list', args: [] }) }],
])('a share of %s is no longer good', async (_what, args) => {
  const { dispatcher } = deskOver(() => pagesOf(files));
  await expect(
    Array.fromAsync(dispatcher.runAction({ command: 'share', args }, ENGLISH)),
  ).rejects.toMatchObject({ name: 'StaleActionError' });
});

test('where there is no channel, nothing is shared', async () => {
  const { dispatcher } = deskOver(() => pagesOf(files));
  const action = await sharePress(dispatcher, 'list');
  const home = asking({ place: { channelId: null } });
  await expect(Array.fromAsync(dispatcher.runAction(action, home))).rejects.toMatchObject({
    name: 'StaleActionError',
  });
});

async function sharePress(
  dispatcher: ReturnType<typeof deskOver>['dispatcher'],
  text: string,
): Promise<Action> {
  return pressOf(await answerOf(dispatcher.run(text, ENGLISH)), 'Share');
}

async function formFrom(answers: AsyncIterable<Answer>): Promise<Form> {
  const last = (await Array.fromAsync(answers)).at(-1);
  if (last?.kind !== 'form') throw new Error('no form was answered');
  return last;
}

const LINK = 'https://console.example.com/lilas';
const FILE = rentalFile({
  id: 'lilas',
  product: { title: 'T3 rue des Lilas', reference: 'LY-0342' },
  applicants: [{ first_name: 'Anne', last_name: 'Lefèvre' }],
});

/** A call about a link, over one file that is held. */
async function caller(over: Parameters<typeof callOver>[1] = {}) {
  const call = callOver(() => pagesOf([FILE]), {
    place: { surface: 'link', audience: 'channel' },
    ...over,
  });
  await call.portfolio.read();
  return call;
}

test('a link shows the file at the level of the channel, whatever the person may see', async () => {
  const call = await caller({ call: { privacy: 'full', channelLevel: async () => 'reference' } });
  const previews = await previewsOf([LINK], call);
  expect([...previews.keys()]).toEqual([LINK]);
  expect(previews.get(LINK)?.text).toContain('T3 rue des Lilas (LY-0342), 1 applicant, Pending');
  expect(JSON.stringify([...previews])).not.toMatch(/Anne|Lefèvre/);
  expect(call.store.opened).toMatchObject([
    { kind: 'unfurl', fileId: 'lilas', channelId: CHANNEL, surface: 'link' },
  ]);
});

test('a link to a file that is not held, and any other link, show nothing', async () => {
  const call = await caller({
    call: {
      fileNow: async () => {
        throw new Error('asked live');
      },
    },
  });
  const links = ['https://console.example.com/gone', 'https://elsewhere.example/lilas'];
  expect(await previewsOf(links, call)).toEqual(new Map());
  expect(call.store.opened).toEqual([]);
});

test('before the first reading a link shows nothing', async () => {
  expect(
    await previewsOf(
      [LINK],
      callOver(() => pagesOf([FILE])),
    ),
  ).toEqual(new Map());
});

test('no preview is shown that the access log could not be told of', async () => {
  const call = await caller();
  call.store.setDown(true);
  await expect(previewsOf([LINK], call)).rejects.toMatchObject({ name: 'StoreError' });
});
