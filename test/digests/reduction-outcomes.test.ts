import { expect, test } from 'vitest';

import { PostError } from '../../src/delivery/ports.ts';
import { createReduction, type ReductionPorts } from '../../src/digests/reduction.ts';
import type { ExposedPost } from '../../src/store/reductions.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const GOING: AbortSignal = new AbortController().signal;

interface Opened {
  readonly count?: number;
  /** What Slack says to each update and each removal, where it does not take them. */
  readonly update?: PostError;
  readonly removal?: PostError;
  readonly ageMs?: number;
  readonly failed?: readonly ExposedPost[];
  /** The error instead, where they cannot be listed. */
  readonly adminCount?: number | PostError;
  /** Admins that cannot be told. */
  readonly deaf?: readonly string[];
  /** Admins of whose message Slack does not say whether it took it. */
  readonly unclear?: readonly string[];
  /** Admins whose first message is limited. */
  readonly limitedOnce?: readonly string[];
  /** How long the process sleeps right before it sends a message. */
  readonly sleepsMs?: number;
}

/** Posts that are to be reduced in a channel, and what was done, in order. */
function opened({
  count = 1,
  update,
  removal,
  ageMs = 0,
  failed = [],
  deaf = [],
  unclear = [],
  limitedOnce = [],
  adminCount = 12,
  sleepsMs = 0,
}: Opened = {}) {
  const clock = { nowMs: 0 };
  const slack: Pick<Opened, 'update' | 'removal'> = {
    ...(update && { update }),
    ...(removal && { removal }),
  };
  let isRead = true;
  const done: string[] = [];
  const waiting = Array.from({ length: count }, (_, index) => exposed(index, ageMs));
  const untold = [...failed];
  const sent = new Set<string>();
  const limitedTimes = new Set(limitedOnce);
  const note =
    (what: string) =>
    async (...said: readonly unknown[]) =>
      void done.push([what, ...said].join(' '));
  const ports: ReductionPorts = {
    store: {
      reductions: {
        mark: note('mark'),
        unmark: note('unmark'),
        take: async () => waiting.shift() ?? null,
        recordReduced: note('reduced'),
        recordFailed: note('failed'),
        takeFailed: async () => [...untold],
        sentAmong: async (keys) => new Set(keys.filter((key) => sent.has(key))),
        async recordNotified(keys) {
          await note('notified')(keys.join('+'));
          untold.splice(0);
        },
        someChannels: async (asked) => Array.from({ length: asked }, (_, index) => `C${index}`),
      },
      posts: { postpone: note('postponed'), removed: note('gone') },
      settings: { of: async () => null },
    },
    poster: {
      enqueue: async (_, work) => work(),
      async update() {
        if (slack.update) throw slack.update;
      },
      async removeOrThrow(channelId, ts) {
        await note('delete')(channelId, ts);
        if (slack.removal) throw slack.removal;
      },
      async post(userId, _message, key, { check } = {}) {
        clock.nowMs += sleepsMs;
        check?.();
        await note('told')(userId);
        if (deaf.includes(userId)) throw new PostError('refused', 'user_disabled');
        if (unclear.includes(userId)) throw new PostError('unclear', 'internal_error');
        if (limitedTimes.delete(userId)) throw limited(1_000);
        sent.add(key);
        return '1.0';
      },
    },
    latestSnapshot: () => (isRead ? readingOfFiles({ id: 'a' }) : null),
    checkSharing: async (channelId) => {
      await note('looked up')(channelId);
      throw new Error('Slack does not answer');
    },
    async admins() {
      if (adminCount instanceof PostError) throw adminCount;
      return Array.from({ length: adminCount }, (_, index) => `U${index}`);
    },
    onNobodyNotified: (channelIds) => void done.push(`nobody of ${channelIds.join('+')}`),
    permalinkTo: async (channelId, ts) => `https://example.com/${channelId}/${ts}`,
    language: 'en',
    now: () => clock.nowMs,
    monotonic: () => clock.nowMs,
  };
  const reduce = createReduction(ports);
  return {
    clock,
    /** The post is due again, and Slack says something else; with `isRead`, of files as read. */
    again: (next: Pick<Opened, 'update' | 'removal'> & { isRead: boolean; ageMs: number }) => {
      ({ isRead } = next);
      Object.assign(slack, { update: next.update, removal: next.removal });
      waiting.push(exposed(0, next.ageMs));
    },
    /** What was done in one call, the look at channels left out; and whether it gave up. */
    reduce: async () => {
      const gaveUp = await reduce(GOING).then(
        () => false,
        () => true,
      );
      const all = done.splice(0);
      return { gaveUp, done: all.filter((what) => !what.startsWith('looked up')), all };
    },
  };
}

function exposed(index: number, ageMs = 0): ExposedPost {
  return { key: `k${index}`, channelId: 'C1', ts: `${index}.0`, files: ['a'], ageMs };
}

test('four posts are reduced in one call, and the rest by the next', async () => {
  const { reduce } = opened({ count: 5 });
  expect((await reduce()).done).toEqual(['reduced k0', 'reduced k1', 'reduced k2', 'reduced k3']);
  expect((await reduce()).done).toEqual(['reduced k4']);
});

const REFUSED = new PostError('refused', 'cant_update_message');

test.each<[string, Opened, readonly string[]]>([
  [
    'the channel is shared no more',
    { update: new PostError('wait', 'sharing_changed') },
    ['unmark C1'],
  ],
  ['Slack lets it be deleted instead', { update: REFUSED }, ['delete C1 0.0', 'gone C1 0.0']],
  ['it is gone', { update: new PostError('refused', 'message_not_found') }, ['gone C1 0.0']],
  [
    'it goes meanwhile',
    { update: REFUSED, removal: new PostError('refused', 'message_not_found') },
    ['delete C1 0.0', 'gone C1 0.0'],
  ],
  [
    'Slack lets it neither be changed nor deleted',
    { update: REFUSED, removal: new PostError('refused', 'cant_delete_message') },
    ['delete C1 0.0', 'failed k0'],
  ],
])('a post that cannot be changed: %s', async (_, given, done) => {
  expect(await opened(given).reduce()).toMatchObject({ gaveUp: false, done });
});

test.each<[string, Opened, string]>([
  ['a minute', {}, `postponed C1 0.0 ${MINUTE_MS}`],
  ['as long as Slack says', { update: limited(7_000) }, 'postponed C1 0.0 7000'],
  ['a minute, a day less a moment long', { ageMs: DAY_MS - 1 }, `postponed C1 0.0 ${MINUTE_MS}`],
  ['no more after a day', { ageMs: DAY_MS }, 'failed k0'],
])('while Slack takes no changes, a post waits: %s', async (_, given, done) => {
  const update = new PostError('wait', 'http_503');
  expect(await opened({ count: 2, update, ...given }).reduce()).toMatchObject({
    gaveUp: true,
    done: [done],
  });
  if (given.update) return;
  const late = await opened({ update: REFUSED, removal: update, ...given }).reduce();
  expect(late).toMatchObject({ gaveUp: true, done: ['delete C1 0.0', done] });
});

test('a post that was emptied before anything was read is left to no admin, whatever Slack says of its figures', async () => {
  const wait = new PostError('wait', 'http_503');
  const postponed = [`postponed C1 0.0 ${MINUTE_MS}`];
  const { reduce, again } = opened({ count: 0 });
  again({ isRead: false, ageMs: 0 });
  expect(await reduce()).toMatchObject({ gaveUp: false, done: postponed });
  again({ isRead: true, ageMs: DAY_MS, update: wait });
  expect(await reduce()).toMatchObject({ gaveUp: true, done: postponed });
  again({ isRead: true, ageMs: DAY_MS, update: REFUSED, removal: wait });
  expect(await reduce()).toMatchObject({ gaveUp: true, done: ['delete C1 0.0', ...postponed] });
  const removal = new PostError('refused', 'cant_delete_message');
  again({ isRead: true, ageMs: DAY_MS, update: REFUSED, removal });
  expect(await reduce()).toMatchObject({ gaveUp: false, done: ['delete C1 0.0', 'reduced k0'] });
});

function limited(retryAfterMs: number): PostError {
  return new PostError('wait', 'ratelimited', { retryAfterMs });
}

test('ten admins are told of what cannot be reduced, also where one of them hears nothing', async () => {
  const { reduce } = opened({ count: 0, failed: [exposed(1), exposed(2)], deaf: ['U0', 'U4'] });
  const told = Array.from({ length: 10 }, (_, index) => `told U${index}`);
  expect((await reduce()).done).toEqual([...told, 'notified k1+k2']);
  expect((await reduce()).done).toEqual([]);
});

test('an admin whose message was limited gets it later, and the others do not get it again', async () => {
  const { reduce } = opened({ count: 0, failed: [exposed(1)], limitedOnce: ['U2', 'U7'] });
  const all = Array.from({ length: 10 }, (_, index) => `told U${index}`);
  expect(await reduce()).toMatchObject({ gaveUp: true, done: all });
  expect((await reduce()).done).toEqual(['told U2', 'told U7', 'notified k1']);
  expect((await reduce()).done).toEqual([]);
});

test('where no admin takes the message, it is tried again, for a day after the posts were given up', async () => {
  const deaf = Array.from({ length: 12 }, (_, index) => `U${index}`);
  const all = deaf.slice(0, 10).map((id) => `told ${id}`);
  const early = opened({ count: 0, failed: [exposed(1, 2 * DAY_MS - 1)], deaf });
  expect((await early.reduce()).done).toEqual(all);
  const late = opened({ count: 0, failed: [exposed(1, 2 * DAY_MS)], deaf });
  expect((await late.reduce()).done).toEqual([...all, 'notified k1', 'nobody of C1']);
});

test('a message that one admin may have got is not sent again', async () => {
  const others = ['U1', 'U2'];
  const given = { count: 0, failed: [exposed(1)], adminCount: 3, unclear: ['U0'], deaf: others };
  const { reduce } = opened(given);
  expect((await reduce()).done).toEqual(['told U0', 'told U1', 'told U2', 'notified k1']);
});

test('a process that slept until another may have told the admins tells none of them', async () => {
  const { reduce } = opened({ count: 0, failed: [exposed(1)], sleepsMs: 10 * MINUTE_MS });
  expect(await reduce()).toMatchObject({ gaveUp: true, done: [] });
});

test('where there is no admin at all, it is reported once that nobody is notified', async () => {
  const { reduce } = opened({ count: 0, failed: [exposed(1), exposed(2)], adminCount: 0 });
  expect((await reduce()).done).toEqual(['notified k1+k2', 'nobody of C1']);
  expect((await reduce()).done).toEqual([]);
});

test('where nobody knows whether there is an admin, it is tried again, for a day', async () => {
  const adminCount = new PostError('wait', 'people_incomplete');
  const early = opened({ count: 0, failed: [exposed(1, 2 * DAY_MS - 1)], adminCount });
  expect(await early.reduce()).toMatchObject({ gaveUp: true, done: [] });
  const late = opened({ count: 0, failed: [exposed(1, 2 * DAY_MS)], adminCount });
  expect((await late.reduce()).done).toEqual(['notified k1', 'nobody of C1']);
});

test('three channels a minute are looked up, whether Slack answers or not', async () => {
  const { reduce, clock } = opened({ count: 0 });
  const three = ['looked up C0', 'looked up C1', 'looked up C2'];
  expect((await reduce()).all).toEqual(three);
  clock.nowMs += MINUTE_MS - 1;
  expect((await reduce()).all).toEqual([]);
  clock.nowMs += 1;
  expect((await reduce()).all).toEqual(three);
});
