import type { WorkingDays } from '../portfolio/calendar/working-days.ts';
import type { FileEvent } from '../store/journal/model.ts';
import type { Journal } from './journal.ts';

/** When a rental file was ready and decided. Times are epoch milliseconds. */
export interface Milestones {
  /** When it was last ready to decide; `null` where that was before it was known. */
  readonly readyMs: number | null;
  readonly decidedMs: number | null;
  /** Working days from its creation until it was ready; `null` where one of the two is unknown. */
  readonly daysToReady: number | null;
  /** Working days from then until it was decided; `null` where one of the two is unknown. */
  readonly daysToDecision: number | null;
}

/** What is known of a rental file’s past. */
export interface Timeline extends Milestones {
  /** Since when anything is known of the file, in epoch milliseconds. */
  readonly knownMs: number;
  /** Newest first; only the last ones of a file with very many. */
  readonly events: readonly FileEvent[];
}

/** The person who reads: days are those of their zone. */
interface Reader {
  readonly zone: string;
  readonly workingDays: WorkingDays;
}

/** A rental file of which the past is asked for. */
interface Asked {
  readonly id: string;
  /** When the service says it was created, in epoch milliseconds. */
  readonly createdMs: number | null;
  /** As the reader sees it, in the service's spelling. */
  readonly decision: string;
}

/**
 * When a rental file was ready and decided; `null` while nothing is recorded of it, or another
 * decision than the reader sees: the one that they see is about to be recorded.
 */
export function milestonesOf(
  { id, createdMs, decision }: Asked,
  journal: Pick<Journal, 'history'>,
  { workingDays, zone }: Reader,
): Milestones | null {
  const times = journal.history()?.timesOf(id) ?? null;
  if (times === null || times.decision !== decision) return null;
  const { readyMs, decidedMs } = times;
  const days = (from: number | null, to: number | null) =>
    from === null || to === null ? null : workingDays.workingDaysBetween(from, to, zone);
  return {
    readyMs,
    decidedMs,
    daysToReady: days(createdMs, readyMs),
    daysToDecision: days(readyMs, decidedMs),
  };
}

const NONE: Milestones = {
  readyMs: null,
  decidedMs: null,
  daysToReady: null,
  daysToDecision: null,
};

/**
 * What is known of a rental file’s past; `null` while nothing is recorded of it.
 *
 * @throws {StoreError} while the database is away
 */
export async function timelineOf(
  file: Asked,
  journal: Pick<Journal, 'history' | 'eventsOf'>,
  reader: Reader,
): Promise<Timeline | null> {
  const events = await journal.eventsOf(file.id);
  const knownMs = journal.history()?.timesOf(file.id)?.knownMs;
  if (knownMs === undefined) return null;
  return { knownMs, events, ...(milestonesOf(file, journal, reader) ?? NONE) };
}
