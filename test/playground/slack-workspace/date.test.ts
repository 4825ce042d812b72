import { expect, test } from 'vitest';

import { testClock, testWorkspace } from '../../support/slack-workspace.ts';

test('answers carry the time of a clock that a visitor moves', async () => {
  const clock = testClock(Date.UTC(2026, 10, 25, 4));
  const { url } = await testWorkspace({
    now: clock.now,
    clock: { aheadMs: 0, fixedBecause: null },
  });
  const dateOf = async () => (await fetch(url)).headers.get('date');
  expect(await dateOf()).toBe('Wed, 25 Nov 2026 04:00:00 GMT');
  clock.advance(3_600_000);
  expect(await dateOf()).toBe('Wed, 25 Nov 2026 05:00:00 GMT');
});
