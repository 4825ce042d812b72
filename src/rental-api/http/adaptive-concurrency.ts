/** How much may be asked of the service at once. */
export interface AdaptiveConcurrency {
  /** Requests that may be under way at once, at least 1. */
  parallel(nowMs: number): number;
  /** How long the service still wants to be left alone, in milliseconds. */
  retryAfterMs(nowMs: number): number;
  /** Takes note of an answer. */
  recordAnswer(answer: Answer, nowMs: number): void;
}

interface Answer {
  readonly status: number;
  /** What the answer asks to be waited, in seconds; `null` when it does not say. */
  readonly waitSeconds: number | null;
  readonly sentAtMs: number;
}

/** After so many good answers in a row, one more request at once is tried. */
const FAST_ANSWERS_MIN = 12;

/** An answer is slow when it takes so many times as long as usual. */
const SLOW_FACTOR = 3;

/** No answer is slow before: a busy machine of our own must not pass for a busy service. */
const SLOW_MS_MIN = 300;

/** What is usual shows in so many answers. */
const RECENT_ANSWERS = 15;

/** The rest after a refusal that names none. */
const RETRY_AFTER_MS = 1_000;

/**
 * Finds out what the service bears. A refusal (429, 503) or an answer much slower than usual halves
 * what is asked at once, good answers raise it again, one by one. While the service wants to be
 * left alone, one request at a time is all.
 *
 * All times are milliseconds of one clock that the caller reads.
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
    // What was asked before the last time says nothing about what is asked since.
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
        blockedUntilMs = Math.max(blockedUntilMs, nowMs + waitMs);
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
 * A `fetch` that lets the pace know of every answer, those to retries included.
 *
 * @param nowMs milliseconds of the clock by which the pace is asked
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
    const waitSeconds = retryAfterSeconds(response.headers, answeredAtMs);
    concurrency.recordAnswer({ status: response.status, waitSeconds, sentAtMs }, answeredAtMs);
    return response;
  };
}

/**
 * How long a server asks to be left alone, in seconds; `null` when it does not say.
 *
 * @param now epoch milliseconds, for an answer that names a date
 * @see RFC 9110, section 10.2.3; `RateLimit-Reset` is what many gateways send instead
 */
export function retryAfterSeconds(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after') ?? headers.get('ratelimit-reset');
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
