import type { BlockAction, types } from '@slack/bolt';
import { expect, test, vi } from 'vitest';

import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../../../src/playground/slack-workspace/store/team.ts';
import {
  messageThat,
  testClient,
  visitor,
  workspaceWithHttpApp,
} from '../../../support/slack-workspace.ts';
import { actions, button, plain } from '../blocks/samples.ts';

const LINK = 'https://console.example/files/7?a=1&b=2';
const MORE = { ...actions(button({ action_id: 'more', value: '7' })), block_id: 'row' };
const RICH = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [] }] };
const header = (text: string) => ({ type: 'header', text: { ...plain(), text } });

/** A link of the app's, as Claire posted it and as the app heard of it. */
async function sharedLink() {
  const heard: types.LinkSharedEvent[] = [];
  const pressed: BlockAction[] = [];
  const workspace = await workspaceWithHttpApp((app) => {
    app.event('link_shared', async ({ event }) => void heard.push(event));
    app.action<BlockAction>('more', async ({ ack, body, respond }) => {
      pressed.push(body);
      await ack();
      await respond({ text: 'For you', replace_original: false });
    });
  });
  await visitor(workspace, PEOPLE.claire).say(`See ${LINK}`);
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 });
  const message = workspace.state().messages.at(-1);
  const ts = message?.ts ?? '';
  const client = testClient(workspace);
  const unfurl = async (blocks: readonly object[], place: object, link = LINK) =>
    client.chat.unfurl(Object({ ...place, unfurls: { [link]: { blocks } } }));
  const shown = () => workspace.state().messages.find((one) => one.ts === ts)?.attachments;
  const { channel, unfurl_id: id, source } = heard[0] ?? {};
  const named = { unfurl_id: id, source };
  return { workspace, client, ts, channel, named, unfurl, shown, pressed };
}

test('a preview is put under the message, and the next one takes its place', async () => {
  const { ts, channel, named, unfurl, shown, workspace } = await sharedLink();

  await unfurl([header('File 7')], { channel, ts });
  expect(shown()).toMatchObject([
    { id: 1, app_unfurl_url: LINK, is_app_unfurl: true, blocks: [header('File 7')] },
  ]);
  await unfurl([header('File 7, decided')], named, LINK.replace('&', '&amp;'));

  expect(shown()).toMatchObject([{ id: 1, blocks: [header('File 7, decided')] }]);
  expect(workspace.state().messages.at(-1)).toMatchObject({ isEdited: false });
});

test('a button in a preview comes with the preview in place of the message', async () => {
  const { workspace, ts, channel, named, unfurl, pressed } = await sharedLink();
  await unfurl([MORE], named);

  const place = { channel: CHANNELS.leasing, ts, attachment: 1 };
  const press = { type: 'button', block_id: 'row', action_id: 'more' };
  const answer = await visitor(workspace, PEOPLE.oliver).press(place, press);

  expect(answer).toEqual({ ok: true });
  expect(pressed[0]).toMatchObject({
    type: 'block_actions',
    user: { id: PEOPLE.oliver },
    container: {
      type: 'message_attachment',
      attachment_id: 1,
      message_ts: ts,
      channel_id: channel,
      is_ephemeral: false,
      is_app_unfurl: true,
      app_unfurl_url: LINK,
    },
    app_unfurl: { id: 1, is_app_unfurl: true, app_id: APP.id, blocks: [{ block_id: 'row' }] },
    channel: { id: channel },
    actions: [{ action_id: 'more', value: '7' }],
  });
  expect(pressed[0]).not.toHaveProperty('message');
  const { onlyFor } = await messageThat(workspace, ({ text }) => text === 'For you');
  expect(onlyFor).toBe(PEOPLE.oliver);
});

test('a preview takes what a message takes, but for rich_text', async () => {
  const { named, unfurl, shown, workspace } = await sharedLink();

  await expect(unfurl([RICH], named)).rejects.toMatchObject({ data: { error: 'invalid_blocks' } });
  await expect(unfurl([header('')], named)).rejects.toMatchObject({
    data: { error: 'invalid_blocks' },
  });
  workspace.refuseBlocks(['header']);
  await expect(unfurl([header('File 7')], named)).rejects.toMatchObject({
    data: { error: 'invalid_blocks' },
  });
  expect(shown()).toEqual([]);
});

test.each([
  ['an unknown id', { unfurl_id: 'x', source: 'composer' }, LINK, 'invalid_unfurl_id'],
  ['an unknown source', { unfurl_id: 'x', source: 'mail' }, LINK, 'invalid_source'],
  ['no source', { unfurl_id: 'x' }, LINK, 'missing_source'],
  ['no id', { source: 'composer' }, LINK, 'missing_unfurl_id'],
  ['no channel', { ts: '1.2' }, LINK, 'missing_channel'],
  ['no time', { channel: CHANNELS.leasing }, LINK, 'missing_ts'],
  ['no such channel', { channel: 'C0', ts: '1.2' }, LINK, 'cannot_find_channel'],
  ['no such message', { channel: CHANNELS.leasing, ts: '1.2' }, LINK, 'cannot_unfurl_message'],
])('%s is refused', async (_, place, link, error) => {
  const { unfurl } = await sharedLink();
  await expect(unfurl([header('x')], place, link)).rejects.toMatchObject({ data: { error } });
});

test('a link that the message does not have is refused, and so is nothing at all', async () => {
  const { named, unfurl, client } = await sharedLink();
  const other = unfurl([header('x')], named, 'https://console.example/files/8');
  await expect(other).rejects.toMatchObject({ data: { error: 'cannot_unfurl_message' } });
  await expect(client.chat.unfurl(Object(named))).rejects.toMatchObject({
    data: { error: 'missing_unfurls' },
  });
});
