import { z } from 'zod';

import type { Language } from '../i18n/types.ts';
import type { Entry } from '../portfolio/entry.ts';
import { openFileIds, waitingOf } from '../portfolio/lifecycle.ts';
import { formatQuery, queryInWords } from '../portfolio/query/describe.ts';
import { queryInTalk, withoutFillers } from '../portfolio/query/natural-language.ts';
import { parseQuery, queryOrNull } from '../portfolio/query/parser.ts';
import { namesPeople } from '../portfolio/query/people.ts';
import type { Query } from '../portfolio/query/query.ts';
import { rowsReferredTo } from '../portfolio/references.ts';
import { unwrapped } from '../portfolio/resolve.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import { createSearchCache, type SearchResult } from '../portfolio/search/results.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { entryLine, type FileLine, type Showing } from '../views/files/line.ts';
import { type ListPage, listView, type Subject } from '../views/list.ts';
import type { Action, Message } from '../views/message.ts';
import type { Command, CommandContext } from './command.ts';
import { StaleActionError } from './errors.ts';
import {
  awaitReading,
  namedSnapshot,
  newestReading,
  type Notices,
  noticesOf,
  referenceTo,
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
  /** Whether ages count working days too. */
  readonly countsWorkingDays: boolean;
  /** `query` as the person typed it. */
  readonly subject: (
    rows: Uint32Array,
    query: Query,
    snapshot: Snapshot,
    call: CommandContext,
  ) => Subject;
}

/** A query and a page of what it finds. */
interface Wanted {
  /** As the person typed it, without the conditions of the kind of list. */
  readonly query: Query;
  readonly page: number;
  /** Files on a page; `null` takes the channel's setting. */
  readonly size: number | null;
}

/** What the numbered buttons and the plain text have room for. */
const PAGE_SIZE_MAX = 10;

/** A page of what a list finds in a snapshot; the last one when the page is beyond it. */
function listPage(
  listing: Listing,
  { query, page: wanted, size: wantedSize }: Wanted,
  snapshot: Snapshot,
  { texts, trouble }: Notices,
  call: CommandContext,
): Message {
  const { rows, page: entries } = foundBy(listing, query, snapshot, call);
  const size = Math.min(PAGE_SIZE_MAX, Math.max(1, wantedSize ?? call.settings.pageSize));
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(wanted, pages);
  const searchContext = searchContextOf(snapshot, call);
  const lines = entries((page - 1) * size, page * size).map((entry) => {
    const { workingDays } = waitingOf(entry, searchContext);
    return lineOf(entry, snapshot, listing.countsWorkingDays ? workingDays : null, call);
  });
  const message = listView(
    {
      of: listing.subject(rows, query, snapshot, call),
      lines,
      total: rows.length,
      ...describeQuery(listing.command, query, call),
      page,
      pages,
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
      notices: texts,
      ...pageActions(listing, { query, page, size }, pages, snapshot, call),
      all:
        rows.length === 0 && snapshot.table.entries.length > 0
          ? { command: 'list', args: { page: 1, reading: referenceTo(snapshot) } }
          : null,
    },
    showingOf(call),
  );
  return { ...message, files: openFileIds(lines), trouble };
}

/**
 * What a list finds of a query.
 *
 * @throws {QueryError} when the whole is more than can be asked
 */
function foundBy(
  { whole, isMine }: Listing,
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
});

/**
 * The first page for a typed query. Where no file holds its words, the probable intention is used
 * instead, and the page shows that query.
 *
 * @throws {QueryError} when it is none
 */
export async function* openList(
  listing: Listing,
  text: string,
  call: CommandContext,
): AsyncGenerator<Message> {
  const { language } = call.words;
  const asked = parseQuery(text, language);
  const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
  const finds = (query: Query) => foundBy(listing, query, snapshot, call).rows.length > 0;
  const query = interpretQuery({ asked, text, language }, snapshot, finds);
  yield listPage(
    listing,
    { query, page: 1, size: null },
    snapshot,
    noticesOf(snapshot, call),
    call,
  );
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
  const asked = PageArgs.safeParse(args);
  if (!asked.success) throw new StaleActionError('arguments');
  const { page, size = null, reading: id, query: text = '' } = asked.data;
  const wanted = { query: parseQuery(text, call.words.language), page, size };
  if (id === undefined) {
    const snapshot = yield* newestReading(call);
    yield listPage(listing, wanted, snapshot, noticesOf(snapshot, call), call);
    return;
  }
  const { snapshot, notices, hasMovedOn } = yield* namedSnapshot(id, call);
  const movedOn = hasMovedOn ? [call.words.list.movedOn] : [];
  const texts = [...movedOn, ...notices.texts];
  yield listPage(listing, wanted, snapshot, { ...notices, texts }, call);
}

type PageActions = Pick<ListPage, 'first' | 'previous' | 'next' | 'refresh' | 'share'>;

/** Actions of the buttons of a page, each with everything it needs. */
function pageActions(
  { command: { name }, isMine }: Listing,
  { query, page, size }: Wanted & { readonly size: number },
  pages: number,
  snapshot: Snapshot,
  call: CommandContext,
): PageActions {
  // In a channel, a second person's click would replace the list with that person's own files.
  if (isMine && call.place.audience === 'channel') return NO_ACTIONS;
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
    share: shareOf(turnTo(page), call),
  };
}

const NO_ACTIONS: PageActions = {
  first: null,
  previous: null,
  next: null,
  refresh: null,
  share: null,
};

/**
 * A query in words, and the command that repeats it. Neither is shown where names are not allowed
 * and the query may hold one.
 */
export function describeQuery(
  { name, called }: Pick<Command, 'name' | 'called'>,
  query: Query,
  { privacy, place, words }: CommandContext,
): Pick<ListPage, 'asked' | 'again'> {
  if (privacy !== 'full' && mayName(query)) return { asked: words.list.queryHidden, again: null };
  const { language } = words;
  const isPlain = query.conditions.length === 0 && query.sort === null;
  const isSomebodys = name === 'me' && place.audience === 'channel';
  const typed = ['/rental', called[language], formatQuery(query, language)];
  return {
    asked: isPlain ? null : queryInWords(query, language),
    again: isSomebodys ? null : typed.filter(Boolean).join(' '),
  };
}

/** Applicants, and those who manage their files. */
function mayName(query: Query): boolean {
  return (
    namesPeople(query) ||
    query.conditions.some((one) => one.kind === 'text' && one.key === 'manager')
  );
}

/**
 * The line of a file in a list.
 *
 * @param workingDays of its age; `null` where they are not shown
 */
export function lineOf(
  entry: Entry,
  snapshot: Snapshot,
  workingDays: number | null,
  { linkTo }: CommandContext,
): FileLine {
  return entryLine(entry, snapshot, workingDays, linkTo);
}

/** Context of the views of an answer. */
export function showingOf({ now, privacy, words }: CommandContext): Showing {
  return { now: now(), privacy, words };
}

/** A typed query. */
interface Typed {
  readonly text: string;
  readonly language: Language;
  /** The text, read as a query. */
  readonly asked: Query;
}

/**
 * The query as typed or, where no file holds its words, as probably intended: a reference in another
 * spelling, or plain words for something that has a key of its own.
 *
 * @param finds whether a query finds anything
 */
export function interpretQuery(
  { asked, text, language }: Typed,
  snapshot: Snapshot,
  finds: (query: Query) => boolean,
): Query {
  const hasWords = asked.conditions.some(({ kind }) => kind === 'words');
  if (!hasWords) return asked;
  // Small words occur in names: few files would hold all of `attente de dupont`.
  const bare = withoutFillers(text);
  const literal = (bare === null ? null : queryOrNull(bare, language)) ?? asked;
  if (finds(literal)) return literal;
  return reinterpreted(text, snapshot, language) ?? asked;
}

/** `null` when there is no better reading of the text. */
function reinterpreted(text: string, snapshot: Snapshot, language: Language): Query | null {
  const { table } = snapshot;
  const [row] = rowsReferredTo(unwrapped(text), table);
  const reference = row === undefined ? null : (table.entries[row]?.property.reference ?? null);
  if (reference !== null) {
    const condition = { kind: 'text', key: 'property', not: false, any: [reference] } as const;
    return { conditions: [condition], sort: null };
  }
  const talk = queryInTalk(text);
  return talk && queryOrNull(talk.text, language);
}

/** An action inside an action: its maximum in an encrypted button. */
const ACTION_BYTES_MAX = 1_100;

/**
 * The action that shares an answer with its channel; `null` where there is no channel, where
 * everybody sees the answer already, and when the action is too long for a button.
 */
export function shareOf(action: Action, { place }: Pick<CommandContext, 'place'>): Action | null {
  const of = JSON.stringify(action);
  const isTooLong = Buffer.byteLength(JSON.stringify(of)) > ACTION_BYTES_MAX;
  if (place.audience !== 'person' || !isForOthers(place.channelId) || isTooLong) return null;
  return { command: 'share', args: { of }, opens: 'modal' };
}

/** A direct message, whose id starts with a D, has no other readers. */
function isForOthers(channelId: string | null): boolean {
  return channelId !== null && !channelId.startsWith('D');
}
