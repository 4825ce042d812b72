import { DECISIONS, FILE_STATUSES } from '../rental-api/schema/fields.ts';
import { createLocalDays, dateOfDay, mondayOf, startOf, weekOfDay } from './calendar.ts';
import {
  AWAITING,
  type Backlog,
  type Count,
  type Waiting,
  backlogAmong,
  countsOf,
  unknownDecisions,
  waitingOf,
} from './lifecycle.ts';
import type { Condition, Query } from './query/query.ts';
import { type SearchContext, findRows, isSameContext } from './search/execute.ts';
import { datedMs, type Gap, gapsAcross, isLong, pastColumn } from './search/recorded.ts';
import { sortedPage } from './search/results.ts';
import type { Table } from './search/table.ts';
import type { Snapshot } from './snapshot.ts';

/** Counts over the files that are not archived. */
export interface Overview {
  /** The archived files, which no other count includes. */
  readonly archived: number;
  readonly decisions: readonly Count[];
  readonly statuses: readonly Count[];
  readonly awaiting: number;
  /** The same in parts. */
  readonly backlog: Backlog;
  /** Files that have awaited a decision longest, as far as that is known; oldest first. */
  readonly longest: readonly Waiting[];
  /** Created in the last 24 hours. */
  readonly arrived: number;
  /** Awaiting a decision and unchanged for more than five working days. */
  readonly stale: number;
}

const LONGEST_MAX = 5;

const PRESENT: Condition = { kind: 'flag', key: 'archived', not: false, any: [false] };
const ARCHIVED: Condition = { ...PRESENT, any: [true] };
const ARRIVED: Condition = {
  kind: 'age',
  key: 'age',
  not: false,
  // Not those to come, which are less than a day old as well.
  any: [{ is: '..', from: { count: 0, unit: 'h' }, to: { count: 24, unit: 'h' } }],
};
const STALE: Condition = {
  kind: 'age',
  key: 'stale',
  not: false,
  any: [{ is: '>', value: { count: 5, unit: 'bd' } }],
};

interface CachedOverview {
  readonly searchContext: SearchContext;
  readonly overview: Overview;
}

/** One item per time zone in use, and per state of the journal. */
const overviews = new WeakMap<Snapshot, CachedOverview[]>();

/** Counts of a snapshot and its longest waiting files; computed once per snapshot and context. */
export function overviewOf(snapshot: Snapshot, searchContext: SearchContext): Overview {
  const cached = overviews.getOrInsertComputed(snapshot, () => []);
  const known = cached.find((each) => isSameContext(each.searchContext, searchContext));
  if (known) return known.overview;
  const overview = computeOverview(snapshot, searchContext);
  cached.push({ searchContext, overview });
  return overview;
}

function computeOverview(snapshot: Snapshot, searchContext: SearchContext): Overview {
  const { table } = snapshot;
  const find = (...conditions: Condition[]) =>
    findRows({ conditions, sort: null }, table, searchContext);
  const rows = find(PRESENT);
  const awaiting = find(...AWAITING);
  return {
    archived: find(ARCHIVED).length,
    decisions: countsOf(table.decision, rows, DECISIONS),
    statuses: countsOf(table.status, rows, FILE_STATUSES),
    awaiting: awaiting.length,
    backlog: backlogAmong(awaiting, snapshot),
    longest: sortedPage(table, awaiting, 'oldest', 0, LONGEST_MAX)
      .map((entry) => waitingOf(entry, searchContext))
      .filter(({ workingDays }) => workingDays !== null),
    arrived: find(PRESENT, ARRIVED).length,
    stale: find(...AWAITING, STALE).length,
  };
}

/** Statistics of the files that match a query. */
export interface Stats {
  readonly total: number;
  /** The archived ones among them. */
  readonly archived: number;
  /** By status. */
  readonly funnel: readonly Count[];
  /** The last eight weeks, the current one last. */
  readonly weeks: readonly DecisionWeek[];
  /**
   * Decisions of those weeks that are dated by the last change of their file, which may have been
   * another one: the service tells no times of decisions, and they were not seen. `all` without a
   * history.
   */
  readonly standIns: number | 'all';
  /** Decided files of which it is not known when: they are in no week. */
  readonly undatedDecisions: number;
  /** Times without a reading across the beginning of one of those weeks, or of a day or longer. */
  readonly gaps: readonly Gap[];
  /** Over the files decided in those weeks, on days that are known; `null` without any. */
  readonly medianWorkingDays: number | null;
  readonly awaiting: number;
  /** Decisions that the specification does not name: whether their files await one is not known. */
  readonly unknownDecisions: readonly Count[];
  /** `null` where none has a date of creation. */
  readonly oldestAwaiting: (Waiting & { readonly workingDays: number }) | null;
}

/**
 * Statistics of the files that match a query, which decides whether archived files count.
 */
export function statsOf(snapshot: Snapshot, query: Query, searchContext: SearchContext): Stats {
  const { table } = snapshot;
  const rows = findRows(query, table, searchContext);
  const archivedToo = { conditions: [...query.conditions, ARCHIVED], sort: null };
  const awaitingToo = { conditions: [...query.conditions, ...AWAITING], sort: null };
  const awaiting = findRows(awaitingToo, table, searchContext);
  const [oldest = null] = sortedPage(table, awaiting, 'oldest', 0, 1);
  const workingDays = oldest && waitingOf(oldest, searchContext).workingDays;
  return {
    total: rows.length,
    archived: findRows(archivedToo, table, searchContext).length,
    funnel: countsOf(table.status, rows, FILE_STATUSES),
    ...decisionsOf(table, rows, searchContext),
    awaiting: awaiting.length,
    unknownDecisions: unknownDecisions(query.conditions, snapshot, (beside) =>
      findRows(beside, table, searchContext),
    ),
    oldestAwaiting: oldest === null || workingDays === null ? null : { entry: oldest, workingDays },
  };
}

/** Decisions of one week, from Monday to Sunday in the person's time zone. */
interface DecisionWeek {
  /** `2026-11-16` */
  readonly monday: string;
  readonly accepted: number;
  readonly rejected: number;
  /**
   * How much of the week was seen: `partly` where its decisions may belong to the week before or after
   * it, or some of theirs to this one; `nothing` where it was in a gap, and no decision is dated in it.
   */
  readonly seen: 'all' | 'partly' | 'nothing';
}

type Decisions = Pick<
  Stats,
  'weeks' | 'standIns' | 'undatedDecisions' | 'gaps' | 'medianWorkingDays'
>;

const WEEKS = 8;
const ACCEPTED = 'ACCEPTED';
const REJECTED = 'REJECTED';

/** Decisions among the rows in the last weeks, and their median duration in working days. */
function decisionsOf(table: Table, rows: Uint32Array, searchContext: SearchContext): Decisions {
  const { history } = searchContext;
  const dayOf = createLocalDays(searchContext.zone);
  const workingDaysSince = createCount(searchContext);
  const current = weekOfDay(dayOf(searchContext.nowMs));
  const first = current - WEEKS + 1;
  const accepted = new Uint32Array(WEEKS);
  const rejected = new Uint32Array(WEEKS);
  const durations: number[] = [];
  const decided = pastColumn('decided', table, history);
  const allGaps = history?.gapsUntil(searchContext.nowMs) ?? [];
  let standIns = 0;
  let undatedDecisions = 0;
  for (const row of rows) {
    const decision = table.decision.distinct[table.decision.at[row] ?? 0];
    const counts = decision === ACCEPTED ? accepted : decision === REJECTED ? rejected : null;
    if (counts === null) continue;
    const decidedMs = decided.times[row] ?? Number.NaN;
    const isSeen = decided.standIns[row] === 0;
    if (Number.isNaN(decidedMs) || (!isSeen && decidedMs > searchContext.nowMs)) {
      undatedDecisions += 1;
      continue;
    }
    // What is seen is dated by the database's clock, which may be ahead of this one.
    const day = dayOf(Math.min(decidedMs, searchContext.nowMs));
    const place = weekOfDay(day) - first;
    if (place < 0) continue;
    counts[place] = (counts[place] ?? 0) + 1;
    if (!isSeen) standIns += 1;
    const createdMs = table.created[row] ?? Number.NaN;
    if (Number.isNaN(createdMs) || (isSeen && datedMs(decidedMs, allGaps) === null)) continue;
    durations.push(Math.max(0, workingDaysSince(dayOf(createdMs)) - workingDaysSince(day)));
  }
  const startOfWeek = (week: number) => startOf(dateOfDay(mondayOf(week)), searchContext.zone);
  const starts = Array.from({ length: WEEKS + 1 }, (_, place) => startOfWeek(first + place));
  const [sinceMs = 0] = starts;
  const across = new Set(gapsAcross(allGaps, starts));
  const gaps = allGaps.filter((gap) => across.has(gap) || (isLong(gap) && gap.beforeMs > sinceMs));
  const weeks = Array.from(accepted, (count, place) => {
    const declined = rejected[place] ?? 0;
    const [fromMs = 0, untilMs = 0] = starts.slice(place);
    const isCovered = gaps.some((gap) => gap.afterMs <= fromMs && gap.beforeMs >= untilMs);
    const isSeen = gapsAcross(gaps, [fromMs, untilMs]).length === 0 && !isCovered;
    return {
      monday: dateOfDay(mondayOf(first + place)).toString(),
      accepted: count,
      rejected: declined,
      seen: isSeen
        ? ('all' as const)
        : isCovered && count + declined === 0
          ? ('nothing' as const)
          : ('partly' as const),
    };
  });
  const medianWorkingDays = medianOf(durations);
  return {
    weeks,
    standIns: history === null ? 'all' : standIns,
    undatedDecisions,
    gaps,
    medianWorkingDays,
  };
}

/** Working days after a day up to now, cached per day. */
function createCount({ nowMs, zone, workingDays }: SearchContext): (day: number) => number {
  const known = new Map<number, number>();
  const countSince = (day: number) =>
    workingDays.workingDaysBetween(startOf(dateOfDay(day), zone), nowMs, zone);
  return (day) => known.getOrInsertComputed(day, countSince);
}

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).toSorted();
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
