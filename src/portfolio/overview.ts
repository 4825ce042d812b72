import { DECISIONS, FILE_STATUSES } from '../rental-api/schema/fields.ts';
import {
  AWAITING,
  type Backlog,
  type Count,
  type Waiting,
  backlogAmong,
  countsOf,
  waitingOf,
} from './lifecycle.ts';
import type { Condition } from './query/query.ts';
import { type SearchContext, findRows, isSameContext } from './search/execute.ts';
import { sortedPage } from './search/sort.ts';
import type { Snapshot } from './snapshot.ts';

/** Counts over the files that are not archived. */
export interface Overview {
  readonly total: number;
  /** The archived files, which no other count includes. */
  readonly archived: number;
  readonly decisions: readonly Count[];
  readonly statuses: readonly Count[];
  readonly awaiting: number;
  /** The same in parts. */
  readonly backlog: Backlog;
  /** Files that have awaited a decision longest, oldest first. */
  readonly longest: readonly Waiting[];
  /** Created in the last 24 hours. */
  readonly arrived: number;
  /** Awaiting a decision and unchanged for more than five working days. */
  readonly stale: number;
}

const LONGEST_MAX = 5;

const PRESENT: Condition = { kind: 'flag', key: 'archived', not: false, any: [false] };
const ARRIVED: Condition = {
  kind: 'age',
  key: 'age',
  not: false,
  any: [{ is: '<=', value: { count: 24, unit: 'h' } }],
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
  const cached = overviews.get(snapshot) ?? [];
  overviews.set(snapshot, cached);
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
    total: rows.length,
    archived: table.entries.length - rows.length,
    decisions: countsOf(table.decision, rows, DECISIONS),
    statuses: countsOf(table.status, rows, FILE_STATUSES),
    awaiting: awaiting.length,
    backlog: backlogAmong(awaiting, snapshot),
    longest: sortedPage(table, awaiting, 'oldest', 0, LONGEST_MAX).map((entry) =>
      waitingOf(entry, searchContext),
    ),
    arrived: find(PRESENT, ARRIVED).length,
    stale: find(...AWAITING, STALE).length,
  };
}
