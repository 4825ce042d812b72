import { beforeEach, expect, test } from 'vitest';

import type { DigestStore } from '../../../src/store/store.ts';
import { serverPlace } from '../../support/places.ts';
import { useStore } from '../../support/use-store.ts';
import { emptyTables, runSql } from '../run-sql.ts';

const [CLAIRE, HANNAH] = ['U0CLAIRE001', 'U0HANNAH01'];
const DAY_MS = 86_400_000;

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  await emptyTables(store, 'taken_files', 'watched_files', 'snoozed_files');
});

const idsOf = (list: readonly { readonly fileId: string }[]) =>
  list.map(({ fileId }) => fileId).toSorted();

/** Ids of the files in each list. */
async function listed() {
  const { taken, freed, watched, snoozed } = await store.triage.all();
  return {
    taken: idsOf(taken),
    freed: idsOf(freed),
    watched: idsOf(watched),
    snoozed: idsOf(snoozed),
  };
}

/** Takes, watches and snoozes a file. */
async function doAllWith(fileId: string): Promise<void> {
  await store.triage.take(fileId, CLAIRE, null);
  await store.triage.watch(fileId, HANNAH);
  await store.triage.snooze({ fileId, snoozedBy: CLAIRE, untilMs: null, state: null });
}

test('what people do is found with who did it, and since when', async () => {
  const untilMs = Date.now() + DAY_MS;
  const { atMs } = await store.triage.take('a', CLAIRE, null);
  expect(Math.abs(atMs - Date.now())).toBeLessThan(60_000);
  await store.triage.watch('b', CLAIRE);
  await store.triage.watch('b', HANNAH);
  await store.triage.snooze({ fileId: 'c', snoozedBy: CLAIRE, untilMs, state: null });
  await store.triage.snooze({ fileId: 'd', snoozedBy: HANNAH, untilMs: null, state: '["OPEN"]' });
  const { taken, watched, snoozed, freed } = await store.triage.all();
  expect(taken).toEqual([{ fileId: 'a', takenBy: CLAIRE, atMs }]);
  expect(new Set(watched)).toEqual(
    new Set([
      { fileId: 'b', userId: CLAIRE },
      { fileId: 'b', userId: HANNAH },
    ]),
  );
  expect(new Set(snoozed)).toEqual(
    new Set([
      { fileId: 'c', snoozedBy: CLAIRE, untilMs, state: null },
      { fileId: 'd', snoozedBy: HANNAH, untilMs: null, state: '["OPEN"]' },
    ]),
  );
  expect(freed).toEqual([]);

  await store.triage.snooze({ fileId: 'd', snoozedBy: CLAIRE, untilMs, state: null });
  const { snoozed: later } = await store.triage.all();
  expect(later).toContainEqual({ fileId: 'd', snoozedBy: CLAIRE, untilMs, state: null });
  expect(later).toHaveLength(2);
});

test('each change makes the next generation, and looking makes none', async () => {
  const changes: readonly (() => Promise<unknown>)[] = [
    async () => store.triage.take('a', CLAIRE, null),
    async () => store.triage.giveBack('a', CLAIRE),
    async () => store.triage.watch('a', CLAIRE),
    async () => store.triage.unwatch('a', CLAIRE),
    async () => store.triage.snooze({ fileId: 'a', snoozedBy: CLAIRE, untilMs: null, state: null }),
    async () => store.triage.unsnooze('a'),
    async () => store.triage.end(['a'], Date.now()),
    async () => store.triage.endOf(CLAIRE),
  ];
  for (const change of changes) {
    const before = await store.triage.generation();
    expect((await store.triage.all()).generation).toBe(before);
    await change();
    expect(await store.triage.generation()).toBe(before + 1);
  }
});

test('ids of files that no text of PostgreSQL can hold are those without what cannot be held', async () => {
  expect(await store.triage.take('a\0b', CLAIRE, null)).toMatchObject({ fileId: 'ab' });
  await store.triage.watch('a\0b', CLAIRE);
  await store.triage.snooze({ fileId: 'a\0b', snoozedBy: CLAIRE, untilMs: null, state: '\0x' });
  expect(await listed()).toEqual({ taken: ['ab'], freed: [], watched: ['ab'], snoozed: ['ab'] });
  expect((await store.triage.all()).snoozed[0]?.state).toBe('x');
  expect(await store.triage.giveBack('a\0b', CLAIRE)).toBe(true);
  await store.triage.unwatch('a\0b', CLAIRE);
  await store.triage.unsnooze('a\0b');
  expect(await listed()).toEqual({ taken: [], freed: [], watched: [], snoozed: [] });
});

test('giving back, not watching and not resting are about one file and one person', async () => {
  for (const id of ['a', 'b']) {
    await doAllWith(id);
    await store.triage.watch(id, CLAIRE);
  }
  expect(await store.triage.giveBack('a', HANNAH)).toBe(false);
  expect(await store.triage.giveBack('a', CLAIRE)).toBe(true);
  await store.triage.unwatch('a', CLAIRE);
  await store.triage.unsnooze('a');
  expect(await listed()).toEqual({
    taken: ['b'],
    freed: [],
    watched: ['a', 'b', 'b'],
    snoozed: ['b'],
  });
});

test('what ends ends for the files that are named and what was done before, and for nothing else', async () => {
  await doAllWith('a');
  await doAllWith('b');
  const before = Date.now() + 60_000;
  await store.triage.end(['a'], Date.now() - 60_000);
  await store.triage.end([], before);
  expect(await listed()).toEqual({
    taken: ['a', 'b'],
    freed: [],
    watched: ['a', 'b'],
    snoozed: ['a', 'b'],
  });
  await store.triage.end(['a', 'c'], before);
  expect(await listed()).toEqual({ taken: ['b'], freed: [], watched: ['b'], snoozed: ['b'] });
  // Watching begins anew when it is asked for again.
  await store.triage.watch('a', HANNAH);
  expect((await listed()).watched).toEqual(['a', 'b']);
});

test('more files than fit into one statement end together', async () => {
  await runSql(
    store,
    `insert into rental_desk.taken_files (file_id, taken_by)
     select 'f' || n, 'U1' from generate_series(1, 2500) as n`,
  );
  const ids = Array.from({ length: 2_400 }, (_, index) => `f${index + 1}`);
  await store.triage.end(ids, Date.now() + 60_000);
  const { taken } = await listed();
  expect(taken).toHaveLength(100);
  expect(taken.filter((id) => ids.includes(id))).toEqual([]);
});

test('who watched a file until it ended, and who has freed it, is known for 31 days', async () => {
  for (const id of ['a', 'b']) await doAllWith(id);
  for (const id of ['c', 'd']) await store.triage.take(id, HANNAH, null);
  await store.triage.end(['a', 'b'], Date.now() + 60_000);
  expect((await store.triage.endOf(HANNAH)).toSorted()).toEqual(['c', 'd']);
  await store.triage.watch('e', HANNAH);
  await doAllWith('f');
  await store.triage.end(['e'], Date.now() + 60_000);
  const age = async (table: string, column: string, fileId: string, days: number) =>
    runSql(
      store,
      `update rental_desk.${table} set ${column} = clock_timestamp() - make_interval(days => $2)
         + interval '1 minute' where file_id = $1`,
      [fileId, days],
    );
  await age('taken_files', 'freed_at', 'c', 31);
  await age('taken_files', 'freed_at', 'd', 32);
  await store.triage.watch('g', HANNAH);
  await store.triage.watch('h', HANNAH);
  await store.triage.end(['g', 'h'], Date.now() + 60_000);
  await age('watched_files', 'ended_at', 'g', 31);
  await age('watched_files', 'ended_at', 'h', 32);
  await store.triage.end(['x'], Date.now());
  expect(await listed()).toEqual({ taken: ['f'], freed: ['c'], watched: ['f'], snoozed: ['f'] });
  const ended = await runSql(
    store,
    'select file_id as id from rental_desk.watched_files where ended_at is not null order by 1',
  );
  expect(ended).toEqual([{ id: 'e' }, { id: 'g' }]);
});

test('the time at which watching ended stays when it ends again', async () => {
  await store.triage.watch('a', HANNAH);
  await store.triage.end(['a'], Date.now() + 60_000);
  await runSql(
    store,
    `update rental_desk.watched_files set ended_at = ended_at - interval '1 hour'`,
  );
  const endedAt = async () => runSql(store, 'select ended_at from rental_desk.watched_files');
  const before = await endedAt();
  await store.triage.end(['a'], Date.now() + 60_000);
  expect(await endedAt()).toEqual(before);
});
