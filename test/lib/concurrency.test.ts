import { setImmediate as turn } from 'node:timers/promises';

import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';

import { BusyError, createBulkhead } from '../../src/lib/concurrency.ts';

const PATIENT = { atOnceMax: 2, waitingMax: 3, waitMsMax: 600_000 };

/** Work that ends when the test says so. */
function works(bulkhead: ReturnType<typeof createBulkhead>) {
  const begun: PromiseWithResolvers<void>[] = [];
  const begin = async () =>
    bulkhead.within(async () => {
      const gate = Promise.withResolvers<void>();
      begun.push(gate);
      await gate.promise;
    });
  return { begun, begin };
}

test('so much is done at once, so much waits in its order, and all else is refused at once', async () => {
  const { begun, begin } = works(createBulkhead(PATIENT));
  const all = Array.from({ length: 5 }, begin);
  await expect(begin()).rejects.toThrow(BusyError);
  expect(begun).toHaveLength(2);

  for (let ended = 0; ended < 5; ended += 1) {
    await vi.waitUntil(() => begun.length > ended, { interval: 1 });
    expect(begun.length).toBeLessThanOrEqual(ended + 2);
    begun[ended]?.resolve();
  }
  await Promise.all(all);
});

test('work that fails makes room too, and a place is left only once', async () => {
  const bulkhead = createBulkhead({ ...PATIENT, atOnceMax: 1, waitingMax: 1 });
  await expect(
    bulkhead.within(async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');

  const place = await bulkhead.enter();
  const next = bulkhead.enter();
  place[Symbol.dispose]();
  place[Symbol.dispose]();
  await next;
  const waiting = bulkhead.enter();
  await expect(bulkhead.enter()).rejects.toThrow(BusyError);
  (await next)[Symbol.dispose]();
  (await waiting)[Symbol.dispose]();
});

test('nobody waits for long, and whoever gave up takes no place', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const bulkhead = createBulkhead({ atOnceMax: 1, waitingMax: 5, waitMsMax: 10_000 });
  const place = await bulkhead.enter();
  const late = bulkhead.enter();
  const refusal = late.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_000);
  const patient = bulkhead.enter();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refusal).toBeInstanceOf(BusyError);

  place[Symbol.dispose]();
  (await patient)[Symbol.dispose]();
  expect(await bulkhead.within(async () => 'free again')).toBe('free again');
});

test('whatever comes and goes, the limit holds and no place is lost', async () => {
  const comings = fc.array(fc.boolean(), { maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(comings, fc.integer({ min: 1, max: 4 }), async (drawn, atOnceMax) => {
      const bulkhead = createBulkhead({ atOnceMax, waitingMax: 3, waitMsMax: 600_000 });
      const held: Disposable[] = [];
      const entering: Promise<unknown>[] = [];
      for (const isComing of drawn) {
        if (isComing)
          entering.push(
            bulkhead.enter().then(
              (place) => held.push(place),
              () => {},
            ),
          );
        else held.shift()?.[Symbol.dispose]();
        await turn();
        expect(held.length).toBeLessThanOrEqual(atOnceMax);
      }
      while (held.length > 0) {
        held.shift()?.[Symbol.dispose]();
        await turn();
        expect(held.length).toBeLessThanOrEqual(atOnceMax);
      }
      await Promise.all(entering);
      const again = await Promise.all(Array.from({ length: atOnceMax }, () => bulkhead.enter()));
      expect(again).toHaveLength(atOnceMax);
      for (const place of again) place[Symbol.dispose]();
    }),
  );
});
