import type { SlashCommand } from '@slack/bolt';
import { expect, test } from 'vitest';

import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { SLACKBOT_ID, TEAM } from '../../../../src/playground/slack-workspace/store/team.ts';
import {
  messageThat,
  seenBy,
  testWorkspace,
  visitor,
  workspaceWithHttpApp,
} from '../../../support/slack-workspace.ts';
import { section } from '../blocks/samples.ts';

/** A workspace whose app answers a command with `answer`, and keeps what it was sent. */
async function answering(answer: string | Record<string, unknown> = '') {
  const heard: SlashCommand[] = [];
  const workspace = await workspaceWithHttpApp((app) => {
    app.command(/.*/, async ({ ack, body }) => {
      heard.push(body);
      await ack(answer);
    });
  });
  return { workspace, heard };
}

test('Bolt takes the signature of a command, and reads every field of it', async () => {
  const { workspace, heard } = await answering('Here you are');
  const claire = visitor(workspace, PEOPLE.claire);

  expect(await claire.say('/rental list status:new')).toEqual({ ok: true });

  expect(heard).toMatchObject([
    {
      command: '/rental',
      text: 'list status:new',
      user_id: PEOPLE.claire,
      user_name: 'claire',
      team_id: TEAM.id,
      team_domain: TEAM.domain,
      channel_id: CHANNELS.leasing,
      channel_name: 'leasing',
      api_app_id: workspace.state().app.id,
      is_enterprise_install: 'false',
      response_url: expect.stringContaining(`${workspace.url}/commands/${TEAM.id}/`),
      trigger_id: expect.stringMatching(/^\d+\.\d+\.\w+$/),
      token: expect.any(String),
    },
  ]);
  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toMatchObject([
    { text: 'Here you are', onlyFor: PEOPLE.claire },
  ]);
  expect(seenBy(workspace, PEOPLE.oliver, CHANNELS.leasing)).toEqual([]);
});

test('private channels and direct messages are not named in a command', async () => {
  const { workspace, heard } = await answering();
  const claire = visitor(workspace, PEOPLE.claire);
  const direct = workspace
    .state()
    .channels.find(({ kind, members }) => kind === 'dm' && members?.includes(PEOPLE.claire));

  await claire.say('/rental', CHANNELS.direction);
  await claire.say('/rental', direct?.id);

  expect(heard.map((command) => command.channel_name)).toEqual(['privategroup', 'directmessage']);
});

test('people, channels and links are references only where the manifest escapes them', async () => {
  const { workspace, heard } = await answering();
  const claire = visitor(workspace, PEOPLE.claire);
  const typed = '@oliver user:@oliver #lyon #direction https://a.example @nobody age:>3bd';

  await claire.say(`/rental ${typed}`);
  await claire.say(`/raw ${typed}`);

  expect(heard.map(({ text }) => text)).toEqual([
    `<@${PEOPLE.oliver}> user:<@${PEOPLE.oliver}> <#${CHANNELS.lyon}|lyon> <#${CHANNELS.direction}|> <https://a.example> @nobody age:&gt;3bd`,
    '@oliver user:@oliver #lyon #direction https://a.example @nobody age:&gt;3bd',
  ]);
});

test('an answer to everybody shows what was typed as well', async () => {
  const { workspace } = await answering({ response_type: 'in_channel', blocks: [section()] });

  await visitor(workspace, PEOPLE.claire).say('/rental list');

  expect(seenBy(workspace, PEOPLE.oliver, CHANNELS.leasing)).toMatchObject([
    { author: PEOPLE.claire, text: '/rental list' },
    { author: workspace.state().app.userId, blocks: [{ type: 'section' }] },
  ]);
});

test('an answer with bad blocks is no answer', async () => {
  const { workspace } = await answering({ blocks: [{ type: 'banner' }] });

  await visitor(workspace, PEOPLE.claire).say('/rental');

  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toMatchObject([
    { author: SLACKBOT_ID, text: '/rental failed with the error "invalid_blocks"' },
  ]);
});

test('a command that is not acknowledged in time is said to have timed out', async () => {
  const workspace = await workspaceWithHttpApp((app) => app.command('/rental', async () => {}), {
    ackWithinMs: 200,
  });

  await visitor(workspace, PEOPLE.claire).say('/rental');

  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toMatchObject([
    {
      author: SLACKBOT_ID,
      onlyFor: PEOPLE.claire,
      text: '/rental failed with the error "operation_timeout"',
    },
  ]);
});

test.each([
  ['that does not listen', 'http://127.0.0.1:1/slack/events', 'dispatch_failed'],
  ['without an address', null, 'dispatch_failed'],
])('an app %s is said to be unreachable', async (_, url, error) => {
  const workspace = await testWorkspace({
    botEventsUrl: () => (url === null ? null : new URL(url)),
  });

  await visitor(workspace, PEOPLE.claire).say('/rental');

  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toMatchObject([
    { text: `/rental failed with the error "${error}"` },
  ]);
});

test('an app with another signing secret refuses what it is sent', async () => {
  const workspace = await workspaceWithHttpApp(
    (app) => app.command('/rental', ({ ack }) => ack()),
    {
      signingSecret: 'another-secret',
    },
  );

  await visitor(workspace, PEOPLE.claire).say('/rental');

  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toMatchObject([
    { text: '/rental failed with the error "http_client_error"' },
  ]);
});

test('a command that nobody offers is answered by Slackbot alone', async () => {
  const { workspace, heard } = await answering();

  await visitor(workspace, PEOPLE.claire).say('/rentals list');

  expect(heard).toEqual([]);
  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toMatchObject([
    { author: SLACKBOT_ID, text: '/rentals is not a valid command.' },
  ]);
});

test('a person of another workspace has none of the commands', async () => {
  const { workspace, heard } = await answering();

  await visitor(workspace, PEOPLE.emma).say('/rental', CHANNELS.partners);

  expect(heard).toEqual([]);
  const line = await messageThat(workspace, ({ author }) => author === SLACKBOT_ID);
  expect(line.text).toBe('/rental is not a valid command.');
});

test('a command cannot be run in a thread', async () => {
  const { workspace, heard } = await answering();
  await visitor(workspace, PEOPLE.claire).say('Good morning');
  const [root] = workspace.state().messages;

  await workspace.perform('say', {
    person: PEOPLE.claire,
    channel: CHANNELS.leasing,
    text: '/rental',
    thread: root?.ts ?? '',
  });

  expect(heard).toEqual([]);
  expect(workspace.state().messages.at(-1)?.text).toBe(
    '/rental is not supported in threads. Sorry!',
  );
});

test.each([
  ['a deactivated person', PEOPLE.luc, CHANNELS.leasing, 'Luc Moreau is deactivated'],
  ['a bot', PEOPLE.calendarBot, CHANNELS.leasing, 'A bot cannot be played'],
  ['a guest elsewhere', PEOPLE.tom, CHANNELS.leasing, 'Tom Keller is not in #leasing'],
  [
    'a colleague outside a private channel',
    PEOPLE.oliver,
    CHANNELS.direction,
    'is not in #direction',
  ],
])('%s can say nothing there', async (_, person, channel, error) => {
  const workspace = await testWorkspace();

  expect(await visitor(workspace, person).say('Hello', channel)).toEqual({
    ok: false,
    error: expect.stringContaining(error),
  });
});
