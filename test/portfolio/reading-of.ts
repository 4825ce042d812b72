import { createPool, type Entry, entryOf } from '../../src/portfolio/entry.ts';
import { type SearchContext, searchContextOf } from '../../src/portfolio/search/execute.ts';
import { tableOf } from '../../src/portfolio/search/table.ts';
import { NO_RATES, type Snapshot, scaleOf } from '../../src/portfolio/snapshot.ts';
import { rentalFile } from '../support/rental-files.ts';
import { WORKING_DAYS } from '../support/working-days.ts';
import { NOW_MS } from './query/random-entries.ts';

/** A reading of these entries, whose ids are all different, made on a Friday morning. */
export function readingOf(entries: readonly Entry[]): Snapshot {
  return {
    id: 'm1x',
    startedAt: NOW_MS,
    endedAt: NOW_MS,
    databaseAheadMs: null,
    servedAt: null,
    isWhole: true,
    table: tableOf(entries),
    rows: new Map(entries.map(({ id }, row) => [id, row])),
    seenOn: [],
    skipped: 0,
    unknown: 0,
    completionMax: 100,
    completionScale: scaleOf(NO_RATES, 100),
    inconsistency: null,
    oddities: { repeated: [], countsMore: 0, countedSo: 0, miscount: 0 },
    changes: null,
  };
}

/** A reading of files that say only what the test is about. */
export function readingOfFiles(...files: Readonly<Record<string, unknown>>[]): Snapshot {
  const pool = createPool();
  return readingOf(files.map((file) => entryOf(rentalFile(file), pool)));
}

/** How somebody in Paris asks. */
export function asking(snapshot: Snapshot, zone = 'Europe/Paris'): SearchContext {
  return searchContextOf(snapshot, { zone, workingDays: WORKING_DAYS });
}
