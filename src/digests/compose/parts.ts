import type { PostRequest } from '../../delivery/ports.ts';
import { type ChannelLevel, type Privacy, stricter, wordsIn } from '../../i18n/index.ts';
import type { Language, Messages } from '../../i18n/types.ts';
import type { WorkingDays } from '../../portfolio/calendar.ts';
import type { Entry } from '../../portfolio/entry.ts';
import {
  backlogStandingOf,
  isEntryFinished,
  openFileIds,
  outsideFigures,
  readinessIn,
  unknownDecisions,
  unreadableArchives,
} from '../../portfolio/lifecycle.ts';
import { formatQuery, queryInWords } from '../../portfolio/query/describe.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import type { Query } from '../../portfolio/query/query.ts';
import {
  type SearchContext,
  type Searcher,
  searchContextOf,
} from '../../portfolio/search/execute.ts';
import { sortedPage, entriesAt } from '../../portfolio/search/results.ts';
import { type Snapshot, hasEveryFile } from '../../portfolio/snapshot.ts';
import type { Digest, ShownFile } from '../../store/digest.ts';
import { type AlertEntry, isAlertAspect } from '../../store/events.ts';
import { digestEscalationView } from '../../views/digests/notices.ts';
import type { DigestLine, DigestPage, DigestSection } from '../../views/digests/sections.ts';
import { sentenceOf } from '../../views/files/card/facts.ts';
import { type FileLine, entryLine } from '../../views/files/line.ts';
import { outsideView } from '../../views/files/link-preview.ts';
import type { Action, Message } from '../../views/message.ts';
import { isOnAwaiting, mayBeShown, ownOfAwaiting, wholeQuery, withoutSnoozed } from '../query.ts';
import { type Group, SHOWN_FILES_MAX, type SharedWork, overdueBefore } from './sections.ts';

/** How a channel reads a digest. */
export interface Audience {
  /** The channel's own level, or `outside` if it is shared with other organisations. */
  readonly level: ChannelLevel;
  /** The channel's, or the default language. */
  readonly language: Language;
}

export interface ComposeInput extends PostRequest {
  readonly audience: Audience;
  /** Whether only one person sees it, and nobody is mentioned. */
  readonly isPreview?: boolean;
  readonly now: number;
  readonly journal?: Searcher['journal'];
  readonly triage?: Searcher['triage'];
  /** By the digest's holidays. */
  readonly workingDays: WorkingDays;
  readonly linkTo: (id: string) => string | null;
  readonly currency: string | null;
}

/** The commands that page through files, as people type them. */
const LISTS = {
  all: { en: 'list', fr: 'liste' },
  awaiting: { en: 'pending', fr: 'attente' },
} as const;

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

/** The query of a digest without snoozed files, and how many those are. */
export function unsnoozedQuery(
  query: Query,
  snapshot: Snapshot,
  searchContext: SearchContext,
  shared: Pick<SharedWork, 'find'>,
): { readonly query: Query; readonly snoozed: readonly string[] } {
  const { triage, nowMs } = searchContext;
  const awake = withoutSnoozed(query);
  if (triage === null || awake === query) return { query, snoozed: [] };
  const { rows } = shared.find(snapshot, query, searchContext);
  const snoozed = entriesAt(snapshot.table, rows).filter((entry) => triage.isSnoozed(entry, nowMs));
  return snoozed.length === 0
    ? { query, snoozed: [] }
    : { query: awake, snoozed: snoozed.map(({ id }) => id) };
}

/** What is not known of files that a digest lacks, where it is on those that await a decision. */
export function notKnownBeside(
  query: Query,
  snapshot: Snapshot,
  searchContext: SearchContext,
  shared: Pick<SharedWork, 'find'>,
): Pick<DigestPage, 'unknown' | 'unreadableArchives'> {
  if (!isOnAwaiting(query)) return { unknown: [], unreadableArchives: 0 };
  const find = (one: Query) => shared.find(snapshot, one, searchContext).rows;
  return {
    unknown: unknownDecisions(query.conditions, snapshot, find),
    unreadableArchives: unreadableArchives(snapshot.table),
  };
}

/** Whether a file is taken; a name would notify its bearer with each post. */
function takenIn({ id }: Entry, { triage }: SearchContext): Pick<FileLine, 'taken'> {
  return (triage?.takerOf(id) ?? null) === null ? {} : { taken: 'unnamed' };
}

/** Makes the line of a file in a post. */
export function lineIn(
  snapshot: Snapshot,
  searchContext: SearchContext,
  linkTo: ComposeInput['linkTo'],
): (entry: Entry) => FileLine {
  return (entry) => {
    const standing = backlogStandingOf(entry, snapshot, searchContext);
    return {
      ...entryLine(entry, snapshot, standing, linkTo),
      isOver: isEntryFinished(entry),
      ...takenIn(entry, searchContext),
    };
  };
}

/** What only some posts show, as it is in all others. */
export const PLAIN_PAGE = {
  progress: null,
  unknown: [],
  unreadableArchives: 0,
  unseen: null,
  targetDays: null,
  buckets: [],
  changes: null,
  backlog: [],
  timing: 'on time',
  inconsistency: null,
  skipped: 0,
  isHeartbeat: false,
  isPreview: false,
  isSilent: false,
  freed: 0,
  snoozed: 0,
  notEscalated: 0,
  alert: null,
} as const satisfies Partial<DigestPage>;

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
      .flatMap(({ kind, from, to }) => {
        if (kind === 'other') return [showing.words.timeline.other];
        return isAlertAspect(kind) ? [sentenceOf({ aspect: kind, from, to }, showing)] : [];
      })
      .join(' · ') || null;
}

/** How long files are shown as free again, where nothing was posted meanwhile. */
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

/** Max files in the thread of a detailed digest, or of an alert. */
export const THREAD_FILES_MAX = 30;

/**
 * The first `top` files of groups, and those after them.
 *
 * @param listed ids of the files that an earlier post lists, which are the first ones in its place
 */
export function splitAt(
  groups: readonly Group[],
  top: number,
  lineOf: (entry: Entry) => DigestLine,
  listed: ReadonlySet<string> | null = null,
): readonly [shown: readonly DigestSection[], rest: readonly DigestSection[]] {
  let left = top;
  let room = THREAD_FILES_MAX;
  const shown: DigestSection[] = [];
  const rest: DigestSection[] = [];
  const isBesideOverdue = groups.some(({ heading }) => heading.kind === 'overdue');
  const about = { isBesideOverdue, isUpdated: false };
  for (const { heading, count, entries } of groups) {
    const lines = entries.map(lineOf);
    const here = listed === null ? lines.slice(0, left) : lines.filter(({ id }) => listed.has(id));
    const there = lines.filter((line) => !here.includes(line)).slice(0, room);
    if (here.length > 0) shown.push({ heading, count, ...about, lines: here });
    if (there.length > 0) rest.push({ heading, count, ...about, lines: there });
    left -= here.length;
    room -= there.length;
  }
  return [shown, rest];
}

/** How many of the rows are neither among the first `top` files nor listed in an earlier post. */
export function hiddenAmong(
  rows: Uint32Array,
  { table: { entries } }: Snapshot,
  top: number,
  listed: ReadonlySet<string> | null = null,
): number {
  if (listed === null) return Math.max(0, rows.length - top);
  return rows.filter((row) => !listed.has(entries[row]?.id ?? '')).length;
}

/** Files of the last post that a snapshot lacks because they may not have been read. */
export function unreadAmong(
  before: readonly ShownFile[] | null,
  snapshot: Snapshot,
): readonly ShownFile[] {
  if (hasEveryFile(snapshot)) return [];
  return (before ?? []).filter(({ id }) => !snapshot.rows.has(id));
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
  const own = ownOfAwaiting(query);
  const command = LISTS[own === null ? 'all' : 'awaiting'][language];
  const described = own ?? query;
  const listed = ownOfAwaiting(shown) ?? shown;
  const isPlain = described.conditions.length === 0 && described.sort === null;
  return {
    asked: isPlain ? '' : queryInWords(described, language, 'open'),
    again: ['/rental', command, formatQuery(listed, language)].filter(Boolean).join(' '),
  };
}

/** The actions of a digest's buttons; each opens a modal. */
export function actionsOf(
  digest: Digest,
  query: Query,
): Pick<DigestPage, 'all' | 'stop' | 'settings'> {
  return {
    all: listAction(query),
    stop: actionOn(digest, digest.alert ? 'pause' : 'snooze', 'modal'),
    settings: actionOn(digest, 'edit', 'modal'),
  };
}

/** Opens the list of a query; of one of files that await a decision, the list that says so. */
function listAction(query: Query): Action {
  const own = ownOfAwaiting(query);
  const typed = formatQuery(own ?? query, 'en');
  const args = { page: 1, ...(typed === '' ? {} : { query: typed }) };
  return { command: own === null ? 'list' : 'pending', args, opens: 'modal' };
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

interface OverdueInput extends Pick<
  ComposeInput,
  'digest' | 'snapshot' | 'workingDays' | 'journal' | 'triage'
> {
  /** Work that digests from the same snapshot have in common. */
  readonly shared: Pick<SharedWork, 'find'>;
}

interface EscalationInput extends OverdueInput, Pick<ComposeInput, 'audience' | 'now' | 'linkTo'> {
  /** Ids of the files to show; those decided meanwhile are left out. */
  readonly files: readonly string[];
}

const SHOWN_MAX = 10;

/**
 * Ids of the undecided files of a digest that are overdue by the number of working days in its
 * option `escalate`; without a target, that many working days old. Empty without that option. Files
 * that somebody has taken and those that rest are left out.
 *
 * @throws {QueryError} when its query can no longer be parsed
 * @throws {RangeError} for an unknown time zone
 */
export function overdueFiles(input: OverdueInput): readonly string[] {
  return overdueEntries(input).map(({ id }) => id);
}

/**
 * Number of files that are not escalated because somebody has taken them; those that were before are
 * none of them.
 *
 * @throws {QueryError} when the query of the digest can no longer be parsed
 */
export function takenOverdue(input: OverdueInput & Pick<ComposeInput, 'escalated'>): number {
  const { escalated = new Set() } = input;
  return allOverdue(input).filter(({ id }) => !escalated.has(id) && isTaken(id, input)).length;
}

/**
 * The escalation of files for the second channel, oldest first; `null` when none of them is overdue
 * any more.
 *
 * @throws {QueryError} when the query of the digest can no longer be parsed
 * @throws {RangeError} for an unknown time zone
 */
export function composeEscalation(input: EscalationInput): Message | null {
  const { digest, snapshot, audience, now, linkTo } = input;
  const { options, name } = digest;
  const wanted = new Set(input.files);
  const entries = overdueEntries(input).filter(({ id }) => wanted.has(id));
  if (options.escalate === null || entries.length === 0) return null;
  const { afterDays } = options.escalate;
  const searchContext = searchContextFor(input);
  const page = {
    name,
    afterDays,
    targetDays: options.targetDays,
    total: entries.length,
    lines: entries.slice(0, SHOWN_MAX).map(lineIn(snapshot, searchContext, linkTo)),
    all: listAction(overdueQuery(digest)),
  };
  const words = wordsIn(audience.language);
  const privacy = stricter(options.privacy ?? audience.level, audience.level);
  if (privacy === 'outside') {
    const figures = outsideFigures(entries, snapshot);
    return { ...outsideView({ figures, isPart: false }, words), files: openFileIds(page.lines) };
  }
  const message = digestEscalationView(page, { now, privacy, words });
  return { ...message, files: openFileIds(page.lines) };
}

function overdueEntries(input: OverdueInput): readonly Entry[] {
  return allOverdue(input).filter(({ id }) => !isTaken(id, input));
}

function isTaken(id: string, { triage }: OverdueInput): boolean {
  return (triage?.state()?.takerOf(id) ?? null) !== null;
}

/** Those that somebody has taken among them. */
function allOverdue(input: OverdueInput): readonly Entry[] {
  const { digest, snapshot, shared } = input;
  const { options } = digest;
  if (options.escalate === null) return [];
  const { created } = snapshot.table;
  const searchContext = searchContextFor(input);
  const readinessOf = readinessIn(snapshot);
  const newest = overdueBefore(options.targetDays ?? 0, searchContext)(options.escalate.afterDays);
  const rows = shared
    .find(snapshot, withoutSnoozed(wholeQuery(digest.query, options)), searchContext)
    .rows.filter((row) => readinessOf(row) !== 'others' && (created[row] ?? Number.NaN) < newest);
  return sortedPage(snapshot.table, rows, 'oldest', 0, rows.length);
}

/** The query behind “View all”: all files as old, including those escalated before. */
function overdueQuery({ query, options }: OverdueInput['digest']): Query {
  const { conditions } = wholeQuery(query, options);
  const days = Math.ceil((options.targetDays ?? 0) + (options.escalate?.afterDays ?? 0));
  const { conditions: old } = parseQuery(`age:>=${days}bd`);
  return { conditions: [...conditions, ...old], sort: 'oldest' };
}
