import { hash } from 'node:crypto';

import type { Entry } from '../portfolio/entry.ts';
import { isEntryFinished, wordOf } from '../portfolio/lifecycle.ts';
import type { FileTriage } from '../portfolio/search/recorded.ts';
import { type Snapshot, databaseTimesOf, entryIn, hasEveryFile } from '../portfolio/snapshot.ts';
import { afterChange } from '../store/errors.ts';
import type {
  HandedFile,
  SnoozedFile,
  TakenFile,
  Taking,
  TriageRows,
  TriageStore,
} from '../store/triage.ts';

/** What people do about files. What rejects does so with a `StoreError`. */
export interface Triage extends Pick<
  TriageStore,
  'notified' | 'giveBack' | 'watch' | 'unwatch' | 'unsnooze' | 'endOf'
> {
  /** As last read, at most as old as the time between two `catchUp`; `null` before the first. */
  state(): TriageState | null;
  /**
   * Takes a file for a person if it is free, or still taken by `from`.
   *
   * @param handedBy who hands it over, so that the person is to be notified of it
   * @returns who has it now: another person when they were faster
   */
  take(fileId: string, userId: string, from?: string, handedBy?: string): Promise<Taking>;
  /** @see HandOverPorts.startGuard Called before the file is taken for them. */
  startHandGuard(): SendCheck;
  /** @param untilMs epoch milliseconds; `null` until the file changes */
  snooze(entry: Entry, userId: string, untilMs: number | null): Promise<void>;
  /** Learns what other instances have written; never rejects. */
  catchUp(): Promise<void>;
  /** Ends what was done about files that are decided, archived or gone; never rejects. */
  end(snapshot: Snapshot): Promise<void>;
}

/**
 * Ends what people do who are not in the workspace any more. Where all who have taken a file are
 * strangers, so is whoever asks: the token is another workspace's.
 *
 * @param people Slack ids; by default of all who have taken a file
 * @param onEnded called for each such person with the number of files that they had taken
 */
export async function endOfLeavers(
  triage: Pick<Triage, 'state' | 'endOf'>,
  stateOf: (userId: string) => Promise<'here' | 'gone' | 'stranger' | 'unknown'>,
  onEnded: (userId: string, files: number) => void,
  people: Iterable<string> = triage.state()?.takers() ?? [],
): Promise<void> {
  async function isWorkspaceKnown(): Promise<boolean> {
    for (const userId of triage.state()?.takers() ?? []) {
      if (['here', 'gone'].includes(await stateOf(userId))) return true;
    }
    return false;
  }

  for (const userId of people) {
    const state = await stateOf(userId);
    const isGone = state === 'gone' || (state === 'stranger' && (await isWorkspaceKnown()));
    if (!isGone) continue;
    const files = await triage.endOf(userId);
    onEnded(userId, files.length);
  }
}

/** The key by which the message about a file that was handed over is found again. */
export function handKeyOf({ fileId, takenBy, atMs }: TakenFile): string {
  return hash('sha256', JSON.stringify([fileId, takenBy, atMs]), 'base64url');
}

/** Called right before a message is sent; throws once another process may have sent it. */
type SendCheck = () => void;

/** How people are notified of files that were handed to them. */
interface HandOverPorts {
  readonly store: Pick<TriageStore, 'unnotified' | 'notified'>;
  readonly latestSnapshot: () => Snapshot | null;
  /**
   * Starts the time in which a process may notify somebody of a file that is left to it. One that
   * was suspended must not do so when it wakes up: another one has the file by then.
   */
  readonly startGuard: () => SendCheck;
  /** Whether the message is there after all, or nobody can know. */
  readonly wasSent: (handed: HandedFile) => Promise<boolean>;
  /** Sends it; `false` when that is to be tried again. */
  readonly send: (handed: HandedFile, entry: Entry, check: SendCheck) => Promise<boolean>;
}

/**
 * Notifies people of files that were handed to them by a process that was killed before it had.
 * Nobody is notified of a file that is gone; one that cannot be read may not be, and waits.
 *
 * @throws {StoreError}
 */
export async function notifyOfHandOvers(ports: HandOverPorts): Promise<void> {
  const { store, latestSnapshot, startGuard, wasSent, send } = ports;
  const snapshot = latestSnapshot();
  if (snapshot === null) return;
  const seen = new Set<string>();
  // One at a time: while Slack is slow, no other process may get those that follow.
  for (;;) {
    const check = startGuard();
    const handed = await store.unnotified();
    if (handed === null || seen.has(handed.fileId)) return;
    seen.add(handed.fileId);
    const entry = entryIn(snapshot, handed.fileId);
    const isGone = entry === null && hasEveryFile(snapshot) && snapshot.startedAt > handed.atMs;
    if (entry === null && !isGone) continue;
    const isDone = entry === null || (await wasSent(handed)) || (await send(handed, entry, check));
    if (isDone) await store.notified(handed);
  }
}

/** What people do about files, as last read. */
interface TriageState extends FileTriage {
  takenOf(fileId: string): TakenFile | null;
  snoozeOf(entry: Entry, atMs: number): SnoozedFile | null;
  /** Ids of all people who have taken a file. */
  takers(): ReadonlySet<string>;
}

interface TriageOptions {
  readonly store: TriageStore;
  /** Epoch milliseconds, by the clock of snapshots that this instance reads. */
  readonly now: () => number;
  /** Called once per failed attempt to read or to end something. */
  readonly onFailure: (error: unknown) => void;
  /** Default: the message is never too late. */
  readonly startGuard?: HandOverPorts['startGuard'];
}

/** Creates the view of what people do about files, shared through the store by all instances. */
export function createTriage({
  store,
  now,
  onFailure,
  startGuard = () => () => {},
}: TriageOptions): Triage {
  let current: TriageState | null = null;
  let reads = 0;
  let lastRead = 0;
  /** Files that the last complete snapshot lacked: a service may forget files for one. */
  let missing: ReadonlySet<string> = new Set();

  async function read(): Promise<void> {
    reads += 1;
    const own = reads;
    const rows = await store.all();
    // Of two reads at once, the earlier may end last.
    if (own > lastRead) current = triageIn(rows);
    lastRead = Math.max(own, lastRead);
  }

  async function changed<Value>(work: Promise<Value>): Promise<Value> {
    const value = await work;
    await read().catch((error: unknown) => {
      throw afterChange(error);
    });
    return value;
  }

  async function quietly(work: () => Promise<void>): Promise<void> {
    await work().catch(onFailure);
  }

  return {
    state: () => current,
    take: async (fileId, userId, from, handedBy) =>
      changed(store.take(fileId, userId, from ?? null, handedBy ?? null)),
    startHandGuard: startGuard,
    notified: async (handed) => store.notified(handed),
    giveBack: async (fileId, userId) => changed(store.giveBack(fileId, userId)),
    watch: async (fileId, userId) => changed(store.watch(fileId, userId)),
    unwatch: async (fileId, userId) => changed(store.unwatch(fileId, userId)),
    snooze: async (entry, snoozedBy, untilMs) =>
      changed(
        store.snooze({
          fileId: entry.id,
          snoozedBy,
          untilMs,
          state: untilMs === null ? contentOf(entry) : null,
        }),
      ),
    unsnooze: async (fileId) => changed(store.unsnooze(fileId)),
    endOf: async (userId) => changed(store.endOf(userId)),
    catchUp: async () =>
      quietly(async () => {
        if (current === null || (await store.generation()) !== current.version) await read();
      }),
    end: async (snapshot) =>
      quietly(async () => {
        const rows = await store.all();
        // Times of rows are of the database's clock.
        const { startedMs: readFrom } = databaseTimesOf(snapshot, rows.nowMs - now());
        const isComplete = snapshot.isWhole && hasEveryFile(snapshot);
        const ids = new Set(
          [...rows.taken, ...rows.watched, ...rows.snoozed].map(({ fileId }) => fileId),
        );
        const absent = [...ids].filter((id) => !snapshot.rows.has(id));
        const closed = [...ids].filter((id) => {
          const entry = entryIn(snapshot, id);
          return entry !== null && isEntryFinished(entry);
        });
        const gone = isComplete ? absent.filter((id) => missing.has(id)) : [];
        if (isComplete) missing = new Set(absent);
        const over = [...closed, ...gone];
        // What was done since the snapshot was read is about the file as it is by now.
        if (over.length > 0) await store.end(over, readFrom);
        // Ended once and for all: a file that is as it was again has changed twice.
        const awake = rows.snoozed.filter((row) => {
          const entry = entryIn(snapshot, row.fileId);
          return row.untilMs === null && entry !== null && hasChanged(row, entry);
        });
        if (awake.length > 0) await store.endSnoozes(awake, readFrom);
        await read();
      }),
  };
}

function triageIn({ generation, taken, freed, watched, snoozed }: TriageRows): TriageState {
  const freedById = new Map(freed.map(({ fileId, atMs }) => [fileId, atMs]));
  const takenById = new Map(taken.map((row) => [row.fileId, row]));
  const watchersById = Map.groupBy(watched, ({ fileId }) => fileId);
  const watchers = new Map(
    Array.from(watchersById, ([fileId, rows]) => [
      fileId,
      new Set(rows.map(({ userId }) => userId)),
    ]),
  );
  const snoozedById = new Map(snoozed.map((row) => [row.fileId, row]));
  const takers = new Set(taken.map(({ takenBy }) => takenBy));
  const snoozeOf = (entry: Entry, atMs: number) => {
    const row = snoozedById.get(entry.id);
    if (row === undefined) return null;
    const rests = row.untilMs === null ? !hasChanged(row, entry) : atMs < row.untilMs;
    return rests ? row : null;
  };
  return {
    version: generation,
    takenOf: (id) => takenById.get(id) ?? null,
    takerOf: (id) => takenById.get(id)?.takenBy ?? null,
    freedMsOf: (id) => freedById.get(id) ?? null,
    watchersOf: (id) => watchers.get(id) ?? NOBODY,
    snoozeOf,
    isSnoozed: (entry, atMs) => snoozeOf(entry, atMs) !== null,
    takers: () => takers,
  };
}

const NOBODY: ReadonlySet<string> = new Set();

const CONTENT_LENGTH_MAX = 300;

/** Stands for what cannot be read: nobody knows whether that has changed. */
const UNREAD = 'null';

/** What a file that rests until it changes had: enumerations and numbers, and nothing of persons. */
function contentOf(entry: Entry): string {
  return JSON.stringify(partsOf(entry)).slice(0, CONTENT_LENGTH_MAX);
}

/** The same in parts, the statuses of the applicants last. */
function partsOf({ facts, ...entry }: Entry): readonly unknown[] {
  const { score, completion, archivedMs, applicants } = entry;
  const [status, decision] = [entry.status, entry.decision].map(storedWord);
  return [
    status,
    decision,
    facts.isScoreUnreadable ? UNREAD : score,
    facts.isCompletionUnreadable ? UNREAD : completion,
    archivedMs === Infinity ? UNREAD : archivedMs !== null,
    ...(facts.areApplicantsUnreadable
      ? [UNREAD]
      : applicants.map((applicant) => storedWord(applicant.status)).toSorted()),
  ];
}

function storedWord(value: string): string {
  return wordOf(value) ?? UNREAD;
}

/** Where the statuses of the applicants begin in the parts. */
const APPLICANTS_AT = 5;

/** Whether a file that rests until it changes has; what cannot be read is taken to be the same. */
function hasChanged({ state }: SnoozedFile, entry: Entry): boolean {
  if (state === null || state === contentOf(entry)) return false;
  const [before, now] = [storedParts(state), partsOf(entry)];
  if (before === null) return true;
  const isUnread = (at: number) => before[at] === UNREAD || now[at] === UNREAD;
  const figures = now.slice(0, APPLICANTS_AT);
  if (figures.some((figure, at) => figure !== before[at] && !isUnread(at))) return true;
  const applicantsIn = (parts: readonly unknown[]) => JSON.stringify(parts.slice(APPLICANTS_AT));
  return applicantsIn(before) !== applicantsIn(now) && !isUnread(APPLICANTS_AT);
}

/** `null` for one that was cut. */
function storedParts(state: string): readonly unknown[] | null {
  try {
    const parts: unknown = JSON.parse(state);
    return Array.isArray(parts) ? parts : null;
  } catch {
    return null;
  }
}
