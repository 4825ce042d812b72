import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  type AdaptiveConcurrency,
  createAdaptiveConcurrency,
  retryAfterSeconds,
} from '../../../src/rental-api/http/adaptive-concurrency.ts';

const PARALLEL_MAX = 6;
const GOOD = { status: 200, waitSeconds: null };
const REFUSED = { status: 429, waitSeconds: 0 };

/** Answers one after the other, each asked for when the one before came. */
function answers(pace: AdaptiveConcurrency, startMs: number, tookMs: readonly number[]): number {
  let nowMs = startMs;
  for (const ms of tookMs) {
    pace.recordAnswer({ ...GOOD, sentAtMs: nowMs }, nowMs + ms);
    nowMs += ms;
  }
  return nowMs;
}

function good(count: number, ms = 50): readonly number[] {
  return Array.from({ length: count }, () => ms);
}

test('the whole number is allowed at once until the service objects', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  const nowMs = answers(pace, 0, good(100));

  expect(pace.parallel(nowMs)).toBe(PARALLEL_MAX);
  expect(pace.retryAfterMs(nowMs)).toBe(0);
});

test.each([[429], [503]])('every %d halves it, down to one', (status) => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  const allowed = [10, 20, 30, 40].map((askedAtMs) => {
    pace.recordAnswer({ status, waitSeconds: 0, sentAtMs: askedAtMs }, askedAtMs + 5);
    return pace.parallel(askedAtMs + 5);
  });

  expect(allowed).toEqual([3, 1, 1, 1]);
});

test('refusals of what was asked at the same time count once', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  for (let index = 0; index < 6; index += 1) {
    pace.recordAnswer({ ...REFUSED, sentAtMs: 10 + index }, 50 + index);
  }

  expect(pace.parallel(60)).toBe(3);
});

test('good answers in a row raise it one by one, to where it began', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  pace.recordAnswer({ ...REFUSED, sentAtMs: 0 }, 10);
  let nowMs = 20;
  const allowed = Array.from({ length: 5 }, () => {
    nowMs = answers(pace, nowMs, good(12));
    return pace.parallel(nowMs);
  });

  expect(allowed).toEqual([4, 5, 6, 6, 6]);
});

test('a refusal interrupts the row', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  let nowMs = answers(pace, 0, good(11));
  pace.recordAnswer({ ...REFUSED, sentAtMs: nowMs }, nowMs + 10);
  nowMs = answers(pace, nowMs + 20, good(11));

  expect(pace.parallel(nowMs)).toBe(3);
});

test('nothing is asked ahead while the service wants to be left alone', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  pace.recordAnswer({ status: 429, waitSeconds: 7, sentAtMs: 0 }, 1_000);

  expect([1_000, 7_999, 8_000].map((nowMs) => pace.parallel(nowMs))).toEqual([1, 1, 3]);
  expect([1_000, 7_999, 9_000].map((nowMs) => pace.retryAfterMs(nowMs))).toEqual([7_000, 1, 0]);
});

test('a shorter rest does not end a longer one', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  pace.recordAnswer({ status: 503, waitSeconds: 30, sentAtMs: 0 }, 10);
  pace.recordAnswer({ status: 503, waitSeconds: 1, sentAtMs: 0 }, 20);

  expect(pace.retryAfterMs(20)).toBe(29_990);
});

test('a time of day in place of seconds holds nothing up for more than ten minutes', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  pace.recordAnswer({ status: 429, waitSeconds: 999_999_999, sentAtMs: 0 }, 10);

  expect(pace.retryAfterMs(10)).toBe(600_000);
});

test('a refusal that names no rest is followed by a short one', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  pace.recordAnswer({ status: 429, waitSeconds: null, sentAtMs: 0 }, 10);

  expect(pace.retryAfterMs(10)).toBe(1_000);
});

test.each([
  ['as usual', 50, 80, PARALLEL_MAX],
  ['noise on a quick service', 2, 290, PARALLEL_MAX],
  ['a quick service that is suddenly slow', 2, 310, 3],
  ['three times the usual', 400, 1_200, PARALLEL_MAX],
  ['more than that', 400, 1_201, 3],
])('an answer that takes too long halves it: %s', (_, usualMs, tookMs, expected) => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  const nowMs = answers(pace, 0, [...good(20, usualMs), tookMs]);

  expect(pace.parallel(nowMs)).toBe(expected);
});

test('a service that is always slow is as usual', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  const nowMs = answers(pace, 0, good(40, 9_000));

  expect(pace.parallel(nowMs)).toBe(PARALLEL_MAX);
});

test('a service that has become slow for good is found usual in the end', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  const nowMs = answers(pace, 0, [...good(20, 50), ...good(200, 2_000)]);

  expect(pace.parallel(nowMs)).toBe(PARALLEL_MAX);
});

test('other refusals say nothing about the pace', () => {
  const pace = createAdaptiveConcurrency(PARALLEL_MAX);
  pace.recordAnswer({ status: 404, waitSeconds: null, sentAtMs: 0 }, 10);

  expect(pace.parallel(10)).toBe(PARALLEL_MAX);
});

test('whatever comes, from one to the most are allowed', () => {
  const answer = fc.record({
    status: fc.constantFrom(200, 200, 200, 404, 429, 500, 503),
    waitSeconds: fc.option(fc.nat(100)),
    tookMs: fc.nat(5_000),
  });
  fc.assert(
    fc.property(fc.array(answer), fc.integer({ min: 1, max: 9 }), (heard, parallelMax) => {
      const pace = createAdaptiveConcurrency(parallelMax);
      let nowMs = 0;
      for (const { tookMs, ...rest } of heard) {
        pace.recordAnswer({ ...rest, sentAtMs: nowMs }, nowMs + tookMs);
        nowMs += tookMs;
        expect(pace.parallel(nowMs)).toBeGreaterThanOrEqual(1);
        expect(pace.parallel(nowMs)).toBeLessThanOrEqual(parallelMax);
      }
      expect(pace.parallel(nowMs + 101_000)).toBeGreaterThanOrEqual(1);
    }),
  );
});

/** Saturday, 21 November 2026, 09:00:00 UTC. */
const NOW = Date.UTC(2026, 10, 21, 9);

test.each([
  ['0', 0],
  ['120', 120],
  ['0.5', 1],
  ['30.2', 31],
  ['Sat, 21 Nov 2026 09:01:30 GMT', 90],
  ['Saturday, 21-Nov-26 09:01:30 GMT', 90],
  ['Sat Nov 21 09:01:30 2026', 90],
  ['2026-11-21T09:01:30Z', 90],
  ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
  // Programs take these for dates of 2001.
  ['-5', null],
  ['1.5.1', null],
  ['30s', null],
  ['soon', null],
  ['Sat', null],
  ['99999999999', null],
])('a wait of %j is read as %j seconds', (text, seconds) => {
  const headers = new Headers({ 'retry-after': text });
  expect(retryAfterSeconds({ status: 503, headers }, NOW)).toBe(seconds);
});

test('a date that is none measures no wait', () => {
  const headers = new Headers({ 'retry-after': new Date(NOW + 20_000).toUTCString(), date: '5' });
  expect(retryAfterSeconds({ status: 503, headers }, NOW)).toBe(20);
});

test.each([[-600_000], [600_000]])(
  'a wait until a date is measured by the clock that wrote it, with ours %d ms off',
  (offMs) => {
    const at = (ms: number) => new Date(NOW + ms).toUTCString();
    const headers = new Headers({ 'retry-after': at(20_000), date: at(0) });
    expect(retryAfterSeconds({ status: 503, headers }, NOW + offMs)).toBe(20);
  },
);
