import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createRentalFiles, walkPages } from '../../src/rental-api/client.ts';
import { LIMITS } from '../../src/rental-api/limits.ts';
import type { PageSource } from '../../src/rental-api/pages/prefetch.ts';
import type { FilePage } from '../../src/rental-api/schema/page.ts';
import { loopbackService, reply } from '../support/loopback-service.ts';
import { paperService } from '../support/paper-service.ts';
import { NOW, serviceAccount } from '../support/service-account.ts';

const FIRST = new URL('https://api.example.com/files');
const MB = 1_024 * 1_024;
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Answer = (signal: AbortSignal) => Promise<Response>;

const silence: Answer = async (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** A client as it is, with a token, over a service that answers every page alike. */
async function clientOver(answer: Answer, rested: () => void = () => {}) {
  let asked = 0;
  const client = createRentalFiles({
    firstPage: FIRST,
    authUrl: 'https://auth.example.com',
    idp: 'idp',
    projectId: '42',
    account: serviceAccount(),
    now: () => NOW,
    monotonic: () => 0,
    onHalfOpen: rested,
    watch: () => async (input, init) => {
      const { origin } = new URL(input instanceof Request ? input.url : input);
      if (origin !== FIRST.origin) {
        return Response.json({ access_token: 't', token_type: 'Bearer', expires_in: 3_600 });
      }
      asked += 1;
      return answer(init?.signal ?? new AbortController().signal);
    },
  });
  // The assertion is signed in another thread, whose time is real.
  await client.checkToken();
  return { client, asked: () => asked };
}

/** Lets what needs no time happen, then so much time pass. */
async function pass(ms: number): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await turn();
  await vi.advanceTimersByTimeAsync(ms);
  for (let turns = 0; turns < 50; turns += 1) await turn();
}

/** The code of an error, once the work has failed. */
function failing(work: Promise<unknown>) {
  let code: unknown = null;
  work.catch((error: { readonly code?: unknown }) => {
    code = error.code;
  });
  return () => code;
}

test('a page that does not come is waited for 20 seconds, and a check of the service 10', async () => {
  const { client } = await clientOver(silence);
  const page = failing(client.fetchPage(FIRST));
  const check = failing(client.checkService());
  await pass(9_999);
  expect([page(), check()]).toEqual([null, null]);
  await pass(1);
  expect([page(), check()]).toEqual([null, 'rental_slow']);
  await pass(9_999);
  expect(page()).toBeNull();
  await pass(1);
  expect(page()).toBe('rental_slow');
});

test('a page that fails is asked for three times, after half a second and a second at most', async () => {
  const { client, asked } = await clientOver(async () => new Response(null, { status: 503 }));
  const failed = failing(client.fetchPage(FIRST));
  await pass(249);
  expect(asked()).toBe(1);
  await pass(251);
  expect(asked()).toBe(2);
  await pass(249);
  expect(asked()).toBe(2);
  await pass(751);
  expect([asked(), failed()]).toEqual([3, 'rental_down']);
});

test.each([
  [30, 2],
  [31, 1],
])('a service that asks for a rest of %i s is asked %i times', async (seconds, times) => {
  const headers = { 'retry-after': String(seconds) };
  const { client, asked } = await clientOver(
    async () => new Response(null, { status: 429, headers }),
  );
  const failed = failing(client.fetchPage(FIRST));
  await pass(29_999);
  expect(asked()).toBe(1);
  await pass(1_002);
  expect(asked()).toBe(times);
  expect(failed()).toBe(times === 1 ? 'rental_busy' : null);
});

test('a silent service rests for two seconds, then longer, up to a minute', async () => {
  const rests: number[] = [];
  let startedAt = Date.now();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { client } = await clientOver(
    async () => new Response(null, { status: 500 }),
    () => rests.push(Date.now() - startedAt),
  );
  for (let calls = 0; calls < 9; calls += 1) {
    const failed = failing(client.fetchPage(FIRST));
    // The retries of a call take a second and a half, those of a trial none.
    for (let waits = 0; waits < 30 && failed() === null; waits += 1) await pass(50);
    startedAt = Date.now();
    if (calls >= 2) await pass(MINUTE_MS);
  }
  expect(rests).toHaveLength(7);
  for (const [index, longest] of [2, 4, 8, 16, 32, 60, 60].entries()) {
    expect(rests[index]).toBeGreaterThanOrEqual((longest / 2) * 1_000 - 50);
    expect(rests[index]).toBeLessThanOrEqual(longest * 1_000);
  }
});

function addressOf(offset: number): string {
  return `?limit=1&offset=${offset}`;
}

test('six pages are asked for at once', async () => {
  vi.useRealTimers();
  const service = paperService(addressOf(0), (query) => {
    const offset = Number(/offset=(\d+)/.exec(query)?.[1]);
    const next = offset < 29 ? addressOf(offset + 1) : null;
    return { turns: 9, body: { count: 30, next, results: [{ id: String(offset) }] } };
  });
  expect(await Array.fromAsync(service.client().pages())).toHaveLength(30);
  expect(service.busiest).toBe(6);
});

function pageWith(note: string): string {
  return JSON.stringify({ count: 1, next: null, results: [{ id: 'a', note }] });
}

test('a page has 32 MB at most, and an answer with a token 64 kB', async () => {
  vi.useRealTimers();
  const token = JSON.stringify({ access_token: 't', token_type: 'Bearer', expires_in: 3_600 });
  let text = 'x'.repeat(32 * MB - pageWith('').length);
  let tokenBytes = 64 * 1_024;
  await using service = await loopbackService(
    ({ response }) => reply(response, 200, pageWith(text)),
    ({ response }) => reply(response, 200, token.padEnd(tokenBytes)),
  );
  const fetched = async () => service.client().fetchPage(new URL(`${service.origin}/v1/x`));
  // Its one file is too large by itself, and left out.
  expect(await fetched()).toMatchObject({ skipped: 1 });
  text += 'x';
  await expect(fetched()).rejects.toMatchObject({ code: 'rental_unreadable' });
  tokenBytes += 1;
  await expect(service.client().checkToken()).rejects.toMatchObject({
    code: 'rental_token_unavailable',
  });
});

test('a request for a token is given up after ten seconds', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms);
    return late.signal;
  });
  const client = createRentalFiles({
    firstPage: FIRST,
    authUrl: 'https://auth.example.com',
    idp: 'idp',
    projectId: '42',
    account: serviceAccount(),
    now: () => NOW,
    watch: () => async (_, init) => silence(init?.signal ?? new AbortController().signal),
  });
  const failed = failing(client.checkToken());
  // Of all timers there may be: the assertion is signed in another thread before it.
  while (limits.mock.calls.length === 0) await turn();
  await pass(9_999);
  expect(failed()).toBeNull();
  await pass(1);
  expect(failed()).toBe('rental_token_unavailable');
  vi.restoreAllMocks();
});

/** Pages without an end, each with so many files. */
function endless(skipped: number): PageSource<FilePage> {
  return {
    fetch: async () => new Response(''),
    prefetch: async () => new Response(''),
    async open(_, url) {
      const next = new URL(url);
      next.searchParams.set('page', String(Number(url.searchParams.get('page')) + 1));
      const page = { url, files: [], skipped, unknownValues: 0, count: 0, next, servedAt: null };
      return { next, count: 0, size: 0, read: async () => page };
    },
    parallel: () => 1,
    retryAfterMs: () => 0,
  };
}

/** How many pages a walk gives, and how it ends. */
async function walked(source: PageSource<FilePage>) {
  let pages = 0;
  try {
    for await (const _ of walkPages(FIRST, source, LIMITS)) pages += 1;
  } catch (error) {
    return { pages, error };
  }
  return { pages, error: null };
}

test('a list has at most two million files, and five empty pages in a row', async () => {
  vi.useRealTimers();
  expect(await walked(endless(500_000))).toMatchObject({
    pages: 4,
    error: { message: expect.stringContaining('more than 2000000 files') },
  });
  expect(await walked(endless(0))).toMatchObject({
    pages: 5,
    error: { message: expect.stringContaining('5 empty pages in a row') },
  });
});

test('a list is read for half an hour at most', async () => {
  const source: PageSource<FilePage> = {
    ...endless(1),
    fetch: async (_, signal) => silence(signal),
  };
  const failed = failing(Array.fromAsync(walkPages(FIRST, source, LIMITS)));
  await pass(30 * MINUTE_MS - 1);
  expect(failed()).toBeNull();
  await pass(1);
  expect(failed()).toBe('rental_slow');
});
