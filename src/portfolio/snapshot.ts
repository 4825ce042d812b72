import type { FileSummary } from '../rental-api/schema/page.ts';
import { type Entry, type Pool, archivedMsOf } from './entry.ts';
import {
  guarantorsBeside,
  guarantorsOf,
  isGuarantor,
  organisationsOf,
  type Person,
  profilesOf,
  recordsOf,
  tenantsOf,
} from './facts.ts';
import type { Table } from './search/table.ts';

/** All rental files as read at one time; immutable. */
export interface Snapshot {
  /** Id of its files, the same in every process that reads the same; also stored in buttons. */
  readonly id: string;
  /** Epoch milliseconds before the first request of the refresh. */
  readonly startedAt: number;
  /** Epoch milliseconds after the last page; ages are counted from here. */
  readonly endedAt: number;
  /**
   * By how much the database's clock was ahead of the one that read these times, in milliseconds, as
   * the instance that read the files for all has measured it; `null` where each reads for itself.
   */
  readonly databaseAheadMs: number | null;
  /**
   * When the first page was made by the service's clock, in epoch milliseconds; `null` when it does
   * not tell.
   */
  readonly servedAt: number | null;
  /** Whether all pages were read for it, and not only those of changed files. */
  readonly isWhole: boolean;
  readonly table: Table;
  /** Row of each file in the table, by id. */
  readonly rows: ReadonlyMap<string, number>;
  /** The page on which each row was last seen, for reading the file live. */
  readonly seenOn: readonly URL[];
  /** Number of files that could not be parsed. */
  readonly skipped: number;
  /** Number of values that the enumerations do not list, or that could not be read. */
  readonly unknown: number;
  /** Upper end of completion rates in this service. */
  readonly completionMax: 1 | 100;
  /** How that is known. */
  readonly completionScale: CompletionScale;
  /** Why files may be missing; `null` for a consistent snapshot. */
  readonly inconsistency: Inconsistency | null;
  /** What is odd about the service's list, and was so in the readings before. */
  readonly oddities: Oddities;
  /** Differences from the previous snapshot; `null` for the first. */
  readonly changes: Changes | null;
}

export type ReadTimes = Pick<Snapshot, 'startedAt' | 'endedAt' | 'databaseAheadMs'>;

/**
 * Start and end of a snapshot by the database's clock, in epoch milliseconds. They are the same on
 * all instances that share the snapshot: one that measured the clocks again would take it for
 * another reading.
 *
 * @param aheadMs by how much that clock is ahead of this machine's, for a snapshot that is not shared
 */
export function databaseTimesOf(
  { startedAt, endedAt, databaseAheadMs }: ReadTimes,
  aheadMs: number,
): { readonly startedMs: number; readonly endedMs: number } {
  const ahead = databaseAheadMs ?? aheadMs;
  return { startedMs: startedAt + ahead, endedMs: endedAt + ahead };
}

/** Figures of a snapshot for metrics and health; `null` without one. */
export function figuresOf(snapshot: Snapshot | null, nowMs: number) {
  return (
    snapshot && {
      ageMs: nowMs - snapshot.endedAt,
      tookMs: snapshot.endedAt - snapshot.startedAt,
      files: snapshot.table.entries.length,
      skipped: snapshot.skipped,
      isInconsistent: snapshot.inconsistency !== null,
    }
  );
}

/** Progress of a refresh. */
export interface Progress {
  readonly read: number;
  /** Number of files as the service counts them: the total, or the page's. */
  readonly count: number | null;
}

/** Options of a refresh. */
export interface SnapshotOptions {
  readonly now: () => number;
  /** Upper end of completion rates, or `null` to tell it from the rates served. */
  readonly completionMax: 1 | 100 | null;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Why a snapshot may lack files:
 * - `moved`: files changed pages during the refresh, so that one may have been missed;
 * - `count`: there are more or fewer files than the service counts;
 * - `miscount`: the service counts more files than it sends, by the same number at each reading, so
 *   that the next one does not mend it;
 * - `repeated`: the service sends files on several pages at each reading, perhaps in place of others;
 * - `empty`: the service lists none at all, as it also does for an account that may see none.
 */
export type Inconsistency = 'moved' | 'count' | 'miscount' | 'repeated' | 'empty';

/** What is odd about the list of a service, for the next reading to compare with. */
export interface Oddities {
  /** Ids of files that it sent more than once. */
  readonly repeated: readonly string[];
  /** By how many more files it counts than it sends; negative for fewer. */
  readonly countsMore: number;
  /** Readings of all pages in a row that found that difference; 0 without one. */
  readonly countedSo: number;
  /** `countsMore` where it is so at each reading; 0 elsewhere. */
  readonly miscount: number;
}

/** Readings in a row after which a difference is the service's own, and none that passes. */
const COUNTED_SO_LEAST = 3;

/**
 * Whether no file can have been missed in a snapshot, so that one that it lacks is not in the
 * service.
 *
 * A single unreadable item already means that any file may have been missed: an item is unreadable
 * for want of an id, so that nobody knows which file it is. Numbers do not help either. Where there
 * is as much unreadable as before, or less, an unreadable item may have been deleted or corrected
 * while a file that could be read became unreadable. Of five files that are missing beside one
 * unreadable item, at least four are gone, but not which. Nothing is therefore reported as gone, by
 * the journal, alerts or digests, until every item can be read; the files that are gone meanwhile
 * are announced then. So it is while the service counts more files than it sends: which of them it
 * keeps back is not known.
 */
export function hasEveryFile({
  inconsistency,
  skipped,
}: Pick<Snapshot, 'inconsistency' | 'skipped'>): boolean {
  return inconsistency === null && skipped === 0;
}

/** Counts of a walk through all pages, for checking its consistency. */
export interface Tally {
  /** `count` of the first and of the last page. */
  readonly firstCount: number;
  readonly lastCount: number;
  /** Whether `count` is the total: it exceeded the page, or there was only one page. */
  readonly countsAll: boolean;
  /** Distinct files, including unreadable ones. */
  readonly files: number;
  /** Ids of files that stood on more than one page, and how many items that were too many. */
  readonly onSeveralPages: readonly string[];
  readonly spare: number;
  /** The same of files that stood on one page more than once. */
  readonly onOnePage: readonly string[];
  readonly spareOnOnePage: number;
}

/** Ids of files of a page that were seen before: on an earlier one, or above on the same. */
export interface Repeats {
  readonly onSeveralPages: string[];
  readonly onOnePage: string[];
}

export function noRepeats(): Repeats {
  return { onSeveralPages: [], onOnePage: [] };
}

/** Counts a walk while its pages are read. */
export interface Counter {
  add(
    page: { readonly files: number; readonly skipped: number; readonly count: number },
    repeats: Repeats,
  ): void;
  tally(): Tally;
}

export function createCounter(): Counter {
  let firstCount: number | null = null;
  let [lastCount, pages, largestPage, items] = [0, 0, 0, 0];
  let [spare, spareOnOnePage] = [0, 0];
  const [onSeveralPages, onOnePage] = [new Set<string>(), new Set<string>()];
  return {
    add({ files, skipped, count }, repeats) {
      firstCount ??= count;
      lastCount = count;
      pages += 1;
      largestPage = Math.max(largestPage, files + skipped);
      items += files + skipped;
      spare += repeats.onSeveralPages.length;
      spareOnOnePage += repeats.onOnePage.length;
      for (const id of repeats.onSeveralPages) onSeveralPages.add(id);
      for (const id of repeats.onOnePage) onOnePage.add(id);
    },
    tally: () => ({
      firstCount: firstCount ?? 0,
      lastCount,
      countsAll: lastCount > 0 && (pages === 1 || lastCount > largestPage),
      files: items - spare - spareOnOnePage,
      onSeveralPages: [...onSeveralPages],
      spare,
      onOnePage: [...onOnePage],
      spareOnOnePage,
    }),
  };
}

/** What a walk through all pages tells of the list. */
export interface Judgement {
  readonly inconsistency: Inconsistency | null;
  readonly oddities: Oddities;
}

/**
 * Detects signs that the list changed during the refresh, and tells them from what the service does
 * at each reading.
 *
 * A file on two pages may have moved between them, unless it stood on two at the last reading as well:
 * then the service sends it twice, and perhaps another one never, unless it counts no more files than
 * came. Twice on one page, a file has not moved, and stands for no other. `count` is “number of items”
 * and may be the page's own; it is compared with the files only once it has proved to be the total,
 * and may or may not count what is repeated. Where the service counts fewer files than it sends at
 * each reading, none of those that it counts is missing.
 *
 * @param before the last reading, and one that was just made for the same refresh
 * @see Rental File Service specification, section 2.1
 */
export function judgementOf(tally: Tally, ...before: readonly (Oddities | null)[]): Judgement {
  const { firstCount, lastCount, countsAll, files, onSeveralPages, onOnePage } = tally;
  const [last = null] = before;
  const once = files + tally.spareOnOnePage;
  const isWhole = countsAll && (lastCount === files || lastCount === once);
  const isCounted = !countsAll || isWhole || lastCount === once + tally.spare;
  const countsMore = isCounted ? 0 : lastCount - files;
  const isSame = countsMore === last?.countsMore;
  const countedSo = isCounted ? 0 : (isSame ? last.countedSo : 0) + 1;
  const repeated = [...new Set([...onSeveralPages, ...onOnePage])];
  const miscount = countedSo >= COUNTED_SO_LEAST ? countsMore : 0;
  const oddities = { repeated, countsMore, countedSo, miscount };
  const known = new Set(before.flatMap((each) => each?.repeated ?? []));
  const isMoved = onSeveralPages.some((id) => !known.has(id));
  if (isMoved || (countsAll && firstCount !== lastCount))
    return { inconsistency: 'moved', oddities };
  if (isCounted) {
    const mayLack = onSeveralPages.length > 0 && !isWhole;
    return { inconsistency: mayLack ? 'repeated' : null, oddities };
  }
  const inconsistency = miscount === 0 ? 'count' : miscount > 0 ? 'miscount' : null;
  return { inconsistency, oddities };
}

/** Differences from the previous snapshot. */
export interface Changes {
  readonly added: readonly Entry[];
  readonly gone: readonly Entry[];
  /**
   * Files that differ in anything, as they are now. What can be read again counts, too: since when it
   * differs is for the journal to tell, which knows what was read last.
   */
  readonly changed: readonly Entry[];
}

/**
 * Whether a file still equals its entry, so that the entry can be kept.
 *
 * @param pool tells whether two properties are the same; contains the entry's
 */
export function isUnchanged(entry: Entry, file: FileSummary, pool: Pool): boolean {
  // Always added to the pool: the next snapshot may share it.
  const property = pool.property(file);
  const managers = pool.labels(file.managers);
  const tags = pool.tags(file.tags);
  const profiles = pool.labels(profilesOf(file));
  const tenants = pool.labels(tenantsOf(file));
  const beside = guarantorsBeside(file);
  const facts = pool.facts(file, beside);
  return (
    entry.status === file.status &&
    entry.decision === file.decision &&
    entry.situation === file.applicants_situation &&
    entry.score === file.score &&
    entry.completion === file.completion_rate &&
    entry.createdMs === file.created_at &&
    entry.updatedMs === file.updated_at &&
    entry.archivedMs === archivedMsOf(file) &&
    entry.validatedMs === file.pre_application_validated_at &&
    entry.property === property &&
    entry.managers === managers &&
    entry.tags === tags &&
    entry.profiles === profiles &&
    entry.facts === facts &&
    entry.tenants === tenants &&
    entry.organisations === organisationsOf(file) &&
    entry.guarantors === guarantorsOf(file, beside) &&
    arePeople(entry.applicants, file.applicants) &&
    entry.records === recordsOf(file)
  );
}

function arePeople(people: readonly Person[], applicants: FileSummary['applicants']): boolean {
  if (people.length !== applicants.length) return false;
  return people.every((person, index) => {
    const applicant = applicants[index];
    return (
      applicant !== undefined &&
      person.firstName === applicant.first_name &&
      person.lastName === applicant.last_name &&
      person.status === applicant.status &&
      person.isGuarantor === isGuarantor(applicant) &&
      person.score === applicant.score &&
      person.completion === applicant.completion_rate
    );
  });
}

/** The completion rates that a service has served, as far as they tell what rates count to. */
export interface ServedRates {
  /** `null` without any. */
  readonly highest: number | null;
  /** Whether one was a fraction of 1. */
  readonly hasFraction: boolean;
}

/** What a completion rate counts to, and how it is known. */
export interface CompletionScale {
  readonly max: 1 | 100;
  /** `unclear`: neither a fraction of 1 nor a rate above 1 was served; 1 is taken for complete. */
  readonly because: 'configured' | 'rates' | 'unclear';
  readonly rates: ServedRates;
}

export const NO_RATES: ServedRates = { highest: null, hasFraction: false };

/** The rates of some files, their applicants and guarantors, and those served before. */
export function withRatesOf(files: readonly FileSummary[], before: ServedRates): ServedRates {
  let { highest, hasFraction } = before;
  const add = (rate: number | null) => {
    if (rate === null) return;
    highest = Math.max(highest ?? rate, rate);
    if (rate > 0 && rate < 1) hasFraction = true;
  };
  for (const { completion_rate: rate, applicants } of files) {
    add(rate);
    for (const applicant of applicants) {
      add(applicant.completion_rate);
      for (const guarantor of applicant.physical_guarantors) add(guarantor.completion_rate);
    }
  }
  return { highest, hasFraction };
}

/** Rates up to this are 1: a sum of shares, such as 0.05 + 0.55 + 0.3 + 0.1, may exceed it a little. */
const ONE_MAX = 1 + 1e-6;

/**
 * The scale of completion rates, which the specification leaves open: what the operator configured,
 * else 100 once a rate above 1 was served, else 1.
 */
export function scaleOf(rates: ServedRates, configured: 1 | 100 | null): CompletionScale {
  if (configured !== null) return { max: configured, because: 'configured', rates };
  const isPercent = rates.highest !== null && rates.highest > ONE_MAX;
  const isClear = isPercent || rates.hasFraction;
  return { max: isPercent ? 100 : 1, because: isClear ? 'rates' : 'unclear', rates };
}

/** A snapshot whose rates do not count for what the next reading of all pages tells. */
export function withoutRates(before: Snapshot): Snapshot {
  return { ...before, completionScale: { ...before.completionScale, rates: NO_RATES } };
}

/**
 * Such a reading, with the rates served before as well, unless it tells the scale by itself: then, as
 * at a start, a rate that was corrected since must not contradict it for ever.
 */
export function withKeptScale(read: Snapshot, before: Snapshot | null): Snapshot {
  const { because, rates } = read.completionScale;
  const isKnown = because === 'configured' || (because === 'rates' && hasEveryFile(read));
  if (before === null || isKnown) return read;
  const kept = before.completionScale.rates;
  const highest =
    rates.highest === null ? kept.highest : Math.max(rates.highest, kept.highest ?? rates.highest);
  const hasFraction = rates.hasFraction || kept.hasFraction;
  const completionScale = scaleOf({ highest, hasFraction }, null);
  return { ...read, completionScale, completionMax: completionScale.max };
}

/** The entry of that id in a snapshot, or `null`. */
export function entryIn(snapshot: Snapshot | null, id: string): Entry | null {
  const row = snapshot?.rows.get(id);
  return row === undefined ? null : (snapshot?.table.entries[row] ?? null);
}
