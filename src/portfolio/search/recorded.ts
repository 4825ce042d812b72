import type { Entry } from '../entry.ts';
import { READY, isDecided } from '../lifecycle.ts';
import type { Condition } from '../query/query.ts';
import type { Marks } from './sources.ts';
import type { Table } from './table.ts';

/** Times of a rental file, in epoch milliseconds; `null` for what was so when it was first seen. */
interface FileTimes {
  /** Since when anything is known of it. */
  readonly knownMs: number;
  readonly appearedMs: number | null;
  /** Since when it has its status. */
  readonly statusMs: number | null;
  /** When it was last ready to decide; kept when it is decided. */
  readonly readyMs: number | null;
  /** When it was decided; `null` while it is not. */
  readonly decidedMs: number | null;
  /** As recorded, in the service's spelling: a newer snapshot may have another. */
  readonly decision: string;
  /** When its state last changed. */
  readonly changedMs: number | null;
}

/**
 * A stretch of time without a recorded reading, as the service, Rental Desk or its database was away.
 * What changed in it has the time at which it was first seen afterwards, and the true time is any in it.
 */
export interface Gap {
  /** Start of the last reading before it, in epoch milliseconds. */
  readonly afterMs: number;
  /** The time of what the first reading after it found changed; `Infinity` while there is none. */
  readonly beforeMs: number;
}

/** The gaps that leave open on which side of an instant a change was. */
export function gapsAcross(gaps: readonly Gap[], instants: readonly number[]): readonly Gap[] {
  return gaps.filter(({ afterMs, beforeMs }) =>
    instants.some((instant) => afterMs < instant && instant < beforeMs),
  );
}

const DAY_MS = 86_400_000;

/** Whether a gap takes a day or longer: then not even the number of days up to a change is known. */
export function isLong({ afterMs, beforeMs }: Gap): boolean {
  return beforeMs - afterMs >= DAY_MS;
}

/** The time of a change, if it is known to the day; else `null`. */
export function datedMs(timeMs: number | null, gaps: readonly Gap[]): number | null {
  if (timeMs === null) return null;
  const isIn = ({ afterMs, beforeMs }: Gap) => afterMs < timeMs && timeMs <= beforeMs;
  return gaps.some((gap) => isLong(gap) && isIn(gap)) ? null : timeMs;
}

/** The past of rental files, as far as snapshots were recorded. */
export interface FileHistory {
  /** Changes whenever a time does. */
  readonly version: number;
  /** When recording began, in epoch milliseconds. */
  readonly sinceMs: number;
  /**
   * Stretches without a reading until an instant, in epoch milliseconds, oldest first; the last one
   * may not have ended. Those that are as short as a restart or a failed reading are left out.
   */
  gapsUntil(untilMs: number): readonly Gap[];
  /** `null` for a file that is not recorded yet. */
  timesOf(id: string): FileTimes | null;
}

/** What can be asked of the past. */
export type Past = 'decided' | 'ready';

/** A time of each row, in epoch milliseconds; `NaN` where there is none. */
interface PastColumn {
  readonly times: Float64Array;
  /**
   * One byte per row: 1 where the time was not seen, and the last change of the file, or the moment
   * when it was first seen, stands for it. The true time is that or an earlier one.
   */
  readonly standIns: Uint8Array;
}

const HOLDS: Readonly<Record<Past, (decision: string) => boolean>> = {
  decided: isDecided,
  ready: (decision) => decision === READY,
};

const SEEN = { decided: 'decidedMs', ready: 'readyMs' } as const;

interface Known {
  readonly version: number | null;
  readonly columns: Partial<Record<Past, PastColumn>>;
}

/** Columns by table: a list turns its pages over the same one. */
const known = new WeakMap<Table, Known>();

/**
 * Since when each row is decided, or ready to decide, while it is.
 *
 * @param history `null` while nothing is recorded
 */
export function pastColumn(key: Past, table: Table, history: FileHistory | null): PastColumn {
  const version = history?.version ?? null;
  const cached = known.get(table);
  const columns = cached?.version === version ? cached.columns : {};
  const column = columns[key] ?? columnOf(key, table, history);
  known.set(table, { version, columns: { ...columns, [key]: column } });
  return column;
}

function columnOf(key: Past, table: Table, history: FileHistory | null): PastColumn {
  const { entries, decision, updated } = table;
  const times = new Float64Array(entries.length).fill(Number.NaN);
  const standIns = new Uint8Array(entries.length);
  const holds = decision.distinct.map(HOLDS[key]);
  for (const [row, { id }] of entries.entries()) {
    const place = decision.at[row] ?? 0;
    if (holds[place] !== true) continue;
    const past = history?.timesOf(id) ?? null;
    // A newer decision may be recorded, or one that is about to be.
    const isRecorded = past?.decision === decision.distinct[place];
    const seenMs = isRecorded ? (past?.[SEEN[key]] ?? null) : null;
    standIns[row] = seenMs === null ? 1 : 0;
    const changedMs = updated[row] ?? Number.NaN;
    // It was so when it was first seen: a later change was another one.
    const latestMs = isRecorded ? (past?.knownMs ?? Infinity) : Infinity;
    times[row] = seenMs ?? Math.min(changedMs, latestMs);
  }
  return { times, standIns };
}

/** What people do about files: who has taken, watches or snoozed which. */
export interface FileTriage {
  /** Changes whenever the answer to a question below does, time apart. */
  readonly version: number;
  /** Slack id of the person who has taken a file; `null` while it is free. */
  takerOf(fileId: string): string | null;
  /** Since when it is free as its taker has left, in epoch milliseconds; `null` otherwise. */
  freedMsOf(fileId: string): number | null;
  /** Slack ids. */
  watchersOf(fileId: string): ReadonlySet<string>;
  /** Whether a file rests at an instant, in epoch milliseconds. */
  isSnoozed(entry: Entry, atMs: number): boolean;
}

/** What people do about files, and who asks. */
interface Reader {
  /** `null` while it is not known: then no file fits, as with any value that is missing. */
  readonly triage: FileTriage | null;
  /** Slack id; `null` where nobody in particular reads. */
  readonly readerId: string | null;
}

/** Marks the files that one of some people has taken or watches. */
export function markPeople(
  { key, any }: Pick<Extract<Condition, { kind: 'person' }>, 'key' | 'any'>,
  { entries }: Table,
  { triage, readerId }: Reader,
): Marks {
  if (triage === null) return new Uint8Array(entries.length);
  const wanted = any.map((one) => (one === 'me' ? readerId : one)).filter((one) => one !== null);
  return Uint8Array.from(entries, ({ id }) => {
    const taker = triage.takerOf(id);
    const people =
      key === 'watched' ? triage.watchersOf(id) : new Set(taker === null ? [] : [taker]);
    const fits = wanted.some((one) => (one === 'nobody' ? people.size === 0 : people.has(one)));
    return fits ? 1 : 0;
  });
}

/** Marks the files that rest at an instant, or those that do not. */
export function markSnoozed(
  wanted: readonly boolean[],
  { entries }: Table,
  { triage }: Reader,
  atMs: number,
): Marks {
  if (triage === null) return new Uint8Array(entries.length);
  return Uint8Array.from(entries, (entry) =>
    wanted.includes(triage.isSnoozed(entry, atMs)) ? 1 : 0,
  );
}
