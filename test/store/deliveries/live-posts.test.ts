import { randomUUID } from 'node:crypto';

import { beforeEach, expect, test } from 'vitest';

import { LiveLayout } from '../../../src/store/deliveries/live-posts.ts';
import type { Digest } from '../../../src/store/digest.ts';
import type { DigestStore } from '../../../src/store/store.ts';
import { serverPlace } from '../../support/places.ts';
import { useStore } from '../../support/use-store.ts';
import { addDigest, CONTENT, leased, planned } from '../fixture.ts';
import { emptyTables, runSql } from '../run-sql.ts';

const MINUTE_MS = 60_000;
const READ_AT = Date.UTC(2026, 10, 24, 8);
const NEWER = READ_AT + 1;
const LEASE_MS = 30_000;

const KINDS = ['overdue', 'ready', 'review', 'waiting', 'others', 'property', 'manager'] as const;
const TIMINGS = ['on time', 'late', 'catch-up'] as const;

const LAYOUT: LiveLayout = {
  version: 1,
  sections: [{ kind: 'ready', count: 2, ids: ['file-1'] }],
  changes: {
    added: { count: 1, ids: ['file-1'] },
    becameReady: { count: 2, ids: [] },
    decided: { count: 3, ids: [] },
    dropped: { count: 4, ids: [] },
  },
  timing: 'late',
  skipped: 5,
  hidden: 6,
  hasThread: true,
};

let store: DigestStore;
let posts = 0;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  await emptyTables(store, 'digests', 'posts');
});

/** A post of a digest that is kept up to date, posted two minutes ago. @returns its delivery */
async function live(digest: Digest, { minutesAgo = 2, layout = LAYOUT } = {}): Promise<string> {
  const id = await planned(store, digest, minutesAgo);
  const { lease } = await leased(store, id);
  const { channelId } = CONTENT;
  const ts = (Date.now() / 1000 - minutesAgo * 60 + (posts += 1) / 1000).toFixed(6);
  await store.posts.intend({ key: id, channelId, kind: 'digest', files: [] });
  const start = { layout, shownHash: 'shown', readAt: READ_AT };
  await store.leases.startPost(lease, { ...CONTENT, live: start });
  await store.leases.recordPost(lease, ts, { removeAfterDays: null, isSettled: true });
  await store.posts.posted(id, ts);
  await runSql(
    store,
    `update rental_desk.deliveries set posted_at = posted_at - $2::int * interval '1 minute' where id = $1`,
    [id, minutesAgo],
  );
  return id;
}

const change = async (columns: string, id: string) =>
  runSql(store, `update rental_desk.deliveries set ${columns} where id = $1`, [id]);

const outdated = async (readAtMs = NEWER) =>
  (await store.live.findOutdated(readAtMs)).map(({ delivery }) => delivery.id);

const take = async (id: string) => store.live.take(id, NEWER, LEASE_MS);

/** A delivery that is due since so many minutes, in a channel, and not begun. */
async function due(channelId: string, minutesAgo: number): Promise<string> {
  const id = await planned(store, await addDigest(store), minutesAgo);
  await change(`channel_id = '${channelId}'`, id);
  return id;
}

test('a post that shows an older reading is found with all that it was made from', async () => {
  const digest = await addDigest(store);
  const id = await live(digest);
  expect(await store.live.findOutdated(READ_AT)).toEqual([]);
  expect(await store.live.findOutdated(NEWER)).toEqual([
    {
      delivery: await store.deliveries.find(id),
      digest,
      layout: LAYOUT,
      foundIds: ['file-1'],
      shownHash: 'shown',
    },
  ]);
});

test('the post of a digest that a newer version has written is kept up to date by that version', async () => {
  const digest = await addDigest(store);
  await live(digest);
  expect(await outdated()).toHaveLength(1);
  await runSql(store, `update rental_desk.digests set alert = '{"on":"rests"}' where id = $1`, [
    digest.id,
  ]);
  expect(await outdated()).toEqual([]);
});

test('posts that are out of date are found the earliest due first', async () => {
  const [second, third, first] = [
    await live(await addDigest(store), { minutesAgo: 20 }),
    await live(await addDigest(store), { minutesAgo: 10 }),
    await live(await addDigest(store), { minutesAgo: 30 }),
  ];
  expect(await outdated()).toEqual([first, second, third]);
});

test('of a digest only the last post is kept up to date, and for a day', async () => {
  const digest = await addDigest(store);
  await live(digest, { minutesAgo: 20 });
  const last = await live(digest, { minutesAgo: 10 });
  expect(await outdated()).toEqual([last]);
  await change(`due_at = clock_timestamp() - interval '23 hours 59 minutes'`, last);
  expect(await outdated()).toEqual([last]);
  await change(`due_at = clock_timestamp() - interval '24 hours'`, last);
  expect(await outdated()).toEqual([]);
  const kept = await runSql(store, 'select id from rental_desk.deliveries where live is not null');
  expect(kept).toEqual([]);
});

test('a post that is recorded after a newer one is neither kept up to date nor compared with', async () => {
  const digest = await addDigest(store);
  const earlier = await planned(store, digest, 20);
  const { lease } = await leased(store, earlier);
  const files = [{ id: 'file-of-the-earlier-post', decision: 'READY' }];
  const start = { layout: LAYOUT, shownHash: 'shown', readAt: READ_AT };
  await store.leases.startPost(lease, { ...CONTENT, files, live: start });
  await store.posts.intend({
    key: earlier,
    channelId: CONTENT.channelId,
    kind: 'digest',
    files: [],
  });
  const newer = await live(digest, { minutesAgo: 10 });

  await store.posts.posted(earlier, '1000000000.000100');
  await store.leases.recordPost(lease, '1000000000.000100', {
    removeAfterDays: null,
    isSettled: true,
  });
  expect(await outdated()).toEqual([newer]);
  expect(await store.live.findOutdated(NEWER)).toMatchObject([{ foundIds: ['file-1'] }]);
  expect(await store.deliveries.lastShownFiles(digest.id)).toEqual(CONTENT.files);
  expect(await store.deliveries.find(earlier)).toMatchObject({
    state: 'posted',
    ts: '1000000000.000100',
  });
});

test.each(KINDS)('a section of the kind %s is read as it was posted', (kind) => {
  const layout = { ...LAYOUT, sections: [{ kind, count: 1, ids: ['a', 'b'] }] };
  expect(LiveLayout.parse(layout)).toEqual(layout);
});

test.each(TIMINGS)('a post that came %s is read as such', (timing) => {
  expect(LiveLayout.parse({ ...LAYOUT, timing, changes: null })).toEqual({
    ...LAYOUT,
    timing,
    changes: null,
  });
});

test.each([
  ['a layout that cannot be read', `live = '{"version": 1}'`],
  ['a post that is gone', 'removed_at = clock_timestamp()'],
  ['a delivery that has not posted', `state = 'unknown'`],
  ['a post of an earlier version of its digest', `live = jsonb_set(live, '{version}', '7')`],
  ['another message than is known', `ts = '9.9'`],
])('%s is not kept up to date, and others are', async (_what, columns) => {
  const [digest, other] = [await addDigest(store), await addDigest(store)];
  const [id, kept] = [await live(digest), await live(other)];
  await change(columns, id);
  expect(await outdated()).toEqual([kept]);
});

test.each(['redacted_at', 'reduced_at'])(
  'a post with a time in %s is not kept up to date',
  async (column) => {
    const id = await live(await addDigest(store));
    await runSql(
      store,
      `update rental_desk.posts set ${column} = clock_timestamp() where key = $1`,
      [id],
    );
    expect(await outdated()).toEqual([]);
    expect(await take(id)).toBe(false);
  },
);

test('without the files that were found, as there were too many, nothing is kept up to date', async () => {
  const digest = await addDigest(store);
  await live(digest);
  await runSql(store, 'update rental_desk.digest_memory set files = null');
  expect(await outdated()).toEqual([]);
});

test('a post is taken by one for an older reading, and again a minute after it was written', async () => {
  const id = await live(await addDigest(store));
  expect(await store.live.take(randomUUID(), NEWER, LEASE_MS)).toBe(false);
  expect(await store.live.take(id, READ_AT, LEASE_MS)).toBe(false);
  expect(await take(id)).toBe(true);
  expect(await take(id)).toBe(false);
  await store.live.recordUpdate(id, 'shown since', NEWER);
  expect(await outdated(NEWER)).toEqual([]);
  const [{ shownHash } = { shownHash: null }] = await store.live.findOutdated(NEWER + 1);
  expect(shownHash).toBe('shown since');

  const again = async () => store.live.take(id, NEWER + 1, LEASE_MS);
  await change(`live_at = live_at - interval '50 seconds'`, id);
  expect(await again()).toBe(false);
  await change(`live_at = live_at - interval '10 seconds'`, id);
  expect(await again()).toBe(true);
});

test('what was taken stays with its taker for the lease, whoever wants to remove it', async () => {
  const id = await live(await addDigest(store));
  await take(id);
  const leaseOf = async () => {
    const [row] = await runSql(
      store,
      `select extract(epoch from try_at - clock_timestamp())::float8 as left from rental_desk.posts where key = $1`,
      [id],
    );
    return Number(Object(row).left);
  };
  expect(await leaseOf()).toBeGreaterThan(15);
  expect(await leaseOf()).toBeLessThanOrEqual(30);
  await store.live.recordUpdate(id, 'x', NEWER);
  expect(await leaseOf()).toBeLessThanOrEqual(0);
  // What somebody else holds for longer is theirs.
  await runSql(
    store,
    `update rental_desk.posts set try_at = clock_timestamp() + interval '2 minutes'`,
  );
  await store.live.recordUpdate(id, 'y', NEWER);
  expect(await leaseOf()).toBeGreaterThan(100);
});

test('a post is left alone for as long as is said, and for a minute at least', async () => {
  const id = await live(await addDigest(store));
  await store.live.postpone(id, 1);
  await change(`live_at = live_at - interval '50 seconds'`, id);
  expect(await take(id)).toBe(false);
  await change(`live_at = live_at - interval '10 seconds'`, id);
  await store.live.postpone(id, 5 * MINUTE_MS);
  await change(`live_at = live_at - interval '290 seconds'`, id);
  expect(await take(id)).toBe(false);
  await change(`live_at = live_at - interval '10 seconds'`, id);
  expect(await take(id)).toBe(true);
});

test('what ends is not found again', async () => {
  const [id, other] = [await live(await addDigest(store)), await live(await addDigest(store))];
  await store.live.end(id);
  expect(await outdated()).toEqual([other]);
});

test('updates let what is due go first: in the same channel always, elsewhere for two minutes', async () => {
  const id = await live(await addDigest(store));
  const elsewhere = await due('C0ELSEWHERE', 1);
  expect(await take(id)).toBe(false);
  await change(`due_at = clock_timestamp() - interval '119 seconds'`, elsewhere);
  expect(await take(id)).toBe(false);
  const here = await due(CONTENT.channelId, 30);
  await change(`due_at = clock_timestamp() - interval '121 seconds'`, elsewhere);
  expect(await take(id)).toBe(false);
  await change(`due_at = clock_timestamp() + interval '1 minute'`, here);
  expect(await take(id)).toBe(true);
});

test('what is done with, or failed, holds no update up', async () => {
  const id = await live(await addDigest(store));
  await change(`settled_at = clock_timestamp()`, await due(CONTENT.channelId, 1));
  await change(`state = 'failed'`, await due(CONTENT.channelId, 1));
  expect(await take(id)).toBe(true);
});
