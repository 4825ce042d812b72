import { expect, test } from 'vitest';

import type { Interruption } from '../../src/playground/slack-workspace/fault-injection.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { screenOf } from '../support/screen.ts';
import { openSlackApp } from '../support/slack-app.ts';

const LIMITED =
  /Slack is limiting Rental Desk’s requests right now\.(?: |\\n)Try again in a minute/;

/** Hannah with a list, and what she reads anywhere. */
async function withList() {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const { workspace, settled } = await openSlackApp(dispatcher, { refusals: null });
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await settled(async () => hannah.say('/rental list'));
  const limit = (method: Interruption['method']) =>
    workspace.interrupt({ method, moment: 'before', trouble: 'busy' });
  const read = () => `${hannah.inModal()}\n${JSON.stringify(workspace.state().messages)}`;
  return { hannah, settled, limit, read };
}

test.each(['View', 'Refine…', 'Share'])(
  'when Slack limits the app, whoever presses %s reads so, and that a minute helps',
  async (label) => {
    const { hannah, settled, limit, read } = await withList();
    limit('views.open');

    await settled(async () => hannah.pressIn(hannah.seen('20 rental files'), label));

    expect(read()).toMatch(LIMITED);
  },
);

test('a share that Slack limits says so in its window, and nothing is posted', async () => {
  const { hannah, settled, limit, read } = await withList();
  await settled(async () => hannah.pressIn(hannah.seen('20 rental files'), 'Share'));
  limit('chat.postMessage');

  await settled(async () => hannah.submit({}));

  expect(hannah.inModal()).toMatch(LIMITED);
  expect(read()).not.toContain('Shared in this channel');
});
