import { expect, test } from 'vitest';

import { createReplayGuard } from '../../../src/slack/receivers/verify-request.ts';

const MINUTE_MS = 60_000;

function takingAt(max?: number) {
  let nowMs = 0;
  const once = createReplayGuard(() => nowMs, max);
  const wait = (minutes: number) => void (nowMs += minutes * MINUTE_MS);
  return { ...once, wait };
}

test('a signature is taken once for as long as it could be good', () => {
  const { take, wait } = takingAt();
  expect([take('a'), take('a')]).toEqual([true, false]);
  wait(9);
  expect([take('b'), take('a')]).toEqual([true, false]);
  wait(2);
  expect([take('c'), take('a'), take('b')]).toEqual([true, true, false]);
});

test('what is given back can be taken again', () => {
  const { take, release: giveBack } = takingAt();
  take('a');
  giveBack('a');
  expect([take('a'), take('a')]).toEqual([true, false]);
});

test('of too many the oldest are forgotten, and nobody is refused for that', () => {
  const { take } = takingAt(3);
  expect(['a', 'b', 'c', 'd'].map(take)).toEqual([true, true, true, true]);
  expect([take('b'), take('d'), take('a')]).toEqual([false, false, true]);
  expect(Array.from({ length: 1_000 }, (_, index) => take(`${index}`))).not.toContain(false);
});
