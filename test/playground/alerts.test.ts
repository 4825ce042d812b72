import { expect, test, vi } from 'vitest';

import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { openPlayground } from '../support/playground.ts';
import { visitor } from '../support/slack-workspace.ts';

const PATIENCE = { timeout: 90_000, interval: 100 };

test(
  'an alert is set up, tells nothing of what fits already, and tells once of a file that enters',
  { timeout: 300_000 },
  async () => {
    const { service, workspace } = await openPlayground({
      count: 150,
      given: { RENTAL_POLL_SECONDS: '10' },
    });
    const hannah = visitor(workspace, PEOPLE.hannah);
    const posts = () =>
      workspace
        .state()
        .messages.filter(
          ({ channel, text }) => channel === CHANNELS.leasing && / entered/.test(text),
        );
    const answered = async (part: string) =>
      vi.waitUntil(
        () => workspace.state().messages.some(({ text }) => text.includes(part)),
        PATIENCE,
      );

    await hannah.say('/rental alert add decision:ready every:immediately name:"all ready"');
    await answered('Alert “all ready” is set up.');
    // Until it has been evaluated for the first time.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(posts()).toEqual([]);

    const file = service.files.find(({ status, meta }) => status === 'OPEN' && !('oddity' in meta));
    await workspace.perform('change_file', { search: file?.id ?? '', to: 'ready' });
    await vi.waitUntil(() => posts().length > 0, PATIENCE);
    expect(posts().map(({ text }) => text.split(' · ')[0])).toEqual(['all ready: 1 file entered']);

    await hannah.say('/rental alert history all ready');
    await answered('History of “all ready”');
    await hannah.say('/rental alert test all ready');
    await answered('“all ready” would have announced 1 file in the last 7 days.');
    expect(posts()).toHaveLength(1);
  },
);

test(
  'whoever watches a file gets its changes by direct message, the decision as the last',
  { timeout: 300_000 },
  async () => {
    const { service, workspace } = await openPlayground({
      count: 60,
      given: { RENTAL_POLL_SECONDS: '10' },
    });
    const hannah = visitor(workspace, PEOPLE.hannah);
    const texts = () => workspace.state().messages.map(({ text }) => text);
    const said = async (part: string) =>
      vi.waitUntil(() => texts().some((text) => text.includes(part)), PATIENCE);
    const id =
      service.files.find(({ status, meta }) => status === 'OPEN' && !('oddity' in meta))?.id ?? '';

    await hannah.say('/rental list');
    await hannah.say(`/rental watch ${id}`);
    await said('Its changes come by direct message');
    await hannah.say('/rental alert edit "Watched files" quiet:none every:immediately');
    await said('Alert “Watched files” saved.');
    await new Promise((resolve) => setTimeout(resolve, 7_000));

    await workspace.perform('change_file', { search: id, to: 'accepted' });
    await said('Watched files: 1 file changed');
    const message = workspace
      .state()
      .messages.find(({ text }) => text.includes('Watched files: 1 file changed'));
    expect(message?.text).toMatch(/Approved/u);
    expect(message?.channel.startsWith('D')).toBe(true);
    await hannah.say('/rental watch');
    await said('You do not watch any file.');
  },
);
