import { expect, test } from 'vitest';

import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { APP, TEAM } from '../../../../src/playground/slack-workspace/store/team.ts';
import {
  seenBy,
  testClient,
  testClock,
  testManifest,
  testWorkspace,
  visitor,
} from '../../../support/slack-workspace.ts';
import { markup, section, words } from '../blocks/samples.ts';

const channel = CHANNELS.leasing;
const HELLO = { channel, text: 'Hello' };

test('a message is posted, named, and read back', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  const blocks = [section({ text: markup(3) })];

  const posted = await client.chat.postMessage({ ...HELLO, blocks: Object(blocks) });

  expect(posted).toMatchObject({
    ok: true,
    channel,
    ts: expect.stringMatching(/^\d{10}\.\d{6}$/),
    message: { user: APP.userId, bot_id: APP.botId, text: 'Hello', team: TEAM.id },
  });
  expect(workspace.state().messages).toMatchObject([
    { ts: posted.ts, blocks: [{ type: 'section', block_id: expect.any(String) }] },
  ]);
});

test('a channel is found by its name, and a person by their id', async () => {
  const client = testClient(await testWorkspace());

  const byName = await client.chat.postMessage({ ...HELLO, channel: '#leasing' });
  const direct = await client.chat.postMessage({ ...HELLO, channel: PEOPLE.claire });

  expect(byName.channel).toBe(channel);
  expect(direct.channel).toMatch(/^D/);
});

test.each([
  ['an unknown channel', { channel: 'C0NOWHERE00' }, 'channel_not_found'],
  ['a channel it is not in', { channel: CHANNELS.random }, 'not_in_channel'],
  ['somebody deactivated', { channel: PEOPLE.luc }, 'channel_not_found'],
  ['another bot', { channel: PEOPLE.calendarBot }, 'cannot_dm_bot'],
  ['nothing', { text: '' }, 'no_text'],
  ['an unknown thread', { thread_ts: '1.000001' }, 'thread_not_found'],
  ['metadata out of shape', { metadata: { event_type: 'x' } }, 'invalid_metadata_schema'],
])('a post to or with %s is refused', async (_, fields, error) => {
  const client = testClient(await testWorkspace());
  await expect(client.apiCall('chat.postMessage', { ...HELLO, ...fields })).rejects.toMatchObject({
    data: { ok: false, error },
  });
});

test('bad blocks are named one by one', async () => {
  const client = testClient(await testWorkspace());
  const blocks = [section({ text: markup(3001) }), { type: 'banner' }];

  await expect(client.apiCall('chat.postMessage', { channel, blocks })).rejects.toMatchObject({
    data: {
      error: 'invalid_blocks',
      errors: [
        'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
        'unsupported type: banner [json-pointer:/blocks/1/type]',
      ],
      response_metadata: {
        messages: [
          '[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
          '[ERROR] unsupported type: banner [json-pointer:/blocks/1/type]',
        ],
      },
    },
  });
});

test('a missing argument is named', async () => {
  const client = testClient(await testWorkspace());
  await expect(client.apiCall('chat.postMessage', { text: 'Hello' })).rejects.toMatchObject({
    data: {
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] missing required field: channel [json-pointer:/]'] },
    },
  });
});

test('a text that is too long is cut when it is posted', async () => {
  const workspace = await testWorkspace();
  await testClient(workspace).chat.postMessage({ channel, text: words(40_001) });
  expect(workspace.state().messages[0]?.text).toHaveLength(40_000);
});

test('an archived channel takes no messages, nor one the app was removed from', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);

  await workspace.changeChannel(channel, { isArchived: true });
  await expect(client.chat.postMessage(HELLO)).rejects.toMatchObject({
    data: { error: 'is_archived' },
  });
  await workspace.changeChannel(CHANNELS.direction, { members: [PEOPLE.claire] });
  await expect(
    client.chat.postMessage({ ...HELLO, channel: CHANNELS.direction }),
  ).rejects.toMatchObject({ data: { error: 'channel_not_found' } });
});

test('with chat:write.public an app posts to public channels without joining', async () => {
  const manifest = testManifest(['chat:write', 'chat:write.public']);
  const client = testClient(await testWorkspace({ manifest }));

  const posted = await client.chat.postMessage({ ...HELLO, channel: CHANNELS.random });

  expect(posted.ok).toBe(true);
});

test('an ephemeral message reaches one member, and cannot be changed later', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);

  const posted = await client.chat.postEphemeral({ ...HELLO, user: PEOPLE.claire });

  expect(seenBy(workspace, PEOPLE.claire, channel)).toHaveLength(1);
  expect(seenBy(workspace, PEOPLE.oliver, channel)).toHaveLength(0);
  const ts = posted.message_ts ?? '';
  await expect(client.chat.update({ ...HELLO, ts })).rejects.toMatchObject({
    data: { error: 'message_not_found' },
  });
  await expect(client.chat.postEphemeral({ ...HELLO, user: PEOPLE.tom })).rejects.toMatchObject({
    data: { error: 'user_not_in_channel' },
  });
  await expect(
    client.chat.postEphemeral({ channel, text: words(4001), user: PEOPLE.claire }),
  ).rejects.toMatchObject({ data: { error: 'msg_too_long' } });
});

test('an update keeps the blocks and the metadata that it does not name', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  const metadata = { event_type: 'slot', event_payload: { key: 'k1' } };
  const blocks = Object([section()]);
  const { ts = '' } = await client.chat.postMessage({ ...HELLO, blocks, metadata });

  await client.chat.update({ channel, ts, text: 'Later' });
  expect(workspace.state().messages).toMatchObject([
    { text: 'Later', blocks: [{ type: 'section' }], isEdited: true },
  ]);

  await client.chat.update({ channel, ts, text: 'Bare', blocks: [] });
  expect(workspace.state().messages).toMatchObject([{ text: 'Bare', blocks: [] }]);
  const history = await client.conversations.history({ channel, include_all_metadata: true });
  expect(history.messages?.[0]?.metadata).toEqual(metadata);
});

test('an app changes and deletes what it wrote, and nothing else', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  await visitor(workspace, PEOPLE.claire).say('Mine');
  const { ts = '' } = workspace.state().messages[0] ?? {};
  const own = await client.chat.postMessage(HELLO);

  await expect(client.chat.update({ ...HELLO, ts })).rejects.toMatchObject({
    data: { error: 'cant_update_message' },
  });
  await expect(client.chat.delete({ channel, ts })).rejects.toMatchObject({
    data: { error: 'cant_delete_message' },
  });
  await client.chat.delete({ channel, ts: own.ts ?? '' });
  expect(workspace.state().messages.map(({ text }) => text)).toEqual(['Mine']);
});

test('a permalink leads to the message', async () => {
  const client = testClient(await testWorkspace());
  const { ts = '' } = await client.chat.postMessage(HELLO);

  const { permalink } = await client.chat.getPermalink({ channel, message_ts: ts });

  expect(permalink).toBe(
    `https://${TEAM.domain}.slack.com/archives/${channel}/p${ts.replace('.', '')}`,
  );
});

test('one message a second goes to a channel, when that is asked for', async () => {
  const clock = testClock();
  const client = testClient(await testWorkspace({ now: clock.now, isRateLimited: true }));

  await client.chat.postMessage(HELLO);
  await expect(client.chat.postMessage(HELLO)).rejects.toMatchObject({ retryAfter: 1 });
  await client.chat.postMessage({ ...HELLO, channel: CHANNELS.lyon });
  clock.advance(1000);
  expect(await client.chat.postMessage(HELLO)).toMatchObject({ ok: true });
});

test.each([
  ['before', 'fatal_error', 0],
  ['after', 'fatal_error', 1],
  ['before', 'http_500', 0],
  ['after', 'http_500', 1],
  ['after', 'hang_up', 1],
  ['before', 'ratelimited', 0],
] as const)('trouble %s a post (%s) leaves %i messages', async (moment, trouble, count) => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  workspace.interrupt({ method: 'chat.postMessage', moment, trouble });

  await expect(client.chat.postMessage(HELLO)).rejects.toMatchObject({
    code: expect.stringMatching(/^slack_webapi_(?:platform|http|request|rate_limited)_error$/),
  });

  expect(workspace.state().messages).toHaveLength(count);
  expect(await client.chat.postMessage(HELLO)).toMatchObject({ ok: true });
});

test('what the app put on a message for itself is told to the page, and goes with the message', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  const metadata = { event_type: 'slot', event_payload: { slot: 'k1' } };
  const { ts = '' } = await client.chat.postMessage({ ...HELLO, metadata });

  expect(workspace.state().messages).toMatchObject([{ ts, metadata }]);
  await client.chat.update({ ...HELLO, ts, text: 'Changed' });
  expect(workspace.state().messages).toMatchObject([{ text: 'Changed', metadata }]);
  await client.chat.delete({ channel, ts });
  expect(workspace.state().messages).toEqual([]);
});
