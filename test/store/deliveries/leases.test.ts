import { expect, test } from 'vitest';

import { type Ending, LeaseLostError } from '../../../src/store/deliveries/leases.ts';
import type { Digest } from '../../../src/store/digest.ts';
import type { DigestStore } from '../../../src/store/store.ts';
import { serverPlace } from '../../support/places.ts';
import { useStore } from '../../support/use-store.ts';
import { addDigest, CONTENT, leased, planned } from '../fixture.ts';
import { runSql } from '../run-sql.ts';

const MINUTE_MS = 60_000;
const ALERT = { on: 'enters', aspects: [], everyMinutes: 0, quiet: null } as const;

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

/** A fresh delivery in our hands. */
async function held() {
  return leased(store, await planned(store, await addDigest(store)));
}

/** Lets so many seconds pass since the lease was last renewed. */
async function silent(id: string, seconds: number): Promise<void> {
  const sql = `update rental_desk.deliveries
    set claimed_at = claimed_at - make_interval(secs => $2) where id = $1`;
  await runSql(store, sql, [id, seconds]);
}

/** The delivery as whoever leases it next sees it. */
async function seenNext(id: string) {
  return leased(store, id, -MINUTE_MS);
}

/** Ids of files that an alert has still to announce. */
async function unannounced({ id }: Digest): Promise<number> {
  const rows = await runSql(
    store,
    'select id from rental_desk.alert_entries where digest_id = $1 and delivery_id is null',
    [id],
  );
  return rows.length;
}

test('a lease holds for its time since it was last renewed, and no longer', async () => {
  const { lease } = await held();
  const { deliveryId } = lease;
  await silent(deliveryId, 50);
  expect(await store.leases.acquire(deliveryId, MINUTE_MS)).toBe('leased');
  await store.leases.renew(lease);
  await silent(deliveryId, 50);
  expect(await store.leases.acquire(deliveryId, MINUTE_MS)).toBe('leased');
  // The beginning of a post renews it as well.
  await store.leases.startPost(lease, CONTENT);
  await silent(deliveryId, 50);
  expect(await store.leases.acquire(deliveryId, MINUTE_MS)).toBe('leased');
  await silent(deliveryId, 20);
  const { lease: next } = await leased(store, deliveryId, MINUTE_MS);
  expect(next.key).not.toBe(lease.key);
});

test('whoever leases a delivery sees its digest, and each step that was taken before', async () => {
  const { lease, delivery, digest, now, ...rest } = await held();
  const { deliveryId: id } = lease;
  expect(rest).toEqual({
    isRemoved: false,
    lastTryAt: null,
    layout: null,
    queuedAt: null,
    threadReplyTriedAt: null,
    threadReplyTs: null,
    outageNoticeTriedAt: null,
    outageNoticeTriedIn: null,
    ownerNotifiedAt: null,
    ownerNoticeTriedAt: null,
    ownerNoticeTriedIn: null,
  });
  expect(await store.deliveries.find(id)).toEqual(delivery);
  expect(await store.digests.find(delivery.digestId)).toEqual(digest);
  expect(Math.abs(now - Date.now())).toBeLessThan(MINUTE_MS);

  await store.leases.startOutageNotice(lease, 'C0NOTICE');
  const noticed = await seenNext(id);
  expect(noticed).toMatchObject({ ownerNoticeTriedAt: null, ownerNotifiedAt: null });
  expect(noticed.outageNoticeTriedIn).toBe('C0NOTICE');
  expect(noticed.outageNoticeTriedAt).toBeGreaterThanOrEqual(now);

  await store.leases.startOwnerNotice(noticed.lease, 'U1');
  const told = await seenNext(id);
  expect(told).toMatchObject({ ownerNoticeTriedIn: 'U1', ownerNotifiedAt: null });
  expect(told.ownerNoticeTriedAt).toBeGreaterThanOrEqual(noticed.now);

  await store.leases.withdrawOwnerNotice(told.lease);
  const untold = await seenNext(id);
  expect(untold).toMatchObject({ ownerNoticeTriedAt: null, ownerNoticeTriedIn: null });

  await store.leases.recordOwnerNotice(untold.lease);
  const done = await seenNext(id);
  expect(done.ownerNotifiedAt).toBeGreaterThanOrEqual(untold.now);

  await store.leases.startPost(done.lease, CONTENT);
  await store.digests.remove(digest.id, 'U1');
  const tried = await seenNext(id);
  expect(tried.isRemoved).toBe(true);
  expect(tried.lastTryAt).toBeGreaterThanOrEqual(done.now);
});

test('the message in a thread is known once it is posted, and tried until it is withdrawn', async () => {
  const id = await planned(store, await addDigest(store));
  const first = await leased(store, id);
  await store.leases.startThreadReply(first.lease, 'C0ANY');
  await store.leases.release(first.lease);
  const tried = await leased(store, id);
  expect(tried).toMatchObject({ threadReplyTriedAt: expect.any(Number), threadReplyTs: null });
  await store.leases.withdrawThreadReply(tried.lease);
  await store.leases.release(tried.lease);
  const withdrawn = await leased(store, id);
  expect(withdrawn).toMatchObject({ threadReplyTriedAt: null, threadReplyTs: null });
  await store.leases.recordThreadReply(withdrawn.lease, '8.1');
  await store.leases.release(withdrawn.lease);
  expect(await leased(store, id)).toMatchObject({ threadReplyTs: '8.1' });
});

test('an outage notice is known by its message until there is none any more', async () => {
  const { lease } = await held();
  const noticeOf = async () => (await store.deliveries.find(lease.deliveryId))?.noticeTs;
  await store.leases.recordOutageNotice(lease, '1.9');
  expect(await noticeOf()).toBe('1.9');
  await store.leases.recordOutageNotice(lease, null);
  expect(await noticeOf()).toBeNull();
});

test('the first of several tries is kept, the last one is renewed, and all are counted', async () => {
  const { lease } = await held();
  const { deliveryId: id } = lease;
  await store.leases.startPost(lease, CONTENT);
  const first = await store.deliveries.find(id);
  await runSql(
    store,
    `update rental_desk.deliveries set first_try_at = first_try_at - interval '1 hour',
     last_try_at = last_try_at - interval '1 hour' where id = $1`,
    [id],
  );
  await store.leases.startPost(lease, {
    ...CONTENT,
    channelId: 'C0ELSEWHERE',
    isLate: true,
    isIncomplete: true,
    counts: { ready: 7, waiting: 8, overdue: 9 },
  });
  expect(await store.deliveries.find(id)).toMatchObject({
    state: 'posting',
    tries: 2,
    firstTryAt: (first?.firstTryAt ?? 0) - 60 * MINUTE_MS,
    channelId: 'C0ELSEWHERE',
    isLate: true,
    isIncomplete: true,
    counts: { ready: 7, waiting: 8, overdue: 9 },
  });
  const { lastTryAt } = await seenNext(id);
  expect(lastTryAt).toBeGreaterThanOrEqual(first?.firstTryAt ?? Infinity);
});

test('a reason is kept while a delivery is tried again, and gone once it is posted', async () => {
  const { lease, now } = await held();
  const { deliveryId: id } = lease;
  await store.leases.recordError(lease, 'ratelimited');
  expect(await store.deliveries.find(id)).toMatchObject({
    state: 'planned',
    reason: 'ratelimited',
  });
  await store.leases.startPost(lease, CONTENT);
  await store.leases.recordPost(lease, '1.2', { removeAfterDays: null, isSettled: false });
  const posted = await store.deliveries.find(id);
  expect(posted).toMatchObject({ state: 'posted', reason: null, ts: '1.2' });
  expect(posted?.postedAt).toBeGreaterThanOrEqual(now);
  // What follows the post is still to be done, by whoever holds it.
  expect(await store.leases.acquire(id, MINUTE_MS)).toBe('leased');
  await store.leases.settle(lease);
  expect(await store.leases.acquire(id, MINUTE_MS)).toBe('settled');
  await expect(store.leases.renew(lease)).rejects.toThrow(LeaseLostError);
});

test('a post after which nothing is left to do settles its delivery and ends the lease', async () => {
  const { lease } = await held();
  await store.leases.startPost(lease, CONTENT);
  await store.leases.recordPost(lease, '1.3', { removeAfterDays: null, isSettled: true });
  expect(await store.leases.acquire(lease.deliveryId, MINUTE_MS)).toBe('settled');
  await expect(store.leases.settle(lease)).rejects.toThrow(LeaseLostError);
});

test.each<[announces: boolean, ending: Ending]>([
  [false, { state: 'missed', reason: 'late' }],
  [false, { state: 'skipped', reason: 'snoozed' }],
  [false, { state: 'skipped', reason: null }],
  [false, { state: 'failed', reason: 'is_archived', pauses: true }],
  [true, { state: 'skipped', reason: 'empty' }],
  [true, { state: 'failed', reason: 'invalid_blocks' }],
  [true, { state: 'failed', reason: 'empty', pauses: false }],
  [true, { state: 'unknown', reason: 'not_in_channel' }],
])('what an alert was to announce is done with (%j) after %j', async (announces, ending) => {
  const digest = await addDigest(store, { alert: ALERT });
  const id = await planned(store, digest);
  await runSql(
    store,
    `insert into rental_desk.alert_entries (digest_id, file_id, kind, delivery_id)
     values ($1, 'a', 'enters', $2)`,
    [digest.id, id],
  );
  const { lease } = await leased(store, id);
  await store.leases.startPost(lease, CONTENT);
  await store.leases.end(lease, ending);
  expect(await unannounced(digest)).toBe(announces ? 0 : 1);
  const { state, reason } = ending;
  expect(await store.deliveries.find(id)).toMatchObject({ state, reason });
  const kept = await runSql(store, 'select files, live from rental_desk.deliveries where id = $1', [
    id,
  ]);
  expect(kept).toEqual([{ files: null, live: null }]);
});

test('a delivery that was taken over ends nothing, pauses nothing and gives nothing back', async () => {
  const digest = await addDigest(store, { alert: ALERT });
  const id = await planned(store, digest);
  await runSql(
    store,
    `insert into rental_desk.alert_entries (digest_id, file_id, kind, delivery_id)
     values ($1, 'a', 'enters', $2)`,
    [digest.id, id],
  );
  const { lease } = await leased(store, id);
  await seenNext(id);
  const ending = { state: 'missed', reason: 'late', pauses: true } as const;
  await expect(store.leases.end(lease, ending)).rejects.toThrow(LeaseLostError);
  expect(await unannounced(digest)).toBe(0);
  expect(await store.digests.find(digest.id)).toEqual(digest);
  expect(await store.deliveries.find(id)).toMatchObject({ state: 'planned', reason: null });
});

test('a failure for good pauses its digest alone, and leaves one that a person has paused as it is', async () => {
  const [digest, paused, other] = [
    await addDigest(store, {}, 4_000_000_000_000),
    await addDigest(store),
    await addDigest(store, {}, 4_000_000_000_000),
  ];
  await store.digests.pause(paused.id, 'asked', 'U7');
  const ending = { state: 'failed', reason: 'is_archived', pauses: true } as const;
  for (const each of [digest, paused]) {
    const { lease } = await leased(store, await planned(store, each));
    await store.leases.end(lease, ending);
  }
  expect(await store.digests.find(digest.id)).toMatchObject({
    state: 'paused',
    pausedBecause: 'is_archived',
    pausedBy: null,
    nextDueAt: null,
    version: digest.version + 1,
  });
  expect(await store.digests.find(paused.id)).toMatchObject({
    pausedBecause: 'asked',
    pausedBy: 'U7',
    version: paused.version + 1,
  });
  expect(await store.digests.find(other.id)).toEqual(other);
});

test('a delivery that fails without pausing leaves its digest as it is', async () => {
  const { lease, digest } = await held();
  await store.leases.end(lease, { state: 'failed', reason: 'invalid_blocks' });
  expect(await store.digests.find(digest.id)).toEqual(digest);
});
