/** How much each person may ask of us. */
export interface Allowance {
  /**
   * Takes one from what a person may ask.
   *
   * @returns what there is to tell them when nothing is left; `null` otherwise
   */
  take(userId: string): Exhausted | null;
  /** How many people are remembered. */
  people(): number;
}

interface Exhausted {
  /** Until they may ask as much at once as at the beginning. */
  readonly waitSeconds: number;
  /** Whether they have not been told of it since. */
  readonly isNew: boolean;
}

export interface AllowanceOptions {
  /** So much at once. */
  readonly burst: number;
  /** And so much in each second from then on. */
  readonly perSecond: number;
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number;
}

interface Bucket {
  readonly left: number;
  readonly atMs: number;
  readonly isTold: boolean;
}

/** Far more people than ask within seconds. */
const PEOPLE_MAX = 10_000;

/** A token bucket for each person. Whoever has asked for nothing in a while is forgotten. */
export function createAllowance({ burst, perSecond, monotonic }: AllowanceOptions): Allowance {
  /** The one who has asked last stands at the end. */
  const buckets = new Map<string, Bucket>();
  const fullMs = (burst / perSecond) * 1_000;

  function forgetOld(nowMs: number): void {
    for (const [userId, { atMs }] of buckets) {
      if (nowMs - atMs < fullMs && buckets.size <= PEOPLE_MAX) return;
      buckets.delete(userId);
    }
  }

  function bucketOf(userId: string, nowMs: number): Bucket {
    const { left, atMs, isTold } = buckets.get(userId) ?? {
      left: burst,
      atMs: nowMs,
      isTold: false,
    };
    const refilled = Math.min(burst, left + ((nowMs - atMs) / 1_000) * perSecond);
    return { left: refilled, atMs: nowMs, isTold: isTold && refilled < burst };
  }

  return {
    take(userId) {
      const nowMs = monotonic();
      const bucket = bucketOf(userId, nowMs);
      const isEmpty = bucket.left < 1;
      buckets.delete(userId);
      buckets.set(
        userId,
        isEmpty ? { ...bucket, isTold: true } : { ...bucket, left: bucket.left - 1 },
      );
      forgetOld(nowMs);
      if (!isEmpty) return null;
      const waitSeconds = Math.ceil((burst - bucket.left) / perSecond);
      return { waitSeconds, isNew: !bucket.isTold };
    },
    people: () => buckets.size,
  };
}
