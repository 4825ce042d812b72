import { type Calendar, dateOf } from '../portfolio/calendar/working-days.ts';
import type { Schedule, Slot } from '../store/digest.ts';

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

/** The slots of a local day, in order. */
function slotsOn(date: Temporal.PlainDate, schedule: Schedule, calendar: Calendar): Slot[] {
  const { zone, report = null } = schedule;
  const times = report === null ? schedule.times : schedule.times.slice(0, 1);
  // A zone that crosses the date line skips a whole day, whose slots are due on the next.
  const days = [date.subtract({ days: 1 }), date].filter(
    (day) => isDue(day, schedule, calendar) && isFirstIn(report, day, schedule, calendar),
  );
  const moments = days.flatMap((day) =>
    times.map((time) => {
      const wanted = day.toPlainDateTime(time);
      return { wanted, given: wanted.toZonedDateTime(zone) };
    }),
  );
  const byInstant = new Map<number, Slot>();
  for (const { wanted, given } of moments) {
    if (!given.toPlainDate().equals(date)) continue;
    const dueAt = given.epochMilliseconds;
    // Of two slots at one instant, the one whose local time exists is kept.
    const isShown = given.toPlainDateTime().equals(wanted);
    if (isShown || !byInstant.has(dueAt)) {
      byInstant.set(dueAt, { slot: wanted.toString({ smallestUnit: 'minute' }), dueAt });
    }
  }
  return [...byInstant.values()].toSorted((one, other) => one.dueAt - other.dueAt);
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

/** Whether no earlier day of the same week or month has slots. */
function isFirstIn(
  period: 'week' | 'month' | null,
  date: Temporal.PlainDate,
  schedule: Schedule,
  calendar: Calendar,
): boolean {
  if (period === null) return true;
  const before = (period === 'week' ? date.dayOfWeek : date.day) - 1;
  return Array.from({ length: before }, (_, back) => date.subtract({ days: back + 1 })).every(
    (day) => !isDue(day, schedule, calendar),
  );
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
