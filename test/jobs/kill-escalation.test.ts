import { afterEach, expect, test } from 'vitest';

import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { serverPlace } from '../support/places.ts';
import { testWorkspace } from '../support/slack-workspace.ts';
import { endProcesses } from './digest-process.ts';
import { KILLS, PERIOD_MS, runTrial, type Trial, TRIAL_MS_MAX } from './kill-trial.ts';

const STEPS = ['choose:after', 'start:after', 'escalation:after', 'recordDone:before'];
afterEach(endProcesses);
const SECOND = CHANNELS.direction;

test(
  'a process that is killed while it escalates tells of each file once',
  async () => {
    await using place = await serverPlace();
    const workspace = await testWorkspace({ now: () => Date.now(), isRateLimited: true });
    const from = Math.ceil(Date.now() / PERIOD_MS) * PERIOD_MS;
    const trial = await runTrial({
      place,
      workspace,
      instances: 1,
      steps: STEPS,
      kills: KILLS,
      seed: 13,
      second: SECOND,
      env: { FILES_FROM_MS: from },
    });
    expect(trial).toMatchObject({ doubled: [], lost: [], unknown: 0 });
    expect(trial.posted).toBeGreaterThan(STEPS.length);
    const told = escalatedIn(workspace);
    if (process.env['SHOW'] !== undefined) {
      process.stdout.write(`escalated, files of two digests: ${told.length}\n`);
    }
    expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
    expect(due(trial, from).filter((file) => !told.includes(file))).toEqual([]);
  },
  TRIAL_MS_MAX,
);

/** `digest file` for each escalation of a file. */
function escalatedIn(workspace: SlackWorkspace): string[] {
  return workspace
    .state()
    .messages.filter(({ channel }) => channel === SECOND)
    .flatMap(({ text }) => {
      const [digestId, word, ...files] = text.split(' ');
      return word === 'escalates' ? files.map((file) => `${digestId} ${file}`) : [];
    });
}

/** `digest file` for each file that was overdue when its digest was posted. */
function due({ ledger }: Trial, from: number): string[] {
  const lastPosts = new Map<string, number>();
  for (const { digestId, dueAt, state } of ledger) {
    if (state !== 'posted') continue;
    lastPosts.set(digestId, Math.max(dueAt, lastPosts.get(digestId) ?? 0));
  }
  return [...lastPosts].flatMap(([digestId, last]) =>
    Array.from(
      { length: (last - from) / PERIOD_MS + 1 },
      (_one, index) => `${digestId} ${from + index * PERIOD_MS}`,
    ),
  );
}
