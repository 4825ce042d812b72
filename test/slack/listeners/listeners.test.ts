import { expect, test } from 'vitest';

import type { Dispatcher } from '../../../src/commands/dispatcher.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { APP, TEAM } from '../../../src/playground/slack-workspace/store/team.ts';
import { createActionTokens } from '../../../src/slack/respond/payload.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles, serviceDown } from '../../support/rental-files.ts';
import { openSlackApp } from '../../support/slack-app.ts';
import {
  buttonOf,
  messageThat,
  placeOf,
  seenBy,
  SIGNING_SECRET,
  visitor,
} from '../../support/slack-workspace.ts';

const twenty = () => deskOver(() => pagesOf(rentalFiles(20))).dispatcher;

test.each(['http', 'socket'] as const)(
  'over %s, /rental list is answered to the person alone, and its buttons turn the page in place',
  async (transport) => {
    const { workspace, logged } = await openSlackApp(twenty(), { transport });
    const hannah = visitor(workspace, PEOPLE.hannah);

    await hannah.say('/rental list');
    const first = await messageThat(workspace, ({ text }) => text.includes('Page 1 of 4'));
    await hannah.press(placeOf(first), buttonOf(first, 'Next ›'));
    const second = await messageThat(workspace, ({ text }) => text.includes('Page 2 of 4'));

    expect(first.onlyFor).toBe(PEOPLE.hannah);
    expect(second.ts).toBe(first.ts);
    // Where reading takes over a second, a message of its own says so.
    const pages = seenBy(workspace, PEOPLE.hannah, CHANNELS.leasing).filter(({ text }) =>
      text.includes(' of 4'),
    );
    expect(pages).toHaveLength(1);
    expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toEqual([]);
    expect(logged.filter(({ level }) => level === 'warn')).toEqual([]);
  },
);

test('Slack is told at once that the request arrived, however long the answer takes', async () => {
  const gate = Promise.withResolvers<void>();
  const { dispatcher } = deskOver(async function* slowly() {
    await gate.promise;
    yield* pagesOf(rentalFiles(3));
  });
  const { workspace } = await openSlackApp(dispatcher);

  const acknowledged = await visitor(workspace, PEOPLE.hannah).say('/rental list');

  expect(acknowledged).toEqual({ ok: true });
  expect(workspace.state().messages).toEqual([]);
  gate.resolve();
  await messageThat(workspace, ({ text }) => text.includes('3 rental files'));
});

test('everybody is answered in the language of their Slack', async () => {
  const { workspace } = await openSlackApp(twenty());
  await visitor(workspace, PEOPLE.claire).say('/rental liste');
  const { text } = await messageThat(workspace, ({ onlyFor }) => onlyFor === PEOPLE.claire);
  expect(text).toContain('20 dossiers de location · Page 1 sur 4');
});

test('what was typed is read as it was typed', async () => {
  const { workspace } = await openSlackApp(twenty());
  await visitor(workspace, PEOPLE.hannah).say('/rental <&amp;>');
  const { text } = await messageThat(workspace, ({ author }) => author === APP.userId);
  expect(text).toContain('Matching “&amp;amp;&gt;”; ignored: &lt;');
});

test('a guest is turned away before anything is read', async () => {
  let read = 0;
  const { dispatcher } = deskOver(() => {
    read += 1;
    return pagesOf(rentalFiles(3));
  });
  const { workspace, logged } = await openSlackApp(dispatcher);

  await visitor(workspace, PEOPLE.nadia).say('/rental list');
  const { text } = await messageThat(workspace, ({ onlyFor }) => onlyFor === PEOPLE.nadia);

  expect(text).toContain('Rental Desk ne répond pas aux invités');
  expect(read).toBe(0);
  expect(logged).toMatchObject([{ level: 'info', message: 'refused', reason: 'guest' }]);
});

test('a failure is told with a reference that the log has too', async () => {
  const { dispatcher } = deskOver(() => {
    throw serviceDown();
  });
  const { workspace, logged } = await openSlackApp(dispatcher);

  await visitor(workspace, PEOPLE.hannah).say('/rental list');
  const { text } = await messageThat(workspace, ({ onlyFor }) => onlyFor === PEOPLE.hannah);

  const [, reference] = /\(Reference (\w{6})\)$/.exec(text) ?? [];
  expect(text).toContain('The Rental File Service is unavailable');
  expect(logged).toMatchObject([{ level: 'error', reference, err: { code: 'rental_down' } }]);
});

test('Try again asks the same again, in place of the failure', async () => {
  let isDown = true;
  const { dispatcher } = deskOver(() => {
    if (isDown) throw serviceDown();
    return pagesOf(rentalFiles(3));
  });
  const { workspace } = await openSlackApp(dispatcher);
  const hannah = visitor(workspace, PEOPLE.hannah);
  await hannah.say('/rental list');
  const failure = await messageThat(workspace, ({ text }) => text.includes('Reference'));

  isDown = false;
  await hannah.press(placeOf(failure), buttonOf(failure, 'Try again'));
  const answer = await messageThat(workspace, ({ text }) => text.includes('3 rental files'));

  expect(answer.ts).toBe(failure.ts);
});

test('a button works for the person it was made for, and for nobody else', async () => {
  const { workspace } = await openSlackApp(twenty());
  const hannah = visitor(workspace, PEOPLE.hannah);
  await hannah.say('/rental list');
  const first = await messageThat(workspace, ({ text }) => text.includes('Page 1 of 4'));
  const press = { command: 'list', args: { page: 2, reading: 'x' } };
  const stolen = createActionTokens(SIGNING_SECRET, { now: () => Date.now() }).encode({
    action: press,
    userId: PEOPLE.claire,
    channelId: CHANNELS.leasing,
  });

  await hannah.press(placeOf(first), { ...buttonOf(first, 'Next ›'), value: stolen });

  const { text } = await messageThat(workspace, (it) => it.text.includes('Reference'));
  expect(text).toContain('This button no longer works.');
});

test.each(['', 'forged', 'a.b.c.d.e'])(
  'a button that carries %j is no longer good',
  async (value) => {
    const { workspace } = await openSlackApp(twenty());
    const hannah = visitor(workspace, PEOPLE.hannah);
    await hannah.say('/rental list');
    const first = await messageThat(workspace, ({ text }) => text.includes('Page 1 of 4'));

    await hannah.press(placeOf(first), { ...buttonOf(first, 'Next ›'), value });

    const { text } = await messageThat(workspace, (it) => it.text.includes('Reference'));
    expect(text).toContain('This button no longer works.');
  },
);

test('a reading that takes long gives one sign of life to a typed command', async () => {
  const gate = Promise.withResolvers<void>();
  const [first, second] = pagesOf(rentalFiles(1_200), 300);
  const { dispatcher } = deskOver(async function* slowly() {
    if (first) yield first;
    await gate.promise;
    if (second) yield second;
  });
  const { workspace } = await openSlackApp(dispatcher);

  await visitor(workspace, PEOPLE.hannah).say('/rental list');
  await messageThat(workspace, ({ text }) => text === 'Reading the rental files… 300 of 1,200');
  gate.resolve();
  await messageThat(workspace, ({ text }) => text.includes('600 rental files'));

  expect(seenBy(workspace, PEOPLE.hannah, CHANNELS.leasing)).toHaveLength(2);
});

test('a reading that a button asked for gives its sign of life in place', async () => {
  let gate: Promise<void> = Promise.resolve();
  const [first, second] = pagesOf(rentalFiles(1_200), 300);
  const { dispatcher } = deskOver(async function* slowly() {
    if (first) yield first;
    await gate;
    if (second) yield second;
  });
  const { workspace } = await openSlackApp(dispatcher);
  const hannah = visitor(workspace, PEOPLE.hannah);
  await hannah.say('/rental list');
  const list = await messageThat(workspace, ({ text }) => text.includes('600 rental files'));

  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  await hannah.press(placeOf(list), buttonOf(list, 'Refresh'));
  const sign = await messageThat(workspace, ({ text }) => text.includes('Reading'));
  resolve();
  const fresh = await messageThat(workspace, ({ text }) => !text.includes('Reading'));

  // The list stands meanwhile.
  expect(sign.text).toContain('600 rental files');
  expect(fresh.text).toContain('600 rental files');
  expect([sign.ts, fresh.ts]).toEqual([list.ts, list.ts]);
  expect(seenBy(workspace, PEOPLE.hannah, CHANNELS.leasing)).toHaveLength(1);
});

test('whoever closes the porch can wait for the answers that are under way', async () => {
  const gate = Promise.withResolvers<void>();
  const { dispatcher } = deskOver(async function* slowly() {
    await gate.promise;
    yield* pagesOf(rentalFiles(3));
  });
  const { workspace, idle } = await openSlackApp(dispatcher);
  await visitor(workspace, PEOPLE.hannah).say('/rental list');
  let isIdle = false;
  const waited = (async () => {
    await idle();
    isIdle = true;
  })();

  await messageThat(workspace, ({ text }) => text.startsWith('Reading'));
  expect(isIdle).toBe(false);
  gate.resolve();
  await waited;

  const texts = workspace.state().messages.map(({ text }) => text);
  expect(texts.at(-1)).toContain('3 rental files');
});

test('whatever breaks inside is told in our words, and its own stay in the log', async () => {
  const broken: Dispatcher = {
    ...twenty(),
    run() {
      throw new TypeError('Anne Lefèvre');
    },
  };
  const { workspace, logged } = await openSlackApp(broken);

  await visitor(workspace, PEOPLE.hannah).say('/rental list');

  const { text, blocks } = await messageThat(workspace, (it) => it.text.includes('Reference'));
  expect(text).toContain('Something went wrong on our side.');
  expect(JSON.stringify(blocks)).not.toContain('Lefèvre');
  expect(logged.map(({ level }) => level)).toEqual(['error']);
});

test.each(['http', 'socket'] as const)('over %s, a supervisor can ask how it is', async (mode) => {
  const { url } = await openSlackApp(twenty(), { transport: mode });
  const ask = async (path: string) => (await fetch(new URL(path, url))).status;
  expect(await Promise.all(['/healthz', '/readyz', '/elsewhere'].map(ask))).toEqual([
    200, 200, 404,
  ]);
});

test('a link in a message that is still being written is left alone: its channel is not known', async () => {
  const { deliver, idle, logged } = await openSlackApp(twenty());
  const event = {
    type: 'link_shared',
    user: PEOPLE.hannah,
    channel: 'COMPOSER',
    message_ts: 'ac22c1d1-0a4b-4bfe-b9cd-9b7ef4ea4e4d',
    unfurl_id: 'C1.2.3',
    source: 'composer',
    links: [{ url: 'https://console.example/files/file-1', domain: 'console.example' }],
  };
  const envelope = { type: 'event_callback', team_id: TEAM.id, event_id: 'Ev1', event };
  expect((await deliver(JSON.stringify(envelope))).status).toBe(200);
  await idle();
  expect(logged).toEqual([]);
});
