import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { findRows } from '../../src/portfolio/search/execute.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { type DigestStore, openStore } from '../../src/store/store.ts';
import { createTriage, endOfLeavers, type Triage } from '../../src/triage/triage.ts';
import { asking, readingOfFiles } from '../portfolio/reading-of.ts';
import { runSql } from '../store/run-sql.ts';
import { folderPlace, type Place, serverPlace } from '../support/places.ts';
import { TEXT_CIPHER } from '../support/text-cipher.ts';

const CLAIRE = 'U0CLAIRE001';
const HANNAH = 'U0HANNAH01';
const IDS = ['a', 'b', 'c'];
const DAY_MS = 86_400_000;

function onFailure(error: unknown): never {
  throw error;
}

async function openAt(place: Place): Promise<DigestStore> {
  return openStore({ cipher: TEXT_CIPHER, ...place, onError: onFailure });
}

/** A complete snapshot of files that await a decision, read after all that was done before. */
function snapshotOf(...files: Readonly<Record<string, unknown>>[]): Snapshot {
  const snapshot = readingOfFiles(...files.map((file) => ({ status: 'OPEN', ...file })));
  const at = Date.now() + DAY_MS;
  return { ...snapshot, startedAt: at, endedAt: at };
}

/** Applicants with these statuses. */
function people(...statuses: string[]) {
  return { applicants: statuses.map((status, index) => ({ id: `p${index}`, status })) };
}

/** Ids that a query finds for Claire. */
function found(query: string, triage: Triage, snapshot: Snapshot): string[] {
  const context = { ...asking(snapshot), triage: triage.state(), readerId: CLAIRE };
  const { table } = snapshot;
  return Array.from(findRows(parseQuery(query), table, context), (row) => {
    return table.entries[row]?.id ?? '';
  });
}

function entryOf(id: string, snapshot: Snapshot) {
  const entry = snapshot.table.entries[snapshot.rows.get(id) ?? -1];
  if (entry === undefined) throw new Error(`no file ${id}`);
  return entry;
}

/** A store whose answer to each look waits until it is let go. */
function slowStore(store: DigestStore) {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    triage: {
      ...store.triage,
      async all() {
        const rows = await store.triage.all();
        await new Promise<void>((resolve) => waiting.push(resolve));
        return rows;
      },
    },
  };
}

describe.each([
  ['the embedded database', folderPlace],
  ['PostgreSQL', serverPlace],
])('on %s', (_name, placeFor) => {
  let place: Place;
  let store: DigestStore;
  let triage: Triage;

  beforeAll(async () => {
    place = await placeFor();
    store = await openAt(place);
  }, 60_000);

  afterAll(async () => {
    await store.stop();
    await place[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    const tables = ['taken_files', 'watched_files', 'snoozed_files'];
    for (const table of tables) await runSql(store, `delete from rental_desk.${table}`);
    triage = createTriage({ now: () => Date.now(), store: store.triage, onFailure });
    await triage.catchUp();
  });

  test('of two looks at once, the one that began last holds, whichever ends first', async () => {
    const { triage: slow, waiting } = slowStore(store);
    const other = createTriage({ now: () => Date.now(), store: slow, onFailure });
    const before = other.catchUp();
    await expect.poll(() => waiting.length).toBe(1);
    await triage.take('a', CLAIRE);
    const after = other.catchUp();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.();
    await after;
    expect(other.state()?.takerOf('a')).toBe(CLAIRE);
    waiting[0]?.();
    await before;
    expect(other.state()?.takerOf('a')).toBe(CLAIRE);
  });

  test('a file is taken by one person, who alone can give it back or hand it on', async () => {
    expect(await triage.take('a', CLAIRE)).toMatchObject({ takenBy: CLAIRE, isNew: true });
    expect(await triage.take('a', CLAIRE)).toMatchObject({ takenBy: CLAIRE, isNew: false });
    expect(await triage.take('a', HANNAH)).toMatchObject({ takenBy: CLAIRE, isNew: false });
    expect(await triage.giveBack('a', HANNAH)).toBe(false);
    expect(await triage.take('a', 'U0PAUL0001', HANNAH)).toMatchObject({ takenBy: CLAIRE });
    expect(await triage.take('a', HANNAH, CLAIRE)).toMatchObject({ takenBy: HANNAH, isNew: true });
    expect(await triage.take('a', HANNAH, CLAIRE)).toMatchObject({ takenBy: HANNAH, isNew: false });
    expect(await triage.giveBack('a', HANNAH)).toBe(true);
    expect(triage.state()?.takenOf('a')).toBeNull();
  });

  test('what one instance has written, another knows once it has caught up', async () => {
    const other = createTriage({ now: () => Date.now(), store: store.triage, onFailure });
    await other.catchUp();
    await triage.take('a', CLAIRE);
    expect(other.state()?.takerOf('a')).toBeNull();
    await other.catchUp();
    expect(other.state()?.takerOf('a')).toBe(CLAIRE);
  });

  test('all ends with a file that is decided, archived or gone, and with nothing less', async () => {
    const before = snapshotOf({ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' });
    for (const id of ['a', 'b', 'c', 'd']) {
      await triage.take(id, CLAIRE);
      await triage.watch(id, HANNAH);
      await triage.snooze(entryOf(id, before), CLAIRE, null);
    }
    const kept = () => ['a', 'b', 'c', 'd'].filter((id) => triage.state()?.takerOf(id) === CLAIRE);
    const after = snapshotOf(
      { id: 'a', decision: 'ACCEPTED' },
      { id: 'b', archived_at: '2026-11-20T08:00:00Z' },
      { id: 'd' },
    );

    // Of a part of the files, of some that could not be read, and of a doubtful list: nothing is gone.
    await triage.end({ ...snapshotOf({ id: 'd' }), isWhole: false });
    await triage.end({ ...snapshotOf({ id: 'd' }), skipped: 1 });
    await triage.end({ ...snapshotOf({ id: 'd' }), isWhole: false });
    expect(kept()).toEqual(['a', 'b', 'c', 'd']);

    await triage.end(after);
    expect(kept()).toEqual(['c', 'd']);
    expect(triage.state()?.watchersOf('a')).toEqual(new Set());
    // A service may forget a file for one reading: it is gone when two in a row lack it.
    await triage.end(snapshotOf({ id: 'c' }, { id: 'd' }));
    await triage.end(snapshotOf({ id: 'd' }));
    expect(kept()).toEqual(['c', 'd']);
    await triage.end(snapshotOf({ id: 'd' }));
    expect(kept()).toEqual(['d']);
  });

  test('what was done after a snapshot was read is not ended by it', async () => {
    await triage.take('a', CLAIRE);
    const stale = {
      ...snapshotOf({ id: 'a', decision: 'REJECTED' }),
      startedAt: Date.now() - DAY_MS,
    };
    await triage.end(stale);
    expect(triage.state()?.takerOf('a')).toBe(CLAIRE);
  });

  test('what was done after a shared snapshot was read is not ended by it where the clock is behind', async () => {
    const other = createTriage({
      now: () => Date.now() - DAY_MS,
      store: store.triage,
      onFailure,
    });
    await other.take('a', CLAIRE);
    const decided = snapshotOf({ id: 'a', decision: 'REJECTED' });
    const shared = { ...decided, databaseAheadMs: -DAY_MS };
    await other.end({ ...shared, startedAt: Date.now() + DAY_MS - 60_000 });
    expect(other.state()?.takerOf('a')).toBe(CLAIRE);
    await other.end({ ...shared, startedAt: Date.now() + DAY_MS + 60_000 });
    expect(other.state()?.takerOf('a')).toBeNull();
  });

  test('a file that rests until it changes does so no longer with whatever of it changes, and with nothing else', async () => {
    const file = { id: 'a', decision: 'READY', score: 70, completion_rate: 50 };
    const first = snapshotOf({ ...file, ...people('NEW', 'OPEN') });
    await triage.snooze(entryOf('a', first), CLAIRE, null);
    const restsWith = (change: object) => {
      const snapshot = snapshotOf({ ...file, ...people('NEW', 'OPEN'), ...change });
      return triage.state()?.isSnoozed(entryOf('a', snapshot), Date.now());
    };
    expect([
      restsWith({}),
      restsWith({ managers: ['anna@agence.fr'], ...people('OPEN', 'NEW') }),
    ]).toEqual([true, true]);
    const changes = [
      { status: 'COLLECTED' },
      { decision: 'PENDING' },
      { score: 71 },
      { completion_rate: 51 },
      { archived_at: '2026-11-20T08:00:00Z' },
      people('NEW'),
      people('NEW', 'CLOSED'),
    ];
    expect(changes.map(restsWith)).toEqual(changes.map(() => false));
  });

  test('a file that has changed rests no more, also when it is as it was again', async () => {
    const file = { id: 'a', decision: 'PENDING', score: 70 };
    const later = (change: object) => ({
      ...snapshotOf({ ...file, ...change }),
      startedAt: Date.now() + DAY_MS,
    });
    await triage.snooze(entryOf('a', snapshotOf(file)), CLAIRE, null);
    const rests = () => triage.state()?.isSnoozed(entryOf('a', snapshotOf(file)), Date.now());

    // Nobody knows whether what cannot be read has changed.
    for (const unread of [{ score: 'n/a' }, { decision: ['?'] }, { applicants: 'none' }]) {
      await triage.end(later(unread));
      expect(rests()).toBe(true);
    }
    await triage.end(later({}));
    expect(rests()).toBe(true);
    await triage.end({ ...snapshotOf({ ...file, decision: 'READY' }), startedAt: 0 });
    expect(rests()).toBe(true);

    await triage.end(later({ decision: 'READY' }));
    await triage.end(later({}));
    expect(rests()).toBe(false);
  });

  test('text that the service made up is not kept with a file that rests until it changes', async () => {
    const invented = { id: 'a', decision: 'Anne called', ...people('her mother pays', 'NEW') };
    const first = snapshotOf({ ...invented, status: 'waits for Anne' });
    await triage.snooze(entryOf('a', first), CLAIRE, null);
    const [row] = await runSql(store, 'select state from rental_desk.snoozed_files');
    expect(JSON.stringify(row)).not.toMatch(/Anne|mother/);
    expect(triage.state()?.isSnoozed(entryOf('a', first), Date.now())).toBe(true);
    const changed = snapshotOf({ ...invented, status: 'OPEN' });
    expect(triage.state()?.isSnoozed(entryOf('a', changed), Date.now())).toBe(false);
  });

  test('a snooze ends on its day, or when the state of the file changes, and not before', async () => {
    const now = Date.now();
    const before = snapshotOf({ id: 'a', score: 50 }, { id: 'b', score: 50 });
    await triage.snooze(entryOf('a', before), CLAIRE, now + DAY_MS);
    await triage.snooze(entryOf('b', before), CLAIRE, null);
    const resting = (id: string, snapshot: Snapshot, atMs: number) =>
      triage.state()?.isSnoozed(entryOf(id, snapshot), atMs);

    expect(resting('a', before, now + DAY_MS - 1)).toBe(true);
    expect(resting('a', before, now + DAY_MS)).toBe(false);
    const renamed = snapshotOf({ id: 'b', score: 50, tags: [{ tenant: 't', name: 'new' }] });
    expect(resting('b', renamed, now + 300 * DAY_MS)).toBe(true);
    expect(resting('b', snapshotOf({ id: 'b', score: 60 }), now)).toBe(false);
    await triage.unsnooze('a');
    expect(resting('a', before, now)).toBe(false);
  });

  test('a person who is gone loses what they had taken and watched, and others keep theirs', async () => {
    await triage.take('a', CLAIRE);
    await triage.take('b', HANNAH);
    await triage.watch('b', CLAIRE);
    expect(await triage.endOf(CLAIRE)).toEqual(['a']);
    expect(triage.state()?.freedMsOf('a')).toBeGreaterThan(0);
    expect(triage.state()?.freedMsOf('b')).toBeNull();
    expect(await triage.endOf(CLAIRE)).toEqual([]);
    expect(triage.state()?.takers()).toEqual(new Set([HANNAH]));
    expect(triage.state()?.watchersOf('b')).toEqual(new Set());
    // Whoever comes first has it.
    expect(await triage.take('a', HANNAH)).toMatchObject({ takenBy: HANNAH });
    expect(triage.state()?.freedMsOf('a')).toBeNull();
  });

  test('people who have left lose what they had taken; those of whom Slack says nothing keep it', async () => {
    await triage.take('a', CLAIRE);
    await triage.take('b', HANNAH);
    await triage.take('c', 'U0PAUL0001');
    const states = { [CLAIRE]: 'gone', [HANNAH]: 'unknown' } as const;
    const ended: unknown[] = [];
    await endOfLeavers(
      triage,
      async (userId) => (userId === CLAIRE || userId === HANNAH ? states[userId] : 'here'),
      (userId, files) => ended.push([userId, files]),
    );
    expect(ended).toEqual([[CLAIRE, 1]]);
    expect(triage.state()?.takers()).toEqual(new Set([HANNAH, 'U0PAUL0001']));
  });

  test('the token of another workspace, which knows nobody who has taken a file, frees none', async () => {
    await triage.take('a', CLAIRE);
    await triage.take('b', HANNAH);
    const states = new Map<string, 'here' | 'gone' | 'stranger' | 'unknown'>();
    const ended: unknown[] = [];
    const free = async (leavers?: string[]) =>
      endOfLeavers(
        triage,
        async (userId) => states.get(userId) ?? 'stranger',
        (userId) => ended.push(userId),
        leavers,
      );
    await free();
    await free([CLAIRE]);
    states.set(HANNAH, 'unknown');
    await free();
    expect(ended).toEqual([]);
    expect(triage.state()?.takers()).toEqual(new Set([CLAIRE, HANNAH]));
    states.set(HANNAH, 'here');
    await free();
    expect(ended).toEqual([CLAIRE]);
  });

  test('queries find what a plain recount finds, after anything that people do', async () => {
    const snapshot = snapshotOf(...IDS.map((id) => ({ id })));
    const person = fc.constantFrom(CLAIRE, HANNAH);
    const step = fc.record({
      what: fc.constantFrom('take', 'drop', 'watch', 'unwatch', 'snooze', 'unsnooze'),
      id: fc.constantFrom(...IDS),
      who: person,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const table of ['taken_files', 'watched_files', 'snoozed_files']) {
          await runSql(store, `delete from rental_desk.${table}`);
        }
        const takers = new Map<string, string>();
        const watches = new Set<string>();
        const snoozed = new Set<string>();
        const told: unknown[][] = [];
        for (const { what, id, who } of steps) {
          if (what === 'take') {
            if (!takers.has(id)) takers.set(id, who);
            const { takenBy } = await triage.take(id, who);
            told.push([takenBy, takers.get(id)]);
          } else if (what === 'drop') {
            if (takers.get(id) === who) takers.delete(id);
            await triage.giveBack(id, who);
          } else if (what === 'watch') {
            watches.add(`${id} ${who}`);
            await triage.watch(id, who);
          } else if (what === 'unwatch') {
            watches.delete(`${id} ${who}`);
            await triage.unwatch(id, who);
          } else if (what === 'snooze') {
            snoozed.add(id);
            await triage.snooze(entryOf(id, snapshot), who, null);
          } else {
            snoozed.delete(id);
            await triage.unsnooze(id);
          }
        }
        expect(told.filter(([takenBy, expected]) => takenBy !== expected)).toEqual([]);
        const fresh = createTriage({ now: () => Date.now(), store: store.triage, onFailure });
        await fresh.catchUp();
        expect(found('taken:me', fresh, snapshot)).toEqual(
          IDS.filter((id) => takers.get(id) === CLAIRE),
        );
        expect(found('taken:nobody', fresh, snapshot)).toEqual(IDS.filter((id) => !takers.has(id)));
        expect(found(`taken:@${HANNAH}`, fresh, snapshot)).toEqual(
          IDS.filter((id) => takers.get(id) === HANNAH),
        );
        expect(found('watched:me', fresh, snapshot)).toEqual(
          IDS.filter((id) => watches.has(`${id} ${CLAIRE}`)),
        );
        expect(found('snoozed:yes', fresh, snapshot)).toEqual(IDS.filter((id) => snoozed.has(id)));
        expect(found('-snoozed:yes', fresh, snapshot)).toEqual(
          found('snoozed:no', fresh, snapshot),
        );
      }),
      { numRuns: 20 },
    );
  });

  test('1,000 people watch one file', async () => {
    const watchers = Array.from({ length: 1_000 }, (_, index) => `U${1_000_000 + index}`);
    for (const userId of watchers) await store.triage.watch('a', userId);
    await triage.catchUp();
    expect(triage.state()?.watchersOf('a')).toEqual(new Set(watchers));
    await triage.end(snapshotOf({ id: 'a', decision: 'ACCEPTED' }));
    expect(triage.state()?.watchersOf('a')).toEqual(new Set());
  });
});

test('of many who take a file at once on two stores over one PostgreSQL, one gets it and all others are told who', async () => {
  await using place = await serverPlace();
  const one = await openAt(place);
  const other = await openAt(place);
  for (let round = 0; round < 20; round += 1) {
    const takes = Array.from({ length: 6 }, async (_, at) => {
      const { triage } = at % 2 === 0 ? one : other;
      return triage.take(`file ${round}`, `U000000${at}`, null);
    });
    const told = (await Promise.all(takes)).map(({ takenBy }) => takenBy);
    expect(new Set(told).size).toBe(1);
  }
  await Promise.all([one.stop(), other.stop()]);
}, 60_000);
