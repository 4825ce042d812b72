import type { WorkingDays } from '../portfolio/calendar/working-days.ts';
import type { Entry } from '../portfolio/entry.ts';
import type { Sort } from '../portfolio/query/query.ts';
import { READY, sortedPage } from '../portfolio/search/sort.ts';
import type { Reading } from '../portfolio/snapshot.ts';
import type { DigestOptions } from '../store/digest.ts';
import type { Bucket, DigestHeading } from '../views/digests/model.ts';
import type { DigestPart } from '../views/words/digest.ts';

/** Files under one heading, in the order of the digest. */
export interface Group {
  readonly heading: DigestHeading;
  readonly count: number;
  readonly entries: readonly Entry[];
}

/** What is asked of the rows that a digest has found. */
interface Grouping {
  readonly reading: Reading;
  readonly sort: Sort | null;
  readonly group: DigestOptions['group'];
  /** Entries in all groups together. */
  readonly limit: number;
}

/** By how many working days files are overdue. */
const BUCKETS = [
  { from: 1, to: 3 },
  { from: 4, to: 7 },
  { from: 8, to: 14 },
  { from: 15, to: 30 },
  { from: 31, to: null },
] as const;

/** All documents are there in these. */
const DOCUMENTED = ['COLLECTED', 'ANALYZED'];
const UNDECIDED = ['PENDING', READY];
const PARTS = ['overdue', 'ready', 'review', 'waiting', 'others'] as const;

/** The part of a digest that a row belongs to, whether it is overdue or not. */
export type Readiness = Exclude<DigestPart, 'overdue'>;

/**
 * Tells how far a row is: ready to decide; in review, when its documents are there; waiting for
 * documents, before they are collected or while the file is not complete; or decided already.
 */
export function readinessIn({ table, completionMax }: Reading): (row: number) => Readiness {
  const { decision, status, completion } = table;
  const isReady = decision.distinct.map((value) => value === READY);
  const isUndecided = decision.distinct.map((value) => UNDECIDED.includes(value));
  const isDocumented = status.distinct.map((value) => DOCUMENTED.includes(value));
  return (row) => {
    const place = decision.at[row] ?? 0;
    if (isReady[place] === true) return 'ready';
    if (isUndecided[place] !== true) return 'others';
    const isPart = (completion[row] ?? completionMax) < completionMax;
    return isDocumented[status.at[row] ?? 0] === true && !isPart ? 'review' : 'waiting';
  };
}

/** Tells when a file must have been created to be overdue by some days now, in epoch milliseconds. */
export function overdueBefore(
  targetDays: number | null,
  { nowMs, zone, workingDays }: { nowMs: number; zone: string; workingDays: WorkingDays },
): (days: number) => number {
  return (days) =>
    targetDays === null ? -Infinity : workingDays.workingDaysBefore(nowMs, targetDays + days, zone);
}

/** How many of the overdue rows are so by how much; nothing when none can be. */
export function bucketsOf(
  overdue: Uint32Array,
  { table }: Reading,
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

/** The first entries of what was found: those that are overdue, then by part, property or manager. */
export function groupsOf(
  parts: ReadonlyMap<DigestPart, Uint32Array>,
  { reading, sort, group, limit }: Grouping,
): readonly Group[] {
  const groups: Group[] = [];
  let left = limit;
  const take = (heading: DigestHeading, rows: Uint32Array) => {
    const entries = sortedPage(reading.table, rows, sort, 0, left);
    if (entries.length > 0) groups.push({ heading, count: rows.length, entries });
    left -= entries.length;
  };
  const isByPart = group === 'readiness';
  for (const part of isByPart ? PARTS : (['overdue'] as const)) {
    take({ kind: part }, parts.get(part) ?? new Uint32Array());
  }
  if (isByPart) return groups;
  const rest = joined(PARTS.filter((part) => part !== 'overdue').map((part) => parts.get(part)));
  for (const { heading, entries, count } of byHeading(rest, group, left, reading, sort)) {
    groups.push({ heading, count, entries });
  }
  return groups;
}

/** What belongs together stands where the first of it would stand. */
function byHeading(
  rows: Uint32Array,
  group: 'property' | 'manager',
  limit: number,
  { table, rows: rowOf }: Reading,
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
        ? { kind: 'property', title: property.title, reference: property.reference }
        : { kind: 'manager', names: managers.names };
    return [{ heading, entries, count: counts.get(place) ?? entries.length }];
  });
}

function joined(lists: readonly (Uint32Array | undefined)[]): Uint32Array {
  return Uint32Array.from(lists.flatMap((list) => Array.from(list ?? []))).toSorted();
}
