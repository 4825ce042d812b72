import { randomUUID } from 'node:crypto';

import { describe, expect, onTestFinished, test } from 'vitest';

import type { Plan } from '../../src/store/deliveries/due-slots.ts';
import { type LeasedDelivery, LeaseLostError } from '../../src/store/deliveries/leases.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Digest,
  type DigestChoice,
  DigestOptions,
} from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { folderPlace, serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { choiceOf as anyChoice, CONTENT, leased, plannedRun, slotAt } from './fixture.ts';
import { runSql } from './run-sql.ts';

const MINUTE_MS = 60_000;
const LEASE_MS = 60_000;

function choiceOf(change: Partial<DigestChoice> = {}): DigestChoice {
  const options = { ...DEFAULT_DIGEST_OPTIONS, mentions: ['U1'], targetDays: 3 };
  return anyChoice({ options, ...change });
}

describe.each([
  ['the embedded database', folderPlace],
  ['PostgreSQL', serverPlace],
])('digests in %s', (_engine, placeFor) => {
  let store: DigestStore;

  useStore(placeFor, (opened) => (store = opened));

  async function added(change: Partial<DigestChoice> = {}, dueAt = 0): Promise<Digest> {
    const digest = await store.digests.add(choiceOf(change), 'U1', dueAt ? slotAt(dueAt) : null);
    if (digest === null) throw new Error('the name is taken');
    return digest;
  }

  /** One delivery of a fresh digest, in our hands. */
  async function claimed(): Promise<LeasedDelivery> {
    const digest = await added();
    const { id } = await store.deliveries.planRun(digest.id, '2026-11-23T09:00', MINUTE_MS);
    return leased(store, id);
  }

  test('a digest is found as it was chosen', async () => {
    const choice = choiceOf();
    const digest = await store.digests.add(choice, 'U1', slotAt(1_800_000_000_000));
    expect(digest).toEqual({
      ...choice,
      alert: null,
      id: expect.stringMatching(/^[b-z][2-9b-z]{3}$/),
      ownerId: 'U1',
      state: 'active',
      pausedBecause: null,
      pausedBy: null,
      snoozedUntil: null,
      snoozedBy: null,
      createdAt: expect.any(Number),
      nextDueAt: 1_800_000_000_000,
      version: 1,
    });
    expect(await store.digests.find(digest?.id ?? '')).toEqual(digest);
    expect(await store.digests.add({ ...choice, name: 'MATIN' }, 'U2', null)).toBeNull();
    expect(await store.digests.add({ ...choice, channelId: 'C0' }, 'U2', null)).not.toBeNull();
    expect(await store.digests.list({ channelId: choice.channelId })).toEqual([digest]);
    expect(await store.digests.list({ channelId: choice.channelId, ownerId: 'U2' })).toEqual([]);
  });

  test('what the database refuses beside a name that is taken is an error', async () => {
    const digest = await added();
    const constraint = 'only_for_this_test';
    await runSql(
      store,
      `alter table rental_desk.digests add constraint ${constraint} check (changed_by <> 'U0REFUSED')`,
    );
    onTestFinished(async () => {
      await runSql(store, `alter table rental_desk.digests drop constraint ${constraint}`);
    });
    await expect(
      store.digests.edit(digest, choiceOf({ name: 'Soir' }), 'U0REFUSED', null),
    ).rejects.toMatchObject({ code: 'failed' });
    expect(await store.digests.find(digest.id)).toEqual(digest);
  });

  test('a channel has one digest of a name, until that is removed', async () => {
    const { id, channelId } = await added();
    expect(await store.digests.add(choiceOf({ channelId, name: 'MATIN' }), 'U2', null)).toBeNull();
    expect(await store.digests.remove(id, 'U1')).toBe(true);
    expect(await store.digests.remove(id, 'U1')).toBe(false);
    expect(await store.digests.find(id)).toBeNull();
    expect(await store.digests.add(choiceOf({ channelId }), 'U2', null)).not.toBeNull();
  });

  test('of two people with the same form open, the second learns of the first', async () => {
    const seen = await added();
    const { channelId } = seen;
    const first = await store.digests.edit(seen, choiceOf({ channelId, query: 'a' }), 'U1', null);
    expect(first).toMatchObject({ query: 'a', version: 2 });
    expect(await store.digests.edit(seen, choiceOf({ channelId }), 'U2', null)).toBe('changed');
    expect(await store.digests.edit({ id: 'none', version: 1 }, choiceOf(), 'U2', null)).toBeNull();
    const other = await added({ channelId, name: 'Soir' });
    expect(await store.digests.edit(other, choiceOf({ channelId }), 'U1', null)).toBe('taken');
  });

  test('a paused digest is not due, whatever is changed, until it goes on', async () => {
    const digest = await added({}, Date.now() + MINUTE_MS);
    const paused = await store.digests.pause(digest.id, 'asked', 'U1');
    expect(paused).toMatchObject({ state: 'paused', pausedBecause: 'asked', nextDueAt: null });
    const { channelId } = digest;
    const edited = await store.digests.edit(
      paused ?? digest,
      choiceOf({ channelId }),
      'U1',
      slotAt(5),
    );
    expect(edited).toMatchObject({ state: 'paused', nextDueAt: null });
    const resumed = await store.digests.resume(digest.id, 'U1', slotAt(4_000_000_000_000));
    expect(resumed).toMatchObject({ state: 'active', pausedBecause: null });
    expect(resumed?.nextDueAt).toBe(4_000_000_000_000);
    await store.digests.snooze(digest.id, 7, 'U1');
    expect(await store.digests.transfer(digest.id, 'U9', 'U1')).toMatchObject({
      ownerId: 'U9',
      snoozedUntil: 7,
    });
    await store.digests.remove(digest.id, 'U1');
  });

  test('a digest that is active keeps its due time when somebody resumes it', async () => {
    const dueAt = Date.now() - MINUTE_MS;
    const { id } = await added({}, dueAt);
    const resumed = await store.digests.resume(id, 'U1', slotAt(4_000_000_000_000));
    expect(resumed).toMatchObject({ state: 'active', nextDueAt: dueAt, version: 2 });
    await store.digests.remove(id, 'U1');
    const never = await added();
    const next = slotAt(4_000_000_000_000);
    expect((await store.digests.resume(never.id, 'U1', next))?.nextDueAt).toBe(next.dueAt);
    await store.digests.remove(never.id, 'U1');
  });

  test('what is due is planned once, whoever plans at the same time', async () => {
    const dueAt = Date.now() - MINUTE_MS;
    const digest = await added({}, dueAt);
    const plan = ({ id }: Digest): Plan => ({
      slots:
        id === digest.id
          ? [
              {
                ...slotAt(dueAt - 1000),
                state: 'missed',
                reason: 'late',
                giveUpAt: dueAt,
              },
              { ...slotAt(dueAt), state: 'planned', reason: null, giveUpAt: dueAt + MINUTE_MS },
            ]
          : [],
      next: slotAt(4_000_000_000_000),
    });
    const counts = await Promise.all([1, 2, 3].map(() => store.planning.planDue(plan, 10)));
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
    const ledger = await store.deliveries.list({ digestId: digest.id, limit: 10 });
    expect(ledger.map(({ state, reason }) => [state, reason])).toEqual([
      ['planned', null],
      ['missed', 'late'],
    ]);
    const [planned] = ledger;
    expect(await store.planning.unqueued(1000)).toContain(planned?.id);
    await store.planning.recordQueued([planned?.id ?? '']);
    expect(await store.planning.unqueued(1000)).not.toContain(planned?.id);
    expect(await store.planning.orphaned(MINUTE_MS, 1000)).toEqual([]);
    expect(await store.planning.orphaned(-MINUTE_MS, 1000)).toContain(planned?.id);
    expect((await store.digests.find(digest.id))?.nextDueAt).toBe(4_000_000_000_000);

    // The same slots again, as after a change of the clock.
    await store.digests.pause(digest.id, 'asked', 'U1');
    await store.digests.resume(digest.id, 'U1', slotAt(dueAt));
    await store.planning.planDue(plan, 10);
    expect(await store.deliveries.list({ digestId: digest.id, limit: 10 })).toHaveLength(2);
  });

  test('due times of the future follow the rules of today', async () => {
    const digest = await added({}, 4_000_000_000_000);
    await store.planning.reschedule(({ id, nextDueAt }) =>
      id === digest.id ? slotAt(4_100_000_000_000) : nextDueAt === null ? null : slotAt(nextDueAt),
    );
    expect((await store.digests.find(digest.id))?.nextDueAt).toBe(4_100_000_000_000);
  });

  test('a delivery is in one pair of hands', async () => {
    const first = await claimed();
    const { id } = first.delivery;
    expect(Math.abs(first.now - Date.now())).toBeLessThan(86_400_000);
    expect(await store.leases.acquire(id, LEASE_MS)).toBe('leased');
    await store.leases.release(first.lease);
    const second = await leased(store, id);
    await expect(store.leases.startPost(first.lease, CONTENT)).rejects.toThrow(LeaseLostError);
    await expect(
      store.leases.recordPost(first.lease, '1.1', { removeAfterDays: null, isSettled: false }),
    ).rejects.toThrow(LeaseLostError);
    await expect(
      store.leases.end(first.lease, { state: 'failed', reason: 'x', pauses: true }),
    ).rejects.toThrow(LeaseLostError);
    expect(await store.digests.find(first.digest.id)).toMatchObject({ state: 'active' });
    expect(await store.deliveries.lastShownFiles(first.digest.id)).toBeNull();
    // A holder that is silent for too long loses it.
    const third = await leased(store, id, -LEASE_MS);
    await expect(store.leases.renew(second.lease)).rejects.toThrow(LeaseLostError);
    await store.leases.settle(third.lease);
    expect(await store.leases.acquire(id, LEASE_MS)).toBe('settled');
    expect(await store.leases.acquire(randomUUID(), LEASE_MS)).toBe('settled');
  });

  test('a post is in the ledger, and its digest remembers what it has shown', async () => {
    const { lease, delivery, digest } = await claimed();
    await store.leases.startPost(lease, { ...CONTENT, isLate: true });
    expect(await store.deliveries.find(delivery.id)).toMatchObject({ state: 'posting', tries: 1 });
    expect(await store.deliveries.lastShownFiles(digest.id)).toBeNull();
    expect(await store.deliveries.lastPostedAt(digest.id)).toBeNull();
    await store.leases.recordPost(lease, '1.5', { removeAfterDays: 2, isSettled: false });
    expect(await store.deliveries.find(delivery.id)).toMatchObject({
      state: 'posted',
      ts: '1.5',
      channelId: CONTENT.channelId,
      isLate: true,
      counts: { ready: 3, waiting: 2, overdue: 1 },
    });
    expect(await store.deliveries.lastShownFiles(digest.id)).toEqual([
      { id: 'file-1', decision: 'READY' },
    ]);
    expect(await store.deliveries.lastPostedAt(digest.id)).toEqual(expect.any(Number));
    expect(await store.deliveries.countsSince(digest.id, 0)).toEqual([
      { dueAt: delivery.dueAt, counts: { ready: 3, waiting: 2, overdue: 1 } },
    ]);
    expect(await store.deliveries.outdatedPosts(digest.id)).toEqual([]);
  });

  test('what began and posted nothing is as if it had not begun', async () => {
    const { lease, delivery } = await claimed();
    await store.leases.startPost(lease, CONTENT);
    await store.leases.withdrawPost(lease);
    const after = await store.deliveries.find(delivery.id);
    expect(after).toMatchObject({ state: 'planned', tries: 0, firstTryAt: null });
    // Once a try was unclear, a later one that was not changes nothing about that.
    await store.leases.startPost(lease, CONTENT);
    await store.leases.startPost(lease, CONTENT);
    await store.leases.withdrawPost(lease);
    const later = await store.deliveries.find(delivery.id);
    expect(later).toMatchObject({ state: 'posting', tries: 1, firstTryAt: expect.any(Number) });
  });

  test('a failure for good pauses the digest, in the same breath', async () => {
    const { lease, delivery, digest } = await claimed();
    await store.leases.end(lease, { state: 'failed', reason: 'is_archived', pauses: true });
    expect(await store.deliveries.find(delivery.id)).toMatchObject({
      state: 'failed',
      reason: 'is_archived',
    });
    expect(await store.digests.find(digest.id)).toMatchObject({
      state: 'paused',
      pausedBecause: 'is_archived',
    });
  });

  test('a post that has stood for long enough is given to one who removes it', async () => {
    const { lease, delivery } = await claimed();
    await store.leases.startPost(lease, CONTENT);
    await store.leases.recordPost(lease, '1.7', { removeAfterDays: -1, isSettled: false });
    expect(await store.deliveries.takeExpired(10)).toEqual([
      { deliveryId: delivery.id, channelId: CONTENT.channelId, ts: '1.7', threadTs: null },
    ]);
    expect(await store.deliveries.takeExpired(10)).toEqual([]);
  });

  test('each file is escalated once for a digest, by whichever delivery has it first', async () => {
    const { lease, digest } = await claimed();
    expect(await store.escalations.choose(lease, ['b', 'a'])).toEqual(['a', 'b']);
    const { id } = await plannedRun(store, digest.id, '2026-11-24T09:00', MINUTE_MS);
    const { lease: next } = await leased(store, id);
    expect(await store.escalations.choose(next, ['a', 'b', 'c'])).toEqual(['c']);
    const { lease: elsewhere } = await claimed();
    expect(await store.escalations.choose(elsewhere, ['a'])).toEqual(['a']);
    // What a channel does not take is anybody's again.
    await store.escalations.giveUp(lease);
    expect(await store.escalations.of(lease.deliveryId)).toMatchObject({ isDone: true, files: [] });
    expect(await store.escalations.choose(next, ['a'])).toEqual(['a', 'c']);
  });

  test('whom a delivery notifies is remembered step by step, by whoever holds it', async () => {
    const { lease, now } = await claimed();
    const { notifications } = store;
    const of = async () => Object.fromEntries(await notifications.of(lease.deliveryId));
    expect(await of()).toEqual({});
    await notifications.start(lease, 'U1');
    await notifications.start(lease, 'U2');
    expect((await of())['U1']?.triedAt).toBeGreaterThanOrEqual(now);
    await notifications.withdraw(lease, 'U1');
    await notifications.recordDone(lease, 'U2');
    expect(await of()).toEqual({
      U1: { triedAt: null, isDone: false },
      U2: { triedAt: expect.any(Number), isDone: true },
    });

    const lost = { ...lease, key: randomUUID() };
    await expect(notifications.withdraw(lost, 'U2')).rejects.toThrow(LeaseLostError);
    await expect(notifications.recordDone(lost, 'U1')).rejects.toThrow(LeaseLostError);
    expect((await of())['U1']).toEqual({ triedAt: null, isDone: false });
  });

  test('an escalation is remembered step by step, by whoever holds the delivery', async () => {
    const { lease, now } = await claimed();
    const { deliveryId } = lease;
    expect(await store.escalations.of(deliveryId)).toEqual({
      triedAt: null,
      triedIn: null,
      isDone: false,
      files: [],
    });
    await store.escalations.start(lease, 'C0SECOND');
    const { triedAt, triedIn } = await store.escalations.of(deliveryId);
    expect(triedIn).toBe('C0SECOND');
    expect(triedAt).toBeGreaterThanOrEqual(now);
    await store.escalations.withdraw(lease);
    expect(await store.escalations.of(deliveryId)).toMatchObject({ triedAt: null });
    await store.escalations.recordDone(lease);
    expect(await store.escalations.of(deliveryId)).toMatchObject({ isDone: true });

    const lost = { ...lease, key: randomUUID() };
    expect(await store.escalations.choose(lost, ['a'])).toEqual([]);
    await expect(store.escalations.start(lost, 'C0SECOND')).rejects.toThrow(LeaseLostError);
    await expect(store.escalations.giveUp(lost)).rejects.toThrow(LeaseLostError);
  });
});

test('options of another version are read with care', () => {
  const options = {
    top: 'many',
    privacy: 'by moonlight',
    style: 'sung',
    mentions: ['U1'],
    more: 1,
  };
  expect(DigestOptions.parse(options)).toEqual({
    ...DEFAULT_DIGEST_OPTIONS,
    privacy: 'reference',
    mentions: ['U1'],
  });
});
