import type { Playground } from '../environment.ts';
import type { ClockSetting } from '../slack-workspace/page-protocol.ts';

/** A clock that runs as another does, and can be put forward. */
export interface MovableClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How far it is ahead of the other. */
  aheadMs(): number;
  /** @throws {RangeError} when it would go back */
  advance(byMs: number): void;
}

/**
 * A clock that runs as `real` does.
 *
 * @param startMs how far it is ahead at first; negative for behind
 */
export function createMovableClock(real: () => number, startMs = 0): MovableClock {
  let aheadMs = startMs;
  return {
    now: () => real() + aheadMs,
    aheadMs: () => aheadMs,
    advance(byMs) {
      if (!(byMs >= 0)) throw new RangeError('a clock is put forward only');
      aheadMs += byMs;
    },
  };
}

/** Why the clock must stay with the machine's; `null` when it need not. */
export function fixedClock({
  slack,
  service,
  given,
}: Pick<Playground, 'slack' | 'service' | 'given'>): ClockSetting['fixedBecause'] {
  if (slack === 'real') return 'Slack keeps its own time.';
  if (service === 'real') return 'The real Rental File Service keeps its own time.';
  if ('DATABASE_URL' in given) {
    return 'PostgreSQL keeps its own time. Without DATABASE_URL the clock can be moved.';
  }
  return null;
}
