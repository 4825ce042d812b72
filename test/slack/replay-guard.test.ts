import { setTimeout } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createReplayGuard, requestKey } from '../../src/slack/admission.ts';

const MINUTE_MS = 60_000;
const log = { warn() {} };

/** A guard of one instance, and its clock. */
function alone(max = 100) {
  let nowMs = 0;
  const guard = createReplayGuard({ claims: null, now: () => nowMs, log, max });
  const inTurn = async (...keys: readonly string[]) => {
    const taken: boolean[] = [];
    for (const key of keys) taken.push(await guard.take(key));
    return taken;
  };
  return {
    inTurn,
    release: (key: string) => guard.release(key),
    wait: (minutes: number) => void (nowMs += minutes * MINUTE_MS),
  };
}

/** A database that answers as it is told to, for any number of guards. */
function database() {
  const keys = new Set<string>();
  const state = { isReady: true, answer: async (): Promise<void> => {} };
  const claims = {
    async claim(key: string) {
      await state.answer();
      const isFirst = !keys.has(key);
      keys.add(key);
      return isFirst;
    },
    async release(key: string) {
      keys.delete(key);
    },
    isReady: () => state.isReady,
  };
  const warned: object[] = [];
  const instance = () =>
    createReplayGuard({
      claims,
      now: () => 0,
      log: { warn: (fields) => void warned.push(fields) },
    });
  return { keys, state, warned, instance };
}

test('a key is taken once for as long as a request could come again', async () => {
  const { inTurn, wait } = alone();
  expect(await inTurn('a', 'a')).toEqual([true, false]);
  wait(59);
  expect(await inTurn('b', 'a')).toEqual([true, false]);
  wait(2);
  expect(await inTurn('c', 'a', 'b')).toEqual([true, true, false]);
});

test('what is given back can be taken again', async () => {
  const { inTurn, release } = alone();
  expect(await inTurn('a')).toEqual([true]);
  release('a');
  expect(await inTurn('a', 'a')).toEqual([true, false]);
});

test('of too many the oldest are forgotten, and nobody is refused for that', async () => {
  const { inTurn } = alone(3);
  expect(await inTurn('a', 'b', 'c', 'd')).toEqual([true, true, true, true]);
  expect(await inTurn('b', 'd', 'a')).toEqual([false, false, true]);
});

test('what one instance has taken no other takes, until it is given back', async () => {
  const { instance, keys } = database();
  const [one, other, third] = [instance(), instance(), instance()];
  expect([await one.take('secret'), await other.take('secret')]).toEqual([true, false]);
  expect([...keys].join(' ')).toMatch(/^[\w-]{43}$/);
  one.release('secret');
  expect([await third.take('secret'), await one.take('secret')]).toEqual([true, false]);
});

test('of many instances that take a key at once, one does', async () => {
  const { instance } = database();
  const taken = await Promise.all(Array.from({ length: 20 }, async () => instance().take('a')));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

test('a database that is not reached is not asked, and each instance refuses for itself', async () => {
  const { instance, state } = database();
  const [one, other] = [instance(), instance()];
  state.isReady = false;
  expect([await one.take('a'), await one.take('a'), await other.take('a')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(one.isShared()).toBe(false);
  state.isReady = true;
  expect(one.isShared()).toBe(true);
});

test('a database that does not answer is waited for once, and relied on when it does', async () => {
  const { instance, state, warned } = database();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  state.answer = async () => answered;
  const guard = instance();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const first = guard.take('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toBe(true);

  // Time stands still: one that waited would wait for ever.
  for (let key = 0; key < 100; key += 1) expect(await guard.take(`${key}`)).toBe(true);
  expect([guard.isShared(), warned.length]).toEqual([false, 1]);
  vi.useRealTimers();

  answer();
  await setTimeout(1);
  expect(guard.isShared()).toBe(true);
  expect(await instance().take('a')).toBe(false);
});

test('it is settled once every key that is being taken is taken', async () => {
  const { instance, state } = database();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  state.answer = async () => answered;
  const guard = instance();
  const happened: string[] = [];
  const taking = guard.take('a').then(() => happened.push('taken'));
  const settling = guard.settled().then(() => happened.push('settled'));
  await setTimeout(1);
  expect(happened).toEqual([]);
  answer();
  await Promise.all([taking, settling]);
  expect(happened.toSorted()).toEqual(['settled', 'taken']);
});

test('a database that refuses a claim is no reason to refuse a request', async () => {
  const { instance, state, warned } = database();
  const guard = instance();
  state.answer = async () => {
    throw new Error('no such table');
  };
  expect([await guard.take('a'), await guard.take('b'), await guard.take('a')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([guard.isShared(), warned.length]).toEqual([false, 1]);
  state.answer = async () => {};
  expect(await guard.take('c')).toBe(true);
  expect(guard.isShared()).toBe(true);
});

test('an event is known by its id, any other request by a body with a trigger id', () => {
  const event = { event_id: 'Ev1', event: {} };
  expect(requestKey(event, 'one body')).toBe(requestKey({ ...event, more: 1 }, 'another'));
  expect(requestKey(event, '')).not.toBe(requestKey({ ...event, event_id: 'Ev2' }, ''));
  const command = { command: '/rental', trigger_id: '1.1' };
  expect(requestKey(command, 'a')).toBe(requestKey(command, 'a'));
  expect(requestKey(command, 'a')).not.toBe(requestKey(command, 'b'));
  expect([requestKey({ type: 'block_suggestion' }, 'a'), requestKey(undefined, 'a')]).toEqual([
    null,
    null,
  ]);
});
