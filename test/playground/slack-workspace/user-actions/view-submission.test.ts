import type { ViewClosedAction, ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import { expect, test } from 'vitest';

import type { Json } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { visitor, workspaceWithHttpApp } from '../../../support/slack-workspace.ts';
import { input, plain, section } from '../blocks/samples.ts';

const FIELD = {
  ...input({ type: 'plain_text_input', action_id: 'name', initial_value: 'Morning' }),
  block_id: 'digest',
};

function modal(fields: Json = {}) {
  const view = { type: 'modal', callback_id: 'edit', title: plain(), submit: plain() };
  return Object({ ...view, blocks: [FIELD], notify_on_close: true, ...fields });
}

function typed(value: string | null): Json {
  return { digest: { name: { type: 'plain_text_input', value } } };
}

/** Claire at a modal whose submission is answered with `answer`. */
async function atModal(answer?: ViewResponseAction, fields?: Json) {
  const submitted: ViewSubmitAction[] = [];
  const closed: ViewClosedAction[] = [];
  const workspace = await workspaceWithHttpApp((app) => {
    app.command('/rental', async ({ ack, body, client }) => {
      await client.views.open({ trigger_id: body.trigger_id, view: modal(fields) });
      await ack();
    });
    app.view<ViewSubmitAction>(
      { callback_id: 'edit', type: 'view_submission' },
      async ({ ack, body }) => {
        submitted.push(body);
        await ack(answer);
      },
    );
    app.view<ViewClosedAction>(
      { callback_id: 'edit', type: 'view_closed' },
      async ({ ack, body }) => {
        closed.push(body);
        await ack();
      },
    );
  });
  const claire = visitor(workspace, PEOPLE.claire);
  await claire.say('/rental');
  return { workspace, claire, submitted, closed };
}

test('a modal opens, is filled in, and closes when the app takes it', async () => {
  const { claire, submitted } = await atModal();
  const opened = claire.modal();

  expect(await claire.submit(typed('Evening'))).toEqual({ ok: true });

  expect(submitted).toMatchObject([
    {
      type: 'view_submission',
      user: { id: PEOPLE.claire },
      view: {
        id: opened?.id,
        root_view_id: opened?.id,
        previous_view_id: null,
        callback_id: 'edit',
        private_metadata: '',
        state: { values: typed('Evening') },
      },
    },
  ]);
  expect(claire.modal()).toBeUndefined();
});

test('what was there from the start is submitted as if it had been typed', async () => {
  const { claire, submitted } = await atModal();

  await claire.submit({});

  expect(submitted[0]?.view.state.values).toEqual(typed('Morning'));
});

test('an input left empty keeps the modal open, and the app hears nothing', async () => {
  const { claire, submitted } = await atModal();

  await claire.submit(typed(''));

  expect(submitted).toEqual([]);
  expect(claire.modal()?.errors).toEqual({ digest: 'Veuillez remplir ce champ obligatoire.' });
});

test('the app puts words under an input', async () => {
  const errors = { digest: 'There is one of that name.' };
  const { claire } = await atModal({ response_action: 'errors', errors });

  expect(await claire.submit(typed('Evening'))).toEqual({ ok: true });

  expect(claire.modal()?.errors).toEqual(errors);
});

test.each<[string, ViewResponseAction]>([
  ['words under what is no input', { response_action: 'errors', errors: { other: 'x' } }],
  ['a view that is wrong', { response_action: 'update', view: modal({ title: plain(25) }) }],
])('%s is an error, and the modal stays', async (_, answer) => {
  const { claire } = await atModal(answer);

  expect(await claire.submit(typed('Evening'))).toEqual({
    ok: false,
    error: 'We had some trouble connecting. Try again?',
  });
  expect(claire.modal()).toBeDefined();
});

test('the app shows another view in place, or over the one there is, up to three', async () => {
  const { claire, workspace } = await atModal({ response_action: 'push', view: modal() });
  const opened = claire.modal();

  await claire.submit(typed('Evening'));
  const pushed = claire.modal();
  await claire.submit(typed('Evening'));

  expect(pushed?.id).not.toBe(opened?.id);
  expect(workspace.state().modals).toHaveLength(3);
  expect(await claire.submit(typed('Evening'))).toMatchObject({ ok: false });
  expect(workspace.state().modals).toHaveLength(3);
});

test('an update keeps the modal and changes what it shows', async () => {
  const view = modal({ blocks: [section()] });
  const { claire } = await atModal({ response_action: 'update', view });
  const opened = claire.modal();

  await claire.submit(typed('Evening'));

  expect(claire.modal()).toMatchObject({ id: opened?.id, view: { blocks: [{ type: 'section' }] } });
});

test('the app clears the whole stack', async () => {
  const { claire } = await atModal({ response_action: 'clear' });
  await claire.submit(typed('Evening'));
  expect(claire.modal()).toBeUndefined();
});

test('closing is told to an app that asked for it, with the x as the whole stack', async () => {
  const { claire, closed, workspace } = await atModal({ response_action: 'push', view: modal() });
  const root = claire.modal();
  await claire.submit(typed('Evening'));
  const top = claire.modal();

  await claire.close();
  expect(claire.modal()?.id).toBe(root?.id);
  await claire.submit(typed('Evening'));
  await claire.close({ all: true });

  expect(workspace.state().modals).toEqual([]);
  expect(closed).toMatchObject([
    { is_cleared: false, view: { id: top?.id, previous_view_id: root?.id } },
    { is_cleared: true, view: { id: root?.id } },
  ]);
});

test('closing is not told to an app that did not ask', async () => {
  const { claire, closed } = await atModal(undefined, { notify_on_close: false });
  await claire.close();
  expect(closed).toEqual([]);
  expect(claire.modal()).toBeUndefined();
});
