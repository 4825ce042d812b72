import type { Place } from '../commands/command.ts';
import { createAllowance } from './allowance.ts';

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
export interface TurnedAway {
  /** `limited`: the person asks too much; `busy`: all together do. */
  readonly why: 'limited' | 'busy';
  /** For `limited`: after so long they may ask as before. */
  readonly waitSeconds: number;
  readonly isTold: boolean;
}

/** Decides whom there is time to answer, before anything is looked up. */
export interface Throttle {
  /** @param underWay requests that wait for an answer, or are being told that there is none */
  turnedAway(who: Asked, underWay: number): TurnedAway | null;
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
