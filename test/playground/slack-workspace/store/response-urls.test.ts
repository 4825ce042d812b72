import { expect, test } from 'vitest';

import type { Json } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import {
  seenBy,
  testClock,
  visitor,
  workspaceWithHttpApp,
} from '../../../support/slack-workspace.ts';
import { actions, button, section } from '../blocks/samples.ts';

const MINUTE_MS = 60_000;

/** A workspace where the response URLs of the app's commands and buttons are kept. */
async function withUrls(clock = testClock()) {
  const urls: string[] = [];
  const workspace = await workspaceWithHttpApp(
    (app) => {
      app.command('/rental', async ({ ack, body }) => {
        urls.push(body.response_url);
        await ack();
      });
      app.action(/.*/, async ({ ack, body }) => {
        if ('response_url' in body) urls.push(body.response_url);
        await ack();
      });
    },
    { now: clock.now },
  );
  const claire = visitor(workspace, PEOPLE.claire);

  async function respond(body: Json, url = urls.at(-1) ?? ''): Promise<[number, string]> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return [response.status, await response.text()];
  }

  /** Shows a message with a button, and presses it. */
  async function press(fields: Json): Promise<void> {
    await claire.say('/rental');
    await respond({ blocks: [actions(button({ action_id: 'more' }))], ...fields });
    const message = workspace.state().messages.at(-1);
    const [block] = message?.blocks ?? [];
    const place = { channel: CHANNELS.leasing, ts: message?.ts ?? '' };
    const action = { type: 'button', block_id: block?.['block_id'], action_id: 'more' };
    expect(await claire.press(place, action)).toEqual({ ok: true });
  }

  return { workspace, claire, respond, press, clock };
}

test('an app answers five times, and the sixth is refused', async () => {
  const { workspace, claire, respond } = await withUrls();
  await claire.say('/rental');

  for (let use = 0; use < 5; use += 1) {
    expect(await respond({ text: `Answer ${use}` })).toEqual([200, 'ok']);
  }

  expect(await respond({ text: 'One more' })).toEqual([404, 'used_url']);
  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toHaveLength(5);
});

test('an app answers for half an hour', async () => {
  const { claire, respond, clock } = await withUrls();
  await claire.say('/rental');

  clock.advance(30 * MINUTE_MS);
  expect(await respond({ text: 'In time' })).toEqual([200, 'ok']);
  clock.advance(1);
  expect(await respond({ text: 'Too late' })).toEqual([404, 'expired_url']);
});

test('an answer is for one person unless it says otherwise', async () => {
  const { workspace, claire, respond } = await withUrls();
  await claire.say('/rental');

  await respond({ text: 'For you' });
  await respond({ text: 'For all', response_type: 'in_channel' });

  const texts = (person: string) =>
    seenBy(workspace, person, CHANNELS.leasing).map(({ text }) => text);
  expect(texts(PEOPLE.claire)).toEqual(['For you', 'For all']);
  expect(texts(PEOPLE.oliver)).toEqual(['For all']);
});

test('a typed command cannot be replaced: a second answer stands below the first', async () => {
  const { workspace, claire, respond } = await withUrls();
  await claire.say('/rental');

  await respond({ text: 'First' });
  await respond({ text: 'Second', replace_original: true });
  expect(await respond({ delete_original: true })).toEqual([200, 'ok']);

  expect(workspace.state().messages.map(({ text }) => text)).toEqual(['First', 'Second']);
});

test.each([
  ['an ephemeral message', {}, PEOPLE.claire],
  ['a message of the channel', { response_type: 'in_channel' }, null],
])('the button of %s may replace it, and its readers stay the same', async (_, fields, onlyFor) => {
  const { workspace, respond, press } = await withUrls();
  await press(fields);

  expect(
    await respond({ text: 'Page 2', replace_original: true, response_type: 'in_channel' }),
  ).toEqual([200, 'ok']);

  expect(workspace.state().messages).toMatchObject([
    { text: 'Page 2', blocks: [], onlyFor, isEdited: true },
  ]);
});

test('a button may delete its message, with or without a word', async () => {
  const { workspace, respond, press } = await withUrls();
  await press({});

  expect(await respond({ delete_original: true })).toEqual([200, 'ok']);
  expect(workspace.state().messages).toEqual([]);
  expect(await respond({ text: 'Gone', replace_original: true })).toEqual([
    404,
    'message_not_found',
  ]);

  await press({});
  await respond({ delete_original: true, text: 'Done' });
  expect(workspace.state().messages).toMatchObject([{ text: 'Done', onlyFor: PEOPLE.claire }]);
});

test('an answer goes to a thread only in the channel and beside its original', async () => {
  const { workspace, respond, press } = await withUrls();
  await press({ response_type: 'in_channel' });
  const { ts = '' } = workspace.state().messages[0] ?? {};
  const answer = { text: 'In thread', thread_ts: ts, response_type: 'in_channel' };

  await respond({ ...answer, replace_original: false });
  await respond(answer);

  const [, inThread, beside] = workspace.state().messages;
  expect([inThread?.thread, beside?.thread]).toEqual([ts, null]);
});

test('blocks are checked here too', async () => {
  const { workspace, claire, respond } = await withUrls();
  await claire.say('/rental');

  expect(await respond({ blocks: [section({ text: { type: 'mrkdwn', text: '' } })] })).toEqual([
    400,
    'invalid_blocks',
  ]);
  expect(await respond({})).toEqual([400, 'no_text']);
  expect(workspace.state().messages).toEqual([]);
});

test('a URL that was never given answers nothing', async () => {
  const { workspace, respond } = await withUrls();
  expect(await respond({ text: 'x' }, `${workspace.url}/commands/T1/1/abc`)).toEqual([
    404,
    'invalid_url',
  ]);
});

test('an app that answers where it is not a member is heard all the same', async () => {
  const { workspace, claire, respond } = await withUrls();
  await claire.say('/rental', CHANNELS.random);

  expect(await respond({ text: 'Here', response_type: 'in_channel' })).toEqual([200, 'ok']);
  expect(workspace.state().messages).toMatchObject([{ channel: CHANNELS.random, text: 'Here' }]);
});
