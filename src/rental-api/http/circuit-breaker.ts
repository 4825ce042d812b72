import { RentalError, type RentalErrorCode } from '../errors.ts';
import type { Limits } from '../limits.ts';

/** How long a service that does not answer is left alone. Epoch milliseconds. */
export interface Rest {
  /** What was asked then has had no answer, nor has anything since. */
  readonly since: number;
  /** When it is tried again. */
  readonly again: number;
}

/** Keeps calls from a service that does not answer. */
export interface Breaker {
  /**
   * Makes a call. Once several in a row had no answer, all but one trial after each rest are
   * refused at once, until one is answered.
   *
   * @param call told whether it is the trial, on which all others wait
   * @param signal by which the caller gives up: that says nothing of the service
   * @throws {RentalError} `rental_resting`, and whatever the call throws
   */
  through<Value>(call: (isTrial: boolean) => Promise<Value>, signal?: AbortSignal): Promise<Value>;
  /**
   * For a call that nobody needs: its outcome does not count.
   *
   * @throws {RentalError} `rental_resting`
   */
  check(): void;
  /** `null` while the service answers. */
  rest(): Rest | null;
}

export interface BreakerOptions {
  readonly limits: Pick<Limits, 'unansweredMax' | 'restMs' | 'restMsMax'>;
  /** Epoch milliseconds, for people. */
  readonly now: () => number;
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number;
  /** Called when a rest is over, so that nobody who asks need be the trial. */
  readonly onRested: () => void;
}

/** No answer. Any other failure is one: a refusal (401, 403, 404, 429), or a text we cannot read. */
const UNANSWERED: ReadonlySet<RentalErrorCode> = new Set([
  'rental_down',
  'rental_slow',
  'rental_token_unavailable',
]);

interface Open {
  readonly again: number;
  readonly restMs: number;
  readonly untilMs: number;
  readonly reason: string;
  readonly timer: NodeJS.Timeout;
  isRested: boolean;
}

/**
 * A circuit breaker. A rest doubles with every trial in vain, and up to half of it is left out by
 * chance, so that several instances do not come back at once.
 */
export function createBreaker({ limits, now, monotonic, onRested }: BreakerOptions): Breaker {
  let unanswered = 0;
  let since = 0;
  let open: Open | null = null;
  let isTrying = false;

  function restAfter(before: Open | null, reason: string): Open {
    clearTimeout(before?.timer);
    const restMs = Math.min(limits.restMsMax, before === null ? limits.restMs : before.restMs * 2);
    const lastsMs = Math.ceil(restMs * (1 - Math.random() / 2));
    const timer = setTimeout(() => {
      opened.isRested = true;
      onRested();
    }, lastsMs).unref();
    const untilMs = monotonic() + lastsMs;
    const opened = { again: now() + lastsMs, restMs, untilMs, reason, timer, isRested: false };
    return opened;
  }

  function answered(): void {
    clearTimeout(open?.timer);
    open = null;
    unanswered = 0;
  }

  /** What the caller is told. Calls that were under way when the rest began do not prolong it. */
  function failed(error: RentalError, askedAt: number, isTrial: boolean): RentalError {
    if (open === null) {
      if (unanswered === 0) since = askedAt;
      unanswered += 1;
      if (unanswered < limits.unansweredMax) return error;
    }
    if (open === null || isTrial) open = restAfter(open, reasonOf(error));
    return resting(error.call, open);
  }

  function resting(call: string, { again, reason }: Open): RentalError {
    const seconds = Math.max(0, Math.ceil((again - now()) / 1_000));
    const what = `no answer (${reason}), tried again in ${seconds} s`;
    return new RentalError(call, what, { code: 'rental_resting', since, again });
  }

  function isDue({ isRested, untilMs }: Open): boolean {
    // A timer may be a fraction of a millisecond ahead of the clock.
    return !isTrying && (isRested || monotonic() >= untilMs);
  }

  async function attempt<Value>(
    call: (isTrial: boolean) => Promise<Value>,
    signal: AbortSignal | undefined,
    isTrial: boolean,
  ): Promise<Value> {
    const askedAt = now();
    try {
      const value = await call(isTrial);
      answered();
      return value;
    } catch (error) {
      if (signal?.aborted === true || !(error instanceof RentalError)) throw error;
      if (UNANSWERED.has(error.code)) throw failed(error, askedAt, isTrial);
      answered();
      throw error;
    }
  }

  return {
    async through(call, signal) {
      if (open === null) return attempt(call, signal, false);
      if (!isDue(open)) throw resting(CALL, open);
      isTrying = true;
      try {
        return await attempt(call, signal, true);
      } finally {
        isTrying = false;
      }
    },
    check() {
      if (open !== null) throw resting(CALL, open);
    },
    rest: () => open && { since, again: open.again },
  };
}

const CALL = 'Asking the Rental File Service';

/** `rental_down, status 503` */
function reasonOf({ failure }: RentalError): string {
  const status = 'status' in failure ? failure.status : null;
  return status === null ? failure.code : `${failure.code}, status ${status}`;
}
