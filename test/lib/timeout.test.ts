import { stat } from 'node:fs/promises';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { TimeoutError, unlessAborted, withTimeout } from '../../src/lib/concurrency.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when the test says so. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { run: vi.fn<() => Promise<string>>(async () => promise), resolve, reject };
}

test('what is done in time comes back, a failure as it is, and no timer is left', async () => {
  const { run, resolve } = work();
  const outcome = withTimeout(run, 100);
  await vi.advanceTimersByTimeAsync(99);
  resolve('done');
  expect(await outcome).toBe('done');
  expect(run).toHaveBeenCalledTimes(1);
  const failure = new Error('broken');
  await expect(withTimeout(async () => Promise.reject(failure), 100)).rejects.toBe(failure);
  expect(vi.getTimerCount()).toBe(0);
});

test('what takes longer is given up with a `TimeoutError`, or the error that was asked for', async () => {
  const slow = work();
  const usual = withTimeout(slow.run, 100).catch((error: unknown) => error);
  const own = new Error('too late');
  const asked = withTimeout(slow.run, 200, () => own).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(200);
  expect(await usual).toBeInstanceOf(TimeoutError);
  expect(await usual).toMatchObject({ name: 'TimeoutError', message: 'not done within 100 ms' });
  expect(await asked).toBe(own);
  slow.reject(new Error('nobody hears this'));
  await vi.advanceTimersByTimeAsync(1);
});

test('a wait ends with the reason of its signal, before or while it waits; the work goes on', async () => {
  const slow = work();
  const begun = slow.run();
  const aborted = new AbortController();
  aborted.abort(new Error('gone before'));
  await expect(unlessAborted(begun, aborted.signal)).rejects.toThrow('gone before');

  const patient = new AbortController();
  const outcomes = [
    unlessAborted(begun, patient.signal),
    unlessAborted(begun, null),
    unlessAborted(begun, undefined),
    unlessAborted(begun, new AbortController().signal),
  ].map(async (outcome) => outcome.catch((error: unknown) => error));
  const reason = new Error('gone');
  patient.abort(reason);
  slow.resolve('done');
  expect(await Promise.all(outcomes)).toEqual([reason, 'done', 'done', 'done']);
});

test('nothing listens to a signal once the wait is over', async () => {
  const { signal } = new AbortController();
  const [listened, left] = [
    vi.spyOn(signal, 'addEventListener'),
    vi.spyOn(signal, 'removeEventListener'),
  ];
  expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(unlessAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow(
    'broken',
  );
  expect(left.mock.calls.map(([, heard]) => heard)).toEqual(
    listened.mock.calls.map(([, heard]) => heard),
  );
  expect(left).toHaveBeenCalledTimes(2);
});

test('what came while the process stood still has come in time', async () => {
  vi.useRealTimers();
  const asked = withTimeout(async () => stat(import.meta.filename), 20);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  expect((await asked).isFile()).toBe(true);
});
