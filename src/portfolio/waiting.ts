import type { Entry } from './entry.ts';
import type { Asking } from './query/find.ts';

/** A file, and for how long it has been there. */
export interface Waiting {
  readonly entry: Entry;
  /** Since it was created; `null` when nobody knows. */
  readonly workingDays: number | null;
}

/** Counts how long a file has waited. */
export function waitingOf(entry: Entry, { nowMs, zone, workingDays }: Asking): Waiting {
  const { createdMs } = entry;
  return {
    entry,
    workingDays: createdMs === null ? null : workingDays.workingDaysBetween(createdMs, nowMs, zone),
  };
}
