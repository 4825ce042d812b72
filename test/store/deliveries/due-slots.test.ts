import { beforeEach, expect, test } from 'vitest';

import type { Plan } from '../../../src/store/deliveries/due-slots.ts';
import type { Digest } from '../../../src/store/digest.ts';
import type { DigestStore } from '../../../src/store/store.ts';
import { serverPlace } from '../../support/places.ts';
import { useStore } from '../../support/use-store.ts';
import { addDigest, leased, planned, slotAt } from '../fixture.ts';
import { emptyTables, runSql } from '../run-sql.ts';

const MINUTE_MS = 60_000;
const LATER = 4_000_000_000_000;

/** One slot of each digest that is due, and the next in a distant future. */
function planOnce({ nextDueAt }: Digest, nowMs: number): Plan {
  const dueAt = nextDueAt ?? 0;
  const slot = { ...slotAt(dueAt), state: 'planned', reason: null } as const;
  return { slots: [{ ...slot, giveUpAt: nowMs + MINUTE_MS }], next: slotAt(LATER) };
}

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));
beforeEach(async () => {
  await emptyTables(store, 'digests');
});

/** Sets what happened to a delivery back by so many minutes. */
async function setBack(id: string, column: string, minutes: number): Promise<void> {
  const sql = `update rental_desk.deliveries
    set ${column} = clock_timestamp() - $2::int * interval '1 minute' where id = $1`;
  await runSql(store, sql, [id, minutes]);
}

test('digests are planned the longest due first, as many as asked for, and only what is due', async () => {
  const now = Date.now();
  const [second, third, first] = [
    await addDigest(store, {}, now - 2 * MINUTE_MS),
    await addDigest(store, {}, now - MINUTE_MS),
    await addDigest(store, {}, now - 3 * MINUTE_MS),
  ];
  const later = await addDigest(store, {}, now + 10 * MINUTE_MS);
  const paused = await addDigest(store, {}, now - MINUTE_MS);
  const removed = await addDigest(store, {}, now - MINUTE_MS);
  await addDigest(store);
  // As a version before this one might have left them.
  await runSql(store, "update rental_desk.digests set state = 'paused' where id = $1", [paused.id]);
  await runSql(
    store,
    'update rental_desk.digests set removed_at = clock_timestamp() where id = $1',
    [removed.id],
  );

  const seen: string[] = [];
  const plan = (digest: Digest, nowMs: number) => {
    seen.push(digest.id);
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(MINUTE_MS);
    return planOnce(digest, nowMs);
  };
  expect(await store.planning.planDue(plan, 2)).toBe(2);
  expect(seen).toEqual([first.id, second.id]);
  expect(await store.planning.planDue(plan, 2)).toBe(1);
  expect(await store.planning.planDue(plan, 2)).toBe(0);
  expect(seen).toEqual([first.id, second.id, third.id]);
  expect((await store.digests.find(later.id))?.nextDueAt).toBe(later.nextDueAt);
});

test('a slot is planned with all that is decided of it, and settled unless it is to be posted', async () => {
  const dueAt = Date.now() - MINUTE_MS;
  const digest = await addDigest(store, {}, dueAt);
  const slots = (['planned', 'missed', 'skipped'] as const).map((state, index) => ({
    ...slotAt(dueAt - index * MINUTE_MS),
    state,
    reason: state === 'planned' ? null : `of ${state}`,
    giveUpAt: dueAt + index,
  }));
  await store.planning.planDue(() => ({ slots, next: null }), 10);
  const list = await store.deliveries.list({ digestId: digest.id, limit: 10 });
  expect(list).toMatchObject(
    slots.map((slot) => ({ ...slot, kind: 'slot', channelId: digest.channelId })),
  );
  const [toPost, ...settled] = list.map(({ id }) => id);
  expect(await store.planning.unqueued(10)).toEqual([toPost]);
  for (const id of settled) expect(await store.leases.acquire(id, MINUTE_MS)).toBe('settled');
  expect((await store.digests.find(digest.id))?.nextDueAt).toBeNull();
});

test('the same local time in another zone is another slot, unless it is the same instant', async () => {
  const dueAt = Date.now() - 5 * MINUTE_MS;
  const digest = await addDigest(store, {}, dueAt);
  const slot = '2026-11-23T09:00';
  /** Due in a zone, so many minutes after the first one. */
  async function dueIn(zone: string, minutes: number): Promise<number> {
    const at = { slot, dueAt: dueAt + minutes * MINUTE_MS };
    const seen = await store.digests.find(digest.id);
    if (seen === null) throw new Error('the digest is gone');
    const schedule = { ...seen.schedule, zone };
    await store.digests.edit(seen, { ...seen, schedule }, 'U1', at);
    const plannedSlot = { ...at, state: 'planned', reason: null, giveUpAt: LATER } as const;
    await store.planning.planDue(() => ({ slots: [plannedSlot], next: slotAt(LATER) }), 10);
    const list = await store.deliveries.list({ digestId: digest.id, limit: 10 });
    expect(new Set(list.map((delivery) => delivery.slot))).toEqual(new Set([slot]));
    return list.length;
  }

  expect(await dueIn('Europe/Paris', 0)).toBe(1);
  expect(await dueIn('Europe/Brussels', 0)).toBe(1);
  // After new rules of the zone, it is the same slot at another instant.
  expect(await dueIn('Europe/Paris', 1)).toBe(1);
  expect(await dueIn('Europe/London', 2)).toBe(2);
  // As versions before this one wrote it.
  await runSql(store, 'update rental_desk.deliveries set slot = $1 where due_at = $2', [
    slot,
    new Date(dueAt),
  ]);
  expect(await dueIn('Europe/Paris', 0)).toBe(2);
});

test('a digest that is left to other instances stays as it is, and is not looked at until that is over', async () => {
  const now = Date.now();
  const [one, other] = [
    await addDigest(store, {}, now - 2 * MINUTE_MS),
    await addDigest(store, {}, now - MINUTE_MS),
  ];
  const seen: string[] = [];
  /** Looks as an instance that can read neither. */
  async function look(...left: readonly { readonly version: number; readonly untilMs: number }[]) {
    seen.length = 0;
    const leave = ({ id }: Digest) => {
      seen.push(id);
      return null;
    };
    const found = await store.planning.planDue(
      leave,
      10,
      left.map((until) => ({ id: one.id, ...until })),
    );
    expect(found).toBe(seen.length);
    return [...seen];
  }

  expect(await look()).toEqual([one.id, other.id]);
  expect(await store.digests.find(one.id)).toEqual(one);
  const { version } = one;
  expect(await look({ version, untilMs: now + MINUTE_MS })).toEqual([other.id]);
  expect(await look({ version, untilMs: now })).toEqual([one.id, other.id]);
  expect(await look({ version: version - 1, untilMs: now + MINUTE_MS })).toHaveLength(2);
  // Another instance can read it.
  expect(await store.planning.planDue(planOnce, 10)).toBe(2);
  expect(await look()).toEqual([]);
});

test('a slot that fails pauses its digest at once, has a follow-up, and stands beside one of its instant', async () => {
  const dueAt = Date.now() - MINUTE_MS;
  const digest = await addDigest(store, {}, dueAt);
  await store.planning.planDue(
    (due, nowMs) => ({ ...planOnce(due, nowMs), next: slotAt(dueAt) }),
    10,
  );
  const failed = {
    slot: 'now',
    dueAt,
    state: 'failed',
    reason: 'schedule',
    giveUpAt: dueAt,
  } as const;
  const plan = () => ({ slots: [failed], next: null });
  // Of two instances at once, one pauses it.
  const look = async () => store.planning.planDue(plan, 10);
  const counts = await Promise.all([look(), look()]);
  expect(counts.toSorted()).toEqual([0, 1]);

  expect(await store.digests.find(digest.id)).toMatchObject({
    state: 'paused',
    pausedBecause: 'schedule',
    pausedBy: null,
    nextDueAt: null,
    version: digest.version + 1,
  });
  const list = await store.deliveries.list({ digestId: digest.id, limit: 10 });
  expect(list.map(({ state }) => state).toSorted()).toEqual(['failed', 'planned']);
  expect(await store.planning.unqueued(10)).toHaveLength(2);
});

test('a digest that is due but has no slot moves on to its next due time', async () => {
  const digest = await addDigest(store, {}, Date.now() - MINUTE_MS);
  expect(await store.planning.planDue(() => ({ slots: [], next: slotAt(LATER) }), 10)).toBe(1);
  expect(await store.deliveries.list({ digestId: digest.id, limit: 10 })).toEqual([]);
  expect((await store.digests.find(digest.id))?.nextDueAt).toBe(LATER);
});

test('only what an alert is to announce goes into its delivery, and only once', async () => {
  const alert = { on: 'enters', aspects: [], everyMinutes: 0, quiet: null } as const;
  const dueAt = Date.now() - MINUTE_MS;
  const [one, other] = [await addDigest(store, { alert }, dueAt), await addDigest(store)];
  const add = async (digestId: string, fileId: string) =>
    runSql(
      store,
      `insert into rental_desk.alert_entries (digest_id, file_id, kind) values ($1, $2, 'enters')`,
      [digestId, fileId],
    );
  await add(one.id, 'a');
  await add(other.id, 'b');
  await store.planning.planDue(planOnce, 10);
  await add(one.id, 'c');
  await runSql(store, 'update rental_desk.digests set next_run_at = $2 where id = $1', [
    one.id,
    new Date(dueAt),
  ]);
  await store.planning.planDue(planOnce, 10);
  const deliveries = await store.deliveries.list({ digestId: one.id, limit: 10 });
  expect(deliveries.map(({ kind }) => kind)).toEqual(['alert', 'alert']);
  const announced = await Promise.all(
    deliveries.map(async ({ id }) => {
      const entries = await store.alerts.entriesOf(id);
      return entries.map(({ fileId }) => fileId).join();
    }),
  );
  expect(announced.toSorted()).toEqual(['a', 'c']);
});

test('an alert that is paused for its schedule keeps what it is to announce', async () => {
  const alert = { on: 'enters', aspects: [], everyMinutes: 0, quiet: null } as const;
  const { id } = await addDigest(store, { alert }, Date.now() - MINUTE_MS);
  const add = `insert into rental_desk.alert_entries (digest_id, file_id, kind) values ($1, 'a', 'enters')`;
  await runSql(store, add, [id]);
  await store.planning.planDue((digest, nowMs) => {
    const { slots } = planOnce(digest, nowMs);
    return {
      slots: slots.map((slot) => ({ ...slot, state: 'failed', reason: 'schedule' })),
      next: null,
    };
  }, 10);
  const [delivery] = await store.deliveries.list({ digestId: id, limit: 10 });
  expect(delivery).toMatchObject({ kind: 'alert', state: 'failed' });
  expect(await store.alerts.entriesOf(delivery?.id ?? '')).toEqual([]);
});

test('an ordinary digest takes no entries into its deliveries', async () => {
  const digest = await addDigest(store, {}, Date.now() - MINUTE_MS);
  await runSql(
    store,
    `insert into rental_desk.alert_entries (digest_id, file_id, kind) values ($1, 'a', 'enters')`,
    [digest.id],
  );
  await store.planning.planDue(planOnce, 10);
  const [delivery] = await store.deliveries.list({ digestId: digest.id, limit: 10 });
  expect(await store.alerts.entriesOf(delivery?.id ?? '')).toEqual([]);
});

test('due times are computed anew, unless they stay or have changed', async () => {
  const soon = Date.now() + 10 * MINUTE_MS;
  const [moved, ended, same, changed] = [
    await addDigest(store, {}, soon),
    await addDigest(store, {}, soon),
    await addDigest(store, {}, soon),
    await addDigest(store, {}, soon),
  ];
  const due = await addDigest(store, {}, Date.now() - MINUTE_MS);
  const removed = await addDigest(store, {}, soon);
  await runSql(
    store,
    'update rental_desk.digests set removed_at = clock_timestamp() where id = $1',
    [removed.id],
  );
  const seen: string[] = [];
  const rows = await runSql(store, 'select id, version from rental_desk.digests');
  await store.planning.reschedule(({ id, nextDueAt }, nowMs) => {
    seen.push(id);
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(MINUTE_MS);
    if (id === ended.id) return null;
    return slotAt(id === same.id || id === due.id ? (nextDueAt ?? 0) : LATER);
  });
  expect(seen.toSorted()).toEqual([moved.id, ended.id, same.id, changed.id, due.id].toSorted());
  const nextOf = async ({ id }: Digest) => (await store.digests.find(id))?.nextDueAt;
  expect(await nextOf(moved)).toBe(LATER);
  expect(await nextOf(ended)).toBeNull();
  expect(await nextOf(same)).toBe(soon);
  expect(await nextOf(due)).toBe(due.nextDueAt);
  // That is no change that a person has made.
  expect(await runSql(store, 'select id, version from rental_desk.digests')).toEqual(
    expect.arrayContaining([...rows]),
  );
});

test('deliveries without a job are found the oldest first, as many as asked for, until they have one', async () => {
  const digest = await addDigest(store);
  const [second, third, first] = [
    await planned(store, digest, 2),
    await planned(store, digest, 1),
    await planned(store, digest, 3),
  ];
  const settled = await leased(store, await planned(store, digest, 4));
  await store.leases.settle(settled.lease);
  expect(await store.planning.unqueued(10)).toEqual([first, second, third]);
  expect(await store.planning.unqueued(2)).toEqual([first, second]);
  await store.planning.recordQueued([]);
  await store.planning.recordQueued([first, third]);
  expect(await store.planning.unqueued(10)).toEqual([second]);
});

test('a job counts as lost once nothing has happened for long enough, in the queue or in anybody’s hands', async () => {
  const digest = await addDigest(store);
  const [waiting, begun, other] = [
    await planned(store, digest, 3),
    await planned(store, digest, 2),
    await planned(store, digest, 1),
  ];
  await planned(store, digest, 4);
  await store.planning.recordQueued([waiting, begun, other]);
  const lost = async (limit = 10) => store.planning.orphaned(10 * MINUTE_MS, limit);
  for (const id of [waiting, begun]) await setBack(id, 'queued_at', 9);
  expect(await lost()).toEqual([]);
  for (const id of [waiting, begun]) await setBack(id, 'queued_at', 11);
  await setBack(begun, 'claimed_at', 9);
  expect(await lost()).toEqual([waiting]);
  await setBack(begun, 'claimed_at', 11);
  expect(await lost()).toEqual([waiting, begun]);
  expect(await lost(1)).toEqual([waiting]);
  // It has a new job.
  await store.planning.recordQueued([begun]);
  expect(await lost()).toEqual([waiting]);
});

test('whoever is alone frees all that others have left behind, and is told what has a job', async () => {
  const digest = await addDigest(store);
  const [queued, unqueued, done] = [
    await planned(store, digest, 3),
    await planned(store, digest, 2),
    await planned(store, digest, 1),
  ];
  await store.planning.recordQueued([queued, done]);
  await leased(store, queued);
  await leased(store, unqueued);
  const { lease } = await leased(store, done);
  await store.leases.settle(lease);
  expect(await store.planning.releaseAll()).toEqual([queued]);
  await leased(store, queued);
  expect(await store.leases.acquire(unqueued, MINUTE_MS)).toBe('leased');
  expect(await store.leases.acquire(done, MINUTE_MS)).toBe('settled');
});

test('the missed slots of a long outage are more than one statement takes, and are all settled', async () => {
  const now = Date.now();
  const slotsEach = 4_000;
  await Promise.all([0, 1].map(async () => addDigest(store, {}, now - MINUTE_MS)));
  const missed = ({ nextDueAt }: Digest): Plan => ({
    slots: Array.from({ length: slotsEach }, (_, index) => ({
      ...slotAt((nextDueAt ?? 0) - index * MINUTE_MS),
      state: 'missed',
      reason: 'missed',
      giveUpAt: now,
    })),
    next: slotAt(LATER),
  });
  expect(await store.planning.planDue(missed, 10)).toBe(2);
  const [row] = await runSql(store, 'select count(*)::int as count from rental_desk.deliveries');
  expect(row).toEqual({ count: 2 * slotsEach });
});
