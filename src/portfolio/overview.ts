import { DECISIONS, FILE_STATUSES } from '../rental-api/schema/enums.ts';
import { AWAITING, type Waiting, waitingOf } from './lifecycle.ts';
import type { Condition } from './query/query.ts';
import { type SearchContext, findRows, isSameContext } from './search/execute.ts';
import { READY, sortedPage } from './search/sort.ts';
import type { SharedColumn } from './search/table.ts';
import type { Snapshot } from './snapshot.ts';

/** Counts over the files that are not archived. */
export interface Overview {
  readonly total: number;
  /** The archived files, which no other count includes. */
  readonly archived: number;
  readonly decisions: readonly Count[];
  readonly statuses: readonly Count[];
  readonly awaiting: number;
  /** Among those that await a decision. */
  readonly ready: number;
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

/** One item per time zone in use. */
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

function computeOverview({ table }: Snapshot, searchContext: SearchContext): Overview {
  const find = (...conditions: Condition[]) =>
    findRows({ conditions, sort: null }, table, searchContext);
  const rows = find(PRESENT);
  const awaiting = find(...AWAITING);
  const decisions = countsOf(table.decision, awaiting, DECISIONS);
  return {
    total: rows.length,
    archived: table.entries.length - rows.length,
    decisions: countsOf(table.decision, rows, DECISIONS),
    statuses: countsOf(table.status, rows, FILE_STATUSES),
    awaiting: awaiting.length,
    ready: decisions.find(({ value }) => value === READY)?.count ?? 0,
    longest: sortedPage(table, awaiting, 'oldest', 0, LONGEST_MAX).map((entry) =>
      waitingOf(entry, searchContext),
    ),
    arrived: find(PRESENT, ARRIVED).length,
    stale: find(...AWAITING, STALE).length,
  };
}

/** Number of files with a value, in the service's spelling. */
export interface Count {
  readonly value: string;
  readonly count: number;
}

/**
 * Number of rows with each value: first those of the specification, in its order and including
 * zeros, then any other values that occur.
 */
export function countsOf(
  { distinct, at }: SharedColumn<string>,
  rows: Uint32Array,
  known: readonly string[],
): readonly Count[] {
  const counts = new Uint32Array(distinct.length);
  for (const row of rows) {
    const place = at[row] ?? 0;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const found = new Map(distinct.map((value, place) => [value, counts[place] ?? 0]));
  const others = distinct.filter((value) => !known.includes(value) && found.get(value) !== 0);
  return [...known, ...others].map((value) => ({ value, count: found.get(value) ?? 0 }));
}

const readyCounts = new WeakMap<Uint32Array, number>();

/** Number of rows that are ready to be decided; cached, as search results never change. */
export function readyAmong(rows: Uint32Array, { table: { decision } }: Snapshot): number {
  const known = readyCounts.get(rows);
  if (known !== undefined) return known;
  const ready = decision.distinct.indexOf(READY);
  let count = 0;
  for (const row of rows) count += decision.at[row] === ready ? 1 : 0;
  readyCounts.set(rows, count);
  return count;
}
