import { expect, test } from 'vitest';

import {
  NoHistoryError,
  PostError,
  RetryLaterError,
  ShuttingDownError,
  isHandedOver,
  isPausing,
  isUnsent,
  startLeaseGuard,
} from '../../src/delivery/ports.ts';
import { LeaseLostError } from '../../src/store/deliveries/leases.ts';

const LEASE_MS = 25_000;
/** Two fifths of the lease. */
const SEND_MS = 10_000;

test.each(['the wall clock', 'the monotonic clock'])(
  'nothing is sent once two fifths of a lease are over by %s',
  (which) => {
    const clock = { wall: 1_000_000, monotonic: 50 };
    const check = startLeaseGuard(
      { now: () => clock.wall, monotonic: () => clock.monotonic },
      LEASE_MS,
    );
    const passes = (ms: number) => {
      if (which === 'the wall clock') clock.wall += ms;
      else clock.monotonic += ms;
    };
    expect(check).not.toThrow();
    passes(SEND_MS);
    expect(check).not.toThrow();
    passes(1);
    expect(check).toThrow(RetryLaterError);
  },
);

test('a clock that is set back makes no lease younger', () => {
  const clock = { wall: 1_000_000, monotonic: 50 };
  const check = startLeaseGuard(
    { now: () => clock.wall, monotonic: () => clock.monotonic },
    LEASE_MS,
  );
  clock.wall -= 3_600_000;
  clock.monotonic += SEND_MS + 1;
  expect(check).toThrow('the lease is too old to send anything');
});

test('what an error says of a message and of its delivery', () => {
  const told = [
    new PostError('refused', 'channel_not_found'),
    new PostError('wait', 'ratelimited', { retryAfterMs: 5_000 }),
    new PostError('unclear', 'timeout'),
    new RetryLaterError('later'),
    new NoHistoryError('unreadable'),
    new LeaseLostError(),
    new ShuttingDownError(),
    new Error('a bug'),
    null,
  ].map((error) => [isUnsent(error), isHandedOver(error)]);
  expect(told).toEqual([
    [false, false],
    [true, false],
    [false, false],
    [true, false],
    [false, false],
    [false, true],
    [false, true],
    [false, false],
    [false, false],
  ]);
  expect(new PostError('wait', 'ratelimited', { retryAfterMs: 5_000 })).toMatchObject({
    outcome: 'wait',
    code: 'ratelimited',
    retryAfterMs: 5_000,
    message: 'a message was not posted for sure: ratelimited (wait)',
  });
  expect(new PostError('unclear', 'timeout').retryAfterMs).toBeNull();
});

test.each([
  ['failed', 'query', true],
  ['failed', 'schedule', true],
  ['failed', 'channel_not_found', true],
  ['failed', 'is_archived', true],
  ['failed', 'msg_too_long', false],
  ['failed', null, false],
  ['skipped', 'query', false],
  ['unknown', 'channel_not_found', false],
] as const)('a delivery that is %s for %s pauses its digest: %s', (state, reason, pauses) => {
  expect(isPausing({ state, reason })).toBe(pauses);
});
