import { isPausing } from '../delivery/ports.ts';
import { wholeQuery } from '../digests/query.ts';
import type { Calendars } from '../digests/schedule.ts';
import { yieldToEventLoop } from '../lib/concurrency.ts';
import { UnknownPlaceError } from '../portfolio/calendar.ts';
import type { Entry } from '../portfolio/entry.ts';
import { isDecided } from '../portfolio/lifecycle.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import type { Query } from '../portfolio/query/query.ts';
import {
  findRows,
  type SearchContext,
  searchContextOf,
  type Searcher,
} from '../portfolio/search/execute.ts';
import { unsureIn, entriesAt } from '../portfolio/search/results.ts';
import { type Table, tableOf } from '../portfolio/search/table.ts';
import { databaseTimesOf, entryIn, hasEveryFile, type Snapshot } from '../portfolio/snapshot.ts';
import type { AlertStore } from '../store/alerts/alerts.ts';
import { type Digest, LEFT_MS } from '../store/digest.ts';
import { UNREADABLE_QUERY } from '../store/encryption.ts';
import {
  type AlertMatches,
  type AlertOptions,
  type AlertState,
  type FileEvent,
  WATCH_LIST_QUERY,
} from '../store/events.ts';
import { alertDue } from './compose.ts';

export interface AlertPorts {
  readonly store: AlertStore;
  readonly calendars: Calendars;
  /** What was seen of files before; what of it this instance and others have recorded. */
  readonly journal: NonNullable<Searcher['journal']> & {
    readonly generationOf: (snapshot: Snapshot) => number | null;
    readonly takeOthers: () => ReadonlyMap<string, number>;
  };
  readonly latestSnapshot: () => Snapshot | null;
  readonly now: () => number;
  readonly monotonic: () => number;
  /** Receives the error of an alert that cannot be evaluated here. */
  readonly onUnreadable: (alertId: string, error: unknown) => void;
}

/** An alert, read once for each of its versions. */
interface KnownAlert {
  readonly version: number;
  readonly digest: Digest;
  /** `null` when it can no longer be parsed. */
  readonly query: Query | null;
  /** For each of its conditions, that which is the same where alerts share it. */
  readonly keys: readonly string[];
  /** Whether files come to fit, or no longer fit, by the mere passing of time. */
  readonly isTimed: boolean;
}

/** Alerts whose queries are on time are evaluated in all files with the first snapshot after so long. */
const TIMED_EVERY_MS = 600_000;
/** All others, too: for a change that two instances have seen in another order. */
const WHOLE_EVERY_MS = 3_600_000;
/** Rows by condition, which alerts share. */
type Found = Map<string, ReadonlySet<number>>;
/** Alerts evaluated between yields to the event loop. */
const ALERTS_A_TURN = 20;

/**
 * Creates the function that finds out what alerts are to announce, in the newest snapshot: only of
 * files that have changed since the last one, or that others have recorded, and in all files at the
 * start and from time to time. What fails is found again by a later call, of this instance or
 * another; nothing is announced twice.
 *
 * @returns a function that rejects with a `StoreError` while the database is away
 */
export function createAlertEvaluation(ports: AlertPorts): (stopping: AbortSignal) => Promise<void> {
  const { store, calendars, journal, latestSnapshot, now, monotonic, onUnreadable } = ports;
  const known = new Map<string, KnownAlert>();
  /** When each alert was last evaluated in all files, by the monotonic clock. */
  const wholeAt = new Map<string, number>();
  /** When alerts that cannot be read here were found, by the monotonic clock. */
  const unreadSince = new Map<string, number>();
  /** The entries of the snapshot evaluated last. */
  let seen: readonly Entry[] = [];
  /** When readings of others ended, by file that was recorded from them and not looked at since. */
  const recordedMs = new Map<string, number>();
  /** By how much the database's clock is ahead: measured once, so that a snapshot keeps its times. */
  let ahead = { snapshot: null as Snapshot | null, ms: 0 };
  let done = { snapshotId: '', history: -1, alerts: '' };

  async function loadChanged(states: readonly AlertState[]): Promise<void> {
    const ids = new Set(states.map(({ id }) => id));
    for (const id of known.keys()) {
      if (ids.has(id)) continue;
      known.delete(id);
      wholeAt.delete(id);
      unreadSince.delete(id);
    }
    const changed = states.filter(({ id, version }) => known.get(id)?.version !== version);
    for (const digest of await store.load(changed.map(({ id }) => id))) {
      const query = queryOf(digest);
      const { conditions = [] } = query ?? {};
      const isTimed = conditions.some(({ kind }) => kind === 'age' || kind === 'date');
      const { zone, holidays } = digest.schedule;
      const keys = conditions.map((condition) => JSON.stringify([zone, holidays, condition]));
      known.set(digest.id, { version: digest.version, digest, query, keys, isTimed });
      wholeAt.delete(digest.id);
      if (query !== null && hasCalendar(digest)) unreadSince.delete(digest.id);
      else unreadSince.set(digest.id, monotonic());
    }
  }

  function hasCalendar({ id, schedule: places }: Digest): boolean {
    try {
      calendars.calendarOf(places);
      return true;
    } catch (error) {
      if (!(error instanceof UnknownPlaceError)) throw error;
      onUnreadable(id, error);
      return false;
    }
  }

  function queryOf(digest: Digest): Query | null {
    try {
      return wholeQuery(digest.query, digest.options);
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      onUnreadable(digest.id, error);
      return null;
    }
  }

  /** Ids of the files that fit, among those of a table; `null` when the alert cannot be read. */
  function fitsIn(
    table: Table,
    alert: KnownAlert,
    snapshot: Snapshot,
    found?: Found,
  ): Set<string> | null {
    const { query, digest } = alert;
    if (query === null) return null;
    try {
      const rowsOf = (asked: Query) => findRows(asked, table, contextOf(alert, snapshot));
      if (found === undefined) return idsOf(rowsOf(query), table);
      // Also where all rows are known already: an alert at an unknown place fits nothing.
      calendars.calendarOf(digest.schedule);
      const byCondition = query.conditions.map((condition, index) =>
        found.getOrInsertComputed(
          alert.keys[index] ?? '',
          () => new Set(rowsOf({ conditions: [condition], sort: null })),
        ),
      );
      const [first, ...others] = byCondition.toSorted((one, other) => one.size - other.size);
      const fitting = first ?? table.entries.keys();
      return idsOf(
        Array.from(fitting).filter((row) => others.every((rows) => rows.has(row))),
        table,
      );
    } catch (error) {
      if (!(error instanceof UnknownPlaceError)) throw error;
      onUnreadable(digest.id, error);
      return null;
    }
  }

  function contextOf({ digest: { schedule: places } }: KnownAlert, snapshot: Snapshot) {
    const workingDays = calendars.workingDaysOf(places);
    return searchContextOf(snapshot, { zone: places.zone, workingDays, journal });
  }

  function needsWhole({ id, evaluated }: AlertState, { isTimed }: KnownAlert): boolean {
    const at = wholeAt.get(id);
    if (evaluated === null || at === undefined) return true;
    return monotonic() - at >= (isTimed ? TIMED_EVERY_MS : WHOLE_EVERY_MS);
  }

  /** @returns whether all alerts are evaluated in that snapshot */
  async function evaluate(
    snapshot: Snapshot,
    states: readonly AlertState[],
    offset: number,
    stopping: AbortSignal,
  ): Promise<boolean> {
    const { table, rows } = snapshot;
    const { startedMs, endedMs } = databaseTimesOf(snapshot, offset);
    const evaluated = {
      readAtMs: startedMs,
      readUntilMs: endedMs,
      has: (id: string) => rows.has(id),
      generation: journal.generationOf(snapshot),
    };
    const isComplete = hasEveryFile(snapshot);
    for (const [id, untilMs] of journal.takeOthers()) recordedMs.set(id, untilMs);
    // In a reading that overlaps theirs, the file may be as it was before.
    const recorded = [...recordedMs].flatMap(([id, ms]) => (ms <= startedMs ? id : []));
    const seenByOthers = recorded.flatMap((id) => entryIn(snapshot, id) ?? []);
    const changed = [...new Set([...changedSince(seen, table.entries), ...seenByOthers])];
    const among = new Set(changed.map(({ id }) => id));
    const changedTable = tableOf(changed);
    const found: Found = new Map();
    const partly: AlertMatches[] = [];
    let isDone = true;
    let turn = 0;
    for (const state of states) {
      const alert = known.get(state.id);
      if (alert === undefined) continue;
      turn += 1;
      if (turn % ALERTS_A_TURN === 0) await yieldToEventLoop();
      if (stopping.aborted) return false;
      const { id, version } = state;
      const { on } = alert.digest.alert ?? { on: 'enters' };
      if (alert.digest.query === WATCH_LIST_QUERY) {
        if (state.evaluated !== null) continue;
        const none = { id, version, on, fits: new Set<string>(), among: 'all' } as const;
        if ((await store.apply([none], evaluated)).size > 0) isDone = false;
        continue;
      }
      if (!needsWhole(state, alert)) {
        const fits = changed.length === 0 ? null : fitsIn(changedTable, alert, snapshot, found);
        if (fits === null) continue;
        const unsure = unsureIn(alert.query, changedTable, () => contextOf(alert, snapshot));
        // Nearly always of none: the files that have changed are one set for all alerts.
        const sure = unsure.size === 0 ? { fits, among } : without(unsure, fits, among);
        partly.push({ id, version, on, ...sure });
        continue;
      }
      // Files that such a snapshot lacks would be taken for new ones later.
      if (state.evaluated === null && !isComplete) {
        isDone = false;
        continue;
      }
      const fits = fitsIn(table, alert, snapshot);
      if (fits === null) continue;
      const unsure = unsureIn(alert.query, table, () => contextOf(alert, snapshot));
      // Of one that is there at the start and may fit, it is not known that it enters later.
      const isThere = state.evaluated === null && on === 'enters';
      const sure = isThere ? fits.union(unsure) : fits.difference(unsure);
      const all = { id, version, on, fits: sure, among: 'all' } as const;
      const has = (fileId: string) => rows.has(fileId) && !unsure.has(fileId);
      const left = await store.apply([all], { ...evaluated, has });
      if (left.size === 0) wholeAt.set(id, monotonic());
      else isDone = false;
      await yieldToEventLoop();
    }
    if (partly.length > 0) {
      for (const id of await store.apply(partly, evaluated)) wholeAt.delete(id);
    }
    // What has changed of the files of one that cannot be read here is left to who can.
    const digests = states
      .flatMap(({ id }) => known.get(id)?.digest ?? [])
      .filter(({ query, schedule: { isUnknown } }) => query !== UNREADABLE_QUERY && !isUnknown);
    await store.applyEvents(digests, evaluated, isClosing);
    seen = table.entries;
    for (const id of recorded) recordedMs.delete(id);
    return isDone;
  }

  async function schedule(nowMs: number): Promise<void> {
    for (const [id, sinceMs] of unreadSince) {
      if (monotonic() - sinceMs < LEFT_MS) continue;
      // As with a digest: an instance that can read it posts nothing, and where none can, its owner is told.
      await store.schedule(id, nowMs);
      unreadSince.delete(id);
    }
    for (const { digest, lastDueMs, refusedWith } of await store.pending()) {
      const { alert } = digest;
      if (!alert || isHeldBack(refusedWith, lastDueMs, nowMs)) continue;
      let dueMs: number;
      try {
        const calendar = calendars.calendarOf(digest.schedule);
        dueMs = alertDue({ ...digest, alert }, nowMs, lastDueMs, calendar);
      } catch (error) {
        // Whatever is wrong with one alert keeps none of the others from being announced.
        onUnreadable(digest.id, error);
        continue;
      }
      await store.schedule(digest.id, dueMs);
    }
  }

  return async (stopping) => {
    const snapshot = latestSnapshot();
    if (snapshot === null) return;
    const { nowMs, states } = await store.states();
    const next = {
      snapshotId: `${snapshot.id} ${snapshot.startedAt}`,
      history: journal.history()?.version ?? -1,
      alerts: JSON.stringify(states.map(({ id, version }) => [id, version])),
    };
    const isNew = JSON.stringify(next) !== JSON.stringify(done);
    if (isNew && states.length > 0) {
      if (ahead.snapshot !== snapshot) ahead = { snapshot, ms: nowMs - now() };
      await loadChanged(states);
      try {
        const isDone = await evaluate(snapshot, states, ahead.ms, stopping);
        if (isDone) done = next;
      } catch (error) {
        // What was written is not known: all files are looked at again.
        wholeAt.clear();
        throw error;
      }
    }
    await schedule(nowMs);
  };
}

/** Otherwise the owner of an alert that Slack goes on refusing would be notified again and again. */
const REFUSED_RETRY_MS = 86_400_000;

/**
 * Whether what a post was to announce that Slack refused waits for something else to announce, or
 * for a day. Where the alert was paused, somebody has resumed it.
 */
function isHeldBack(refusedWith: string | null, lastDueMs: number | null, nowMs: number): boolean {
  if (refusedWith === null || isPausing({ state: 'failed', reason: refusedWith })) return false;
  return nowMs < (lastDueMs ?? 0) + REFUSED_RETRY_MS;
}

/** Whether an event closes a file, in the service's spelling. */
function isClosing(aspect: string, to: string | null): boolean {
  return aspect === 'archived' ? to === 'true' : aspect === 'decision' && isDecided(to ?? '');
}

function idsOf(rows: Iterable<number>, { entries }: Table): Set<string> {
  return new Set(Array.from(rows, (row) => entries[row]?.id ?? ''));
}

function without(unsure: ReadonlySet<string>, fits: Set<string>, among: Set<string>) {
  return { fits: fits.difference(unsure), among: among.difference(unsure) };
}

/** The entries that are not those of the snapshot before: they are shared where nothing changed. */
function changedSince(before: readonly Entry[], after: readonly Entry[]): readonly Entry[] {
  const others = new Set<Entry>();
  const moved: Entry[] = [];
  for (let row = 0; row < Math.max(before.length, after.length); row += 1) {
    const [old, entry] = [before[row], after[row]];
    if (old === entry) continue;
    if (old !== undefined) others.add(old);
    if (entry !== undefined) moved.push(entry);
  }
  return moved.filter((entry) => !others.has(entry));
}

/** Something that an alert would have announced. */
export interface Replayed {
  readonly fileId: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** A file before and after an event; `null` where it was not there. */
interface Step {
  readonly event: FileEvent;
  readonly before: Entry | null;
  readonly after: Entry | null;
}

/**
 * What an alert would have announced of recorded events, the newest first: each file once for each
 * visit. What the journal does not record of a file is taken as it is now.
 *
 * @param events newest first
 */
export function replayed(
  alert: AlertOptions,
  query: Query,
  events: readonly FileEvent[],
  snapshot: Snapshot,
  searchContext: SearchContext,
): readonly Replayed[] {
  const steps = stepsOf(events, snapshot);
  const versions = [...new Set(steps.flatMap(({ before, after }) => [before, after]))].filter(
    (entry) => entry !== null,
  );
  const table = tableOf(versions);
  const rows = findRows(query, table, searchContext);
  const fitting = new Set(entriesAt(table, rows));
  const fits = (entry: Entry | null) => entry !== null && fitting.has(entry);
  return steps
    .filter(({ event, before, after }) => {
      const [was, is] = [fits(before), fits(after)];
      if (alert.on === 'enters') return !was && is;
      if (alert.on === 'leaves') return was && !is;
      return (was || is) && alert.aspects.some((aspect) => aspect === event.aspect);
    })
    .map(({ event }) => ({ fileId: event.fileId, atMs: event.beforeMs }));
}

/** Goes back from what files are now. Events of one snapshot happened together. */
function stepsOf(events: readonly FileEvent[], snapshot: Snapshot): readonly Step[] {
  const now = new Map<string, Entry | null>();
  /** Files that came back, as they were then: nothing else is known of the visit before. */
  const cameBack = new Map<string, Entry>();
  const steps: Step[] = [];
  const groups = Map.groupBy(events, ({ fileId, beforeMs }) => `${fileId} ${beforeMs}`);
  for (const together of groups.values()) {
    const [event] = together;
    if (event === undefined) continue;
    const { fileId } = event;
    const known = now.get(fileId);
    const after = known === undefined ? entryIn(snapshot, fileId) : known;
    const isBack = together.some(({ aspect }) => aspect === 'back');
    const changed = together.filter(({ aspect }) => aspect !== 'back').reduce(undone, after);
    if (isBack && changed !== null) cameBack.set(fileId, changed);
    const wasThere = together.some(({ aspect }) => aspect === 'gone');
    const before = wasThere ? (cameBack.get(fileId) ?? null) : isBack ? null : changed;
    now.set(fileId, before);
    steps.push(...together.map((each) => ({ event: each, before, after })));
  }
  return steps;
}

/** The file as it was before an event. */
function undone(entry: Entry | null, { aspect, from }: FileEvent): Entry | null {
  if (aspect === 'appeared' || entry === null) return null;
  const number = from === null ? null : Number(from);
  switch (aspect) {
    case 'status':
      return { ...entry, status: from ?? '' };
    case 'decision':
      return { ...entry, decision: from ?? '' };
    case 'score':
      return { ...entry, score: number };
    case 'completion':
      return { ...entry, completion: number };
    case 'archived':
      return { ...entry, archivedMs: from === 'true' ? (entry.archivedMs ?? 0) : null };
    case 'applicants':
    case 'back':
    case 'gone':
      return entry;
  }
}
