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
    // Not `max`, for which lru-cache sets memory aside at once: 100,000 keys take a while to come.
    maxSize: max,
    sizeCalculation: () => 1,
    // Stale from the last millisecond on; lru-cache counts that one as fresh.
    ttl: Math.max(0, ttlMs - 1),
    ttlResolution: 0,
    // An entry set at 0 would never expire, and test clocks start there.
    perf: { now: () => now() + 1 },
  });
}

/** A difference between two clocks that is no more than their resolution. */
const CLOCK_JITTER_MS = 100;

/** The clocks of a process, in milliseconds. */
export interface Clocks {
  /** The wall clock, which can be set back. */
  readonly now: () => number;
  /** A clock that is never set back, and stops while the machine sleeps. Default: the wall clock. */
  readonly monotonic?: (() => number) | undefined;
}

/**
 * A clock of both: it goes on while the wall clock is set back, and counts the time that the machine
 * has slept.
 */
function createElapsedClock({ now, monotonic = now }: Clocks): () => number {
  let lead = now() - monotonic();
  let asleepMs = 0;
  return () => {
    const steady = monotonic();
    const moved = now() - steady - lead;
    if (Math.abs(moved) > CLOCK_JITTER_MS) {
      lead += moved;
      asleepMs += Math.max(0, moved);
    }
    return steady + asleepMs;
  };
}

const CACHED_MS = 60_000;
const CACHED_MAX = 10_000;
/** Lookups of something that changes while it is looked up. */
const FRESH_TRIES_MAX = 3;

/** Results of lookups, cached for a time. */
export interface TtlCache<Value> {
  get(key: string): Promise<Value>;
  /**
   * Looks up anew; only a lookup that is still running is shared, and none that was forgotten
   * meanwhile.
   */
  fresh(key: string): Promise<Value>;
  /** Makes the next `get` of this key look it up again. */
  forget(key: string): void;
}

export interface TtlCacheOptions extends Clocks {
  /** Counted from the start of a lookup. Default: a minute. */
  readonly ttlMs?: number;
}

/** Caches the results of `find`, not its failures. Concurrent callers share one lookup. */
export function createTtlCache<Value>(
  find: (key: string) => Promise<Value>,
  { ttlMs = CACHED_MS, ...clocks }: TtlCacheOptions,
): TtlCache<Value> {
  const now = createElapsedClock(clocks);
  const values = createBoundedMap<Promise<Value>>({ max: CACHED_MAX, ttlMs, now });
  const pending = new Map<string, Promise<Value>>();

  function start(key: string): Promise<Value> {
    const value = find(key);
    values.set(key, value);
    pending.set(key, value);
    const end = () => {
      if (pending.get(key) === value) pending.delete(key);
    };
    value.then(end, () => {
      end();
      if (values.get(key) === value) values.delete(key);
    });
    return value;
  }

  return {
    get: async (key) => values.get(key) ?? start(key),
    async fresh(key) {
      for (let tries = 0; tries < FRESH_TRIES_MAX; tries += 1) {
        const lookup = pending.get(key) ?? start(key);
        const value = await lookup;
        if (values.get(key) === lookup) return value;
      }
      throw new Error('it changes faster than it can be looked up');
    },
    forget(key) {
      values.delete(key);
      pending.delete(key);
    },
  };
}

/** Numbers values from 0 on, and calls back with the number of each new one. */
export function numbering<Value>(numbers: {
  get(value: Value): number | undefined;
  set(value: Value, number: number): unknown;
}) {
  let count = 0;
  return (value: Value, write: (number: number) => void): number => {
    const earlier = numbers.get(value);
    if (earlier !== undefined) return earlier;
    numbers.set(value, count);
    write(count);
    count += 1;
    return count - 1;
  };
}
