/** Keeps a signature from being used twice. */
export interface TakenOnce {
  /** Takes it; `false` when it is taken already. */
  readonly take: (signature: string) => boolean;
  /** What it was for was not done: it may be taken again. */
  readonly giveBack: (signature: string) => void;
}

/** Ten minutes of requests at 150 a second; older signatures are too old by themselves. */
const TAKEN_MAX = 100_000;
/** From five minutes ahead of our clock to five minutes behind it. */
const GOOD_FOR_MS = 600_000;

/**
 * Signatures are remembered for as long as they are good, within bounded memory: of too many the
 * oldest are forgotten, for no request of Slack's is lost for another's sake. Each try of Slack's
 * is signed anew, so that only within one second two tries of the same request look alike.
 *
 * @param now epoch milliseconds
 */
export function createTakenOnce(now: () => number, max = TAKEN_MAX): TakenOnce {
  const taken = new Map<string, number>();

  function forgetOld(): void {
    for (const [signature, until] of taken) {
      if (taken.size < max && until > now()) return;
      taken.delete(signature);
    }
  }

  return {
    take(signature) {
      if (taken.has(signature)) return false;
      forgetOld();
      taken.set(signature, now() + GOOD_FOR_MS);
      return true;
    },
    giveBack: (signature) => void taken.delete(signature),
  };
}
