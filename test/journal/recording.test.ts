import { beforeEach, expect, test } from 'vitest';

import { createJournal, type JournalOptions } from '../../src/journal/journal.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { reportOf } from '../../src/reports/report.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { JournalWrite } from '../../src/store/events.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { asking, readingOfFiles } from '../portfolio/reading-of.ts';
import { emptyTables, runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';

let store: DigestStore;
/** In the past, with steps longer than any write: no reading ends later than the clock. */
let lastMs = Date.now() - 86_400_000;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  await emptyTables(store, 'journal', 'journal_files', 'file_events');
});

function throwing(error: unknown): never {
  throw error;
}

/** A journal, which reports no failure unless a test expects one. */
const journalWith = (over: Partial<JournalOptions> = {}) =>
  createJournal({ store: store.journal, now: () => Date.now(), onFailure: throwing, ...over });

/** A complete reading of files by their id and score, later than all before. */
function reading(files: Readonly<Record<string, number>>, over: Partial<Snapshot> = {}): Snapshot {
  lastMs += 60_000;
  const rows = Object.entries(files).map(([id, score]) => ({ id, score, status: 'OPEN' }));
  return { ...readingOfFiles(...rows), startedAt: lastMs, endedAt: lastMs + 1, ...over };
}

function entryOf({ table, rows }: Snapshot, id: string) {
  const entry = table.entries[rows.get(id) ?? -1];
  if (entry === undefined) throw new Error(`no file ${id}`);
  return entry;
}

/** As many files as wanted, each with a score. */
const many = (count: number, score = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, score]));

/** A store of the journal that notes what is written, or refuses it. */
function watched(write?: (part: JournalWrite) => Promise<boolean>) {
  const parts: JournalWrite[] = [];
  return {
    parts,
    store: {
      ...store.journal,
      async write(part: JournalWrite) {
        parts.push(part);
        return write === undefined ? store.journal.write(part) : write(part);
      },
    },
  };
}

async function aspectsOf(id: string): Promise<string[]> {
  const events = await store.journal.eventsOf(id, 100);
  return events.map(({ aspect, from, to }) => `${aspect} ${from} ${to}`).toReversed();
}

test('before anything is recorded there is no past, and after it there is one since then', async () => {
  const journal = journalWith();
  expect(journal.history()).toBeNull();
  await journal.catchUp();
  expect(journal.history()).toBeNull();
  const first = reading({ a: 1 });
  await journal.record(first);
  const history = journal.history();
  expect(Math.abs((history?.sinceMs ?? 0) - first.endedAt)).toBeLessThan(5_000);
  expect(history?.timesOf('a')).toMatchObject({ appearedMs: null, changedMs: null });
  expect(history?.timesOf('b')).toBeNull();
});

test('files are written in parts of fifty, and none of them twice', async () => {
  const noting = watched();
  const journal = journalWith({ store: noting.store });
  await journal.record(reading(many(120)));
  expect(noting.parts.map(({ files }) => files.length)).toEqual([50, 50, 20]);
  expect(new Set(noting.parts.flatMap(({ files }) => files.map(({ id }) => id))).size).toBe(120);
  await journal.record(reading(many(120)));
  expect(noting.parts.map(({ files }) => files.length)).toEqual([50, 50, 20, 0]);
});

test('a process that starts later knows every file, however many pages they fill', async () => {
  await journalWith({ filesAWrite: 5_000 }).record(reading(many(1_100)));
  const journal = journalWith();
  await journal.catchUp();
  for (const id of ['f0', 'f499', 'f500', 'f1000', 'f1099', 'f999']) {
    expect(journal.history()?.timesOf(id)).not.toBeNull();
  }
  await journal.record(reading(many(1_100)));
  await journal.record(reading(many(1_100)));
  const [counted] = await runSql(store, 'select count(*)::int as n from rental_desk.file_events');
  expect(counted).toEqual({ n: 0 });
});

test('the last hundred events of a file are given', async () => {
  await runSql(
    store,
    `insert into rental_desk.file_events (file_id, aspect, after_at, before_at)
     select 'a', 'score', clock_timestamp(), clock_timestamp() from generate_series(1, 101)`,
  );
  expect(await journalWith().eventsOf('a')).toHaveLength(100);
});

/** A reading of one file with these fields. */
const readingOne = (fields: Readonly<Record<string, unknown>>) =>
  reading({ a: 0 }, { table: readingOfFiles({ id: 'a', status: 'OPEN', ...fields }).table });

test('what was not read is remembered by the database, and no event once it can be read', async () => {
  const archived_at = '2020-01-01T00:00:00Z';
  await journalWith().record(readingOne({ score: 'n/a', archived_at: '01/01/2020' }));
  // Another process, which knows only what is in the database.
  await journalWith().record(readingOne({ score: 80, archived_at }));
  expect(await aspectsOf('a')).toEqual([]);
  await journalWith().record(readingOne({ score: 90, archived_at }));
  expect(await aspectsOf('a')).toEqual(['score 80 90']);
});

test('only changed files are compared where only those were read, after a whole reading', async () => {
  const journal = journalWith();
  const [before, after] = [reading({ a: 1, b: 1 }), reading({ a: 2, b: 2 })];
  const changes = { added: [], changed: [entryOf(after, 'a')], gone: [] };
  const partly: Snapshot = { ...after, isWhole: false, changes };
  await journal.record(partly);
  expect(journal.history()).toBeNull();
  await journal.record(before);
  await journal.record(partly);
  expect(await aspectsOf('a')).toEqual(['score 1 2']);
  expect(await aspectsOf('b')).toEqual([]);
});

test('changes of a complete snapshot make one that is complete as well', async () => {
  const journal = journalWith();
  const first = reading({ a: 1 });
  await journal.record(first);
  await journal.record(reading({ a: 1 }, { isWhole: false }));
  await journal.record(reading({ a: 1, b: 1 }));
  const [appeared] = await store.journal.eventsOf('b', 100);
  expect(appeared?.aspect).toBe('appeared');
  expect(Math.abs((appeared?.afterMs ?? 0) - first.startedAt)).toBeLessThan(5_000);
});

test('changes of a snapshot that may lack files leave it open which files appear', async () => {
  const journal = journalWith();
  await journal.record(reading({ a: 1 }, { skipped: 1 }));
  await journal.record(reading({ a: 1 }, { isWhole: false }));
  await journal.record(reading({ a: 1 }));
  await journal.record(reading({ a: 1, b: 1 }));
  expect(await aspectsOf('b')).toEqual([]);
});

test('what could not be recorded is reported once, and recorded with what comes next', async () => {
  const failures: unknown[] = [];
  let isAway = false;
  const noting = watched(async (part) => {
    if (isAway) throw new StoreError('unreachable', 'away');
    return store.journal.write(part);
  });
  const journal = journalWith({
    store: noting.store,
    onFailure: (error) => failures.push(error),
  });
  await journal.record(reading({ a: 1 }));
  isAway = true;
  await journal.record(reading({ a: 2 }));
  expect(failures).toMatchObject([{ code: 'unreachable' }]);
  await journal.record(reading({ a: 3 }));
  expect(failures).toHaveLength(2);
  expect(await aspectsOf('a')).toEqual([]);
  isAway = false;
  await journal.catchUp();
  expect(failures).toHaveLength(2);
  expect(await aspectsOf('a')).toEqual(['score 1 3']);
});

test('another process that was faster is caught up with, and nothing is there twice', async () => {
  const journal = journalWith();
  await journal.record(reading({ a: 1 }));
  const later = reading({ a: 2 });
  let isOvertaken = false;
  const noting = watched(async (part) => {
    if (!isOvertaken) {
      isOvertaken = true;
      await journal.record(later);
    }
    return store.journal.write(part);
  });
  const slow = journalWith({ store: noting.store });
  await slow.record({ ...later });
  expect(await aspectsOf('a')).toEqual(['score 1 2']);
  expect(slow.history()?.timesOf('a')?.changedMs).toBe(journal.history()?.timesOf('a')?.changedMs);
});

test('a reading that is older than what another process has recorded is left out', async () => {
  const [one, other] = [journalWith(), journalWith()];
  await one.record(reading({ a: 1 }));
  await other.catchUp();
  const old = reading({ a: 5 });
  await one.record(reading({ a: 2 }));
  await other.record(old);
  expect(await aspectsOf('a')).toEqual(['score 1 2']);
  // What follows it is recorded once all files were read.
  await other.record(reading({ a: 3 }, { isWhole: false }));
  expect(await aspectsOf('a')).toEqual(['score 1 2']);
  await other.record(reading({ a: 3 }));
  expect(await aspectsOf('a')).toEqual(['score 1 2', 'score 2 3']);
});

test('a reading that instances share is one reading, however far their clocks differ', async () => {
  const reader = journalWith();
  const follower = journalWith({ now: () => Date.now() - 5_000 });
  const both = async (files: Readonly<Record<string, number>>) => {
    const shared = reading(files, { databaseAheadMs: 0 });
    await reader.record(shared);
    await follower.record({ ...shared });
  };
  await both({ a: 1, b: 1 });
  await both({ a: 1, b: 1 });
  await both({ a: 1 });
  await both({ a: 1, b: 1 });
  expect(await aspectsOf('b')).toEqual([]);
  await both({ a: 1 });
  await both({ a: 1 });
  expect(await aspectsOf('b')).toEqual(['gone null null']);
});

test('what others have recorded is known after catching up, and has a higher version', async () => {
  const [one, other] = [journalWith(), journalWith()];
  await one.record(reading({ a: 1 }));
  await other.catchUp();
  const before = other.history()?.version ?? 0;
  await one.record(reading({ a: 2 }));
  expect(other.history()?.timesOf('a')?.changedMs).toBeNull();
  await other.catchUp();
  expect(other.history()?.timesOf('a')?.changedMs).not.toBeNull();
  expect(other.history()?.version).toBeGreaterThan(before);
  const known = other.history()?.version;
  await other.catchUp();
  expect(other.history()?.version).toBe(known);
});

test('a journal that was stopped records nothing more, and reports nothing', async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const noting = watched(async (part) => {
    begun.resolve();
    await gate.promise;
    return store.journal.write(part);
  });
  const journal = journalWith({ store: noting.store });
  const recording = journal.record(reading(many(120)));
  await begun.promise;
  const stopping = journal.stop();
  gate.resolve();
  await Promise.all([recording, stopping]);
  expect(noting.parts).toHaveLength(1);
  await journal.record(reading(many(120)));
  await journal.catchUp();
  expect(noting.parts).toHaveLength(1);
});

test('a file is not gone that may have become the one that cannot be read', async () => {
  const journal = journalWith();
  await journal.record(reading({ a: 1, b: 1 }, { skipped: 1 }));
  // The unreadable one was deleted, and then b lost its id: the count is the same.
  await journal.record(reading({ a: 1 }, { skipped: 1 }));
  await journal.record(reading({ a: 1 }, { skipped: 1 }));
  await journal.record(reading({ a: 1, b: 1 }));
  expect(await aspectsOf('b')).toEqual([]);
});

test.each([
  ['kept', 2 * 86_400_000, true],
  ['forgotten with the rows of the database', 3_600_000, false],
])('the past of a file that is gone is %s', async (_, keepMs, isKept) => {
  const journal = journalWith({ keepMs });
  await journal.record(reading({ a: 1, b: 1 }));
  for (let times = 0; times < 3; times += 1) await journal.record(reading({ a: 1 }));

  expect(await aspectsOf('b')).toEqual(['gone null null']);
  expect(journal.history()?.timesOf('b') !== null).toBe(isKept);
  expect(journal.history()?.timesOf('a')).not.toBeNull();
});

test('a file is gone once two complete readings lack it, and no sooner', async () => {
  const journal = journalWith();
  await journal.record(reading({ a: 1, b: 1 }));
  await journal.record(reading({ a: 1 }, { skipped: 1 }));
  await journal.record(reading({ a: 1 }, { inconsistency: 'moved' }));
  await journal.record(reading({ a: 1 }));
  expect(await aspectsOf('b')).toEqual([]);
  await journal.record(reading({ a: 1 }));
  expect(await aspectsOf('b')).toEqual(['gone null null']);
  await journal.record(reading({ a: 1 }));
  expect(await aspectsOf('b')).toEqual(['gone null null']);
  await journal.record(reading({ a: 1, b: 1 }));
  expect(await aspectsOf('b')).toEqual(['gone null null', 'back null null']);
});

const HOUR_MS = 3_600_000;

test('a time without a reading is kept, whether or not anything changed in it, and known to all', async () => {
  lastMs -= 12 * HOUR_MS;
  const [one, other] = [journalWith(), journalWith()];
  await one.record(reading({ a: 1 }, { databaseAheadMs: 0 }));
  const last = reading({ a: 1 }, { databaseAheadMs: 0 });
  await one.record(last);
  const { startedAt: afterMs } = last;
  // A restart, or a reading that failed.
  expect(one.history()?.gapsUntil(afterMs + HOUR_MS - 1)).toEqual([]);
  expect(one.history()?.gapsUntil(afterMs + HOUR_MS)).toEqual([{ afterMs, beforeMs: Infinity }]);

  lastMs += HOUR_MS;
  const first = reading({ a: 1 }, { databaseAheadMs: 0 });
  await other.catchUp();
  await other.record(first);
  await one.catchUp();
  const gap = { afterMs, beforeMs: first.endedAt };
  const restarted = journalWith();
  await restarted.catchUp();
  for (const journal of [one, other, restarted]) {
    expect(journal.history()?.gapsUntil(first.endedAt)).toEqual([gap]);
  }
  // The other instance reads on: there is no gap where one of them does.
  lastMs += HOUR_MS / 2;
  await other.record(reading({ a: 1 }, { databaseAheadMs: 0 }));
  lastMs += HOUR_MS / 2;
  await one.catchUp();
  await one.record(reading({ a: 2 }, { databaseAheadMs: 0 }));
  expect(one.history()?.gapsUntil(lastMs)).toEqual([gap]);
});

test('a gap is kept once though the process dies while it records the reading after it', async () => {
  lastMs -= 6 * HOUR_MS;
  await journalWith().record(reading(many(3), { databaseAheadMs: 0 }));
  const afterMs = lastMs;
  lastMs += HOUR_MS;
  let writesLeft = 1;
  const dying = watched(async (part) => {
    writesLeft -= 1;
    if (writesLeft < 0) throw new StoreError('unreachable', 'away');
    return store.journal.write(part);
  });
  const died = journalWith({ store: dying.store, filesAWrite: 2, onFailure: () => {} });
  await died.record(reading(many(3, 2), { databaseAheadMs: 0 }));
  expect(died.history()?.gapsUntil(lastMs)).toEqual([{ afterMs, beforeMs: Infinity }]);
  const next = journalWith();
  const last = reading(many(3, 2), { databaseAheadMs: 0 });
  await next.record(last);
  expect(next.history()?.gapsUntil(lastMs)).toEqual([{ afterMs, beforeMs: last.endedAt }]);
  expect(await aspectsOf('f0')).toEqual(['score 1 2']);
});

test('where files are seldom read, one reading that failed is no gap', async () => {
  lastMs -= 20 * HOUR_MS;
  const journal = journalWith({ pollMs: HOUR_MS });
  await journal.record(reading({ a: 1 }, { databaseAheadMs: 0 }));
  lastMs += 2 * HOUR_MS;
  await journal.record(reading({ a: 1 }, { databaseAheadMs: 0 }));
  expect(journal.history()?.gapsUntil(lastMs)).toEqual([]);
  lastMs += 3 * HOUR_MS;
  await journal.record(reading({ a: 1 }, { databaseAheadMs: 0 }));
  expect(journal.history()?.gapsUntil(lastMs)).toHaveLength(1);
});

test('a clock that ran ahead and was set back makes no gap of the time between', async () => {
  lastMs -= 10 * HOUR_MS;
  const journal = journalWith();
  await journal.record(reading({ a: 1 }, { databaseAheadMs: 2 * HOUR_MS }));
  for (const a of [2, 3]) await journal.record(reading({ a }, { databaseAheadMs: 0 }));
  expect(journal.history()?.gapsUntil(lastMs)).toEqual([]);
  // One that was behind for a reading, and was corrected.
  await journal.record(reading({ a: 4 }, { databaseAheadMs: -5 * HOUR_MS }));
  expect(journal.history()?.gapsUntil(lastMs)).toEqual([]);
  await journal.record(reading({ a: 5 }, { databaseAheadMs: 0 }));
  expect(journal.history()?.gapsUntil(lastMs)).toEqual([]);
});

test('a clock of the database that was a year ahead for one reading dates nothing after it', async () => {
  let aheadMs = 0;
  const journalAhead = () =>
    journalWith({
      store: {
        ...store.journal,
        async state() {
          const { nowMs, state } = await store.journal.state();
          return { nowMs: nowMs + aheadMs, state };
        },
      },
    });
  const journal = journalAhead();
  for (const a of [1, 2]) await journal.record(reading({ a, b: 1, c: 1 }));
  aheadMs = 365 * 24 * HOUR_MS;
  await journal.record(reading({ a: 3, b: 1, c: 2 }));
  aheadMs = 0;
  for (const process of [journal, journalAhead()]) {
    await process.record(reading({ a: 4 + lastMs, b: 1, c: 2 }));
    await process.record(reading({ a: 5 + lastMs, c: 2 }));
    await process.record(reading({ a: 5 + lastMs, c: 2 }));
    const [event] = await process.eventsOf('a');
    expect(event?.beforeMs).toBeLessThanOrEqual(Date.now());
    expect(event?.beforeMs).toBeGreaterThan(lastMs - HOUR_MS);
    expect(process.history()?.timesOf('a')?.changedMs).toBeLessThanOrEqual(Date.now());
    expect(process.history()?.timesOf('c')?.changedMs).toBeLessThanOrEqual(Date.now());
    expect(process.history()?.gapsUntil(lastMs)).toEqual([]);
  }
  expect((await store.journal.eventsOf('b', 9)).some(({ aspect }) => aspect === 'gone')).toBe(true);
});

/** A reading at a given time, of three files. */
const readAt = (when: string, decision: string, updated_at: string) => {
  const startedAt = Date.parse(when);
  const files = ['a', 'b', 'c'].map((id) => ({ id, decision, updated_at, status: 'OPEN' }));
  const times = { startedAt, endedAt: startedAt + 1_000, databaseAheadMs: 0 };
  return { ...readingOfFiles(...files), ...times };
};

/** Three files that are decided on Tuesday the 10th, while nothing is read from Friday to Monday the 16th. */
async function afterOutage() {
  const waiting = ['READY', '2026-10-30T08:00:00Z'] as const;
  const journal = journalWith();
  for (const when of ['2026-09-28T08:00:00Z', '2026-09-28T08:05:00Z']) {
    await journal.record(readAt(when, ...waiting));
  }
  for (let hour = 0; hour < 2; hour += 1)
    await journal.record(readAt('2026-11-06T17:00:00Z', ...waiting));
  const back = readAt('2026-11-16T07:00:00Z', 'ACCEPTED', '2026-11-10T10:00:00Z');
  const figuresOf = (period: 'week' | 'month', ago: number) =>
    reportOf(
      back,
      { query: parseQuery(''), period, ago, targetDays: 5 },
      { ...asking(back), history: journal.history() },
    ).period;
  return { journal, back, figuresOf };
}

test('of a week in which nothing was read there are no figures, before and after its end is recorded', async () => {
  const { journal, back, figuresOf } = await afterOutage();
  for (const isRecorded of [false, true]) {
    if (isRecorded) await journal.record(back);
    expect(figuresOf('week', 1)).toMatchObject({ ready: null, decided: null });
    expect(figuresOf('week', 2).decided).toMatchObject({ accepted: 0 });
    expect(
      figuresOf('week', 2).gaps.map(({ afterMs }) => new Date(afterMs).toISOString()),
    ).toContain('2026-11-06T17:00:00.000Z');
  }
  const current = figuresOf('week', 0);
  expect(current.decided).toMatchObject({ accepted: 3, toDecision: null, withinTarget: 0 });
  expect(current.gaps).toHaveLength(1);
  // They were decided in this month, on whichever day.
  expect(figuresOf('month', 0).decided).toMatchObject({ accepted: 3, toDecision: null });
});

test('a journal knows what it has recorded itself, and gives once what others have recorded since', async () => {
  const [journal, other] = [journalWith(), journalWith()];
  const first = reading({ a: 1, b: 1 });
  await journal.record(first);
  await other.catchUp();
  expect([journal.generationOf(first), other.generationOf(first)]).toEqual([1, null]);
  expect([journal.takeOthers(), other.takeOthers()]).toEqual([new Map(), new Map()]);

  const second = reading({ a: 2, b: 1 }, { databaseAheadMs: 0 });
  await other.record(second);
  await journal.catchUp();
  expect([journal.generationOf(second), other.generationOf(second)]).toEqual([null, 2]);
  expect(journal.takeOthers()).toEqual(new Map([['a', second.endedAt]]));
  expect([journal.takeOthers(), other.takeOthers()]).toEqual([new Map(), new Map()]);
});

test('what others have recorded is known as well where everything is read again after a failure', async () => {
  const faults = { isAway: false };
  const journal = journalWith({
    onFailure() {},
    store: {
      ...store.journal,
      async state() {
        if (faults.isAway) throw new StoreError('unreachable', 'away');
        return store.journal.state();
      },
    },
  });
  const other = journalWith();
  await journal.record(reading({ a: 1, b: 1 }));
  faults.isAway = true;
  await journal.catchUp();
  faults.isAway = false;
  const second = reading({ a: 2, b: 1 }, { databaseAheadMs: 0 });
  await other.record(second);
  await journal.catchUp();
  expect(journal.takeOthers()).toEqual(new Map([['a', second.endedAt]]));
});
