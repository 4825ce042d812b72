import { setTimeout } from 'node:timers/promises';

/** Work that is under way, and those who wait for what comes of it. */
export interface UnderWay<Who> {
  count(): number;
  /** Resolves when the work has ended, whatever becomes of it. */
  during(work: Promise<unknown>): Promise<void>;
  /** Resolves when nothing is under way any more, or after so many milliseconds. */
  idle(msMax?: number): Promise<void>;
  readonly waiting: {
    begin(who: Who): void;
    end(who: Who): void;
    /** Whether they are to hear anything yet. */
    has(who: Who): boolean;
    /** They are sent something: a sign of life, or what they wait for. */
    sent(who: Who, isPassing: boolean): void;
    /** Those who were sent nothing but signs of life. */
    inVain(): readonly Who[];
  };
}

/** Nothing is under way yet. */
export function createUnderWay<Who>(): UnderWay<Who> {
  const work = new Set<Promise<unknown>>();
  const waiting = new Map<Who, 'waiting' | 'answered'>();

  async function allDone(): Promise<void> {
    while (work.size > 0) await Promise.allSettled(work);
  }

  return {
    count: () => work.size,
    async during(promise) {
      const done = Promise.allSettled([promise]);
      work.add(done);
      await done;
      work.delete(done);
    },
    async idle(msMax) {
      if (msMax === undefined) return allDone();
      const over = new AbortController();
      const late = setTimeout(msMax, null, { signal: over.signal }).catch(() => {});
      await Promise.race([allDone(), late]);
      over.abort();
    },
    waiting: {
      begin: (who) => void waiting.set(who, 'waiting'),
      end: (who) => void waiting.delete(who),
      has: (who) => waiting.has(who),
      sent: (who, isPassing) => void waiting.set(who, isPassing ? 'waiting' : 'answered'),
      inVain: () => [...waiting].filter(([, state]) => state === 'waiting').map(([who]) => who),
    },
  };
}
