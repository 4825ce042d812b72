import { FILE_STATUSES } from '../rental-api/schema/enums.ts';
import {
  createLocalDays,
  dateOfDay,
  mondayOf,
  startOf,
  weekOfDay,
} from './calendar/working-days.ts';
import { AWAITING, type Waiting, waitingOf } from './lifecycle.ts';
import { type Count, countsOf } from './overview.ts';
import type { Query } from './query/query.ts';
import { type SearchContext, findRows } from './search/execute.ts';
import { sortedPage } from './search/sort.ts';
import type { Table } from './search/table.ts';
import type { Snapshot } from './snapshot.ts';

/** Figures about the files that a query finds. */
export interface Stats {
  readonly total: number;
  /** By status. */
  readonly funnel: readonly Count[];
  /** The last eight, the one under way last. */
  readonly weeks: readonly DecisionWeek[];
  /**
   * Where the time of a decision comes from. The service shows none: the last change of a file that
   * is decided stands for it, and may have been something else.
   */
  readonly decidedBy: 'last change';
  /** Over the files decided in those weeks; `null` when there is none to count. */
  readonly medianWorkingDays: number | null;
  readonly awaiting: number;
  readonly oldestAwaiting: Waiting | null;
}

/** Counts what a query finds; whether archived files belong to it is for the query to say. */
export function statsOf({ table }: Snapshot, query: Query, searchContext: SearchContext): Stats {
  const rows = findRows(query, table, searchContext);
  const awaitingToo = { conditions: [...query.conditions, ...AWAITING], sort: null };
  const awaiting = findRows(awaitingToo, table, searchContext);
  const [oldest] = sortedPage(table, awaiting, 'oldest', 0, 1);
  return {
    total: rows.length,
    funnel: countsOf(table.status, rows, FILE_STATUSES),
    ...decisionsOf(table, rows, searchContext),
    awaiting: awaiting.length,
    oldestAwaiting: oldest === undefined ? null : waitingOf(oldest, searchContext),
  };
}

/** What was decided in one week, from Monday to Sunday in the zone of whoever asks. */
interface DecisionWeek {
  /** As ISO 8601 counts them. */
  readonly year: number;
  readonly week: number;
  /** `2026-11-16` */
  readonly monday: string;
  readonly accepted: number;
  readonly rejected: number;
}

interface Decisions {
  readonly weeks: readonly DecisionWeek[];
  readonly decidedBy: 'last change';
  readonly medianWorkingDays: number | null;
}

const WEEKS = 8;
const ACCEPTED = 'ACCEPTED';
const REJECTED = 'REJECTED';

/** What was decided among the rows in the last weeks, and how many working days it took. */
function decisionsOf(table: Table, rows: Uint32Array, searchContext: SearchContext): Decisions {
  const dayOf = createLocalDays(searchContext.zone);
  const workingDaysSince = createCount(searchContext);
  const current = weekOfDay(dayOf(searchContext.nowMs));
  const first = current - WEEKS + 1;
  const accepted = new Uint32Array(WEEKS);
  const rejected = new Uint32Array(WEEKS);
  const durations: number[] = [];
  for (const row of rows) {
    const decision = table.decision.distinct[table.decision.at[row] ?? 0];
    const counts = decision === ACCEPTED ? accepted : decision === REJECTED ? rejected : null;
    const decidedMs = table.updated[row] ?? Number.NaN;
    if (counts === null || Number.isNaN(decidedMs) || decidedMs > searchContext.nowMs) continue;
    const day = dayOf(decidedMs);
    const place = weekOfDay(day) - first;
    if (place < 0) continue;
    counts[place] = (counts[place] ?? 0) + 1;
    const createdMs = table.created[row] ?? Number.NaN;
    if (Number.isNaN(createdMs)) continue;
    durations.push(Math.max(0, workingDaysSince(dayOf(createdMs)) - workingDaysSince(day)));
  }
  const weeks = Array.from(accepted, (count, place) => ({
    ...nameOf(first + place),
    accepted: count,
    rejected: rejected[place] ?? 0,
  }));
  return { weeks, decidedBy: 'last change', medianWorkingDays: medianOf(durations) };
}

/** Counts the working days after a day up to now: days repeat, so each is counted once. */
function createCount({ nowMs, zone, workingDays }: SearchContext): (day: number) => number {
  const known = new Map<number, number>();
  return (day) => {
    const held = known.get(day);
    if (held !== undefined) return held;
    const count = workingDays.workingDaysBetween(startOf(dateOfDay(day), zone), nowMs, zone);
    known.set(day, count);
    return count;
  };
}

function nameOf(week: number): Pick<DecisionWeek, 'year' | 'week' | 'monday'> {
  const monday = dateOfDay(mondayOf(week));
  return {
    year: monday.yearOfWeek ?? monday.year,
    week: monday.weekOfYear ?? 0,
    monday: monday.toString(),
  };
}

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).toSorted();
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
