import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { SharedSnapshotStore } from '../../src/store/shared-snapshots.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { storeIn } from '../support/open-store.ts';
import { serverPlace } from '../support/places.ts';
import { runSql } from './run-sql.ts';

let opened: DigestStore;
let store: SharedSnapshotStore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ store: opened, close } = await storeIn(serverPlace));
  if (opened.sharedSnapshots === null) throw new Error('PostgreSQL shares snapshots');
  store = opened.sharedSnapshots;
});

afterAll(async () => close());

beforeEach(async () => {
  await passed(60);
  await runSql(opened, 'delete from rental_desk.shared_snapshots');
  await runSql(opened, 'delete from rental_desk.snapshot_segments');
});

/** Lets the lease, snapshots and segments grow older. */
async function passed(seconds: number): Promise<void> {
  for (const [table, column] of [
    ['snapshot_lease', 'expires_at'],
    ['shared_snapshots', 'published_at'],
    ['snapshot_segments', 'stored_at'],
  ]) {
    const sql = `update rental_desk.${table} set ${column} = ${column} - make_interval(secs => $1)`;
    await runSql(opened, sql, [seconds]);
  }
}

const segment = (id: string) => ({ id, content: Buffer.from(id) });
const snapshotOf = (...segments: string[]) => ({
  name: `of ${segments.join()}`,
  answered: 0,
  manifest: Buffer.from('manifest'),
  segments,
});

async function tokenOf(holder: string): Promise<number> {
  const { token } = await store.lease(holder, true);
  if (token === null) throw new Error('the lease is not free');
  return token;
}

async function segmentsThere(...ids: string[]) {
  return (await store.segments(ids)).map(({ id }) => id).toSorted();
}

test('one instance holds the lease, by a token of its own, until it ends or is released', async () => {
  expect(await store.holder()).toBeNull();
  expect(await store.lease('one', false)).toMatchObject({ token: null, isFree: true });
  const token = await tokenOf('one');
  expect(await store.holder()).toBe('one');
  expect(await store.lease('two', true)).toMatchObject({
    token: null,
    isFree: false,
    holder: 'one',
  });
  await passed(7);
  expect(await store.lease('one', false)).toMatchObject({ token, isFree: false, holder: 'one' });
  await passed(9);
  expect(await store.holder()).toBeNull();
  expect(await store.lease('two', true)).toMatchObject({ token: token + 1, holder: 'two' });

  await store.release('one');
  expect(await store.holder()).toBe('two');
  await store.release('two');
  expect(await store.lease('one', false)).toMatchObject({ token: null, isFree: true, holder: '' });
  // Its own lease that has ended is another one when it is taken again.
  expect(await tokenOf('one')).toBe(token + 2);
  await passed(9);
  expect(await tokenOf('one')).toBe(token + 3);
});

test('a renewal tells the database’s clock in whole milliseconds', async () => {
  const { nowMs } = await store.lease('one', true);
  // The database is on this machine.
  expect(Math.abs((nowMs ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(Number.isInteger(nowMs)).toBe(true);
  expect((await store.lease('two', true)).nowMs).toBeNull();
});

test('requests to read are counted, and shown with the lease', async () => {
  const { asked } = await store.lease('one', true);
  expect([await store.ask(), await store.ask()]).toEqual([asked + 1, asked + 2]);
  expect(await store.lease('one', true)).toMatchObject({ asked: asked + 2 });
});

test('the last three snapshots are kept with their segments, and nothing else', async () => {
  const token = await tokenOf('one');
  const names = Array.from({ length: 45 }, (_, index) => `s${String(index).padStart(2, '0')}`);
  await store.putSegments(names.map(segment));
  expect(await segmentsThere(...names)).toEqual(names);

  const numbers: unknown[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    await store.putSegments([segment(name)]);
    numbers.push(await store.publish(token, snapshotOf(name)));
  }
  const [first] = numbers.map(Number);
  expect(numbers).toEqual([0, 1, 2, 3].map((more) => Number(first) + more));
  const kept = await store.snapshotsAfter(0);
  expect(kept.map(({ number }) => number)).toEqual(numbers.slice(1));
  expect(kept[0]).toMatchObject({ name: 'of b', answered: 0, segments: ['b'] });
  expect(Buffer.from(kept[0]?.manifest ?? []).toString()).toBe('manifest');
  expect((await store.snapshotsAfter(Number(numbers[2]))).map(({ number }) => number)).toEqual([
    numbers[3],
  ]);
  expect(await segmentsThere('a', 'b', 'c', 'd', ...names)).toEqual(['b', 'c', 'd']);
});

test('nothing is published by an earlier token, by a lease that has ended, or without its segments', async () => {
  const token = await tokenOf('one');
  await store.putSegments([segment('a')]);
  expect(await store.publish(token, snapshotOf('a', 'b'))).toBe('lost');
  expect(await store.publish(token - 1, snapshotOf('a'))).toBe('expired');
  await passed(9);
  expect(await store.publish(token, snapshotOf('a'))).toBe('expired');
  expect(await store.snapshotsAfter(0)).toEqual([]);
});

test('after a day without another snapshot everything is removed, but for what is new', async () => {
  const token = await tokenOf('one');
  await store.putSegments([segment('a')]);
  await store.publish(token, snapshotOf('a'));
  await store.removeExpired();
  expect((await store.snapshotsAfter(0)).length).toBe(1);
  await passed(86_390);
  await store.removeExpired();
  expect(await segmentsThere('a')).toEqual(['a']);
  await passed(20);
  await store.putSegments([segment('new')]);
  await store.removeExpired();
  expect(await store.snapshotsAfter(0)).toEqual([]);
  expect(await segmentsThere('a', 'new')).toEqual(['new']);
});
