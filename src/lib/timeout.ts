/** Work that took longer than it may. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * The result of `work`, if it comes within `msMax`. The work is not cancelled: it may still finish
 * later, so it must be safe to repeat. A failure after the timeout is ignored.
 *
 * @throws {Error} the result of `timeoutError`, by default a `TimeoutError`
 */
export async function withTimeout<Value>(
  work: () => Promise<Value>,
  msMax: number,
  timeoutError: () => Error = () => new TimeoutError(`not done within ${msMax} ms`),
): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutError()), msMax);
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The result of `work`, or a rejection with the reason of `signal` if that aborts first. The work
 * itself is not cancelled: others may wait for it.
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
