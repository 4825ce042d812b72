import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import type { DigestStore } from '../../../src/store/store.ts';
import { serverPlace } from '../../support/places.ts';
import { useStore } from '../../support/use-store.ts';
import { addDigest, CONTENT, leased, planned, postAs } from '../fixture.ts';
import { runSql } from '../run-sql.ts';

const MINUTE_MS = 60_000;

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

/** As if what is to be removed had to be so many minutes earlier. */
async function hasten(deliveryId: string, minutes: number): Promise<void> {
  const sql = `update rental_desk.deliveries
    set remove_at = remove_at - $2::int * interval '1 minute' where id = $1`;
  await runSql(store, sql, [deliveryId, minutes]);
}

function threads(posts: readonly { readonly threadTs: string | null }[]): (string | null)[] {
  return posts.map(({ threadTs }) => threadTs);
}

/** Ids of posts to remove, as one instance is given them. */
async function taken(limit: number): Promise<string[]> {
  const posts = await store.deliveries.takeExpired(limit);
  return posts.map(({ deliveryId }) => deliveryId).toSorted();
}

/** Posts a delivery that is to be removed after so many days. @returns its id */
async function postedFor(days: number, ts: string): Promise<string> {
  const id = await planned(store, await addDigest(store));
  const { lease } = await leased(store, id);
  await store.leases.startPost(lease, CONTENT);
  await store.leases.recordPost(lease, ts, { removeAfterDays: days, isSettled: true });
  return id;
}

test('a delivery on demand is due at once, and worth posting for as long as is said', async () => {
  const digest = await addDigest(store);
  const before = Date.now();
  const { isNew, ...delivery } = await store.deliveries.planRun(
    digest.id,
    '2026-11-23T09:00',
    7 * MINUTE_MS,
  );
  expect(isNew).toBe(true);
  expect(delivery).toEqual({
    id: expect.any(String),
    digestId: digest.id,
    slot: '2026-11-23T09:00',
    kind: 'run',
    dueAt: expect.any(Number),
    giveUpAt: expect.any(Number),
    state: 'planned',
    reason: null,
    tries: 0,
    firstTryAt: null,
    postedAt: null,
    channelId: null,
    ts: null,
    noticeTs: null,
    isLate: false,
    isIncomplete: false,
    counts: null,
  });
  expect(Math.abs(delivery.dueAt - before)).toBeLessThan(MINUTE_MS);
  expect(Math.abs(delivery.giveUpAt - delivery.dueAt - 7 * MINUTE_MS)).toBeLessThan(1_000);
  expect(await store.deliveries.find(delivery.id)).toEqual(delivery);
  expect(await store.deliveries.find(randomUUID())).toBeNull();
});

test('a digest that is asked for several times is delivered once, until that is posted or given up', async () => {
  const digest = await addDigest(store);
  const other = await addDigest(store);
  const plan = async (giveUpMs = MINUTE_MS, { id } = digest) =>
    store.deliveries.planRun(id, '2026-11-23T09:00', giveUpMs);
  const first = await Promise.all([plan(), plan(), plan()]);
  expect(new Set(first.map(({ id }) => id)).size).toBe(1);
  expect(first.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(await plan(MINUTE_MS, other)).toMatchObject({ isNew: true, digestId: other.id });

  const [{ id }] = first;
  const { lease } = await leased(store, id);
  await store.leases.startPost(lease, CONTENT);
  expect(await plan()).toMatchObject({ id, isNew: false, state: 'posting' });
  await store.leases.recordPost(lease, '1.0', { removeAfterDays: null, isSettled: true });
  expect(await plan(0)).toMatchObject({ isNew: true });
  expect(await plan()).toMatchObject({ isNew: true });
});

test('deliveries are listed the latest first, a page after the other, of one digest or of all', async () => {
  const [digest, other] = [await addDigest(store), await addDigest(store)];
  const ids: string[] = [];
  for (const minutesAgo of [20, 50, 30, 10, 40]) {
    ids[minutesAgo / 10] = await planned(store, digest, minutesAgo);
  }
  const latestFirst = ids.filter(Boolean);
  const elsewhere = await planned(store, other, 25);
  const list = async (query: { digestId?: string; limit: number; before?: number }) =>
    (await store.deliveries.list(query)).map(({ id }) => id);

  expect(await list({ digestId: digest.id, limit: 10 })).toEqual(latestFirst);
  expect(await list({ digestId: digest.id, limit: 2 })).toEqual(latestFirst.slice(0, 2));
  const last = await store.deliveries.find(latestFirst[1] ?? '');
  const { dueAt: before = 0 } = last ?? {};
  expect(await list({ digestId: digest.id, limit: 2, before })).toEqual(latestFirst.slice(2, 4));
  expect(await list({ digestId: other.id, limit: 10 })).toEqual([elsewhere]);
  const all = await list({ limit: 1_000 });
  expect(all.filter((id) => [...latestFirst, elsewhere].includes(id))).toEqual([
    ...latestFirst.slice(0, 2),
    elsewhere,
    ...latestFirst.slice(2),
  ]);
});

test('deliveries that were due at the same moment have one order in all pages', async () => {
  const digest = await addDigest(store);
  for (const minutesAgo of [1, 2, 3, 4, 5, 6]) await planned(store, digest, minutesAgo);
  await runSql(store, 'update rental_desk.deliveries set due_at = $2 where digest_id = $1', [
    digest.id,
    new Date('2026-11-23T08:00:00Z'),
  ]);
  const ids = (await store.deliveries.list({ digestId: digest.id, limit: 10 })).map(({ id }) => id);
  expect(ids).toHaveLength(6);
  expect(ids).toEqual(ids.toSorted());
});

test('counts are those of posts since an instant, that one included, the oldest first', async () => {
  const digest = await addDigest(store);
  const ids: string[] = [];
  for (const minutesAgo of [10, 30, 20, 40]) {
    const id = await planned(store, digest, minutesAgo);
    await postAs(store, id, `1.${minutesAgo}`);
    ids.push(id);
  }
  const uncounted = await planned(store, digest, 5);
  await postAs(store, uncounted, '1.5');
  await runSql(store, 'update rental_desk.deliveries set waiting = null where id = $1', [
    uncounted,
  ]);
  // Neither posted nor of this digest.
  const begun = await leased(store, await planned(store, digest, 1));
  await store.leases.startPost(begun.lease, CONTENT);
  await postAs(store, await planned(store, await addDigest(store), 1), '1.1');

  const dueOf = async (id = '') => (await store.deliveries.find(id))?.dueAt ?? 0;
  const since = await dueOf(ids[1]);
  const { counts } = CONTENT;
  expect(await store.deliveries.countsSince(digest.id, since)).toEqual([
    { dueAt: since, counts },
    { dueAt: await dueOf(ids[2]), counts },
    { dueAt: await dueOf(ids[0]), counts },
  ]);
  expect(await store.deliveries.countsSince(digest.id, since + 1)).toHaveLength(2);
});

test.each(['ready', 'waiting', 'overdue'])(
  'without the number of %s files a post has no counts',
  async (column) => {
    const id = await planned(store, await addDigest(store));
    await postAs(store, id, '2.1');
    await runSql(store, `update rental_desk.deliveries set ${column} = null where id = $1`, [id]);
    expect(await store.deliveries.find(id)).toMatchObject({ ts: '2.1', counts: null });
  },
);

test('the last post of a digest is known by its time, and those before a post by their messages', async () => {
  const digest = await addDigest(store);
  const ids: string[] = [];
  for (const [minutesAgo, ts] of [
    [30, '3.1'],
    [10, '3.3'],
    [20, '3.2'],
  ] as const) {
    const id = await planned(store, digest, minutesAgo);
    await postAs(store, id, ts);
    ids.push(id);
  }
  const [first = '', last = '', removed = ''] = ids;
  await planned(store, digest);
  await postAs(store, await planned(store, await addDigest(store)), '3.4');
  await runSql(
    store,
    `update rental_desk.deliveries set posted_at = posted_at - interval '1 day' where id = $1`,
    [last],
  );
  expect(await store.deliveries.lastPostedAt(digest.id)).toBe(
    (await store.deliveries.find(removed))?.postedAt,
  );
  const posts = await store.deliveries.outdatedPosts(digest.id);
  expect(posts).toEqual([
    { deliveryId: first, channelId: CONTENT.channelId, ts: '3.1', threadTs: null },
    { deliveryId: removed, channelId: CONTENT.channelId, ts: '3.2', threadTs: null },
  ]);
  await store.deliveries.recordRemoval(removed);
  expect(await store.deliveries.outdatedPosts(digest.id)).toEqual(posts.slice(0, 1));
});

test('a post is to be removed after as many days as are said, and not sooner', async () => {
  const id = await postedFor(2, '4.1');
  await hasten(id, 2 * 24 * 60 - 5);
  expect(await store.deliveries.takeExpired(10)).toEqual([]);
  await hasten(id, 5);
  expect(await store.deliveries.takeExpired(10)).toEqual([
    { deliveryId: id, channelId: CONTENT.channelId, ts: '4.1', threadTs: null },
  ]);
  await store.deliveries.recordRemoval(id);
  await hasten(id, 60);
  expect(await store.deliveries.takeExpired(10)).toEqual([]);
});

test('the message in the thread of a post goes with it, also one that an older version posted', async () => {
  const digest = await addDigest(store);
  const [recorded, older, none] = [
    await planned(store, digest, 3),
    await planned(store, digest, 2),
    await planned(store, digest, 1),
  ];
  const { lease } = await leased(store, recorded);
  await store.leases.recordThreadReply(lease, '6.15');
  await store.leases.release(lease);
  await postAs(store, recorded, '6.1');
  await postAs(store, older, '6.2');
  const key = `${older}:rest`;
  await store.posts.intend({ key, channelId: CONTENT.channelId, kind: 'rest', files: [] });
  await store.posts.posted(key, '6.25');
  await postAs(store, none, '6.3');
  await postAs(store, await planned(store, digest), '6.4');
  expect(threads(await store.deliveries.outdatedPosts(digest.id))).toEqual(['6.15', '6.25', null]);
  await runSql(store, 'update rental_desk.deliveries set remove_at = due_at where id = any($1)', [
    [recorded, older, none],
  ]);
  const expired = await store.deliveries.takeExpired(10);
  expect(new Set(threads(expired))).toEqual(new Set(['6.15', '6.25', null]));
  for (const id of [recorded, older, none]) await store.deliveries.recordRemoval(id);
});

test('a post that Slack does not delete is tried again each hour, and given up after a day', async () => {
  const id = await postedFor(-1, '5.9');
  expect(await taken(10)).toEqual([id]);
  expect(await store.deliveries.recordRefusedRemoval(id)).toBe(false);
  await hasten(id, 59);
  expect(await taken(10)).toEqual([]);
  await hasten(id, 1);
  expect(await taken(10)).toEqual([id]);
  const refusedBefore = `update rental_desk.deliveries
    set remove_refused_at = remove_refused_at - $2::int * interval '1 hour' where id = $1`;
  await runSql(store, refusedBefore, [id, 23]);
  expect(await store.deliveries.recordRefusedRemoval(id)).toBe(false);
  await runSql(store, refusedBefore, [id, 1]);
  expect(await store.deliveries.recordRefusedRemoval(id)).toBe(true);
  await hasten(id, 61);
  expect(await taken(10)).toEqual([]);
  expect(await store.deliveries.recordRefusedRemoval(id)).toBe(false);
});

test('posts to remove are given the longest due first, no more than asked for, each for ten minutes', async () => {
  const ids = [await postedFor(1, '5.1'), await postedFor(1, '5.2'), await postedFor(1, '5.3')];
  const [first = '', second = '', third = ''] = ids;
  await hasten(first, 24 * 60 + 1);
  await hasten(second, 24 * 60 + 3);
  await hasten(third, 24 * 60 + 2);
  expect(await taken(2)).toEqual([second, third].toSorted());
  expect(await taken(2)).toEqual([first]);
  expect(await taken(2)).toEqual([]);
  await hasten(first, 9);
  expect(await taken(2)).toEqual([]);
  await hasten(first, 1);
  expect(await taken(2)).toEqual([first]);
  for (const id of ids) await store.deliveries.recordRemoval(id);
});

test('what a post has shown is remembered until the next, also that it was too much', async () => {
  const digest = await addDigest(store);
  await postAs(store, await planned(store, digest, 2), '6.1');
  expect(await store.deliveries.lastShownFiles(digest.id)).toEqual(CONTENT.files);
  const { lease } = await leased(store, await planned(store, digest, 1));
  await store.leases.startPost(lease, { ...CONTENT, files: null });
  expect(await store.deliveries.lastShownFiles(digest.id)).toEqual(CONTENT.files);
  await store.leases.recordPost(lease, '6.2', { removeAfterDays: null, isSettled: false });
  expect(await store.deliveries.lastShownFiles(digest.id)).toBeNull();
  const kept = await runSql(
    store,
    'select files, remove_at from rental_desk.deliveries where id = $1',
    [lease.deliveryId],
  );
  expect(kept).toEqual([{ files: null, remove_at: null }]);
  const due = await store.deliveries.takeExpired(10);
  expect(due.filter(({ ts }) => ts === '6.2')).toEqual([]);
});

test('what a newer version has remembered of a post in another form is not known', async () => {
  const digest = await addDigest(store);
  await postAs(store, await planned(store, digest, 1), '6.3');
  await runSql(
    store,
    `update rental_desk.digest_memory set files = '{"all":["a"]}' where digest_id = $1`,
    [digest.id],
  );
  expect(await store.deliveries.lastShownFiles(digest.id)).toBeNull();
});

test('since when a delivery fails is never later than now, where the clock was ahead', async () => {
  const id = await planned(store, await addDigest(store));
  const first = await store.deliveries.failingSince(id);
  expect(await store.deliveries.failingSince(id)).toBe(first);
  await runSql(
    store,
    `update rental_desk.deliveries set failing_since = failing_since + interval '1 year',
     failed_at = failed_at + interval '1 year' where id = $1`,
    [id],
  );
  const again = await store.deliveries.failingSince(id);
  expect(again - first).toBeLessThan(MINUTE_MS);
  expect(await store.deliveries.failingSince(id)).toBe(again);
});
