import { inspect } from 'node:util';

import { WebAPIPlatformError } from '@slack/web-api';
import { expect, test } from 'vitest';

import { NoHistoryError, PostError } from '../../../src/delivery/ports.ts';
import { grantedScopes } from '../../../src/playground/slack-workspace/manifest.ts';
import type { SlackWorkspace } from '../../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { createPoster } from '../../../src/slack/post/poster.ts';
import { createActionTokens } from '../../../src/slack/respond/payload.ts';
import type { Message } from '../../../src/views/message.ts';
import { INSIDE } from '../../support/channels.ts';
import {
  BOT_TOKEN,
  testClient,
  testManifest,
  testWorkspace,
} from '../../support/slack-workspace.ts';

const { leasing, lyon, random } = CHANNELS;
const tokens = createActionTokens('secret');
const live = { now: () => Date.now(), isRateLimited: true };

const messageOf = (text: string): Message => ({
  kind: 'message',
  text,
  blocks: [{ type: 'section', text: { type: 'plain_text', text } }],
});

const posterIn = (workspace: SlackWorkspace, access = INSIDE) =>
  createPoster({
    monotonic: () => performance.now(),
    client: testClient(workspace, undefined, { timeout: 5_000 }),
    tokens,
    access,
  });

const errorOf = (code: string) => new WebAPIPlatformError(Object({ ok: false, error: code }));

const refuse = () => {
  throw new PostError('refused', 'too_late');
};

const textsIn = (workspace: SlackWorkspace) => workspace.state().messages.map(({ text }) => text);

test('messages for one channel are a second apart, in their order', async () => {
  const workspace = await testWorkspace(live);
  const poster = posterIn(workspace);
  const texts = ['one', 'two', 'three'];
  await Promise.all(
    texts.map(async (text) =>
      poster.enqueue(leasing, async () => poster.post(leasing, messageOf(text), text)),
    ),
  );
  expect(textsIn(workspace)).toEqual(texts);
});

test('a channel that is to rest for long holds up no other', async () => {
  const workspace = await testWorkspace(live);
  const poster = posterIn(workspace);
  const resting = poster.enqueue(leasing, async () => {
    throw new PostError('wait', 'ratelimited', { retryAfterMs: 3_600_000 });
  });
  const waiting = poster.enqueue(leasing, async () => 'never');
  await expect(resting).rejects.toMatchObject({ outcome: 'wait' });
  await expect(waiting).rejects.toMatchObject({ outcome: 'wait' });
  await expect(poster.enqueue(leasing, async () => 'never')).rejects.toThrow(PostError);
  await poster.enqueue(lyon, async () => poster.post(lyon, messageOf('here'), 'key'));
  expect(textsIn(workspace)).toEqual(['here']);
});

test('a message is found again by its key, in a thread too, and as a direct message', async () => {
  const workspace = await testWorkspace({ now: () => Date.now() });
  const poster = posterIn(workspace);
  const since = Date.now();
  const ts = await poster.post(leasing, messageOf('top'), 'a');
  const below = await poster.post(leasing, messageOf('below'), 'b', { thread: ts });
  expect(await poster.find(leasing, 'a', since)).toBe(ts);
  expect(await poster.find(leasing, 'b', since)).toBeNull();
  expect(await poster.find(leasing, 'b', since, ts)).toBe(below);
  expect(await poster.find(leasing, 'a', since + 16 * 60_000)).toBeNull();
  const direct = await poster.post(PEOPLE.claire, messageOf('you'), 'c');
  expect(await poster.find(PEOPLE.claire, 'c', since)).toBe(direct);
});

test('a message is found behind many others', async () => {
  const workspace = await testWorkspace({ now: () => Date.now() });
  const poster = posterIn(workspace);
  const since = Date.now();
  const ts = await poster.post(leasing, messageOf('first'), 'first');
  for (let count = 0; count < 250; count += 1) {
    await workspace.perform('say', { person: PEOPLE.claire, channel: leasing, text: 'hello' });
  }
  expect(await poster.find(leasing, 'first', since)).toBe(ts);
});

test('where nobody may look, that is told, and not that there is nothing', async () => {
  const scopes = grantedScopes(testManifest()).filter((scope) => !scope.endsWith(':history'));
  const workspace = await testWorkspace({ manifest: testManifest(scopes) });
  const poster = posterIn(workspace);
  await expect(poster.find(leasing, 'a', 0)).rejects.toThrow(NoHistoryError);
  await expect(posterIn(await testWorkspace()).find(random, 'a', 0)).rejects.toThrow(
    NoHistoryError,
  );
});

test('blocks that a Slack refuses are sent in their plain form', async () => {
  const workspace = await testWorkspace({ ...live, refusedBlocks: ['data_visualization'] });
  const poster = posterIn(workspace);
  const message: Message = {
    ...messageOf('backlog'),
    blocks: [
      {
        type: 'data_visualization',
        title: 'Backlog',
        chart: {
          type: 'line',
          series: [{ name: 'Ready', data: [{ label: 'Mon', value: 1 }] }],
          axis_config: { categories: ['Mon'] },
        },
      },
    ],
    plainBlocks: messageOf('backlog').blocks,
  };
  const ts = await poster.post(leasing, message, 'a');
  expect(await poster.find(leasing, 'a', Date.now())).toBe(ts);
  expect(textsIn(workspace)).toEqual(['backlog']);
  const { plainBlocks: _plain, ...rich } = message;
  await expect(poster.post(lyon, rich, 'b')).rejects.toMatchObject({ outcome: 'refused' });
});

test.each([
  ['before', 'hang_up', 'unclear'],
  ['after', 'hang_up', 'unclear'],
  ['after', 'http_500', 'unclear'],
  ['before', 'fatal_error', 'unclear'],
  ['after', 'gateway_page', 'unclear'],
  ['before', 'ratelimited', 'wait'],
  ['before', 'busy', 'wait'],
] as const)(
  '%s a post, %s is told as %s, and no more than that',
  async (moment, trouble, outcome) => {
    const workspace = await testWorkspace();
    workspace.interrupt({ method: 'chat.postMessage', moment, trouble });
    const error: unknown = await posterIn(workspace)
      .post(leasing, messageOf('hush'), 'a')
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'PostError', outcome });
    const printed = inspect(error, { depth: 10 });
    expect(printed).not.toContain('hush');
    expect(printed).not.toContain(BOT_TOKEN);
  },
);

test('nobody can have got what was never sent', async () => {
  const workspace = await testWorkspace();
  await workspace.stop();
  await expect(posterIn(workspace).post(leasing, messageOf('a'), 'a')).rejects.toMatchObject({
    outcome: 'wait',
    code: 'ECONNREFUSED',
  });
});

test('what must not be sent any more is not', async () => {
  const workspace = await testWorkspace();
  const posting = posterIn(workspace).post(leasing, messageOf('a'), 'a', { check: refuse });
  await expect(posting).rejects.toThrow('too_late');
  expect(textsIn(workspace)).toEqual([]);
});

test('a message changes and goes, also twice', async () => {
  const workspace = await testWorkspace();
  const poster = posterIn(workspace);
  const ts = await poster.post(leasing, messageOf('one'), 'a');
  await poster.update(leasing, ts, messageOf('two'));
  expect(textsIn(workspace)).toEqual(['two']);
  workspace.interrupt({ method: 'chat.delete', moment: 'before', trouble: 'is_archived' });
  expect(await poster.remove(leasing, ts)).toBe('is_archived');
  expect(await poster.remove(leasing, ts)).toBeNull();
  expect(await poster.remove(leasing, ts)).toBeNull();
  expect(textsIn(workspace)).toEqual([]);
  await expect(poster.update(leasing, ts, messageOf('three'))).rejects.toMatchObject({
    outcome: 'refused',
  });
});

test.each(['digest', 'rest', 'escalation', 'notice'] as const)(
  '%s: neither posted nor kept up to date where files may not be shown any more',
  async (kind) => {
    const workspace = await testWorkspace(live);
    const ts = await posterIn(workspace).post(leasing, messageOf('before'), 'a', { kind });
    const poster = posterIn(workspace, { ...INSIDE, allows: async () => false });
    const refusal = { outcome: 'refused', code: 'no_permission' };
    for (const place of [leasing, PEOPLE.claire]) {
      await expect(poster.post(place, messageOf('after'), 'b', { kind })).rejects.toMatchObject(
        refusal,
      );
      await expect(
        poster.update(place, ts, messageOf('after'), { key: 'a' }),
      ).rejects.toMatchObject(refusal);
    }
    expect(textsIn(workspace)).toEqual(['before']);

    // What shows less than stands there, or says why nothing comes any more, is not held back.
    await poster.update(leasing, ts, messageOf('reduced'));
    await poster.post(lyon, messageOf('why'), 'c', { kind: 'owner' });
    expect(textsIn(workspace)).toEqual(['reduced', 'why']);
  },
);

test.each([
  ['what passes', new TypeError('fetch failed'), 'wait'],
  // Until the operator has mended them: nobody has lost a right.
  ['a user group that is gone', errorOf('no_such_subteam'), 'wait'],
  ['a scope that is missing', errorOf('missing_scope'), 'wait'],
  ['a person who is gone', errorOf('user_not_found'), 'refused'],
])('a post whose reader cannot be checked, for %s', async (_, error, outcome) => {
  const workspace = await testWorkspace(live);
  const poster = posterIn(workspace, { ...INSIDE, allows: () => Promise.reject(error) });
  for (const place of [leasing, PEOPLE.claire]) {
    await expect(poster.post(place, messageOf('x'), 'a')).rejects.toMatchObject({ outcome });
  }
  expect(textsIn(workspace)).toEqual([]);
});
