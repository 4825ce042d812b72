import { createBulkhead, deadline, unlessAborted, yieldToEventLoop } from '../lib/concurrency.ts';
import { RentalError, type RentalFailure, retryAfterMsOf } from '../rental-api/errors.ts';
import type { FilePage, SummaryPage } from '../rental-api/schema/page.ts';
import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import { type Pool, createPool } from './entry.ts';
import { readAll, readChanges } from './refresh.ts';
import { prepareOrders } from './search/results.ts';
import type { Table } from './search/table.ts';
import {
  createCounter,
  judgementOf,
  noRepeats,
  type Progress,
  type Snapshot,
  withKeptScale,
  withoutRates,
} from './snapshot.ts';

/** The rental files as last read, and the refresh of them. */
export interface Portfolio {
  /** The newest snapshot. An old one, or a failed refresh, starts another in the background. */
  latest(): Snapshot | null;
  /** The latest snapshot with the files of that id, while it is in memory. */
  byId(id: string): Snapshot | null;
  /**
   * Refreshes the rental files, or joins the running refresh.
   *
   * @param what `all` pages, after which deleted files are gone; or `changes`, as background polls
   *   do where the service can list them
   * @param signal aborts the wait, which rejects with its reason; the refresh continues
   * @throws {RentalError} when some page cannot be read; the snapshots in memory stay
   */
  read(what?: 'all' | 'changes', signal?: AbortSignal): Promise<Snapshot>;
  progress(): Progress;
  /** Error of the last refresh; `null` when it succeeded. */
  failure(): unknown;
}

/** The snapshot that changes are applied to, and the request for them. */
interface Base {
  readonly before: Snapshot;
  readonly changed: () => AsyncIterable<SummaryPage>;
}

/** What an instance learns when it is about to read the files. */
export type Received =
  /** Those that another instance has read, in order; the last is the newest. */
  | { readonly snapshots: readonly [Snapshot, ...Snapshot[]] }
  | {
      /** It is to read the service itself: all pages, or as it would alone. */
      readonly reads: 'all' | 'any';
      /** As the snapshot that it reads is to have it. */
      readonly databaseAheadMs: number | null;
    };

/** Where nothing is shared. */
const READS_ALONE: Received = { reads: 'any', databaseAheadMs: null };

/** Snapshots that one instance reads for all. None of its methods rejects. */
export interface SharedSnapshots {
  /**
   * @param before the newest snapshot of this instance
   * @param what as `Portfolio.read` takes it: `all` asks for a snapshot that is read from now on
   */
  receive(before: Snapshot | null, what: 'all' | 'changes'): Promise<Received>;
  /** Offers a snapshot that this instance has read. */
  publish(snapshot: Snapshot): Promise<void>;
  /** Lets another instance read, after this one has failed to. */
  failed(): Promise<void>;
}

interface Refresh {
  readonly isWhole: boolean;
  readonly result: Promise<Snapshot>;
}

export interface PortfolioOptions {
  /** All pages of the list. */
  readonly pages: () => AsyncIterable<SummaryPage>;
  /**
   * Pages of files changed since an instant of the service's clock; `null` when the service does not
   * support it. All pages are read instead where the service does not tell its time.
   */
  readonly pagesSince: ((epochMs: number) => AsyncIterable<SummaryPage>) | null;
  readonly now: () => number;
  /** Max age of the newest snapshot before a refresh, in seconds. */
  readonly pollSeconds: number;
  /** Upper end of completion rates, or `null` to tell it from the rates served. */
  readonly completionMax: 1 | 100 | null;
  /** Milliseconds of a monotonic clock: a clock set back must not keep an old snapshot for long. */
  readonly monotonic: () => number;
  /** Absent where each instance reads for itself. */
  readonly shared?: SharedSnapshots | undefined;
  /** Called with each snapshot, in order. */
  readonly onSnapshot?: (snapshot: Snapshot) => void;
  /** Called once per failed refresh. */
  readonly onFailure: (error: unknown) => void;
  /** Called with what the service made of each request for changes; `error` when it refused. */
  readonly onChanges?: (outcome: 'accepted' | 'refused' | 'ignored', error: unknown) => void;
}

/**
 * Snapshots in memory, with different files each: lists that are being paged through keep theirs, older
 * ones show the newest.
 */
const SNAPSHOTS_MAX = 3;

/** Seconds before a failed refresh is repeated, if shorter than the poll interval. */
const RETRY_SECONDS = 15;

/** Polls for changes before a full refresh, since deleted files do not show among changes. */
const CHANGES_IN_A_ROW_MAX = 12;

/** Overlap of polls: changes may be stored after their timestamp, and a page is dated once made. */
const CHANGES_MARGIN_MS = 120_000;

/** A portfolio without a snapshot. */
export function createPortfolio(options: PortfolioOptions): Portfolio {
  const { pages, pagesSince, now, pollSeconds, completionMax, monotonic } = options;
  const { shared, onSnapshot, onFailure, onChanges } = options;
  let snapshots: readonly Snapshot[] = [];
  let running: Refresh | null = null;
  let progress: Progress = { read: 0, count: null };
  let failure: unknown = null;
  let triedAt = -Infinity;
  /** Until when the service that failed last has asked not to be tried again. */
  let restsUntil = -Infinity;
  let pool: Pool = createPool();
  let changesInARow = 0;
  /** Full refreshes before changes are asked for again. */
  let wholeInARow = 0;

  const making = {
    now,
    completionMax,
    onProgress: (made: Progress) => {
      progress = made;
    },
  };

  /**
   * Reads all pages; a result that lacks files is read once more, then accepted as inconsistent. An
   * empty list is asked for again with the next refresh: what emptied it does not pass in a moment,
   * nor does a count that is always off.
   */
  async function readAllPages(before: Snapshot | null): Promise<Snapshot> {
    const next = createPool(before === null ? undefined : pool);
    const base = before && withoutRates(before);
    const first = await readAll(pages(), base, next, making);
    const { inconsistency, oddities } = first;
    const mayPass = inconsistency === 'moved' || inconsistency === 'count';
    const snapshot = mayPass ? await readAll(pages(), base, next, making, oddities) : first;
    // A reading that failed holds a part of the files: the next one goes on from the pool before.
    pool = next;
    return withKeptScale(snapshot, before);
  }

  async function readWhole(before: Snapshot | null): Promise<Snapshot> {
    const snapshot = await readAllPages(before);
    changesInARow = 0;
    return snapshot;
  }

  async function readPart({ before, changed }: Base): Promise<Snapshot> {
    changesInARow += 1;
    let snapshot: Snapshot;
    try {
      snapshot = await readChanges(changed(), before, pool, making);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      wholeInARow = CHANGES_IN_A_ROW_MAX;
      onChanges?.('refused', error);
      return readWhole(before);
    }
    const isIgnored = isEverything(progress.read, snapshot, before);
    if (isIgnored) wholeInARow = CHANGES_IN_A_ROW_MAX;
    onChanges?.(isIgnored ? 'ignored' : 'accepted', null);
    return snapshot.inconsistency === null ? snapshot : readAllPages(before);
  }

  /** `null` when everything must be read. */
  function findBase(): Base | null {
    const [before] = snapshots;
    if (wholeInARow > 0) {
      wholeInARow -= 1;
      return null;
    }
    if (before?.inconsistency !== null || changesInARow >= CHANGES_IN_A_ROW_MAX) return null;
    const { startedAt, servedAt } = before;
    if (pagesSince === null || servedAt === null) return null;
    // A clock that is ahead would hide changes: this machine's, or that of a gateway which dates pages.
    const sinceMs = Math.min(startedAt, servedAt) - CHANGES_MARGIN_MS;
    return { before, changed: () => pagesSince(sinceMs) };
  }

  function keep(snapshot: Snapshot): Snapshot {
    const others = snapshots.filter(({ id }) => id !== snapshot.id);
    snapshots = [snapshot, ...others].slice(0, SNAPSHOTS_MAX);
    void prepare(snapshot.table, () => snapshots[0] === snapshot);
    onSnapshot?.(snapshot);
    return snapshot;
  }

  async function readOnce(base: Base | null, what: 'all' | 'changes'): Promise<Snapshot> {
    progress = { read: 0, count: null };
    triedAt = monotonic();
    const received = (await shared?.receive(snapshots[0] ?? null, what)) ?? READS_ALONE;
    if ('snapshots' in received) {
      for (const snapshot of received.snapshots) {
        if (snapshot === snapshots[0]) continue;
        // The one that is there already does not say that the service answers again.
        failure = null;
        keep(snapshot);
      }
      return received.snapshots.at(-1) ?? received.snapshots[0];
    }
    const { reads, databaseAheadMs } = received;
    const own = reads === 'all' ? null : base;
    try {
      const found = await (own ? readPart(own) : readWhole(snapshots[0] ?? null));
      const snapshot = { ...found, databaseAheadMs };
      failure = null;
      keep(snapshot);
      void shared?.publish(snapshot);
      return snapshot;
    } catch (error) {
      failure = error;
      restsUntil = monotonic() + retryAfterMsOf(error);
      void shared?.failed();
      onFailure(error);
      throw error;
    }
  }

  async function readAfter(
    earlier: Refresh | null,
    ...[base, what]: Parameters<typeof readOnce>
  ): Promise<Snapshot> {
    await earlier?.result.catch(() => {});
    return readOnce(base, what);
  }

  /**
   * One refresh at a time. A full one waits for a running poll, which does not show deleted files.
   */
  async function read(what: 'all' | 'changes' = 'all'): Promise<Snapshot> {
    if (running?.isWhole || (running && what === 'changes')) return running.result;
    const base = what === 'all' ? null : findBase();
    // What another instance has read before is no answer to who asks for all.
    const isWhole = base === null && (what === 'all' || shared === undefined);
    const started = { isWhole, result: readAfter(running, base, what) };
    const end = (): void => {
      if (running === started) running = null;
    };
    started.result.then(end, end);
    running = started;
    return started.result;
  }

  return {
    read: async (what, signal) => unlessAborted(read(what), signal),
    latest() {
      const [latest] = snapshots;
      const restSeconds = mayRetry(failure) ? Math.min(pollSeconds, RETRY_SECONDS) : pollSeconds;
      // Errors are available from `failure`.
      const isTried = latest !== undefined || failure !== null;
      const mayAsk = failure === null || monotonic() >= restsUntil;
      const isDue = monotonic() - triedAt > restSeconds * 1000;
      if (isTried && mayAsk && isDue) read('changes').catch(() => {});
      return latest ?? null;
    },
    byId: (id) => snapshots.find((snapshot) => snapshot.id === id) ?? null,
    progress: () => progress,
    failure: () => failure,
  };
}

/** Whether the service refuses the request itself, as it does an unknown parameter. */
function isRefusal(error: unknown): boolean {
  const code = rentalFailure(error)?.code;
  return code === 'rental_refused' || code === 'rental_not_found';
}

/** Fewer files may all have changed within the overlap of two polls. */
const EVERYTHING_FILES_MIN = 20;

/** Whether a service that was asked for changes has listed all files, most of them unchanged. */
function isEverything(listed: number, { changes }: Snapshot, before: Snapshot): boolean {
  const files = before.table.entries.length;
  const changed = (changes?.changed.length ?? 0) + (changes?.added.length ?? 0);
  return files >= EVERYTHING_FILES_MIN && listed >= files && changed * 2 < listed;
}

/**
 * Sorts a table in the background, so that the first sorted list need not wait.
 *
 * @param isNewest a newer table takes over what is ready, and has the rest prepared for itself
 */
async function prepare(table: Table, isNewest: () => boolean): Promise<void> {
  const steps = prepareOrders(table);
  // Requests that wait for the table come first.
  do {
    await yieldToEventLoop();
    if (!isNewest()) return;
  } while (steps.next().done !== true);
}

/** An open circuit breaker decides itself when the service is tried again. */
function mayRetry(failure: unknown): boolean {
  return failure !== null && rentalFailure(failure)?.code !== 'rental_resting';
}

/** Failure of the rental service, or `null` for any other error. */
export function rentalFailure(error: unknown): RentalFailure | null {
  return error instanceof RentalError ? error.failure : null;
}

/** Error of a refresh that takes longer than it is waited for. */
export function slowRefresh(waitedMs: number): RentalError {
  const what = `not done within ${waitedMs} ms`;
  return new RentalError('refresh of the rental files', what, { code: 'rental_slow' });
}

/** A short name of an error, for metrics and health. */
export function failureCode(error: unknown): string {
  return rentalFailure(error)?.code ?? 'unknown';
}

export interface LiveFileOptions {
  readonly portfolio: Pick<Portfolio, 'latest' | 'read'>;
  /** The page at a URL; `signal` aborts the request. */
  readonly fetchPage: (url: URL, signal: AbortSignal) => Promise<FilePage>;
  /** All pages of the list. */
  readonly pages: (signal: AbortSignal) => AsyncIterable<FilePage>;
}

/** Bounded, so that a slow service leaves connections to other commands and to polls. */
const AT_ONCE = { atOnceMax: 6, waitingMax: 60, waitMsMax: 10_000 };

/** Longer than one request may take, so that a timeout is reported as the service's. */
const MS_MAX = 25_000;

/**
 * Rental files as the service has them now, a few at once, in the order of requests.
 *
 * @returns a lookup by id, which ends after `msMax`, by default 25 s. It gives `null` when the
 *   service has no such file, and rejects with a `BusyError` over the limit of lookups, and with a
 *   `RentalError` when the service fails
 */
export function createLiveFile({
  portfolio,
  fetchPage,
  pages,
}: LiveFileOptions): (id: string, msMax?: number) => Promise<RentalFile | null> {
  const places = createBulkhead(AT_ONCE);

  return async (id, msMax = MS_MAX) => {
    const snapshot = portfolio.latest() ?? (await portfolio.read());
    return places.within(async () => {
      using late = deadline(msMax, () => tooSlow(msMax));
      return await findFile(
        id,
        snapshot,
        async (url) => fetchPage(url, late.signal),
        () => pages(late.signal),
      );
    });
  };
}

function tooSlow(ms: number): RentalError {
  const what = `not found after ${ms / 1_000} seconds`;
  return new RentalError('Looking for one rental file', what, { code: 'rental_slow' });
}

/** Neighbouring pages on either side of the last known page that are read before all others. */
const NEIGHBOURS_MAX = 2;

/**
 * One rental file with all its fields, read live: from the page where it was last seen, then from
 * neighbouring pages, since new files push others on, then from all.
 *
 * @returns `null` when no page contains it, and none can have been missed
 * @throws {RentalError} when a page cannot be read, and `rental_incomplete` when files may have been missed
 */
export async function findFile(
  id: string,
  snapshot: Snapshot,
  fetchPage: (url: URL) => Promise<FilePage>,
  pages: () => AsyncIterable<FilePage>,
): Promise<RentalFile | null> {
  for (const url of nearby(id, snapshot)) {
    const file = fileOn(await fetchPage(url), id);
    if (file !== null) return file;
  }
  const counter = createCounter();
  const seen = new Set<string>();
  let unreadable = 0;
  for await (const page of pages()) {
    const file = fileOn(page, id);
    if (file !== null) return file;
    const { files, skipped, count } = page;
    const repeats = noRepeats();
    const here = new Set<string>();
    for (const one of files) {
      if (here.has(one.id)) repeats.onOnePage.push(one.id);
      else if (seen.has(one.id)) repeats.onSeveralPages.push(one.id);
      here.add(one.id);
    }
    for (const each of here) seen.add(each);
    counter.add({ files: files.length, skipped, count }, repeats);
    unreadable += skipped;
  }
  const tally = counter.tally();
  const { inconsistency } = judgementOf(tally, snapshot.oddities);
  // One of those that the service counts and never sends is no file that it has sent.
  const isGone = inconsistency === null || (inconsistency === 'miscount' && snapshot.rows.has(id));
  if (unreadable === 0 && tally.files > 0 && isGone) return null;
  const what = `not among ${tally.files} files, of which ${unreadable} cannot be read`;
  throw new RentalError('Looking for one rental file', what, { code: 'rental_incomplete' });
}

/** The page where a file was last seen and those around it, nearest first. */
function nearby(id: string, { rows, seenOn }: Snapshot): URL[] {
  const row = rows.get(id);
  const home = row === undefined ? undefined : seenOn[row];
  if (home === undefined) return [];
  // Files of one page share a URL object: `href` of 100,000 files would block the event loop.
  const urls = [...new Set(seenOn)];
  const pages = [...new Map(urls.map((url) => [url.href, url])).values()];
  const at = pages.findIndex(({ href }) => href === home.href);
  const distances = Array.from({ length: NEIGHBOURS_MAX }, (_, index) => index + 1);
  const around = distances.flatMap((distance) => [pages[at + distance], pages[at - distance]]);
  return [home, ...around].filter((url) => url !== undefined);
}

function fileOn({ files }: FilePage, id: string): RentalFile | null {
  return files.find((file) => file.id === id) ?? null;
}
