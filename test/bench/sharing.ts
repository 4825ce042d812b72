import { PerformanceObserver } from 'node:perf_hooks';
import { cpuUsage, threadCpuUsage } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import { type SummaryPage, readSummaries } from '../../src/rental-api/schema/page.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { storeIn } from '../support/open-store.ts';
import { serverPlace } from '../support/places.ts';
import { startChild } from './child.ts';
import { type Figure, quantile } from './figure.ts';
import { openInstance } from './shared-instance.ts';

const FILES = Number(process.env['FILES'] ?? 100_000);
const FEW_FILES = 10_000;
const CHANGES = 1_000;
const PAGE_SIZE = 1_000;
const ROUNDS = 5;
const FLEETS = [1, 2, 5];
const MADE_MS = Date.UTC(2026, 10, 20);
const RENEWING_MS = 1_000;

const PUBLISHING_MS_MAX = 1_500;
const SLICE_MS_MAX = 20;
const HELD_MS_MAX = 50;
const CHANGES_MS_MAX = 100;
const LOADING_MS_MAX = 1_000;

/** What sharing snapshots costs the instance that reads, and those that load them. */
export async function sharing(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const size of FLEETS) figures.push(await onNewStore(async (store) => requests(store, size)));
  return [...figures, ...(await onNewStore(costs))];
}

/** Nothing is published there that instances would take over instead of reading. */
async function onNewStore<Value>(
  work: (store: DigestStore, databaseUrl: string) => Promise<Value>,
): Promise<Value> {
  const place = await serverPlace();
  const { store, close } = await storeIn(async () => place);
  try {
    return await work(store, place.databaseUrl);
  } finally {
    await close();
  }
}

/** Instances on one store, and how many pages they have asked the service for. */
function openFleet(store: DigestStore, files: number) {
  const { sharedSnapshots } = store;
  if (sharedSnapshots === null) throw new Error('nothing is shared');
  const service = { round: 0, pages: 0 };

  async function pageAt(offset: number): Promise<SummaryPage> {
    service.pages += 1;
    // Made anew each time: held, they would make each collection of garbage longer.
    const made = generateFiles({ count: PAGE_SIZE, seed: offset, nowMs: MADE_MS });
    const items = made.map((file, index) => {
      const changedIn = (offset + index) % (files / CHANGES);
      return changedIn > 0 && changedIn <= service.round ? { ...file, score: 1_000 } : file;
    });
    const url = new URL(`https://api.example.com/v1/rental-files?offset=${offset}`);
    return { ...(await readSummaries(items)), count: files, url, next: null, servedAt: null };
  }

  function start() {
    return openInstance(sharedSnapshots ?? raise(), async function* () {
      for (let at = 0; at < files; at += PAGE_SIZE) yield pageAt(at);
    });
  }

  return { service, start };
}

function raise(): never {
  throw new Error('this is not to happen');
}

async function costs(store: DigestStore, databaseUrl: string): Promise<readonly Figure[]> {
  const { service, start } = openFleet(store, FILES);
  const reader = start();
  const renewing = setInterval(() => {
    void reader.replication.tend({ read: async () => raise(), failure: () => null });
  }, RENEWING_MS);
  const first = await reader.portfolio.read();
  const publishing = await costOf(() => reader.replication.publish(first));
  const loading: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) loading.push(await loadingMs(databaseUrl));
  const other = start();
  await other.portfolio.read('changes');

  const changing: Cost[] = [];
  const following: Cost[] = [];
  for (service.round = 1; service.round <= ROUNDS; service.round += 1) {
    const snapshot = await reader.portfolio.read();
    changing.push(await costOf(() => reader.replication.publish(snapshot)));
    following.push(await costOf(async () => other.portfolio.read('changes')));
    if (other.portfolio.latest()?.id !== snapshot.id) throw new Error('another one was loaded');
  }
  clearInterval(renewing);
  await reader.replication.stop();
  if (service.pages !== (1 + ROUNDS) * (FILES / PAGE_SIZE)) throw new Error('two have read');

  const files = FILES.toLocaleString('en');
  const changes = CHANGES.toLocaleString('en');
  const median = (all: readonly Cost[]) =>
    quantile(
      all.map(({ cpuMs }) => cpuMs),
      0.5,
    );
  const bar = { floor: 'the bar', ratioMax: 1 };
  return [
    {
      ...bar,
      what: `publishing ${files} files for other instances, processor time`,
      floorMs: PUBLISHING_MS_MAX,
      oursMs: publishing.cpuMs,
    },
    {
      ...bar,
      what: 'its longest slice between two turns of the event loop, processor time',
      floorMs: SLICE_MS_MAX,
      oursMs: publishing.sliceMs,
    },
    {
      ...bar,
      what: 'the same with the collections of garbage that fall into it',
      floorMs: HELD_MS_MAX,
      oursMs: publishing.heldMs,
    },
    {
      ...bar,
      what: `publishing ${changes} changes of them, processor time, median`,
      floorMs: CHANGES_MS_MAX,
      oursMs: median(changing),
    },
    {
      ...bar,
      what: `loading ${files} files by a new instance, processor time, median`,
      floorMs: LOADING_MS_MAX,
      oursMs: quantile(loading, 0.5),
    },
    {
      ...bar,
      what: `loading ${changes} changes of them, processor time, median`,
      floorMs: LOADING_MS_MAX,
      oursMs: median(following),
    },
  ];
}

/** What loading costs a new instance, as the first thing that it does. */
async function loadingMs(databaseUrl: string): Promise<number> {
  const child = await startChild('test/bench/load-snapshot.ts', [], { DATABASE_URL: databaseUrl });
  await child.stop();
  const { files, cpuMs } = JSON.parse(child.line);
  if (files !== FILES) throw new Error(`${files} files were loaded instead of ${FILES}`);
  return cpuMs;
}

/** What a poll asks the service for, by the number of instances: as much as one alone. */
async function requests(store: DigestStore, size: number): Promise<Figure> {
  const { service, start } = openFleet(store, FEW_FILES);
  const [reader, ...others] = Array.from({ length: size }, start);
  if (reader === undefined) throw new Error('no instance');
  await reader.replication.publish(await reader.portfolio.read());
  for (const { portfolio } of others) await portfolio.read('changes');
  const before = service.pages;
  await reader.replication.publish(await reader.portfolio.read());
  for (const { portfolio } of others) await portfolio.read('changes');
  await reader.replication.stop();
  return {
    what: `a poll of ${size} instances that share what one reads`,
    floor: 'the pages of the service',
    floorMs: FEW_FILES / PAGE_SIZE,
    oursMs: service.pages - before,
    ratioMax: 1,
    unit: 'requests',
  };
}

interface Cost {
  readonly cpuMs: number;
  /** Processor time of the thread between two turns of the event loop, at most. */
  readonly heldMs: number;
  /** The same without collections of garbage, which come when the whole process is due one. */
  readonly sliceMs: number;
}

const TURN_MS = 1;
/** Collections of garbage are told of some time after they have ended. */
const TOLD_MS = 100;

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const collections: { readonly startTime: number; readonly duration: number }[] = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const turns = [turnNow()];
  const turning = setInterval(() => turns.push(turnNow()), TURN_MS);
  const before = cpuUsage();
  await work();
  const { user, system } = cpuUsage(before);
  turns.push(turnNow());
  clearInterval(turning);
  await delay(TOLD_MS);
  observer.disconnect();

  let [heldMs, sliceMs] = [0, 0];
  for (const [index, { atMs, cpuMs }] of turns.entries()) {
    const last = turns[index - 1];
    if (last === undefined) continue;
    const held = cpuMs - last.cpuMs;
    const collected = collections
      .filter(({ startTime }) => startTime >= last.atMs && startTime < atMs)
      .reduce((sum, { duration }) => sum + duration, 0);
    heldMs = Math.max(heldMs, held);
    sliceMs = Math.max(sliceMs, held - collected);
  }
  return { cpuMs: (user + system) / 1_000, heldMs, sliceMs };
}

function turnNow() {
  const { user, system } = threadCpuUsage();
  return { atMs: performance.now(), cpuMs: (user + system) / 1_000 };
}
