import { expect, test, vi } from 'vitest';

import { createEventLoopQueue, createInFlight } from '../../src/slack/admission.ts';

/** Work that ends when the test says so. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { promise, resolve, reject };
}

test('what is in flight is counted until it ends, also when it fails', async () => {
  const inFlight = createInFlight();
  const [one, other] = [pending(), pending()];
  const tracked = [inFlight.track(one.promise), inFlight.track(other.promise)];
  expect(inFlight.count()).toBe(2);
  one.resolve();
  await tracked[0];
  expect(inFlight.count()).toBe(1);
  other.reject(new Error('failed'));
  await expect(tracked[1]).resolves.toBeUndefined();
  expect(inFlight.count()).toBe(0);
});

test('it is idle once all has ended, what has begun meanwhile included, and not before', async () => {
  const inFlight = createInFlight();
  const [one, other] = [pending(), pending()];
  void inFlight.track(one.promise);
  const isIdle = vi.fn<() => void>();
  for (const msMax of [undefined, 60_000]) void inFlight.idle(msMax).then(isIdle);
  void inFlight.track(other.promise);
  one.resolve();
  await new Promise(setImmediate);
  expect(isIdle).not.toHaveBeenCalled();
  other.resolve();
  await vi.waitUntil(() => isIdle.mock.calls.length === 2, { timeout: 60_000 });
});

test('whoever waits no longer than so long goes on then', async () => {
  const inFlight = createInFlight();
  void inFlight.track(pending().promise);
  await inFlight.idle(5);
  expect(inFlight.count()).toBe(1);
});

test('requests wait until they are answered: progress is no answer', () => {
  const { waiting } = createInFlight<string>();
  for (const waiter of ['a', 'b', 'c']) waiting.begin(waiter);
  waiting.sent('a', true);
  waiting.sent('b', false);
  expect([waiting.unanswered(), waiting.has('b'), waiting.has('x')]).toEqual([
    ['a', 'c'],
    true,
    false,
  ]);
  waiting.end('a');
  expect([waiting.unanswered(), waiting.has('a')]).toEqual([['c'], false]);
});

test('each gets a turn of its own, in order, once claims are settled', async () => {
  let isSettled = false;
  const turn = createEventLoopQueue({
    settled: async () => {
      await new Promise(setImmediate);
      isSettled = true;
    },
  });
  const order: string[] = [];
  const turns = ['a', 'b'].map(async (name) => {
    await turn();
    order.push(name);
    setImmediate(() => order.push(`after ${name}`));
  });
  expect(isSettled).toBe(false);
  await Promise.all(turns);
  expect([isSettled, order]).toEqual([true, ['a', 'after a', 'b']]);
});
