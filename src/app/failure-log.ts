import { createThrottledWarn } from '../lib/throttled-warn.ts';
import type { Log } from '../log.ts';

/** An outage that lasts is written again after this. */
const FAILURE_EVERY_MS = 300_000;

/**
 * Writes failures of work that is tried again and again: the same message and fields with the same
 * kind of error once in five minutes.
 *
 * @param monotonic milliseconds of a clock that is never set back
 */
export function createFailureLog(
  log: Pick<Log, 'warn'>,
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
