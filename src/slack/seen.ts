const SEEN_MAX = 5_000;

/** Tells of each id once whether it is new; the oldest are forgotten. */
export function createSeen(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    const [oldest] = seen;
    if (seen.size >= SEEN_MAX && oldest !== undefined) seen.delete(oldest);
    seen.add(id);
    return true;
  };
}
