import type { Asking } from './query/find.ts';
import type { Reading } from './reading.ts';
import type { WorkingDays } from './working-days.ts';

/** Who asks: the days are theirs. */
export interface Asker {
  /** IANA name. */
  readonly zone: string;
  readonly workingDays: WorkingDays;
}

/**
 * What a reading is asked in. Ages are counted from its end: what a page shows must not depend on
 * when it is turned.
 */
export function askingOf({ endedAt, completionMax }: Reading, asker: Asker): Asking {
  const { zone, workingDays } = asker;
  return { nowMs: endedAt, zone, workingDays, completionMax };
}

/** Whether whatever is asked in the one gives the same in the other. */
export function isSameAsking(one: Asking, other: Asking): boolean {
  return (
    one.nowMs === other.nowMs &&
    one.zone === other.zone &&
    one.workingDays === other.workingDays &&
    one.completionMax === other.completionMax
  );
}
