import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  CLOCK_STEPS,
  type ClockStep,
} from '../../../../src/playground/slack-workspace/page-protocol.ts';
import { PEOPLE } from '../../../../src/playground/slack-workspace/store/people.ts';
import { momentAfter } from '../../../../src/playground/slack-workspace/user-actions/settings.ts';
import { testWorkspace } from '../../../support/slack-workspace.ts';

function at(text: string): number {
  return Temporal.ZonedDateTime.from(text).epochMilliseconds;
}

test.each<[ClockStep, string, string]>([
  ['hour', '2026-11-20T10:15:30[Europe/Paris]', '2026-11-20T11:15:30[Europe/Paris]'],
  ['tomorrow', '2026-11-20T10:15[Europe/Paris]', '2026-11-21T08:59:50[Europe/Paris]'],
  ['tomorrow', '2026-11-20T00:15[Europe/Paris]', '2026-11-21T08:59:50[Europe/Paris]'],
  ['workday', '2026-11-19T10:15[Europe/Paris]', '2026-11-20T08:59:50[Europe/Paris]'],
  ['workday', '2026-11-20T10:15[Europe/Paris]', '2026-11-23T08:59:50[Europe/Paris]'],
  ['workday', '2026-11-21T10:15[Europe/Paris]', '2026-11-23T08:59:50[Europe/Paris]'],
  ['workday', '2026-11-22T10:15[Europe/Paris]', '2026-11-23T08:59:50[Europe/Paris]'],
  ['tomorrow', '2026-10-24T12:00[Europe/Paris]', '2026-10-25T08:59:50[Europe/Paris]'],
])('%s after %s is %s', (step, now, then) => {
  const zone = Temporal.ZonedDateTime.from(now).timeZoneId;
  expect(momentAfter(at(now), step, zone)).toBe(at(then));
});

test('every step goes forward, by five days at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('2020-01-01T00:00[UTC]'), max: at('2035-01-01T00:00[UTC]') }),
      fc.constantFrom(...CLOCK_STEPS),
      fc.constantFrom('Europe/Paris', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC'),
      (nowMs, step, zone) => {
        const byMs = momentAfter(nowMs, step, zone) - nowMs;
        expect(byMs).toBeGreaterThan(0);
        expect(byMs).toBeLessThan(5 * 86_400_000);
      },
    ),
  );
});

test('a visitor moves the clock to the morning of their own zone', async () => {
  const moves: number[] = [];
  const nowMs = at('2026-11-20T10:00[Europe/Paris]');
  const workspace = await testWorkspace({
    now: () => nowMs,
    clock: { aheadMs: 0, fixedBecause: null },
    onClock: async (byMs) => void moves.push(nowMs + byMs),
  });

  await workspace.perform('clock', { person: PEOPLE.claire, to: 'tomorrow' });
  await workspace.perform('clock', { person: PEOPLE.oliver, to: 'tomorrow' });

  expect(moves).toEqual([
    at('2026-11-21T08:59:50[Europe/Paris]'),
    at('2026-11-21T08:59:50[Europe/London]'),
  ]);
});

test('a clock that must stay is not moved, and the visitor reads why', async () => {
  const moves: number[] = [];
  const fixedBecause = 'PostgreSQL keeps its own time.';
  const workspace = await testWorkspace({
    clock: { aheadMs: 0, fixedBecause },
    onClock: async (byMs) => void moves.push(byMs),
  });

  const answer = await workspace.perform('clock', { person: PEOPLE.claire, to: 'hour' });

  expect(answer).toEqual({ ok: false, error: fixedBecause });
  expect(moves).toEqual([]);
});

test('a bot that does not follow is told of in a sentence', async () => {
  const workspace = await testWorkspace({
    clock: { aheadMs: 0, fixedBecause: null },
    onClock: async () => {
      throw new Error('the bot did not move its clock.');
    },
  });

  const answer = await workspace.perform('clock', { person: PEOPLE.claire, to: 'hour' });

  expect(answer).toEqual({
    ok: false,
    error: 'That did not work: the bot did not move its clock.',
  });
});
