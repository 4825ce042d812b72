import { monitorEventLoopDelay } from 'node:perf_hooks';
import { cpuUsage } from 'node:process';

import { createJournal } from '../../src/journal/journal.ts';
import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import { readFiles } from '../../src/rental-api/schema/page.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { runSql } from '../store/run-sql.ts';
import { storeIn } from '../support/open-store.ts';
import { folderPlace, type Place, serverPlace } from '../support/places.ts';
import { type Figure, quantile } from './figure.ts';

const FILES = 100_000;
const CHANGES = 1_000;
const PAGE_SIZE = 1_000;
const POLLS = 7;
const RECORD_MS_MAX = 150;
/** What the acknowledgement of a command may wait for it. */
const HELD_MS_MAX = 50;

const EVENTS = 2_000_000;
const EVENTS_A_STATEMENT = 50_000;
const TIMELINES = 300;
const TIMELINE_MS_MAX = 10;
const EMBEDDED_MS_MAX = 3 * TIMELINE_MS_MAX;

/**
 * Recording 1,000 changes among 100,000 files on PostgreSQL, and the timeline of one file among
 * those of a year with 2,000,000 events on either database.
 */
export async function journaling(): Promise<readonly Figure[]> {
  const recorded = await inPlace(serverPlace, recording);
  const onServer = await inPlace(serverPlace, timelines);
  const embedded = await inPlace(folderPlace, timelines);
  return [
    ...recorded,
    {
      what: `a timeline among ${EVENTS.toLocaleString('en')} events on PostgreSQL, p95`,
      floor: 'the bar',
      floorMs: TIMELINE_MS_MAX,
      oursMs: onServer,
      ratioMax: 1,
    },
    {
      what: 'the same in the embedded database',
      floor: 'three times that bar',
      floorMs: EMBEDDED_MS_MAX,
      oursMs: embedded,
      ratioMax: 1,
    },
  ];
}

async function inPlace<Result>(
  placeFor: () => Promise<Place>,
  measure: (store: DigestStore) => Promise<Result>,
): Promise<Result> {
  const { store, close } = await storeIn(placeFor);
  try {
    return await measure(store);
  } finally {
    await close();
  }
}

async function recording(store: DigestStore): Promise<readonly Figure[]> {
  const all = generateFiles({ count: FILES, seed: 1, nowMs: Date.now() });
  let round = 0;
  const portfolio = createPortfolio({
    async *pages() {
      for (let start = 0; start < FILES; start += PAGE_SIZE) {
        const files = all.slice(start, start + PAGE_SIZE).map((file, index) => {
          // In each round other files, and those of earlier rounds stay changed.
          const changedIn = (start + index) % (FILES / CHANGES);
          return changedIn > 0 && changedIn <= round ? { ...file, score: 1_000 } : file;
        });
        const url = new URL(`https://api.example.com/v1/rental-files?offset=${start}`);
        yield { ...(await readFiles(files)), count: FILES, url, next: null };
      }
    },
    pagesSince: null,
    now: Date.now,
    pollSeconds: 86_400,
    completionMax: null,
    monotonic: () => performance.now(),
    onFailure: () => {},
  });
  const journal = createJournal({
    store: store.journal,
    now: Date.now,
    onFailure: (error) => {
      throw error;
    },
  });
  await journal.record(await portfolio.read());

  const times: number[] = [];
  const held: number[] = [];
  for (round = 1; round <= POLLS; round += 1) {
    const snapshot = await portfolio.read();
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const before = cpuUsage();
    await journal.record(snapshot);
    const { user, system } = cpuUsage(before);
    delays.disable();
    times.push((user + system) / 1_000);
    held.push(delays.max / 1e6);
  }
  const [row] = await runSql(store, 'select count(*)::integer from rental_desk.file_events');
  const expected = CHANGES * POLLS;
  if (JSON.stringify(row) !== JSON.stringify({ count: expected })) {
    throw new Error(`other events were recorded: ${JSON.stringify(row)}, not ${expected}`);
  }
  const bar = { floor: 'the bar', ratioMax: 1 };
  return [
    {
      ...bar,
      what: `recording ${CHANGES.toLocaleString('en')} changes among ${FILES.toLocaleString('en')} files, processor time, median`,
      floorMs: RECORD_MS_MAX,
      oursMs: quantile(times, 0.5),
    },
    {
      ...bar,
      what: 'the longest that it holds up the event loop, median',
      floorMs: HELD_MS_MAX,
      oursMs: quantile(held, 0.5),
    },
  ];
}

/** The 95th percentile of reading one file’s events among those of a year. */
async function timelines(store: DigestStore): Promise<number> {
  for (let first = 0; first < EVENTS; first += EVENTS_A_STATEMENT) {
    await runSql(
      store,
      `insert into rental_desk.file_events
         (file_id, aspect, from_value, to_value, after_at, before_at)
       select md5((number % $1)::text), 'score', number::text, (number + 1)::text, at, at
       from generate_series($2::integer, $3::integer) as number,
         lateral (select clock_timestamp() - interval '1 year' + number * interval '15 seconds') as made (at)`,
      [FILES, first, first + EVENTS_A_STATEMENT - 1],
    );
  }
  await runSql(store, 'analyze rental_desk.file_events');
  const ids = await runSql(
    store,
    'select md5(number::text) as id from generate_series(0, $1::integer - 1) as number',
    [TIMELINES],
  );
  const times: number[] = [];
  for (const [index, row] of ids.entries()) {
    const start = performance.now();
    const events = await store.journal.eventsOf(idOf(row), 100);
    // The first ones connect and plan.
    if (index >= TIMELINES / 10) times.push(performance.now() - start);
    if (events.length !== EVENTS / FILES) throw new Error('not all events were found');
  }
  return quantile(times, 0.95);
}

function idOf(row: unknown): string {
  if (typeof row !== 'object' || row === null || !('id' in row)) throw new Error('no id');
  return String(row.id);
}
