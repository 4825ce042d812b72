import { yieldToEventLoop } from '../../lib/yield.ts';
import type { WorkingDays } from '../../portfolio/calendar/working-days.ts';
import type { Query } from '../../portfolio/query/query.ts';
import type { SearchContext } from '../../portfolio/search/execute.ts';
import {
  type SearchCache,
  createSearchCache,
  type SearchResult,
} from '../../portfolio/search/results.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import type { DigestOptions, ShownFile } from '../../store/digest.ts';
import type { Bucket } from '../../views/digests/model.ts';
import { type Parts, partsOf, shownFilesOf } from './parts.ts';
import { bucketsOf, type Group, groupsOf, overdueBefore } from './sections.ts';

/** How what was found is parted. */
interface Arrangement {
  readonly targetDays: number | null;
  readonly group: DigestOptions['group'];
  /** Entries in all groups together. */
  readonly limit: number;
}

/** What digests of one query, parted in one manner, have in common. */
interface ArrangedFiles {
  readonly rows: Uint32Array;
  readonly parts: Parts;
  readonly groups: readonly Group[];
  readonly buckets: readonly Bucket[];
  /** What to remember of it; `null` when it is too much. */
  readonly files: readonly ShownFile[] | null;
}

/** What digests that are due together find, searched and sorted once. */
export interface SharedWork {
  find(snapshot: Snapshot, query: Query, searchContext: SearchContext): SearchResult;
  arrange(
    snapshot: Snapshot,
    query: Query,
    searchContext: SearchContext,
    arrangement: Arrangement,
  ): ArrangedFiles;
  /** Waits until others have had their turn: digests come one by one, and requests in between. */
  yieldToRequests(): Promise<void>;
}

/** A memory that holds nothing yet. What it knows of a reading goes when the reading goes. */
export function createSharedWork(): SharedWork {
  const answers = new WeakMap<WorkingDays, SearchCache>();
  const known = new WeakMap<SearchResult, Map<string, ArrangedFiles>>();
  let turn: Promise<void> = Promise.resolve();

  function find(snapshot: Snapshot, query: Query, searchContext: SearchContext): SearchResult {
    // The same query is another one where other days are worked.
    const { workingDays } = searchContext;
    const kept = answers.get(workingDays) ?? createSearchCache();
    answers.set(workingDays, kept);
    return kept.find(snapshot, query, searchContext);
  }

  return {
    find,
    arrange(snapshot, query, searchContext, arrangement) {
      const found = find(snapshot, query, searchContext);
      const made = known.get(found) ?? new Map<string, ArrangedFiles>();
      known.set(found, made);
      const key = JSON.stringify([arrangement.targetDays, arrangement.group, arrangement.limit]);
      const parted = made.get(key) ?? arranged(found, snapshot, query, searchContext, arrangement);
      made.set(key, parted);
      return parted;
    },
    async yieldToRequests() {
      turn = turn.then(async () => yieldToEventLoop());
      await turn;
    },
  };
}

function arranged(
  { rows }: SearchResult,
  snapshot: Snapshot,
  { sort }: Query,
  searchContext: SearchContext,
  { targetDays, group, limit }: Arrangement,
): ArrangedFiles {
  const before = overdueBefore(targetDays, searchContext);
  const parts = partsOf(rows, snapshot, before(1));
  return {
    rows,
    parts,
    groups: groupsOf(parts.rows, { snapshot, sort, group, limit }),
    buckets: bucketsOf(parts.rows.get('overdue') ?? new Uint32Array(), snapshot, before),
    files: shownFilesOf(rows, snapshot),
  };
}
