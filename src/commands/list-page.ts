import type { Entry } from '../portfolio/entry.ts';
import { findRows } from '../portfolio/query/find.ts';
import { queryInWords } from '../portfolio/query/in-words.ts';
import { sortedPage } from '../portfolio/query/page.ts';
import type { Query } from '../portfolio/query/query.ts';
import type { Reading } from '../portfolio/reading.ts';
import type { FileLine } from '../views/file-line.ts';
import { listView } from '../views/list.ts';
import type { Message, Press } from '../views/message.ts';
import type { Call } from './command.ts';

const PAGE_SIZE = 8;

/** What the buttons of a list ask for. */
export interface Ways {
  /** Another page of the same reading. */
  readonly turnTo: (page: number) => Press;
  /** The same page of a newer reading. */
  readonly refresh: (page: number) => Press;
  /** All files of the same reading. */
  readonly all: Press;
}

/** A page of the files that a query finds in a reading; the last one when there are not so many. */
export function listPage(
  reading: Reading,
  query: Query,
  wanted: number,
  notices: readonly string[],
  { workingDays, zone, now, words, linkTo }: Call,
  { turnTo, refresh, all }: Ways,
): Message {
  const { table, completionMax } = reading;
  // Ages are counted from the reading: what a page shows must not depend on when it is turned.
  const asking = { nowMs: reading.endedAt, zone, workingDays, completionMax };
  const rows = findRows(query, table, asking);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const [start, end] = [(page - 1) * PAGE_SIZE, page * PAGE_SIZE];
  const entries = sortedPage(table, rows, query.sort ?? 'newest', start, end);
  return listView(
    {
      lines: entries.map((entry) => lineOf(entry, completionMax, linkTo)),
      total: rows.length,
      asked:
        query.conditions.length + (query.sort === null ? 0 : 1) > 0
          ? queryInWords(query, words.language)
          : null,
      page,
      pages,
      readAt: reading.endedAt,
      skipped: reading.skipped,
      notices,
      first: turnTo(1),
      all: rows.length === 0 && table.entries.length > 0 ? all : null,
      previous: page > 1 ? turnTo(page - 1) : null,
      next: page < pages ? turnTo(page + 1) : null,
      refresh: refresh(page),
    },
    now(),
    words,
  );
}

function lineOf(entry: Entry, completionMax: 1 | 100, linkTo: Call['linkTo']): FileLine {
  const { property, applicants, completion } = entry;
  return {
    property: { title: property.title, reference: property.reference },
    applicants: applicants.map(({ firstName, lastName, isGuarantor }) => ({
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      isGuarantor,
    })),
    status: entry.status,
    decision: entry.decision,
    score: entry.score,
    completionPercent: completion === null ? null : (completion / completionMax) * 100,
    createdAt: entry.createdMs,
    isArchived: entry.archivedMs !== null,
    link: linkTo(entry.id),
  };
}
