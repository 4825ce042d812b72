import { z } from 'zod';

import type { Language } from '../i18n/types.ts';
import type { Entry } from '../portfolio/entry.ts';
import { openFileIds, waitingOf } from '../portfolio/lifecycle.ts';
import { queryInWords } from '../portfolio/query/describe.ts';
import { formatQuery } from '../portfolio/query/format.ts';
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
import type { Message, Action } from '../views/message.ts';
import type { CommandContext, Command } from './command.ts';
import { StaleActionError } from './errors.ts';
import { doubtsOf, newestReading, type Notices, noticesOf, awaitReading } from './snapshot.ts';

/** Search results of all commands; those of a snapshot go with it. */
export const searchCache = createSearchCache();

/** A kind of list: one for each command that shows one. */
export interface Listing {
  readonly command: Pick<Command, 'name' | 'called'>;
  /**
   * What somebody asked, with what every such list asks besides.
   *
   * @throws {QueryError} when the whole is more than can be asked
   */
  readonly whole: (query: Query) => Query;
  /** Whether it holds only what the person manages. */
  readonly isMine: boolean;
  /** Whether ages count working days too. */
  readonly countsWorkingDays: boolean;
  readonly subject: (rows: Uint32Array, snapshot: Snapshot, call: CommandContext) => Subject;
}

/** What somebody asked of a list, and on which page of it they are. */
interface Wanted {
  /** As they asked it: what every such list asks besides is not in it. */
  readonly query: Query;
  readonly page: number;
  /** Files on a page; `null` takes what holds in the channel. */
  readonly size: number | null;
}

/** So many the numbered buttons and the plain text have room for. */
const PAGE_SIZE_MAX = 10;

/** A page of the files that a list finds in a reading; the last one when there are not so many. */
function listPage(
  listing: Listing,
  { query, page: wanted, size: held }: Wanted,
  snapshot: Snapshot,
  { told, trouble }: Notices,
  call: CommandContext,
): Message {
  const { rows, page: entries } = foundBy(listing, query, snapshot, call);
  const size = Math.min(PAGE_SIZE_MAX, Math.max(1, held ?? call.settings.pageSize));
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(wanted, pages);
  const searchContext = searchContextOf(snapshot, call);
  const lines = entries((page - 1) * size, page * size).map((entry) => {
    const { workingDays } = waitingOf(entry, searchContext);
    return lineOf(entry, snapshot, listing.countsWorkingDays ? workingDays : null, call);
  });
  const message = listView(
    {
      of: listing.subject(rows, snapshot, call),
      lines,
      total: rows.length,
      ...describeQuery(listing.command, query, call),
      page,
      pages,
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
      notices: told,
      ...pageActions(listing, { query, page, size }, pages, snapshot, call),
      all:
        rows.length === 0 && snapshot.table.entries.length > 0
          ? { command: 'list', args: { page: 1, reading: snapshot.id } }
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
  /** Files on a page, as it was when the list was opened; absent takes what holds now. */
  size: z.int().min(1).max(PAGE_SIZE_MAX).optional(),
  /** As it can be parsed again; absent asks for everything. */
  query: z.string().optional(),
  /** The reading that the page belongs to; absent asks for a new one. */
  reading: z.string().optional(),
});

/**
 * The first page of what a person typed a query for. Where its words are nobody's, what they may
 * mean is asked instead; the page says so as it says everything that is asked.
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
 * The page that a button leads to: of the reading it was made for, or of a newer one, which is
 * said.
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
  const held = call.portfolio.byId(id);
  if (held) {
    yield listPage(listing, wanted, held, { told: doubtsOf(held, call) }, call);
    return;
  }
  const newer = call.portfolio.latest() ?? (yield* awaitReading(call));
  const { told, trouble } = noticesOf(newer, call);
  const notices = { told: [call.words.list.movedOn, ...told], trouble };
  yield listPage(listing, wanted, newer, notices, call);
}

type Ways = Pick<ListPage, 'first' | 'previous' | 'next' | 'refresh' | 'share'>;

/** What the buttons of a page ask for. Each of them carries all that it needs. */
function pageActions(
  { command: { name }, isMine }: Listing,
  { query, page, size }: Wanted & { readonly size: number },
  pages: number,
  { id: reading }: Snapshot,
  call: CommandContext,
): Ways {
  // Whoever pressed them in a channel would put their own files in the place of another's.
  if (isMine && call.place.audience === 'channel') return NO_WAYS;
  const text = formatQuery(query, 'en');
  const asked = text === '' ? {} : { query: text };
  const turnTo = (to: number): Action => ({
    command: name,
    args: { page: to, size, ...asked, reading },
  });
  return {
    first: turnTo(1),
    previous: page > 1 ? turnTo(page - 1) : null,
    next: page < pages ? turnTo(page + 1) : null,
    refresh: { command: name, args: { page, ...asked } },
    share: shareOf(turnTo(page), call),
  };
}

const NO_WAYS: Ways = { first: null, previous: null, next: null, refresh: null, share: null };

/**
 * A query in words, and the command that asks the same again. Neither is told where names may not
 * stand and the query may hold one.
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
 * What a list tells of an entry.
 *
 * @param workingDays of its age; `null` where they are not told
 */
export function lineOf(
  entry: Entry,
  snapshot: Snapshot,
  workingDays: number | null,
  { linkTo }: CommandContext,
): FileLine {
  return entryLine(entry, snapshot, workingDays, linkTo);
}

/** What everything that answers a call is shown with. */
export function showingOf({ now, privacy, words }: CommandContext): Showing {
  return { now: now(), privacy, words };
}

/** What somebody typed. */
interface Typed {
  readonly text: string;
  readonly language: Language;
  /** The text, read as a query. */
  readonly asked: Query;
}

/**
 * What somebody asks for, or, where no file holds their words, what they may have meant: a reference
 * that is written in another way, or plain words for what has a key of its own.
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
  // Small words are in many a name: few files would hold all of `attente de dupont`.
  const bare = withoutFillers(text);
  const literal = (bare === null ? null : queryOrNull(bare, language)) ?? asked;
  if (finds(literal)) return literal;
  return queryMeant(text, snapshot, language) ?? asked;
}

/** `null` when nothing better comes of it. */
function queryMeant(text: string, snapshot: Snapshot, language: Language): Query | null {
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

/** A press inside a press: so long it still travels in a button, sealed. */
const PRESS_BYTES_MAX = 1_100;

/**
 * Offers what a press shows to everybody in the channel; `null` where there is no channel, where
 * everybody sees it already, and when the press is too long for it.
 */
export function shareOf(action: Action, { place }: Pick<CommandContext, 'place'>): Action | null {
  const of = JSON.stringify(action);
  const isTooLong = Buffer.byteLength(JSON.stringify(of)) > PRESS_BYTES_MAX;
  if (place.audience !== 'person' || !isForOthers(place.channelId) || isTooLong) return null;
  return { command: 'share', args: { of }, opens: 'modal' };
}

/** Nobody reads along in a direct message, whose id starts with a D. */
function isForOthers(channelId: string | null): boolean {
  return channelId !== null && !channelId.startsWith('D');
}
