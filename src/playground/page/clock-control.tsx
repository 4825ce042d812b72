import { useEffect, useState } from 'react';

import type { ClockSetting, ClockStep } from '../slack/protocol.ts';
import { useDesk } from './desk.ts';
import { isWorkdayTomorrow, wordedClock, zoneCity } from './text/clock-words.ts';

const SECOND_MS = 1_000;

const STEPS: Readonly<Record<ClockStep, string>> = {
  hour: '+1 hour',
  tomorrow: 'To tomorrow 08:59',
  workday: 'To Monday 08:59',
};

/** What time it is in the playground, and buttons that put it forward. */
export function ClockControl({ setting }: { readonly setting: ClockSetting }) {
  const { person, clock, send } = useDesk();
  const [isMoving, setMoving] = useState(false);
  const { aheadMs, fixedBecause } = setting;
  const isFixed = fixedBecause !== null;
  const offered: readonly ClockStep[] = isWorkdayTomorrow(clock.nowMs, person.zone)
    ? ['hour', 'tomorrow']
    : ['hour', 'tomorrow', 'workday'];

  async function move(to: ClockStep): Promise<void> {
    setMoving(true);
    await send('clock', { person: person.id, to });
    setMoving(false);
  }

  return (
    <fieldset className="control clock" aria-describedby="clock-note">
      <legend>Clock</legend>
      <RunningClock />
      <div className="clock-steps">
        {offered.map((step) => (
          <button
            key={step}
            type="button"
            className="side-button"
            disabled={isFixed || isMoving}
            onClick={() => void move(step)}
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
    ? 'The machine’s own time. It can be put forward, never back.'
    : 'Ahead of the machine’s own time. To go back to that, start the playground anew.';
}

/** Counts the seconds by itself, so that the rest of the page need not. */
function RunningClock() {
  const { person, clock } = useDesk();
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
