import { setImmediate as turn } from 'node:timers/promises';

import { createWorkingDays, WEEKDAYS } from './calendar/working-days.ts';
import { parseQuery } from './query/parser.ts';
import { type SearchContext, findRows } from './search/execute.ts';
import { sortedPage } from './search/sort.ts';
import { type Table, tableOf } from './search/table.ts';

/** Every kind of thing that is looked for, and sorting. */
const QUERIES = [
  'decision:pending,ready age:>3bd completion:>=80 sort:oldest',
  'du rue -zz status:open manager:a tag:a rent:500..900 sort:newest',
  'score:>=70,12.5 stale:>2d created:>2020 archived:no property:a applicant:b sort:score',
];

/** Small enough to be looked through in a millisecond before anything is fast. */
const ENTRIES = 1_000;
/** Loops of so many entries are compiled well before. */
const ROUNDS = 60;
const PAGE_SIZE = 8;

/** What is compiled serves every portfolio of the process. */
let isWarm = false;

/**
 * Asks a few entries again and again, with a turn for others in between, so that the engine has
 * compiled what answers before the first person asks: that answer would take ten times as long.
 */
export function warmUp({ entries }: Table): void {
  if (isWarm || entries.length === 0) return;
  isWarm = true;
  const table = tableOf(entries.slice(0, ENTRIES));
  const searchContext: SearchContext = {
    nowMs: 0,
    zone: 'UTC',
    workingDays: createWorkingDays(WEEKDAYS),
    completionMax: 100,
  };
  void ask(table, searchContext);
}

async function ask(table: Table, searchContext: SearchContext): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of QUERIES) {
      await turn();
      const query = parseQuery(text);
      sortedPage(table, findRows(query, table, searchContext), query.sort, 0, PAGE_SIZE);
      // All of them, for a query may find too few to be sorted.
      sortedPage(table, Uint32Array.from(table.entries.keys()), query.sort, 0, PAGE_SIZE);
    }
  }
}
