import { isDeepStrictEqual } from 'node:util';

import { type AlertPorts, createAlertEvaluation } from '../../src/alerts/evaluate.ts';
import { digestQuery } from '../../src/digests/query.ts';
import { createCalendars } from '../../src/digests/schedule.ts';
import { createJournal } from '../../src/journal/journal.ts';
import type { Entry } from '../../src/portfolio/entry.ts';
import { formatQuery } from '../../src/portfolio/query/describe.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { entryIn, type Snapshot } from '../../src/portfolio/snapshot.ts';
import { DEFAULT_DIGEST_OPTIONS, type Digest, type DigestChoice } from '../../src/store/digest.ts';
import { ALERT_ASPECTS, type AlertOptions, WATCH_LIST_QUERY } from '../../src/store/events.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';
import { runSql } from '../store/run-sql.ts';

type File = Readonly<Record<string, unknown>>;

/** An instance of Rental Desk that reads files, records them, and evaluates alerts. */
export interface Instance {
  /** Reads these files, completely unless said otherwise. */
  read(files: readonly File[], over?: Partial<Snapshot>): Snapshot;
  /** Records the last snapshot in the journal and evaluates alerts in it. */
  evaluate(snapshot?: Snapshot): Promise<void>;
  /** Records the last snapshot alone. */
  record(): Promise<void>;
  /** Evaluates alerts in the last snapshot before it is recorded. */
  evaluateOnly(): Promise<void>;
}

let snapshots = 0;
let lastMs = 0;

/** Times of snapshots, each later than all before. */
function nextMs(): number {
  lastMs = Math.max(Date.now(), lastMs + 1);
  return lastMs;
}

/** As a reading does: a file that has not changed keeps its entry. */
function kept(entry: Entry, before: Snapshot | null): Entry {
  const old = entryIn(before, entry.id);
  return old !== null && isDeepStrictEqual(old, entry) ? old : entry;
}

/** Never before the last snapshot. */
const now = () => Math.max(Date.now(), lastMs);

/** Starts an instance on a store that others may use, too. */
export function startInstance(store: DigestStore, change: Partial<AlertPorts> = {}): Instance {
  let latest: Snapshot | null = null;
  // The database has this machine’s clock. A slow answer about it would make a snapshot older than
  // the one a few milliseconds before.
  let [recordedMs, askedMs] = [0, 0];
  const journal = createJournal({
    store: {
      ...store.journal,
      async state() {
        const answer = await store.journal.state();
        recordedMs = now();
        return { ...answer, nowMs: recordedMs };
      },
    },
    now: () => recordedMs,
    onFailure(error) {
      throw error;
    },
  });
  const evaluate = createAlertEvaluation({
    calendars: createCalendars(),
    journal,
    latestSnapshot: () => latest,
    now: () => askedMs,
    monotonic: () => performance.now(),
    onUnreadable(_, error) {
      throw error;
    },
    ...change,
    store: {
      ...(change.store ?? store.alerts),
      async states() {
        const answer = await (change.store ?? store.alerts).states();
        askedMs = now();
        return { ...answer, nowMs: askedMs };
      },
    },
  });
  return {
    read(files, over = {}) {
      const atMs = nextMs();
      snapshots += 1;
      const read = readingOfFiles(...files);
      latest = {
        ...read,
        table: { ...read.table, entries: read.table.entries.map((entry) => kept(entry, latest)) },
        id: `s${snapshots}`,
        startedAt: atMs,
        endedAt: atMs,
        ...over,
      };
      return latest;
    },
    async record() {
      if (latest !== null) await journal.record(latest);
    },
    evaluateOnly: async () => evaluate(new AbortController().signal),
    async evaluate(snapshot = latest ?? undefined) {
      if (snapshot !== undefined) {
        latest = snapshot;
        await journal.record(snapshot);
      }
      await evaluate(new AbortController().signal);
    },
  };
}

let names = 0;

/** Adds an alert. */
export async function addAlert(
  store: DigestStore,
  query: string,
  alert: Partial<AlertOptions> = {},
  channelId = 'C0LEASING01',
): Promise<Digest> {
  names += 1;
  return added(store, 'U0CLAIRE001', {
    channelId,
    name: `alert ${names}`,
    query: formatQuery(digestQuery(parseQuery(query)), 'en'),
    alert: { on: 'enters', aspects: [], everyMinutes: 0, quiet: null, ...alert },
  });
}

/** Adds the alert of a person on the files that they watch. */
export async function addWatchList(store: DigestStore, userId: string): Promise<Digest> {
  return added(store, userId, {
    channelId: userId,
    name: 'Watched files',
    query: WATCH_LIST_QUERY,
    alert: { on: 'changes', aspects: ALERT_ASPECTS, everyMinutes: 0, quiet: null },
  });
}

async function added(
  store: DigestStore,
  ownerId: string,
  choice: Omit<DigestChoice, 'schedule' | 'options'>,
): Promise<Digest> {
  const schedule = {
    times: [],
    days: [1, 2, 3, 4, 5, 6, 7],
    zone: 'Europe/Paris',
    holidays: 'none',
    onHoliday: 'skip',
  } as const;
  const options = { ...DEFAULT_DIGEST_OPTIONS, style: 'detailed' } as const;
  const alert = await store.digests.add({ ...choice, schedule, options }, ownerId, null);
  if (alert === null) throw new Error('the name is taken');
  return alert;
}

/** What an alert is to announce and has announced, in order: `enters f1`. */
export async function announcedBy(store: DigestStore, { id }: Digest): Promise<string[]> {
  const rows = await runSql(
    store,
    `select kind || ' ' || file_id || coalesce(' ' || from_value, '') || coalesce(' ' || to_value, '') as what
     from rental_desk.alert_entries where digest_id = $1 order by id`,
    [id],
  );
  return rows.map((row) => String(Object.values(Object(row))[0]));
}

const READY_EVERY_MS = 400;

/** Files of which one more is ready every so often between two moments. */
export function readyFiles(fromMs: number, untilMs: number): readonly { readonly id: string }[] {
  const count = Math.max(0, Math.ceil((untilMs - fromMs) / READY_EVERY_MS));
  return Array.from({ length: count }, (_, index) => ({ id: `f${index}`, decision: 'READY' }));
}
