import { randomUUID } from 'node:crypto';

import { beforeEach, expect, test } from 'vitest';

import type { NewPost, PostKind } from '../../src/store/posts.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { emptyTables, runSql } from './run-sql.ts';

const [HERE, THERE] = ['C0HERE', 'C0THERE'];

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  await emptyTables(store, 'posts');
});

/** A post since so many minutes. @returns its key */
async function posted(minutesAgo = 0, over: Partial<NewPost> = {}): Promise<string> {
  const post = {
    key: randomUUID(),
    channelId: HERE,
    kind: 'digest',
    files: ['a'],
    ...over,
  } as const;
  await store.posts.intend(post);
  await store.posts.posted(post.key, `${post.key}.1`);
  await runSql(
    store,
    `update rental_desk.posts set posted_at = posted_at - $2::int * interval '1 minute' where key = $1`,
    [post.key, minutesAgo],
  );
  return post.key;
}

/** Keys of all posts that can be taken, in their order. */
async function takenAll(): Promise<string[]> {
  const keys: string[] = [];
  for (let post = await store.reductions.take(); post; post = await store.reductions.take()) {
    keys.push(post.key);
  }
  return keys;
}

/** As if so many minutes had passed for what is leased. */
async function passed(minutes: number): Promise<void> {
  const sql = `update rental_desk.posts set try_at = try_at - $1::int * interval '1 minute'`;
  await runSql(store, sql, [minutes]);
}

const failedKeys = async () =>
  (await store.reductions.takeFailed()).map(({ key }) => key).toSorted();

test('the posts of a channel are taken once it is marked, the newest first, each for ten minutes', async () => {
  const [second, first] = [await posted(5), await posted(1)];
  await posted(3, { channelId: THERE });
  expect(await store.reductions.take()).toBeNull();
  await store.reductions.mark(HERE);
  const post = await store.reductions.take();
  expect(post).toEqual({
    key: first,
    channelId: HERE,
    ts: `${first}.1`,
    files: ['a'],
    ageMs: expect.any(Number),
  });
  expect(post?.ageMs).toBeGreaterThanOrEqual(0);
  expect(post?.ageMs).toBeLessThan(60_000);
  expect(await takenAll()).toEqual([second]);
  await passed(9);
  expect(await takenAll()).toEqual([]);
  await passed(1);
  expect(await takenAll()).toEqual([first, second]);
});

test.each<[PostKind, boolean]>([
  ['digest', true],
  ['rest', true],
  ['escalation', true],
  ['share', true],
  ['notice', false],
  ['owner', false],
])('a post of the kind %s shows files: %s', async (kind, shows) => {
  const key = await posted(0, { kind });
  expect(await store.reductions.someChannels(5)).toEqual(shows ? [HERE] : []);
  await store.reductions.mark(HERE);
  expect(await takenAll()).toEqual(shows ? [key] : []);
});

test('what shows no more than may be seen, is empty, unclear or for one person is left alone', async () => {
  await posted(0, { isReduced: true });
  const emptied = await posted();
  await store.posts.redacted(HERE, `${emptied}.1`);
  await store.posts.intend({ key: randomUUID(), channelId: HERE, kind: 'digest', files: [] });
  await posted(0, { channelId: 'D0CLAIRE' });
  for (const channel of [HERE, 'D0CLAIRE']) await store.reductions.mark(channel);
  expect(await takenAll()).toEqual([]);
  expect(await store.reductions.someChannels(5)).toEqual([]);
});

test('what is reduced is done with until it shows other files', async () => {
  const key = await posted();
  await store.reductions.mark(HERE);
  await store.reductions.take();
  await store.reductions.recordReduced(key);
  await store.reductions.mark(HERE);
  expect(await takenAll()).toEqual([]);
  await store.posts.changed(HERE, `${key}.1`, ['b']);
  await store.reductions.mark(HERE);
  expect(await store.reductions.take()).toMatchObject({ key, files: ['b'] });
});

test('a channel that is not shared any more gets its posts back, also those in somebody’s hands', async () => {
  const key = await posted();
  const other = await posted(0, { channelId: THERE });
  for (const channel of [HERE, THERE]) await store.reductions.mark(channel);
  await takenAll();
  await store.reductions.unmark(HERE);
  await passed(10);
  expect(await takenAll()).toEqual([other]);
  // It is free at once when the channel is shared again.
  await store.reductions.mark(HERE);
  expect(await takenAll()).toEqual([key]);
});

test('marking again does not change since when', async () => {
  await posted();
  await store.reductions.mark(HERE);
  await runSql(store, `update rental_desk.posts set reduce_at = reduce_at - interval '1 hour'`);
  await store.reductions.mark(HERE);
  const post = await store.reductions.take();
  expect(post?.ageMs).toBeGreaterThanOrEqual(3_600_000);
  expect(post?.ageMs).toBeLessThan(3_660_000);
});

test('what Slack refuses is told once, channel by channel, at most twenty at a time', async () => {
  const here: string[] = [];
  for (let count = 0; count < 21; count += 1) here.push(await posted());
  const there = await posted(0, { channelId: THERE });
  for (const channel of [THERE, HERE]) await store.reductions.mark(channel);
  expect(await failedKeys()).toEqual([]);
  for (const key of [there, ...here]) await store.reductions.recordFailed(key);
  expect(await takenAll()).toEqual([]);

  // The channel in which one failed first comes first.
  const first = await store.reductions.takeFailed();
  expect(first).toEqual([
    { key: there, channelId: THERE, ts: `${there}.1`, files: ['a'], ageMs: expect.any(Number) },
  ]);
  expect(await failedKeys()).toEqual([]);
  expect(await store.reductions.sentAmong([there, 'never'])).toEqual(new Set([there]));
  expect(await store.reductions.sentAmong([])).toEqual(new Set());
  await store.reductions.recordNotified([there]);
  expect(await failedKeys()).toEqual(here.toSorted().slice(0, 20));
  expect(await failedKeys()).toEqual(here.toSorted().slice(20));
  await passed(9);
  expect(await failedKeys()).toEqual([]);
  await passed(1);
  expect(await failedKeys()).toHaveLength(20);
  await store.reductions.recordNotified(here);
  await passed(10);
  expect(await failedKeys()).toEqual([]);
  // A refusal is for good.
  await store.reductions.unmark(HERE);
  await store.reductions.mark(HERE);
  expect(await takenAll()).toEqual([]);
});

test('channels to look at are those with posts that are not marked, each once, as many as asked for', async () => {
  for (const channelId of [HERE, HERE, THERE, 'C0MARKED']) await posted(0, { channelId });
  await store.reductions.mark('C0MARKED');
  expect((await store.reductions.someChannels(5)).toSorted()).toEqual([HERE, THERE]);
  expect(await store.reductions.someChannels(1)).toHaveLength(1);
});
