import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PostError } from '../../../src/delivery/ports.ts';
import {
  createPostQueue,
  createWorkspaceThrottle,
  type WorkspaceThrottle,
} from '../../../src/slack/post/poster.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Five hundred posts where a workspace takes so many a minute, each tried until it is taken. */
async function postAll(pace: WorkspaceThrottle, perMinute: number) {
  const start = Date.now();
  let places = 10;
  let seenAt = start;
  let refusals = 0;
  async function post(): Promise<void> {
    const place = await pace.turn().catch(() => null);
    if (place === null) {
      await again();
      return;
    }
    places = Math.min(10, places + ((Date.now() - seenAt) * perMinute) / 60_000);
    seenAt = Date.now();
    if (places >= 1) {
      places -= 1;
      place.accepted();
      return;
    }
    refusals += 1;
    place.rateLimited();
    await again();
  }
  async function again(): Promise<void> {
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
    await post();
  }
  const workers = Array.from({ length: 75 }, async (_one, worker) => {
    for (let at = worker; at < 500; at += 75) await post();
  });
  const done = Promise.all(workers);
  await vi.runAllTimersAsync();
  await done;
  return { tookMs: Date.now() - start, refusals };
}

test.each([300, 500, 1_000])(
  'five hundred posts take little longer than %i a minute allow, with few refusals',
  async (perMinute) => {
    const { tookMs, refusals } = await postAll(createWorkspaceThrottle(), perMinute);
    expect(tookMs).toBeLessThan((1.3 * (500 - 10) * 60_000) / perMinute);
    expect(refusals).toBeLessThan(150);
  },
);

test('nobody waits where nothing is refused', async () => {
  const pace = createWorkspaceThrottle();
  const start = Date.now();
  for (let count = 0; count < 500; count += 1) (await pace.turn()).accepted();
  expect(Date.now() - start).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('whoever would wait for too long is told to come again', async () => {
  const pace = createWorkspaceThrottle();
  for (let count = 0; count < 60; count += 1) {
    const turn = pace.turn();
    await vi.runAllTimersAsync();
    (await turn).rateLimited();
  }
  const turns = Array.from({ length: 30 }, async () => pace.turn());
  const ends = Promise.allSettled(turns);
  await vi.runAllTimersAsync();
  const states = (await ends).map(({ status }) => status);
  expect(states.filter((state) => state === 'rejected').length).toBeGreaterThan(0);
  expect(states.filter((state) => state === 'fulfilled').length).toBeGreaterThan(15);
});

/** How long a post waits behind another one, and how often; neither is taken nor refused. */
async function gapOf(pace: WorkspaceThrottle): Promise<number> {
  await vi.runAllTimersAsync();
  const times: number[] = [];
  const turns = [0, 1].map(async () => pace.turn().then(() => times.push(Date.now())));
  await vi.runAllTimersAsync();
  await Promise.all(turns);
  return (times[1] ?? 0) - (times[0] ?? 0);
}

/** Lets a post be refused, or so many be taken. */
async function settle(pace: WorkspaceThrottle, taken: number): Promise<void> {
  for (let count = 0; count < Math.max(1, taken); count += 1) {
    const turn = pace.turn();
    await vi.runAllTimersAsync();
    if (taken > 0) (await turn).accepted();
    else (await turn).rateLimited();
  }
}

test('a refusal spaces posts by 60 ms or 15 % more, and a post that is taken by 1 % less, from 20 ms on not at all', async () => {
  const pace = createWorkspaceThrottle();
  await settle(pace, 0);
  expect(await gapOf(pace)).toBe(60);
  await settle(pace, 0);
  expect(await gapOf(pace)).toBe(69);
  await settle(pace, 15);
  expect(await gapOf(pace)).toBeCloseTo(69 * 0.99 ** 15, -0.5);
  await settle(pace, 123 - 15);
  expect(await gapOf(pace)).toBeCloseTo(20, -0.5);
  await settle(pace, 1);
  expect(await gapOf(pace)).toBe(0);
});

test('posts are at most a second apart, and none waits for longer than twenty', async () => {
  const pace = createWorkspaceThrottle();
  for (let count = 0; count < 60; count += 1) await settle(pace, 0);
  expect(await gapOf(pace)).toBe(1_000);
  const turns = Promise.allSettled(Array.from({ length: 30 }, async () => pace.turn()));
  await vi.runAllTimersAsync();
  const ends = await turns;
  expect(ends.map(({ status }) => status).lastIndexOf('fulfilled')).toBe(20);
  expect(ends[21]).toMatchObject({ reason: { outcome: 'wait', retryAfterMs: 21_000 } });
});

/** A queue, with the channels that it remembers. */
function queueOverFakeTime() {
  const channels: Parameters<typeof createPostQueue>[1] = new Map();
  return { queue: createPostQueue(() => Date.now(), channels), channels };
}

test('channels are forgotten a second after their last post, however many there were', async () => {
  const { queue, channels } = queueOverFakeTime();
  const ids = Array.from({ length: 2_000 }, (_, index) => `C${index}`);
  const posted = Promise.all(ids.map(async (id) => queue(id, async () => id)));
  const failed = queue('C0', async () => {
    throw new PostError('refused', 'is_archived');
  }).catch(() => {});
  expect(channels.size).toBe(2_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(channels.size).toBe(2_000);
  await vi.advanceTimersByTimeAsync(1);
  expect([await posted, [...channels.keys()]]).toEqual([ids, ['C0']]);
  await vi.advanceTimersByTimeAsync(1_000);
  await failed;
  expect(channels.size).toBe(0);
});

test('a channel with a long pause is remembered until it is over', async () => {
  const { queue, channels } = queueOverFakeTime();
  const rest = queue('C1', async () => {
    throw new PostError('wait', 'ratelimited', { retryAfterMs: 60_000 });
  });
  await expect(rest).rejects.toMatchObject({ outcome: 'wait' });
  await vi.advanceTimersByTimeAsync(59_999);
  await expect(queue('C1', async () => 'early')).rejects.toMatchObject({ retryAfterMs: 1 });
  await vi.advanceTimersByTimeAsync(1);
  const late = queue('C1', async () => 'late');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await late, channels.size]).toEqual(['late', 0]);
});

test.each([
  [0, 1_000],
  [4_999, 4_999],
  [5_000, 5_000],
])('after a Retry-After of %i ms the next post waits for %i ms', async (retryAfterMs, waitMs) => {
  const { queue } = queueOverFakeTime();
  const first = queue('C1', async () => {
    throw new PostError('wait', 'ratelimited', { retryAfterMs });
  }).catch(() => {});
  const start = Date.now();
  const next = queue('C1', async () => Date.now() - start);
  const other = queue('C2', async () => Date.now() - start);
  await vi.runAllTimersAsync();
  await first;
  expect(await next).toBe(waitMs);
  expect(await other).toBeLessThan(1_000);
});

test('after a limit in one channel the posts to all are spaced, until enough were taken', async () => {
  const { queue } = queueOverFakeTime();
  const start = Date.now();
  const post = async (id: string) => queue(id, async () => Date.now() - start);
  const first = [post('C1'), post('C2'), post('C3')];
  await vi.runAllTimersAsync();
  expect(await Promise.all(first)).toEqual([0, 0, 0]);

  const limited = queue('C4', async () => {
    throw new PostError('wait', 'ratelimited', { retryAfterMs: 0 });
  }).catch(() => {});
  await vi.runAllTimersAsync();
  await limited;
  const from = Date.now() - start;
  const later = ['C1', 'C2', 'C3'].map(post);
  await vi.runAllTimersAsync();
  const times = (await Promise.all(later)).map((ms) => ms - from);
  expect(times[0]).toBe(0);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(59);
  expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(58);
});
