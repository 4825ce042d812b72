import { dateOf, startOf } from '../portfolio/calendar.ts';
import type { Entry } from '../portfolio/entry.ts';
import {
  type Count,
  READY,
  isAwaiting,
  unknownDecisions,
  waitingOf,
} from '../portfolio/lifecycle.ts';
import { namesApart, propertyKey, type PropertyName } from '../portfolio/properties.ts';
import type { Query } from '../portfolio/query/query.ts';
import { findRows, isSameContext, type SearchContext } from '../portfolio/search/execute.ts';
import { datedMs, type Gap, gapsAcross, isLong, pastColumn } from '../portfolio/search/recorded.ts';
import { asksTriage, entriesAt } from '../portfolio/search/results.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';

export const PERIODS = ['week', 'month'] as const;
/** A week from Monday to Sunday, or a month. */
export type Period = (typeof PERIODS)[number];

export interface PeriodFigures {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** By the date of creation that the service gives. */
  readonly arrived: number;
  /** `null` where the beginning of the period was before the first reading, or all of it in a gap. */
  readonly ready: number | null;
  /** `null` as `ready`. */
  readonly decided: Decided | null;
  /**
   * Times without a reading that make `ready` and `decided` uncertain or unknown: across the start or
   * the end of the period, where changes may belong to the other side; or long enough for a file to
   * become ready and be decided without the one being seen.
   */
  readonly gaps: readonly Gap[];
}

/** Decisions, and how long they took in working days. */
interface Decided {
  readonly accepted: number;
  readonly rejected: number;
  /**
   * Decided files that are not counted: it was not seen when they were decided, but their last change
   * was in the period, where statistics count them.
   */
  readonly unseen: number;
  /** From creation to when the file became ready, of those of which that day is known, as the next. */
  readonly toReady: Durations | null;
  /** From then to the decision, of those decided. */
  readonly toDecision: Durations | null;
  /** Those of `toDecision` that took at most the target; `null` without one. */
  readonly withinTarget: number | null;
}

/** Of at least one duration, in working days. */
export interface Durations {
  readonly count: number;
  readonly median: number;
  /** 90th percentile, by the nearest rank. */
  readonly ninetieth: number;
}

/** Files of one manager or property in the period, and those that await a decision now. */
interface Share {
  readonly arrived: number;
  /** `null` as that of the period. */
  readonly decided: number | null;
  readonly awaiting: number;
}

export interface Report {
  readonly period: PeriodFigures;
  readonly before: PeriodFigures;
  readonly awaiting: number;
  readonly ready: number;
  /** Decisions that the specification does not name: whether their files await one is not known. */
  readonly unknownDecisions: readonly Count[];
  /** Files without a readable date of creation, or with one to come: they neither arrive nor have an age. */
  readonly undated: number;
  /** Files that await a decision, by their age in working days; the last step has no end. */
  readonly ages: readonly { readonly from: number; readonly count: number }[];
  /** By manager as the service names one; the most files first. */
  readonly managers: readonly (Share & { readonly manager: string })[];
  /** `unnamed` is of managers that cannot be read. */
  readonly besideManagers: Beside;
  /** Each as the file that came last has it, and what it is called among the others. */
  readonly properties: readonly (Share & {
    readonly property: Entry['property'];
    readonly name: PropertyName;
  })[];
  /** `unnamed` is of properties of which no name can be read, which may be several. */
  readonly besideProperties: Beside;
}

/** What belongs to no manager or property that has a name; `null` without such files. */
interface Beside {
  readonly none: Share | null;
  readonly unnamed: Share | null;
}

/** Steps of age, in working days. */
const AGE_STEPS = [0, 4, 8, 15, 31] as const;

export interface ReportRequest {
  readonly query: Query;
  readonly period: Period;
  /** How many periods ago; 1 is the last whole one. */
  readonly ago: number;
  /** Working days in which a ready file should be decided; `null` without a target. */
  readonly targetDays: number | null;
}

/**
 * The report on a period: dates of creation as the service gives them, and times at which files
 * became ready or were decided as they were seen. Files that are no longer listed do not count.
 * The last few of a snapshot are kept, as all files are walked through for each.
 */
export function reportOf(
  snapshot: Snapshot,
  request: ReportRequest,
  searchContext: SearchContext,
): Report {
  // Who has taken a file changes more often than the files.
  if (asksTriage(request.query)) return computeReport(snapshot, request, searchContext);
  const wanted = JSON.stringify(request);
  const kept = reports.getOrInsertComputed(snapshot, () => []);
  const known = kept.find(
    (each) => each.request === wanted && isSameContext(each.searchContext, searchContext),
  );
  if (known !== undefined) return known.report;
  const report = computeReport(snapshot, request, searchContext);
  kept.push({ request: wanted, searchContext, report });
  if (kept.length > KEPT_MAX) kept.shift();
  return report;
}

interface KeptReport {
  readonly request: string;
  readonly searchContext: SearchContext;
  readonly report: Report;
}

/** They go with their snapshot. */
const reports = new WeakMap<Snapshot, KeptReport[]>();
const KEPT_MAX = 16;

function foundIn(
  { table }: Snapshot,
  query: Query,
  searchContext: SearchContext,
): readonly Entry[] {
  return entriesAt(table, findRows(query, table, searchContext));
}

/** Ids of the files of a report that await a decision. */
export function awaitingIds(
  snapshot: Snapshot,
  query: Query,
  searchContext: SearchContext,
): string[] {
  return foundIn(snapshot, query, searchContext)
    .filter(isAwaiting)
    .map(({ id }) => id);
}

function computeReport(
  snapshot: Snapshot,
  { query, period, ago, targetDays }: ReportRequest,
  searchContext: SearchContext,
): Report {
  const entries = foundIn(snapshot, query, searchContext);
  const span = spanOf(period, ago, searchContext);
  const waiting = entries.filter(isAwaiting);
  const found = { entries, snapshot };
  const figuresOf = (of: Span) => figuresIn(of, found, targetDays, searchContext);
  const byManager = sharesBy(entries, span, searchContext, managersOf);
  const keyOf = keysOfProperties(entries);
  const byProperty = sharesBy(entries, span, searchContext, (entry) => [keyOf(entry)]);
  return {
    period: figuresOf(span),
    before: figuresOf(spanOf(period, ago + 1, searchContext)),
    awaiting: waiting.length,
    ready: waiting.filter(({ decision }) => decision === READY).length,
    unknownDecisions: unknownDecisions(query.conditions, snapshot, (beside) =>
      findRows(beside, snapshot.table, searchContext),
    ),
    undated: entries.filter((entry) => waitingOf(entry, searchContext).workingDays === null).length,
    ages: agesOf(waiting, searchContext),
    managers: byManager.flatMap(([manager, share]) =>
      typeof manager === 'string' ? [{ ...share, manager }] : [],
    ),
    besideManagers: besideIn(byManager),
    properties: propertiesIn(byProperty, entries, keyOf, snapshot),
    besideProperties: besideIn(byProperty),
  };
}

const NONE = Symbol('none');
const UNNAMED = Symbol('unnamed');
type Shares = readonly (readonly [string | symbol, Share])[];

function managersOf({ managers, facts }: Entry): readonly (string | symbol)[] {
  if (managers.names.length > 0) return managers.names;
  return [facts.unreadable.names.includes('managers') ? UNNAMED : NONE];
}

/** The property of each entry; of some files only its id may have come, and a name of others. */
function keysOfProperties(entries: readonly Entry[]): (entry: Entry) => string | symbol {
  const named = new Set(
    entries
      .filter(({ property: { title, reference, description } }) =>
        [title, reference, description].some((text) => text !== null),
      )
      .map(({ property }) => propertyKey(property)),
  );
  return ({ property }) => {
    const key = propertyKey(property);
    if (key === null) return NONE;
    return named.has(key) ? key : UNNAMED;
  };
}

function besideIn(shares: Shares): Beside {
  const of = (wanted: symbol) => shares.find(([key]) => key === wanted)?.[1] ?? null;
  return { none: of(NONE), unnamed: of(UNNAMED) };
}

/** A property that has changed stands in several versions among its files. */
function propertiesIn(
  shares: Shares,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | symbol,
  snapshot: Snapshot,
): Report['properties'] {
  const nameOf = namesApart(snapshot);
  const last = new Map<string | symbol, Entry>();
  for (const entry of entries) {
    if (!entry.property.isDetailed) continue;
    const key = keyOf(entry);
    const known = last.get(key);
    const isLater = (entry.createdMs ?? -Infinity) > (known?.createdMs ?? -Infinity);
    if (known === undefined || isLater) last.set(key, entry);
  }
  return shares.flatMap(([key, share]) => {
    const entry = last.get(key);
    return entry === undefined || typeof key === 'symbol'
      ? []
      : [{ ...share, property: entry.property, name: nameOf(entry.property) ?? entry.property }];
  });
}

/** A period in the reader's zone, in epoch milliseconds: from its start to before its end, or tomorrow. */
interface Span {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  readonly fromMs: number;
  readonly untilMs: number;
}

function spanOf(
  period: Period,
  ago: number,
  { nowMs, zone }: Pick<SearchContext, 'nowMs' | 'zone'>,
): Span {
  const current = periodStart(period, dateOf(nowMs, zone));
  const first = current.subtract({ [PLURALS[period]]: ago });
  const next = nextPeriodStart(period, first);
  return {
    first,
    last: next.subtract({ days: 1 }),
    fromMs: startOf(first, zone),
    untilMs: Math.min(startOf(next, zone), startOf(dateOf(nowMs, zone).add({ days: 1 }), zone)),
  };
}

/** The first day of the period that a day belongs to. */
export function periodStart(period: Period, day: Temporal.PlainDate): Temporal.PlainDate {
  return period === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 });
}

/** The first day of the next period. @param start the first day of a period */
export function nextPeriodStart(period: Period, start: Temporal.PlainDate): Temporal.PlainDate {
  return start.add({ [PLURALS[period]]: 1 });
}

/** The first day of the last whole period before a day, `YYYY-MM-DD`. */
export function periodBefore(period: Period, day: Temporal.PlainDate): string {
  return periodStart(period, periodStart(period, day).subtract({ days: 1 })).toString();
}

/**
 * How many periods ago one was: 1 for the last whole one, 0 for the current one.
 *
 * @param from the first day of the period, `YYYY-MM-DD`
 */
export function periodsAgo(
  period: Period,
  from: string,
  searchContext: Pick<SearchContext, 'nowMs' | 'zone'>,
): number {
  const { first } = spanOf(period, 0, searchContext);
  const unit = PLURALS[period];
  return Math.round(first.since(Temporal.PlainDate.from(from), { largestUnit: unit })[unit]);
}

const PLURALS = { week: 'weeks', month: 'months' } as const;

function isIn(timeMs: number | null | undefined, { fromMs, untilMs }: Span): boolean {
  return timeMs !== null && timeMs !== undefined && timeMs >= fromMs && timeMs < untilMs;
}

interface FoundFiles {
  readonly entries: readonly Entry[];
  readonly snapshot: Snapshot;
}

function figuresIn(
  span: Span,
  found: FoundFiles,
  targetDays: number | null,
  searchContext: SearchContext,
): PeriodFigures {
  const { entries } = found;
  const { history, workingDays, zone } = searchContext;
  const arrived = entries.filter(({ createdMs }) => isIn(createdMs, span)).length;
  const { isSeen, gaps } = seenOf(span, searchContext);
  const known = { from: span.first.toString(), to: span.last.toString(), arrived, gaps };
  if (history === null || !isSeen) return { ...known, ready: null, decided: null };
  const long = history.gapsUntil(searchContext.nowMs).filter(isLong);
  const took = (fromMs: number | null, toMs: number | null): number[] =>
    fromMs === null || toMs === null ? [] : [workingDays.workingDaysBetween(fromMs, toMs, zone)];
  const timed = entries.flatMap((entry) => {
    const times = history.timesOf(entry.id);
    if (times === null) return [];
    const { readyMs, decidedMs } = times;
    const dated = { ready: datedMs(readyMs, long), decided: datedMs(decidedMs, long) };
    return [{ entry, ...times, dated }];
  });
  const becameReady = timed.filter(({ readyMs }) => isIn(readyMs, span));
  const decided = timed.filter(({ decidedMs }) => isIn(decidedMs, span));
  const toDecision = decided.flatMap(({ dated }) => took(dated.ready, dated.decided));
  const countOf = (wanted: string) => decided.filter(({ decision }) => decision === wanted).length;
  return {
    ...known,
    ready: becameReady.length,
    decided: {
      accepted: countOf('ACCEPTED'),
      rejected: countOf('REJECTED'),
      unseen: unseenIn(span, found, new Set(decided.map(({ entry }) => entry.id)), searchContext),
      toReady: durationsOf(
        becameReady.flatMap(({ entry, dated }) => took(entry.createdMs, dated.ready)),
      ),
      toDecision: durationsOf(toDecision),
      withinTarget:
        targetDays === null ? null : toDecision.filter((count) => count <= targetDays).length,
    },
  };
}

/** How many files were decided in a period by their last change only, and are not counted there. */
function unseenIn(
  span: Span,
  { entries, snapshot }: FoundFiles,
  counted: ReadonlySet<string>,
  { history, nowMs }: SearchContext,
): number {
  const { times, standIns } = pastColumn('decided', snapshot.table, history);
  return entries.filter(({ id }) => {
    const row = snapshot.rows.get(id) ?? -1;
    const changedMs = times[row] ?? Number.NaN;
    // Statistics take a change to come for no date.
    return standIns[row] === 1 && isIn(changedMs, span) && changedMs <= nowMs && !counted.has(id);
  }).length;
}

/** Whether a period has figures of events, and the gaps that make them uncertain. */
function seenOf({ fromMs, untilMs }: Span, { history, nowMs }: SearchContext) {
  if (history === null || history.sinceMs > fromMs) return { isSeen: false, gaps: [] };
  const all = history.gapsUntil(nowMs);
  const across = new Set(gapsAcross(all, [fromMs, untilMs]));
  const gaps = all.filter(
    (gap) => across.has(gap) || (isLong(gap) && gap.afterMs >= fromMs && gap.beforeMs <= untilMs),
  );
  const isCovering = ({ afterMs, beforeMs }: Gap) => afterMs <= fromMs && beforeMs >= untilMs;
  return { isSeen: !gaps.some(isCovering), gaps };
}

function durationsOf(values: readonly number[]): Durations | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? 0;
  return {
    count: sorted.length,
    median: sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2,
    ninetieth: sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0,
  };
}

function agesOf(waiting: readonly Entry[], searchContext: SearchContext): Report['ages'] {
  const ages = waiting
    .map((entry) => waitingOf(entry, searchContext).workingDays)
    .filter((age) => age !== null);
  return AGE_STEPS.map((from, step) => {
    const next = AGE_STEPS[step + 1] ?? Infinity;
    return { from, count: ages.filter((age) => age >= from && age < next).length };
  });
}

function sharesBy<Key>(
  entries: readonly Entry[],
  span: Span,
  searchContext: SearchContext,
  keysOf: (entry: Entry) => readonly Key[],
): readonly (readonly [Key, Share])[] {
  const shares = new Map<Key, Share>();
  const { history } = searchContext;
  const { isSeen: isKnown } = seenOf(span, searchContext);
  for (const entry of entries) {
    const arrived = isIn(entry.createdMs, span) ? 1 : 0;
    const decided = isKnown && isIn(history?.timesOf(entry.id)?.decidedMs, span) ? 1 : 0;
    const awaiting = isAwaiting(entry) ? 1 : 0;
    if (arrived + decided + awaiting === 0) continue;
    for (const key of new Set(keysOf(entry))) {
      const share = shares.get(key) ?? { arrived: 0, decided: isKnown ? 0 : null, awaiting: 0 };
      shares.set(key, {
        arrived: share.arrived + arrived,
        decided: share.decided === null ? null : share.decided + decided,
        awaiting: share.awaiting + awaiting,
      });
    }
  }
  const sizeOf = ({ arrived, decided, awaiting }: Share) => arrived + (decided ?? 0) + awaiting;
  return [...shares].toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one));
}
