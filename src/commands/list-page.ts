import { waitingOf, openFileIds } from '../portfolio/lifecycle.ts';
import type { Query } from '../portfolio/query/query.ts';
import { askingOf } from '../portfolio/search/execute.ts';
import type { Found } from '../portfolio/search/results.ts';
import type { Reading } from '../portfolio/snapshot.ts';
import { listView, type Subject } from '../views/list.ts';
import type { Message } from '../views/message.ts';
import { answers } from './answers.ts';
import type { Call, Command } from './command.ts';
import { lineOf, showingOf } from './line-of.ts';
import { waysOf } from './list-ways.ts';
import type { Notices } from './notices.ts';
import { queryTold } from './query-told.ts';

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
  readonly subject: (rows: Uint32Array, reading: Reading, call: Call) => Subject;
}

/** What somebody asked of a list, and on which page of it they are. */
export interface Wanted {
  /** As they asked it: what every such list asks besides is not in it. */
  readonly query: Query;
  readonly page: number;
  /** Files on a page; `null` takes what holds in the channel. */
  readonly size: number | null;
}

/** So many the numbered buttons and the plain text have room for. */
export const PAGE_SIZE_MAX = 10;

/** A page of the files that a list finds in a reading; the last one when there are not so many. */
export function listPage(
  listing: Listing,
  { query, page: wanted, size: held }: Wanted,
  reading: Reading,
  { told, trouble }: Notices,
  call: Call,
): Message {
  const { rows, page: entries } = foundBy(listing, query, reading, call);
  const size = Math.min(PAGE_SIZE_MAX, Math.max(1, held ?? call.settings.pageSize));
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(wanted, pages);
  const asking = askingOf(reading, call);
  const lines = entries((page - 1) * size, page * size).map((entry) => {
    const { workingDays } = waitingOf(entry, asking);
    return lineOf(entry, reading, listing.countsWorkingDays ? workingDays : null, call);
  });
  const message = listView(
    {
      of: listing.subject(rows, reading, call),
      lines,
      total: rows.length,
      ...queryTold(listing.command, query, call),
      page,
      pages,
      readAt: reading.endedAt,
      skipped: reading.skipped,
      notices: told,
      ...waysOf(listing, { query, page, size }, pages, reading, call),
      all:
        rows.length === 0 && reading.table.entries.length > 0
          ? { command: 'list', args: { page: 1, reading: reading.id } }
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
export function foundBy(
  { whole, isMine }: Listing,
  query: Query,
  reading: Reading,
  call: Call,
): Found {
  const asking = askingOf(reading, call);
  if (!isMine) return answers.find(reading, whole(query), asking);
  return answers.find(reading, whole(query), asking, call.person.email ?? '');
}
