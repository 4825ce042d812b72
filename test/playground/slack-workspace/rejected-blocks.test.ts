import { expect, test } from 'vitest';

import type { SlackWorkspace } from '../../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import {
  testClient,
  testWorkspace,
  visitor,
  workspaceWithHttpApp,
} from '../../support/slack-workspace.ts';

const CHART = {
  type: 'data_visualization',
  title: 'By status',
  chart: { type: 'pie', segments: [{ label: 'Ready', value: 3 }] },
};
const blocks = Object([CHART]);
const channel = CHANNELS.leasing;
const WORDS = 'unsupported type: data_visualization';

const ways = {
  'chat.postMessage': (workspace) =>
    testClient(workspace).chat.postMessage({ channel, text: 'x', blocks }),
  'chat.postEphemeral': (workspace) =>
    testClient(workspace).chat.postEphemeral({ channel, user: PEOPLE.claire, text: 'x', blocks }),
} as const satisfies Record<string, (workspace: SlackWorkspace) => Promise<unknown>>;

test.each(Object.entries(ways))('%s takes a chart until charts are refused', async (_, send) => {
  const workspace = await testWorkspace();
  await send(workspace);
  workspace.refuseBlocks(['data_visualization']);

  await expect(send(workspace)).rejects.toMatchObject({
    data: {
      error: 'invalid_blocks',
      errors: [`${WORDS} [json-pointer:/blocks/0/type]`],
      response_metadata: { messages: [`[ERROR] ${WORDS} [json-pointer:/blocks/0/type]`] },
    },
  });
  workspace.refuseBlocks([]);
  await send(workspace);
  expect(workspace.state().messages).toHaveLength(2);
});

test('a visitor has charts refused, and drawn again, and other types stay as they are', async () => {
  const workspace = await testWorkspace({ refusedBlocks: ['table'] });
  const send = ways['chat.postMessage'];

  await workspace.perform('settings', { refusesCharts: true });
  await expect(send(workspace)).rejects.toMatchObject({ data: { error: 'invalid_blocks' } });
  expect(workspace.state().settings.refusesCharts).toBe(true);

  await workspace.perform('settings', { refusesCharts: false });
  await send(workspace);
  expect(workspace.state().settings.refusesCharts).toBe(false);
  const table = { type: 'table', rows: [[{ type: 'raw_text', text: 'x' }]] };
  await expect(
    testClient(workspace).chat.postMessage({ channel, text: 'x', blocks: Object([table]) }),
  ).rejects.toMatchObject({ data: { errors: [expect.stringContaining('table')] } });
});

test('a home tab with a refused block is not published', async () => {
  const workspace = await testWorkspace({ refusedBlocks: ['data_visualization'] });
  const view = { type: 'home' as const, blocks };

  const publish = testClient(workspace).views.publish({ user_id: PEOPLE.claire, view });

  await expect(publish).rejects.toMatchObject({
    data: {
      error: 'invalid_arguments',
      response_metadata: { messages: [`[ERROR] ${WORDS} [json-pointer:/view/blocks/0/type]`] },
    },
  });
});

test('an answer through a response URL is refused with a word and a status', async () => {
  const refusals: unknown[] = [];
  const workspace = await workspaceWithHttpApp(
    (app) =>
      app.command('/rental', async ({ ack, respond }) => {
        await ack();
        await respond({ text: 'Chart', blocks }).catch((error: Error) =>
          refusals.push(Reflect.get(error, 'statusCode')),
        );
        await respond('Words');
      }),
    { refusedBlocks: ['data_visualization'] },
  );

  await visitor(workspace, PEOPLE.claire).say('/rental stats');

  await expect.poll(() => workspace.state().messages.map(({ text }) => text)).toEqual(['Words']);
  expect(refusals).toEqual([400]);
});
