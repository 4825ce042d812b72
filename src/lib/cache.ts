import { LRUCache } from 'lru-cache';

/** A map that drops the least recently used entries, and those that have expired. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  /** Does not count as use. */
  has(key: string): boolean;
  set(key: string, value: Value): unknown;
  delete(key: string): boolean;
  /** Expired entries included. */
  readonly size: number;
}

export interface BoundedMapOptions {
  /** Entries. */
  readonly max: number;
  /** From when an entry was set; without it none expires. */
  readonly ttlMs?: number;
  /** Milliseconds; needed for `ttlMs` only. */
  readonly now?: () => number;
}

export function createBoundedMap<Value extends object | string | number | boolean>({
  max,
  ttlMs = 0,
  now = () => 0,
}: BoundedMapOptions): BoundedMap<Value> {
  return new LRUCache<string, Value>({
    max,
    // Stale from the last millisecond on; lru-cache counts that one as fresh.
    ttl: Math.max(0, ttlMs - 1),
    ttlResolution: 0,
    // An entry set at 0 would never expire, and test clocks start there.
    perf: { now: () => now() + 1 },
  });
}

const CACHED_MS = 60_000;
const CACHED_MAX = 10_000;

/** Results of lookups, kept for a minute. */
export interface TtlCache<Value> {
  get(key: string): Promise<Value>;
  /** Makes the next `get` of this key look it up again. */
  forget(key: string): void;
}

/** Caches the results of `find`, not its failures. Concurrent callers share one lookup. */
export function createTtlCache<Value>(
  find: (key: string) => Promise<Value>,
  now: () => number,
): TtlCache<Value> {
  const values = createBoundedMap<Promise<Value>>({ max: CACHED_MAX, ttlMs: CACHED_MS, now });

  return {
    async get(key) {
      const known = values.get(key);
      if (known) return known;
      const value = find(key);
      values.set(key, value);
      value.catch(() => {
        if (values.get(key) === value) values.delete(key);
      });
      return value;
    },
    forget: (key) => void values.delete(key),
  };
}
