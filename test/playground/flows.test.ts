import { expect, test, vi } from 'vitest';

import type { Message, ServiceMode } from '../../src/playground/slack-workspace/page-protocol.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { WAIT } from '../support/bot.ts';
import { emptyFolderPlace, serverPlace } from '../support/places.ts';
import { openPlayground } from '../support/playground.ts';
import { screenOf, shownIn } from '../support/screen.ts';
import { buttonOf, messageThat, placeOf, visitor } from '../support/slack-workspace.ts';

test.each([
  // As it is right after its installation.
  ['http', emptyFolderPlace],
  ['socket', serverPlace],
] as const)(
  'over %s, the bot as it is started lists real pages, and its buttons survive a restart',
  async (transport, placeFor) => {
    const options = { transport, count: 40, pageSize: 10 };
    const { workspace, restart } = await openPlayground(options, placeFor);
    const hannah = visitor(workspace, PEOPLE.hannah);
    await hannah.say('/rental list');
    const first = await messageThat(workspace, ({ text }) => text.includes('Page 1 of 8'));

    await restart();
    await hannah.press(placeOf(first), buttonOf(first, 'Next ›'));
    const second = await messageThat(workspace, ({ text }) => text.includes('Page 2 of 8'));

    expect(second.ts).toBe(first.ts);
    expect(second.text).toContain('40 rental files');
    // Read anew by another process, the same files are the same list.
    expect(second.text).not.toContain('read again');
  },
);

test('a switch from HTTP to Socket Mode in the middle loses no button', async () => {
  const { workspace } = await openPlayground({ count: 20 }, serverPlace);
  const hannah = visitor(workspace, PEOPLE.hannah);
  await hannah.say('/rental list');
  const first = await messageThat(workspace, ({ text }) => text.includes('Page 1 of 4'));

  await workspace.perform('settings', { transport: 'socket' });
  await hannah.press(placeOf(first), buttonOf(first, 'Next ›'));

  await messageThat(workspace, ({ text }) => text.includes('Page 2 of 4'));
  expect(workspace.sockets()).toBe(1);
});

test('a misspelt key is corrected with one button, and the query finds what it asks for', async () => {
  const { workspace, service } = await openPlayground({}, serverPlace);
  const wanted = service.files.filter(({ decision }) => decision === 'READY').length;
  expect(wanted).toBeGreaterThan(0);

  const hannah = visitor(workspace, PEOPLE.hannah);

  await hannah.say('/rental list decison:ready completion:>=1 sort:oldest');
  const mistake = await messageThat(workspace, ({ text }) => text.includes('Did you mean'));
  expect(mistake.text).toContain('/rental list decision:ready completion:&gt;=1 sort:oldest');
  await hannah.press(
    placeOf(mistake),
    buttonOf(mistake, '/rental list decision:ready completion:>=1 sort:oldest'),
  );

  const { text } = await messageThat(workspace, (it) => it.text.includes('rental files'));
  expect(text).toContain(`${wanted} rental files · Ready to decide`);
  expect(text).toContain('oldest first');
});

const failures: readonly [ServiceMode, string, string][] = [
  ['down', 'The Rental File Service is unavailable', 'Try again in a few minutes'],
  ['unreadable', 'sent an answer that I cannot read.', 'Try again in a minute'],
  [
    'refused',
    'refused Rental Desk’s key.',
    'Your administrator should check the service account’s key',
  ],
];

test('whatever ails the service, people read what happened and what to do, and then the files', async () => {
  const { workspace, service, restart } = await openPlayground({ count: 20 }, serverPlace);
  const hannah = visitor(workspace, PEOPLE.hannah);
  const failed: Message[] = [];
  for (const [mode, happened, remedy] of failures) {
    service.setMode(mode);
    // Whatever the bot held is gone with its process: now it can only tell that it has nothing.
    await restart();
    await hannah.say('/rental list');
    const failure = await messageThat(workspace, ({ text }) => text.includes(happened));
    expect(failure.text).toContain('Reference');
    expect(failure.text).toContain(remedy);
    expect(failure.text).not.toContain('0 rental files');
    failed.push(failure);
  }

  service.setMode('fair');
  await restart();
  for (const failure of failed) {
    await hannah.press(placeOf(failure), buttonOf(failure, 'Try again'));
    await messageThat(
      workspace,
      ({ ts, text }) => ts === failure.ts && text.includes('20 rental files'),
    );
  }
});

test('a slow service delays the list, with a sign of life, and never the acknowledgement', async () => {
  const { workspace, service, restart } = await openPlayground(
    { count: 60, pageSize: 20 },
    serverPlace,
  );
  service.setMode('slow');
  await restart();
  const acknowledged = await visitor(workspace, PEOPLE.claire).say('/rental liste');

  expect(acknowledged).toEqual({ ok: true });
  await messageThat(workspace, ({ text }) => text.startsWith('Lecture des dossiers'));
  await messageThat(workspace, ({ text }) => text.includes('60 dossiers de location'));
});

test('an account that may see no file any more neither clears a digest nor takes a file from anyone', async () => {
  const { workspace, service } = await openPlayground({ count: 40 }, serverPlace);
  const hannah = screenOf(workspace, PEOPLE.hannah);
  const { files } = service;
  const ready = files.find(({ decision }) => decision === 'READY');
  await hannah.say(`/rental take ${ready?.id}`);
  await messageThat(workspace, ({ text }) => text.includes('Taken by you'));
  await hannah.say('/rental digest add 09:00 empty:clear');
  await messageThat(workspace, ({ text }) => text.includes('is set up'));
  await hannah.say('/rental pending');
  const list = await messageThat(workspace, ({ text }) => text.includes('await a decision'));

  service.setFiles([]);
  const listNow = () => workspace.state().messages.find(({ ts }) => ts === list.ts) ?? list;
  const refresh = async () => hannah.pressIn(listNow(), 'Refresh');
  // What two readings lack would count as gone.
  const { pages } = service.requests;
  const readTwice = async () => {
    await refresh();
    expect(service.requests.pages).toBeGreaterThanOrEqual(pages + 2);
  };
  await vi.waitFor(readTwice, { ...WAIT, interval: 500 });
  await messageThat(workspace, ({ text }) => text.includes('lists no rental file at all'));
  expect(shownIn(workspace)).toContain('No file is known to await a decision.');
  await hannah.pressIn(hannah.seen('is set up'), 'Post now');
  const post = await messageThat(workspace, ({ text }) => text.startsWith('Digest 09:00: '));
  expect(post.text).toContain('nothing found, but files may be missing');
  expect(post.text).not.toContain('All clear');

  service.setFiles(files);
  await refresh();
  await vi.waitUntil(() => !listNow().text.includes('lists no rental file at all'), WAIT);
  await hannah.say('/rental take');
  const mine = await messageThat(workspace, ({ text }) => text.includes('taken:me'));
  expect(mine.text).toContain('1 rental file · Taken by you');
});
