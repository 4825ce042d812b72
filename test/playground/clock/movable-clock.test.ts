import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createMovableClock, fixedClock } from '../../../src/playground/clock/movable-clock.ts';
import { readEnvironment } from '../../../src/playground/environment.ts';

test('a clock is ahead by all that it was put forward, and runs on', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1e9 })), fc.nat(), (steps, start) => {
      let realMs = start;
      const clock = createMovableClock(() => realMs);
      for (const step of steps) clock.advance(step);
      realMs += 5;
      const aheadMs = steps.reduce((sum, step) => sum + step, 0);
      expect(clock.aheadMs()).toBe(aheadMs);
      expect(clock.now()).toBe(start + 5 + aheadMs);
    }),
  );
});

test.each([-1, Number.NaN])('it does not go back: %s', (byMs) => {
  const clock = createMovableClock(() => 0);
  expect(() => clock.advance(byMs)).toThrow(RangeError);
  expect(clock.now()).toBe(0);
});

const SERVICE = { RENTAL_FILES_URL: 'https://files.example/v1/rental-files' };

test.each<[string, Record<string, string>, string]>([
  ['PostgreSQL', { DATABASE_URL: 'postgres://db.example/desk' }, 'PostgreSQL keeps its own time.'],
  ['a real service', SERVICE, 'The real Rental File Service keeps its own time.'],
  ['real Slack', { SLACK_BOT_TOKEN: 'xoxb-1', ...SERVICE }, 'Slack keeps its own time.'],
])('beside %s the clock stays where it is', (_, variables, because) => {
  expect(fixedClock(readEnvironment(variables))).toContain(because);
});

test('where all is the playground’s, the clock can be moved', () => {
  expect(fixedClock(readEnvironment({ DATA_DIR: '/data' }))).toBeNull();
});
