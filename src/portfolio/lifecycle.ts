import { DECISIONS } from '../rental-api/schema/fields.ts';
import { isOnLaterDay } from './calendar.ts';
import type { Entry } from './entry.ts';
import { formatQuery } from './query/describe.ts';
import { parseQuery } from './query/parser.ts';
import type { Condition, Query } from './query/query.ts';
import type { SearchContext } from './search/execute.ts';
import type { SharedColumn, Table } from './search/table.ts';
import type { Inconsistency, Snapshot } from './snapshot.ts';

/** The decision that comes first in the order `waiting`. */
export const READY = 'READY';

/** Decisions that are still open. */
export const AWAITING_DECISIONS: readonly string[] = ['PENDING', 'READY'];
/** The status of files that no longer await a decision. */
export const STATUS_CLOSED = 'CLOSED';

/** Conditions for “awaiting decision”: no decision yet, neither closed nor archived. */
export const AWAITING: readonly Condition[] = [
  { kind: 'choice', key: 'decision', not: false, any: AWAITING_DECISIONS },
  { kind: 'choice', key: 'status', not: true, any: [STATUS_CLOSED] },
  { kind: 'flag', key: 'archived', not: false, any: [false] },
];

const AWAITED = JSON.stringify(AWAITING[0]);

/** Keys of files that await nothing, whatever their decision is. */
const OF_OTHERS: ReadonlySet<string> = new Set(['archived', 'status']);

/** Whether a query asks for the files that await a decision, which closed and archived ones do not. */
export function awaits({ conditions }: Query): boolean {
  return (
    conditions.some((one) => JSON.stringify(one) === AWAITED || isStage(one)) &&
    conditions.every((one) => one.kind === 'words' || !OF_OTHERS.has(one.key))
  );
}

/** Whether a condition asks for files in a stage, which only those that await a decision have. */
export function isStage(one: Condition): boolean {
  return one.kind === 'choice' && one.key === 'stage' && !one.not;
}

/** Whether a condition asks for one part of the backlog alone. */
export function isOnePart(one: Condition): boolean {
  if (one.kind !== 'choice' || one.not || one.any.length !== 1) return false;
  return one.key === 'stage' || (one.key === 'decision' && one.any[0] === READY);
}

/** The same as `AWAITING` for one file. */
export function isAwaiting({ decision, status, archivedMs }: Entry): boolean {
  return AWAITING_DECISIONS.includes(decision) && status !== STATUS_CLOSED && archivedMs === null;
}

/** Whether it is not known of a file if it awaits a decision, as that or its archiving is not. */
export function mayAwait(entry: Entry): boolean {
  const { decision, status, archivedMs } = entry;
  const isUnknown = archivedMs === Infinity || !KNOWN_DECISIONS.includes(decision);
  return isUnknown && !isDecided(decision) && !isEntryFinished(entry) && status !== STATUS_CLOSED;
}

const KNOWN_DECISIONS: readonly string[] = DECISIONS;

/**
 * The query for files that await a decision, ready ones first and then the oldest, or with a
 * person's own conditions and order. Its text parses to the same query.
 *
 * @throws {QueryError} when the combined query exceeds the limits of queries
 */
export function awaitingQuery(extra: Query | null): Query {
  const isPlain = extra === null || (extra.conditions.length === 0 && extra.sort === null);
  return isPlain ? PLAIN : awaitingAnd(extra);
}

function awaitingAnd(extra: Query | null): Query {
  const own = extra?.conditions ?? [];
  const requested = new Set(own.map((condition) => JSON.stringify(condition)));
  const conditions = AWAITING.filter((condition) => !requested.has(JSON.stringify(condition)));
  return parseQuery(
    formatQuery({ conditions: [...conditions, ...own], sort: extra?.sort ?? 'waiting' }, 'en'),
  );
}

/** The most frequent query. */
const PLAIN = awaitingAnd(null);

/** Final decisions. */
const MADE: readonly string[] = ['ACCEPTED', 'REJECTED'];

/** Whether a decision is final, in the service's spelling. */
export function isDecided(decision: string): boolean {
  return MADE.includes(decision);
}

/** Stands for a value that may be any text, and is not stored for that reason. */
export const OTHER_WORD = '?';

/** A value of an enumeration as it is stored; `null` when it could not be read. */
export function wordOf(value: string): string | null {
  if (value === 'null' || value.startsWith('[') || value.startsWith('{')) return null;
  return /^\w{1,64}$/.test(value) ? value : OTHER_WORD;
}

/** Counted once for each table: every answer asks for it. */
const unreadable = new WeakMap<Table, number>();

/** Number of files of which it cannot be read whether they are archived: they are in no backlog. */
export function unreadableArchives(table: Table): number {
  return unreadable.getOrInsertComputed(table, () => {
    let count = 0;
    for (const value of table.archived) if (value === Infinity) count += 1;
    return count;
  });
}

interface Outcome {
  readonly decision: string;
  readonly isArchived: boolean;
}

/** Whether a rental file needs no more work: it is decided, or archived. */
export function isFinished({ decision, isArchived }: Outcome): boolean {
  return isArchived || isDecided(decision);
}

/** What has become of a file; an archive date that cannot be read does not end anything. */
export function standingOf({ decision, archivedMs }: Entry): Outcome {
  return { decision, isArchived: Number.isFinite(archivedMs) };
}

/** The same as `isFinished`, of a file in a snapshot. */
export function isEntryFinished(entry: Entry): boolean {
  return isFinished(standingOf(entry));
}

/** Ids of the files that are not closed, and so may close while a post shows them. */
export function openFileIds(
  files: readonly (Outcome & { readonly id: string })[],
): readonly string[] {
  return [...new Set(files.filter((file) => !isFinished(file)).map(({ id }) => id))];
}

/** A file and its age. */
export interface Waiting {
  readonly entry: Entry;
  /** Since creation; `null` without a creation date, or with one of a day to come. */
  readonly workingDays: number | null;
}

/** The age of a file in working days. */
export function waitingOf(entry: Entry, searchContext: Clock): Waiting {
  return { entry, workingDays: ageInWorkingDays(entry.createdMs, searchContext) };
}

type Clock = Pick<SearchContext, 'nowMs' | 'zone' | 'workingDays'>;

/** Working days since a time; `null` without one, or for one of a day to come. */
export function ageInWorkingDays(
  sinceMs: number | null,
  { nowMs, zone, workingDays }: Clock,
): number | null {
  if (sinceMs === null || isOnLaterDay(sinceMs, nowMs, zone)) return null;
  return workingDays.workingDaysBetween(sinceMs, nowMs, zone);
}

/** Part of a file in the backlog; `others` are decided, or have a decision that is not known. */
export type Readiness = 'ready' | 'review' | 'waiting' | 'others';

/** Numbers of files that await a decision, each file in one of them. */
export type Backlog = Readonly<Record<Exclude<Readiness, 'others'>, number>>;

/** Statuses of files whose documents are collected. */
const DOCUMENTED = ['COLLECTED', 'ANALYZED'];

/** What a decision alone says of a file; `null` where it is undecided and not ready. */
function readinessBy(decision: string): 'ready' | 'others' | null {
  if (decision === READY) return 'ready';
  return AWAITING_DECISIONS.includes(decision) ? null : 'others';
}

/** In review, when the documents are collected; not before that, nor while the file is incomplete. */
function undecidedReadiness(
  isDocumented: boolean,
  completion: number | null | undefined,
  completionMax: number,
): 'review' | 'waiting' {
  const isPart = (completion ?? completionMax) < completionMax;
  return isDocumented && !isPart ? 'review' : 'waiting';
}

/** Where a file stands in the backlog; only one that awaits a decision has a waiting time. */
export function backlogStandingOf(
  entry: Entry,
  { completionMax }: Pick<Snapshot, 'completionMax'>,
  clock: Clock,
): { readonly readiness: Readiness; readonly workingDays: number | null } {
  const workingDays = isAwaiting(entry) ? waitingOf(entry, clock).workingDays : null;
  return { readiness: fileReadiness(entry, completionMax), workingDays };
}

/** The part of the backlog that a file is in, which need not be in a snapshot. */
export function fileReadiness(
  { decision, status, completion }: Entry,
  completionMax: Snapshot['completionMax'],
): Readiness {
  return (
    readinessBy(decision) ??
    undecidedReadiness(DOCUMENTED.includes(status), completion, completionMax)
  );
}

/** The same for rows: each distinct value is looked at once. */
export function readinessIn({
  table: { decision, status, completion },
  completionMax,
}: Pick<Snapshot, 'table' | 'completionMax'>): (row: number) => Readiness {
  const byDecision = decision.distinct.map(readinessBy);
  const isDocumented = status.distinct.map((value) => DOCUMENTED.includes(value));
  return (row) =>
    byDecision[decision.at[row] ?? 0] ??
    undecidedReadiness(isDocumented[status.at[row] ?? 0] === true, completion[row], completionMax);
}

const backlogs = new WeakMap<Uint32Array, Backlog>();

/** The parts of the backlog among rows; cached, as search results never change. */
export function backlogAmong(rows: Uint32Array, snapshot: Snapshot): Backlog {
  return backlogs.getOrInsertComputed(rows, () => {
    const readinessOf = readinessIn(snapshot);
    const counts = { ready: 0, review: 0, waiting: 0, others: 0 };
    for (const row of rows) counts[readinessOf(row)] += 1;
    return counts;
  });
}

/** Neither closed nor archived, whatever the decision. */
const OPEN: readonly Condition[] = AWAITING.filter(isOnOther);

function isOnOther(condition: Condition): boolean {
  return !(condition.kind === 'choice' && condition.key === 'decision');
}

/** As for the backlog: search results never change. */
const unknownAmong = new WeakMap<Uint32Array, readonly Count[]>();

/**
 * The decisions that the specification does not name, among open files: whether those files await
 * one is not known, so that they are shown beside the backlog.
 *
 * @param own conditions of the list beside “awaiting decision”
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
  const rows = find({ conditions: [...OPEN, ...own.filter(isOnOther)], sort: null });
  return unknownAmong.getOrInsertComputed(rows, () =>
    countsOf(decision, rows, []).filter(({ value }) => !known.includes(value)),
  );
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

/** All that people of other organisations may see of rental files. */
export interface OutsideFigures {
  /** Files that await a decision. */
  readonly waiting: number;
  /** Their properties, each once, in the order of the files. */
  readonly properties: readonly OutsideProperty[];
  /** Why files may be missing; `null` when none should be. */
  readonly inconsistency: Inconsistency | null;
  /** Files that could not be read. */
  readonly skipped: number;
}

interface OutsideProperty {
  /** As the service sent it; `null` for the properties without one. */
  readonly reference: string | null;
  readonly waiting: number;
}

/** The figures of those files that await a decision; the others are not even counted. */
export function outsideFigures(
  entries: Iterable<Entry>,
  { inconsistency, skipped }: Pick<Snapshot, 'inconsistency' | 'skipped'>,
): OutsideFigures {
  const counts = new Map<string | null, number>();
  let waiting = 0;
  for (const entry of entries) {
    if (!isAwaiting(entry)) continue;
    const { reference } = entry.property;
    waiting += 1;
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return {
    waiting,
    properties: Array.from(counts, ([reference, count]) => ({ reference, waiting: count })),
    inconsistency,
    skipped,
  };
}
