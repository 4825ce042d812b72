import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

import { onTestFinished, vi } from 'vitest';

/**
 * Ends pauses of `node:timers/promises` at once, which Vitest's clock does not reach, until the test
 * is over.
 *
 * @param isSkipped whether a pause of so many milliseconds ends at once; each without it
 * @returns the milliseconds of each pause, the newest last
 */
export function skipPauses(isSkipped = (_ms: number) => true): readonly number[] {
  const pauses: number[] = [];
  const { setImmediate, setTimeout } = timers;
  const pause = vi
    .spyOn(timers, 'setTimeout')
    .mockImplementation(async (ms = 0, value, options) => {
      if (!isSkipped(ms)) return setTimeout(ms, value, options);
      pauses.push(ms);
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
