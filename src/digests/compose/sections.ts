import type { PastCounts } from '../../delivery/ports.ts';
import type { DigestPart } from '../../i18n/types.ts';
import { withTimeout, yieldToEventLoop } from '../../lib/concurrency.ts';
import { type WorkingDays, dateOf } from '../../portfolio/calendar.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { READY, isDecided, readinessIn, wordOf } from '../../portfolio/lifecycle.ts';
import { type Portfolio, slowRefresh } from '../../portfolio/portfolio.ts';
import { namesApart, propertyKey } from '../../portfolio/properties.ts';
import type { Query, Sort } from '../../portfolio/query/query.ts';
import type { SearchContext } from '../../portfolio/search/execute.ts';
import {
  sortedPage,
  type SearchCache,
  type SearchResult,
  createSearchCache,
  entriesAt,
} from '../../portfolio/search/results.ts';
import { type Snapshot, entryIn, hasEveryFile } from '../../portfolio/snapshot.ts';
import {
  BACKLOG_WEEKS,
  type DigestCounts,
  type DigestOptions,
  type ShownFile,
} from '../../store/digest.ts';
import {
  type BacklogPoint,
  type Bucket,
  type Changed,
  type DigestChanges,
  type DigestHeading,
  headingOf,
} from '../../views/digests/sections.ts';
import type { FileLine } from '../../views/files/line.ts';

/** Max files remembered for the next post: changes among more are not readable. */
export const SHOWN_FILES_MAX = 2_000;

export interface Parts {
  /** Each row is in exactly one part. */
  readonly rows: ReadonlyMap<DigestPart, Uint32Array>;
  /** Overdue files count twice: they are ready, in review or waiting, too. */
  readonly counts: Readonly<Record<DigestPart, number>>;
  /** The counts that are stored. */
  readonly kept: DigestCounts;
}

/**
 * Groups rows by readiness and by whether they are overdue.
 *
 * @param overdueMs undecided files created before this are overdue
 */
export function partsOf(rows: Uint32Array, snapshot: Snapshot, overdueMs: number): Parts {
  const { created } = snapshot.table;
  const readinessOf = readinessIn(snapshot);
  const counts = { overdue: 0, ready: 0, review: 0, waiting: 0, others: 0 };
  const parted = new Map<DigestPart, number[]>();
  for (const row of rows) {
    const readiness = readinessOf(row);
    const isOverdue = readiness !== 'others' && (created[row] ?? Number.NaN) < overdueMs;
    const part = isOverdue ? 'overdue' : readiness;
    counts[readiness] += 1;
    counts.overdue += isOverdue ? 1 : 0;
    const known = parted.get(part);
    if (known === undefined) parted.set(part, [row]);
    else known.push(row);
  }
  const { ready, overdue } = counts;
  return {
    rows: new Map([...parted].map(([part, list]) => [part, Uint32Array.from(list)])),
    counts,
    kept: { ready, waiting: rows.length - ready, overdue },
  };
}

/**
 * The files to remember for the next post; `null` when there are too many.
 *
 * @param snoozed ids of those that the post only counts as snoozed
 */
export function shownFilesOf(
  rows: Uint32Array,
  { table }: Snapshot,
  snoozed: ReadonlySet<string> = new Set(),
): readonly ShownFile[] | null {
  if (rows.length > SHOWN_FILES_MAX) return null;
  return entriesAt(table, rows).map(({ id, decision }) => ({
    id,
    decision: wordOf(decision) ?? '',
    ...(snoozed.has(id) ? { isSnoozed: true } : {}),
  }));
}

/** Files under one heading, in the order of the digest. */
export interface Group {
  readonly heading: DigestHeading;
  readonly count: number;
  readonly entries: readonly Entry[];
}

interface Grouping {
  readonly snapshot: Snapshot;
  readonly sort: Sort | null;
  readonly group: DigestOptions['group'];
  /** Max entries in all groups together. */
  readonly limit: number;
}

const BUCKETS = [
  { from: 1, to: 3 },
  { from: 4, to: 7 },
  { from: 8, to: 14 },
  { from: 15, to: 30 },
  { from: 31, to: null },
] as const;

const PARTS = ['overdue', 'ready', 'review', 'waiting', 'others'] as const;

/** Gives the time before which a file was created that is overdue by some days, in epoch milliseconds. */
export function overdueBefore(
  targetDays: number | null,
  { nowMs, zone, workingDays }: { nowMs: number; zone: string; workingDays: WorkingDays },
): (days: number) => number {
  return (days) =>
    targetDays === null ? -Infinity : workingDays.workingDaysBefore(nowMs, targetDays + days, zone);
}

/** Counts overdue rows per range of working days. */
export function bucketsOf(
  overdue: Uint32Array,
  { table }: Snapshot,
  before: (days: number) => number,
): readonly Bucket[] {
  return BUCKETS.map(({ from, to }) => {
    const newest = before(from);
    const oldest = to === null ? -Infinity : before(to + 1);
    const count = overdue.filter((row) => {
      const created = table.created[row] ?? Number.NaN;
      return created < newest && created >= oldest;
    }).length;
    return { from, to, count };
  });
}

/** The first entries: overdue ones, then by part, property or manager. */
export function groupsOf(
  parts: ReadonlyMap<DigestPart, Uint32Array>,
  { snapshot, sort, group, limit }: Grouping,
): readonly Group[] {
  const groups: Group[] = [];
  let left = limit;
  const take = (heading: DigestHeading, rows: Uint32Array) => {
    const entries = sortedPage(snapshot.table, rows, sort, 0, left);
    if (entries.length > 0) groups.push({ heading, count: rows.length, entries });
    left -= entries.length;
  };
  const isByPart = group === 'readiness';
  for (const part of isByPart ? PARTS : (['overdue'] as const)) {
    take({ kind: part }, parts.get(part) ?? new Uint32Array());
  }
  if (isByPart) return groups;
  const others = PARTS.filter((part) => part !== 'overdue');
  const rest = Uint32Array.from(others.flatMap((part) => Array.from(parts.get(part) ?? [])));
  rest.sort();
  for (const { heading, entries, count } of byHeading(rest, group, left, snapshot, sort)) {
    groups.push({ heading, count, entries });
  }
  return groups;
}

/** Groups by property, in whichever version, or by managers, in any order, as the first entry comes. */
function byHeading(
  rows: Uint32Array,
  group: 'property' | 'manager',
  limit: number,
  snapshot: Snapshot,
  sort: Sort | null,
): Group[] {
  const { table, rows: rowOf } = snapshot;
  const { at } = group === 'property' ? table.property : table.managers;
  const keys =
    group === 'property'
      ? table.property.distinct.map(propertyKey)
      : table.managers.distinct.map(({ names }) => names.toSorted().join('\n'));
  const isUnreadable = (row: number) =>
    table.entries[row]?.facts.unreadable.names.includes('managers') === true;
  const keyOf = (row: number) => {
    const key = keys[at[row] ?? 0];
    return key === '' ? isUnreadable(row) : key;
  };
  const counts = new Map<unknown, number>();
  for (const row of rows) {
    const key = keyOf(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const groups = Map.groupBy(sortedPage(table, rows, sort, 0, limit), ({ id }) =>
    keyOf(rowOf.get(id) ?? 0),
  );
  return [...groups].flatMap(([key, entries]) => {
    const [entry] = entries;
    if (entry === undefined) return [];
    const heading = headingOf(group, entry, namesApart(snapshot));
    return [{ heading, entries, count: counts.get(key) ?? entries.length }];
  });
}

const POINTS_MAX = 8;
const WEEKS_LEAST = 4;
const DAYS_IN_WEEK = 7;

/**
 * The points of the backlog chart: one per week, or one per day while there are few weeks. The
 * newest is last and always included.
 */
export function backlogFrom(
  past: readonly PastCounts[],
  now: PastCounts,
  zone: string,
): readonly BacklogPoint[] {
  const today = dateOf(now.dueAt, zone);
  const recent = [...past.filter(({ dueAt }) => dueAt < now.dueAt), now]
    .toSorted((one, other) => one.dueAt - other.dueAt)
    .map((each) => ({ ...each, daysAgo: dateOf(each.dueAt, zone).until(today).days }))
    .filter(({ daysAgo }) => daysAgo < BACKLOG_WEEKS * DAYS_IN_WEEK);
  const weekly = lastOfEach(recent, ({ daysAgo }) => Math.floor(daysAgo / DAYS_IN_WEEK));
  const points =
    weekly.length >= WEEKS_LEAST ? weekly : lastOfEach(recent, ({ daysAgo }) => daysAgo);
  return points
    .slice(-POINTS_MAX)
    .map(({ dueAt: at, counts: { ready, waiting } }) => ({ at, ready, waiting }));
}

function lastOfEach<Each>(all: readonly Each[], kindOf: (each: Each) => number): Each[] {
  return [...new Map(all.map((each) => [kindOf(each), each])).values()];
}

const NAMED_MAX = 3;

/**
 * The changes between two posts of a digest; `null` when the previous one is unknown. A file that a
 * snapshot lacks which may have missed some does not count as dropped; where nothing else has changed,
 * such a snapshot does not tell whether anything has.
 *
 * @param found the files of the digest now
 * @param lineOf makes the line of a file
 */
export function changesSince(
  before: readonly ShownFile[] | null,
  found: readonly ShownFile[] | null,
  snapshot: Snapshot,
  lineOf: (entry: Entry) => FileLine,
): DigestChanges | null {
  if (before === null || found === null) return null;
  const { rows } = snapshot;
  const changed = (files: readonly ShownFile[]): Changed => ({
    count: files.length,
    lines: files
      .map(({ id }) => entryIn(snapshot, id))
      .filter((entry) => entry !== null)
      .slice(0, NAMED_MAX)
      .map(lineOf),
  });
  const was = new Map(before.map(({ id, decision }) => [id, decision]));
  const is = new Map(found.map(({ id, decision }) => [id, decision]));
  const isSure = hasEveryFile(snapshot);
  const left = before.filter(({ id }) => !is.has(id));
  const isNewlyDecided = ({ id, decision }: ShownFile) => {
    const now = entryIn(snapshot, id)?.decision ?? '';
    return isDecided(now) && now !== decision;
  };
  const changes = {
    added: changed(found.filter(({ id }) => !was.has(id))),
    becameReady: changed(
      found.filter(({ id, decision }) => decision === READY && (was.get(id) ?? READY) !== READY),
    ),
    decided: changed(left.filter(isNewlyDecided)),
    dropped: changed(left.filter((file) => !isNewlyDecided(file) && (isSure || rows.has(file.id)))),
  };
  return isSure || Object.values(changes).some(({ count }) => count > 0) ? changes : null;
}

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
    const kept = answers.getOrInsertComputed(workingDays, () => createSearchCache());
    return kept.find(snapshot, query, searchContext);
  }

  return {
    find,
    arrange(snapshot, query, searchContext, arrangement) {
      const found = find(snapshot, query, searchContext);
      const made = known.getOrInsertComputed(found, () => new Map());
      const key = JSON.stringify([arrangement.targetDays, arrangement.group, arrangement.limit]);
      return made.getOrInsertComputed(key, () =>
        arranged(found, snapshot, query, searchContext, arrangement),
      );
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
export const SNAPSHOT_AGE_MS_MAX = 60_000;

/** How long a failure is shared, so that 500 digests do not fail one request each. */
const FAILURE_AGE_MS_MAX = 5_000;

/** Max wait for a full refresh in place of a snapshot that is too old. */
const WHOLE_MS_MAX = 30_000;

interface StartedRead {
  readonly snapshot: Promise<Snapshot>;
  readonly startedAt: number;
  failedAt: number | null;
}

interface Clocks {
  /** Since the epoch, as the times of snapshots. */
  readonly now: () => number;
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
  let last: StartedRead | null = null;

  function isFresh({ startedAt, failedAt }: StartedRead): boolean {
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
    if (last === null || !isFresh(last)) {
      const made: StartedRead = { snapshot: readRecent(), startedAt: monotonic(), failedAt: null };
      made.snapshot.catch(() => {
        made.failedAt = monotonic();
      });
      last = made;
    }
    return last.snapshot;
  };
}
