import type { Entry } from './entry.ts';
import { formatQuery } from './query/format.ts';
import { parseQuery } from './query/parser.ts';
import type { Condition, Query } from './query/query.ts';
import type { SearchContext } from './search/execute.ts';

/** Nobody has decided yet. */
export const AWAITING_DECISIONS: readonly string[] = ['PENDING', 'READY'];
/** Nobody will. */
export const STATUS_OVER = 'CLOSED';

/** What awaits a decision: nobody has decided, and nobody has closed or archived the file. */
export const AWAITING: readonly Condition[] = [
  { kind: 'choice', key: 'decision', not: false, any: AWAITING_DECISIONS },
  { kind: 'choice', key: 'status', not: true, any: [STATUS_OVER] },
  { kind: 'flag', key: 'archived', not: false, any: [false] },
];

/** Tells of one file what `AWAITING` finds among many. */
export function isAwaiting({ decision, status, archivedMs }: Entry): boolean {
  return AWAITING_DECISIONS.includes(decision) && status !== STATUS_OVER && archivedMs === null;
}

/**
 * Asks for what awaits a decision, those that are ready first and then the oldest; or for what else
 * a person wants of it, and in the person's order. Its text asks for the same again.
 *
 * @throws {QueryError} when the person asks for so much that the whole could not be read again
 */
export function awaitingQuery(extra: Query | null): Query {
  const isPlain = extra === null || (extra.conditions.length === 0 && extra.sort === null);
  return isPlain ? PLAIN : awaitingAnd(extra);
}

function awaitingAnd(extra: Query | null): Query {
  const own = extra?.conditions ?? [];
  const said = new Set(own.map((condition) => JSON.stringify(condition)));
  const conditions = AWAITING.filter((condition) => !said.has(JSON.stringify(condition)));
  return parseQuery(
    formatQuery({ conditions: [...conditions, ...own], sort: extra?.sort ?? 'waiting' }, 'en'),
  );
}

/** What is asked for most. */
const PLAIN = awaitingAnd(null);

/** Decisions after which nobody waits for one. */
const MADE: readonly string[] = ['ACCEPTED', 'REJECTED'];

/** Whether a decision was made, as the service spells it. */
export function isDecided(decision: string): boolean {
  return MADE.includes(decision);
}

interface Outcome {
  readonly decision: string;
  readonly isArchived: boolean;
}

/** Whether nothing is left to do about a rental file: it is decided, or archived. */
export function isClosed({ decision, isArchived }: Outcome): boolean {
  return isArchived || isDecided(decision);
}

/** Ids of the files that are not closed: those that may close while a post shows them. */
export function openFileIds(
  files: readonly (Outcome & { readonly id: string })[],
): readonly string[] {
  return [...new Set(files.filter((file) => !isClosed(file)).map(({ id }) => id))];
}

/** A file, and for how long it has been there. */
export interface Waiting {
  readonly entry: Entry;
  /** Since it was created; `null` when nobody knows. */
  readonly workingDays: number | null;
}

/** Counts how long a file has waited. */
export function waitingOf(entry: Entry, { nowMs, zone, workingDays }: SearchContext): Waiting {
  const { createdMs } = entry;
  return {
    entry,
    workingDays: createdMs === null ? null : workingDays.workingDaysBetween(createdMs, nowMs, zone),
  };
}
