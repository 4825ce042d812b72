import { expect, test } from 'vitest';

import { createTokenSource } from '../../../src/rental-api/auth/access-token.ts';
import type { TokenResponse } from '../../../src/rental-api/auth/token-request.ts';
import { RentalError } from '../../../src/rental-api/errors.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

interface Clocks {
  now: number;
  monotonic: number;
}

/** A source whose requests the test settles one by one, under clocks that the test sets. */
function tokens(lifetimeMs = HOUR_MS) {
  const clocks: Clocks = { now: Date.UTC(2026, 10, 21), monotonic: 0 };
  const requests: PromiseWithResolvers<TokenResponse>[] = [];
  const backgroundFailures: unknown[] = [];
  const source = createTokenSource({
    request: () => {
      const request = Promise.withResolvers<TokenResponse>();
      requests.push(request);
      return request.promise;
    },
    now: () => clocks.now,
    monotonic: () => clocks.monotonic,
    onBackgroundFailure: (error) => backgroundFailures.push(error),
  });
  return {
    ...source,
    clocks,
    requests,
    backgroundFailures,
    pass: (ms: number): void => {
      clocks.now += ms;
      clocks.monotonic += ms;
    },
    grant: (token: string): void => requests.at(-1)?.resolve({ token, lifetimeMs }),
    fail: (error: unknown): void => requests.at(-1)?.reject(error),
    first: async (): Promise<string> => {
      const token = source.token();
      requests.at(-1)?.resolve({ token: 'first', lifetimeMs });
      return token;
    },
  };
}

const DOWN = new RentalError('POST oauth/v2/token', 'status 503', {
  code: 'rental_token_unavailable',
  status: 503,
});

test('callers at the same moment share one request', async () => {
  const { token, grant, requests } = tokens();

  const waiting = Promise.all([token(), token(), token()]);
  grant('first');

  expect(await waiting).toEqual(['first', 'first', 'first']);
  expect(requests).toHaveLength(1);
});

test('a token serves for most of its life without another request', async () => {
  const { first, token, pass, requests } = tokens();
  await first();

  pass(54 * MINUTE_MS);

  expect(await token()).toBe('first');
  expect(requests).toHaveLength(1);
});

test('in its last five minutes a token still serves while a new one is fetched', async () => {
  const { first, token, pass, grant, requests } = tokens();
  await first();
  pass(56 * MINUTE_MS);

  expect([await token(), await token()]).toEqual(['first', 'first']);
  expect(requests).toHaveLength(2);

  grant('second');
  await requests[1]?.promise;
  await expect.poll(async () => token()).toBe('second');
});

test('in its last half minute a token is waited for', async () => {
  const { first, token, pass, grant } = tokens();
  await first();
  pass(HOUR_MS - 20_000);

  const waiting = token();
  grant('second');

  expect(await waiting).toBe('second');
});

test('the life of a token is counted from the start of its request', async () => {
  const { token, pass, grant, requests } = tokens();
  const slow = token();
  pass(56 * MINUTE_MS);
  grant('first');
  await slow;

  await token();

  expect(requests).toHaveLength(2);
});

test('a token that lives for a minute only is renewed in its last seconds', async () => {
  const { first, token, pass, requests } = tokens(MINUTE_MS);
  await first();

  pass(53_000);
  await token();
  expect(requests).toHaveLength(1);

  pass(2_000);
  expect(await token()).toBe('first');
  expect(requests).toHaveLength(2);
});

test.each([
  ['was set back', (clocks: Clocks) => (clocks.monotonic += HOUR_MS)],
  ['stood still in sleep', (clocks: Clocks) => (clocks.now += HOUR_MS)],
])('a token is not kept too long because a clock %s', async (_, move) => {
  const { first, token, clocks, grant } = tokens();
  await first();
  move(clocks);

  const waiting = token();
  grant('second');

  expect(await waiting).toBe('second');
});

test('a clock that jumps back does not make a fresh token old', async () => {
  const { first, token, clocks, requests } = tokens();
  await first();
  clocks.now -= 10 * HOUR_MS;

  expect(await token()).toBe('first');
  expect(requests).toHaveLength(1);
});

test('a renewal that fails in the background keeps the old token, and rests', async () => {
  const { first, token, pass, fail, requests, backgroundFailures } = tokens();
  await first();
  pass(56 * MINUTE_MS);
  await token();
  fail(DOWN);
  await expect.poll(() => backgroundFailures).toEqual([DOWN]);

  pass(400);
  expect([await token(), await token()]).toEqual(['first', 'first']);
  expect(requests).toHaveLength(2);

  pass(600);
  expect(await token()).toBe('first');
  expect(requests).toHaveLength(3);
});

test('a token in its last seconds is better than none', async () => {
  const { first, token, pass, fail } = tokens();
  await first();
  pass(HOUR_MS - 10_000);

  const waiting = token();
  fail(DOWN);
  expect(await waiting).toBe('first');

  pass(11_000);
  const late = token();
  fail(DOWN);
  await expect(late).rejects.toBe(DOWN);
});

test('after a failure a burst of callers gets its error without a request', async () => {
  const { token, fail, requests } = tokens();
  const waiting = token();
  fail(DOWN);
  await expect(waiting).rejects.toBe(DOWN);

  const burst = await Promise.allSettled(Array.from({ length: 50 }, token));

  expect(burst.every((outcome) => outcome.status === 'rejected')).toBe(true);
  expect(requests).toHaveLength(1);
});

test('failures in a row are followed by longer rests, of a minute at most', async () => {
  const { token, fail, pass, requests } = tokens();
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const waiting = token();
    fail(DOWN);
    await expect(waiting).rejects.toBe(DOWN);
    const made = requests.length;

    pass(seconds * 500 - 1);
    await expect(token()).rejects.toBe(DOWN);
    expect(requests).toHaveLength(made);

    pass(seconds * 500 + 1);
  }
});

test.each([
  { code: 'rental_busy', retryAfterSeconds: 120 },
  { code: 'rental_token_unavailable', status: 503, retryAfterSeconds: 120 },
] as const)('a server that names its wait is left alone for so long: $code', async (failure) => {
  const { token, fail, pass, requests } = tokens();
  const busy = new RentalError('POST oauth/v2/token', 'as the test says', failure);
  const waiting = token();
  fail(busy);
  await expect(waiting).rejects.toBe(busy);

  pass(119_000);
  await expect(token()).rejects.toBe(busy);
  expect(requests).toHaveLength(1);

  pass(1_000);
  token().catch(() => {});
  expect(requests).toHaveLength(2);
});

test('twenty requests refused at once cost one new token', async () => {
  const { first, refresh, grant, requests } = tokens();
  await first();

  const waiting = Promise.all(Array.from({ length: 20 }, () => refresh('first')));
  grant('second');

  expect(new Set(await waiting)).toEqual(new Set(['second']));
  expect(requests).toHaveLength(2);
});

test('who was refused with an old token gets the present one', async () => {
  const { first, refresh, requests } = tokens();
  await first();

  expect(await refresh('older')).toBe('first');
  expect(requests).toHaveLength(1);
});
