import { DECISIONS } from '../rental-api/schema/enums.ts';
import { AWAITING, AWAITING_DECISIONS } from './lifecycle.ts';
import type { Condition, Query } from './query/query.ts';
import { READY } from './search/sort.ts';
import type { SharedColumn } from './search/table.ts';
import type { Snapshot } from './snapshot.ts';

/** Part of a file in the backlog; `others` are decided, or have a decision that is not known. */
export type Readiness = 'ready' | 'review' | 'waiting' | 'others';

/** Numbers of files that await a decision, each file in one of them. */
export type Backlog = Readonly<Record<Exclude<Readiness, 'others'>, number>>;

/** Statuses of files whose documents are collected. */
const DOCUMENTED = ['COLLECTED', 'ANALYZED'];

/**
 * Classifies rows: ready to decide; in review, when the documents are collected; waiting for
 * documents, before that or while the file is not complete; or others.
 */
export function readinessIn({ table, completionMax }: Snapshot): (row: number) => Readiness {
  const { decision, status, completion } = table;
  const isReady = decision.distinct.map((value) => value === READY);
  const isUndecided = decision.distinct.map((value) => AWAITING_DECISIONS.includes(value));
  const isDocumented = status.distinct.map((value) => DOCUMENTED.includes(value));
  return (row) => {
    const place = decision.at[row] ?? 0;
    if (isReady[place] === true) return 'ready';
    if (isUndecided[place] !== true) return 'others';
    const isPart = (completion[row] ?? completionMax) < completionMax;
    return isDocumented[status.at[row] ?? 0] === true && !isPart ? 'review' : 'waiting';
  };
}

const backlogs = new WeakMap<Uint32Array, Backlog>();

/** The parts of the backlog among rows; cached, as search results never change. */
export function backlogAmong(rows: Uint32Array, snapshot: Snapshot): Backlog {
  const known = backlogs.get(rows);
  if (known !== undefined) return known;
  const readinessOf = readinessIn(snapshot);
  const counts = { ready: 0, review: 0, waiting: 0, others: 0 };
  for (const row of rows) counts[readinessOf(row)] += 1;
  backlogs.set(rows, counts);
  return counts;
}

/** Neither closed nor archived, whatever the decision. */
const OPEN: readonly Condition[] = AWAITING.filter(
  (condition) => !(condition.kind === 'choice' && condition.key === 'decision'),
);

/** As for the backlog: search results never change. */
const unknownAmong = new WeakMap<Uint32Array, readonly Count[]>();

/**
 * The decisions that the specification does not name, among open files: whether those files await
 * one is not known, so that they are told beside the backlog.
 *
 * @param own conditions of the list besides “awaiting decision”
 * @param find the rows of a query, the same for the same query
 * @see Rental File Service specification, section 3
 */
export function unknownDecisions(
  own: readonly Condition[],
  { table: { decision } }: Snapshot,
  find: (query: Query) => Uint32Array,
): readonly Count[] {
  const known: readonly string[] = DECISIONS;
  if (decision.distinct.every((value) => known.includes(value))) return [];
  const beside = own.filter(
    (condition) => !(condition.kind === 'choice' && condition.key === 'decision'),
  );
  const rows = find({ conditions: [...OPEN, ...beside], sort: null });
  const counted =
    unknownAmong.get(rows) ??
    countsOf(decision, rows, []).filter(({ value }) => !known.includes(value));
  unknownAmong.set(rows, counted);
  return counted;
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
