import { createHash } from 'node:crypto';

import { createBoundedMap } from '../lib/cache.ts';
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

export interface ReplayGuardOptions {
  /** `null` where there is one instance that forgets with its process. */
  readonly claims: SharedClaims | null;
  /** Epoch milliseconds. */
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
