import type { Entry } from '../portfolio/entry.ts';
import { isDecided, OTHER_WORD, READY, wordOf } from '../portfolio/lifecycle.ts';
import {
  type EventAspect,
  type FileEvent,
  type JournalState,
  type RecordedFile,
  UNREAD_VALUES,
  type UnreadValue,
} from '../store/events.ts';

/** The times between which a snapshot has found what is new in it, in epoch milliseconds. */
export interface Found {
  /** Start of the last recorded snapshot; `null` before the first. */
  readonly afterMs: number | null;
  /** Start of the last one that was read from all pages; `null` before the first. */
  readonly wholeMs: number | null;
  /**
   * Start of the last but one in which no file can have been missed: a service may forget files for
   * one. `null` without two.
   */
  readonly absentMs: number | null;
  /** End of this one. */
  readonly beforeMs: number;
}

/** What is new about a file. */
export interface Difference {
  readonly file: RecordedFile;
  readonly events: readonly FileEvent[];
}

/** What a snapshot that has a file says of it that was not recorded; `null` when nothing is new. */
export function differenceOf(
  known: RecordedFile | null,
  entry: Entry,
  found: Found,
): Difference | null {
  return known === null ? newFile(entry, found) : changedFile(known, entry, found);
}

function newFile(entry: Entry, { absentMs, beforeMs }: Found): Difference {
  const decision = wordOf(entry.decision) ?? '';
  const unread = unreadIn(entry);
  // A file may have been there all the time that no two snapshots were complete.
  const sinceMs = absentMs === null ? null : beforeMs;
  const file: RecordedFile = {
    id: entry.id,
    status: wordOf(entry.status) ?? '',
    decision,
    score: entry.score,
    completion: entry.completion,
    applicants: unread.includes('applicants') ? '' : applicantsOf(entry),
    isArchived: !unread.includes('archived') && entry.archivedMs !== null,
    unread,
    isGone: false,
    knownMs: beforeMs,
    appearedMs: sinceMs,
    statusMs: sinceMs,
    readyMs: decision === READY ? sinceMs : null,
    decidedMs: isDecided(decision) ? sinceMs : null,
    changedMs: sinceMs,
    unseenFromMs: null,
    missedMs: null,
  };
  if (absentMs === null) return { file, events: [] };
  return { file, events: [eventOf(entry.id, 'appeared', null, null, absentMs, beforeMs)] };
}

function changedFile(known: RecordedFile, entry: Entry, found: Found): Difference | null {
  const { beforeMs } = found;
  const afterMs = known.unseenFromMs ?? found.afterMs ?? beforeMs;
  const events: FileEvent[] = [];
  const add = (aspect: EventAspect, from: string | null, to: string | null, fromMs = afterMs) => {
    events.push(eventOf(known.id, aspect, from, to, fromMs, beforeMs));
  };
  const status = wordOf(entry.status) ?? known.status;
  const decision = wordOf(entry.decision) ?? known.decision;
  const unreadNow = unreadIn(entry);
  const unread = known.unread.filter((value) => unreadNow.includes(value));
  const isRead = (value: UnreadValue) => !unreadNow.includes(value);
  const isArchived = isRead('archived') ? entry.archivedMs !== null : known.isArchived;
  const score = isRead('score') ? entry.score : known.score;
  const completion = isRead('completion') ? entry.completion : known.completion;
  const applicants = isRead('applicants') ? applicantsOf(entry) : known.applicants;
  const wasRead = (value: UnreadValue) => !known.unread.includes(value);

  if (known.isGone) add('back', null, null, found.absentMs ?? afterMs);
  // What could not be read before may have been the same.
  if (status !== known.status && known.status !== '') add('status', known.status, status);
  const isNewDecision = decision !== known.decision && known.decision !== '';
  if (isNewDecision) add('decision', known.decision, decision);
  if (score !== known.score && wasRead('score')) {
    add('score', textOf(known.score), textOf(score));
  }
  if (completion !== known.completion && wasRead('completion')) {
    add('completion', textOf(known.completion), textOf(completion));
  }
  if (applicants !== known.applicants && wasRead('applicants')) {
    add('applicants', known.applicants, applicants);
  }
  if (isArchived !== known.isArchived && wasRead('archived')) {
    add('archived', String(known.isArchived), String(isArchived));
  }
  const isSame =
    status === known.status && decision === known.decision && unread.length === known.unread.length;
  if (events.length === 0 && isSame && known.unseenFromMs === null) return null;

  const file: RecordedFile = {
    ...known,
    status,
    decision,
    score,
    completion,
    applicants,
    isArchived,
    unread,
    isGone: false,
    statusMs: status !== known.status && known.status !== '' ? beforeMs : known.statusMs,
    ...(isNewDecision ? decisionTimes(known, decision, beforeMs) : {}),
    changedMs: events.length > 0 ? beforeMs : known.changedMs,
    unseenFromMs: null,
    missedMs: null,
  };
  return { file, events };
}

/** A decided file keeps the time at which it was ready. */
function decisionTimes(
  { readyMs }: RecordedFile,
  decision: string,
  atMs: number,
): Pick<RecordedFile, 'readyMs' | 'decidedMs'> {
  if (isDecided(decision)) return { readyMs, decidedMs: atMs };
  return { readyMs: decision === READY ? atMs : null, decidedMs: null };
}

/**
 * What a snapshot that lacks a file makes of it; `null` when nothing is new. A file is gone when two
 * snapshots lack it in which no file can have been missed: a service may forget files for one.
 *
 * @param startedMs start of the snapshot; the second one must have begun after the first
 * @param isComplete whether no file can have been missed in it
 */
export function missingFile(
  known: RecordedFile,
  { wholeMs, beforeMs }: Found,
  startedMs: number,
  isComplete: boolean,
): Difference | null {
  if (known.isGone) return null;
  const { missedMs } = known;
  const unseenFromMs = known.unseenFromMs ?? wholeMs ?? beforeMs;
  if (isComplete && missedMs !== null) {
    if (startedMs <= missedMs) return null;
    const event = eventOf(known.id, 'gone', null, null, unseenFromMs, missedMs);
    return { file: { ...known, isGone: true, changedMs: missedMs }, events: [event] };
  }
  if (!isComplete && known.unseenFromMs !== null) return null;
  const file = { ...known, unseenFromMs, missedMs: isComplete ? beforeMs : missedMs };
  return { file, events: [] };
}

function eventOf(
  fileId: string,
  aspect: EventAspect,
  from: string | null,
  to: string | null,
  afterMs: number,
  beforeMs: number,
): FileEvent {
  return { fileId, aspect, from, to, afterMs: Math.min(afterMs, beforeMs), beforeMs };
}

function textOf(number: number | null): string | null {
  return number === null ? null : String(number);
}

/** The values of a file that cannot be read; a number of applicants without guarantors takes all roles. */
function unreadIn({ facts, applicants, archivedMs }: Entry): readonly UnreadValue[] {
  const isUnread: Readonly<Record<UnreadValue, boolean>> = {
    score: facts.isScoreUnreadable,
    completion: facts.isCompletionUnreadable,
    applicants:
      facts.areApplicantsUnreadable || applicants.some(({ isGuarantor }) => isGuarantor === null),
    archived: archivedMs === Infinity,
  };
  return UNREAD_VALUES.filter((value) => isUnread[value]);
}

/** Number of applicants in each status, guarantors aside, such as `2 NEW, 1 OPEN`. */
function applicantsOf({ applicants }: Entry): string {
  const counts = new Map<string, number>();
  for (const { status, isGuarantor } of applicants) {
    const word = wordOf(status) ?? OTHER_WORD;
    if (!isGuarantor) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Array.from(counts.keys())
    .toSorted()
    .map((status) => `${counts.get(status)} ${status}`)
    .join(', ');
}

/**
 * The shortest time without a reading that is a gap, where files are read often. A change in a gap
 * across midnight may be of either day; for a restart or a reading that failed, nobody needs to know.
 */
const GAP_MS = 3_600_000;
/** Where they are read less often, in times between readings: one that failed makes two of them. */
const GAP_POLLS = 3;
/** More than one each night for ten years: the times that they are about are kept as long. */
const GAPS_MAX = 4_000;

/** How long nothing must have been read for a gap, in milliseconds. */
export function shortestGap(pollMs: number): number {
  return Math.max(GAP_MS, GAP_POLLS * pollMs);
}

/**
 * The gaps of the journal up to a reading, or to a time without one: a gap begins with the start of
 * the last reading. A clock that was set back does not undo what was recorded: then it begins with
 * the latest time of all.
 *
 * @param read `endedMs`: its end; `beforeMs`: the time of what it found changed, which is later where
 *   a clock was set back; `Infinity` where there is no reading yet
 */
export function gapsWith(
  { gaps, seenFromMs, readUntilMs, latestMs }: JournalState,
  { endedMs, beforeMs }: { readonly endedMs: number; readonly beforeMs: number },
  gapMs: number,
): JournalState['gaps'] {
  const afterMs = latestMs > readUntilMs ? latestMs : seenFromMs;
  return endedMs - afterMs < gapMs ? gaps : [...gaps, { afterMs, beforeMs }].slice(-GAPS_MAX);
}

/** A file without times after an instant, which a clock recorded that was ahead. */
export function fileUntil(file: RecordedFile, untilMs: number): RecordedFile {
  const { knownMs, appearedMs, statusMs, readyMs, decidedMs, changedMs } = file;
  const { unseenFromMs, missedMs } = file;
  const times = [appearedMs, statusMs, readyMs, decidedMs, changedMs, unseenFromMs, missedMs];
  if (Math.max(knownMs, ...times.map((ms) => ms ?? 0)) <= untilMs) return file;
  const atMost = (ms: number | null) => (ms === null ? null : Math.min(ms, untilMs));
  return {
    ...file,
    knownMs: Math.min(knownMs, untilMs),
    appearedMs: atMost(appearedMs),
    statusMs: atMost(statusMs),
    readyMs: atMost(readyMs),
    decidedMs: atMost(decidedMs),
    changedMs: atMost(changedMs),
    unseenFromMs: atMost(unseenFromMs),
    missedMs: atMost(missedMs),
  };
}

/** The journal without times after an instant, and without gaps that are none then. */
export function stateUntil(state: JournalState, untilMs: number, gapMs: number): JournalState {
  const { completeFromMs, absentFromMs } = state;
  const atMost = (ms: number) => Math.min(ms, untilMs);
  return {
    ...state,
    baselineMs: atMost(state.baselineMs),
    seenFromMs: atMost(state.seenFromMs),
    wholeFromMs: atMost(state.wholeFromMs),
    completeFromMs: completeFromMs === null ? null : atMost(completeFromMs),
    absentFromMs: absentFromMs === null ? null : atMost(absentFromMs),
    readUntilMs: atMost(state.readUntilMs),
    latestMs: atMost(state.latestMs),
    gaps: state.gaps
      .map(({ afterMs, beforeMs }) => ({ afterMs, beforeMs: atMost(beforeMs) }))
      .filter(({ afterMs, beforeMs }) => beforeMs - afterMs >= gapMs),
  };
}
