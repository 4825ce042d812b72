interface Warner {
  warn(fields: object, message: string): void;
}

/** Distinct keys; far more than there are. */
const KEYS_MAX = 100;

/**
 * Writes warnings of one key at most once in an interval, each with the number of those before it
 * that were not written, as `alikeBefore`.
 *
 * @param clock milliseconds
 */
export function createThrottledWarn(
  log: Warner,
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

/** An outage that lasts is written again after this. */
const FAILURE_EVERY_MS = 300_000;

/**
 * Writes failures of work that is tried again and again: the same message and fields with the same
 * kind of error once in five minutes.
 *
 * @param monotonic milliseconds of a clock that is never set back
 */
export function createFailureLog(
  log: Warner,
  monotonic: () => number,
): (error: unknown, message: string, fields?: object) => void {
  const warn = createThrottledWarn(log, monotonic, FAILURE_EVERY_MS);
  return (error, message, fields = {}) =>
    warn(JSON.stringify([message, fields, kindOf(error)]), { ...fields, err: error }, message);
}

/** What errors of one cause share: the job engine names a worker in brackets. */
function kindOf(error: unknown): readonly unknown[] {
  if (!(error instanceof Error)) return [typeof error];
  return [error.name, 'code' in error ? error.code : error.message.replace(/ \(.*$/s, '')];
}
