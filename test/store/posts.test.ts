import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { DEFAULT_DIGEST_OPTIONS } from '../../src/store/digest.ts';
import type { NewPost } from '../../src/store/posts.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { folderPlace, serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { addDigest } from './fixture.ts';
import { runSql } from './run-sql.ts';

const DAYS = 24 * 60;

let ids = 0;
const fresh = (initial: string) => `${initial}${(ids += 1)}`;

describe.each([
  ['the embedded database', folderPlace],
  ['PostgreSQL', serverPlace],
])('posts in %s', (_engine, placeFor) => {
  let store: DigestStore;

  useStore(placeFor, (opened) => (store = opened));

  /** A post that stands in a channel since so many minutes. */
  async function posted(
    channelId: string,
    minutesAgo: number,
    over: Partial<NewPost> = {},
  ): Promise<string> {
    const note = { key: randomUUID(), channelId, kind: 'share', files: [], ...over } as const;
    const ts = `${(ids += 1)}.000100`;
    await store.posts.intend(note);
    await store.posts.posted(note.key, ts);
    await runSql(
      store,
      "update rental_desk.posts set posted_at = clock_timestamp() - $1::int * interval '1 minute' where key = $2",
      [minutesAgo, note.key],
    );
    return ts;
  }

  /** As if what is to be tried again had to be so many minutes earlier. */
  async function waitedFor(key: string, minutes: number): Promise<void> {
    await runSql(
      store,
      "update rental_desk.posts set try_at = try_at - $1::int * interval '1 minute' where key = $2",
      [minutes, key],
    );
  }

  const outlived = () => taken(() => store.posts.takeExpired());
  const closed = (...files: string[]) => taken(() => store.posts.takeClosed(files));

  test('a post goes when it has stood for as long as its channel lets it, the oldest first', async () => {
    const [here, there] = [fresh('C'), fresh('C')];
    const [old, older] = [await posted(here, 30 * DAYS), await posted(here, 31 * DAYS)];
    await posted(here, 30 * DAYS - 5);
    await posted(there, 900 * DAYS);
    expect(await outlived()).toEqual([]);

    await store.settings.save(here, { retentionDays: 30, language: 'fr' }, 'U1');
    expect(await store.posts.outlook(here)).toEqual({ due: 2, nextAt: expect.any(Number) });
    expect(await store.posts.takeExpired()).toEqual({
      channelId: here,
      ts: older,
      isRedacted: false,
      language: 'fr',
      retentionDays: 30,
      retentionManner: 'delete',
    });
    expect(await outlived()).toEqual([old]);
    expect(await outlived()).toEqual([]);
  });

  test('instances that look at the same time are given different posts', async () => {
    const channel = fresh('C');
    const all = await Promise.all(Array.from({ length: 6 }, async () => posted(channel, 2 * DAYS)));
    await store.settings.save(channel, { retentionDays: 1 }, 'U1');
    const given = await Promise.all(
      Array.from({ length: 12 }, async () => store.posts.takeExpired()),
    );
    const ts = given.flatMap((post) => (post === null ? [] : [post.ts]));
    expect(new Set(ts).size).toBe(ts.length);
    expect([...ts, ...(await outlived())].toSorted()).toEqual(all.toSorted());
  });

  test('what could not be done stays, and comes again when its time has come', async () => {
    const channel = fresh('C');
    const ts = await posted(channel, 2 * DAYS);
    await store.settings.save(channel, { retentionDays: 1 }, 'U1');
    expect(await outlived()).toEqual([ts]);
    await store.posts.postpone(channel, ts, 3_600_000);
    expect(await outlived()).toEqual([]);
    await store.posts.postpone(channel, ts, 0);
    expect(await outlived()).toEqual([ts]);
    await store.posts.removed(channel, ts);
    await store.posts.postpone(channel, ts, 0);
    expect(await outlived()).toEqual([]);
  });

  test('what was emptied is not emptied again, and goes once its channel deletes', async () => {
    const channel = fresh('C');
    const ts = await posted(channel, 2 * DAYS, { files: ['a'] });
    const redacting = { retentionDays: 1, retentionManner: 'redact', redactClosed: true } as const;
    await store.settings.save(channel, redacting, 'U1');
    expect(await outlived()).toEqual([ts]);
    await store.posts.redacted(channel, ts);
    expect(await outlived()).toEqual([]);
    expect(await closed('a')).toEqual([]);
    expect(await store.posts.outlook(channel)).toEqual({ due: 0, nextAt: null });
    await store.settings.save(channel, { retentionManner: 'delete' }, 'U1');
    expect(await outlived()).toEqual([ts]);
  });

  test('a post about one file goes with it, one about several once it is a day old', async () => {
    const channel = fresh('C');
    const [one, other] = [fresh('file-'), fresh('file-')];
    const single = await posted(channel, 0, { files: [one] });
    const list = await posted(channel, 5, { files: [one, other] });
    const old = await posted(channel, DAYS, { files: [one, other] });
    await posted(channel, DAYS, { files: [other] });
    await posted(channel, DAYS);
    expect(await store.posts.watchedFiles()).not.toContain(one);
    expect(await closed(one)).toEqual([]);

    await store.settings.save(channel, { redactClosed: true }, 'U1');
    expect(await store.posts.watchedFiles()).toEqual(expect.arrayContaining([one, other]));
    expect(await closed()).toEqual([]);
    expect(await closed(one, 'another')).toEqual([old, single]);
    expect(await closed(one, other)).toContain(list);
  });

  test('what a shared list shows now is what counts', async () => {
    const channel = fresh('C');
    const [one, other] = [fresh('file-'), fresh('file-')];
    const ts = await posted(channel, 0, { files: [one] });
    await store.settings.save(channel, { redactClosed: true }, 'U1');
    await store.posts.changed(channel, ts, [other]);
    expect(await closed(one)).toEqual([]);
    expect(await closed(other)).toEqual([ts]);
  });

  test('a delivery that is not done with keeps its posts, whatever their age', async () => {
    const channelId = fresh('C');
    await store.settings.save(channelId, { retentionDays: 1 }, 'U1');
    const schedule = {
      times: ['09:00'],
      days: [1],
      zone: 'Europe/Paris',
      holidays: 'none',
      onHoliday: 'skip',
    } as const;
    const choice = { channelId, name: 'a', query: '', schedule, options: DEFAULT_DIGEST_OPTIONS };
    const digest = await store.digests.add(choice, 'U1', null);
    const { id } = await store.deliveries.planRun(digest?.id ?? '', '2026-11-23T09:00', 60_000);
    const posts = [
      await posted(channelId, 3 * DAYS, { key: id, kind: 'digest' }),
      await posted(channelId, 2 * DAYS, { key: `${id}:rest`, kind: 'rest' }),
    ];
    expect(await outlived()).toEqual([]);

    const leased = await store.leases.acquire(id, 60_000);
    if (typeof leased === 'string') throw new Error(leased);
    await store.leases.settle(leased.lease);
    expect(await outlived()).toEqual(posts);
  });

  test('what may be there is looked up after minutes, and what is not is forgotten', async () => {
    const channelId = fresh('C');
    const key = randomUUID();
    await store.posts.intend({ key, channelId, kind: 'share', files: [] });
    await waitedFor(key, 9);
    expect(await store.posts.takeUnclear()).toBeNull();
    await waitedFor(key, 1);
    expect(await store.posts.takeUnclear()).toEqual({
      key,
      channelId,
      since: expect.any(Number),
      ageMs: expect.any(Number),
      thread: null,
      ts: null,
    });
    expect(await store.posts.takeUnclear()).toBeNull();
    await store.posts.postponeUnclear(key, 60 * 60_000);
    await waitedFor(key, 59);
    expect(await store.posts.takeUnclear()).toBeNull();
    await waitedFor(key, 1);
    expect(await store.posts.takeUnclear()).toMatchObject({ key });
    await store.posts.posted(key, '7.000100');
    await store.posts.withdraw(key);
    await store.posts.intend({ key, channelId: 'C0', kind: 'share', files: ['a'] });
    const { length } = await runSql(
      store,
      "select * from rental_desk.posts where key = $1 and ts = '7.000100' and channel_id = $2",
      [key, channelId],
    );
    expect(length).toBe(1);

    const never = randomUUID();
    await store.posts.intend({ key: never, channelId, kind: 'share', files: [] });
    await store.posts.withdraw(never);
    const left = await runSql(store, 'select * from rental_desk.posts where key = $1', [never]);
    expect(left).toEqual([]);
  });

  test('of what may be there the longest waiting is looked up first, unless its delivery still looks', async () => {
    const channelId = fresh('C');
    const [second, first] = [randomUUID(), randomUUID()];
    for (const key of [second, first]) {
      await store.posts.intend({ key, channelId, kind: 'share', files: [] });
    }
    await waitedFor(second, 11);
    await waitedFor(first, 12);
    const digest = await addDigest(store);
    const { id } = await store.deliveries.planRun(digest.id, 'now', 60_000);
    await store.posts.intend({ key: id, channelId, kind: 'digest', files: [] });
    await waitedFor(id, 13);
    const next = async () => (await store.posts.takeUnclear())?.key;
    expect([await next(), await next(), await next()]).toEqual([first, second, undefined]);
    // Each is given to one for ten minutes.
    await waitedFor(second, 9);
    expect(await next()).toBeUndefined();
    await waitedFor(second, 1);
    expect(await next()).toBe(second);
  });

  test('the outlook of a channel is what is due, and when the next post will be', async () => {
    const [channel, other] = [fresh('C'), fresh('C')];
    expect(await store.posts.outlook(channel)).toEqual({ due: 0, nextAt: null });
    for (const minutesAgo of [3 * DAYS, 2 * DAYS, DAYS, 0]) await posted(channel, minutesAgo);
    await posted(other, 3 * DAYS);
    await store.posts.intend({ key: randomUUID(), channelId: channel, kind: 'share', files: [] });
    await store.settings.save(other, { retentionDays: 1 }, 'U1');
    await store.settings.save(channel, { language: 'fr' }, 'U1');
    expect(await store.posts.outlook(channel)).toEqual({ due: 0, nextAt: null });
    await store.settings.save(channel, { retentionDays: 2 }, 'U1');
    const { due, nextAt } = await store.posts.outlook(channel);
    expect(due).toBe(2);
    expect(Math.abs((nextAt ?? 0) - Date.now() - DAYS * 60_000)).toBeLessThan(60_000);
  });

  test('a post that shows other files is neither emptied nor reduced any more', async () => {
    const channel = fresh('C');
    const ts = await posted(channel, 0, { isReduced: true, files: ['a'] });
    await store.posts.redacted(channel, ts);
    await store.posts.changed(fresh('C'), ts, ['c']);
    await store.posts.changed(channel, ts, ['b']);
    const rows = await runSql(
      store,
      'select files, redacted_at, reduced_at from rental_desk.posts where channel_id = $1',
      [channel],
    );
    expect(rows).toEqual([{ files: ['b'], redacted_at: null, reduced_at: null }]);
  });
});

/** All that is to go, as one instance is given it. */
async function taken(take: () => Promise<{ readonly ts: string } | null>): Promise<string[]> {
  const all: string[] = [];
  for (let next = await take(); next !== null; next = await take()) all.push(next.ts);
  return all;
}
