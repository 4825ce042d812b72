import type { PostRequest } from '../../delivery/ports.ts';
import type { ChannelLevel, Privacy } from '../../i18n/index.ts';
import type { Messages, DigestPart, Language } from '../../i18n/types.ts';
import type { WorkingDays } from '../../portfolio/calendar.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { readinessIn, wordOf } from '../../portfolio/lifecycle.ts';
import { formatQuery, queryInWords } from '../../portfolio/query/describe.ts';
import type { Query } from '../../portfolio/query/query.ts';
import {
  type SearchContext,
  type Searcher,
  searchContextOf,
} from '../../portfolio/search/execute.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import { type AlertEntry, isAlertAspect } from '../../store/alerts/model.ts';
import type { Digest, DigestCounts, ShownFile } from '../../store/digest.ts';
import type { DigestLine, DigestPage, DigestSection } from '../../views/digests/sections.ts';
import { sentenceOf } from '../../views/files/card/facts.ts';
import type { FileLine } from '../../views/files/line.ts';
import type { Action } from '../../views/message.ts';
import { mayBeShown, withoutAwaiting, withoutSnoozed } from '../query.ts';
import type { Group } from './sections.ts';
import type { SharedWork } from './shared-work.ts';

/** How a channel reads a digest. */
export interface Audience {
  /** The channel's own level, or `outside` if it is shared with other organisations. */
  readonly level: ChannelLevel;
  /** The channel's, or the default language. */
  readonly language: Language;
}

/** Input for composing a digest. */
export interface ComposeInput extends PostRequest {
  readonly audience: Audience;
  /** Whether only one person sees it, and nobody is mentioned. */
  readonly isPreview?: boolean;
  readonly now: number;
  /** What was seen of files before. */
  readonly journal?: Searcher['journal'];
  /** What people do about files. */
  readonly triage?: Searcher['triage'];
  /** By the digest's holidays. */
  readonly workingDays: WorkingDays;
  /** Link to a rental file; `null` without a web address of the service. */
  readonly linkTo: (id: string) => string | null;
  /** Of amounts, an ISO 4217 code; `null` where the operator has named none. */
  readonly currency: string | null;
}

/** Max files remembered for the next post: changes among more are not readable. */
const SHOWN_FILES_MAX = 2_000;

/** The commands that page through files, as people type them. */
const LISTS = {
  all: { en: 'list', fr: 'liste' },
  awaiting: { en: 'pending', fr: 'attente' },
} as const;

/** The rows of a digest by part. */
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

/** Context of a digest's searches: `me` in its query is its owner. */
export function searchContextFor({
  digest,
  snapshot,
  workingDays,
  journal,
  triage,
}: Pick<
  ComposeInput,
  'digest' | 'snapshot' | 'workingDays' | 'journal' | 'triage'
>): SearchContext {
  const person = { userId: digest.ownerId };
  const { zone } = digest.schedule;
  return searchContextOf(snapshot, { zone, workingDays, journal, triage, person });
}

/** The query of a digest without the files that rest, and how many those are. */
export function awakeQuery(
  query: Query,
  snapshot: Snapshot,
  searchContext: SearchContext,
  shared: Pick<SharedWork, 'find'>,
): { readonly query: Query; readonly snoozed: readonly string[] } {
  const { triage, nowMs } = searchContext;
  const awake = withoutSnoozed(query);
  if (triage === null || awake === query) return { query, snoozed: [] };
  const { entries } = snapshot.table;
  const snoozed = Array.from(
    shared.find(snapshot, query, searchContext).rows,
    (row) => entries[row],
  ).filter((entry) => entry !== undefined && triage.isSnoozed(entry, nowMs));
  return snoozed.length === 0
    ? { query, snoozed: [] }
    : { query: awake, snoozed: snoozed.flatMap((entry) => entry?.id ?? []) };
}

/** Whether somebody has taken a file; a name would notify its bearer with each post. */
export function takenIn({ id }: Entry, { triage }: SearchContext): Pick<FileLine, 'taken'> {
  return (triage?.takerOf(id) ?? null) === null ? {} : { taken: 'unnamed' };
}

/** Max changes of one file that its row shows: the last ones. */
const NOTED_CHANGES_MAX = 3;

/** What an alert announces of each file beside its row; `null` where the row says it all. */
export function notesOn(
  announced: readonly AlertEntry[],
  showing: Parameters<typeof sentenceOf>[1],
): (id: string) => string | null {
  const byFile = Map.groupBy(announced, ({ fileId }) => fileId);
  return (id) =>
    (byFile.get(id) ?? [])
      .slice(-NOTED_CHANGES_MAX)
      .flatMap(({ kind, from, to }) =>
        isAlertAspect(kind) ? [sentenceOf({ aspect: kind, from, to }, showing)] : [],
      )
      .join(' · ') || null;
}

/** So long files are said to be free again, where nothing was posted meanwhile. */
const FREED_MS_MAX = 7 * 86_400_000;

/** How many of the rows are free since the post before, as their takers have left. */
export function freedAmong(
  rows: Iterable<number>,
  { past, dueAt, snapshot }: Pick<ComposeInput, 'past' | 'dueAt' | 'snapshot'>,
  { triage }: SearchContext,
): number {
  const before = past.map((post) => post.dueAt).filter((at) => at < dueAt);
  const since = Math.max(dueAt - FREED_MS_MAX, ...before);
  const { entries } = snapshot.table;
  return Array.from(rows).filter((row) => {
    const freedMs = triage?.freedMsOf(entries[row]?.id ?? '') ?? null;
    return freedMs !== null && freedMs > since;
  }).length;
}

/** The first `top` files of groups, and those after them. */
export function splitAt(
  groups: readonly Group[],
  top: number,
  lineOf: (entry: Entry) => DigestLine,
): readonly [shown: readonly DigestSection[], rest: readonly DigestSection[]] {
  let left = top;
  const shown: DigestSection[] = [];
  const rest: DigestSection[] = [];
  const isBesideOverdue = groups.some(({ heading }) => heading.kind === 'overdue');
  const about = { isBesideOverdue, isUpdated: false };
  for (const { heading, count, entries } of groups) {
    const lines = entries.map(lineOf);
    const [here, there] = [lines.slice(0, left), lines.slice(left)];
    if (here.length > 0) shown.push({ heading, count, ...about, lines: here });
    if (there.length > 0) rest.push({ heading, count, ...about, lines: there });
    left -= here.length;
  }
  return [shown, rest];
}

/** The files to remember for the next post; `null` when there are too many. */
export function shownFilesOf(
  rows: Uint32Array,
  { table: { entries } }: Snapshot,
): readonly ShownFile[] | null {
  if (rows.length > SHOWN_FILES_MAX) return null;
  return Array.from(rows, (row) => entries[row])
    .filter((entry) => entry !== undefined)
    .map(({ id, decision }) => ({ id, decision: wordOf(decision) ?? '' }));
}

/** Files of the last post that a snapshot lacks because they may not have been read. */
export function unreadAmong(
  before: readonly ShownFile[] | null,
  { rows, inconsistency, skipped }: Snapshot,
): readonly ShownFile[] {
  if (inconsistency === null && skipped === 0) return [];
  return (before ?? []).filter(({ id }) => !rows.has(id));
}

/** What to remember where some files were not read: the next post must not call those new. */
export function rememberedWith(
  unread: readonly ShownFile[],
  found: readonly ShownFile[] | null,
): readonly ShownFile[] | null {
  return found && [...found, ...unread].slice(0, Math.max(SHOWN_FILES_MAX, found.length));
}

/**
 * A query in words and as the shortest command that lists the same, where it may be shown.
 *
 * @param shown the same without the files that rest
 */
export function querySummary(
  query: Query,
  shown: Query,
  privacy: Privacy,
  { language, list }: Messages,
): Pick<DigestPage, 'asked' | 'again'> {
  if (!mayBeShown(query, privacy)) return { asked: list.queryHidden, again: null };
  const ownConditions = withoutAwaiting(query);
  const command = LISTS[ownConditions === null ? 'all' : 'awaiting'][language];
  const described = ownConditions ?? query;
  const listed = withoutAwaiting(shown) ?? shown;
  const isPlain = described.conditions.length === 0 && described.sort === null;
  return {
    asked: isPlain ? '' : queryInWords(described, language),
    again: ['/rental', command, formatQuery(listed, language)].filter(Boolean).join(' '),
  };
}

/** The actions of a digest's buttons; each opens a modal. */
export function actionsOf(
  digest: Digest,
  query: Query,
): Pick<DigestPage, 'all' | 'stop' | 'settings'> {
  return {
    all: { command: 'list', args: { page: 1, query: formatQuery(query, 'en') }, opens: 'modal' },
    stop: actionOn(digest, digest.alert ? 'pause' : 'snooze', 'modal'),
    settings: actionOn(digest, 'edit', 'modal'),
  };
}

/** An action of the command `digest`. */
export function digestAction(what: string, id: string, opens?: 'modal'): Action {
  return actionOn({ id }, what, opens);
}

/** An action of the command for a digest or an alert. */
export function actionOn(
  { id, alert }: Pick<Digest, 'id' | 'alert'>,
  what: string,
  opens?: 'modal',
): Action {
  const command = alert ? 'alert' : 'digest';
  return { command, args: { do: what, id }, ...(opens === undefined ? {} : { opens }) };
}
