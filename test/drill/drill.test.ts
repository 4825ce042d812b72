import { expect, test } from 'vitest';

import { runDrill } from './drill.ts';
import { planFaults } from './faults.ts';

const FOR_MS = 15_000;
/** A busy machine needs longer for all that comes before and after. */
const MS_MAX = 240_000;

test(
  'people are answered or told why, once and rightly, whatever fails around the bot',
  async () => {
    const rows = await runDrill({
      seed: 6,
      instances: 2,
      isSnapshotShared: true,
      forMs: FOR_MS,
      kind: 'short',
      logFile: null,
    });

    expect(rows.filter(({ isKept }) => !isKept)).toEqual([]);
    const told = Object.fromEntries(rows.map(({ what, value }) => [what, value]));
    expect(Number(told['answered'])).toBeGreaterThan(10);
    expect(told).toMatchObject({ processes: '3', 'posted once': '4' });
  },
  MS_MAX,
);

test('the same seed gives the same plan, in which everything goes wrong', () => {
  const plan = planFaults(3, 600_000, 'long');
  expect(planFaults(3, 600_000, 'long')).toEqual(plan);
  const kinds = new Set(plan.map(({ fault }) => fault.kind));
  expect([...kinds].toSorted()).toEqual([
    'channel',
    'database',
    'failover',
    'key',
    'kill',
    'late',
    'reconnect',
    'service',
    'slack',
    'sockets',
    'start',
    'suspend',
    'tokens',
    'transport',
    'twice',
  ]);
});
