import { yieldToEventLoop } from '../lib/concurrency.ts';
import type { WorkingDays } from '../portfolio/calendar.ts';
import type { Entry } from '../portfolio/entry.ts';
import { datedMs, type FileHistory } from '../portfolio/search/recorded.ts';
import {
  type ReadTimes,
  type Snapshot,
  databaseTimesOf,
  entryIn,
  hasEveryFile,
} from '../portfolio/snapshot.ts';
import type { FileEvent, JournalState, JournalWrite, RecordedFile } from '../store/events.ts';
import type { JournalStore } from '../store/journal.ts';
import {
  type Difference,
  differenceOf,
  type Found,
  missingFile,
  fileUntil,
  gapsWith,
  shortestGap,
  stateUntil,
} from './compare.ts';

/** What happened to rental files, made from snapshots. */
export interface Journal {
  /**
   * Records a snapshot in the background, after those before it. One that cannot be recorded is
   * recorded by a later call together with newer ones.
   *
   * @returns the end of the attempt, as `catchUp`; never rejects
   */
  record(snapshot: Snapshot): Promise<void>;
  /** Records what could not be recorded before, and learns what other instances have recorded. */
  catchUp(): Promise<void>;
  /** Ends recording after the part that is being written. */
  stop(): Promise<void>;
  /** The past of all files; `null` before the first snapshot is recorded. */
  history(): FileHistory | null;
  /** The generation in which this instance has recorded a snapshot to its end, if it was the last. */
  generationOf(snapshot: Snapshot): number | null;
  /**
   * Files that other instances have recorded since the last call, and when their readings ended, in
   * epoch milliseconds of the database's clock.
   */
  takeOthers(): ReadonlyMap<string, number>;
  /** The last events of a file, newest first; rejects with a `StoreError`. */
  eventsOf(fileId: string): Promise<readonly FileEvent[]>;
}

export interface JournalOptions {
  readonly store: JournalStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called once per failed attempt to record. */
  readonly onFailure: (error: unknown) => void;
  /** How long the past of a file is kept once it is gone, as in the store. Default: for good. */
  readonly keepMs?: number;
  /** Time from one reading to the next while all is well. Default: 0. */
  readonly pollMs?: number;
  /** Max files in one write. Default: 50. */
  readonly filesAWrite?: number;
}

/** Snapshots that are not recorded yet. */
interface Pending {
  /** The newest. */
  readonly snapshot: Snapshot;
  /** Times of the oldest. */
  readonly first: ReadTimes;
  /** Times of the newest that was read from all pages; `null` without any. */
  readonly whole: ReadTimes | null;
  /** Files that changed in them. */
  readonly ids: ReadonlySet<string>;
}

/** A file as recorded, and the entry that says the same. */
interface KnownFile {
  readonly file: RecordedFile;
  entry: Entry | null;
}

/** About 10 ms of the embedded database, which runs in this thread. */
const FILES_A_WRITE = 50;
const FILES_A_PAGE = 500;
/** Files compared between yields to the event loop: less than 1 ms. */
const FILES_A_TURN = 2_000;

/** Events of one file that are shown. */
const EVENTS_MAX = 100;

/** A clock that is set back by less, as it is corrected now and then, changes no date. */
const AHEAD_MS = 60_000;

/** Another process has recorded something meanwhile. */
class OvertakenError extends Error {}

/**
 * Creates the journal. Snapshots are compared with what is recorded, by whichever process; each
 * part is written only if nothing has been recorded since, so that every event is there once.
 */
export function createJournal(options: JournalOptions): Journal {
  const { store, now, onFailure, keepMs = Infinity, filesAWrite = FILES_A_WRITE } = options;
  const gapMs = shortestGap(options.pollMs ?? 0);
  let files = new Map<string, KnownFile>();
  let state: JournalState | null = null;
  /** Whether `files` is what the database had at `state`. */
  let isLoaded = false;
  /** That of the last write of this process. */
  let ownGeneration: number | null = null;
  /** The snapshot that this process has recorded last, and as which generation. */
  let recorded: { readonly snapshot: Snapshot; readonly generation: number | null } | null = null;
  /** When readings of others ended, by file that was recorded from them. */
  let others = new Map<string, number>();
  let version = 0;
  let pending: Pending | null = null;
  /** Whether the files that the last poll did not list are unknown: a snapshot was left out. */
  let needsWhole = true;
  let running: Promise<void> | null = null;
  let isStopping = false;

  function add(snapshot: Snapshot): void {
    if (needsWhole && !snapshot.isWhole) return;
    needsWhole = false;
    const { added = [], changed = [] } = snapshot.changes ?? {};
    const ids = [...added, ...changed].map(({ id }) => id);
    const { startedAt, endedAt, databaseAheadMs } = snapshot;
    const times = { startedAt, endedAt, databaseAheadMs };
    pending = {
      snapshot,
      first: pending?.first ?? times,
      whole: snapshot.isWhole ? times : (pending?.whole ?? null),
      ids: new Set([...(pending?.ids ?? []), ...ids]),
    };
  }

  /**
   * Loads what was recorded by others.
   *
   * @returns the database's clock, and by how much it is ahead of this machine's
   */
  async function synchronize(): Promise<{ readonly nowMs: number; readonly offset: number }> {
    const { nowMs, state: stored } = await store.state();
    // Before files are loaded: what that takes is no difference between the clocks.
    const offset = nowMs - now();
    if (!isLoaded || (stored?.generation ?? 0) < (state?.generation ?? 0)) {
      const loaded = new Map<string, KnownFile>();
      await load(loaded, -1, nowMs);
      files = loaded;
      isLoaded = true;
      version += 1;
    } else if (stored !== null && stored.generation !== state?.generation) {
      await load(files, state?.generation ?? -1, nowMs);
      version += 1;
    }
    state = stored;
    return { nowMs, offset };
  }

  async function load(
    into: Map<string, KnownFile>,
    generation: number,
    nowMs: number,
  ): Promise<void> {
    let afterId = '';
    let count = FILES_A_PAGE;
    while (count === FILES_A_PAGE) {
      const page = await store.filesSince(generation, afterId, FILES_A_PAGE);
      for (const row of page) {
        const file = fileUntil(row, nowMs);
        const isOther = files.get(file.id)?.file.changedMs !== file.changedMs;
        if (isOther && state !== null) others.set(file.id, file.changedMs ?? file.knownMs);
        into.set(file.id, { file, entry: null });
      }
      count = page.length;
      afterId = page.at(-1)?.id ?? afterId;
      await yieldToEventLoop();
    }
  }

  async function write(part: Omit<JournalWrite, 'seen'>): Promise<void> {
    if (isStopping) throw new OvertakenError();
    const seen = state?.generation ?? null;
    if (!(await store.write({ ...part, seen }))) throw new OvertakenError();
    ownGeneration = (seen ?? 0) + 1;
    state = { ...part.state, generation: ownGeneration };
    version += 1;
  }

  /** The entries of snapshots to compare, a file each. */
  function* entriesOf({ snapshot, whole, ids }: Pending): Iterable<Entry> {
    if (whole !== null) yield* snapshot.table.entries;
    else {
      for (const id of ids) {
        const entry = entryIn(snapshot, id);
        if (entry !== null) yield entry;
      }
    }
  }

  /**
   * What is new in snapshots; yields to the event loop.
   *
   * @param wholeStartedMs start of the newest whole one by the database's clock; `null` without any
   */
  async function* differences(
    what: Pending,
    found: Found,
    wholeStartedMs: number | null,
  ): AsyncIterable<Difference & { readonly entry: Entry | null }> {
    let turn = 0;
    for (const entry of entriesOf(what)) {
      turn += 1;
      if (turn % FILES_A_TURN === 0) await yieldToEventLoop();
      const known = files.get(entry.id);
      if (known?.entry === entry) continue;
      const difference = differenceOf(known?.file ?? null, entry, found);
      if (difference !== null) yield { ...difference, entry };
      else if (known !== undefined) known.entry = entry;
    }
    if (wholeStartedMs === null) return;
    const { rows } = what.snapshot;
    const isComplete = hasEveryFile(what.snapshot);
    for (const [id, { file }] of files) {
      turn += 1;
      if (turn % FILES_A_TURN === 0) await yieldToEventLoop();
      if (rows.has(id)) continue;
      const difference = missingFile(file, found, wholeStartedMs, isComplete);
      if (difference !== null) yield { ...difference, entry: null };
    }
  }

  /** @returns whether it was recorded; not when a newer snapshot may be recorded already */
  async function recordAll(what: Pending): Promise<boolean> {
    // Instances agree on the database's clock.
    const { nowMs, offset } = await synchronize();
    const { snapshot, first, whole } = what;
    const { startedMs, endedMs } = databaseTimesOf(snapshot, offset);
    const wholeStartedMs = whole && databaseTimesOf(whole, offset).startedMs;
    if (state !== null && state.latestMs > nowMs + AHEAD_MS) {
      // What was recorded while the clock was ahead must not date what comes after it.
      isLoaded = false;
      await synchronize();
      state = state && stateUntil(state, startedMs, gapMs);
    }
    const before = state;
    if (before !== null && before.generation !== ownGeneration) {
      const isNewer = databaseTimesOf(first, offset).startedMs >= before.readUntilMs;
      const wasClockSetBack = nowMs < before.readUntilMs;
      if (!isNewer && !wasClockSetBack) return false;
    }
    const beforeMs = Math.max(endedMs, before?.latestMs ?? endedMs);
    const found: Found = {
      afterMs: before?.seenFromMs ?? null,
      wholeMs: before?.wholeFromMs ?? null,
      absentMs: before?.absentFromMs ?? null,
      beforeMs,
    };
    const partly: JournalWrite['state'] = {
      baselineMs: before?.baselineMs ?? beforeMs,
      seenFromMs: before?.seenFromMs ?? startedMs,
      wholeFromMs: before?.wholeFromMs ?? startedMs,
      completeFromMs: before?.completeFromMs ?? null,
      absentFromMs: before?.absentFromMs ?? null,
      readUntilMs: endedMs,
      latestMs: beforeMs,
      gaps: before?.gaps ?? [],
    };

    let batch: (Difference & { readonly entry: Entry | null })[] = [];
    const flush = async (part: JournalWrite['state']) => {
      await write({
        state: part,
        files: batch.map(({ file }) => file),
        events: batch.flatMap(({ events }) => events),
      });
      for (const { file, entry } of batch) files.set(file.id, { file, entry });
      batch = [];
      // The embedded database answers without any I/O, and would keep requests waiting.
      await yieldToEventLoop();
    };
    for await (const difference of differences(what, found, wholeStartedMs)) {
      batch.push(difference);
      if (batch.length >= filesAWrite) await flush(partly);
    }
    const { completeFromMs } = partly;
    const hasAll = wholeStartedMs !== null || completeFromMs !== null;
    const isComplete = hasEveryFile(snapshot) && hasAll;
    await flush({
      ...partly,
      seenFromMs: startedMs,
      gaps: before === null ? [] : gapsWith(before, { endedMs, beforeMs }, gapMs),
      ...(wholeStartedMs === null ? {} : { wholeFromMs: wholeStartedMs }),
      ...(isComplete ? { completeFromMs: startedMs, absentFromMs: completeFromMs } : {}),
    });
    recorded = { snapshot, generation: ownGeneration };
    if (wholeStartedMs !== null) forgetGone(nowMs);
    return true;
  }

  /** Forgets files whose rows the retention removes: they would stay until the process ends. */
  function forgetGone(nowMs: number): void {
    for (const [id, { file }] of files) {
      if (file.isGone && (file.changedMs ?? file.knownMs) < nowMs - keepMs) files.delete(id);
    }
  }

  async function recordPending(): Promise<void> {
    if (pending === null) await synchronize();
    while (pending !== null) {
      if (isStopping) return;
      const what: Pending = pending;
      try {
        const isRecorded = await recordAll(what);
        // A snapshot that came meanwhile holds the same changes, and is compared as well.
        if (!isRecorded) needsWhole = true;
        if (!isRecorded || pending === what) pending = null;
      } catch (error) {
        if (error instanceof OvertakenError) continue;
        // The database may be another one, or have done what it did not confirm.
        isLoaded = false;
        throw error;
      }
    }
  }

  async function run(): Promise<void> {
    if (isStopping) return;
    running ??= recordPending()
      .catch((error: unknown) => {
        if (!isStopping) onFailure(error);
      })
      .finally(() => {
        running = null;
      });
    await running;
  }

  const history: FileHistory = {
    get version() {
      return version;
    },
    get sinceMs() {
      return state?.baselineMs ?? Infinity;
    },
    gapsUntil: (untilMs) =>
      state === null ? [] : gapsWith(state, { endedMs: untilMs, beforeMs: Infinity }, gapMs),
    timesOf: (id) => files.get(id)?.file ?? null,
  };

  return {
    async record(snapshot) {
      add(snapshot);
      await run();
    },
    catchUp: run,
    async stop() {
      isStopping = true;
      await running;
    },
    history: () => (state === null ? null : history),
    generationOf: (snapshot) => (recorded?.snapshot === snapshot ? recorded.generation : null),
    takeOthers() {
      const taken = others;
      others = new Map();
      return taken;
    },
    eventsOf: async (fileId) => store.eventsOf(fileId, EVENTS_MAX),
  };
}

/** When a rental file was ready and decided. Times are epoch milliseconds. */
export interface Milestones {
  /** When it was last ready to decide; `null` where that was before it was known. */
  readonly readyMs: number | null;
  readonly decidedMs: number | null;
  /** Working days from its creation until it was ready; `null` where one of the two is unknown. */
  readonly daysToReady: number | null;
  /** Working days from then until it was decided; `null` where one of the two is unknown. */
  readonly daysToDecision: number | null;
}

/** What is known of a rental file’s past. */
export interface Timeline extends Milestones {
  /** Since when anything is known of the file, in epoch milliseconds. */
  readonly knownMs: number;
  /** Newest first; only the last ones of a file with very many. */
  readonly events: readonly FileEvent[];
}

/** The person who reads: days are those of their zone. */
interface Reader {
  readonly zone: string;
  readonly workingDays: WorkingDays;
}

/** A rental file of which the past is asked for, as the reader sees it. */
type Asked = Pick<Entry, 'id' | 'createdMs' | 'decision'>;

/**
 * When a rental file was ready and decided; `null` while nothing is recorded of it, or another
 * decision than the reader sees: the one that they see is about to be recorded.
 */
export function milestonesOf(
  { id, createdMs, decision }: Asked,
  journal: Pick<Journal, 'history'>,
  { workingDays, zone }: Reader,
): Milestones | null {
  const times = journal.history()?.timesOf(id) ?? null;
  if (times === null || times.decision !== decision) return null;
  const { readyMs, decidedMs } = times;
  const gaps = journal.history()?.gapsUntil(-Infinity) ?? [];
  const readyDayMs = datedMs(readyMs, gaps);
  const decisionDayMs = datedMs(decidedMs, gaps);
  const days = (from: number | null, to: number | null) =>
    from === null || to === null ? null : workingDays.workingDaysBetween(from, to, zone);
  return {
    readyMs,
    decidedMs,
    daysToReady: days(createdMs, readyDayMs),
    daysToDecision: days(readyDayMs, decisionDayMs),
  };
}

const NONE: Milestones = {
  readyMs: null,
  decidedMs: null,
  daysToReady: null,
  daysToDecision: null,
};

/**
 * What is known of a rental file’s past; `null` while nothing is recorded of it.
 *
 * @throws {StoreError} while the database is away
 */
export async function timelineOf(
  file: Asked,
  journal: Pick<Journal, 'history' | 'eventsOf'>,
  reader: Reader,
): Promise<Timeline | null> {
  const events = await journal.eventsOf(file.id);
  const knownMs = journal.history()?.timesOf(file.id)?.knownMs;
  if (knownMs === undefined) return null;
  return { knownMs, events, ...(milestonesOf(file, journal, reader) ?? NONE) };
}
