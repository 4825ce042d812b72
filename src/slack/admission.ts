import { createHash } from 'node:crypto';

import type { Place } from '../commands/command.ts';
import { createBoundedMap } from '../lib/cache.ts';
import { settlesWithin, yieldToEventLoop } from '../lib/concurrency.ts';
import type { Log } from '../log.ts';

/** Lets each request, event and form through once. */
export interface ReplayGuard {
  /** Takes what has this key; `false` when it was taken before, by any instance. Never throws. */
  take(key: string): Promise<boolean>;
  /** Resolves when all keys that are being taken are taken, or not. */
  settled(): Promise<unknown>;
  /** Gives back what was not handled, so that it may come again. */
  release(key: string): void;
  /** Whether the other instances know what this one takes. */
  isShared(): boolean;
}

/** Claims that all instances share, also after a restart. */
interface SharedClaims {
  /** Records a key; `false` when it is recorded already. */
  claim(key: string): Promise<boolean>;
  release(key: string): Promise<void>;
  /** Whether the last query reached the database. */
  isReady(): boolean;
}

interface ReplayGuardOptions {
  /** `null` where there is one instance that forgets with its process. */
  readonly claims: SharedClaims | null;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
  /** Keys in memory. */
  readonly max?: number;
}

/** Ten minutes of requests at 150 a second. */
const KEYS_MAX = 100_000;

/** A signature is valid for ten minutes, and Slack retries events for about five. */
const TAKEN_MS = 3_600_000;

/** Longer than a claim ever takes, and short beside the 3 s that Slack waits. */
const CLAIM_MS_MAX = 500;

/**
 * Creates a guard with a memory of its own, and the database for what the other instances and the
 * process before have taken. A database that is not ready or has not answered the last claim is not
 * waited for: then the memory alone decides. Of too many keys the memory forgets the oldest rather
 * than refuse a request of Slack's.
 */
export function createReplayGuard(options: ReplayGuardOptions): ReplayGuard {
  const { claims, now, log, max = KEYS_MAX } = options;
  const taken = createBoundedMap<true>({ max, ttlMs: TAKEN_MS, now });
  let late = 0;
  let isRefused = false;
  let latest: Promise<unknown> = Promise.resolve();

  const isReached = () => claims !== null && late === 0 && claims.isReady();
  const isShared = () => isReached() && !isRefused;

  function warn(error: unknown): void {
    log.warn({ err: error }, 'repeated requests are refused by each instance for itself');
  }

  async function claim(key: string): Promise<boolean> {
    if (claims === null || !isReached()) return true;
    const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
    let isLate = false;
    const timer = setTimeout(() => {
      if (late === 0) warn(new Error(`the database has not answered for ${CLAIM_MS_MAX} ms`));
      isLate = true;
      late += 1;
      resolve(true);
    }, CLAIM_MS_MAX);
    const claimed = claims
      .claim(key)
      .then(
        (isFirst) => {
          isRefused = false;
          return isFirst;
        },
        (error: unknown) => {
          if (isShared()) warn(error);
          // A database that is not reached shows in `isReady`, and so does its return.
          isRefused = claims.isReady();
          return true;
        },
      )
      .finally(() => {
        clearTimeout(timer);
        if (isLate) late -= 1;
      });
    const settled = Promise.race([claimed, timeout]);
    latest = settled;
    return settled;
  }

  return {
    isShared,
    // Claims settle in the order in which they were made.
    settled: async () => latest,
    async take(key) {
      const hash = hashOf(key);
      if (taken.has(hash)) return false;
      taken.set(hash, true);
      return claim(hash);
    },
    release(key) {
      const hash = hashOf(key);
      taken.delete(hash);
      // What stays claimed is a retry that is not answered: the claim expires.
      claims?.release(hash).catch((error: unknown) => {
        log.warn({ err: error }, 'a repeated request may be refused until its claim expires');
      });
    },
  };
}

/** The database holds nothing that was in a request. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/**
 * What makes a request itself: the id of its event, or a body with a trigger id, both of which Slack
 * gives once. Retries have the same, whatever they are signed with.
 *
 * @param text the body as it came
 * @returns `null` for other requests, which only their signature or envelope tells apart
 */
export function requestKey(payload: unknown, text: string): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  if ('event_id' in payload) return `event ${String(payload.event_id)}`;
  return 'trigger_id' in payload ? `request ${text}` : null;
}

export interface ThrottleLimits {
  /** Bucket size per person, refilled by one a second; 0 is without a limit. */
  readonly burst: number;
  /** Max requests that wait for their answer. */
  readonly answersMax: number;
  /** Max further requests that are answered with "too busy"; others get no answer. */
  readonly noticesMax: number;
}

export const THROTTLE_LIMITS: ThrottleLimits = { burst: 0, answersMax: 500, noticesMax: 100 };

/** Why a request is not answered. */
export interface Rejection {
  /** `limited`: by the person's own limit; `busy`: by that of all together. */
  readonly why: 'limited' | 'busy';
  /** Of `limited`: until the person's bucket is full again. */
  readonly waitSeconds: number;
  /** Whether the person gets a notice. */
  readonly isNotified: boolean;
}

/** Limits that are checked before a request costs anything. */
interface Throttle {
  /** @param inFlight requests that wait for an answer, or for the notice that there is none */
  reject(request: LimitedRequest, inFlight: number): Rejection | null;
  /** The same for requests without a response: link previews and typeahead. */
  isSuppressed(userId: string, inFlight: number): boolean;
}

interface LimitedRequest {
  readonly userId: string;
  readonly surface: Place['surface'];
}

/** Each typed letter and each link in a conversation is a request. */
const BACKGROUND_LIMIT = { burst: 60, perSecond: 5 };

/**
 * Limits per person and for all together. Submitted forms are not counted: the request that opened
 * the form was, and what was filled in must not be lost.
 */
export function createThrottle(
  { burst, answersMax, noticesMax }: ThrottleLimits,
  monotonic: () => number,
): Throttle {
  const requests = burst === 0 ? null : createTokenBuckets({ burst, perSecond: 1, monotonic });
  const background = burst === 0 ? null : createTokenBuckets({ ...BACKGROUND_LIMIT, monotonic });

  return {
    reject({ userId, surface }, inFlight) {
      const mayNotify = inFlight < answersMax + noticesMax;
      const exhausted = surface === 'form' ? null : requests?.take(userId);
      if (exhausted) {
        const { waitSeconds, isNew } = exhausted;
        return { why: 'limited', waitSeconds, isNotified: isNew && mayNotify };
      }
      if (inFlight < answersMax || (surface === 'form' && mayNotify)) return null;
      return { why: 'busy', waitSeconds: 0, isNotified: mayNotify };
    },
    isSuppressed(userId, inFlight) {
      const exhausted = background?.take(userId) ?? null;
      return exhausted !== null || inFlight >= answersMax;
    },
  };
}

/** A token bucket per person. */
interface TokenBuckets {
  /** Takes a token; `null` when there was one. */
  take(userId: string): Exhausted | null;
  /** People in memory. */
  size(): number;
}

interface Exhausted {
  /** Until the bucket is full. */
  readonly waitSeconds: number;
  /** Whether this is the first time since the bucket was full. */
  readonly isNew: boolean;
}

interface TokenBucketOptions {
  /** Bucket size. */
  readonly burst: number;
  /** Refill rate. */
  readonly perSecond: number;
  readonly monotonic: () => number;
}

interface Bucket {
  readonly left: number;
  readonly atMs: number;
  readonly isNotified: boolean;
}

const BUCKETS_MAX = 10_000;

/**
 * Token buckets in bounded memory; full ones are dropped. `rate-limiter-flexible` counts fixed
 * windows, which let twice the limit through at their edge. It also cannot say whether a person was
 * notified since the bucket was full, so each rejection would post another message.
 */
export function createTokenBuckets({
  burst,
  perSecond,
  monotonic,
}: TokenBucketOptions): TokenBuckets {
  /** Least recently used first. */
  const buckets = new Map<string, Bucket>();
  const fullMs = (burst / perSecond) * 1_000;

  function dropFull(nowMs: number): void {
    for (const [userId, { atMs }] of buckets) {
      if (nowMs - atMs < fullMs && buckets.size <= BUCKETS_MAX) return;
      buckets.delete(userId);
    }
  }

  function bucketOf(userId: string, nowMs: number): Bucket {
    const bucket = buckets.get(userId) ?? { left: burst, atMs: nowMs, isNotified: false };
    const left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) / 1_000) * perSecond);
    return { left, atMs: nowMs, isNotified: bucket.isNotified && left < burst };
  }

  return {
    take(userId) {
      const nowMs = monotonic();
      const bucket = bucketOf(userId, nowMs);
      const { left, isNotified } = bucket;
      const isEmpty = left < 1;
      buckets.delete(userId);
      buckets.set(
        userId,
        isEmpty ? { ...bucket, isNotified: true } : { ...bucket, left: left - 1 },
      );
      dropFull(nowMs);
      if (!isEmpty) return null;
      return { waitSeconds: Math.ceil((burst - left) / perSecond), isNew: !isNotified };
    },
    size: () => buckets.size,
  };
}

/** Work in flight, and the requests that wait for an answer. */
interface InFlight<Waiter> {
  count(): number;
  /** Resolves when the work has ended; never rejects. */
  track(work: Promise<unknown>): Promise<void>;
  /** Resolves when nothing is in flight, or after `msMax`. */
  idle(msMax?: number): Promise<void>;
  readonly waiting: {
    begin(waiter: Waiter): void;
    end(waiter: Waiter): void;
    /** Whether an answer may still be sent. */
    has(waiter: Waiter): boolean;
    /** Records that something was sent: a sign of life (`isProgress`), or the answer. */
    sent(waiter: Waiter, isProgress: boolean): void;
    /** Requests that were sent nothing but signs of life. */
    unanswered(): readonly Waiter[];
  };
}

/** Nothing in flight yet. */
export function createInFlight<Waiter>(): InFlight<Waiter> {
  const work = new Set<Promise<unknown>>();
  const waiting = new Map<Waiter, 'waiting' | 'answered'>();

  async function allDone(): Promise<void> {
    while (work.size > 0) await Promise.allSettled(work);
  }

  return {
    count: () => work.size,
    async track(promise) {
      const done = Promise.allSettled([promise]);
      work.add(done);
      await done;
      work.delete(done);
    },
    async idle(msMax) {
      if (msMax === undefined) await allDone();
      else await settlesWithin(allDone(), msMax);
    },
    waiting: {
      begin: (waiter) => void waiting.set(waiter, 'waiting'),
      end: (waiter) => void waiting.delete(waiter),
      has: (waiter) => waiting.has(waiter),
      sent: (waiter, isProgress) => void waiting.set(waiter, isProgress ? 'waiting' : 'answered'),
      unanswered: () =>
        [...waiting].filter(([, state]) => state === 'waiting').map(([waiter]) => waiter),
    },
  };
}

/**
 * A queue that gives each caller its own turn of the event loop, in order of arrival.
 *
 * Requests that arrive together are all claimed and acknowledged before the first is answered, and
 * later ones between two answers: Slack waits at most 3 s, people a little longer.
 */
export function createEventLoopQueue({
  settled,
}: Pick<ReplayGuard, 'settled'>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    last = last.then(settled).then(yieldToEventLoop);
    await last;
  };
}
