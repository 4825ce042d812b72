import { expect, test } from 'vitest';

import type { Json } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import {
  testClient,
  testClock,
  testManifest,
  testWorkspace,
  visitor,
  workspaceWithHttpApp,
} from '../../../support/slack-workspace.ts';
import { actions, button, input, plain, section } from '../blocks/samples.ts';

const GO = { ...actions(button({ action_id: 'go' })), block_id: 'row' };
const PRESS = { type: 'button', block_id: 'row', action_id: 'go' };

function modal(fields: Json = {}) {
  return Object({ type: 'modal', title: plain(), blocks: [GO], ...fields });
}

/** A workspace whose app only keeps the triggers it is given. */
async function withTriggers() {
  const triggers: string[] = [];
  const clock = testClock();
  const workspace = await workspaceWithHttpApp(
    (app) => {
      app.command('/rental', async ({ ack, body }) => {
        triggers.push(body.trigger_id);
        await ack();
      });
      app.action('go', async ({ ack, body }) => {
        if ('trigger_id' in body) triggers.push(body.trigger_id);
        await ack();
      });
    },
    { now: clock.now },
  );
  const claire = visitor(workspace, PEOPLE.claire);
  const client = testClient(workspace);

  async function trigger(): Promise<string> {
    const shown = claire.modal();
    if (shown === undefined) await claire.say('/rental');
    else await claire.press({ modal: shown.id }, PRESS);
    return triggers.at(-1) ?? '';
  }

  return { workspace, claire, client, clock, trigger };
}

test('a trigger opens one modal, on the screen of the person it came from', async () => {
  const { claire, client, trigger } = await withTriggers();
  const trigger_id = await trigger();

  const { view } = await client.views.open({ trigger_id, view: modal() });

  expect(claire.modal()).toMatchObject({ id: view?.id, person: PEOPLE.claire });
  await expect(client.views.open({ trigger_id, view: modal() })).rejects.toMatchObject({
    data: { error: 'exchanged_trigger_id' },
  });
});

test('a trigger is good for three seconds', async () => {
  const { client, clock, trigger } = await withTriggers();
  const inTime = await trigger();
  clock.advance(3000);
  expect(await client.views.open({ trigger_id: inTime, view: modal() })).toMatchObject({
    ok: true,
  });

  const tooLate = await trigger();
  clock.advance(3001);
  await expect(client.views.open({ trigger_id: tooLate, view: modal() })).rejects.toMatchObject({
    data: { error: 'expired_trigger_id' },
  });
});

test.each([
  ['an invented trigger', { trigger_id: '1.2.3' }, 'invalid_trigger_id'],
  ['no trigger', {}, 'invalid_arguments'],
])('%s opens nothing', async (_, fields, error) => {
  const client = testClient(await testWorkspace());
  await expect(client.apiCall('views.open', { view: modal(), ...fields })).rejects.toMatchObject({
    data: { error },
  });
});

test('a view that is wrong is refused with every reason', async () => {
  const { client, trigger } = await withTriggers();
  const view = modal({ title: plain(25), submit: plain(25) });

  await expect(client.views.open({ trigger_id: await trigger(), view })).rejects.toMatchObject({
    data: {
      error: 'invalid_arguments',
      response_metadata: {
        messages: [
          '[ERROR] must be less than 25 characters [json-pointer:/view/title/text]',
          '[ERROR] must be less than 25 characters [json-pointer:/view/submit/text]',
        ],
      },
    },
  });
});

test('modals lie over each other three deep', async () => {
  const { client, trigger, workspace } = await withTriggers();
  await client.views.open({ trigger_id: await trigger(), view: modal() });
  await client.views.push({ trigger_id: await trigger(), view: modal() });
  await client.views.push({ trigger_id: await trigger(), view: modal() });

  await expect(
    client.views.push({ trigger_id: await trigger(), view: modal() }),
  ).rejects.toMatchObject({ data: { error: 'push_limit_reached' } });
  expect(workspace.state().modals).toHaveLength(3);
});

test('a view is changed by who has read it last', async () => {
  const { claire, client, trigger } = await withTriggers();
  const { view } = await client.views.open({
    trigger_id: await trigger(),
    view: modal({ external_id: 'edit-1' }),
  });
  const { hash = '', id: view_id = '' } = view ?? {};

  await client.views.update({ view_id, hash, view: modal({ callback_id: 'second' }) });
  await expect(client.views.update({ view_id, hash, view: modal() })).rejects.toMatchObject({
    data: { error: 'hash_conflict' },
  });
  await expect(client.views.update({ view_id: 'V0', view: modal() })).rejects.toMatchObject({
    data: { error: 'not_found' },
  });
  expect(claire.modal()?.view).toMatchObject({ callback_id: 'second' });
});

test('an external id names one view', async () => {
  const { claire, client, trigger } = await withTriggers();
  const view = modal({ external_id: 'edit-1' });
  await client.views.open({ trigger_id: await trigger(), view });

  await client.views.update({ external_id: 'edit-1', view: modal({ external_id: 'edit-1' }) });
  await expect(client.views.push({ trigger_id: await trigger(), view })).rejects.toMatchObject({
    data: { error: 'duplicate_external_id' },
  });
  expect(claire.modal()?.view['external_id']).toBe('edit-1');
});

test('a home tab is published for one person, and an old hash does not overwrite it', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  const home = Object({ type: 'home', blocks: [section()] });
  const asked = { user_id: PEOPLE.claire, view: home };

  const first = await client.views.publish(asked);
  const hash = first.view?.hash ?? '';
  const second = await client.views.publish({ ...asked, hash });

  expect(second.view?.id).toBe(first.view?.id);
  await expect(client.views.publish({ ...asked, hash })).rejects.toMatchObject({
    data: { error: 'hash_conflict' },
  });
  expect(Object.keys(workspace.state().homes)).toEqual([PEOPLE.claire]);
});

test('without a home tab in the manifest none is published', async () => {
  const manifest = testManifest();
  const features = {
    ...manifest.features,
    app_home: { ...manifest.features.app_home, home_tab_enabled: false },
  };
  const client = testClient(await testWorkspace({ manifest: { ...manifest, features } }));
  const view = Object({ type: 'home', blocks: [] });

  await expect(client.views.publish({ user_id: PEOPLE.claire, view })).rejects.toMatchObject({
    data: { error: 'not_enabled' },
  });
});

test('what was typed into a view travels with the buttons beside it', async () => {
  const { claire, client, trigger, workspace } = await withTriggers();
  const field = { ...input({ type: 'plain_text_input', action_id: 'name' }), block_id: 'digest' };
  const view = modal({ submit: plain(), blocks: [field, GO] });
  const { view: opened } = await client.views.open({ trigger_id: await trigger(), view });
  const values = { digest: { name: { type: 'plain_text_input', value: 'Evening' } } };

  await claire.press({ modal: opened?.id ?? '' }, PRESS, values);
  const updated = await client.views.update({ view_id: opened?.id ?? '', view });

  expect(updated.view).toMatchObject({ state: { values } });
  expect(workspace.state().messages).toEqual([]);
  expect(
    await claire.press({ modal: opened?.id ?? '' }, { ...PRESS, block_id: 'x' }),
  ).toMatchObject({
    ok: false,
  });
  expect(await visitor(workspace, PEOPLE.oliver).press({ modal: opened?.id ?? '' }, PRESS)).toEqual(
    {
      ok: false,
      error: 'That view is gone.',
    },
  );
  expect(await claire.say('/rental', CHANNELS.lyon)).toEqual({ ok: true });
});
