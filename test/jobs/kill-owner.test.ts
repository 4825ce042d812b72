import { afterEach, expect, test } from 'vitest';

import { directMessageWith } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { serverPlace } from '../support/places.ts';
import { BOT_TOKEN, testWorkspace } from '../support/slack-workspace.ts';
import { addDigests, endProcesses, ledgerOf, startDigestProcess } from './digest-process.ts';
import { finishAll, PERIOD_MS, TRIAL_MS_MAX } from './kill-trial.ts';

const STEPS = [
  'startOwnerNotice:after',
  'owner:after',
  'recordOwnerNotice:before',
  'recordOwnerNotice:after',
];
const ADMIN_STEPS = ['admin-start:after', 'admin:after', 'admin-recordDone:after'];
afterEach(endProcesses);
const ADMINS = [PEOPLE.hannah, PEOPLE.oliver];

test(
  'a process that is killed while it tells an owner and admins tells each of them once',
  async () => {
    await using place = await serverPlace();
    const workspace = await testWorkspace({ now: () => Date.now(), isRateLimited: true });
    const slack = { apiUrl: workspace.apiUrl, token: BOT_TOKEN };
    const env = { PERIOD_MS, ADMINS: ADMINS.join(',') };
    const digests: string[] = [];
    for (const [index, step] of [...STEPS, ...ADMIN_STEPS].entries()) {
      // The channel does not exist: the digest fails permanently and is paused.
      digests.push(...(await addDigests(place, [`C0NOWHERE0${index}`], PEOPLE.claire)));
      await startDigestProcess(place, slack, { ...env, KILL_AT: step }).exited;
    }
    await finishAll(startDigestProcess(place, slack, { ...env, UNTIL_MS: Date.now() }));
    // A missed delivery is not notified. One with an unknown outcome is, to the owner alone, and
    // pauses nothing.
    const ledger = await ledgerOf(place, digests);
    const failed = ledger.filter(({ state }) => state === 'failed');
    const unknown = ledger.filter(({ state }) => state === 'unknown');
    expect(failed.length).toBeGreaterThan(0);
    const tellings = (deliveries: typeof ledger) =>
      deliveries.map(({ id }) => `told ${id}`).toSorted();
    const told = (person: string) =>
      workspace
        .state()
        .messages.filter(({ channel }) => channel === directMessageWith(person))
        .map(({ text }) => text)
        .toSorted();
    expect(told(PEOPLE.claire)).toEqual(tellings([...failed, ...unknown]));
    for (const admin of ADMINS) expect(told(admin)).toEqual(tellings(failed));
  },
  TRIAL_MS_MAX,
);
