const DAY_MS = 86_400_000;
const THURSDAY = 3;
const WEEK = 7;

/** A stretch of time in which a zone keeps the same distance from UTC. */
interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly offsetMs: number;
}

/**
 * Numbers the days of a zone: the first of January 1970 is 0. A hundred thousand instants take a
 * few milliseconds, for the calendar is asked only once for each change of the clocks.
 */
export function createLocalDays(zone: string): (epochMs: number) => number {
  const stretches: Stretch[] = [];
  let last: Stretch = { fromMs: 0, untilMs: 0, offsetMs: 0 };

  function stretchAt(epochMs: number): Stretch {
    const holds = ({ fromMs, untilMs }: Stretch) => epochMs >= fromMs && epochMs < untilMs;
    if (holds(last)) return last;
    const known = stretches.find(holds);
    if (known) return known;
    const made = stretchAround(epochMs, zone);
    stretches.push(made);
    return made;
  }

  return (epochMs) => {
    last = stretchAt(epochMs);
    return Math.floor((epochMs + last.offsetMs) / DAY_MS);
  };
}

/** The date of a day by its number. */
export function dateOfDay(day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from('1970-01-01').add({ days: day });
}

/** The number of a date. */
export function dayNumber(date: Temporal.PlainDate): number {
  return date.since('1970-01-01').days;
}

/** Numbers the weeks that the days lie in, from Monday to Sunday as ISO 8601 has it. */
export function weekOfDay(day: number): number {
  return Math.floor((day + THURSDAY) / WEEK);
}

/** The first day of a week. */
export function mondayOf(week: number): number {
  return week * WEEK - THURSDAY;
}

function stretchAround(epochMs: number, zone: string): Stretch {
  const moment = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  const since = moment.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const next = moment.getTimeZoneTransition('next');
  return {
    fromMs: since?.epochMilliseconds ?? -Infinity,
    untilMs: next?.epochMilliseconds ?? Infinity,
    offsetMs: moment.offsetNanoseconds / 1e6,
  };
}
