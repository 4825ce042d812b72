import type { WorkingDays } from '../portfolio/calendar/working-days.ts';
import type { FileEvent } from '../store/journal/model.ts';
import type { Journal } from './journal.ts';

/** What is known of a rental file’s past. Times are epoch milliseconds. */
export interface Timeline {
  /** Since when anything is known of the file. */
  readonly knownMs: number;
  /** Newest first; only the last ones of a file with very many. */
  readonly events: readonly FileEvent[];
  /** When it was last ready to decide; `null` where that was before it was known. */
  readonly readyMs: number | null;
  readonly decidedMs: number | null;
  /** Working days from its creation until it was ready; `null` where one of the two is unknown. */
  readonly daysToReady: number | null;
  /** Working days from then until it was decided; `null` where one of the two is unknown. */
  readonly daysToDecision: number | null;
}

/** The person who reads: days are those of their zone. */
interface Reader {
  readonly zone: string;
  readonly workingDays: WorkingDays;
}

/**
 * What is known of a rental file’s past; `null` while nothing is recorded.
 *
 * @param createdMs when the service says it was created, in epoch milliseconds
 * @throws {StoreError} while the database is away
 */
export async function timelineOf(
  fileId: string,
  createdMs: number | null,
  journal: Pick<Journal, 'history' | 'eventsOf'>,
  { workingDays, zone }: Reader,
): Promise<Timeline | null> {
  const events = await journal.eventsOf(fileId);
  const times = journal.history()?.timesOf(fileId) ?? null;
  if (times === null) return null;
  const { knownMs, readyMs, decidedMs } = times;
  const days = (from: number | null, to: number | null) =>
    from === null || to === null ? null : workingDays.workingDaysBetween(from, to, zone);
  return {
    knownMs,
    events,
    readyMs,
    decidedMs,
    daysToReady: days(createdMs, readyMs),
    daysToDecision: days(readyMs, decidedMs),
  };
}
