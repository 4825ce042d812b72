import {
  type Calendar,
  UnknownPlaceError,
  type WorkingDays,
  createWorkingDays,
  dateOf,
  holidaysOf,
  isZone,
} from '../portfolio/calendar.ts';
import { nextPeriodStart, type Period, periodStart } from '../reports/report.ts';
import type { LeftDigest, Plan, PlannedSlot } from '../store/deliveries/due-slots.ts';
import {
  type Digest,
  LEFT_MS,
  PAUSED_FOR_SCHEDULE,
  type Schedule,
  type Slot,
} from '../store/digest.ts';

/** When schedules are due. Instants are epoch milliseconds. */
export interface Timetable {
  /** The first slot after an instant; `null` when there is none. */
  next(schedule: Schedule, afterMs: number): Slot | null;
  /** The slots after an instant, up to and with another, in their order. */
  between(schedule: Schedule, afterMs: number, untilMs: number): readonly Slot[];
}

/** The timetable by real calendars. */
export function timetableOf(calendars: Calendars): Timetable {
  const calendarOf = (schedule: Schedule) => calendars.calendarOf(schedule);
  return {
    next: (schedule, afterMs) => nextSlot(schedule, afterMs, calendarOf(schedule)),
    between: (schedule, afterMs, untilMs) =>
      slotsBetween(schedule, afterMs, untilMs, calendarOf(schedule)),
  };
}

const MINUTE_MS = 60_000;

/** New rules of a time zone move a due time by so much at most. */
const RULES_MS_MAX = 86_400_000;

/** Without an answer of the database for so long, the others had no chance to plan. */
const UNSEEN_MS_MAX = 60_000;

/** Minimum for digests without catch-up, since the scheduler does not tick at the exact minute. */
const CATCH_UP_MINUTES_MIN = 1;

/** Slots missed longer ago than this, or before the newest 50, are not recorded. */
const MISSED_MS_MAX = 31 * 86_400_000;
const MISSED_MAX = 50;

/** Older versions look again this long after a look that failed. */
const OLDER_RETRY_MS = 3_600_000;

/** Plans the slots of digests that are due. */
export interface Planner {
  /**
   * Delivers the newest slot unless it is too late for it; earlier ones are missed, so that an
   * outage is not followed by a burst of digests. Never throws.
   *
   * @returns `null` for a digest whose schedule cannot be read here, such as for a zone or options that
   *   only newer versions know: it stays due for the other instances. One that none of them has planned
   *   in five minutes is paused.
   */
  plan(digest: Digest, nowMs: number): Plan | null;
  /** The digests that this instance leaves to others. */
  left(): readonly LeftDigest[];
  /** Notes that the database was asked what is due. While it is away, no other instance can plan either. */
  looked(): void;
  /**
   * When a digest is due next by today's rules. That is in the past for a slot which they have moved
   * there, and which is still to be planned. Never throws.
   *
   * @param settledMs the slots up to this time are planned already, or not asked for any more
   */
  next(digest: Digest, nowMs: number, settledMs: number): Slot | null;
}

/**
 * Creates a planner.
 *
 * @param onError hears of schedules that cannot be read
 * @param alertDueAt when an alert that is due now may be posted: later in its quiet hours, or not
 *   on its days. Default: now
 * @param monotonic milliseconds; it decides whether the database was away meanwhile
 */
export function createPlanner(
  timetable: Timetable,
  onError: (error: unknown) => void,
  alertDueAt: (digest: Digest, nowMs: number) => number = (_digest, nowMs) => nowMs,
  monotonic: () => number = () => 0,
): Planner {
  let answeredAt = monotonic();
  /** By id, for the due time at which each was left. */
  const left = new Map<string, LeftDigest & { readonly dueAt: number | null }>();

  function readable<Value>(read: () => Value, otherwise: () => Value): Value {
    try {
      return read();
    } catch (error) {
      onError(error);
      return otherwise();
    }
  }

  function planOf(digest: Digest, nowMs: number): Plan {
    const { schedule, nextDueAt } = digest;
    if (digest.alert) {
      // It may have become due long ago, when no process was running.
      const dueAt = alertDueAt(digest, nowMs);
      if (dueAt > nowMs) return { slots: [], next: { slot: '', dueAt } };
      return { slots: [alertSlot(digest, nowMs)], next: null };
    }
    const lookedAt = isOlderRetry(nextDueAt) ? nextDueAt - OLDER_RETRY_MS : nextDueAt;
    const since = Math.max(lookedAt ?? nowMs, nowMs - MISSED_MS_MAX);
    const slots = timetable.between(schedule, since - 1, nowMs).slice(-MISSED_MAX);
    return {
      slots: slots.map((slot, index) =>
        plannedSlot(digest, slot, index === slots.length - 1, nowMs),
      ),
      next: timetable.next(schedule, nowMs),
    };
  }

  /** Leaves a digest to other instances, or gives the plan that pauses it. */
  function leaveOrPause(digest: Digest, nowMs: number): Plan | null {
    const { id, version, nextDueAt: dueAt } = digest;
    const before = left.get(id);
    const isSameRun = monotonic() - answeredAt < UNSEEN_MS_MAX;
    const isKnown = isSameRun && before?.version === version && before.dueAt === dueAt;
    const untilMs = isKnown ? before.untilMs : nowMs + LEFT_MS;
    // Kept when it is over, too: a plan that the database does not take is made again.
    left.set(id, { id, version, dueAt, untilMs });
    return nowMs < untilMs ? null : { slots: [unreadSlot(digest, nowMs)], next: null };
  }

  function planAndForget(digest: Digest, nowMs: number): Plan {
    const plan = planOf(digest, nowMs);
    left.delete(digest.id);
    return plan;
  }

  return {
    plan: (digest, nowMs) =>
      readable<Plan | null>(
        () => planAndForget(digest, nowMs),
        () => leaveOrPause(digest, nowMs),
      ),
    left: () => [...left.values()],
    looked: () => {
      answeredAt = monotonic();
    },
    next({ schedule, alert, nextDueAt }, nowMs, settledMs) {
      const planned = nextDueAt === null ? null : { slot: '', dueAt: nextDueAt };
      // An alert is due when something has happened; the times before a retry are still to be seen.
      if (alert || isOlderRetry(nextDueAt)) return planned;
      const untilMs = Math.min(nowMs, (nextDueAt ?? Infinity) - 1);
      const sinceMs = Math.max(settledMs, untilMs - RULES_MS_MAX);
      return readable(
        () => timetable.next(schedule, Math.min(sinceMs, untilMs)),
        () => planned,
      );
    },
  };
}

/** How long an alert may still be posted; what it was to announce is then left to the next. */
const ALERT_GIVE_UP_MS = 86_400_000;

function alertSlot({ schedule, nextDueAt }: Digest, nowMs: number): PlannedSlot {
  const dueAt = nextDueAt ?? nowMs;
  return {
    slot: localTime(nowMs, schedule.zone),
    dueAt,
    giveUpAt: Math.max(dueAt, nowMs) + ALERT_GIVE_UP_MS,
    state: 'planned',
    reason: null,
  };
}

/** Due times of digests are whole minutes, and retries of older versions are not. */
function isOlderRetry(nextDueAt: number | null): nextDueAt is number {
  return nextDueAt !== null && nextDueAt % MINUTE_MS !== 0;
}

/** The due time of a digest whose schedule no instance has read. Named by when that was found. */
function unreadSlot({ nextDueAt }: Digest, nowMs: number): PlannedSlot {
  return {
    slot: localTime(nowMs, 'UTC'),
    dueAt: nextDueAt ?? nowMs,
    giveUpAt: nowMs,
    state: 'failed',
    reason: PAUSED_FOR_SCHEDULE,
  };
}

/** With seconds, unlike the name of any time of a schedule. */
function localTime(nowMs: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
  return local.toPlainDateTime().toString({ smallestUnit: 'second' });
}

function plannedSlot(
  { snoozedUntil, options: { catchUpMinutes } }: Digest,
  slot: Slot,
  isNewest: boolean,
  nowMs: number,
): PlannedSlot {
  const giveUpMs = Math.max(catchUpMinutes, CATCH_UP_MINUTES_MIN) * MINUTE_MS;
  const planned = { ...slot, giveUpAt: slot.dueAt + giveUpMs };
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
  /** @throws {UnknownPlaceError} for an unknown time zone, country, region or kind of schedule */
  readonly calendarOf: (places: SchedulePlaces) => Calendar;
  /** @throws {UnknownPlaceError} for an unknown time zone, country, region or kind of schedule */
  readonly workingDaysOf: (places: SchedulePlaces) => WorkingDays;
}

/** The time zone of a schedule, and the place of its public holidays. */
type SchedulePlaces = Pick<Schedule, 'zone' | 'holidays' | 'isUnknown'>;

/** Creates the calendars. */
export function createCalendars(): Calendars {
  const known = new Map<string, { calendar: Calendar; workingDays: WorkingDays }>();
  const zones = new Set<string>();

  function of({ zone, holidays, isUnknown }: SchedulePlaces) {
    if (isUnknown) throw new UnknownPlaceError('a newer version has written the schedule');
    if (!zones.has(zone) && !isZone(zone)) {
      throw new UnknownPlaceError(`no time zone is called ${zone}`);
    }
    zones.add(zone);
    const key = holidays.toUpperCase();
    const made = known.get(key);
    if (made !== undefined) return made;
    const calendar = holidaysOf(holidays);
    const both = { calendar, workingDays: createWorkingDays(calendar) };
    known.set(key, both);
    return both;
  }

  return {
    calendarOf: (places) => of(places).calendar,
    workingDaysOf: (places) => of(places).workingDays,
  };
}

/** A schedule without a slot in this many days has none at all. */
const DAYS_AHEAD_MAX = 400;
/** Longer than any run of holidays. */
const DAYS_MOVED_MAX = 31;
const FRIDAY = 5;

/**
 * The first slot that is due after an instant; `null` when the schedule has none.
 *
 * A local time that a clock change skips is due later by the length of the gap; one that occurs
 * twice is due the first time. Slots at the same instant are merged. Holidays count from Monday to
 * Friday only, because a Saturday in a schedule is deliberate.
 *
 * @param afterMs epoch milliseconds
 * @param calendar of the schedule's `holidays`
 * @throws {RangeError} for an unknown time zone
 */
export function nextSlot(schedule: Schedule, afterMs: number, calendar: Calendar): Slot | null {
  return nextSlots(schedule, afterMs, 1, calendar)[0] ?? null;
}

/** The first `count` slots that are due after an instant, in order. */
export function nextSlots(
  schedule: Schedule,
  afterMs: number,
  count: number,
  calendar: Calendar,
): readonly Slot[] {
  return slotsAfter(schedule, afterMs, calendar).take(count).toArray();
}

/** The slots that are due after an instant, up to and including another, in order. */
export function slotsBetween(
  schedule: Schedule,
  afterMs: number,
  untilMs: number,
  calendar: Calendar,
): readonly Slot[] {
  const found: Slot[] = [];
  for (const slot of slotsAfter(schedule, afterMs, calendar)) {
    if (slot.dueAt > untilMs) break;
    found.push(slot);
  }
  return found;
}

/** Slots day by day; ends after `DAYS_AHEAD_MAX` days without one. */
function* slotsAfter(schedule: Schedule, afterMs: number, calendar: Calendar): Generator<Slot> {
  let date = dateOf(afterMs, schedule.zone);
  for (let empty = 0; empty < DAYS_AHEAD_MAX; date = date.add({ days: 1 })) {
    const slots = slotsOn(date, schedule, calendar).filter(({ dueAt }) => dueAt > afterMs);
    empty = slots.length === 0 ? empty + 1 : 0;
    yield* slots;
  }
}

function slotsOn(date: Temporal.PlainDate, schedule: Schedule, calendar: Calendar): Slot[] {
  const { zone, report = null } = schedule;
  const times = report === null ? schedule.times : schedule.times.slice(0, 1);
  // A zone that crosses the date line skips a whole day, whose slots are due on the next.
  const moments = [date.subtract({ days: 1 }), date].flatMap((day) => {
    const named = slotDay(day, schedule, calendar);
    if (named === null) return [];
    return times.map((time) => {
      const wanted = day.toPlainDateTime(time);
      return { wanted, given: wanted.toZonedDateTime(zone), slot: named.toPlainDateTime(time) };
    });
  });
  const byInstant = new Map<number, Slot>();
  for (const { wanted, given, slot } of moments) {
    if (!given.toPlainDate().equals(date)) continue;
    const dueAt = given.epochMilliseconds;
    // Of two slots at one instant, the one whose local time exists is kept.
    const isShown = given.toPlainDateTime().equals(wanted);
    if (isShown || !byInstant.has(dueAt)) {
      byInstant.set(dueAt, { slot: slot.toString({ smallestUnit: 'minute' }), dueAt });
    }
  }
  return [...byInstant.values()].toSorted((one, other) => one.dueAt - other.dueAt);
}

/** The day that the slots of a local day are named by; `null` for a day without slots. */
function slotDay(
  day: Temporal.PlainDate,
  schedule: Schedule,
  calendar: Calendar,
): Temporal.PlainDate | null {
  const { report = null } = schedule;
  if (report !== null) return reportSlotDay(report, day, schedule, calendar);
  return isDue(day, schedule, calendar) ? day : null;
}

/** Whether a schedule has slots on a local day. */
export function isDue(
  date: Temporal.PlainDate,
  schedule: Pick<Schedule, 'days' | 'onHoliday'>,
  calendar: Calendar,
): boolean {
  const { days, onHoliday } = schedule;
  const isOwn = days.includes(date.dayOfWeek) && !isHoliday(date, calendar);
  return isOwn || (onHoliday === 'next' && isMovedTo(date, schedule, calendar));
}

/** A day of a schedule, and the day on which it is due. */
interface MovedDay {
  readonly own: Temporal.PlainDate;
  readonly due: Temporal.PlainDate;
}

/**
 * The day of the schedule whose report is due on a local day, `null` when none is. A holiday at the
 * end of a week moves its report into the next week, whose own report is still due, and later: each
 * is about the week before its own day.
 */
function reportSlotDay(
  period: Period,
  day: Temporal.PlainDate,
  schedule: Schedule,
  calendar: Calendar,
): Temporal.PlainDate | null {
  let start = periodStart(period, day.subtract({ days: DAYS_MOVED_MAX }));
  let before: Temporal.PlainDate | null = null;
  while (Temporal.PlainDate.compare(start, day) <= 0) {
    const next = nextPeriodStart(period, start);
    const first = firstDayIn(start, next, schedule, calendar);
    if (first !== null) {
      const isTaken: boolean =
        before !== null && Temporal.PlainDate.compare(first.due, before) <= 0;
      before = before !== null && isTaken ? workingDayAfter(before, calendar) : first.due;
      if (before?.equals(day)) return first.own;
    }
    start = next;
  }
  return null;
}

/** The day from `start` to before `end` that is due first, and when: a holiday may move it. */
function firstDayIn(
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
  { days, onHoliday }: Schedule,
  calendar: Calendar,
): MovedDay | null {
  let moved: MovedDay | null = null;
  for (let own = start; Temporal.PlainDate.compare(own, end) < 0; own = own.add({ days: 1 })) {
    if (moved !== null && Temporal.PlainDate.compare(moved.due, own) <= 0) return moved;
    if (!days.includes(own.dayOfWeek)) continue;
    if (!isHoliday(own, calendar)) return { own, due: own };
    const due = onHoliday === 'next' ? workingDayAfter(own, calendar) : null;
    if (due !== null) moved ??= { own, due };
  }
  return moved;
}

/** `null` where there is none for longer than any run of holidays. */
function workingDayAfter(date: Temporal.PlainDate, calendar: Calendar): Temporal.PlainDate | null {
  for (let ahead = 1; ahead <= DAYS_MOVED_MAX; ahead += 1) {
    const day = date.add({ days: ahead });
    if (calendar.isWorkingDay(day)) return day;
  }
  return null;
}

/** Whether the holidays just before a working day have slots, which move to it. */
function isMovedTo(
  date: Temporal.PlainDate,
  { days }: Pick<Schedule, 'days'>,
  calendar: Calendar,
): boolean {
  if (!calendar.isWorkingDay(date)) return false;
  for (let back = 1; back <= DAYS_MOVED_MAX; back += 1) {
    const before = date.subtract({ days: back });
    if (calendar.isWorkingDay(before)) return false;
    if (days.includes(before.dayOfWeek) && isHoliday(before, calendar)) return true;
  }
  return false;
}

function isHoliday(date: Temporal.PlainDate, calendar: Calendar): boolean {
  return date.dayOfWeek <= FRIDAY && !calendar.isWorkingDay(date);
}
