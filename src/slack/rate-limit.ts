import type { Place } from '../commands/command.ts';

/** How much is answered at once. */
export interface ThrottleLimits {
  /** So much a person may ask at once, and one thing a second from then on; 0 is without a limit. */
  readonly burst: number;
  /** So many requests may wait for their answer. */
  readonly answersMax: number;
  /** So many more may be told that this is too much; whoever comes then is not told either. */
  readonly tellingMax: number;
}

export const THROTTLE_LIMITS: ThrottleLimits = { burst: 0, answersMax: 500, tellingMax: 100 };

/** Why a request is not answered, and whether the person is told. */
export interface Rejection {
  /** `limited`: the person asks too much; `busy`: all together do. */
  readonly why: 'limited' | 'busy';
  /** For `limited`: after so long they may ask as before. */
  readonly waitSeconds: number;
  readonly isTold: boolean;
}

/** Decides whom there is time to answer, before anything is looked up. */
export interface Throttle {
  /** @param underWay requests that wait for an answer, or are being told that there is none */
  turnedAway(who: Asked, underWay: number): Rejection | null;
  /** The same for what nobody waits for: a link that is shown, or what is offered while typing. */
  isLeftOut(userId: string, underWay: number): boolean;
}

interface Asked {
  readonly userId: string;
  readonly surface: Place['surface'];
}

/** Each letter that is typed asks for something, and every link in a conversation. */
const UNSPOKEN = { burst: 60, perSecond: 5 };

/**
 * Counts what each person asks. A form is not counted, for the request that opened it was, and what
 * somebody has filled in is not to be lost.
 */
export function createThrottle(
  { burst, answersMax, tellingMax }: ThrottleLimits,
  monotonic: () => number,
): Throttle {
  const asking = burst === 0 ? null : createAllowance({ burst, perSecond: 1, monotonic });
  const unspoken = burst === 0 ? null : createAllowance({ ...UNSPOKEN, monotonic });

  return {
    turnedAway({ userId, surface }, underWay) {
      const isRoomToTell = underWay < answersMax + tellingMax;
      const exhausted = surface === 'form' ? null : asking?.take(userId);
      if (exhausted) {
        const { waitSeconds, isNew } = exhausted;
        return { why: 'limited', waitSeconds, isTold: isNew && isRoomToTell };
      }
      if (underWay < answersMax || (surface === 'form' && isRoomToTell)) return null;
      return { why: 'busy', waitSeconds: 0, isTold: isRoomToTell };
    },
    isLeftOut(userId, underWay) {
      const exhausted = unspoken?.take(userId) ?? null;
      return exhausted !== null || underWay >= answersMax;
    },
  };
}

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
