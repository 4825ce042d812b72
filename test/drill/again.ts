import { setTimeout } from 'node:timers/promises';

/** Does something again and again, so long after each time, until it is stopped. */
export function againAndAgain(
  work: () => Promise<unknown>,
  everyMs: number,
): { readonly stop: () => Promise<void> } {
  const over = new AbortController();
  const working = (async () => {
    while (!over.signal.aborted) {
      await work();
      await setTimeout(everyMs, null, { signal: over.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      over.abort();
      await working;
    },
  };
}
