import { FILE_STATUSES } from '../rental-api/schema/enums.ts';
import { AWAITING } from './awaiting.ts';
import { type Count, countsOf } from './counts.ts';
import { decisionsOf, type DecisionWeek } from './decisions.ts';
import { type Asking, findRows } from './query/find.ts';
import { sortedPage } from './query/page.ts';
import type { Query } from './query/query.ts';
import type { Reading } from './reading.ts';
import { type Waiting, waitingOf } from './waiting.ts';

/** Figures about the files that a query finds. */
export interface Stats {
  readonly total: number;
  /** By status. */
  readonly funnel: readonly Count[];
  /** The last eight, the one under way last. */
  readonly weeks: readonly DecisionWeek[];
  /**
   * Where the time of a decision comes from. The service shows none: the last change of a file that
   * is decided stands for it, and may have been something else.
   */
  readonly decidedBy: 'last change';
  /** Over the files decided in those weeks; `null` when there is none to count. */
  readonly medianWorkingDays: number | null;
  readonly awaiting: number;
  readonly oldestAwaiting: Waiting | null;
}

/** Counts what a query finds; whether archived files belong to it is for the query to say. */
export function statsOf({ table }: Reading, query: Query, asking: Asking): Stats {
  const rows = findRows(query, table, asking);
  const awaitingToo = { conditions: [...query.conditions, ...AWAITING], sort: null };
  const awaiting = findRows(awaitingToo, table, asking);
  const [oldest] = sortedPage(table, awaiting, 'oldest', 0, 1);
  return {
    total: rows.length,
    funnel: countsOf(table.status, rows, FILE_STATUSES),
    ...decisionsOf(table, rows, asking),
    awaiting: awaiting.length,
    oldestAwaiting: oldest === undefined ? null : waitingOf(oldest, asking),
  };
}
