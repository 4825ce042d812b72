import { setTimeout } from 'node:timers/promises';

import { describe, expect, test, vi } from 'vitest';

import {
  type DeliveryPorts,
  PostError,
  type PostOutcome,
  type PostRequest,
  ShuttingDownError,
} from '../../src/delivery/ports.ts';
import { createDigestSnapshot } from '../../src/digests/compose/sections.ts';
import { removeExpiredDigests } from '../../src/digests/retention.ts';
import { grantedScopes } from '../../src/playground/slack-workspace/manifest.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import { createPoster } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import type { LiveLayout } from '../../src/store/deliveries/live-posts.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { runSql } from '../store/run-sql.ts';
import { INSIDE } from '../support/channels.ts';
import { serverPlace } from '../support/places.ts';
import { testClient, testManifest, testWorkspace } from '../support/slack-workspace.ts';
import { useStore } from '../support/use-store.ts';
import { createDeliveryFixture, messageOf, realTime, unreadableQuery } from './fixture.ts';

const MINUTE_MS = 60_000;

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

test('a digest is posted once, with its key, and the ledger says so', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest();
  const id = await fixture.due(digest);
  await fixture.deliver(id);
  await fixture.deliver(id);
  expect(fixture.messagesIn()).toEqual([digest.name]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'posted', tries: 1, isLate: false });
  const { messages } = await testClient(workspace).conversations.history({
    channel: CHANNELS.leasing,
    include_all_metadata: true,
  });
  expect(messages?.[0]?.metadata).toEqual({
    event_type: 'rental_desk_digest',
    event_payload: { slot: id },
  });
});

test('a digest is composed for the local time of its slot, which may be before its due time', async () => {
  const requests: Parameters<DeliveryPorts['compose']>[0][] = [];
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace, {
    now: () => Date.now() + 60 * MINUTE_MS,
    async compose(request) {
      requests.push(request);
      return {
        message: messageOf('composed'),
        threadReply: null,
        isEmpty: false,
        isLate: false,
        isIncomplete: false,
        counts: { ready: 0, waiting: 0, overdue: 0 },
        files: [],
        live: null,
      };
    },
  });
  const id = await fixture.due(await fixture.digest());
  await fixture.deliver(id);
  const { slot, dueAt } = await fixture.delivery(id);
  expect(requests).toEqual([expect.objectContaining({ slot, dueAt })]);
  // Due times are the database's, and this machine's clock is an hour ahead of it.
  expect(requests[0]?.nowMs).toBeLessThan(Date.now() + MINUTE_MS);
  expect(requests[0]?.nowMs).toBeGreaterThan(Date.now() - MINUTE_MS);
});

test.each([
  ['posted', false, { state: 'posted' }],
  ['skipped', true, { state: 'skipped', reason: 'empty' }],
] as const)('a digest that is %s is reported once as ended', async (_outcome, isEmpty, outcome) => {
  const ended: unknown[] = [];
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace, {
    onEnded: (delivery) => ended.push(delivery),
  });
  fixture.content.isEmpty = isEmpty;
  const id = await fixture.due(await fixture.digest());
  await fixture.deliver(id);
  await fixture.deliver(id);
  expect(ended).toMatchObject([{ id, ...outcome }]);
});

describe.each([
  ['lost on its way', 'before', 'hang_up', 1],
  ['accepted, and the answer lost', 'after', 'hang_up', 1],
  ['accepted, and answered with a fault', 'after', 'http_500', 1],
  ['answered with a fault', 'before', 'http_500', 1],
  ['accepted, and said to have failed', 'after', 'fatal_error', 1],
  ['to wait', 'before', 'ratelimited', 1],
] as const)('a post that is %s', (_what, moment, trouble, posts) => {
  test('is there once in the end', async () => {
    const workspace = await testWorkspace(realTime);
    const fixture = createDeliveryFixture(store, workspace);
    const digest = await fixture.digest();
    workspace.interrupt({ method: 'chat.postMessage', moment, trouble });
    const id = await fixture.due(digest);
    expect(await fixture.untilDone(id)).toBeGreaterThan(1);
    expect(fixture.messagesIn()).toEqual(Array.from({ length: posts }, () => digest.name));
    expect(await fixture.delivery(id)).toMatchObject({ state: 'posted' });
  });
});

test('an earlier post is looked for between the first try and the last', async () => {
  const workspace = await testWorkspace(realTime);
  const poster = createPoster({
    client: testClient(workspace, undefined, { timeout: 2_000 }),
    tokens: createActionTokens('secret'),
    access: INSIDE,
    monotonic: () => performance.now(),
  });
  const find = vi.spyOn(poster, 'find');
  const fixture = createDeliveryFixture(store, workspace, { poster });
  const digest = await fixture.digest();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'before', trouble: 'hang_up' });
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  const id = await fixture.due(digest);
  await fixture.untilDone(id);

  expect(fixture.messagesIn()).toEqual([digest.name]);
  const [, , since, thread, until = 0] = find.mock.lastCall ?? [];
  expect([since, thread]).toEqual([(await fixture.delivery(id)).firstTryAt, undefined]);
  expect(until).toBeGreaterThan(since ?? Infinity);
});

test('where history is out of reach, nothing is posted again, and the owner is told once', async () => {
  const scopes = grantedScopes(testManifest()).filter((scope) => !scope.endsWith(':history'));
  const workspace = await testWorkspace({ ...realTime, manifest: testManifest(scopes) });
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  const id = await fixture.due(digest);
  await fixture.untilDone(id);
  await fixture.deliver(id);
  expect(fixture.messagesIn()).toEqual([digest.name]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'unknown', reason: 'no_history' });
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: unknown no_history`]);
  expect(await store.digests.find(digest.id)).toMatchObject({ state: 'active' });
});

test('a person who leaves while it is unclear whether they got a digest leaves no delivery behind', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest({}, PEOPLE.tom, PEOPLE.claire);
  workspace.interrupt({ method: 'chat.postMessage', moment: 'before', trouble: 'hang_up' });
  const id = await fixture.due(digest);
  await expect(fixture.deliver(id)).rejects.toMatchObject({ outcome: 'unclear' });
  await workspace.changePerson(PEOPLE.tom, { isDeleted: true });
  await fixture.untilDone(id);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'unknown', reason: 'no_history' });
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: unknown no_history`]);
});

/** A posting that was interrupted, and whose look-ups fail like this, given up after a second. */
async function lookUpFailing(code: string, outcome: PostOutcome, hoursTooLate: number) {
  const workspace = await testWorkspace(realTime);
  const poster = createPoster({
    client: testClient(workspace, undefined, { timeout: 2_000 }),
    tokens: createActionTokens('secret'),
    access: INSIDE,
    monotonic: () => performance.now(),
  });
  const slack = { isAnswering: false };
  /** Deliveries of a process that has just started. */
  const start = () =>
    createDeliveryFixture(store, workspace, {
      poster: {
        ...poster,
        async find() {
          if (slack.isAnswering) return null;
          throw new PostError(outcome, code);
        },
      },
      timing: { followUpMs: 1_000, settleMs: 60_000 },
    });
  const fixture = start();
  const digest = await fixture.digest();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  const id = await fixture.due(digest);
  await expect(fixture.deliver(id)).rejects.toMatchObject({ outcome: 'unclear' });
  const tooLateSince = async (hours: number) =>
    runSql(
      store,
      `update rental_desk.deliveries
       set give_up_at = clock_timestamp() - $2::int * interval '1 hour' where id = $1`,
      [id, hours],
    );
  await tooLateSince(hoursTooLate);
  return { fixture, digest, id, tooLateSince, slack, start };
}

test.each([
  ['history_too_long', 'wait'],
  ['ratelimited', 'wait'],
  ['missing_scope', 'refused'],
  ['restricted_action', 'refused'],
] as const)('a look-up that goes on failing with %s is given up', async (code, outcome) => {
  // The process may have been away for days.
  const { fixture, digest, id, tooLateSince } = await lookUpFailing(code, outcome, 72);
  await expect(fixture.deliver(id)).rejects.toMatchObject({ code });
  await setTimeout(1_100);
  await tooLateSince(-1);
  await expect(fixture.deliver(id)).rejects.toMatchObject({ code });
  await tooLateSince(1);
  await fixture.deliver(id);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'unknown', reason: 'no_history' });
  expect(fixture.messagesIn()).toEqual([digest.name]);
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: unknown no_history`]);
});

test('a look-up that goes on failing is given up also where processes are restarted, unless none was there', async () => {
  const { fixture, id, start } = await lookUpFailing('http_500', 'wait', 72);
  await expect(fixture.deliver(id)).rejects.toMatchObject({ code: 'http_500' });
  await setTimeout(1_100);
  await runSql(
    store,
    "update rental_desk.deliveries set failed_at = failed_at - interval '13 hours' where id = $1",
    [id],
  );
  await expect(start().deliver(id)).rejects.toMatchObject({ code: 'http_500' });
  await setTimeout(1_100);
  await start().deliver(id);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'unknown', reason: 'no_history' });
});

test('a look-up that finds nothing starts the time anew in which others may fail', async () => {
  const { fixture, id, slack } = await lookUpFailing('http_500', 'wait', 72);
  await expect(fixture.deliver(id)).rejects.toMatchObject({ code: 'http_500' });
  await setTimeout(1_100);
  slack.isAnswering = true;
  await expect(fixture.deliver(id)).rejects.toThrow('may still turn up');
  slack.isAnswering = false;
  await expect(fixture.deliver(id)).rejects.toMatchObject({ code: 'http_500' });
});

test('a look-up that fails is tried again, and nothing is posted blindly', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  for (const trouble of ['http_500', 'hang_up', 'ratelimited'] as const) {
    workspace.interrupt({ method: 'conversations.history', moment: 'before', trouble });
  }
  const id = await fixture.due(digest);
  expect(await fixture.untilDone(id)).toBeGreaterThan(4);
  expect(fixture.messagesIn()).toEqual([digest.name]);

  // Its history says when it was posted, not when it was found.
  const { postedAt, ts } = await fixture.delivery(id);
  expect(Math.abs((postedAt ?? 0) - Number(ts) * 1_000)).toBeLessThan(100);
});

describe('a channel that takes nothing', () => {
  test.each([
    ['is archived', CHANNELS.lyon, 'is_archived'],
    ['is not the app’s', CHANNELS.random, 'not_in_channel'],
    ['is not there', 'C0NOWHERE01', 'channel_not_found'],
  ])('%s: the digest is paused, and its owner told once', async (_what, channelId, reason) => {
    const workspace = await testWorkspace(realTime);
    const fixture = createDeliveryFixture(store, workspace);
    const digest = await fixture.digest({}, channelId);
    await workspace.changeChannel(CHANNELS.lyon, { isArchived: true });
    const id = await fixture.due(digest);
    await fixture.untilDone(id);
    await fixture.deliver(id);
    expect(fixture.ownerMessages()).toEqual([`${digest.name}: failed ${reason}`]);
    expect(await fixture.delivery(id)).toMatchObject({ state: 'failed', reason });
    expect(await store.digests.find(digest.id)).toMatchObject({
      state: 'paused',
      pausedBecause: reason,
      nextDueAt: null,
    });
  });

  test('a scope that is missing: the same', async () => {
    const workspace = await testWorkspace({ ...realTime, manifest: testManifest(['im:write']) });
    const fixture = createDeliveryFixture(store, workspace);
    const digest = await fixture.digest();
    await fixture.untilDone(await fixture.due(digest));
    // Their direct message takes nothing either; the ledger says it.
    expect(fixture.ownerMessages()).toEqual([]);
    expect(await store.digests.find(digest.id)).toMatchObject({ state: 'paused' });
  });

  test('an owner who is gone: what is to be told is given up', async () => {
    const workspace = await testWorkspace(realTime);
    const fixture = createDeliveryFixture(store, workspace);
    const digest = await fixture.digest({}, CHANNELS.random, 'U0NOBODY001');
    const id = await fixture.due(digest);
    await fixture.untilDone(id);
    expect(await store.leases.acquire(id, 0)).toBe('settled');
  });
});

describe('an owner is told once', () => {
  test.each([
    ['lost on its way', 'before', 'hang_up'],
    ['accepted, and the answer lost', 'after', 'hang_up'],
    ['accepted, and answered with a fault', 'after', 'http_500'],
    ['to wait', 'before', 'ratelimited'],
  ] as const)('when what they are told is %s', async (_what, moment, trouble) => {
    const workspace = await testWorkspace(realTime);
    const fixture = createDeliveryFixture(store, workspace, unreadableQuery);
    const digest = await fixture.digest();
    workspace.interrupt({ method: 'chat.postMessage', moment, trouble });
    expect(await fixture.untilDone(await fixture.due(digest))).toBeGreaterThan(1);
    expect(fixture.ownerMessages()).toEqual([`${digest.name}: failed query`]);
  });

  test('where direct messages cannot be looked through, not a second time', async () => {
    const scopes = grantedScopes(testManifest()).filter((scope) => scope !== 'im:history');
    const workspace = await testWorkspace({ ...realTime, manifest: testManifest(scopes) });
    const fixture = createDeliveryFixture(store, workspace, unreadableQuery);
    const digest = await fixture.digest();
    workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
    await fixture.untilDone(await fixture.due(digest));
    expect(fixture.ownerMessages()).toEqual([`${digest.name}: failed query`]);
  });
});

test('a digest that can no longer be read is paused, and its owner told', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace, unreadableQuery);
  const digest = await fixture.digest();
  await fixture.untilDone(await fixture.due(digest));
  expect(fixture.messagesIn()).toEqual([]);
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: failed query`]);
});

test('a digest that cannot be composed for another reason is not paused, and tried again', async () => {
  const workspace = await testWorkspace(realTime);
  const defect = new RangeError('Invalid array length');
  const fixture = createDeliveryFixture(store, workspace, {
    compose: async () => {
      throw defect;
    },
  });
  const digest = await fixture.digest();
  const id = await fixture.due(digest);
  await expect(fixture.deliver(id)).rejects.toBe(defect);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'planned' });
  expect(await store.digests.find(digest.id)).toMatchObject({ state: 'active' });
  expect(fixture.ownerMessages()).toEqual([]);
});

describe('rental files that cannot be read', () => {
  test('are told of once, and the digest comes when they can', async () => {
    const workspace = await testWorkspace(realTime);
    const fixture = createDeliveryFixture(store, workspace);
    const digest = await fixture.digest();
    fixture.service.isDown = true;
    const id = await fixture.due(digest, 3 * MINUTE_MS);
    await expect(fixture.deliver(id)).rejects.toThrow('rental_down');
    await expect(fixture.deliver(id)).rejects.toThrow('rental_down');
    expect(fixture.messagesIn()).toEqual([`${digest.name}: could not read`]);
    expect(await fixture.delivery(id)).toMatchObject({ state: 'planned', reason: 'rental_down' });
    fixture.service.isDown = false;
    await fixture.untilDone(id);
    expect(fixture.messagesIn()).toEqual([`${digest.name}, late`]);
    expect(await fixture.delivery(id)).toMatchObject({
      state: 'posted',
      reason: null,
      isLate: true,
      noticeTs: null,
    });
  });

  test('a notice of which the answer is lost is not given twice', async () => {
    const workspace = await testWorkspace(realTime);
    const fixture = createDeliveryFixture(store, workspace);
    const digest = await fixture.digest();
    fixture.service.isDown = true;
    workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
    const id = await fixture.due(digest);
    await expect(fixture.deliver(id)).rejects.toThrow('rental_down');
    await expect(fixture.deliver(id)).rejects.toThrow('rental_down');
    expect(fixture.messagesIn()).toEqual([`${digest.name}: could not read`]);
    expect((await fixture.delivery(id)).noticeTs).not.toBeNull();
  });

  test('when it is too late for the digest, the notice says that it is missed', async () => {
    const workspace = await testWorkspace(realTime);
    const fixture = createDeliveryFixture(store, workspace);
    const digest = await fixture.digest();
    fixture.service.isDown = true;
    const id = await fixture.due(digest, MINUTE_MS, MINUTE_MS + 4_000);
    await fixture.untilDone(id);
    expect(fixture.messagesIn()).toEqual([`${digest.name}: missed`]);
    expect(await fixture.delivery(id)).toMatchObject({ state: 'missed', reason: 'rental_down' });
  });
});

test('nothing is said of nothing, unless somebody wants to know', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  fixture.content.isEmpty = true;
  const silent = await fixture.digest({ whenEmpty: 'skip' });
  const skipped = await fixture.due(silent);
  await fixture.untilDone(skipped);
  expect(await fixture.delivery(skipped)).toMatchObject({ state: 'skipped', reason: 'empty' });
  const { id: asked } = await store.deliveries.planRun(silent.id, 'now', MINUTE_MS);
  await fixture.untilDone(asked);
  const weekly = await fixture.digest({ whenEmpty: 'weekly' });
  await fixture.untilDone(await fixture.due(weekly, 1000));
  await fixture.untilDone(await fixture.due(weekly));
  expect(fixture.messagesIn()).toEqual([silent.name, weekly.name]);
});

test.each([
  ['paused', async (id: string) => store.digests.pause(id, 'asked', 'U1')],
  ['snoozed', async (id: string) => store.digests.snooze(id, Date.now() + MINUTE_MS, 'U1')],
  ['removed', async (id: string) => store.digests.remove(id, 'U1')],
])('a digest that was %s since it was due is skipped', async (reason, stop) => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest();
  const id = await fixture.due(digest);
  await stop(digest.id);
  await fixture.untilDone(id);
  expect(fixture.messagesIn()).toEqual([]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'skipped', reason });
});

test('a post is made up for if nothing ran to plan it, and only late if it was planned in time', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest();
  const queue = async (id: string, minutesLater: number) => {
    await runSql(
      store,
      `update rental_desk.deliveries
       set queued_at = due_at + $2::int * interval '1 minute' where id = $1`,
      [id, minutesLater],
    );
    await fixture.deliver(id);
  };
  await queue(await fixture.due(digest, 9 * MINUTE_MS), 8);
  await queue(await fixture.due(digest, 8 * MINUTE_MS), 1);
  expect(fixture.messagesIn()).toEqual([`${digest.name}, late`, digest.name]);
});

test('a digest may take the place of the one before', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest({ previous: 'replace' });
  for (const agoMs of [2000, 1000, 0]) await fixture.untilDone(await fixture.due(digest, agoMs));
  expect(fixture.messagesIn()).toEqual([digest.name]);
});

test('a digest that is found only after the next one was posted goes itself', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest({ previous: 'replace' });
  workspace.interrupt({ method: 'chat.postMessage', moment: 'after', trouble: 'hang_up' });
  const inDoubt = await fixture.due(digest, 1000);
  await expect(fixture.deliver(inDoubt)).rejects.toMatchObject({ name: 'PostError' });
  const next = await fixture.due(digest);
  await fixture.untilDone(next);
  expect(fixture.messagesIn()).toEqual([digest.name, digest.name]);

  await fixture.untilDone(inDoubt);

  expect(fixture.messagesIn()).toEqual([digest.name]);
  const kept = workspace.state().messages.map(({ ts }) => ts);
  expect(kept).toContain((await fixture.delivery(next)).ts);
});

test('a digest that Slack does not let be deleted is tried again, until it does', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest({ previous: 'replace' });
  await fixture.untilDone(await fixture.due(digest, 1000));
  workspace.interrupt({ method: 'chat.delete', moment: 'before', trouble: 'is_archived' });
  await fixture.untilDone(await fixture.due(digest));
  expect(fixture.messagesIn()).toEqual([digest.name, digest.name]);
  await runSql(
    store,
    `update rental_desk.deliveries set remove_at = clock_timestamp()
     where remove_refused_at is not null and removed_at is null`,
  );
  const poster = createPoster({
    client: testClient(workspace),
    tokens: createActionTokens('secret'),
    access: INSIDE,
    monotonic: () => performance.now(),
  });
  await removeExpiredDigests({ store, poster });
  expect(fixture.messagesIn()).toEqual([digest.name]);
});

test('a digest may go after some days, also when it is gone already', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest({ previous: 'delete', deleteAfterDays: 1 });
  const client = testClient(workspace);
  const tokens = createActionTokens('secret');
  const poster = createPoster({
    client,
    tokens,
    access: INSIDE,
    monotonic: () => performance.now(),
  });
  const id = await fixture.due(digest);
  await fixture.untilDone(id);
  const [kept] = await runSql(
    store,
    `select round(extract(epoch from remove_at - posted_at) / 86400)::int as days
     from rental_desk.deliveries where id = $1`,
    [id],
  );
  expect(kept).toEqual({ days: 1 });
  await removeExpiredDigests({ store, poster });
  expect(fixture.messagesIn()).toEqual([digest.name]);

  const again = await fixture.due(digest);
  const leased = await store.leases.acquire(again, MINUTE_MS);
  if (typeof leased === 'string') throw new Error(leased);
  const { ts } = await fixture.delivery(id);
  await store.leases.startPost(leased.lease, {
    channelId: CHANNELS.leasing,
    isLate: false,
    isIncomplete: false,
    counts: { ready: 0, waiting: 0, overdue: 0 },
    files: null,
    live: null,
  });
  await store.leases.recordPost(leased.lease, ts ?? '', { removeAfterDays: -1, isSettled: false });
  await removeExpiredDigests({ store, poster });
  expect(fixture.messagesIn()).toEqual([]);
  expect(await store.deliveries.takeExpired(10)).toEqual([]);
  await poster.remove(CHANNELS.leasing, ts ?? '');
});

/** Deliveries of a process that does not wait for the rental files any more. */
function endingIn(workspace: SlackWorkspace, timing: DeliveryPorts['timing'] = {}) {
  const ending = AbortSignal.abort(new ShuttingDownError('not read yet'));
  const portfolio = createPortfolio({
    // eslint-disable-next-line require-yield
    async *pages() {
      await new Promise(() => {});
    },
    pagesSince: null,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    pollSeconds: 60,
    completionMax: null,
    onFailure: () => {},
  });
  const reading = createDigestSnapshot(
    portfolio,
    { now: () => Date.now(), monotonic: () => performance.now() },
    ending,
  );
  return createDeliveryFixture(store, workspace, { readSnapshot: reading, timing });
}

describe('a process that ends while the rental files are read', () => {
  test('hands its deliveries to the next one at once', async () => {
    const workspace = await testWorkspace(realTime);
    const next = createDeliveryFixture(store, workspace);
    const digest = await next.digest();
    const id = await next.due(digest);
    await expect(endingIn(workspace).deliver(id)).rejects.toThrow('not read yet');
    await next.deliver(id);
    expect(next.messagesIn()).toEqual([digest.name]);
  });

  test('does not take what it leaves undone for done, however late it is', async () => {
    const workspace = await testWorkspace(realTime);
    const next = createDeliveryFixture(store, workspace);
    next.content.threadReply = messageOf('the rest');
    const digest = await next.digest({ style: 'detailed' });
    const id = await next.due(digest);
    workspace.interrupt({
      method: 'conversations.replies',
      moment: 'before',
      trouble: 'http_500',
    });
    await expect(next.deliver(id)).rejects.toThrow('not posted for sure');
    const ending = endingIn(workspace, { followUpMs: -24 * 60 * MINUTE_MS });
    await expect(ending.deliver(id)).rejects.toThrow('not read yet');
    await next.deliver(id);
    expect(next.messagesIn()).toEqual([digest.name, 'the rest']);
  });
});

test('after days away, the owner is told of what was missed although Slack fails at the first try', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  const digest = await fixture.digest();
  workspace.interrupt({ method: 'chat.postMessage', moment: 'before', trouble: 'http_500' });
  const id = await fixture.due(digest, 5 * 24 * 60 * MINUTE_MS);
  await fixture.untilDone(id);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'missed' });
  expect(fixture.ownerMessages()).toEqual([`${digest.name}: missed late`]);
});

test('the rest of a detailed digest goes into its thread, once', async () => {
  const workspace = await testWorkspace(realTime);
  const fixture = createDeliveryFixture(store, workspace);
  fixture.content.threadReply = messageOf('the rest');
  const digest = await fixture.digest({ style: 'detailed' });
  workspace.interrupt({ method: 'conversations.replies', moment: 'before', trouble: 'http_500' });
  const id = await fixture.due(digest);
  await fixture.untilDone(id);
  const { ts } = await fixture.delivery(id);
  const messages = workspace.state().messages.map(({ text, thread }) => [text, thread]);
  expect(messages).toEqual([
    [digest.name, null],
    ['the rest', ts],
  ]);
});

const LAYOUT: LiveLayout = {
  version: 1,
  sections: [
    { kind: 'ready', count: 2, ids: ['a', 'b'] },
    { kind: 'review', count: 1, ids: ['c'] },
  ],
  changes: null,
  timing: 'on time',
  skipped: 0,
  hidden: 1,
  hasThread: true,
};

test.each<[string, LiveLayout | null, readonly (readonly string[] | null | undefined)[], number]>([
  ['leaves out the files of the post', LAYOUT, [undefined, ['a', 'b', 'c']], 2],
  ['is not sure which files these are without its layout', null, [undefined, null], 2],
  ['is none where the post has announced none', { ...LAYOUT, hasThread: false }, [undefined], 1],
])('a thread that is made after a crash %s', async (_what, layout, listed, messages) => {
  const workspace = await testWorkspace(realTime);
  const requests: PostRequest[] = [];
  const fixture = createDeliveryFixture(store, workspace, {
    async compose(request) {
      requests.push(request);
      return {
        message: messageOf('the post'),
        threadReply: messageOf('the rest'),
        isEmpty: false,
        isLate: false,
        isIncomplete: false,
        counts: { ready: 1, waiting: 2, overdue: 0 },
        files: [],
        live: layout && { layout, shownHash: '', readAt: Date.now() },
      };
    },
  });
  const digest = await fixture.digest({ style: 'detailed' });
  workspace.interrupt({ method: 'conversations.replies', moment: 'before', trouble: 'http_500' });
  await fixture.untilDone(await fixture.due(digest));
  expect(requests.map((request) => request.listed && [...request.listed])).toEqual(listed);
  expect(fixture.messagesIn()).toHaveLength(messages);
});

test('where the history is closed, a retry does not repeat the thread of a detailed digest', async () => {
  const scopes = grantedScopes(testManifest()).filter((scope) => !scope.endsWith(':history'));
  const workspace = await testWorkspace({ ...realTime, manifest: testManifest(scopes) });
  const fixture = createDeliveryFixture(store, workspace);
  fixture.content.threadReply = messageOf('the rest');
  const digest = await fixture.digest({ style: 'detailed', previous: 'replace' });
  await fixture.untilDone(await fixture.due(digest, 1000));
  workspace.interrupt({ method: 'chat.delete', moment: 'before', trouble: 'http_500' });
  const id = await fixture.due(digest);
  await expect(fixture.deliver(id)).rejects.toThrow('http_500');
  await fixture.deliver(id);
  // The post before has gone with its thread.
  expect(fixture.messagesIn()).toEqual([digest.name, 'the rest']);
});

test('whoever slept between the claim and the post does not post', async () => {
  const workspace = await testWorkspace(realTime);
  let now = Date.now();
  const fixture = createDeliveryFixture(store, workspace, { now: () => now });
  const sleepy: DigestStore = {
    ...store,
    leases: {
      ...store.leases,
      async startPost(lease, showing) {
        await store.leases.startPost(lease, showing);
        now += 5_000;
      },
    },
  };
  const slept = createDeliveryFixture(sleepy, workspace, { now: () => now });
  const digest = await fixture.digest();
  const id = await fixture.due(digest);
  await expect(slept.deliver(id)).rejects.toThrow('too old');
  expect(fixture.messagesIn()).toEqual([]);
  expect(await fixture.delivery(id)).toMatchObject({ state: 'planned', tries: 0 });
  await fixture.untilDone(id);
  expect(fixture.messagesIn()).toEqual([digest.name]);
});
