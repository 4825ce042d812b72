import { expect, test } from 'vitest';

import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { PARTNER_TEAM, TEAM } from '../../../../src/playground/slack-workspace/store/team.ts';
import { USER_GROUPS } from '../../../../src/playground/slack-workspace/store/user-groups.ts';
import {
  testClient,
  testClock,
  testManifest,
  testWorkspace,
  visitor,
} from '../../../support/slack-workspace.ts';

const channel = CHANNELS.leasing;

test('a channel tells whether it is private, shared, and joined', async () => {
  const client = testClient(await testWorkspace());
  const info = async (id: string) => (await client.conversations.info({ channel: id })).channel;

  expect(await info(CHANNELS.leasing)).toMatchObject({
    name: 'leasing',
    is_private: false,
    is_ext_shared: false,
    is_member: true,
  });
  expect(await info(CHANNELS.direction)).toMatchObject({ is_private: true, is_group: true });
  expect(await info(CHANNELS.random)).toMatchObject({ is_member: false });
  expect(await info(CHANNELS.partners)).toMatchObject({
    is_ext_shared: true,
    is_shared: true,
    connected_team_ids: [PARTNER_TEAM.id],
    conversation_host_id: TEAM.id,
  });
});

test('members are counted only when that is asked for', async () => {
  const client = testClient(await testWorkspace());

  const plain = await client.conversations.info({ channel });
  const counted = await client.conversations.info({ channel, include_num_members: true });
  const { members } = await client.conversations.members({ channel });

  expect(plain.channel?.num_members).toBeUndefined();
  expect(counted.channel?.num_members).toBe(members?.length);
  expect(members).toContain(PEOPLE.nadia);
});

test('a private channel without the app does not exist for it', async () => {
  const workspace = await testWorkspace();
  await workspace.changeChannel(CHANNELS.direction, { members: [PEOPLE.claire] });

  await expect(
    testClient(workspace).conversations.info({ channel: CHANNELS.direction }),
  ).rejects.toMatchObject({ data: { error: 'channel_not_found' } });
});

test('each kind of conversation has a scope of its own', async () => {
  const manifest = testManifest(['channels:read', 'channels:history']);
  const client = testClient(await testWorkspace({ manifest }));

  expect(await client.conversations.info({ channel })).toMatchObject({ ok: true });
  await expect(client.conversations.info({ channel: CHANNELS.direction })).rejects.toMatchObject({
    data: { error: 'missing_scope', needed: 'groups:read' },
  });
  await expect(client.conversations.history({ channel: CHANNELS.direction })).rejects.toMatchObject(
    { data: { error: 'missing_scope', needed: 'groups:history' } },
  );
});

test('history is newest first, without threads and without what only one person saw', async () => {
  const clock = testClock();
  const workspace = await testWorkspace({ now: clock.now });
  const client = testClient(workspace);
  const metadata = { event_type: 'slot', event_payload: { key: 'k1' } };
  const first = await client.chat.postMessage({ channel, text: 'First', metadata });
  clock.advance(60_000);
  await client.chat.postMessage({ channel, text: 'Second' });
  await client.chat.postMessage({ channel, text: 'Reply', thread_ts: first.ts ?? '' });
  await client.chat.postEphemeral({ channel, text: 'Secret', user: PEOPLE.claire });

  const brief = await client.conversations.history({ channel });
  const whole = await client.conversations.history({ channel, include_all_metadata: true });
  const replies = await client.conversations.replies({ channel, ts: first.ts ?? '' });

  expect(brief.messages?.map(({ text }) => text)).toEqual(['Second', 'First']);
  expect(brief.messages?.[1]).toMatchObject({ reply_count: 1, metadata: { event_type: 'slot' } });
  expect(brief.messages?.[1]?.metadata).not.toHaveProperty('event_payload');
  expect(whole.messages?.[1]?.metadata).toEqual(metadata);
  expect(replies.messages?.map(({ text }) => text)).toEqual(['First', 'Reply']);
});

test('history begins after `oldest`, ends before `latest`, and includes them when asked', async () => {
  const clock = testClock(1_795_240_800_000);
  const client = testClient(await testWorkspace({ now: clock.now }));
  const stamps: string[] = [];
  for (const text of ['a', 'b', 'c']) {
    const { ts = '' } = await client.chat.postMessage({ channel, text });
    stamps.push(ts);
    clock.advance(1000);
  }
  const [oldest = '', , latest = ''] = stamps;
  const texts = async (asked: object) => {
    const { messages } = await client.conversations.history({ channel, ...asked });
    return messages?.map(({ text }) => text);
  };

  expect(await texts({ oldest, latest })).toEqual(['b']);
  expect(await texts({ oldest, latest, inclusive: true })).toEqual(['c', 'b', 'a']);
  expect(await texts({ oldest: '1795240801' })).toEqual(['c']);
});

test('a long history comes in pages', async () => {
  const client = testClient(await testWorkspace());
  for (let index = 0; index < 5; index += 1) {
    await client.chat.postMessage({ channel, text: `${index}` });
  }

  const pages = await Array.fromAsync(
    client.paginate('conversations.history', { channel, limit: 2 }),
  );

  expect(pages).toHaveLength(3);
  await expect(client.conversations.history({ channel, cursor: 'what' })).rejects.toMatchObject({
    data: { error: 'invalid_cursor' },
  });
});

test('the app reads no history where it is not', async () => {
  const client = testClient(await testWorkspace());
  await expect(client.conversations.history({ channel: CHANNELS.random })).rejects.toMatchObject({
    data: { error: 'not_in_channel' },
  });
});

test('everybody has a direct message of their own with the app', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);

  const opened = await client.conversations.open({ users: PEOPLE.claire });
  await client.chat.postMessage({ channel: opened.channel?.id ?? '', text: 'Hello' });
  await visitor(workspace, PEOPLE.claire).say('Hello back', opened.channel?.id);

  expect(workspace.state().messages).toHaveLength(2);
  expect(await visitor(workspace, PEOPLE.oliver).say('Me too', opened.channel?.id)).toMatchObject({
    ok: false,
  });
  await expect(client.conversations.open({ users: PEOPLE.luc })).rejects.toMatchObject({
    data: { error: 'user_disabled' },
  });
});

test('user groups list their members', async () => {
  const client = testClient(await testWorkspace());
  const usergroup = USER_GROUPS.leasing.id;

  expect(await client.usergroups.users.list({ usergroup })).toMatchObject({
    users: [PEOPLE.claire, PEOPLE.oliver],
  });
  await expect(client.usergroups.users.list({ usergroup: 'S0' })).rejects.toMatchObject({
    data: { error: 'no_such_subteam' },
  });
});

test('the history can be out of reach once, as where the scope was not granted', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  workspace.interrupt({
    method: 'conversations.history',
    moment: 'before',
    trouble: 'missing_scope',
  });

  const refused = client.conversations.history({ channel: CHANNELS.leasing });

  await expect(refused).rejects.toMatchObject({
    data: {
      error: 'missing_scope',
      needed: expect.stringContaining('channels:history'),
      provided: expect.not.stringContaining('channels:history'),
    },
  });
  expect(await client.conversations.history({ channel: CHANNELS.leasing })).toMatchObject({
    ok: true,
  });
});
