import { afterEach, expect, test } from 'vitest';

import { serverPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';
import { endProcesses } from './digest-process.ts';
import { DELIVERY_STEPS, KILLS, runTrial, TRIAL_MS_MAX } from './kill-trial.ts';

afterEach(endProcesses);

/** Number of instances; more with `INSTANCES`. */
const INSTANCES = Number(process.env['INSTANCES'] ?? 2);

test(
  `${INSTANCES} instances that are killed in turn lose no digest and double none`,
  async () => {
    await using place = await serverPlace();
    const workspace = await testWorkspace({ now: () => Date.now(), isRateLimited: true });
    const options = { place, workspace, instances: INSTANCES, seed: 8 };
    const trial = await runTrial({ ...options, steps: DELIVERY_STEPS, kills: KILLS });
    expect(trial).toMatchObject({ doubled: [], lost: [], untold: [], unknown: 0 });
    expect(trial.posted).toBeGreaterThan(DELIVERY_STEPS.length);
  },
  TRIAL_MS_MAX,
);

test(
  'without looking into the history some would be doubled',
  async () => {
    await using place = await serverPlace();
    const workspace = await testWorkspace({ now: () => Date.now(), isRateLimited: true });
    const trial = await runTrial({
      place,
      workspace,
      instances: 1,
      steps: ['post:after'],
      kills: 0,
      seed: 8,
      env: { LOOK_UP: 'off' },
    });
    expect(trial.doubled.length).toBeGreaterThan(0);
  },
  TRIAL_MS_MAX,
);
