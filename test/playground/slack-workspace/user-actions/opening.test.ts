import { expect, test } from 'vitest';

import { CHANNELS } from '../../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { workspaceWithHttpApp } from '../../../support/slack-workspace.ts';

test('while the playground makes its days of history, a command is refused in words, and taken after', async () => {
  const workspace = await workspaceWithHttpApp((app) => {
    app.command('/rental', async ({ ack }) => ack('Here you are.'));
  });
  const say = async () =>
    workspace.perform('say', {
      person: PEOPLE.hannah,
      channel: CHANNELS.leasing,
      text: '/rental list',
    });

  workspace.setSettings({ bot: 'starting', isOpening: true });
  expect(await say()).toEqual({
    ok: false,
    error: expect.stringMatching(/^The playground is still starting: .* when the bot is ready\.$/),
  });
  expect(workspace.state().messages).toEqual([]);

  workspace.setSettings({ bot: 'ready', isOpening: false });
  expect(await say()).toMatchObject({ ok: true });
  expect(workspace.state().messages).toMatchObject([{ text: 'Here you are.' }]);
});
