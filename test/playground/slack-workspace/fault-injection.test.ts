import { expect, test } from 'vitest';

import {
  type Interruption,
  RESPONSE_URL,
} from '../../../src/playground/slack-workspace/fault-injection.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import {
  BOT_TOKEN,
  messageThat,
  seenBy,
  testClient,
  testWorkspace,
  visitor,
  workspaceWithHttpApp,
} from '../../support/slack-workspace.ts';

const POST = { method: 'chat.postMessage', moment: 'before' } as const;

test.each(['invalid_blocks', 'channel_not_found'] as const)(
  'a post may be refused once with %s',
  async (trouble) => {
    const workspace = await testWorkspace();
    const client = testClient(workspace);
    const post = async () => client.chat.postMessage({ channel: CHANNELS.leasing, text: 'Hello' });
    workspace.interrupt({ ...POST, trouble });

    await expect(post()).rejects.toThrow(trouble);
    await expect(post()).resolves.toMatchObject({ ok: true });
  },
);

test('a post may be taken without a word', async () => {
  const workspace = await testWorkspace();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'silence' });

  const patience = new AbortController();
  const post = fetch(`${workspace.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BOT_TOKEN}` },
    body: new URLSearchParams({ channel: CHANNELS.leasing, text: 'Hello' }),
    signal: patience.signal,
  });
  await messageThat(workspace, ({ text }) => text === 'Hello');
  patience.abort();

  await expect(post).rejects.toThrow('aborted');
});

test('what no call has met is taken back', async () => {
  const workspace = await testWorkspace();
  workspace.interrupt({ ...POST, trouble: 'http_500' });
  workspace.forgive();

  const post = testClient(workspace).chat.postMessage({ channel: CHANNELS.leasing, text: 'Hello' });

  await expect(post).resolves.toMatchObject({ ok: true });
});

const REPLIES: readonly (readonly [Interruption['trouble'], Interruption['moment'], unknown])[] = [
  ['ratelimited', 'before', 429],
  ['busy', 'before', 429],
  ['gateway_page', 'after', 200],
  ['http_500', 'before', 500],
  ['http_500', 'after', 500],
  ['invalid_blocks', 'before', 400],
  ['hang_up', 'after', 'TypeError'],
  ['silence', 'after', 'AbortError'],
];

test.each(REPLIES)('a response URL may have %s %s it took the answer', async (...row) => {
  const [trouble, moment, outcome] = row;
  let url = '';
  const workspace = await workspaceWithHttpApp((app) => {
    app.command('/rental', async ({ ack, body }) => {
      url = body.response_url;
      await ack();
    });
  });
  await visitor(workspace, PEOPLE.claire).say('/rental');
  workspace.interrupt({ method: RESPONSE_URL, moment, trouble });

  const patience = new AbortController();
  const answer = fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello' }),
    signal: patience.signal,
  }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error ? error.name : ''),
  );
  if (trouble === 'silence') {
    await messageThat(workspace, ({ text }) => text === 'Hello');
    patience.abort();
  }

  expect(await answer).toBe(outcome);
  const seen = seenBy(workspace, PEOPLE.claire, CHANNELS.leasing);
  expect(seen).toHaveLength(moment === 'after' ? 1 : 0);
});
