import { cpuUsage } from 'node:process';

import { createAlertEvaluation } from '../../src/alerts/evaluate.ts';
import { createCalendars } from '../../src/digests/schedule.ts';
import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { readFiles } from '../../src/rental-api/schema/page.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { addAlert } from '../alerts/fixture.ts';
import { runSql } from '../store/run-sql.ts';
import { storeIn } from '../support/open-store.ts';
import { serverPlace } from '../support/places.ts';
import { type Figure, quantile } from './figure.ts';
import { benchPortfolio } from './portfolio.ts';

const FILES = 100_000;
const CHANGES = 1_000;
const ALERTS = 500;
const PAGE_SIZE = 1_000;
const POLLS = 11;
/** Of the changed files, one in so many becomes ready. */
const READY_EACH = 7;
const READY = { decision: 'READY', status: 'ANALYZED', archived_at: null };
const EVALUATE_MS_MAX = 100;

/** Evaluating 500 alerts in a new snapshot of 100,000 files, of which 1,000 have changed. */
export async function alerting(): Promise<readonly Figure[]> {
  const { store, close } = await storeIn(serverPlace);
  try {
    return [await evaluating(store)];
  } finally {
    await close();
  }
}

async function evaluating(store: DigestStore): Promise<Figure> {
  const all = generateFiles({ count: FILES, seed: 1, nowMs: Date.now() });
  let round = 0;
  const portfolio = benchPortfolio({
    async *pages() {
      for (let start = 0; start < FILES; start += PAGE_SIZE) {
        const files = all.slice(start, start + PAGE_SIZE).map((file, index) => {
          // In each round other files change, and a few of them become ready.
          const changedIn = (start + index) % (FILES / CHANGES);
          const isChanged = changedIn > 0 && changedIn <= round;
          const isReady = (start + index) % READY_EACH === 0;
          return isChanged ? { ...file, score: 1_000, ...(isReady ? READY : {}) } : file;
        });
        const url = new URL(`https://api.example.com/v1/rental-files?offset=${start}`);
        yield { ...(await readFiles(files)), count: FILES, url, next: null, servedAt: null };
      }
    },
  });
  const towns = [
    ...new Set(all.flatMap(({ product }) => product?.title?.split(', ').slice(1) ?? [])),
  ];
  for (let number = 0; number < ALERTS; number += 1) {
    const town = towns[number % towns.length] ?? 'lyon';
    const more = [`score:>=${number % 100}`, `completion:>${number % 80}`][number % 2];
    await addAlert(store, `decision:ready property:"${town}" ${more}`);
  }
  let snapshot: Snapshot = await portfolio.read();
  const evaluate = createAlertEvaluation({
    store: store.alerts,
    calendars: createCalendars(),
    journal: { history: () => null, generationOf: () => null, takeOthers: () => new Map() },
    latestSnapshot: () => snapshot,
    now: Date.now,
    monotonic: () => performance.now(),
    onUnreadable(_, error) {
      throw error;
    },
  });
  const going = new AbortController().signal;
  await evaluate(going);
  const times: number[] = [];
  for (round = 1; round <= POLLS; round += 1) {
    snapshot = await portfolio.read();
    const before = cpuUsage();
    await evaluate(going);
    const { user, system } = cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  const [row] = await runSql(
    store,
    'select count(*)::integer from rental_desk.alert_entries having count(*) > 0',
  );
  if (row === undefined) throw new Error('nothing was found that alerts announce');
  return {
    what: `evaluating ${ALERTS} alerts in ${CHANGES.toLocaleString('en')} changes among ${FILES.toLocaleString('en')} files, processor time, median`,
    floor: 'the bar',
    floorMs: EVALUATE_MS_MAX,
    oursMs: quantile(times, 0.5),
    ratioMax: 1,
  };
}
