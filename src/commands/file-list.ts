import { z } from 'zod';

import { mayBeShown } from '../digests/query.ts';
import { dateOf } from '../portfolio/calendar.ts';
import type { Entry } from '../portfolio/entry.ts';
import { backlogStandingOf, isEntryFinished, openFileIds } from '../portfolio/lifecycle.ts';
import { type Fitted, fitToFiles, widerThan } from '../portfolio/phrases/fit.ts';
import { pageSizeIn, understand } from '../portfolio/phrases/understand.ts';
import type { Writer } from '../portfolio/phrases/words.ts';
import { formatQuery, queryInWords } from '../portfolio/query/describe.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import type { Query, Sort } from '../portfolio/query/query.ts';
import type { ServedValues } from '../portfolio/query/values.ts';
import { searchContextOf, servedIn } from '../portfolio/search/execute.ts';
import {
  asksReader,
  asksTriage,
  unseenIn,
  createSearchCache,
  type SearchResult,
} from '../portfolio/search/results.ts';
import { hasEveryFile, type Snapshot } from '../portfolio/snapshot.ts';
import { askedLine, oneLine } from '../views/block-kit.ts';
import { entryLine, type FileLine, type Showing, type SortedFigure } from '../views/files/line.ts';
import { countView, type ListPage, listView, type Subject } from '../views/list.ts';
import type { Action, Message } from '../views/message.ts';
import { unseenText } from '../views/notices.ts';
import { type Command, type CommandContext, argumentsIn, ownNamed } from './command.ts';
import {
  comparedNotices,
  datedWhileOld,
  ignoredNotices,
  lastReading,
  managerNotices,
  namedSnapshot,
  newestReading,
  type Notices,
  noticesOf,
  referenceTo,
  scoreNotices,
  triageNotices,
  unreadableNotices,
} from './snapshot.ts';

/** Search results of all commands; those of a snapshot go with it. */
export const searchCache = createSearchCache();

/** A kind of list: one for each command that shows one. */
export interface Listing {
  readonly command: Pick<Command, 'name' | 'called'>;
  /**
   * The query of a person with the conditions and sort of this kind of list.
   *
   * @throws {QueryError} when the whole is too long
   */
  readonly whole: (query: Query) => Query;
  /** Whether it holds only what the person manages. */
  readonly isMine: boolean;
  /** `query` as the person typed it. */
  readonly subject: (
    rows: Uint32Array,
    query: Query,
    snapshot: Snapshot,
    call: CommandContext,
  ) => Subject;
}

interface Wanted extends Partial<Omit<Fitted, 'query'>> {
  /** As the person typed it, without the conditions of the kind of list. */
  readonly query: Query;
  readonly page: number;
  /** Files on a page; `null` takes the channel's setting. */
  readonly size: number | null;
}

/** Files that the plain text has room for, and the most that a channel may choose. */
export const PAGE_SIZE_MAX = 10;

/** What rows show in these orders beside what they always do. */
const FIGURES: Readonly<Partial<Record<Sort, SortedFigure>>> = {
  score: 'score',
  'lowest-score': 'score',
  completion: 'completion',
  'least-complete': 'completion',
};

/** A page of what a list finds in a snapshot; the last one when the page is beyond it. */
function listPage(
  listing: Listing,
  { query, page: wanted, size: wantedSize, ignored = [], ...typed }: Wanted,
  snapshot: Snapshot,
  { texts, warning }: Notices,
  call: CommandContext,
): Message {
  const { rows, page: entries } = foundBy(listing, query, snapshot, call);
  const size = Math.min(PAGE_SIZE_MAX, Math.max(1, wantedSize ?? call.settings.pageSize));
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(wanted, pages);
  const sortedBy = query.sort === null ? null : (FIGURES[query.sort] ?? null);
  const lines = entries((page - 1) * size, page * size).map((entry) => ({
    ...lineOf(entry, snapshot, call),
    sortedBy,
  }));
  const countIn = (other: Query) => foundBy(listing, other, snapshot, call).rows.length;
  const wider = typed.wider ?? (rows.length === 0 ? widerThan(query, countIn) : []);
  const view = typed.question === 'count' && rows.length > 0 ? countView : listView;
  const unseen = unseenIn(query, snapshot.table, searchContextOf(snapshot, call));
  const message = view(
    {
      of: listing.subject(rows, query, snapshot, call),
      lines,
      total: rows.length,
      ...describeQuery(listing.command, query, call, ignored, isOfAll(listing)),
      page,
      pages,
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
      notices: [
        ...(wanted > pages && rows.length > 0 ? [call.words.list.lastPage] : []),
        ...texts,
        ...ignoredNotices(ignored, call),
        ...(typed.question === 'manager' ? managerNotices(rows, snapshot, call) : []),
        ...(COMPARING.has(typed.question) ? comparedNotices(query, countIn, call) : []),
        ...unreadableNotices(query, countIn, call),
        ...scoreNotices(query, snapshot, call),
        ...(asksTriage(query) ? triageNotices(call) : []),
      ],
      below: unseen === null ? [] : [unseenText(unseen, call)],
      ...pageActions(listing, { query, page, size }, pages, snapshot, call),
      people: typed.question === 'who' ? lines.flatMap(({ applicants }) => applicants) : [],
      wider: widerOf(listing.command.name, wider, snapshot, call),
      all:
        rows.length === 0 && snapshot.table.entries.length > 0
          ? { command: 'list', args: { page: 1, reading: referenceTo(snapshot) } }
          : null,
    },
    showingOf(call),
  );
  return { ...message, files: openFileIds(lines), warning };
}

/** Questions to which each of several alternatives has a number of its own. */
const COMPARING: ReadonlySet<unknown> = new Set(['compare', 'count']);

/**
 * What a list finds of a query.
 *
 * @throws {QueryError} when the whole is more than can be asked
 */
function foundBy(
  { whole, isMine }: Pick<Listing, 'whole' | 'isMine'>,
  query: Query,
  snapshot: Snapshot,
  call: CommandContext,
): SearchResult {
  const searchContext = searchContextOf(snapshot, call);
  if (!isMine) return searchCache.find(snapshot, whole(query), searchContext);
  return searchCache.find(snapshot, whole(query), searchContext, call.person.email ?? '');
}

const PageArgs = z.object({
  page: z.int().min(1),
  /** Files on a page when the list was opened; absent takes the current setting. */
  size: z.int().min(1).max(PAGE_SIZE_MAX).optional(),
  /** As text; absent asks for everything. */
  query: z.string().optional(),
  /** Reference to the page's snapshot; absent asks for a new one. */
  reading: z.string().optional(),
  /** Of a follow-up: words that were left out, one a line. */
  ignored: z.string().optional(),
  question: z.enum(['count', 'who', 'manager']).optional(),
});

/**
 * The first page for a typed text, with what was understood and what was left out.
 *
 * @throws {QueryError} when it is none
 */
export async function* openList(
  listing: Listing,
  text: string,
  call: CommandContext,
): AsyncGenerator<Message> {
  // A wrong query is refused at once, even while the files are being read.
  if (call.portfolio.latest() === null) checkQuery(text, call);
  const snapshot = yield* lastReading(call);
  const fitted = fitTyped(text, snapshot, call, listing);
  const { question, wider } = fitted;
  const query = withoutImplied(fitted.query, listing);
  const wanted = { query, page: 1, ...pageSizeIn(fitted, PAGE_SIZE_MAX), question, wider };
  yield listPage(listing, wanted, snapshot, noticesOf(snapshot, call), call);
}

/** A query without what its kind of list asks for anyway: `to decide in Lyon` of those pending. */
function withoutImplied({ conditions, sort }: Query, { whole }: Pick<Listing, 'whole'>): Query {
  const implied = new Set(whole(ANY).conditions.map((one) => JSON.stringify(one)));
  return { conditions: conditions.filter((one) => !implied.has(JSON.stringify(one))), sort };
}

/** @throws {QueryError} when a typed text is no query */
export function checkQuery(text: string, call: CommandContext): void {
  const table = call.portfolio.latest()?.table;
  // Before the first reading, any word may be a value of some file.
  const served: ServedValues = table === undefined ? (_, word) => [word] : servedIn(table);
  understand(text, call.words.language, { ...writerOf(call), served });
}

/** The person as a writer of texts. */
export function writerOf({ dateOrder, person: { email }, now, zone }: CommandContext): Writer {
  return { dateOrder, email, today: dateOf(now(), zone) };
}

/**
 * The page that a button leads to: of the snapshot it was made for, or of a newer one, with a notice.
 *
 * @throws {StaleActionError} when the button carries something else
 */
export async function* turnList(
  listing: Listing,
  args: Action['args'],
  call: CommandContext,
): AsyncGenerator<Message> {
  const asked = argumentsIn(PageArgs, args);
  const { page, size = null, reading: id, query: text = '', ignored, question = null } = asked;
  const query = parseQuery(text, call.words.language);
  const wanted = { query, page, size, question, ignored: ignored?.split('\n') ?? [] };
  if (id === undefined) {
    const snapshot = yield* newestReading(call, (last, notices) =>
      listPage(listing, wanted, last, notices, call),
    );
    yield listPage(listing, wanted, snapshot, noticesOf(snapshot, call), call);
    return;
  }
  const { snapshot, notices, hasMovedOn } = yield* namedSnapshot(id, call);
  const movedOn = hasMovedOn ? [call.words.list.movedOn] : [];
  const texts = [...movedOn, ...notices.texts];
  yield listPage(listing, wanted, snapshot, { ...notices, texts }, call);
}

type PageActions = Pick<ListPage, 'first' | 'previous' | 'next' | 'refresh' | 'refine' | 'share'>;

/** Actions of the buttons of a page, each with everything it needs. */
function pageActions(
  { command: { name }, isMine }: Listing,
  { query, page, size }: Wanted & { readonly size: number },
  pages: number,
  snapshot: Snapshot,
  call: CommandContext,
): PageActions {
  // In a channel, a second person's click would replace the list with that person's own files.
  const isPersonal = isMine || asksReader(query);
  if (isPersonal && call.place.audience === 'channel') return NO_ACTIONS;
  const text = formatQuery(query, 'en');
  const asked = text === '' ? {} : { query: text };
  const turnTo = (to: number): Action => ({
    command: name,
    args: { page: to, size, ...asked, reading: referenceTo(snapshot) },
  });
  return {
    first: turnTo(1),
    previous: page > 1 ? turnTo(page - 1) : null,
    next: page < pages ? turnTo(page + 1) : null,
    refresh: { command: name, args: { page, ...asked } },
    refine: refineOf(turnTo(page), call),
    share: asksReader(query) ? null : shareOf(turnTo(page), call),
  };
}

/** The action of “Refine…”; `null` where everybody sees the list, as it would answer one of them. */
function refineOf({ command, args }: Action, { place }: CommandContext): Action | null {
  if (place.audience === 'channel') return null;
  return { command: 'refine', args: { of: command, ...args }, opens: 'modal' };
}

const NO_ACTIONS: PageActions = {
  first: null,
  previous: null,
  next: null,
  refresh: null,
  refine: null,
  share: null,
};

/**
 * A query in words with what was left out of it, and the command that repeats it. Neither is shown where names are not allowed
 * and the query may hold one.
 */
export function describeQuery(
  { name, called }: Pick<Command, 'name' | 'called'>,
  query: Query,
  { privacy, place, words }: CommandContext,
  ignored: readonly string[] = [],
  isWhole = true,
): Pick<ListPage, 'asked' | 'again'> {
  const isHidden = !mayBeShown(query, privacy) || (privacy !== 'full' && ignored.length > 0);
  if (isHidden) return { asked: words.list.queryHidden, again: null };
  const { language } = words;
  const isPlain = query.conditions.length === 0 && query.sort === null;
  const isSomebodys = name === 'me' && place.audience === 'channel';
  const typed = ['/rental', called[language], formatQuery(query, language)];
  const asked = isPlain ? null : queryInWords(query, language, isWhole ? 'all' : 'narrow');
  return {
    asked: askedOf(asked, ignored, words),
    again: isSomebodys ? null : typed.filter(Boolean).join(' '),
  };
}

function askedOf(
  asked: string | null,
  ignored: readonly string[],
  { list, card }: CommandContext['words'],
): string | null {
  const shown = ignored
    .slice(0, IGNORED_SHOWN_MAX)
    .map((word) => oneLine(word, IGNORED_LENGTH_MAX));
  const left = ignored.length > shown.length ? [...shown, '…'] : shown;
  const parts = [
    ...(asked === null ? [] : [asked]),
    ...(left.length === 0 ? [] : [list.ignored(left)]),
  ];
  return parts.length === 0 ? null : card.joined(parts);
}

const IGNORED_SHOWN_MAX = 6;
const IGNORED_LENGTH_MAX = 30;

/** Buttons for wider queries. A name among their words would stand on them for everybody. */
function widerOf(
  command: string,
  wider: Fitted['wider'],
  snapshot: Snapshot,
  { privacy, words }: CommandContext,
): ListPage['wider'] {
  const reading = referenceTo(snapshot);
  return wider
    .filter(({ query, count }) => count > 0 && mayBeShown(query, privacy))
    .map(({ query, count }) => ({
      asked: queryInWords(query, words.language),
      count,
      action: { command, args: { page: 1, query: formatQuery(query, 'en'), reading } },
    }));
}

/** The line of a file in a list. */
export function lineOf(entry: Entry, snapshot: Snapshot, call: CommandContext): FileLine {
  const standing = backlogStandingOf(entry, snapshot, searchContextOf(snapshot, call));
  return {
    ...entryLine(entry, snapshot, standing, call.linkTo),
    isOver: isEntryFinished(entry),
    ...triageOf(entry, call),
  };
}

/** Who has taken a file; where everybody reads, without a name, which would notify its bearer. */
function triageOf(
  entry: Entry,
  { triage, person, place, now }: CommandContext,
): Pick<FileLine, 'taken' | 'isSnoozed'> {
  const state = triage?.state() ?? null;
  if (state === null) return {};
  const userId = state.takerOf(entry.id);
  const isSnoozed = state.isSnoozed(entry, now());
  if (userId === null) return { isSnoozed };
  if (place.audience === 'channel') return { taken: 'unnamed', isSnoozed };
  return { taken: userId === person.userId ? 'reader' : { userId }, isSnoozed };
}

/** Context of the views of an answer. */
export function showingOf({ currency, now, privacy, words, zone }: CommandContext): Showing {
  return { currency, now: now(), privacy, words, zone };
}

/** A text fitted to the files of a snapshot, in a kind of list; all files by default. */
export function fitTyped(
  text: string,
  snapshot: Snapshot,
  call: CommandContext,
  listing: Pick<Listing, 'whole' | 'isMine'> = EVERYTHING,
): Fitted {
  const countOf = (list: typeof listing) => (query: Query) =>
    foundBy(list, query, snapshot, call).rows.length;
  return fitToFiles(ownNamed(text, call), call.words.language, {
    writer: writerOf(call),
    table: snapshot.table,
    countIn: countOf(listing),
    countAll: countOf(EVERYTHING),
    isNarrow: !isOfAll(listing),
  });
}

/** Whether a kind of list has no conditions of its own. */
export function isOfAll({ whole, isMine }: Pick<Listing, 'whole' | 'isMine'>): boolean {
  return !isMine && whole(ANY).conditions.length === 0;
}

/** Number of files that a query finds among all. */
export function countFiles(query: Query, snapshot: Snapshot, call: CommandContext): number {
  return foundBy(EVERYTHING, query, snapshot, call).rows.length;
}

const ANY: Query = { conditions: [], sort: null };
const EVERYTHING = { whole: (query: Query) => query, isMine: false };

/**
 * Sentences for a query that was saved: words that were not, that no file fits it today, and which scores
 * there are.
 */
export function savedNotices(
  query: Query,
  ignored: readonly string[],
  call: CommandContext,
): readonly string[] {
  const { portfolio, words } = call;
  const snapshot = portfolio.latest();
  const isEmpty =
    snapshot !== null && hasEveryFile(snapshot) && countFiles(query, snapshot, call) === 0;
  return [
    ...askedLine(askedOf(null, ignored, words), SAVED_LENGTH_MAX).map((line) => `${line}.`),
    ...(isEmpty ? [datedWhileOld(words.list.nothingToday, snapshot, call)] : []),
    ...(snapshot === null ? [] : scoreNotices(query, snapshot, call)),
  ];
}

const SAVED_LENGTH_MAX = 200;

/** An action inside an action: its maximum in an encrypted button. */
const ACTION_BYTES_MAX = 1_100;

/**
 * The action that shares an answer with its channel; `null` where there is no channel, where
 * everybody sees the answer already, and when the action is too long for a button.
 */
export function shareOf(action: Action, { place }: Pick<CommandContext, 'place'>): Action | null {
  const of = JSON.stringify(action);
  const isTooLong = Buffer.byteLength(JSON.stringify(of)) > ACTION_BYTES_MAX;
  // A direct message, whose id starts with a D, has no other readers.
  const isForOthers = place.channelId?.startsWith('D') === false;
  if (place.audience !== 'person' || !isForOthers || isTooLong) return null;
  return { command: 'share', args: { of }, opens: 'modal' };
}
