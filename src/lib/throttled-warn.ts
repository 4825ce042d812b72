/** Keys that are told apart; far more than there are. */
const KEYS_MAX = 100;

/**
 * Writes warnings of one key at most once in an interval, each with the number of those before it
 * that were not written, as `alikeBefore`.
 *
 * @param clock milliseconds
 */
export function createThrottledWarn(
  log: { warn(fields: object, message: string): void },
  clock: () => number,
  everyMs: number,
): (key: string, fields: object, message: string) => void {
  const written = new Map<string, { atMs: number; more: number }>();
  return (key, fields, message) => {
    const last = written.get(key) ?? { atMs: -Infinity, more: 0 };
    if (clock() - last.atMs < everyMs) {
      last.more += 1;
      return;
    }
    log.warn({ ...fields, alikeBefore: last.more }, message);
    if (written.size >= KEYS_MAX) written.clear();
    written.set(key, { atMs: clock(), more: 0 });
  };
}
