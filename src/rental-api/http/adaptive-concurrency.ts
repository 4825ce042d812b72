import { dateHeaderOf, httpDate } from '../../lib/http.ts';

/** How many requests the service gets at once. */
export interface AdaptiveConcurrency {
  /** Concurrent requests allowed, at least 1. */
  parallel(nowMs: number): number;
  /** Remaining `Retry-After` of the service, in milliseconds. */
  retryAfterMs(nowMs: number): number;
  /** Adapts to a response. */
  recordAnswer(answer: Answer, nowMs: number): void;
}

interface Answer {
  readonly status: number;
  /** `Retry-After` in seconds; `null` without one. */
  readonly waitSeconds: number | null;
  readonly sentAtMs: number;
}

/** Consecutive fast answers after which one more concurrent request is allowed. */
const FAST_ANSWERS_MIN = 12;

/** Multiple of the median time from which an answer is slow. */
const SLOW_FACTOR = 3;

/** Min time of a slow answer: a busy machine of our own must not pass for a busy service. */
const SLOW_MS_MIN = 300;

/** Sample size of the median. */
const RECENT_ANSWERS = 15;

/** Default for a 429 or 503 without `Retry-After`. */
const RETRY_AFTER_MS = 1_000;

/** Longest `Retry-After` that is obeyed: some gateways send a time of day in its place. */
const RETRY_AFTER_MS_MAX = 600_000;

/**
 * Additive increase, multiplicative decrease. A refusal (429, 503) or an answer much slower than the
 * median halves the number of concurrent requests, fast answers raise it one by one. During a
 * `Retry-After` only one request at a time is allowed.
 *
 * All times are milliseconds of one clock, read by the caller.
 *
 * @see RFC 6585, section 4 (429); RFC 9110, section 15.6.4 (503)
 */
export function createAdaptiveConcurrency(parallelMax: number): AdaptiveConcurrency {
  let allowed = parallelMax;
  let fastAnswers = 0;
  let shrunkAtMs = -Infinity;
  let blockedUntilMs = -Infinity;
  let recentMs: readonly number[] = [];

  function shrink(sentAtMs: number, nowMs: number): void {
    fastAnswers = 0;
    // Requests from before the last decrease say nothing about its effect.
    if (sentAtMs <= shrunkAtMs) return;
    allowed = Math.max(1, Math.floor(allowed / 2));
    shrunkAtMs = nowMs;
  }

  function isSlow(tookMs: number): boolean {
    if (recentMs.length < RECENT_ANSWERS) return false;
    return tookMs > Math.max(SLOW_MS_MIN, SLOW_FACTOR * medianOf(recentMs));
  }

  function grow(): void {
    fastAnswers += 1;
    if (fastAnswers < FAST_ANSWERS_MIN) return;
    fastAnswers = 0;
    allowed = Math.min(parallelMax, allowed + 1);
  }

  return {
    parallel: (nowMs) => (nowMs < blockedUntilMs ? 1 : allowed),
    retryAfterMs: (nowMs) => Math.max(0, blockedUntilMs - nowMs),
    recordAnswer({ status, waitSeconds, sentAtMs }, nowMs) {
      const tookMs = nowMs - sentAtMs;
      if (status === 429 || status === 503) {
        const waitMs = waitSeconds === null ? RETRY_AFTER_MS : waitSeconds * 1_000;
        blockedUntilMs = Math.max(blockedUntilMs, nowMs + Math.min(waitMs, RETRY_AFTER_MS_MAX));
        shrink(sentAtMs, nowMs);
        return;
      }
      if (status >= 300) return;
      if (isSlow(tookMs)) shrink(sentAtMs, nowMs);
      else grow();
      recentMs = [...recentMs, tookMs].slice(-RECENT_ANSWERS);
    },
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * A `fetch` that records every answer, retries included.
 *
 * @param nowMs milliseconds of the same clock as in other calls of `concurrency`
 */
export function createMeasuredFetch(
  send: typeof fetch,
  concurrency: AdaptiveConcurrency,
  nowMs: () => number,
): typeof fetch {
  return async (input, init) => {
    const sentAtMs = nowMs();
    const response = await send(input, init);
    const answeredAtMs = nowMs();
    const waitSeconds = retryAfterSeconds(response, answeredAtMs);
    concurrency.recordAnswer({ status: response.status, waitSeconds, sentAtMs }, answeredAtMs);
    return response;
  };
}

/** Some gateways send fractions. */
const SECONDS = /^\d{1,9}(?:\.\d{1,9})?$/;

/**
 * `Retry-After` of a response in seconds; `null` without one that can be read. A date is measured by the
 * `Date` of the response, whose clock may not be ours.
 *
 * @param now epoch milliseconds, for a date in a response without one
 * @see RFC 9110, section 10.2.3; `RateLimit-Reset` is what many gateways send instead. They send it
 *   with every response, and only a 429 has used up the limit.
 */
export function retryAfterSeconds(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  now: number,
): number | null {
  const reset = status === 429 ? headers.get('ratelimit-reset') : null;
  const text = headers.get('retry-after') ?? reset;
  if (text === null) return null;
  if (SECONDS.test(text)) return Math.ceil(Number(text));
  const at = httpDate(text);
  if (at === null) return null;
  return Math.max(0, Math.ceil((at - (dateHeaderOf(headers) ?? now)) / 1000));
}
