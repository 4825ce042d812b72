import { expect, test, vi } from 'vitest';

import { createBoundedMap, createTtlCache } from '../../src/lib/cache.ts';

const MINUTE_MS = 60_000;

test('a bounded map drops the least recently used entry', () => {
  const map = createBoundedMap<number>({ max: 2 });
  map.set('a', 1);
  map.set('b', 2);
  expect([map.get('a'), map.has('b')]).toEqual([1, true]);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2]);
});

test.each([0, 1, Date.UTC(2026, 10, 21)])('an entry set at %i expires', (start) => {
  let nowMs = start;
  const map = createBoundedMap<number>({ max: 2, ttlMs: MINUTE_MS, now: () => nowMs });
  map.set('a', 1);
  nowMs += MINUTE_MS - 1;
  expect([map.has('a'), map.get('a')]).toEqual([true, 1]);
  nowMs += 1;
  expect([map.has('a'), map.get('a')]).toEqual([false, undefined]);
});

test('a lookup is shared, cached for a minute, and repeated once it was forgotten', async () => {
  let nowMs = 0;
  const find = vi.fn<(key: string) => Promise<string>>(async (key) => key.toUpperCase());
  const cache = createTtlCache(find, { now: () => nowMs });
  expect(await Promise.all([cache.get('a'), cache.get('a'), cache.get('b')])).toEqual([
    'A',
    'A',
    'B',
  ]);
  expect(find).toHaveBeenCalledTimes(2);
  cache.forget('a');
  await cache.get('a');
  expect(find).toHaveBeenCalledTimes(3);
  nowMs = MINUTE_MS;
  await cache.get('a');
  expect(find).toHaveBeenCalledTimes(4);
});

test('a failed lookup is repeated', async () => {
  const find = vi.fn<(key: string) => Promise<string | null>>(async () => null);
  find.mockRejectedValueOnce(new Error('away'));
  const cache = createTtlCache(find, { now: () => 0 });
  await expect(cache.get('a')).rejects.toThrow('away');
  expect([await cache.get('a'), await cache.get('a')]).toEqual([null, null]);
  expect(find).toHaveBeenCalledTimes(2);
});

test('of ten thousand lookups none is repeated; of more, those that were used longest ago', async () => {
  const find = vi.fn<(key: string) => Promise<string>>(async (key) => key);
  const cache = createTtlCache(find, { now: () => 0 });
  for (let key = 0; key < 10_000; key += 1) await cache.get(String(key));
  await cache.get('0');
  expect(find).toHaveBeenCalledTimes(10_000);
  await cache.get('one more');
  await cache.get('0');
  expect(find).toHaveBeenCalledTimes(10_001);
  await cache.get('1');
  expect(find).toHaveBeenCalledTimes(10_002);
});

/** Lookups that end when the test says so. */
function slowCache() {
  const lookups: PromiseWithResolvers<string>[] = [];
  const cache = createTtlCache(
    async () => {
      const lookup = Promise.withResolvers<string>();
      lookups.push(lookup);
      return lookup.promise;
    },
    { now: () => 0 },
  );
  return { cache, lookups };
}

test('a fresh lookup is another one than that which is cached, and is cached then', async () => {
  const { cache, lookups } = slowCache();
  const first = cache.get('a');
  lookups[0]?.resolve('old');
  expect(await first).toBe('old');
  const fresh = [cache.fresh('a'), cache.fresh('a')];
  lookups[1]?.resolve('new');
  expect(await Promise.all(fresh)).toEqual(['new', 'new']);
  expect([await cache.get('a'), lookups.length]).toEqual(['new', 2]);
});

test('what was forgotten while it was looked up is looked up again, three times at most', async () => {
  const { cache, lookups } = slowCache();
  const fresh = cache.fresh('a');
  cache.forget('a');
  lookups[0]?.resolve('one');
  await vi.waitUntil(() => lookups.length === 2, { interval: 1 });
  lookups[1]?.resolve('two');
  expect(await fresh).toBe('two');

  const refused = cache.fresh('a').catch((error: unknown) => error);
  for (const tries of [3, 4, 5]) {
    await vi.waitUntil(() => lookups.length === tries, { interval: 1 });
    cache.forget('a');
    lookups[tries - 1]?.resolve('changed');
  }
  expect(await refused).toMatchObject({ message: 'it changes faster than it can be looked up' });
  expect(lookups).toHaveLength(5);
});

test('a lookup that fails late takes nothing away from the one that came after', async () => {
  const { cache, lookups } = slowCache();
  const late = cache.get('a').catch(() => 'failed');
  cache.forget('a');
  const next = cache.get('a');
  lookups[0]?.reject(new Error('away'));
  expect(await late).toBe('failed');
  const shared = cache.fresh('a');
  lookups[1]?.resolve('here');
  expect([await next, await shared, await cache.get('a')]).toEqual(['here', 'here', 'here']);
  expect(lookups).toHaveLength(2);
});

test('time counts while the machine sleeps, and while the wall clock is set back', async () => {
  const clock = { wall: 5_000_000, steady: 0 };
  const find = vi.fn<(key: string) => Promise<string>>(async (key) => key);
  const cache = createTtlCache(find, { now: () => clock.wall, monotonic: () => clock.steady });
  const after = async (wallMs: number, steadyMs: number) => {
    clock.wall += wallMs;
    clock.steady += steadyMs;
    await cache.get('a');
    return find.mock.calls.length;
  };
  expect(await after(0, 0)).toBe(1);
  expect(await after(-3_600_000, 0)).toBe(1);
  expect(await after(MINUTE_MS - 1, MINUTE_MS - 1)).toBe(1);
  expect(await after(1, 1)).toBe(2);
  expect(await after(MINUTE_MS / 2, 0)).toBe(2);
  expect(await after(MINUTE_MS / 2, 0)).toBe(3);
  // A difference within the resolution of the clocks is no sleep.
  for (let round = 0; round < 10; round += 1) expect(await after(100, 0)).toBe(3);
});

test('an entry without a time to live never expires', () => {
  let nowMs = 0;
  const map = createBoundedMap<number>({ max: 2, now: () => nowMs });
  map.set('a', 1);
  nowMs = Number.MAX_SAFE_INTEGER - 1;
  expect([map.get('a'), map.delete('a'), map.delete('a'), map.get('a')]).toEqual([
    1,
    true,
    false,
    undefined,
  ]);
});
