import { type Calendars, isDue } from '../digests/schedule.ts';
import type { Calendar } from '../portfolio/calendar.ts';
import type { AlertOptions } from '../store/alerts/model.ts';
import type { Digest, Schedule } from '../store/digest.ts';

/** Longer than any run of holidays, with two steps for each day. */
const STEPS_MAX = 80;
const DAYS_IN_WEEK = 7;
const MINUTE_MS = 60_000;

/** The parts of an alert that say when it may be posted. */
interface AlertTiming {
  readonly schedule: Pick<Schedule, 'days' | 'zone' | 'onHoliday'>;
  readonly alert: Pick<AlertOptions, 'everyMinutes' | 'quiet'>;
}

/**
 * When an alert with something to announce is due, in epoch milliseconds: at once, but no sooner
 * after its last post than it was asked for, outside its quiet hours, and on its days. Public
 * holidays count where it does not come on all days of the week.
 *
 * @param lastDueMs when its last post was due, in epoch milliseconds; `null` for never
 * @throws {RangeError} for an unknown time zone
 */
export function alertDue(
  { schedule, alert: { everyMinutes, quiet } }: AlertTiming,
  nowMs: number,
  lastDueMs: number | null,
  calendar: Calendar,
): number {
  const earliest = Math.max(nowMs, (lastDueMs ?? -Infinity) + everyMinutes * MINUTE_MS);
  let at = Temporal.Instant.fromEpochMilliseconds(earliest).toZonedDateTimeISO(schedule.zone);
  const isDaily = schedule.days.length === DAYS_IN_WEEK;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (!isDaily && !isDue(at.toPlainDate(), schedule, calendar)) {
      at = at.add({ days: 1 }).startOfDay();
      continue;
    }
    const end = quiet === null ? null : endOfQuiet(at, quiet);
    if (end === null) return at.epochMilliseconds;
    at = end;
  }
  return earliest;
}

/** When an alert that is due may be posted, for the planner: not in its quiet hours. */
export function alertDueIn(calendars: Calendars): (digest: Digest, nowMs: number) => number {
  return ({ schedule, alert }, nowMs) =>
    alert
      ? alertDue({ schedule, alert }, nowMs, null, calendars.calendarOf(schedule.holidays))
      : nowMs;
}

/** `null` outside the quiet hours. */
function endOfQuiet(
  at: Temporal.ZonedDateTime,
  { from, until }: NonNullable<AlertOptions['quiet']>,
): Temporal.ZonedDateTime | null {
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' });
  const spansMidnight = from > until;
  const isQuiet = spansMidnight ? time >= from || time < until : time >= from && time < until;
  if (!isQuiet) return null;
  const date = time >= from && spansMidnight ? at.toPlainDate().add({ days: 1 }) : at.toPlainDate();
  const end = date.toZonedDateTime({ timeZone: at.timeZoneId, plainTime: until });
  // A clock that is set back at the end of the quiet hours must not lead before now.
  return end.epochMilliseconds > at.epochMilliseconds ? end : at.add({ hours: 1 });
}
