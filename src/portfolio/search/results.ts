import type { Entry } from '../entry.ts';
import type { Query } from '../query/query.ts';
import type { Snapshot } from '../snapshot.ts';
import { type SearchContext, findRows, rowsManagedBy } from './execute.ts';
import { asksPast, asksReader, asksTriage } from './recorded.ts';
import { entriesAt, sortRows } from './sort.ts';

/** The result of a query over a snapshot. */
export interface SearchResult {
  /** In the order of the table. */
  readonly rows: Uint32Array;
  /** The entries from `start` up to but without `end`, in the order of the query. */
  readonly page: (start: number, end: number) => readonly Entry[];
}

/** Search with a cache, for turned pages and repeated queries. */
export interface SearchCache {
  /**
   * The result of a query over a snapshot.
   *
   * @param managedBy an e-mail address that every file must have among its managers
   */
  find(
    snapshot: Snapshot,
    query: Query,
    searchContext: SearchContext,
    managedBy?: string,
  ): SearchResult;
}

const ANSWERS_MAX = 64;
/** Max rows of all results kept for one snapshot: 2 MB, and as many once sorted. */
const ROWS_MAX = 500_000;
/** The same for larger snapshots, per file: a list of everything must not push out all others. */
const ROWS_PER_FILE_MAX = 5;

/** An empty cache. Results are released with their snapshot. */
export function createSearchCache(): SearchCache {
  const readings = new WeakMap<Snapshot, Map<string, SearchResult>>();

  function answersFor(snapshot: Snapshot): Map<string, SearchResult> {
    const known = readings.get(snapshot);
    if (known) return known;
    const answers = new Map<string, SearchResult>();
    readings.set(snapshot, answers);
    return answers;
  }

  return {
    find(snapshot, query, searchContext, managedBy) {
      const answers = answersFor(snapshot);
      const { nowMs, zone, triage, readerId } = searchContext;
      const past = asksPast(query) ? searchContext.history?.version : null;
      const reader = asksReader(query) ? readerId : null;
      const done = asksTriage(query) ? [triage?.version, reader] : null;
      const key = JSON.stringify([query, zone, nowMs, past, done, managedBy?.toLowerCase()]);
      const found = answers.get(key) ?? findIn(snapshot, query, searchContext, managedBy);
      // The most recent result moves to the end; the oldest are evicted from the beginning.
      answers.delete(key);
      answers.set(key, found);
      forgetOldest(answers, snapshot.table.entries.length);
      return found;
    },
  };
}

function findIn(
  { table }: Snapshot,
  query: Query,
  searchContext: SearchContext,
  managedBy?: string,
): SearchResult {
  const found = findRows(query, table, searchContext);
  const rows = managedBy === undefined ? found : rowsManagedBy(found, table, managedBy);
  let sorted: Uint32Array | null = null;
  return {
    rows,
    page(start, end) {
      sorted ??= sortRows(table, rows, query.sort);
      return entriesAt(table, sorted.subarray(start, end));
    },
  };
}

function forgetOldest(answers: Map<string, SearchResult>, files: number): void {
  const rowsMax = Math.max(ROWS_MAX, ROWS_PER_FILE_MAX * files);
  let rowsHeld = 0;
  for (const { rows } of answers.values()) rowsHeld += rows.length;
  for (const [key, { rows }] of answers) {
    if (answers.size === 1 || (answers.size <= ANSWERS_MAX && rowsHeld <= rowsMax)) return;
    answers.delete(key);
    rowsHeld -= rows.length;
  }
}
