import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

import { onTestFinished, vi } from 'vitest';

/**
 * Ends every pause of `node:timers/promises` at once, which Vitest's clock does not reach, until the
 * test is over.
 *
 * @returns the milliseconds of each pause, the newest last
 */
export function skipPauses(): readonly number[] {
  const pauses: number[] = [];
  const { setImmediate } = timers;
  const pause = vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms, value, options) => {
    pauses.push(ms ?? 0);
    await setImmediate(undefined, options);
    return value;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    pause.mockRestore();
    syncBuiltinESMExports();
  });
  return pauses;
}
