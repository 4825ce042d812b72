import type { Entry } from '../entry.ts';
import type { Query } from '../query/query.ts';
import type { Snapshot } from '../snapshot.ts';
import { type SearchContext, findRows, rowsManagedBy } from './execute.ts';
import { sortedPage } from './sort.ts';

/** What a query finds in a reading. */
export interface SearchResult {
  /** In the order of the table. */
  readonly rows: Uint32Array;
  /** The entries from `start` up to but without `end`, in the order of the query. */
  readonly page: (start: number, end: number) => readonly Entry[];
}

/** Searches, and remembers what it found: whoever turns the page, or asks the same, finds it there. */
export interface SearchCache {
  /**
   * What a query finds in a reading.
   *
   * @param managedBy the e-mail address that the managers of every file are to hold
   */
  find(
    snapshot: Snapshot,
    query: Query,
    searchContext: SearchContext,
    managedBy?: string,
  ): SearchResult;
}

const ANSWERS_MAX = 64;
/** Of all answers together that are remembered for one reading: some six megabytes of them. */
const ROWS_MAX = 500_000;
/** Sorting so many takes no longer than sorting one page, and serves many pages. */
const STRETCH = 512;

/** A memory that holds nothing yet. What it knows of a reading goes when the reading goes. */
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
      const { nowMs, zone } = searchContext;
      const key = JSON.stringify([query, zone, nowMs, managedBy?.toLowerCase()]);
      const found = answers.get(key) ?? findIn(snapshot, query, searchContext, managedBy);
      // The one asked for last stands at the end, and those at the beginning are forgotten.
      answers.delete(key);
      answers.set(key, found);
      forgetOldest(answers);
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
  // A copy: what is found is a view of a stretch of memory that is as long as the table.
  const rows = managedBy === undefined ? found.slice() : rowsManagedBy(found, table, managedBy);
  const stretches = new Map<number, readonly Entry[]>();

  function stretchAt(number: number): readonly Entry[] {
    const known = stretches.get(number);
    if (known) return known;
    const first = number * STRETCH;
    const entries = sortedPage(table, rows, query.sort, first, first + STRETCH);
    stretches.set(number, entries);
    return entries;
  }

  return {
    rows,
    page(start, end) {
      const number = Math.floor(start / STRETCH);
      const first = number * STRETCH;
      return end > first + STRETCH
        ? sortedPage(table, rows, query.sort, start, end)
        : stretchAt(number).slice(start - first, end - first);
    },
  };
}

function forgetOldest(answers: Map<string, SearchResult>): void {
  let rowsHeld = 0;
  for (const { rows } of answers.values()) rowsHeld += rows.length;
  for (const [key, { rows }] of answers) {
    if (answers.size === 1 || (answers.size <= ANSWERS_MAX && rowsHeld <= ROWS_MAX)) return;
    answers.delete(key);
    rowsHeld -= rows.length;
  }
}
