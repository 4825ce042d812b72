import type { App, BlockSuggestion } from '@slack/bolt';
import { expect, test } from 'vitest';

import type { Place } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import {
  testClient,
  testManifest,
  visitor,
  workspaceWithHttpApp,
  workspaceWithSocketApp,
} from '../../../support/slack-workspace.ts';
import { option, plain } from '../blocks/samples.ts';

const SEARCH = { type: 'external_select', action_id: 'file', min_query_length: 2 };
const ROW = { type: 'actions', block_id: 'search', elements: [SEARCH] };
const INPUT = { type: 'input', block_id: 'search', label: plain(), element: SEARCH };
const TITLE = { type: 'plain_text', text: 'Find' };
const found = option({ value: 'found' });

function standing(heard: BlockSuggestion[]) {
  return (app: App) => {
    app.options('file', async ({ ack, body }) => {
      heard.push(body);
      const groups = [{ label: plain(), options: [Object(found)] }];
      await (body.value === 'groups'
        ? ack({ option_groups: Object(groups) })
        : ack({ options: [Object(found)] }));
    });
    app.shortcut('new_rental', async ({ ack, body, client }) => {
      await ack();
      const view = Object({ type: 'modal', title: TITLE, submit: TITLE, blocks: [INPUT] });
      await client.views.open({ trigger_id: body.trigger_id, view });
    });
  };
}

const surfaces: Readonly<Record<string, (workspace: SlackWorkspace) => Promise<Place>>> = {
  async message(workspace) {
    const channel = CHANNELS.leasing;
    const blocks = Object([ROW]);
    const { ts = '' } = await testClient(workspace).chat.postMessage({ channel, text: '', blocks });
    return { channel, ts };
  },
  async modal(workspace) {
    const deed = { person: PEOPLE.claire, callbackId: 'new_rental', channel: null, ts: null };
    await workspace.perform('shortcut', deed);
    await expect.poll(() => workspace.state().modals.length).toBe(1);
    return { modal: workspace.state().modals[0]?.id ?? '' };
  },
  async home(workspace) {
    const view = Object({ type: 'home', blocks: [ROW] });
    await testClient(workspace).views.publish({ user_id: PEOPLE.claire, view });
    return { home: true };
  },
};

const ways = {
  http: async (heard: BlockSuggestion[]) => workspaceWithHttpApp(standing(heard)),
  socket: async (heard: BlockSuggestion[]) =>
    (await workspaceWithSocketApp(standing(heard))).workspace,
};

async function type(workspace: SlackWorkspace, place: Place, value: string) {
  const { person } = { person: PEOPLE.claire };
  return workspace.perform('suggest', {
    person,
    place,
    blockId: 'search',
    actionId: 'file',
    value,
  });
}

const all = Object.keys(surfaces).flatMap((surface) =>
  (['http', 'socket'] as const).map((way) => [surface, way] as const),
);

test.each(all)('a menu in a %s asks the app over %s while somebody types', async (surface, way) => {
  const heard: BlockSuggestion[] = [];
  const workspace = await ways[way](heard);
  const place = await surfaces[surface]?.(workspace);
  if (place === undefined) throw new Error('no such surface');

  expect(await type(workspace, place, 'Ly')).toEqual({ ok: true, options: [found] });
  const groups = [{ label: plain(), options: [found] }];
  const grouped = { ok: true, options: [], option_groups: groups };
  expect(await type(workspace, place, 'groups')).toEqual(grouped);

  expect(heard[0]).toMatchObject({
    type: 'block_suggestion',
    user: { id: PEOPLE.claire },
    block_id: 'search',
    action_id: 'file',
    value: 'Ly',
    container: { type: surface === 'message' ? 'message' : 'view' },
  });
});

test('typing into a menu of a modal does not draw the modal anew', async () => {
  const workspace = await ways.http([]);
  const place = await surfaces['modal']?.(workspace);
  const changes: string[] = [];
  workspace.subscribe(({ kind }) => void changes.push(kind));

  await type(workspace, place ?? { home: true }, 'Ly');

  expect(changes).toEqual([]);
});

test('over HTTP, menus need a URL of their own in the manifest', async () => {
  const heard: BlockSuggestion[] = [];
  const manifest = testManifest();
  const settings = { ...manifest.settings, interactivity: { is_enabled: true } };
  const workspace = await workspaceWithHttpApp(standing(heard), {
    manifest: { ...manifest, settings },
  });
  const place = await surfaces['message']?.(workspace);

  expect(await type(workspace, place ?? { home: true }, 'Ly')).toMatchObject({ ok: false });
  expect(await visitor(workspace, PEOPLE.claire).openHome()).toEqual({ ok: true });
  expect(heard).toEqual([]);
});
