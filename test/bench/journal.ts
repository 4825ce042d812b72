import { monitorEventLoopDelay } from 'node:perf_hooks';
import { cpuUsage } from 'node:process';

import { createCalendars } from '../../src/digests/schedule.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { searchContextOf } from '../../src/portfolio/search/execute.ts';
import { readFiles } from '../../src/rental-api/schema/page.ts';
import { reportOf } from '../../src/reports/report.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { runSql } from '../store/run-sql.ts';
import { storeIn } from '../support/open-store.ts';
import { folderPlace, type Place, serverPlace } from '../support/places.ts';
import { type Figure, quantile } from './figure.ts';
import { benchPortfolio } from './portfolio.ts';

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
const REPORT_MS_MAX = 2_000;
/** What the embedded database may take longer. */
const EMBEDDED_RATIO = 3;

/**
 * Recording 1,000 changes among 100,000 files on PostgreSQL; on either database, with a year of
 * 2,000,000 events, the timeline of one file and the first report of a process on a month.
 */
export async function journaling(): Promise<readonly Figure[]> {
  const recorded = await inPlace(serverPlace, recording);
  const onServer = await inPlace(serverPlace, lookingBack);
  const embedded = await inPlace(folderPlace, lookingBack);
  return [
    ...recorded,
    ...figuresOf('on PostgreSQL', onServer, 1),
    ...figuresOf('in the embedded database', embedded, EMBEDDED_RATIO),
  ];
}

interface LookingBack {
  readonly timelineMs: number;
  readonly reportMs: number;
}

function figuresOf(where: string, { timelineMs, reportMs }: LookingBack, slower: number): Figure[] {
  const among = `among ${EVENTS.toLocaleString('en')} events ${where}`;
  const bar = { floor: 'the bar', ratioMax: 1 };
  return [
    {
      ...bar,
      what: `a timeline ${among}, p95`,
      floorMs: slower * TIMELINE_MS_MAX,
      oursMs: timelineMs,
    },
    {
      ...bar,
      what: `the first report on a month of ${FILES.toLocaleString('en')} files ${among}`,
      floorMs: slower * REPORT_MS_MAX,
      oursMs: reportMs,
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

/** Files of which others change in each round, and those of earlier rounds stay changed. */
function portfolioOf(round: () => number) {
  const all = generateFiles({ count: FILES, seed: 1, nowMs: Date.now() });
  return benchPortfolio({
    async *pages() {
      for (let start = 0; start < FILES; start += PAGE_SIZE) {
        const files = all.slice(start, start + PAGE_SIZE).map((file, index) => {
          const changedIn = (start + index) % (FILES / CHANGES);
          return changedIn > 0 && changedIn <= round() ? { ...file, score: 1_000 } : file;
        });
        const url = new URL(`https://api.example.com/v1/rental-files?offset=${start}`);
        yield { ...(await readFiles(files)), count: FILES, url, next: null, servedAt: null };
      }
    },
  });
}

function journalOf(store: DigestStore) {
  return createJournal({
    store: store.journal,
    now: Date.now,
    onFailure: (error) => {
      throw error;
    },
  });
}

async function recording(store: DigestStore): Promise<readonly Figure[]> {
  let round = 0;
  const portfolio = portfolioOf(() => round);
  const journal = journalOf(store);
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

/** The timeline of one file, and the report of a process that has just started. */
async function lookingBack(store: DigestStore): Promise<LookingBack> {
  const snapshot = await portfolioOf(() => 0).read();
  await journalOf(store).record(snapshot);
  const timelineMs = await timelines(store);
  const start = performance.now();
  const journal = journalOf(store);
  await journal.catchUp();
  const workingDays = createCalendars().workingDaysOf({ zone: 'Europe/Paris', holidays: 'FR' });
  const searchContext = searchContextOf(snapshot, { zone: 'Europe/Paris', workingDays, journal });
  const request = { query: parseQuery(''), period: 'month', ago: 0, targetDays: 5 } as const;
  const { awaiting } = reportOf(snapshot, request, searchContext);
  const reportMs = performance.now() - start;
  if (awaiting === 0 || journal.history() === null) throw new Error('nothing was reported');
  return { timelineMs, reportMs };
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
