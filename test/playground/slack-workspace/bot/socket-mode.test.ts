import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import {
  APP_TOKEN,
  messageThat,
  seenBy,
  testClient,
  testWorkspace,
  visitor,
  workspaceWithSocketApp,
} from '../../../support/slack-workspace.ts';
import { actions, button, plain } from '../blocks/samples.ts';

test('commands, buttons and modals work over a socket as over HTTP', async () => {
  const { workspace } = await workspaceWithSocketApp((app) => {
    app.command('/rental', async ({ ack, respond }) => {
      await ack();
      await respond({ text: 'List', blocks: Object([actions(button({ action_id: 'edit' }))]) });
    });
    app.action('edit', async ({ ack, body, client }) => {
      await ack();
      if (!('trigger_id' in body)) return;
      const view = Object({ type: 'modal', callback_id: 'm', title: plain(), blocks: [] });
      await client.views.open({ trigger_id: body.trigger_id, view });
    });
    app.view('m', async ({ ack }) => ack({ response_action: 'clear' }));
  });
  const claire = visitor(workspace, PEOPLE.claire);

  await claire.say('/rental');
  const list = await messageThat(workspace, ({ text }) => text === 'List');
  const action = { type: 'button', block_id: list.blocks[0]?.['block_id'], action_id: 'edit' };
  expect(await claire.press({ channel: CHANNELS.leasing, ts: list.ts }, action)).toEqual({
    ok: true,
  });
  await vi.waitFor(() => expect(claire.modal()).toBeDefined(), { timeout: 60_000 });
  expect(await claire.submit({})).toEqual({ ok: true });

  expect(claire.modal()).toBeUndefined();
});

test('what comes with the acknowledgement is shown', async () => {
  const { workspace } = await workspaceWithSocketApp((app) => {
    app.command('/rental', async ({ ack }) => ack('At once'));
  });

  await visitor(workspace, PEOPLE.claire).say('/rental');

  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toMatchObject([{ text: 'At once' }]);
});

test('each payload goes to one of the connections, and all of them have their turn', async () => {
  let heard = 0;
  const apps = new Set<unknown>();
  const { workspace, startAnother } = await workspaceWithSocketApp((app) => {
    app.command('/rental', async ({ ack }) => {
      heard += 1;
      apps.add(app);
      await ack();
    });
  });
  await startAnother();
  const claire = visitor(workspace, PEOPLE.claire);

  await claire.say('/rental');
  await claire.say('/rental');

  expect(heard).toBe(2);
  expect(apps.size).toBe(2);
});

test('an app without a connection cannot be reached', async () => {
  const workspace = await testWorkspace({ transport: 'socket' });

  await visitor(workspace, PEOPLE.claire).say('/rental');

  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toMatchObject([
    { text: '/rental failed with the error "dispatch_failed"' },
  ]);
});

test('an app that is asked to refresh comes back on a new ticket', async () => {
  const { workspace } = await workspaceWithSocketApp((app) => {
    app.command('/rental', async ({ ack }) => ack('Still here'));
  });

  workspace.disconnectSockets('refresh_requested');
  await vi.waitFor(() => expect(workspace.sockets()).toBe(0), { timeout: 60_000 });
  await vi.waitFor(() => expect(workspace.sockets()).toBe(1), { timeout: 60_000 });
  await visitor(workspace, PEOPLE.claire).say('/rental');

  expect(seenBy(workspace, PEOPLE.claire, CHANNELS.leasing)).toMatchObject([
    { text: 'Still here' },
  ]);
});

test('a ticket is good for one connection', async () => {
  const workspace = await testWorkspace({ transport: 'socket' });
  const { url = '' } = await testClient(workspace, APP_TOKEN).apps.connections.open({});

  expect(await firstFrame(url)).toMatchObject({ type: 'hello', num_connections: 1 });
  await expect(firstFrame(url)).rejects.toThrow('403');
  await expect(firstFrame(url.replace(/ticket=\w+/, 'ticket=guess'))).rejects.toThrow('403');
});

async function firstFrame(url: string): Promise<unknown> {
  const socket = new WebSocket(url);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  socket.on('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
  socket.on('error', reject);
  return promise;
}
