import { expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf } from '../../support/rental-files.ts';
import { openSlackApp } from '../../support/slack-app.ts';

const WHO = {
  user: { id: PEOPLE.hannah, team_id: 'T0BELLECOUR' },
  team: { id: 'T0BELLECOUR' },
  trigger_id: '1.2.abc',
};
const VIEW = { id: 'V0MODAL001', type: 'modal', callback_id: 'of-another-version' };

test.each([
  ['a closed modal', { type: 'view_closed', view: VIEW }],
  [
    'an element of another version',
    {
      type: 'block_actions',
      container: {},
      actions: [{ type: 'button', action_id: 'another', block_id: 'b', value: '' }],
    },
  ],
  ['a shortcut that is gone', { type: 'shortcut', callback_id: 'another' }],
  [
    'a form of another version',
    { type: 'view_submission', view: { ...VIEW, state: { values: {} } } },
  ],
])('%s is acknowledged, and nothing is said', async (_name, payload) => {
  const { dispatcher } = deskOver(() => pagesOf([]));
  const { deliver, workspace } = await openSlackApp(dispatcher);
  const body = new URLSearchParams({ payload: JSON.stringify({ ...WHO, ...payload }) });
  const before = workspace.state().messages.length;

  const answer = await deliver(body.toString());

  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(workspace.state().messages).toHaveLength(before);
});

test('an event that no listener hears is acknowledged, whatever is in it', async () => {
  const { dispatcher } = deskOver(() => pagesOf([]));
  const { deliver } = await openSlackApp(dispatcher);
  const event = { type: 'tokens_revoked', user: null, channel: 7, tokens: { bot: ['U0BOT00001'] } };

  const answer = await deliver(JSON.stringify({ type: 'event_callback', event }));

  expect([answer.status, await answer.text()]).toEqual([200, '']);
});
