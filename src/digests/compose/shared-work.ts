import { yieldToEventLoop, withTimeout } from '../../lib/concurrency.ts';
import type { WorkingDays } from '../../portfolio/calendar.ts';
import { type Portfolio, slowRefresh } from '../../portfolio/portfolio.ts';
import type { Query } from '../../portfolio/query/query.ts';
import type { SearchContext } from '../../portfolio/search/execute.ts';
import {
  createSearchCache,
  type SearchCache,
  type SearchResult,
} from '../../portfolio/search/results.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import type { DigestOptions, ShownFile } from '../../store/digest.ts';
import type { Bucket } from '../../views/digests/sections.ts';
import { type Parts, partsOf, shownFilesOf } from './parts.ts';
import { bucketsOf, type Group, groupsOf, overdueBefore } from './sections.ts';

/** How search results are grouped. */
interface Arrangement {
  readonly targetDays: number | null;
  readonly group: DigestOptions['group'];
  /** Max entries in all groups together. */
  readonly limit: number;
}

/** Grouped results that digests with the same query and arrangement share. */
interface ArrangedFiles {
  readonly rows: Uint32Array;
  readonly parts: Parts;
  readonly groups: readonly Group[];
  readonly buckets: readonly Bucket[];
  /** Files to remember for the next post; `null` when there are too many. */
  readonly files: readonly ShownFile[] | null;
}

/** Search results that digests due together share, computed once. */
export interface SharedWork {
  find(snapshot: Snapshot, query: Query, searchContext: SearchContext): SearchResult;
  arrange(
    snapshot: Snapshot,
    query: Query,
    searchContext: SearchContext,
    arrangement: Arrangement,
  ): ArrangedFiles;
  /** Lets requests run between one digest and the next. */
  yieldToRequests(): Promise<void>;
}

/** Creates an empty cache, whose entries are dropped together with their snapshot. */
export function createSharedWork(): SharedWork {
  const answers = new WeakMap<WorkingDays, SearchCache>();
  const known = new WeakMap<SearchResult, Map<string, ArrangedFiles>>();
  let turn: Promise<void> = Promise.resolve();

  function find(snapshot: Snapshot, query: Query, searchContext: SearchContext): SearchResult {
    // Results depend on the working days, too.
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

/** Max age of a snapshot that digests are made from. */
const SNAPSHOT_AGE_MS_MAX = 60_000;

/** How long a failure is shared, so that 500 digests do not fail one request each. */
const FAILURE_AGE_MS_MAX = 5_000;

/** Max wait for a full refresh in place of a snapshot that is too old. */
const WHOLE_MS_MAX = 30_000;

/** Clocks, in milliseconds. */
interface Clocks {
  /** Since the epoch, as the times of snapshots. */
  readonly now: () => number;
  /** Never set back. */
  readonly monotonic: () => number;
}

/**
 * Creates a reader of one snapshot for all digests that are due together.
 *
 * @param ending aborted with a `ShuttingDownError`, which hands back every delivery that waits
 * @returns a function that rejects with a `RentalError` when no snapshot of the last minute can be had
 */
export function createDigestSnapshot(
  portfolio: Pick<Portfolio, 'read'>,
  { now, monotonic }: Clocks,
  ending: AbortSignal,
): () => Promise<Snapshot> {
  let last: {
    readonly snapshot: Promise<Snapshot>;
    startedAt: number;
    failedAt: number | null;
  } | null = null;

  function isFresh(): boolean {
    if (last === null) return false;
    const { startedAt, failedAt } = last;
    if (failedAt !== null) return monotonic() - failedAt < FAILURE_AGE_MS_MAX;
    return monotonic() - startedAt < SNAPSHOT_AGE_MS_MAX;
  }

  /** Whether the refresh that was waited for last may still be running, which the next read joins. */
  let isOverdue = false;

  async function inTime(read: () => Promise<Snapshot>): Promise<Snapshot> {
    return withTimeout(read, WHOLE_MS_MAX, () => {
      isOverdue = true;
      return slowRefresh(WHOLE_MS_MAX);
    });
  }

  /** An instance that does not read the service itself answers with what it has, of any age. */
  async function readRecent(): Promise<Snapshot> {
    const oldestMs = now() - SNAPSHOT_AGE_MS_MAX;
    const changes = portfolio.read('changes', ending);
    const snapshot = await (isOverdue ? inTime(async () => changes) : changes);
    isOverdue = false;
    if (snapshot.startedAt >= oldestMs) return snapshot;
    return inTime(async () => {
      const whole = await portfolio.read('all', ending);
      // That may have joined a refresh that was running for long; the next one starts from now on,
      // also where the clock of the instance that reads is wrong.
      return whole.startedAt >= oldestMs ? whole : portfolio.read('all', ending);
    });
  }

  return async () => {
    if (last === null || !isFresh()) {
      const started = {
        snapshot: readRecent(),
        startedAt: monotonic(),
        failedAt: null,
      };
      const made: NonNullable<typeof last> = started;
      made.snapshot.catch(() => {
        made.failedAt = monotonic();
      });
      last = made;
    }
    return last.snapshot;
  };
}
