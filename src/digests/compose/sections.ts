import type { PastCounts } from '../../delivery/ports.ts';
import type { DigestPart } from '../../i18n/types.ts';
import { dateOf, type WorkingDays } from '../../portfolio/calendar.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { isDecided } from '../../portfolio/lifecycle.ts';
import type { Sort } from '../../portfolio/query/query.ts';
import { READY, sortedPage } from '../../portfolio/search/sort.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import type { DigestOptions, ShownFile } from '../../store/digest.ts';
import type {
  BacklogPoint,
  Bucket,
  Changed,
  DigestChanges,
  DigestHeading,
} from '../../views/digests/sections.ts';
import { propertyName, type FileLine } from '../../views/files/line.ts';

/** Files under one heading, in the order of the digest. */
export interface Group {
  readonly heading: DigestHeading;
  readonly count: number;
  readonly entries: readonly Entry[];
}

/** How rows are grouped. */
interface Grouping {
  readonly snapshot: Snapshot;
  readonly sort: Sort | null;
  readonly group: DigestOptions['group'];
  /** Max entries in all groups together. */
  readonly limit: number;
}

/** Ranges of working days overdue, for the chart. */
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
  const rest = mergedRows(
    PARTS.filter((part) => part !== 'overdue').map((part) => parts.get(part)),
  );
  for (const { heading, entries, count } of byHeading(rest, group, left, snapshot, sort)) {
    groups.push({ heading, count, entries });
  }
  return groups;
}

/** Groups by property or manager; a group stands where its first entry would. */
function byHeading(
  rows: Uint32Array,
  group: 'property' | 'manager',
  limit: number,
  { table, rows: rowOf }: Snapshot,
  sort: Sort | null,
): Group[] {
  const column = group === 'property' ? table.property : table.managers;
  const counts = new Map<number, number>();
  for (const row of rows) {
    const place = column.at[row] ?? 0;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const groups = new Map<number, Entry[]>();
  for (const entry of sortedPage(table, rows, sort, 0, limit)) {
    const place = column.at[rowOf.get(entry.id) ?? 0] ?? 0;
    groups.set(place, [...(groups.get(place) ?? []), entry]);
  }
  return [...groups].flatMap(([place, entries]) => {
    const [entry] = entries;
    if (entry === undefined) return [];
    const { property, managers } = entry;
    const heading: DigestHeading =
      group === 'property'
        ? { kind: 'property', property: propertyName(property) }
        : { kind: 'manager', names: managers.names };
    return [{ heading, entries, count: counts.get(place) ?? entries.length }];
  });
}

function mergedRows(lists: readonly (Uint32Array | undefined)[]): Uint32Array {
  return Uint32Array.from(lists.flatMap((list) => Array.from(list ?? []))).toSorted();
}

const POINTS_MAX = 8;
const WEEKS_LEAST = 4;
const WEEKS_MAX = 8;
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
    .filter(({ daysAgo }) => daysAgo < WEEKS_MAX * DAYS_IN_WEEK);
  const weekly = lastOfEach(recent, ({ daysAgo }) => Math.floor(daysAgo / DAYS_IN_WEEK));
  const points =
    weekly.length >= WEEKS_LEAST ? weekly : lastOfEach(recent, ({ daysAgo }) => daysAgo);
  return points
    .slice(-POINTS_MAX)
    .map(({ dueAt: at, counts: { ready, waiting } }) => ({ at, ready, waiting }));
}

/** The last item of each kind, in order. */
function lastOfEach<Each>(all: readonly Each[], kindOf: (each: Each) => number): Each[] {
  return [...new Map(all.map((each) => [kindOf(each), each])).values()];
}

/** Max files named per kind of change. */
const NAMED_MAX = 3;

/**
 * The changes between two posts of a digest; `null` when the previous one is unknown. A file that a
 * snapshot lacks which may have missed some does not count as dropped.
 *
 * @param found the files of the digest now
 * @param lineOf makes the line of a file
 */
export function changesSince(
  before: readonly ShownFile[] | null,
  found: readonly ShownFile[] | null,
  { table, rows, inconsistency, skipped }: Snapshot,
  lineOf: (entry: Entry) => FileLine,
): DigestChanges | null {
  if (before === null || found === null) return null;
  const entryOf = (id: string) => table.entries[rows.get(id) ?? -1] ?? null;
  const changed = (files: readonly ShownFile[]): Changed => ({
    count: files.length,
    lines: files
      .map(({ id }) => entryOf(id))
      .filter((entry) => entry !== null)
      .slice(0, NAMED_MAX)
      .map(lineOf),
  });
  const was = new Map(before.map(({ id, decision }) => [id, decision]));
  const is = new Map(found.map(({ id, decision }) => [id, decision]));
  const isSure = inconsistency === null && skipped === 0;
  const left = before.filter(({ id }) => !is.has(id));
  const isNewlyDecided = ({ id, decision }: ShownFile) => {
    const now = entryOf(id)?.decision ?? '';
    return isDecided(now) && now !== decision;
  };
  return {
    added: changed(found.filter(({ id }) => !was.has(id))),
    becameReady: changed(
      found.filter(({ id, decision }) => decision === READY && (was.get(id) ?? READY) !== READY),
    ),
    decided: changed(left.filter(isNewlyDecided)),
    dropped: changed(left.filter((file) => !isNewlyDecided(file) && (isSure || rows.has(file.id)))),
  };
}
