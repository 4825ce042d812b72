import { afterEach, expect, test, vi } from 'vitest';

import { createDigestSnapshot } from '../../../src/digests/compose/sections.ts';
import { rentalFailure } from '../../../src/portfolio/portfolio.ts';
import type { Snapshot } from '../../../src/portfolio/snapshot.ts';
import { readingOfFiles } from '../../portfolio/reading-of.ts';

const MINUTE_MS = 60_000;
const FAILURE_SHARED_MS = 5_000;
const WAIT_MS = 30_000;

afterEach(() => {
  vi.useRealTimers();
});

/**
 * A clock, and a portfolio that reads one snapshot after the other; an error is thrown, and `null`
 * is a refresh that hangs.
 */
function readingFrom(...outcomes: readonly (Snapshot | Error | null)[]) {
  const clock = { nowMs: 1_000_000 };
  const asked: ('all' | 'changes' | undefined)[] = [];
  const readSnapshot = createDigestSnapshot(
    {
      async read(what) {
        if (asked.length === outcomes.length) throw new Error('it has been read too often');
        asked.push(what);
        const outcome = outcomes[asked.length - 1] ?? null;
        if (outcome === null) return new Promise<never>(() => {});
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    },
    { now: () => clock.nowMs, monotonic: () => clock.nowMs },
    new AbortController().signal,
  );
  return { clock, readSnapshot, asked, reads: () => asked.length };
}

test('digests that are due within a minute share a reading, and the next ones get another', async () => {
  const [first, second] = [readingOfFiles({ id: 'a' }), readingOfFiles({ id: 'b' })];
  const { clock, readSnapshot, reads } = readingFrom(first, second);
  const together = await Promise.all(Array.from({ length: 50 }, readSnapshot));
  expect(new Set(together)).toEqual(new Set([first]));

  clock.nowMs += MINUTE_MS - 1;
  expect(await readSnapshot()).toBe(first);
  expect(reads()).toBe(1);
  clock.nowMs += 1;
  expect(await readSnapshot()).toBe(second);
});

test('a failure is shared for five seconds, and then the service is asked again', async () => {
  const snapshot = readingOfFiles({ id: 'a' });
  const { clock, readSnapshot, reads } = readingFrom(new Error('down'), snapshot);
  await expect(readSnapshot()).rejects.toThrow('down');

  clock.nowMs += FAILURE_SHARED_MS - 1;
  await expect(readSnapshot()).rejects.toThrow('down');
  expect(reads()).toBe(1);
  clock.nowMs += 1;
  expect(await readSnapshot()).toBe(snapshot);
});

/** A snapshot that was begun that long before the first moment of the clock. */
function readBefore(ageMs: number): Snapshot {
  return { ...readingOfFiles({ id: 'a' }), startedAt: 1_000_000 - ageMs };
}

test('a snapshot of a minute is used, and an older one is replaced by a full refresh', async () => {
  const recent = readingFrom(readBefore(MINUTE_MS));
  await recent.readSnapshot();
  expect(recent.asked).toEqual(['changes']);

  const whole = readBefore(0);
  const old = readingFrom(readBefore(MINUTE_MS + 1), whole);
  expect(await old.readSnapshot()).toBe(whole);
  expect(old.asked).toEqual(['changes', 'all']);
});

test('a full refresh that was running for long is followed by another', async () => {
  const whole = readBefore(MINUTE_MS * 2);
  const old = readingFrom(readBefore(MINUTE_MS * 31), readBefore(MINUTE_MS * 30), whole);
  expect(await old.readSnapshot()).toBe(whole);
  expect(old.asked).toEqual(['changes', 'all', 'all']);
});

test('where another instance hangs, no digest is made of an old snapshot, and none waits for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const old = readingFrom(readBefore(MINUTE_MS * 5), null, null);
  for (const asked of [2, 3]) {
    const failure = old.readSnapshot().catch((error: unknown) => rentalFailure(error));
    await vi.advanceTimersByTimeAsync(WAIT_MS);
    expect(await failure).toEqual({ code: 'rental_slow' });
    expect(old.reads()).toBe(asked);
    old.clock.nowMs += FAILURE_SHARED_MS;
  }
});
