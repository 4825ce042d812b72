import { expect, test } from 'vitest';

import { createDegradations } from '../src/log.ts';

test('what does not work is said once with what to do, and once more when it works again', () => {
  const logged: unknown[][] = [];
  const { report, list } = createDegradations({
    warn: (...line) => void logged.push(['warn', ...line]),
    info: (...line) => void logged.push(['info', ...line]),
  });
  report('clock', false);
  expect([list(), logged]).toEqual([[], []]);

  report('clock', true, { aheadMs: 90_000 });
  report('clock', true, { aheadMs: 91_000 });
  report('slack token', true);
  expect(list()).toEqual(['clock', 'slack token']);
  expect(logged).toEqual([
    ['warn', { degraded: 'clock', aheadMs: 90_000 }, expect.stringContaining('timedatectl')],
    ['warn', { degraded: 'slack token' }, expect.stringContaining('SLACK_BOT_TOKEN')],
  ]);

  report('clock', false);
  report('clock', false);
  expect(list()).toEqual(['slack token']);
  expect(logged.slice(2)).toEqual([['info', { degraded: 'clock' }, 'it works again']]);
});
