import { afterEach, expect, test } from 'vitest';

import { folderPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';
import { endProcesses } from './digest-process.ts';
import { DELIVERY_STEPS, KILLS, runTrial, stepsOf, TRIAL_MS_MAX } from './kill-trial.ts';

afterEach(endProcesses);

/** After each of these, what the database has kept decides whether something is posted again. */
const STEPS = stepsOf(DELIVERY_STEPS, ['post:after', 'recordPost:after']);

test(
  'a process that is killed at any step loses no digest and doubles none',
  async () => {
    await using place = await folderPlace();
    const workspace = await testWorkspace({ now: () => Date.now(), isRateLimited: true });
    const trial = await runTrial({
      place,
      workspace,
      instances: 1,
      steps: STEPS,
      kills: KILLS,
      seed: 5,
    });
    expect(trial).toMatchObject({ doubled: [], lost: [], untold: [], unknown: 0 });
    expect(trial.posted).toBeGreaterThan(STEPS.length);
  },
  TRIAL_MS_MAX,
);
