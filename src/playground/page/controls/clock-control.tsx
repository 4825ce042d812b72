import { useEffect, useState } from 'react';

import type { ClockSetting, ClockStep } from '../../slack-workspace/page-protocol.ts';
import { isWorkdayTomorrow, wordedClock, zoneCity } from '../text/clock-text.ts';
import { useWorkspaceContext } from '../workspace-context.ts';
import { useClockMove } from './use-clock-move.ts';

const SECOND_MS = 1_000;

const STEPS: Readonly<Record<ClockStep, string>> = {
  hour: '+1 hour',
  tomorrow: 'Tomorrow',
  workday: 'Monday',
};

/** The playground's time, and buttons that move it forward. */
export function ClockControl({ setting }: { readonly setting: ClockSetting }) {
  const { person, clock, tour } = useWorkspaceContext();
  const { isMoving, moveClock } = useClockMove();
  const { aheadMs, fixedBecause } = setting;
  const isFixed = fixedBecause !== null;
  const offered: readonly ClockStep[] = isWorkdayTomorrow(clock.nowMs, person.zone)
    ? ['hour', 'tomorrow']
    : ['hour', 'tomorrow', 'workday'];

  const isNext = (step: ClockStep) => step === 'tomorrow' && tour?.step === 'tomorrow';

  return (
    <fieldset className="control clock" aria-describedby="clock-note">
      <legend>Clock</legend>
      <RunningClock />
      <div className="clock-steps">
        {offered.map((step) => (
          <button
            key={step}
            type="button"
            className={isNext(step) ? 'side-button next' : 'side-button'}
            disabled={isFixed}
            // A button that is disabled loses the focus.
            aria-disabled={isMoving}
            onClick={() => void moveClock(step)}
          >
            {STEPS[step]}
          </button>
        ))}
      </div>
      <p id="clock-note" className="control-note">
        {fixedBecause ?? noteOn(aheadMs)}
      </p>
    </fieldset>
  );
}

function noteOn(aheadMs: number): string {
  return aheadMs === 0
    ? 'Tomorrow jumps to 08:59:50.'
    : 'Ahead of real time until you restart the playground.';
}

/** Counts the seconds by itself, so that the rest of the page need not. */
function RunningClock() {
  const { person, clock } = useWorkspaceContext();
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const nowMs = clock.now();
  return (
    <p className="clock-face">
      <time dateTime={new Date(nowMs).toISOString()}>{wordedClock(nowMs, person.zone)}</time>
      {person.zone !== undefined && <span>{zoneCity(person.zone)}</span>}
    </p>
  );
}
