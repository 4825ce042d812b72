import type { Entry } from './entry.ts';
import { formatQuery } from './query/describe.ts';
import { parseQuery } from './query/parser.ts';
import type { Condition, Query } from './query/query.ts';
import type { SearchContext } from './search/execute.ts';
import type { Table } from './search/table.ts';

/** Decisions that are still open. */
export const AWAITING_DECISIONS: readonly string[] = ['PENDING', 'READY'];
/** The status of files that no longer await a decision. */
export const STATUS_OVER = 'CLOSED';

/** Conditions for “awaiting decision”: no decision yet, neither closed nor archived. */
export const AWAITING: readonly Condition[] = [
  { kind: 'choice', key: 'decision', not: false, any: AWAITING_DECISIONS },
  { kind: 'choice', key: 'status', not: true, any: [STATUS_OVER] },
  { kind: 'flag', key: 'archived', not: false, any: [false] },
];

/** The same as `AWAITING` for one file. */
export function isAwaiting({ decision, status, archivedMs }: Entry): boolean {
  return AWAITING_DECISIONS.includes(decision) && status !== STATUS_OVER && archivedMs === null;
}

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

/** Counted once for each table: every answer asks for it. */
const unreadable = new WeakMap<Table, number>();

/** Number of files of which it cannot be read whether they are archived: they are in no backlog. */
export function unreadableArchives(table: Table): number {
  const known = unreadable.get(table);
  if (known !== undefined) return known;
  let count = 0;
  for (const value of table.archived) if (value === Infinity) count += 1;
  unreadable.set(table, count);
  return count;
}

interface Outcome {
  readonly decision: string;
  readonly isArchived: boolean;
}

/** Whether a rental file needs no more work: it is decided, or archived. */
export function isClosed({ decision, isArchived }: Outcome): boolean {
  return isArchived || isDecided(decision);
}

/** Ids of the files that are not closed, and so may close while a post shows them. */
export function openFileIds(
  files: readonly (Outcome & { readonly id: string })[],
): readonly string[] {
  return [...new Set(files.filter((file) => !isClosed(file)).map(({ id }) => id))];
}

/** A file and its age. */
export interface Waiting {
  readonly entry: Entry;
  /** Since creation; `null` without a creation date. */
  readonly workingDays: number | null;
}

/** The age of a file in working days. */
export function waitingOf(entry: Entry, { nowMs, zone, workingDays }: SearchContext): Waiting {
  const { createdMs } = entry;
  return {
    entry,
    workingDays: createdMs === null ? null : workingDays.workingDaysBetween(createdMs, nowMs, zone),
  };
}
