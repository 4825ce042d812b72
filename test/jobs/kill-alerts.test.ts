import { setTimeout } from 'node:timers/promises';

import { afterEach, describe, expect, test } from 'vitest';

import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { addAlert, readyFiles, startInstance } from '../alerts/fixture.ts';
import { folderPlace, serverPlace } from '../support/places.ts';
import { BOT_TOKEN, testWorkspace } from '../support/slack-workspace.ts';
import { type DigestProcess, endProcesses, inStore, startDigestProcess } from './digest-process.ts';
import { finishAll, KILLS, seededRandom, stepsOf, TRIAL_MS_MAX } from './kill-trial.ts';

afterEach(endProcesses);

const STEPS = [
  'alert-apply:before',
  'alert-apply:after',
  'alert-schedule:after',
  'planDue:after',
  'startPost:after',
  'post:after',
  'recordPost:after',
];
/** Usually each step is taken in one of the two places: where instances compete, on PostgreSQL. */
const SHARED_STEPS = stepsOf(STEPS, [
  'alert-apply:before',
  'alert-apply:after',
  'planDue:after',
  'startPost:after',
  'post:after',
]);
const EMBEDDED_STEPS = stepsOf(
  STEPS,
  STEPS.filter((step) => !SHARED_STEPS.includes(step)),
);
/** Number of instances on PostgreSQL; more with `INSTANCES`. */
const INSTANCES = Number(process.env['INSTANCES'] ?? 2);
const STEP_MS_MAX = 150_000;
const LIFE_MS_MAX = 2_500;

describe.each([
  ['1 instance on the embedded database', folderPlace, 1, EMBEDDED_STEPS],
  [`${INSTANCES} instances on PostgreSQL`, serverPlace, INSTANCES, SHARED_STEPS],
] as const)('%s', (_which, placeFor, count, steps) => {
  test(
    'that are killed at any step announce each file once',
    async () => {
      await using place = await placeFor();
      const workspace = await testWorkspace({ now: () => Date.now(), isRateLimited: true });
      await inStore(place, async (store) => {
        await addAlert(store, 'decision:ready', {}, CHANNELS.leasing);
        const instance = startInstance(store);
        instance.read([]);
        await instance.evaluate();
      });
      const fromMs = Date.now();
      const slack = { apiUrl: workspace.apiUrl, token: BOT_TOKEN };
      const start = (more: Readonly<Record<string, string | number>> = {}) =>
        startDigestProcess(place, slack, { ALERTS_FROM_MS: fromMs, ...more });

      const random = seededRandom(21);
      let killed = 0;
      for (const step of steps) {
        // Whichever comes to it first: one that posts to the channel already keeps the others waiting
        // for their turn in it.
        const instances = Array.from({ length: count }, () => start({ KILL_AT: step }));
        const died = await Promise.race([
          ...instances.map(async ({ exited }) => exited.then(() => true)),
          setTimeout(STEP_MS_MAX, false, { ref: false }),
        ]);
        expect([step, died]).toEqual([step, true]);
        await Promise.all(instances.map((instance) => instance.kill()));
        killed += count;
      }
      const fleet: DigestProcess[] = Array.from({ length: count }, () => start());
      while (killed < steps.length * count + KILLS) {
        const index = killed % fleet.length;
        const instance = fleet[index];
        if (instance?.said.length === 0) await instance.says('started');
        await setTimeout(random() * LIFE_MS_MAX);
        await instance?.kill();
        killed += 1;
        fleet[index] = start();
      }
      await Promise.all(fleet.map((instance) => instance.kill()));

      const untilMs = Date.now();
      const last = start({ UNTIL_MS: untilMs });
      await last.says('evaluated');
      await last.says('evaluated');
      await finishAll(last);
      const posts = workspace.state().messages.filter(({ text }) => text.includes('announces'));
      const announced = posts.flatMap(({ text }) => text.split(' ').slice(2));
      const expected = readyFiles(fromMs, untilMs).map(({ id }) => id);
      if (process.env['SHOW'] !== undefined) {
        process.stdout.write(`${killed} kills, ${expected.length} files, ${posts.length} posts\n`);
      }
      expect(announced.toSorted()).toEqual(expected.toSorted());
    },
    TRIAL_MS_MAX,
  );
});
