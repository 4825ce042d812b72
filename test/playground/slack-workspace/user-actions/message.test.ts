import type { webApi } from '@slack/bolt';
import { expect, test, vi } from 'vitest';

import type { SlackWorkspace } from '../../../../src/playground/slack-workspace/server.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../../../src/playground/slack-workspace/store/team.ts';
import {
  seenBy,
  testClient,
  testManifest,
  testWorkspace,
  visitor,
  workspaceWithHttpApp,
} from '../../../support/slack-workspace.ts';

const LINK = 'https://console.example/files/7?tab=a&b';

async function listening(manifest = testManifest()) {
  const heard: object[] = [];
  const workspace = await workspaceWithHttpApp(
    (app) => app.event(/.*/, async ({ event }) => void heard.push(event)),
    { manifest },
  );
  return { workspace, heard, claire: visitor(workspace, PEOPLE.claire) };
}

async function root(workspace: SlackWorkspace, client: webApi.WebClient = testClient(workspace)) {
  return (await client.chat.postMessage({ channel: CHANNELS.leasing, text: 'Digest' })).ts ?? '';
}

async function replyIn(workspace: SlackWorkspace, thread: string, text: string) {
  const to = { channel: CHANNELS.leasing, ts: thread };
  return visitor(workspace, PEOPLE.claire).reply(text, to);
}

test('the app is mentioned by its full name, in a thread too', async () => {
  const { workspace, heard } = await listening();
  const thread = await root(workspace);

  await replyIn(workspace, thread, 'Thanks, @Rental Desk pending');

  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 });
  expect(heard[0]).toMatchObject({
    type: 'app_mention',
    user: PEOPLE.claire,
    text: `Thanks, <@${APP.userId}> pending`,
    thread_ts: thread,
    channel: CHANNELS.leasing,
  });
  expect(heard[0]).not.toHaveProperty('channel_type');
});

test('a reply in a direct message is told with its thread', async () => {
  const { workspace, heard, claire } = await listening();
  const channel = directMessageWith(PEOPLE.claire);
  await claire.say('pending', channel);
  const { ts: thread = '' } = workspace.state().messages.at(-1) ?? {};

  await workspace.perform('say', { person: PEOPLE.claire, channel, text: 'and list', thread });

  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 60_000 });
  expect(heard[1]).toMatchObject({ type: 'message', channel_type: 'im', thread_ts: thread });
});

test('nobody replies to what is not there, is a reply itself, or is seen by one person only', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  const channel = CHANNELS.leasing;
  const thread = await root(workspace, client);
  await client.chat.postEphemeral({
    channel,
    user: PEOPLE.claire,
    text: 'Secret',
    thread_ts: thread,
  });
  const secret = workspace.state().messages.at(-1);
  await replyIn(workspace, thread, 'Thanks');
  const reply = workspace.state().messages.at(-1);

  expect(secret).toMatchObject({ thread, onlyFor: PEOPLE.claire });
  for (const ts of ['1.2', secret?.ts ?? '', reply?.ts ?? '']) {
    expect(await replyIn(workspace, ts, 'Hello')).toMatchObject({ ok: false });
  }
  expect(seenBy(workspace, PEOPLE.oliver, channel).map(({ text }) => text)).toEqual([
    'Digest',
    'Thanks',
  ]);
});

test.each([
  ['the app is in', CHANNELS.leasing, true],
  ['the app is not in', CHANNELS.random, false],
])('a link under a domain of the app is told from a channel that %s', async (_, channel, isIn) => {
  const { workspace, heard, claire } = await listening();

  await claire.say(`Look (twice): ${LINK}, ${LINK} and https://a.example.`, channel);

  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 });
  const { ts, text } = workspace.state().messages.at(-1) ?? {};
  expect(text).toContain('<https://console.example/files/7?tab=a&amp;b>,');
  expect(text).toContain('<https://a.example>.');
  expect(heard[0]).toMatchObject({
    type: 'link_shared',
    user: PEOPLE.claire,
    channel,
    message_ts: ts,
    unfurl_id: expect.stringContaining(`${channel}.${ts}.`),
    source: 'conversations_history',
    links: [{ url: LINK, domain: 'console.example' }],
    is_bot_user_member: isIn,
  });
});

test.each([
  ['a domain of somebody else', 'https://elsewhere.example/console.example', undefined],
  ['a domain that only looks alike', 'https://my-console.example/7', undefined],
  ['an app without links:read', LINK, ['chat:write', 'app_mentions:read']],
])('a link is not told for %s', async (_, link, scopes) => {
  const { heard, claire } = await listening(testManifest(scopes));

  await claire.say(`${link} @Rental Desk`);

  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 });
  expect(heard).toMatchObject([{ type: 'app_mention' }]);
});
