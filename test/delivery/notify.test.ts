import { expect, test } from 'vitest';

import { type AdminPorts, type DeliveryPorts, RetryLaterError } from '../../src/delivery/ports.ts';
import { createComposer } from '../../src/digests/compose/composer.ts';
import { createCalendars, createPlanner, timetableOf } from '../../src/digests/schedule.ts';
import { grantedScopes } from '../../src/playground/slack-workspace/manifest.ts';
import { directMessageWith } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { USER_GROUPS } from '../../src/playground/slack-workspace/store/user-groups.ts';
import { UnknownPlaceError } from '../../src/portfolio/calendar.ts';
import { membersOf } from '../../src/slack/directory.ts';
import { LEFT_MS } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { testClient, testManifest, testWorkspace } from '../support/slack-workspace.ts';
import { useStore } from '../support/use-store.ts';
import { createDeliveryFixture, messageOf, realTime, unreadableQuery } from './fixture.ts';

const MINUTE_MS = 60_000;
let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

/** Nobody can read what the digest asks for, so that it is paused; these look after it. */
function lookedAfterBy(
  list: AdminPorts['list'],
): Pick<DeliveryPorts, 'compose'> & { readonly admins: AdminPorts } {
  return {
    ...unreadableQuery,
    admins: {
      store: store.notifications,
      list,
      messageFor: async ({ name }, { reason }) => messageOf(`${name}: ${reason}, for admins`),
    },
  };
}

const lookedAfter = () => lookedAfterBy(async () => [PEOPLE.oliver, PEOPLE.hannah, PEOPLE.claire]);
const channels = [PEOPLE.hannah, PEOPLE.oliver].map(directMessageWith);

test('each admin is told once that a digest is paused, and its owner as ever', async () => {
  const fixture = createDeliveryFixture(store, await testWorkspace(realTime), lookedAfter());
  const digest = await fixture.digest();
  const id = await fixture.due(digest);
  await fixture.untilDone(id);
  await fixture.deliver(id);
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: failed query`]);
  for (const room of channels)
    expect(fixture.messagesIn(room)).toEqual([`${digest.name}: query, for admins`]);
});

test.each([
  ['lost on its way', 'before', 'hang_up'],
  ['accepted, and the answer lost', 'after', 'hang_up'],
  ['accepted, and answered with a fault', 'after', 'http_500'],
  ['to wait', 'before', 'ratelimited'],
] as const)('also when what they are told is %s', async (_what, moment, trouble) => {
  const workspace = await testWorkspace(realTime);
  let isFirst = true;
  const list = async () => {
    // The owner is notified by then.
    if (isFirst) workspace.interrupt({ method: 'chat.postMessage', moment, trouble });
    isFirst = false;
    return [PEOPLE.hannah, PEOPLE.oliver];
  };
  const fixture = createDeliveryFixture(store, workspace, lookedAfterBy(list));
  const digest = await fixture.digest();
  expect(await fixture.untilDone(await fixture.due(digest))).toBeGreaterThan(1);
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: failed query`]);
  for (const room of channels)
    expect(fixture.messagesIn(room)).toEqual([`${digest.name}: query, for admins`]);
});

test('where direct messages cannot be looked through, nobody is told twice', async () => {
  const scopes = grantedScopes(testManifest()).filter((scope) => scope !== 'im:history');
  const workspace = await testWorkspace({ ...realTime, manifest: testManifest(scopes) });
  let isFirst = true;
  const list = async () => {
    const trouble = { moment: 'after', trouble: 'hang_up' } as const;
    if (isFirst) workspace.interrupt({ method: 'chat.postMessage', ...trouble });
    isFirst = false;
    return [PEOPLE.hannah];
  };
  const fixture = createDeliveryFixture(store, workspace, lookedAfterBy(list));
  const digest = await fixture.digest();
  await fixture.untilDone(await fixture.due(digest));
  expect(fixture.messagesIn(directMessageWith(PEOPLE.hannah))).toEqual([
    `${digest.name}: query, for admins`,
  ]);
});

test('of many admins ten are told, and whoever takes no messages is left', async () => {
  const workspace = await testWorkspace(realTime);
  const many = Array.from({ length: 9 }, (_, index) => `U0NOBODY00${index}`);
  const list = async () => [...many, PEOPLE.hannah, PEOPLE.oliver];
  const fixture = createDeliveryFixture(store, workspace, lookedAfterBy(list));
  const id = await fixture.due(await fixture.digest());
  await fixture.untilDone(id);
  const notifications = await store.notifications.of(id);
  expect(notifications.size).toBe(10);
  expect([...notifications.values()].every(({ isDone }) => isDone)).toBe(true);
  expect(await store.leases.acquire(id, 0)).toBe('settled');
});

test('what pauses nothing is the owner’s alone', async () => {
  const scopes = grantedScopes(testManifest()).filter((scope) => !scope.endsWith('s:history'));
  const workspace = await testWorkspace({ ...realTime, manifest: testManifest(scopes) });
  const { admins } = lookedAfter();
  const fixture = createDeliveryFixture(store, workspace, { admins });
  const digest = await fixture.digest();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  await fixture.untilDone(await fixture.due(digest));
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: unknown no_history`]);
  for (const room of channels) expect(fixture.messagesIn(room)).toEqual([]);
});

test('who must hold the claim to tell somebody must hold the newest', async () => {
  const fixture = createDeliveryFixture(store, await testWorkspace(realTime));
  const id = await fixture.due(await fixture.digest());
  const key = '00000000-0000-4000-8000-000000000000';
  const lost = { deliveryId: id, key, digestVersion: 1 };
  await expect(store.notifications.start(lost, 'U1')).rejects.toThrow('taken the delivery over');
  expect((await store.notifications.of(id)).size).toBe(0);
});

test('admins are the members of the groups that are named, as far as Slack tells', async () => {
  const workspace = await testWorkspace();
  const client = testClient(workspace);
  const { leasing, admins: group } = USER_GROUPS;
  expect(await membersOf(client, [])).toEqual([]);
  expect(await membersOf(client, [group.id, 'S0NOWHERE01', leasing.id])).toEqual([
    PEOPLE.hannah,
    PEOPLE.claire,
    PEOPLE.oliver,
  ]);
  workspace.interrupt({
    method: 'usergroups.users.list',
    moment: 'before',
    trouble: 'http_500',
  });
  await expect(membersOf(client, [group.id])).rejects.toMatchObject({ name: 'PostError' });
});

/** As the app has it, over the store of the tests. */
function realComposer() {
  return createComposer({
    settings: store.settings,
    alerts: store.alerts,
    calendars: createCalendars(),
    language: 'en',
    now: () => Date.now(),
    linkTo: () => null,
    currency: null,
  });
}

test('a digest that no instance can read is paused, and its owner told once, with nothing posted', async () => {
  const ended: unknown[] = [];
  const { messages } = realComposer();
  const fixture = createDeliveryFixture(store, await testWorkspace(realTime), {
    messages,
    onEnded: ({ state, reason }) => ended.push([state, reason]),
  });
  const { id, name } = await fixture.digest();
  await runSql(
    store,
    `update rental_desk.digests
     set zone = 'Mars/Olympus', next_run_at = date_trunc('minute', clock_timestamp()) where id = $1`,
    [id],
  );
  const instances = [1, 2].map(() => createPlanner(timetableOf(createCalendars()), () => {}));
  /** One look of each instance, so much later. */
  async function look(laterMs: number): Promise<void> {
    for (const planner of instances) {
      await store.planning.planDue((digest, nowMs) => planner.plan(digest, nowMs + laterMs), 10);
    }
    const found = await store.deliveries.list({ digestId: id, limit: 10 });
    for (const delivery of found) await fixture.untilDone(delivery.id);
  }

  await look(0);
  await look(LEFT_MS - MINUTE_MS);
  expect(await store.digests.find(id)).toMatchObject({ state: 'active' });
  expect(fixture.ownerMessages()).toEqual([]);
  for (const times of [1, 2, 60]) await look(times * LEFT_MS);

  expect(await store.digests.find(id)).toMatchObject({
    state: 'paused',
    pausedBecause: 'schedule',
    nextDueAt: null,
  });
  expect(fixture.ownerMessages()).toEqual([
    expect.stringMatching(
      new RegExp(
        `“${name}” of .* UTC could not be sent: its time zone, holidays or options are not known`,
      ),
    ),
  ]);
  expect(fixture.messagesIn()).toEqual([]);
  expect(ended).toEqual([['failed', 'schedule']]);
});

test('a report of a kind that only a newer version knows is neither posted nor taken for a digest', async () => {
  const composer = realComposer();
  const fixture = createDeliveryFixture(store, await testWorkspace(realTime), {
    compose: async (request, sharing) => composer.compose(request, sharing),
    timing: { leftMs: LEFT_MS },
  });
  const digest = await fixture.digest();
  const { id } = digest;
  await runSql(
    store,
    `update rental_desk.digests set report = 'quarter', next_run_at = date_trunc('minute', clock_timestamp())
     where id = $1`,
    [id],
  );
  const planner = createPlanner(timetableOf(createCalendars()), () => {});
  await store.planning.planDue((due, nowMs) => planner.plan(due, nowMs), 10);
  expect(await store.deliveries.list({ digestId: id, limit: 10 })).toEqual([]);

  // A newer instance has planned it, and any instance may be given its job.
  const delivery = await fixture.due(digest);
  await expect(fixture.deliver(delivery)).rejects.toThrow(RetryLaterError);
  expect(fixture.messagesIn()).toEqual([]);
  expect(await store.digests.find(id)).toMatchObject({ state: 'active' });
});

/** The calendar of an instance that is too old for it. */
function knowsNothing(): never {
  throw new UnknownPlaceError('no such zone');
}

test('a digest that one of two instances cannot read is posted once, by the other, in time', async () => {
  const fixture = createDeliveryFixture(store, await testWorkspace(realTime));
  const { id, name } = await fixture.digest();
  const dueAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const now = { slot: '2026-11-23T09:00', dueAt };
  const later = { slot: '2026-11-24T09:00', dueAt: dueAt + 24 * 60 * MINUTE_MS };
  await store.digests.resume(id, 'U1', now);
  const older = createPlanner({ next: knowsNothing, between: knowsNothing }, () => {});
  const newer = createPlanner({ next: () => later, between: () => [now] }, () => {});
  for (const planner of [older, newer, older, newer]) {
    await store.planning.planDue((digest, nowMs) => planner.plan(digest, nowMs), 10);
  }
  const found = await store.deliveries.list({ digestId: id, limit: 10 });
  for (const delivery of found) await fixture.untilDone(delivery.id);

  expect(found).toMatchObject([{ slot: now.slot, dueAt }]);
  expect(fixture.messagesIn()).toEqual([name]);
  expect(await store.digests.find(id)).toMatchObject({ state: 'active', nextDueAt: later.dueAt });
  expect(fixture.ownerMessages()).toEqual([]);
});

test('a delivery whose schedule is not known here is left to other instances, and then given up', async () => {
  const workspace = await testWorkspace(realTime);
  const left = { timing: { leftMs: LEFT_MS }, compose: async () => knowsNothing() };
  const older = createDeliveryFixture(store, workspace, left);
  const newer = createDeliveryFixture(store, workspace);
  const digest = await newer.digest();
  const id = await newer.due(digest, 1000);
  await expect(older.deliver(id)).rejects.toThrow(RetryLaterError);
  await newer.deliver(id);
  await older.deliver(id);
  expect(newer.messagesIn()).toEqual([digest.name]);

  const other = await newer.due(digest, 0, 2 * LEFT_MS);
  const queued = async (agoMs: number) =>
    runSql(store, 'update rental_desk.deliveries set queued_at = $2 where id = $1', [
      other,
      new Date(Date.now() - agoMs),
    ]);
  // It has waited for the service until now.
  await queued(2 * LEFT_MS);
  await expect(older.deliver(other)).rejects.toThrow(RetryLaterError);
  await expect(older.deliver(other)).rejects.toThrow(RetryLaterError);
  await createDeliveryFixture(store, workspace, { ...left, timing: { leftMs: 0 } }).deliver(other);
  expect(newer.messagesIn()).toEqual([digest.name]);
  expect(newer.ownerMessages()).toEqual([`${digest.name}: failed schedule`]);
  expect(await store.digests.find(digest.id)).toMatchObject({ pausedBecause: 'schedule' });
});
