import { createJournal, type Journal } from '../../src/journal/journal.ts';
import { yieldToEventLoop } from '../../src/lib/concurrency.ts';
import { createPortfolio, type Portfolio } from '../../src/portfolio/portfolio.ts';
import type { SummaryPage } from '../../src/rental-api/schema/page.ts';
import type { FileEvent } from '../../src/store/events.ts';
import type { JournalStore } from '../../src/store/journal.ts';
import { rentalFile } from '../support/rental-files.ts';

/** Files that there may be. */
export const FILE_IDS = ['a', 'b', 'c', 'd', 'e'] as const;

/** A state of a file and when it began: no score is ever given twice. */
interface State {
  readonly score: number;
  readonly sinceMs: number;
}

/** A file of the service: all its states, and all times at which it came or went. */
export interface Simulated {
  readonly states: State[];
  readonly visits: { readonly isThere: boolean; readonly atMs: number }[];
}

/** What a reading is spoilt by. */
export type Fault = 'moved' | 'skipped' | 'forgetful';

/** A process of an instance. */
interface Process {
  readonly portfolio: Portfolio;
  readonly journal: Journal;
}

/** What an instance meets with. */
interface Surroundings {
  /** Writes until its process is killed. */
  writesLeft: number;
  fault: Fault | null;
  /** A reading that has not come to its end. */
  reading: { readonly go: () => void; readonly ended: Promise<unknown> } | null;
  gate: Promise<void> | null;
  recorded: Promise<unknown>;
}

interface Instance extends Surroundings {
  process: Process;
}

class AwayError extends Error {}

const TICK_MS = 1_000;
const START_MS = Date.UTC(2026, 10, 2, 8);

/** A service whose whole truth is known, and instances that read it. */
export function simulate(stores: readonly JournalStore[]) {
  const truth = new Map<string, Simulated>();
  let timeMs = START_MS;
  let skewMs = 0;
  let score = 0;
  let isDatabaseAway = false;
  const failures: unknown[] = [];
  const tick = () => (timeMs += TICK_MS);

  const now = () => timeMs;
  const isThere = (file: Simulated | undefined) => file?.visits.at(-1)?.isThere === true;

  function pageOf(ids: readonly string[], skipped: number, count: number): SummaryPage {
    return {
      files: ids.flatMap((id) => {
        const file = truth.get(id);
        if (!isThere(file)) return [];
        return [rentalFile({ id, score: file?.states.at(-1)?.score, status: 'OPEN' })];
      }),
      skipped,
      unknownValues: 0,
      count,
      url: new URL('https://api.example.com/v1/rental-files?offset=0'),
      next: null,
      servedAt: timeMs,
    };
  }

  async function* pages(instance: Surroundings): AsyncIterable<SummaryPage> {
    const { fault } = instance;
    tick();
    const ids = FILE_IDS.filter((_id, at) => fault === null || (at + score) % 2 === 0);
    const there = FILE_IDS.filter((id) => isThere(truth.get(id))).length;
    const count = fault === 'forgetful' ? 0 : there;
    yield pageOf(ids.slice(0, 2), fault === 'skipped' ? 1 : 0, count);
    tick();
    await instance.gate;
    yield pageOf(ids.slice(2), 0, fault === 'moved' ? count + 1 : count);
    tick();
  }

  /** Files that changed or came since: the service tells its own time. */
  async function* changed(sinceMs: number): AsyncIterable<SummaryPage> {
    const ids = FILE_IDS.filter((id) => {
      const file = truth.get(id);
      const at = [file?.states.at(-1)?.sinceMs ?? 0, file?.visits.at(-1)?.atMs ?? 0];
      return Math.max(...at) >= sinceMs;
    });
    yield pageOf(ids, 0, ids.filter((id) => isThere(truth.get(id))).length);
    tick();
  }

  function start(store: JournalStore, instance: Surroundings): Process {
    const reach = () => {
      if (isDatabaseAway || instance.writesLeft < 0) throw new AwayError('the database is away');
    };
    instance.writesLeft = Infinity;
    const journal = createJournal({
      store: {
        async state() {
          reach();
          const { state } = await store.state();
          return { nowMs: timeMs + skewMs, state };
        },
        async filesSince(...page) {
          reach();
          return store.filesSince(...page);
        },
        async write(part) {
          instance.writesLeft -= 1;
          reach();
          return store.write(part);
        },
        eventsOf: async (...file) => store.eventsOf(...file),
      },
      now,
      onFailure: (error) => {
        if (!(error instanceof AwayError)) failures.push(error);
      },
      filesAWrite: 2,
    });
    const portfolio = createPortfolio({
      pages: () => pages(instance),
      pagesSince: changed,
      now,
      monotonic: now,
      pollSeconds: 86_400,
      completionMax: 100,
      onSnapshot(snapshot) {
        const earlier = instance.recorded;
        instance.recorded = Promise.all([earlier, journal.record(snapshot)]);
      },
      onFailure: () => {},
    });
    return { portfolio, journal };
  }

  const instances = stores.map((store): Instance => {
    const surroundings: Surroundings = {
      writesLeft: Infinity,
      fault: null,
      reading: null,
      gate: null,
      recorded: Promise.resolve(),
    };
    return Object.assign(surroundings, { process: start(store, surroundings) });
  });
  const instanceAt = (index: number): Instance => {
    const instance = instances[index % instances.length];
    if (instance === undefined) throw new Error('there is no instance');
    return instance;
  };

  const world = {
    tick,
    change(id: string) {
      tick();
      score += 1;
      const file = truth.get(id);
      if (isThere(file)) file?.states.push({ score, sinceMs: timeMs });
    },
    come(id: string) {
      tick();
      score += 1;
      const file = truth.get(id) ?? { states: [], visits: [] };
      if (isThere(file)) return;
      truth.set(id, file);
      file.states.push({ score, sinceMs: timeMs });
      file.visits.push({ isThere: true, atMs: timeMs });
    },
    go(id: string) {
      tick();
      const file = truth.get(id);
      if (isThere(file)) file?.visits.push({ isThere: false, atMs: timeMs });
    },
    async read(index: number, what: 'all' | 'changes', fault: Fault | null = null) {
      const instance = instanceAt(index);
      await end(instance);
      tick();
      instance.fault = fault;
      await readBy(instance, what);
      instance.fault = null;
      await instance.recorded;
      // What a service forgets once, it brings back.
      if (fault === 'forgetful') await world.read(index, 'all');
    },
    async begin(index: number) {
      const instance = instanceAt(index);
      await end(instance);
      const { promise, resolve } = Promise.withResolvers<void>();
      instance.gate = promise;
      tick();
      instance.reading = { go: resolve, ended: readBy(instance) };
      // Until the first page is read.
      for (let turn = 0; turn < 5; turn += 1) await yieldToEventLoop();
    },
    async end(index: number) {
      await end(instanceAt(index));
    },
    /** Two readings at the same time, recorded at the same time. */
    async together() {
      await Promise.all(instances.map(async (instance) => end(instance)));
      await Promise.all(instances.map(async (instance) => readBy(instance)));
      await Promise.all(instances.map(async ({ recorded }) => recorded));
    },
    /** Kills an instance after some more writes, in the middle of a reading, and starts it again. */
    async kill(index: number, writes: number) {
      const instance = instanceAt(index);
      await end(instance);
      instance.writesLeft = writes;
      await readBy(instance);
      await instance.recorded;
      const store = stores[index % instances.length];
      if (store !== undefined) instance.process = start(store, instance);
    },
    /** The database goes away in the middle of a forgetful reading, and is back for the next try. */
    async interrupt(index: number, writes: number) {
      const instance = instanceAt(index);
      await end(instance);
      tick();
      instance.writesLeft = writes;
      instance.fault = 'forgetful';
      await readBy(instance);
      instance.fault = null;
      await instance.recorded;
      instance.writesLeft = Infinity;
      tick();
      await instance.process.journal.catchUp();
      await world.read(index, 'all');
    },
    setDatabaseAway(isAway: boolean) {
      isDatabaseAway = isAway;
    },
    /** Sets the database's clock forward or back. */
    setClock(ms: number) {
      skewMs = ms;
    },
    /** All is well again, and everything is read by one instance, as often as it takes. */
    async settle() {
      for (const instance of instances) await end(instance);
      isDatabaseAway = false;
      for (let round = 0; round < 3; round += 1) await world.read(0, 'all');
    },
    truth,
    /** Errors of recording but for those of a database that is away. */
    failures,
    historyOf: (index: number) => instanceAt(index).process.journal.history(),
    recorded: async () => (await stores[0]?.filesSince(-1, '', 100)) ?? [],
    histories: () => instances.map(({ process }) => process.journal.history()),
    catchUp: async (index: number) => instanceAt(index).process.journal.catchUp(),
    async events(): Promise<ReadonlyMap<string, readonly FileEvent[]>> {
      const found = new Map<string, readonly FileEvent[]>();
      for (const id of FILE_IDS) {
        found.set(id, (await instanceAt(0).process.journal.eventsOf(id)).toReversed());
      }
      return found;
    },
  };
  return world;
}

export type World = ReturnType<typeof simulate>;

/** A reading that fails leaves what was read before. */
async function readBy({ process }: Instance, what: 'all' | 'changes' = 'all'): Promise<void> {
  await process.portfolio.read(what).catch(() => {});
}

/** Lets a reading come to its end. */
async function end(instance: Instance): Promise<void> {
  instance.reading?.go();
  await instance.reading?.ended;
  instance.reading = null;
  instance.gate = null;
  await instance.recorded;
}
