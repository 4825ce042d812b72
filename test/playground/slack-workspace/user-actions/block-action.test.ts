import type { BlockAction, MessageShortcut, SlackShortcut } from '@slack/bolt';
import { expect, test } from 'vitest';

import type { Message } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { APP, TEAM } from '../../../../src/playground/slack-workspace/store/team.ts';
import {
  testClient,
  testManifest,
  testWorkspace,
  visitor,
  workspaceWithHttpApp,
} from '../../../support/slack-workspace.ts';
import { actions, button, option, plain } from '../blocks/samples.ts';

const channel = CHANNELS.leasing;
const offered = option({ value: 'new' });
const BLOCKS = Object([
  {
    ...actions(
      button({ action_id: 'more', value: 'page-2' }),
      { type: 'static_select', action_id: 'status', options: [offered] },
      { type: 'external_select', action_id: 'property' },
    ),
    block_id: 'row',
  },
]);
const MORE = { type: 'button', block_id: 'row', action_id: 'more' };

async function withButtons() {
  const heard: BlockAction[] = [];
  const workspace = await workspaceWithHttpApp((app) => {
    app.action<BlockAction>(/.*/, async ({ ack, body }) => {
      heard.push(body);
      await ack();
    });
    app.options('property', async ({ ack, payload }) => {
      await ack({ options: [Object(option({ value: payload.value }))] });
    });
  });
  return {
    workspace,
    heard,
    client: testClient(workspace),
    claire: visitor(workspace, PEOPLE.claire),
  };
}

function place(workspace: SlackWorkspace): Pick<Message, 'channel' | 'ts'> {
  return { channel, ts: workspace.state().messages.at(-1)?.ts ?? '' };
}

test('a button of the channel tells who, where, which message, and what is chosen beside it', async () => {
  const { workspace, heard, client, claire } = await withButtons();
  await client.chat.postMessage({ channel, text: 'List', blocks: BLOCKS });
  const { ts } = place(workspace);
  const chosen = { type: 'static_select', selected_option: offered };

  await claire.press({ channel, ts }, MORE, { row: { status: chosen } });

  expect(heard).toMatchObject([
    {
      type: 'block_actions',
      user: { id: PEOPLE.claire, username: 'claire', name: 'claire', team_id: TEAM.id },
      team: { id: TEAM.id, domain: TEAM.domain },
      api_app_id: APP.id,
      container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: 'leasing' },
      message: { ts, text: 'List', blocks: [{ block_id: 'row' }] },
      state: {
        values: { row: { status: chosen, property: { selected_option: null } } },
      },
      response_url: expect.stringContaining(`${workspace.url}/actions/${TEAM.id}/`),
      trigger_id: expect.any(String),
      actions: [{ ...MORE, value: 'page-2', text: plain(), action_ts: expect.any(String) }],
    },
  ]);
});

test('the button of an ephemeral message says so, and comes without the message', async () => {
  const { workspace, heard, client, claire } = await withButtons();
  await client.chat.postEphemeral({ channel, user: PEOPLE.claire, text: 'List', blocks: BLOCKS });

  await claire.press(place(workspace), MORE);

  expect(heard).toMatchObject([{ container: { is_ephemeral: true } }]);
  expect(heard[0]).not.toHaveProperty('message');
});

test('a button that only another person sees, or that is not there, cannot be clicked', async () => {
  const { workspace, heard, client, claire } = await withButtons();
  await client.chat.postEphemeral({ channel, user: PEOPLE.claire, text: 'List', blocks: BLOCKS });
  const there = place(workspace);

  expect(await visitor(workspace, PEOPLE.oliver).press(there, MORE)).toEqual({
    ok: false,
    error: 'That message is gone.',
  });
  expect(await claire.press(there, { ...MORE, action_id: 'less' })).toMatchObject({ ok: false });
  expect(heard).toEqual([]);
});

test('a person of another workspace may click buttons in a shared channel', async () => {
  const { workspace, heard, client } = await withButtons();
  const shared = CHANNELS.partners;
  const { ts = '' } = await client.chat.postMessage({ channel: shared, text: 'x', blocks: BLOCKS });

  await visitor(workspace, PEOPLE.emma).press({ channel: shared, ts }, MORE);

  expect(heard[0]?.user.team_id).not.toBe(TEAM.id);
  expect(heard[0]?.team?.id).toBe(TEAM.id);
});

test('a click that the app does not answer is reported to the visitor', async () => {
  const workspace = await testWorkspace();
  await testClient(workspace).chat.postMessage({ channel, text: 'List', blocks: BLOCKS });

  expect(await visitor(workspace, PEOPLE.claire).press(place(workspace), MORE)).toEqual({
    ok: false,
    error: 'The app could not be reached (dispatch_failed).',
  });
});

test('without interactivity in the manifest no click arrives', async () => {
  const heard: string[] = [];
  const manifest = testManifest();
  const settings = { ...manifest.settings, interactivity: { is_enabled: false } };
  const workspace = await workspaceWithHttpApp(
    (app) =>
      app.action('more', async ({ ack, action }) => {
        heard.push(action.type);
        await ack();
      }),
    { manifest: { ...manifest, settings } },
  );
  await testClient(workspace).chat.postMessage({ channel, text: 'List', blocks: BLOCKS });

  expect(await visitor(workspace, PEOPLE.claire).press(place(workspace), MORE)).toMatchObject({
    ok: false,
  });
  expect(heard).toEqual([]);
});

test('a menu asks the app for its options as a person types', async () => {
  const { workspace, client } = await withButtons();
  await client.chat.postMessage({ channel, text: 'List', blocks: BLOCKS });

  const answer = await workspace.perform('suggest', {
    person: PEOPLE.claire,
    place: place(workspace),
    blockId: 'row',
    actionId: 'property',
    value: 'Lyon',
  });

  expect(answer).toEqual({ ok: true, options: [option({ value: 'Lyon' })] });
});

test('shortcuts reach the app, those on a message with the message', async () => {
  const heard: SlackShortcut[] = [];
  const workspace = await workspaceWithHttpApp((app) => {
    app.shortcut<MessageShortcut>(/.*/, async ({ ack, body }) => {
      heard.push(body);
      await ack();
    });
  });
  const claire = visitor(workspace, PEOPLE.claire);
  await claire.say('Look at this');
  const { ts } = place(workspace);

  expect(await claire.shortcut('new_rental')).toEqual({ ok: true });
  expect(await claire.shortcut('take_it', { channel, ts })).toEqual({ ok: true });
  expect(await claire.shortcut('take_it')).toMatchObject({ ok: false });

  expect(heard).toMatchObject([
    { type: 'shortcut', callback_id: 'new_rental', user: { id: PEOPLE.claire } },
    {
      type: 'message_action',
      callback_id: 'take_it',
      message_ts: ts,
      message: { text: 'Look at this' },
      channel: { id: channel, name: 'leasing' },
    },
  ]);
});
