import { unlessAborted } from '../lib/timeout.ts';
import { yieldToEventLoop } from '../lib/yield.ts';
import { RentalError, type RentalFailure } from '../rental-api/errors.ts';
import type { SummaryPage } from '../rental-api/schema/page.ts';
import { createPool, type Pool } from './entry.ts';
import { readAll, readChanges } from './refresh.ts';
import { prepareOrders } from './search/sort.ts';
import type { Table } from './search/table.ts';
import type { Progress, Snapshot } from './snapshot.ts';

/** The rental files as last read, and the way to read them again. */
export interface Portfolio {
  /** The last reading. One that has grown old, or failed, is tried again in the background. */
  latest(): Snapshot | null;
  /** The reading of that id, while it is still held. */
  byId(id: string): Snapshot | null;
  /**
   * Reads the rental files again, or joins the reading under way.
   *
   * @param what every page, also where the service can tell what has changed: only then does a
   *   file go that is gone; or `changes`, as it is done in the background
   * @param signal ends the wait, which then rejects with its reason; the reading goes on
   * @throws {RentalError} when they cannot all be read; what is held stays
   */
  read(what?: 'all' | 'changes', signal?: AbortSignal): Promise<Snapshot>;
  /** How far the reading under way has come. */
  progress(): Progress;
  /** Why the newest attempt failed; `null` when it did not. */
  failure(): unknown;
}

type PagesSince = (epochMs: number) => AsyncIterable<SummaryPage>;

/** What changes are laid over, and how to ask for them. */
interface Base {
  readonly before: Snapshot;
  readonly since: PagesSince;
}

interface Refresh {
  readonly isWhole: boolean;
  readonly reading: Promise<Snapshot>;
}

export interface PortfolioOptions {
  /** All pages of the list. */
  readonly pages: () => AsyncIterable<SummaryPage>;
  /** The pages of what changed since an instant; `null` where the service cannot tell. */
  readonly pagesSince: PagesSince | null;
  readonly now: () => number;
  /** How old the latest reading may grow before it is renewed. */
  readonly pollSeconds: number;
  /** What a completion rate counts to, or `null` to tell it from the files. */
  readonly completionMax: 1 | 100 | null;
  /** Milliseconds that only ever grow: a clock set back must not keep an old reading for long. */
  readonly monotonic: () => number;
  /** Hears once of every reading that failed, whoever waits for it. */
  readonly onFailure: (error: unknown) => void;
}

/** Lists people still page through keep their reading; older ones lead to the newest. */
const READINGS_HELD_MAX = 3;

/** What failed is tried again sooner than what has grown old. */
const RETRY_SECONDS = 15;

/** So many polls for changes, then everything again: what is gone does not show among changes. */
const CHANGES_IN_A_ROW_MAX = 12;

/** Clocks differ, and a change may be written a little after its time: better read twice. */
const CHANGES_MARGIN_MS = 120_000;

/** A portfolio that holds nothing yet. */
export function createPortfolio(options: PortfolioOptions): Portfolio {
  const { pages, pagesSince, now, pollSeconds, completionMax, monotonic, onFailure } = options;
  let readings: readonly Snapshot[] = [];
  let underWay: Refresh | null = null;
  let progress: Progress = { read: 0, count: null };
  let failure: unknown = null;
  let triedAt = -Infinity;
  let pool: Pool = createPool();
  let changesInARow = 0;

  const making = {
    now,
    completionMax,
    onProgress: (made: Progress) => {
      progress = made;
    },
  };

  /** All pages; a walk that does not add up is walked once more, and then taken with its doubt. */
  async function readAllPages(before: Snapshot | null): Promise<Snapshot> {
    pool = createPool(before === null ? undefined : pool);
    const snapshot = await readAll(pages(), before, pool, making);
    return snapshot.inconsistency === null ? snapshot : readAll(pages(), before, pool, making);
  }

  async function readWhole(before: Snapshot | null): Promise<Snapshot> {
    const snapshot = await readAllPages(before);
    changesInARow = 0;
    return snapshot;
  }

  async function readPart({ before, since }: Base): Promise<Snapshot> {
    changesInARow += 1;
    const changed = since(before.startedAt - CHANGES_MARGIN_MS);
    const snapshot = await readChanges(changed, before, pool, making);
    return snapshot.inconsistency === null ? snapshot : readAllPages(before);
  }

  /** `null` where everything must be read. */
  function findBase(): Base | null {
    const [before] = readings;
    if (before?.inconsistency !== null || changesInARow >= CHANGES_IN_A_ROW_MAX) return null;
    return pagesSince && { before, since: pagesSince };
  }

  async function readOnce(base: Base | null): Promise<Snapshot> {
    progress = { read: 0, count: null };
    triedAt = monotonic();
    try {
      const snapshot = await (base ? readPart(base) : readWhole(readings[0] ?? null));
      readings = [snapshot, ...readings].slice(0, READINGS_HELD_MAX);
      void prepare(snapshot.table);
      failure = null;
      return snapshot;
    } catch (error) {
      failure = error;
      onFailure(error);
      throw error;
    }
  }

  async function readAfter(earlier: Refresh | null, base: Base | null): Promise<Snapshot> {
    await earlier?.reading.catch(() => {});
    return readOnce(base);
  }

  /** One at a time. What is gone never shows among changes: whoever wants all waits for them. */
  async function read(what: 'all' | 'changes' = 'all'): Promise<Snapshot> {
    if (underWay?.isWhole || (underWay && what === 'changes')) return underWay.reading;
    const base = what === 'all' ? null : findBase();
    const started = { isWhole: base === null, reading: readAfter(underWay, base) };
    const end = (): void => {
      if (underWay === started) underWay = null;
    };
    started.reading.then(end, end);
    underWay = started;
    return started.reading;
  }

  return {
    read: async (what, signal) => unlessAborted(read(what), signal),
    latest() {
      const [latest] = readings;
      const restSeconds = mayRetry(failure) ? Math.min(pollSeconds, RETRY_SECONDS) : pollSeconds;
      // Whoever wants to know of a failure hears of it by `failure`.
      const isTried = latest !== undefined || failure !== null;
      if (isTried && monotonic() - triedAt > restSeconds * 1000) read('changes').catch(() => {});
      return latest ?? null;
    },
    byId: (id) => readings.find((snapshot) => snapshot.id === id) ?? null,
    progress: () => progress,
    failure: () => failure,
  };
}

/** Sorts a table in the background: the first sorted list would wait for it otherwise. */
async function prepare(table: Table): Promise<void> {
  for (const _ of prepareOrders(table)) await yieldToEventLoop();
}

/** A service that is left alone says itself when it is tried again. */
function mayRetry(failure: unknown): boolean {
  return failure !== null && rentalFailure(failure)?.code !== 'rental_resting';
}

/** Why the rental files could not be had, or `null` when `error` is about something else. */
export function rentalFailure(error: unknown): RentalFailure | null {
  return error instanceof RentalError ? error.failure : null;
}
