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

test.each([0, Date.UTC(2026, 10, 21)])('an entry set at %i expires', (start) => {
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
