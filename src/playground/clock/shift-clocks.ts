/** A process's clocks, once they can be put forward. */
export interface ShiftedClock {
  /** Puts them all that far ahead of the machine's. */
  setAhead(ms: number): void;
}

/**
 * Lets every clock of this process be put forward: of dates, of Temporal, and the one that counts
 * from the process's start, which jumps along, so that what waits for time to pass sees it pass.
 * The embedded database asks them too; timers go on as they were.
 */
export function shiftClock(): ShiftedClock {
  let aheadMs = 0;
  shiftDates(() => aheadMs);
  shiftTemporal(() => aheadMs);
  shiftPerformance(() => aheadMs);
  return {
    setAhead(ms) {
      aheadMs = ms;
    },
  };
}

function shiftDates(aheadMs: () => number): void {
  const { Date: Real } = globalThis;
  const realNow = Real.now.bind(Real);
  const now = () => realNow() + aheadMs();
  const Shifted = new Proxy(Real, {
    construct: (target, given, made) =>
      Object(Reflect.construct(target, given.length === 0 ? [now()] : given, made)),
    apply: () => new Real(now()).toString(),
  });
  Real.now = now;
  Real.prototype.constructor = Shifted;
  globalThis.Date = Shifted;
}

function shiftTemporal(aheadMs: () => number): void {
  const { Now } = Temporal;
  const { instant: realInstant } = Now;
  const instant = () => realInstant().add({ milliseconds: Math.round(aheadMs()) });
  const zoned = (zone: Temporal.TimeZoneLike = Now.timeZoneId()) =>
    instant().toZonedDateTimeISO(zone);
  Object.assign(Now, {
    instant,
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (zone?: Temporal.TimeZoneLike) => zoned(zone).toPlainDateTime(),
    plainDateISO: (zone?: Temporal.TimeZoneLike) => zoned(zone).toPlainDate(),
    plainTimeISO: (zone?: Temporal.TimeZoneLike) => zoned(zone).toPlainTime(),
  });
}

function shiftPerformance(aheadMs: () => number): void {
  const { performance: counter } = globalThis;
  const sinceStart = counter.now.bind(counter);
  counter.now = () => sinceStart() + aheadMs();
}
