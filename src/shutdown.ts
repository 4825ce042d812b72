import { withTimeout } from './lib/concurrency.ts';
import type { Log } from './log.ts';

/** Graceful shutdown: closes parts in reverse order, then ends the process. */
export interface Shutdown {
  /**
   * Registers a part, to be closed before all parts that were added earlier.
   *
   * @param msMax time limit; what is not done then is left undone
   */
  add(part: string, msMax: number, close: () => Promise<unknown> | void): void;
  /** Closes everything on the first signal; a second one ends the process at once. */
  begin(signal: string): Promise<void>;
}

/** @param exit ends the process: 0 if everything was closed in time */
export function createShutdown(log: Log, exit: (code: 0 | 1) => void): Shutdown {
  const parts: { part: string; msMax: number; close: () => Promise<unknown> | void }[] = [];
  let isClosing = false;

  return {
    add: (part, msMax, close) => void parts.unshift({ part, msMax, close }),
    async begin(signal) {
      if (isClosing) {
        log.warn({ signal }, 'ending at once');
        exit(1);
        return;
      }
      isClosing = true;
      log.info({ signal }, 'closing');
      let isClean = true;
      for (const { part, msMax, close } of parts) {
        try {
          await withTimeout(async () => close(), msMax);
          log.info({ part }, 'closed');
        } catch (error) {
          isClean = false;
          log.error({ part, err: error }, 'closing failed');
        }
      }
      exit(isClean ? 0 : 1);
    },
  };
}
