import { setTimeout } from 'node:timers/promises';

import { afterEach, describe, expect, test } from 'vitest';

import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { folderPlace, serverPlace } from '../support/places.ts';
import { startPostgres } from '../support/postgres.ts';
import { BOT_TOKEN, testWorkspace } from '../support/slack-workspace.ts';
import { addDigests, endProcesses, ledgerOf, startDigestProcess } from './digest-process.ts';
import { finishAll, judge, PERIOD_MS } from './kill-trial.ts';
import { dueIn, deliverMany } from './same-minute.ts';

afterEach(endProcesses);

const token = BOT_TOKEN;

async function workspaceOfNow() {
  return testWorkspace({ now: () => Date.now(), isRateLimited: true });
}

function expectOnce({ ledger, posts, tooSoon, reads }: Awaited<ReturnType<typeof deliverMany>>) {
  expect(new Set(ledger.map(({ state }) => state))).toEqual(new Set(['posted']));
  expect(posts.map(({ key }) => key).toSorted()).toEqual(ledger.map(({ id }) => id).toSorted());
  expect(tooSoon).toBe(0);
  expect(Math.max(...reads)).toBe(1);
}

/** Number of digests at the same minute; 500 in `npm run drill -- --trial same-minute`. */
const DIGESTS = Number(process.env['DIGESTS'] ?? 40);

describe(`${DIGESTS} digests at the same minute`, () => {
  test('cost one reading, and each comes once: the embedded database', async () => {
    await using place = await folderPlace();
    const run = await deliverMany({ place, instances: 1, digests: DIGESTS });
    expectOnce(run);
    tell('embedded', run.late);
  }, 480_000);

  test('cost one reading each, and each comes once while Slack limits: two instances on PostgreSQL', async () => {
    await using place = await serverPlace();
    const run = await deliverMany({ place, instances: 2, digests: DIGESTS, perMinute: 1_000 });
    expectOnce(run);
    expect(run.limited).toBeGreaterThan(0);
    tell('PostgreSQL, two instances', run.late);
  }, 480_000);
});

test.each(['acquire:after', 'startPost:after', 'post:after'])(
  'a process that sleeps from %s on wakes up and does not post a second time',
  async (step) => {
    await using place = await serverPlace();
    const workspace = await workspaceOfNow();
    const slack = { apiUrl: workspace.apiUrl, token };
    const dueAt = dueIn(1000);
    const digests = await addDigests(place, [CHANNELS.leasing], PEOPLE.claire, dueAt);
    const env = { PERIOD_MS, FROM_MS: dueAt, UNTIL_MS: dueAt };
    const sleeper = startDigestProcess(place, slack, { ...env, KILL_AT: step, KILL_BY: 'SIGSTOP' });
    await claimed(place, digests);
    const other = startDigestProcess(place, slack, env);
    await finishAll(other);
    sleeper.process.kill('SIGCONT');
    await finishAll(sleeper);
    const trial = judge(await ledgerOf(place, digests), workspace, 0);
    expect(trial).toMatchObject({ slots: 1, posted: 1, doubled: [], lost: [] });
  },
  480_000,
);

test('a database that is away, and one that takes its place, lose no digest and double none', async () => {
  await using postgres = await startPostgres();
  const place = { databaseUrl: await postgres.newDatabase(), dataDir: '/nowhere' };
  const workspace = await workspaceOfNow();
  const slack = { apiUrl: workspace.apiUrl, token };
  const channels = [CHANNELS.leasing, CHANNELS.lyon, CHANNELS.direction];
  const digests = await addDigests(place, channels, PEOPLE.claire);
  const processes = [1, 2].map(() => startDigestProcess(place, slack, { PERIOD_MS }));
  await processes[0]?.says('read');
  for (const awayMs of [1_000, 6_000]) {
    await setTimeout(PERIOD_MS);
    await postgres.crash();
    await setTimeout(awayMs);
    await postgres.restart();
  }
  await setTimeout(PERIOD_MS);
  await postgres.failOver();
  await setTimeout(2 * PERIOD_MS);
  expect(processes.map((instance) => instance.process.exitCode)).toEqual([null, null]);
  await Promise.all(processes.map((instance) => instance.kill()));
  await finishAll(startDigestProcess(place, slack, { PERIOD_MS, UNTIL_MS: Date.now() }));
  const trial = judge(await ledgerOf(place, digests), workspace, 0);
  expect(trial).toMatchObject({ doubled: [], lost: [], untold: [], unknown: 0 });
  expect(trial.posted).toBeGreaterThan(channels.length);
}, 480_000);

/** Waits until the only delivery exists, and a moment longer. */
async function claimed(
  place: Parameters<typeof ledgerOf>[0],
  digests: readonly string[],
): Promise<void> {
  for (;;) {
    const [delivery] = await ledgerOf(place, digests);
    await setTimeout(1_500);
    if (delivery !== undefined) return;
  }
}

/** Prints figures when `SHOW` is set. */
function tell(where: string, late: readonly number[]): void {
  if (process.env['SHOW'] === undefined) return;
  const at = (share: number) => late[Math.floor((late.length - 1) * share)];
  process.stdout.write(`${where}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, last ${at(1)} ms\n`);
}
