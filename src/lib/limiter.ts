/** More is asked for at once than can be done; nothing was begun. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor() {
    super('too much of this kind is under way');
  }
}

/** A limit to what is done at once of one kind, so that it leaves room for all others. */
export interface Bulkhead {
  /**
   * Waits for a place, which is free again once it is disposed of.
   *
   * @throws {BusyError} at once when too many wait already, or after too long a wait
   */
  enter(): Promise<Disposable>;
  /** Does some work in a place of its own. */
  within<Value>(work: () => Promise<Value>): Promise<Value>;
}

export interface BulkheadOptions {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

/** An empty bulkhead: places are given in the order in which they were asked for. */
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

  function place(): Disposable {
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
      return place();
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
      return place();
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
