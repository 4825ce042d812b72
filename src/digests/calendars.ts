import { holidaysOf } from '../portfolio/calendar/holidays.ts';
import {
  type Calendar,
  createWorkingDays,
  type WorkingDays,
} from '../portfolio/calendar/working-days.ts';

/** The working days of the places that digests name, each made once. */
export interface Calendars {
  /**
   * @param holidays a country or a part of one (`FR`, `FR-67`), or `none`
   * @throws {RangeError} when no such place is known
   */
  readonly calendarOf: (holidays: string) => Calendar;
  /**
   * @param holidays a country or a part of one (`FR`, `FR-67`), or `none`
   * @throws {RangeError} when no such place is known
   */
  readonly workingDaysOf: (holidays: string) => WorkingDays;
}

/** Calendars that remember which ones they made. */
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
