import { setTimeout as delay } from 'node:timers/promises';

import { yieldToEventLoop } from '../lib/concurrency.ts';
import type { ReplayGuard } from './replay-guard.ts';

/** Work in flight, and the requests that wait for an answer. */
export interface InFlight<Waiter> {
  count(): number;
  /** Resolves when the work has ended; never rejects. */
  track(work: Promise<unknown>): Promise<void>;
  /** Resolves when nothing is in flight, or after `msMax`. */
  idle(msMax?: number): Promise<void>;
  readonly waiting: {
    begin(waiter: Waiter): void;
    end(waiter: Waiter): void;
    /** Whether an answer may still be sent. */
    has(waiter: Waiter): boolean;
    /** Records that something was sent: a sign of life (`isPassing`), or the answer. */
    sent(waiter: Waiter, isPassing: boolean): void;
    /** Requests that were sent nothing but signs of life. */
    unanswered(): readonly Waiter[];
  };
}

/** Nothing in flight yet. */
export function createInFlight<Waiter>(): InFlight<Waiter> {
  const work = new Set<Promise<unknown>>();
  const waiting = new Map<Waiter, 'waiting' | 'answered'>();

  async function allDone(): Promise<void> {
    while (work.size > 0) await Promise.allSettled(work);
  }

  return {
    count: () => work.size,
    async track(promise) {
      const done = Promise.allSettled([promise]);
      work.add(done);
      await done;
      work.delete(done);
    },
    async idle(msMax) {
      if (msMax === undefined) return allDone();
      const done = new AbortController();
      const late = delay(msMax, null, { signal: done.signal }).catch(() => {});
      await Promise.race([allDone(), late]);
      done.abort();
    },
    waiting: {
      begin: (waiter) => void waiting.set(waiter, 'waiting'),
      end: (waiter) => void waiting.delete(waiter),
      has: (waiter) => waiting.has(waiter),
      sent: (waiter, isPassing) => void waiting.set(waiter, isPassing ? 'waiting' : 'answered'),
      unanswered: () =>
        [...waiting].filter(([, state]) => state === 'waiting').map(([waiter]) => waiter),
    },
  };
}

/**
 * A queue that gives each caller its own turn of the event loop, in order of arrival.
 *
 * Requests that arrive together are all claimed and acknowledged before the first is answered, and
 * later ones between two answers: Slack waits at most 3 s, people a little longer.
 */
export function createEventLoopQueue({
  settled,
}: Pick<ReplayGuard, 'settled'>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    last = last.then(settled).then(yieldToEventLoop);
    await last;
  };
}
