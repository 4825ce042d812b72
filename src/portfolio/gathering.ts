import { setImmediate as turn } from 'node:timers/promises';

import type { SummaryPage } from '../rental-api/schema/page.ts';
import { aspectsOf, type Change, type Changes, isStill } from './changes.ts';
import type { Tally } from './doubt.ts';
import { type Entry, entryOf, type Pool } from './entry.ts';
import type { Reading } from './reading.ts';
import { createRows, type Rows } from './rows.ts';

/** After so many, whoever else has something to do has a turn: a millisecond or two. */
const FILES_A_TURN = 250;
const ENTRIES_A_TURN = 4_000;

/** What pages have brought so far: every file once, as it was met last. */
export interface Gathering {
  readonly entries: readonly Entry[];
  readonly rows: Rows;
  readonly seenOn: readonly URL[];
  /** Others have a turn while a large page is added. */
  add(page: SummaryPage): Promise<void>;
  skipped(): number;
  unknown(): number;
  tally(): Tally;
  /** Against the reading before. What is gone shows only when all pages were read. */
  changes(): Promise<Omit<Changes, 'gone'>>;
}

/**
 * Gathers files page by page. What is as it was in the reading before is not held twice: the new
 * reading takes the old one's entry.
 */
export function createGathering(before: Reading | null, pool: Pool): Gathering {
  const entries: Entry[] = [];
  const rows = createRows(entries);
  const seenOn: URL[] = [];
  let skipped = 0;
  let unknown = 0;
  let repeated = 0;
  let firstCount: number | null = null;
  let lastCount = 0;
  let pages = 0;
  let largestPage = 0;

  function put(entry: Entry, page: URL): void {
    const end = entries.length;
    const row = rows.add(entry.id, end);
    if (row !== end) repeated += 1;
    entries[row] = entry;
    seenOn[row] = page;
  }

  return {
    entries,
    rows,
    seenOn,
    async add({ files, url, count, ...page }) {
      for (const [index, file] of files.entries()) {
        if (index > 0 && index % FILES_A_TURN === 0) await turn();
        const known = entryIn(before, file.id);
        put(known !== null && isStill(known, file, pool) ? known : entryOf(file, pool), url);
      }
      skipped += page.skipped;
      unknown += page.unknown;
      firstCount ??= count;
      lastCount = count;
      pages += 1;
      largestPage = Math.max(largestPage, files.length + page.skipped);
    },
    skipped: () => skipped,
    unknown: () => unknown,
    tally: () => ({
      firstCount: firstCount ?? 0,
      lastCount,
      countsAll: lastCount > 0 && (pages === 1 || lastCount > largestPage),
      files: entries.length + skipped,
      repeated,
    }),
    changes: async () => changesIn(entries, before),
  };
}

/** The entry of that id in a reading, or `null`. */
export function entryIn(reading: Reading | null, id: string): Entry | null {
  const row = reading?.rows.get(id);
  return row === undefined ? null : (reading?.table.entries[row] ?? null);
}

async function changesIn(
  entries: readonly Entry[],
  before: Reading | null,
): Promise<Omit<Changes, 'gone'>> {
  const added: Entry[] = [];
  const changed: Change[] = [];
  for (const [row, after] of entries.entries()) {
    if (row > 0 && row % ENTRIES_A_TURN === 0) await turn();
    const known = entryIn(before, after.id);
    if (known === null) added.push(after);
    if (known === null || known === after) continue;
    const aspects = aspectsOf(known, after);
    if (aspects.length > 0) changed.push({ before: known, after, aspects });
  }
  return { added, changed };
}
