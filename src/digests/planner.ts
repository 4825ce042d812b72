import { holidaysOf } from '../portfolio/calendar/holidays.ts';
import {
  type Calendar,
  createWorkingDays,
  type WorkingDays,
} from '../portfolio/calendar/working-days.ts';
import type { Plan, PlannedSlot } from '../store/deliveries/due-slots.ts';
import type { Digest, Schedule, Slot } from '../store/digest.ts';
import { nextSlot, slotsBetween } from './schedule.ts';

/** When schedules are due. Instants are epoch milliseconds. */
export interface Timetable {
  /** The first slot after an instant; `null` when there is none. */
  next(schedule: Schedule, afterMs: number): Slot | null;
  /** The slots after an instant, up to and with another, in their order. */
  between(schedule: Schedule, afterMs: number, untilMs: number): readonly Slot[];
}

/** The timetable by real calendars. */
export function timetableOf(calendars: Calendars): Timetable {
  const calendarOf = (schedule: Schedule) => calendars.calendarOf(schedule.holidays);
  return {
    next: (schedule, afterMs) => nextSlot(schedule, afterMs, calendarOf(schedule)),
    between: (schedule, afterMs, untilMs) =>
      slotsBetween(schedule, afterMs, untilMs, calendarOf(schedule)),
  };
}

const MINUTE_MS = 60_000;

/** Minimum for digests without catch-up, since the scheduler does not tick at the exact minute. */
const CATCH_UP_MINUTES_MIN = 1;

/** Slots missed longer ago than this, or before the newest 50, are not recorded. */
const MISSED_MS_MAX = 31 * 86_400_000;
const MISSED_MAX = 50;

/** Retry interval for a schedule that cannot be read: its time zone may come back. */
const RETRY_MS = 3_600_000;

/** Plans the slots of digests that are due. */
export interface Planner {
  /**
   * Delivers the newest slot unless it is too late for it; earlier ones are missed, so that an
   * outage is not followed by a burst of digests. Never throws.
   */
  plan(digest: Digest, nowMs: number): Plan;
  /** When a digest is due next by today's rules. Never throws. */
  next(digest: Digest, nowMs: number): Slot | null;
}

/** Creates a planner; `onTrouble` hears of schedules that cannot be read. */
export function createPlanner(timetable: Timetable, onError: (error: unknown) => void): Planner {
  function readable<Value>(read: () => Value, otherwise: Value): Value {
    try {
      return read();
    } catch (error) {
      onError(error);
      return otherwise;
    }
  }

  function planOf(digest: Digest, nowMs: number): Plan {
    const { schedule, nextDueAt } = digest;
    if (digest.alert) return { slots: [alertSlot(digest, nowMs)], next: null };
    const since = Math.max(nextDueAt ?? nowMs, nowMs - MISSED_MS_MAX);
    const slots = timetable.between(schedule, since - 1, nowMs).slice(-MISSED_MAX);
    return {
      slots: slots.map((slot, index) =>
        plannedSlot(digest, slot, index === slots.length - 1, nowMs),
      ),
      next: timetable.next(schedule, nowMs),
    };
  }

  return {
    plan: (digest, nowMs) =>
      readable(() => planOf(digest, nowMs), { slots: [], next: retrySlot(nowMs) }),
    next({ schedule, alert, nextDueAt }, nowMs) {
      // Due when something has happened.
      if (alert) return nextDueAt === null ? null : { slot: '', dueAt: nextDueAt };
      return readable(() => timetable.next(schedule, nowMs), retrySlot(nowMs));
    },
  };
}

/** How long an alert may still be posted; what it was to announce is then left to the next. */
const ALERT_WORTH_MS = 86_400_000;

function alertSlot({ schedule, nextDueAt }: Digest, nowMs: number): PlannedSlot {
  const dueAt = nextDueAt ?? nowMs;
  const local = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(schedule.zone);
  return {
    slot: local.toPlainDateTime().toString({ smallestUnit: 'second' }),
    dueAt,
    giveUpAt: Math.max(dueAt, nowMs) + ALERT_WORTH_MS,
    state: 'planned',
    reason: null,
  };
}

function retrySlot(nowMs: number): Slot {
  return { slot: '', dueAt: nowMs + RETRY_MS };
}

function plannedSlot(
  { snoozedUntil, options: { catchUpMinutes } }: Digest,
  slot: Slot,
  isNewest: boolean,
  nowMs: number,
): PlannedSlot {
  const worthMs = Math.max(catchUpMinutes, CATCH_UP_MINUTES_MIN) * MINUTE_MS;
  const planned = { ...slot, giveUpAt: slot.dueAt + worthMs };
  if (snoozedUntil !== null && slot.dueAt < snoozedUntil) {
    return { ...planned, state: 'skipped', reason: 'snoozed' };
  }
  const isMissed = !isNewest || nowMs >= planned.giveUpAt;
  return isMissed
    ? { ...planned, state: 'missed', reason: 'late' }
    : { ...planned, state: 'planned', reason: null };
}

/** Calendars of countries and regions, each created once. */
export interface Calendars {
  /**
   * @param holidays a country or a part of one (`FR`, `FR-67`), or `none`
   * @throws {RangeError} for an unknown country or region
   */
  readonly calendarOf: (holidays: string) => Calendar;
  /**
   * @param holidays a country or a part of one (`FR`, `FR-67`), or `none`
   * @throws {RangeError} for an unknown country or region
   */
  readonly workingDaysOf: (holidays: string) => WorkingDays;
}

/** Creates the calendars. */
export function createCalendars(): Calendars {
  const known = new Map<string, { calendar: Calendar; workingDays: WorkingDays }>();

  function of(holidays: string) {
    const key = holidays.toUpperCase();
    const made = known.get(key);
    if (made !== undefined) return made;
    const calendar = holidaysOf(holidays);
    const both = { calendar, workingDays: createWorkingDays(calendar) };
    known.set(key, both);
    return both;
  }

  return {
    calendarOf: (holidays) => of(holidays).calendar,
    workingDaysOf: (holidays) => of(holidays).workingDays,
  };
}
