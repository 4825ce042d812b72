import { expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { openPlayground } from '../../support/playground.ts';
import { buttonOf, messageThat, placeOf, visitor } from '../../support/slack-workspace.ts';

const HOUR_MS = 3_600_000;

/** On a busy machine, between two looks at a clock. */
const SLOWNESS_MS = 60_000;

test.each(['http', 'socket'] as const)(
  'over %s, the bot goes along when the clock is moved, and when it starts anew',
  { timeout: 300_000 },
  async (transport) => {
    const { workspace, service, restart } = await openPlayground({ transport });
    const hannah = visitor(workspace, PEOPLE.hannah);
    const before = service.files.length;
    await hannah.say('/rental list');
    const first = await messageThat(workspace, ({ text }) => text.includes(`${before} rental`));

    for (let day = 0; day < 4; day += 1) {
      const moved = await workspace.perform('clock', { person: PEOPLE.hannah, to: 'workday' });
      expect(moved).toEqual({ ok: true });
    }

    const aheadMs = workspace.state().settings.clock?.aheadMs ?? 0;
    expect(aheadMs).toBeGreaterThan(72 * HOUR_MS);
    const after = service.files.length;
    expect(after).toBeGreaterThan(before);
    // The button is as old as its message, and the token of that morning has ended.
    await expect
      .poll(async () => hannah.press(placeOf(first), buttonOf(first, 'Next ›')), {
        timeout: SLOWNESS_MS,
        interval: 1_000,
      })
      .toEqual({ ok: true });
    await messageThat(workspace, ({ text }) => text.includes('Page 2 of'));
    await expect
      .poll(
        async () => {
          await hannah.say('/rental list');
          return workspace.state().messages.some(({ text }) => text.includes(`${after} rental`));
        },
        { timeout: SLOWNESS_MS, interval: 1_000 },
      )
      .toBe(true);

    await restart();
    expect(await hannah.say('/rental status')).toEqual({ ok: true });
    const status = await messageThat(workspace, ({ text }) => text.includes('Service: OK'));
    const aheadOfNowMs = Number(status.ts) * 1000 - Date.now();
    expect(Math.abs(aheadOfNowMs - aheadMs)).toBeLessThan(SLOWNESS_MS);
  },
);
