import { expect, test } from 'vitest';

import { directMessageWith } from '../../src/playground/slack/channels.ts';
import { PEOPLE } from '../../src/playground/slack/people.ts';
import { folderPlace } from '../support/places.ts';
import { BOT_TOKEN, testWorkspace } from '../support/slack-workspace.ts';
import { addDigests, ledgerOf, startBell } from './bell.ts';
import { finishAll, PERIOD_MS, TRIAL_MS_MAX } from './trial.ts';

const STEPS = ['telling:after', 'owner:after', 'told:before'];

test(
  'a process that is killed while it tells an owner tells them once',
  async () => {
    await using place = await folderPlace();
    const workspace = await testWorkspace({ now: () => Date.now(), isRateLimited: true });
    const slack = { apiUrl: workspace.apiUrl, token: BOT_TOKEN };
    const digests: string[] = [];
    for (const [index, step] of STEPS.entries()) {
      // A channel that is not there: the digest fails for good, and is paused.
      digests.push(...(await addDigests(place, [`C0NOWHERE0${index}`], PEOPLE.claire)));
      await startBell(place, slack, { PERIOD_MS, KILL_AT: step }).exited;
    }
    await finishAll(startBell(place, slack, { PERIOD_MS, UNTIL_MS: Date.now() }));
    // What a dead process had no time for is missed, which is no news for an owner.
    const ledger = await ledgerOf(place, digests);
    const failed = ledger.filter(({ state }) => state === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    const told = workspace
      .state()
      .messages.filter(({ channel }) => channel === directMessageWith(PEOPLE.claire))
      .map(({ text }) => text);
    expect(told.toSorted()).toEqual(failed.map(({ id }) => `told ${id}`).toSorted());
  },
  TRIAL_MS_MAX,
);
