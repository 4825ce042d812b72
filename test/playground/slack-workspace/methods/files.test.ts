import { expect, test } from 'vitest';

import type { Message } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../../../src/playground/slack-workspace/server.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { testClient, testManifest, testWorkspace } from '../../../support/slack-workspace.ts';

const CSV = 'reference;status\nT3-0142;é';
const OWN_DM = directMessageWith(PEOPLE.claire);

async function workspaceWithFiles() {
  const manifest = testManifest(['chat:write', 'files:write', 'im:write', 'im:history']);
  const workspace = await testWorkspace({ manifest });
  return { workspace, client: testClient(workspace) };
}

function lastMessage(workspace: SlackWorkspace): Message | undefined {
  return workspace.state().messages.at(-1);
}

test('the official client puts a file into a direct message, from where it can be saved', async () => {
  const { workspace, client } = await workspaceWithFiles();
  const { channel } = await client.conversations.open({ users: PEOPLE.claire });

  const uploaded = await client.filesUploadV2({
    channel_id: channel?.id ?? '',
    filename: 'files été.csv',
    title: 'Rental files',
    content: CSV,
    initial_comment: 'Your export',
  });

  const message = lastMessage(workspace);
  const [file] = message?.files ?? [];
  expect(uploaded).toMatchObject({
    ok: true,
    files: [{ ok: true, files: [{ id: file?.id, size: 27, filetype: 'csv' }] }],
  });
  expect(message).toMatchObject({ channel: OWN_DM, text: 'Your export', onlyFor: null });
  expect(file).toMatchObject({ name: 'files été.csv', title: 'Rental files', sizeBytes: 27 });

  const saved = await fetch(file?.url ?? '');
  expect(await saved.text()).toBe(CSV);
  expect(saved.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''files%20%C3%A9t%C3%A9.csv",
  );
  const foreign = await fetch(file?.url ?? '', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(foreign.status).toBe(403);

  const history = await client.conversations.history({ channel: OWN_DM });
  expect(history.messages?.[0]?.files).toMatchObject([{ id: file?.id, name: 'files été.csv' }]);
});

test('a file answers in a thread', async () => {
  const { workspace, client } = await workspaceWithFiles();
  const { ts = '' } = await client.chat.postMessage({ channel: CHANNELS.leasing, text: 'Here' });

  const file = Buffer.from(CSV);
  await client.filesUploadV2({
    channel_id: CHANNELS.leasing,
    thread_ts: ts,
    filename: 'a.csv',
    file,
  });

  expect(lastMessage(workspace)).toMatchObject({ thread: ts, files: [{ name: 'a.csv' }] });
});

test('an upload URL takes one file, and only one as long as announced', async () => {
  const { client } = await workspaceWithFiles();
  const { upload_url: url = '', file_id: id = '' } = await client.files.getUploadURLExternal({
    filename: 'a.csv',
    length: 3,
  });
  const send = async (body: string | FormData) => {
    const { status } = await fetch(url, { method: 'POST', body });
    return status;
  };

  const early = client.files.completeUploadExternal({ files: [{ id }] });
  await expect(early).rejects.toMatchObject({ data: { error: 'file_not_found' } });
  expect(await send('four')).toBe(400);
  const form = new FormData();
  form.set('filename', new File(['abc'], 'a.csv'));
  expect(await send(form)).toBe(200);
  expect(await send('abc')).toBe(404);
});

test.each([
  ['a person in place of a channel', { channel_id: PEOPLE.claire }, 'channel_not_found'],
  ['a channel that the app is not in', { channel_id: CHANNELS.random }, 'not_in_channel'],
  ['an answer to nothing', { channel_id: CHANNELS.lyon, thread_ts: '1.2' }, 'thread_not_found'],
])('%s takes no file', async (_, place, error) => {
  const { workspace, client } = await workspaceWithFiles();
  const upload = client.filesUploadV2({ ...place, filename: 'a.csv', content: CSV });

  await expect(upload).rejects.toMatchObject({ data: { error } });
  expect(workspace.state().messages).toEqual([]);
});

test('a deleted file leaves its message, and nothing to save', async () => {
  const { workspace, client } = await workspaceWithFiles();
  await client.filesUploadV2({ channel_id: OWN_DM, filename: 'a.csv', content: CSV });
  const [file] = lastMessage(workspace)?.files ?? [];

  await client.files.delete({ file: file?.id ?? '' });

  expect(lastMessage(workspace)).toMatchObject({ isEdited: false, files: [{ url: null }] });
  expect((await fetch(file?.url ?? '')).status).toBe(404);
  const again = client.files.delete({ file: file?.id ?? '' });
  await expect(again).rejects.toMatchObject({ data: { error: 'file_deleted' } });
});
