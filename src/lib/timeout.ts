/** Something has not come to its end for so long that nobody waits for it any more. */
export class TimeoutError extends Error {
  override readonly name = 'HangingError';

  constructor(msMax: number) {
    super(`a step of the clock has hung for ${msMax / 1_000} seconds; it goes on without it`);
  }
}

/**
 * Waits for work, but not for ever: drivers have been seen to hang without a word. Work that is
 * left to itself may still come to its end, so it must be such that it can be done twice.
 *
 * @throws {TimeoutError} after so many milliseconds
 */
export async function withTimeout(work: () => Promise<void>, msMax: number): Promise<void> {
  const done = work();
  // Nobody hears any more of what fails too late.
  done.catch(() => {});
  const { promise: hanging, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeoutError(msMax)), msMax);
  try {
    await Promise.race([done, hanging]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What `work` comes to, unless `signal` is aborted first; then rejects with its reason. The work
 * itself goes on: others wait for it too.
 */
export async function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | null | undefined,
): Promise<Value> {
  if (!signal) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
