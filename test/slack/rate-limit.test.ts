import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createTokenBuckets } from '../../src/slack/admission.ts';

const BURST = 20;
const ANNE = 'U0ANNE00001';
const PAUL = 'U0PAUL00001';

/** An allowance under a clock that the test sets. */
function watched(burst = BURST, perSecond = 1) {
  let nowMs = 5_000;
  const allowance = createTokenBuckets({ burst, perSecond, monotonic: () => nowMs });
  return {
    take: (userId = ANNE) => allowance.take(userId),
    people: () => allowance.size(),
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** Takes so many, and counts those that were given. */
    takeAll: (count: number, userId = ANNE) =>
      Array.from({ length: count }, () => allowance.take(userId)).filter((one) => one === null)
        .length,
  };
}

test('a burst is given at once, then one a second, and each has their own', () => {
  const { takeAll, pass } = watched();
  expect(takeAll(30)).toBe(BURST);
  expect(takeAll(30, PAUL)).toBe(BURST);
  pass(999);
  expect(takeAll(5)).toBe(0);
  pass(1);
  expect(takeAll(5)).toBe(1);
  pass(7_000);
  expect(takeAll(30)).toBe(7);
});

test('a person is told once how long to wait, and again only after a rest of that long', () => {
  const { take, takeAll, pass } = watched();
  takeAll(BURST);
  expect(take()).toEqual({ waitSeconds: 20, isNew: true });
  expect(take()).toEqual({ waitSeconds: 20, isNew: false });
  pass(10_000);
  expect(takeAll(10)).toBe(10);
  expect(take()).toEqual({ waitSeconds: 20, isNew: false });
  pass(20_000);
  expect(takeAll(BURST)).toBe(BURST);
  expect(take()).toEqual({ waitSeconds: 20, isNew: true });
});

test('nobody is given more than a burst and what the time since has brought', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(waits, fc.integer({ min: 1, max: 5 }), (drawn, perSecond) => {
      const { take, pass } = watched(5, perSecond);
      const given: number[] = [];
      let at = 0;
      for (const ms of drawn) {
        pass(ms);
        at += ms;
        if (take() === null) given.push(at);
      }
      for (const [index, from] of given.entries()) {
        for (const [later, to] of given.entries()) {
          if (later < index) continue;
          // A hair for sums of fractions.
          const most = 5 + ((to - from) / 1_000) * perSecond + 1e-6;
          expect(later - index + 1).toBeLessThanOrEqual(most);
        }
      }
    }),
  );
});

test('whoever keeps to the pace is always given', () => {
  const waits = fc.array(fc.integer({ min: 1_000, max: 9_000 }), { maxLength: 100 });
  fc.assert(
    fc.property(waits, (drawn) => {
      const { take, pass } = watched();
      for (const ms of drawn) {
        pass(ms);
        expect(take()).toBeNull();
      }
    }),
  );
});

test('only those who asked in the last seconds are remembered, and never too many', () => {
  const { take, takeAll, pass, people } = watched();
  takeAll(BURST);
  for (let person = 0; person < 30_000; person += 1) {
    pass(10);
    take(`U${person}`);
  }
  expect(people()).toBe(2_000);
  expect(takeAll(BURST + 1)).toBe(BURST);

  for (let person = 0; person < 30_000; person += 1) take(`W${person}`);
  expect(people()).toBe(10_000);
});
