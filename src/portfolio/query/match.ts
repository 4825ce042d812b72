import type { Entry } from '../entry.ts';
import { type Asking, findRows } from './find.ts';
import type { Query } from './query.ts';
import { tableOf } from './table.ts';

/**
 * Tells whether a query finds an entry: for a few of them, such as those that just changed. For a
 * whole portfolio, `findRows` is some hundred times faster.
 */
export function matcherOf(query: Query, asking: Asking): (entry: Entry) => boolean {
  return (entry) => findRows(query, tableOf([entry]), asking).length === 1;
}
