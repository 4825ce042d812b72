import { beforeAll, beforeEach, expect, test } from 'vitest';

import { createJournal, type JournalOptions } from '../../src/journal/journal.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { JournalWrite } from '../../src/store/events.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';
import { runSql } from '../store/run-sql.ts';
import { storeIn } from '../support/open-store.ts';
import { serverPlace } from '../support/places.ts';

let store: DigestStore;
/** In the past, with steps longer than any write: no reading ends later than the clock. */
let lastMs = Date.now() - 86_400_000;

beforeAll(async () => {
  const opened = await storeIn(serverPlace);
  ({ store } = opened);
  return opened.close;
});
beforeEach(async () => {
  await runSql(
    store,
    'truncate rental_desk.journal, rental_desk.journal_files, rental_desk.file_events',
  );
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

test('only changed files are compared where only those were read, after a whole reading', async () => {
  const journal = journalWith();
  const [before, after] = [reading({ a: 1, b: 1 }), reading({ a: 2, b: 2 })];
  const [was, is] = [entryOf(before, 'a'), entryOf(after, 'a')];
  const change = { before: was, after: is, aspects: ['score'] } as const;
  const changes = { added: [], changed: [change], gone: [] };
  const partly: Snapshot = { ...after, isWhole: false, changes };
  await journal.record(partly);
  expect(journal.history()).toBeNull();
  await journal.record(before);
  await journal.record(partly);
  expect(await aspectsOf('a')).toEqual(['score 1 2']);
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
