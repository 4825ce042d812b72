import type { Schedule, Slot } from '../../src/store/digest.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** Clocks change only on quarters of an hour, with few exceptions. */
const QUARTER_MS = 15 * MINUTE_MS;

/** The changes of the clocks of all time zones in some years; in 2011 Samoa left out a day. */
export const CLOCK_CHANGES = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
  [2011, 2026].flatMap((year) => changesIn(year, zone).map((changeMs) => ({ zone, changeMs }))),
);

function changesIn(year: number, zone: string): number[] {
  const changes: number[] = [];
  const start = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone);
  for (let change = start.getTimeZoneTransition('next'); change?.year === year;) {
    changes.push(change.epochMilliseconds);
    change = change.getTimeZoneTransition('next');
  }
  return changes;
}

/**
 * Watches a clock on the wall minute by minute and rings when it shows a due time for the first
 * time. What the clock jumps over rings when it would have shown it, had it not jumped.
 *
 * @param changesEveryMs how often it is looked whether the clock has jumped
 */
export function watchedSlots(
  { times, days, zone }: Schedule,
  fromMs: number,
  untilMs: number,
  changesEveryMs = QUARTER_MS,
) {
  const wanted = new Set(times.map(minutesOf));
  const rung = new Map<number, Slot>();
  const seen = new Set<number>();
  let before = wallAt(fromMs - MINUTE_MS, offsetAt(fromMs - MINUTE_MS, zone));
  let offsetMs = 0;

  function ring(wall: number, atMs: number, isShown: boolean): void {
    const day = Math.floor(wall / DAY_MINUTES);
    if (!wanted.has(wall - day * DAY_MINUTES) || seen.has(wall)) return;
    // The first of January 1970 was a Thursday.
    if (!days.includes(((day + 3) % 7) + 1)) return;
    seen.add(wall);
    if (!isShown && rung.has(atMs)) return;
    const slot = new Date(wall * MINUTE_MS).toISOString().slice(0, 16);
    rung.set(atMs, { slot, dueAt: atMs });
  }

  for (let atMs = fromMs; atMs <= untilMs; atMs += MINUTE_MS) {
    if (atMs % changesEveryMs === 0 || atMs === fromMs) offsetMs = offsetAt(atMs, zone);
    const wall = wallAt(atMs, offsetMs);
    for (let missed = before + 1; missed < wall; missed += 1) {
      ring(missed, atMs + (missed - before - 1) * MINUTE_MS, false);
    }
    ring(wall, atMs, true);
    before = wall;
  }
  return [...rung.values()]
    .filter(({ dueAt }) => dueAt <= untilMs)
    .toSorted((one, other) => one.dueAt - other.dueAt);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function offsetAt(atMs: number, zone: string): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
  );
}

/** Minutes that the clock on the wall is past the beginning of 1970. */
function wallAt(atMs: number, offsetMs: number): number {
  return Math.floor((atMs + offsetMs) / MINUTE_MS);
}
