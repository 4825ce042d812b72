import { expect, test, vi } from 'vitest';

import { UNSEARCHED } from '../../../src/commands/show/card.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../../src/playground/slack-workspace/store/team.ts';
import type { RentalFile } from '../../../src/rental-api/schema/rental-file.ts';
import { searchInput } from '../../../src/views/inputs.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFile, rentalFiles } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';

const LINK = 'https://console.example.com/file-0';

/** An app over some files, with Hannah (an admin) and Oliver at their screens. */
async function opened(
  files: readonly RentalFile[] = rentalFiles(20),
  options: Parameters<typeof openSlackApp>[1] = {},
) {
  const { dispatcher, store } = deskOver(() => pagesOf(files));
  const slackApp = await openSlackApp(dispatcher, options);
  const { workspace, settled } = slackApp;
  return {
    ...slackApp,
    store,
    hannah: screenOf(workspace, PEOPLE.hannah),
    oliver: screenOf(workspace, PEOPLE.oliver),
    /** Messages of the app to a whole channel. */
    posted: (channel: string) =>
      workspace
        .state()
        .messages.filter((one) => one.author === APP.userId && one.onlyFor === null)
        .filter((one) => one.channel === channel),
    list: async (who: ReturnType<typeof screenOf>, channel?: string) => {
      await settled(async () => who.say('/rental list', channel));
      return who.seen('20 rental files');
    },
  };
}

test('the button beside a file of a list opens it in a modal, which can be read anew', async () => {
  const { hannah, list, settled } = await opened();
  const page = await list(hannah);

  await settled(async () => hannah.pressIn(page, 'View'));
  expect(hannah.inModal()).toContain('Flat 0');
  await settled(async () => hannah.pressInModal('Refresh'));

  expect([hannah.depth(), hannah.inModal().includes('Anne Lefèvre 0')]).toEqual([1, true]);
});

test('contact data are shown when they are asked for, to one person, and written down', async () => {
  const file = rentalFile({
    id: 'file-0',
    product: { title: 'Flat 0' },
    applicants: [{ first_name: 'Anne', last_name: 'Lefèvre', email: 'anne@mail.example' }],
  });
  const { hannah, settled, store, workspace } = await opened([file]);
  await settled(async () => hannah.say('/rental show file-0'));
  expect(JSON.stringify(workspace.state().messages)).not.toContain('anne@mail.example');

  await settled(async () => hannah.pressIn(hannah.seen('Flat 0'), 'Reveal contact'));

  expect(hannah.seen('anne@mail.example').onlyFor).toBe(PEOPLE.hannah);
  expect(store.opened.map(({ kind, userId }) => [kind, userId])).toEqual([
    ['show', PEOPLE.hannah],
    ['reveal', PEOPLE.hannah],
  ]);
});

test.each([
  ['as the app, where it is in the channel', CHANNELS.leasing, 'A.\u00a0L.', []],
  [
    'through the response URL, where it is not',
    CHANNELS.random,
    'A.\u00a0L.',
    ['chat.postMessage not_in_channel'],
  ],
  [
    'as a count, where others read along',
    CHANNELS.partners,
    'rental files in this message await a decision',
    [],
  ],
])('a page is shared once its level is confirmed: %s', async (_how, channel, shown, refusals) => {
  const { hannah, list, settled, posted, store } = await opened(rentalFiles(20), { refusals });
  const page = await list(hannah, channel);
  await settled(async () => hannah.pressIn(page, 'Share'));
  expect(hannah.inModal()).toContain(shown);
  expect(posted(channel)).toEqual([]);

  await settled(async () => hannah.submit({}));

  const [shared, ...others] = posted(channel);
  expect(others).toEqual([]);
  expect(shared?.text).toContain(shown);
  expect(shared?.text).not.toContain('Lefèvre');
  expect(hannah.inModal()).not.toContain('Anne');
  expect(store.opened.map(({ kind }) => kind)).toEqual(['share']);
});

test('a file can be shared from its modal, over which the confirmation opens', async () => {
  const { hannah, list, settled, posted } = await opened();
  const page = await list(hannah);
  await settled(async () => hannah.pressIn(page, 'View'));
  await settled(async () => hannah.pressInModal('Share'));
  expect(hannah.depth()).toBe(2);

  await settled(async () => hannah.submit({}));
  expect(posted(CHANNELS.leasing)[0]?.text).toContain('Flat 0');

  await hannah.close();
  expect([hannah.depth(), hannah.inModal().includes('Anne Lefèvre 0')]).toEqual([1, true]);
});

/** A list that Hannah has shared with #leasing. */
async function sharedList() {
  const stage = await opened();
  const { hannah, list, settled, posted } = stage;
  const page = await list(hannah);
  await settled(async () => hannah.pressIn(page, 'Share'));
  await settled(async () => hannah.submit({}));
  await hannah.close();
  const shared = () => {
    const [found] = posted(CHANNELS.leasing);
    if (found === undefined) throw new Error('nothing is shared');
    return found;
  };
  return { ...stage, shared };
}

test('whoever may ask turns the page of a shared list for all, at the level of the channel', async () => {
  const { oliver, settled, shared, posted } = await sharedList();

  await settled(async () => oliver.pressIn(shared(), 'Next ›'));

  expect(shared().text).toContain('Page 2 of 4');
  expect(shared().text).not.toContain('Lefèvre');
  // Whoever turns its page, it is the one who shared it that stands there, once.
  expect(shared().text.split('Shared by ')).toEqual([expect.any(String), `<@${PEOPLE.hannah}>`]);
  expect(JSON.stringify(shared().blocks).split('Shared by ')).toHaveLength(2);
  expect(posted(CHANNELS.leasing)).toHaveLength(1);
});

test('a shared list stays in the language in which it was shared, whoever turns its page', async () => {
  const { workspace, settled, shared } = await sharedList();

  await settled(async () => screenOf(workspace, PEOPLE.claire).pressIn(shared(), 'Next ›'));

  expect(shared().text).toContain('Page 2 of 4');
  expect(shared().text).toContain('Shared by ');
});

test('two people who press the same button of a shared list see one page, once', async () => {
  const { hannah, oliver, settled, shared, posted } = await sharedList();
  const page = shared();

  await settled(
    async () => Promise.all([hannah.pressIn(page, 'Next ›'), oliver.pressIn(page, 'Next ›')]),
    2,
  );

  expect(shared().text).toContain('Page 2 of 4');
  expect(posted(CHANNELS.leasing)).toHaveLength(1);
});

test('a file of a shared list opens for the person alone, in full', async () => {
  const { oliver, settled, shared } = await sharedList();
  const before = shared();

  await settled(async () => oliver.pressIn(before, 'View'));

  expect(oliver.inModal()).toContain('Anne Lefèvre 0');
  expect(shared()).toEqual(before);
});

test('a guest who presses a shared button is told why not, alone, and the list stays as it is', async () => {
  const { workspace, settled, shared } = await sharedList();
  const before = shared();
  const nadia = screenOf(workspace, PEOPLE.nadia);

  await settled(async () => nadia.pressIn(before, 'Next ›'));
  await settled(async () => nadia.pressIn(before, 'View'));

  expect(shared()).toEqual(before);
  expect(nadia.seen('invités').onlyFor).toBe(PEOPLE.nadia);
  expect(nadia.inModal()).toContain('invités');
});

test('a shared button that nobody can read any more is told of to the person alone', async () => {
  const { workspace, oliver, settled, shared } = await sharedList();
  const before = shared();
  const button = JSON.parse(JSON.stringify(before.blocks)).findLast(
    ({ type }: { type: string }) => type === 'actions',
  );

  await settled(async () =>
    workspace.perform('act', {
      person: PEOPLE.oliver,
      place: { channel: before.channel, ts: before.ts },
      action: { ...button.elements[0], block_id: button.block_id, value: 'of another secret' },
      values: {},
    }),
  );

  expect(shared()).toEqual(before);
  expect(oliver.seen('no longer works').onlyFor).toBe(PEOPLE.oliver);
});

const choose = (value: string) => ({
  privacy: { input: { type: 'radio_buttons', selected_option: { value } } },
});

test('a form that is wrong stays open with its words, and closes when it is right', async () => {
  const { oliver, settled, store } = await opened();
  await settled(async () => oliver.say('/rental settings'));

  await settled(async () => oliver.submit(choose('full')));
  expect(Object.keys(oliver.modal()?.errors ?? {})).toEqual(['privacy']);
  expect(await store.settings.of(CHANNELS.leasing)).toBeNull();
  await settled(async () => oliver.submit(choose('reference')));

  expect(await store.settings.of(CHANNELS.leasing)).toMatchObject({ privacy: 'reference' });
  expect(oliver.modal()?.errors).toEqual({});
});

test('a privacy that has just been chosen holds for the next click on what is shared', async () => {
  const { hannah, oliver, settled, shared } = await sharedList();
  expect(shared().text).toContain('A.\u00a0L.');
  await settled(async () => hannah.say('/rental settings privacy:reference'));

  await settled(async () => oliver.pressIn(shared(), 'Next ›'));

  expect(shared().text).not.toContain('A.\u00a0L.');
});

test('the Home tab shows what waits, and its buttons open windows', async () => {
  const { hannah, settled } = await opened();
  await settled(async () => hannah.openHome());
  expect(hannah.atHome()).toContain('Flat');

  await settled(async () => hannah.pressAtHome('View'));

  expect(hannah.inModal()).toContain('Anne Lefèvre');
});

test('a button of the Home tab is answered when its view has no private metadata', async () => {
  const { hannah, settled, deliver, requests, logged } = await opened(rentalFiles(20), {
    refusals: ['views.open invalid_trigger_id'],
  });
  await settled(async () => hannah.openHome());
  await settled(async () => hannah.pressAtHome('View'));
  const [, form = ''] = /payload=(.*)/.exec(requests.at(-1) ?? '') ?? [];
  const payload = JSON.parse(decodeURIComponent(form.replaceAll('+', ' ')));
  delete payload.view.private_metadata;
  payload.trigger_id = '1.2.of-another-click';
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  let status = 0;

  await settled(async () => {
    ({ status } = await deliver(body));
  });

  expect(status).toBe(200);
  expect(logged.at(-1)).toMatchObject({ what: 'show', message: 'answered' });
});

test('the shortcut finds a file while somebody types, and shows the one that is picked', async () => {
  const { hannah, list, settled } = await opened();
  await list(hannah);
  await settled(async () => hannah.shortcut('find_rental_file'));

  expect(await hannah.suggest('flat 7')).toMatchObject({
    ok: true,
    options: [{ value: 'file-7' }],
  });
  await settled(async () => hannah.pick('file-7'));

  expect([hannah.depth(), hannah.inModal().includes('Anne Lefèvre 7')]).toEqual([1, true]);
});

test('before anything was read, the field says so, and explains it once more', async () => {
  const { hannah, settled } = await opened();
  await settled(async () => hannah.shortcut('find_rental_file'));
  expect(await hannah.suggest('flat')).toMatchObject({
    ok: true,
    options: [{ value: UNSEARCHED, text: { text: 'The rental files could not be searched' } }],
  });
  await settled(async () => hannah.pick(UNSEARCHED));
  expect(hannah.inModal()).toContain('While you typed, the rental files could not be searched.');
});

test('the shortcut on a message opens the file that it links to', async () => {
  const { hannah, settled } = await opened();
  await hannah.say(`Look at ${LINK}, please`);
  await settled(async () => hannah.shortcut('find_in_message', hannah.seen(LINK)));
  expect(hannah.inModal()).toContain('Anne Lefèvre 0');
});

test.each([
  ['have a look at file-3 please', 'Anne Lefèvre 3'],
  ['is it file-3 or file-4?', '2 files match “file-3, file-4”'],
  ['what about julie lemoine?', 'I recognised no reference, id or link'],
])('the shortcut on “%s” shows “%s”', async (text, shown) => {
  const { hannah, list, settled } = await opened();
  await list(hannah);
  await hannah.say(text);
  await settled(async () => hannah.shortcut('find_in_message', hannah.seen(text)));
  expect(hannah.inModal()).toContain(shown);
});

test('the shortcut on a message waits for the first reading', async () => {
  const { hannah, settled } = await opened();
  await hannah.say('have a look at file-3 please');
  await settled(async () => hannah.shortcut('find_in_message', hannah.seen('file-3')));
  expect(hannah.inModal()).toContain('Anne Lefèvre 3');
});

test('in a thread, a mention is answered there, to the person alone', async () => {
  const { hannah, settled } = await opened();
  await hannah.say('What waits?');
  const { channel, ts } = hannah.seen('What waits?');

  await settled(async () => hannah.reply('@Rental Desk list', { channel, ts }));

  const answer = hannah.seen('20 rental files');
  expect([answer.onlyFor, answer.thread]).toEqual([PEOPLE.hannah, ts]);
  await settled(async () => hannah.pressIn(answer, 'Next ›'));
  expect(hannah.seen('Page 2 of 4').ts).toBe(answer.ts);
});

test('in the direct message, words are answered as they are, in their thread too', async () => {
  const { hannah, settled } = await opened();
  const room = directMessageWith(PEOPLE.hannah);
  await settled(async () => hannah.say('list', room));
  const { channel, onlyFor, ts } = hannah.seen('20 rental files');
  expect([channel, onlyFor]).toEqual([room, null]);

  await settled(async () => hannah.reply('list', { channel, ts }));

  expect(hannah.seen('20 rental files').thread).toBe(ts);
});

test.each([
  ['file_share', '20 rental files'],
  ['thread_broadcast', '20 rental files'],
  ['message_changed', null],
  ['bot_message', null],
])('a direct message of the kind %s is answered with %j', async (subtype, expected) => {
  const { hannah, settled, deliver, idle, requests, workspace } = await opened();
  const room = directMessageWith(PEOPLE.hannah);
  await settled(async () => hannah.say('list', room));
  const before = workspace.state().messages.length;
  const sent = JSON.parse(requests.findLast((body) => body.includes('"message"')) ?? '{}');
  const event = { ...sent.event, subtype, ts: '1790000000.000100' };

  const status = await deliver(JSON.stringify({ ...sent, event_id: 'Ev0OTHER', event }));
  await idle();

  expect(status.status).toBe(200);
  const more = workspace.state().messages.slice(before);
  expect(more.map(({ text }) => text.includes(expected ?? ''))).toEqual(
    expected === null ? [] : [true],
  );
});

test('a form asked for in the direct message is opened by a button, and nobody else is there', async () => {
  const { hannah, settled } = await opened();
  await settled(async () => hannah.say('settings', directMessageWith(PEOPLE.hannah)));
  const message = hannah.seen(
    'A message cannot open “Channel settings”: press the button to open it.',
  );

  await settled(async () => hannah.pressIn(message, 'Open'));

  expect(hannah.inModal()).toContain('radio_buttons');
  expect(hannah.inModal()).not.toContain('who else is in this channel');
});

test('a page in the direct message turns in place', async () => {
  const { hannah, settled } = await opened();
  await settled(async () => hannah.say('list', directMessageWith(PEOPLE.hannah)));
  const list = hannah.seen('20 rental files');
  await settled(async () => hannah.pressIn(list, 'Next ›'));
  expect(hannah.seen('Page 2 of 4').ts).toBe(list.ts);
});

test('an export comes to the direct message of an admin, and to nobody else', async () => {
  const { hannah, oliver, settled, workspace, store } = await opened();

  await settled(async () => hannah.say('/rental export'));
  await settled(async () => oliver.say('/rental export'));

  const files = workspace
    .state()
    .messages.flatMap(({ channel, files: all }) =>
      all.map(({ name }) => [channel, name.endsWith('.csv')]),
    );
  expect(files).toEqual([[directMessageWith(PEOPLE.hannah), true]]);
  expect(oliver.seen('Only Rental Desk admins can do that.').onlyFor).toBe(PEOPLE.oliver);
  expect(store.opened.map(({ kind }) => kind)).toEqual(['export']);
});

test('over a socket, windows, fields, forms and mentions work as well', async () => {
  const { hannah, oliver, list, settled, posted } = await opened(rentalFiles(20), {
    transport: 'socket',
  });
  const page = await list(hannah);
  await settled(async () => hannah.pressIn(page, 'View'));
  await settled(async () => hannah.pressInModal('Share'));
  await settled(async () => hannah.submit({}));
  expect(posted(CHANNELS.leasing)[0]?.text).toContain('Flat 0');

  await settled(async () => hannah.shortcut('find_rental_file'));
  expect(await hannah.suggest('flat 7')).toMatchObject({ options: [{ value: 'file-7' }] });
  await settled(async () => oliver.say('/rental settings'));
  await settled(async () => oliver.submit(choose('full')));
  expect(Object.keys(oliver.modal()?.errors ?? {})).toEqual(['privacy']);
  await settled(async () => oliver.say('@Rental Desk list'));
  expect(oliver.seen('20 rental files').onlyFor).toBe(PEOPLE.oliver);
});

/** The previews of links in what somebody has written. */
function previewsOf({ attachments }: { readonly attachments: readonly unknown[] }): string {
  return JSON.stringify(attachments);
}

test('a link shows its file to the channel once the files were read, and writes it down', async () => {
  const { hannah, list, store } = await opened();
  await list(hannah);
  await hannah.say(`${LINK} and https://console.example.com/file-1`);
  await vi.waitUntil(() => hannah.seen(LINK).attachments.length === 2, { timeout: 60_000 });

  const shown = previewsOf(hannah.seen(LINK));
  expect(shown).toMatch(/Flat 0.*Flat 1/);
  expect(shown).toContain('A.\u00a0L.');
  expect(shown).not.toContain('Lefèvre');
  expect(store.opened.map(({ kind, fileId }) => [kind, fileId])).toEqual([
    ['unfurl', 'file-0'],
    ['unfurl', 'file-1'],
  ]);
});

test('a link that Slack tells of twice is written down once', async () => {
  const { hannah, list, store, requests: heard, deliver, idle } = await opened();
  await list(hannah);
  await hannah.say(LINK);
  await vi.waitUntil(() => hannah.seen(LINK).attachments.length > 0, { timeout: 60_000 });
  await deliver(heard.findLast((body) => body.includes('link_shared')) ?? '');
  await list(hannah);
  await idle();
  expect(store.opened.map(({ kind }) => kind)).toEqual(['unfurl']);
});

test('links to files that there are not show nothing, and are no trouble', async () => {
  const { hannah, list, logged } = await opened();
  await list(hannah);
  await hannah.say('https://console.example.com/file-99');
  await list(hannah);
  expect(hannah.seen('file-99').attachments).toEqual([]);
  expect(logged.map(({ level }) => level)).toEqual(['info', 'info']);
});

test('the form of a digest offers time zones while somebody types', async () => {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(1)));
  const { workspace, settled } = await openSlackApp({
    ...dispatcher,
    async *run() {
      const zone = searchInput({ name: 'zone', label: 'Time zone' }, 'Europe/Paris');
      yield {
        kind: 'form',
        title: 'Form',
        text: 'Form',
        submit: 'Save',
        blocks: [zone],
        action: { command: 'digest', args: {} },
      };
    },
  });
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.say('/rental digest add'));

  expect(await hannah.suggest('NEW york')).toMatchObject({
    options: [{ value: 'America/New_York' }],
  });
  expect(await hannah.suggest('nowhere')).toEqual({ ok: true, options: [] });
  expect(await hannah.suggest('a')).toMatchObject({
    options: Array.from({ length: 100 }, () => ({ value: expect.any(String) })),
  });
});
