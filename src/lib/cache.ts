const REMEMBERED_MS = 60_000;
const REMEMBERED_MAX = 10_000;

/** What was found out, for as long as it may be relied on. */
export interface TtlCache<Value> {
  get(key: string): Promise<Value>;
  /** The next `get` of this key finds out anew. */
  forget(key: string): void;
}

/** `find`, with each answer remembered for a minute; a failure is not remembered. */
export function createTtlCache<Value>(
  find: (key: string) => Promise<Value>,
  now: () => number,
): TtlCache<Value> {
  const known = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();

  return {
    async get(key) {
      const found = known.get(key);
      if (found && now() < found.until) return found.value;
      const value = find(key);
      if (known.size >= REMEMBERED_MAX) known.clear();
      known.set(key, { value, until: now() + REMEMBERED_MS });
      value.catch(() => {
        if (known.get(key)?.value === value) known.delete(key);
      });
      return value;
    },
    forget: (key) => void known.delete(key),
  };
}

const SEEN_MAX = 5_000;

/** Tells of each id once whether it is new; the oldest are forgotten. */
export function createFirstSeen(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    const [oldest] = seen;
    if (seen.size >= SEEN_MAX && oldest !== undefined) seen.delete(oldest);
    seen.add(id);
    return true;
  };
}
