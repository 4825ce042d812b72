import { BusyError, createBulkhead } from '../lib/limiter.ts';
import type { Ask } from './asking.ts';
import { StoreError } from './errors.ts';

/**
 * Asks so that nobody waits for ever: whatever the driver waits for, after `msMax` it is `late`.
 * What was asked goes on, and may still be done.
 */
export function createInTime(ask: Ask, msMax: number): Ask {
  return async (query) => {
    const answer = ask(query);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(tooLate(msMax)), msMax);
    // Nobody hears any more of what comes too late.
    answer.catch(() => {});
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** So many of the driver's ten connections: the others are for people. */
const AT_ONCE_MAX = 6;
const WAITING_MAX = 10_000;
const WAIT_MS_MAX = 60_000;

/** Asks a few at once, for what nobody waits for at their screen: however much it is, others get through. */
export function createAside(ask: Ask): Ask {
  const places = createBulkhead({
    atOnceMax: AT_ONCE_MAX,
    waitingMax: WAITING_MAX,
    waitMsMax: WAIT_MS_MAX,
  });
  return async (query) => {
    try {
      return await places.within(async () => ask(query));
    } catch (error) {
      throw error instanceof BusyError
        ? new StoreError('unreachable', 'The database has more to do than it can.')
        : error;
    }
  };
}

function tooLate(ms: number): StoreError {
  return new StoreError('late', `The database has not answered for ${ms / 1_000} seconds.`);
}
