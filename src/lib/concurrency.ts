import { setImmediate as yieldToEventLoop, setTimeout as delay } from 'node:timers/promises';

/** Thrown when the queue of a bulkhead is full, or the wait was too long. Nothing was started. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor() {
    super('too much of this kind is under way');
  }
}

/** A limit of concurrent work of one kind, so that it leaves resources for other kinds. */
export interface Bulkhead {
  /**
   * Waits for a slot; disposing it frees the slot.
   *
   * @throws {BusyError} at once if the queue is full, or after `waitMsMax`
   */
  enter(): Promise<Disposable>;
  /** Runs `work` in a slot. */
  within<Value>(work: () => Promise<Value>): Promise<Value>;
}

export interface BulkheadOptions {
  /** Slots. */
  readonly atOnceMax: number;
  /** Queue size. */
  readonly waitingMax: number;
  /** Max time in the queue. */
  readonly waitMsMax: number;
}

/**
 * A bulkhead with a first-in-first-out queue.
 *
 * Not cockatiel's: its queue has no maximal wait, and it only runs functions, where exports and
 * statements hold a slot across several steps.
 */
export function createBulkhead({ atOnceMax, waitingMax, waitMsMax }: BulkheadOptions): Bulkhead {
  const waiting = new Set<() => void>();
  let active = 0;

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      active -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  function slot(): Disposable {
    let isLeft = false;
    return {
      [Symbol.dispose]() {
        if (isLeft) return;
        isLeft = true;
        leave();
      },
    };
  }

  async function enter(): Promise<Disposable> {
    if (active < atOnceMax) {
      active += 1;
      return slot();
    }
    if (waiting.size >= waitingMax) throw new BusyError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.add(resolve);
    const timer = setTimeout(() => {
      waiting.delete(resolve);
      reject(new BusyError());
    }, waitMsMax);
    try {
      await promise;
      return slot();
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    enter,
    async within(work) {
      using _ = await enter();
      return await work();
    },
  };
}

/** Lets pending I/O and requests run before more synchronous work. */
export { yieldToEventLoop };

/** Work that took longer than it may. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * The result of `work`, if it comes within `msMax`, or has come by then to a process that stood still.
 * The work is not cancelled: it may still finish later, so it must be safe to repeat. A failure after
 * the timeout is ignored.
 *
 * @throws {Error} the result of `timeoutError`, by default a `TimeoutError`
 */
export async function withTimeout<Value>(
  work: () => Promise<Value>,
  msMax: number,
  timeoutError: () => Error = () => new TimeoutError(`not done within ${msMax} ms`),
): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  // After a stall timers come first, and what sockets have received is read behind them.
  const timer = setTimeout(() => void yieldToEventLoop().then(() => reject(timeoutError())), msMax);
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether `work` has come to an end within `msMax`, be it a failure, which is for who awaits it. */
export async function settlesWithin(work: Promise<unknown>, msMax: number): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  const timer = new AbortController();
  const silence = delay(msMax, false, { signal: timer.signal }).catch(() => false);
  const isSettled = await Promise.race([settled, silence]);
  timer.abort();
  return isSettled;
}

/** A signal that aborts after `msMax`, unless it is disposed before. */
export function deadline(
  msMax: number,
  reason: () => Error,
): Disposable & { readonly signal: AbortSignal } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(reason()), msMax);
  return { signal: late.signal, [Symbol.dispose]: () => clearTimeout(timer) };
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
