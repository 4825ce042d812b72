import { useState } from 'react';

import type { ClockStep } from '../../slack-workspace/page-protocol.ts';
import { type Tour, useWorkspaceContext } from '../workspace-context.ts';

const NEXT_DAYS: ReadonlySet<ClockStep> = new Set(['tomorrow', 'workday']);

interface ClockMove {
  readonly isMoving: boolean;
  readonly moveClock: (to: ClockStep) => Promise<void>;
}

/** Moves the playground's clock, and the tour along with it. */
export function useClockMove(): ClockMove {
  const { person, send, tour, setTour } = useWorkspaceContext();
  const [isMoving, setMoving] = useState(false);
  return {
    isMoving,
    async moveClock(to) {
      if (isMoving) return;
      setMoving(true);
      const { ok } = await send('clock', { person: person.id, to });
      if (ok) setTour(tourAfter(tour, to));
      setMoving(false);
    },
  };
}

/** The tour once the clock has moved. */
function tourAfter(tour: Tour | null, step: ClockStep): Tour | null {
  return tour !== null && NEXT_DAYS.has(step) ? { ...tour, step: 'arrival' } : tour;
}
