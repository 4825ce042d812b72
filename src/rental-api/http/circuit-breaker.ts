import { RentalError, type RentalErrorCode, retryAfterMsOf } from '../errors.ts';
import type { Limits } from '../limits.ts';

/** An open circuit. Epoch milliseconds. */
export interface OpenCircuit {
  /** When the first of the unanswered calls began. */
  readonly since: number;
  /** When a trial call is let through. */
  readonly again: number;
}

/** Fails calls fast while the service does not answer. */
export interface CircuitBreaker {
  /**
   * Makes a call. After several unanswered calls in a row the circuit opens: calls fail at once,
   * but for one trial when it is half-open, until one is answered.
   *
   * @param call gets whether it is the trial
   * @param signal of the caller; a call that was aborted does not count
   * @throws {RentalError} `rental_resting` while the circuit is open, and whatever the call throws
   */
  run<Value>(call: (isTrial: boolean) => Promise<Value>, signal?: AbortSignal): Promise<Value>;
  /**
   * For an optional call, whose outcome does not count.
   *
   * @throws {RentalError} `rental_resting` while the circuit is open
   */
  assertClosed(): void;
  /** `null` while the circuit is closed. */
  openCircuit(): OpenCircuit | null;
}

export interface CircuitBreakerOptions {
  readonly limits: Pick<Limits, 'unansweredMax' | 'openMs' | 'openMsMax'>;
  readonly now: () => number;
  readonly monotonic: () => number;
  /** Called when the circuit becomes half-open, so that a background call can be the trial. */
  readonly onHalfOpen: () => void;
}

/** Codes that count as no answer. A refusal (401, 403, 404, 429) or an unreadable body is an answer. */
const UNANSWERED: ReadonlySet<RentalErrorCode> = new Set([
  'rental_down',
  'rental_slow',
  'rental_token_unavailable',
]);

interface OpenState {
  readonly again: number;
  readonly openMs: number;
  readonly untilMs: number;
  readonly reason: string;
  readonly timer: NodeJS.Timeout;
  isHalfOpen: boolean;
}

/**
 * A circuit breaker. The time it stays open doubles with every failed trial, minus a random part of
 * up to half, so that several instances do not retry at once. It is no shorter than the wait that the
 * service asks for.
 *
 * Not cockatiel's: there, a late answer to a call from before the circuit opened does not close it,
 * and a trial that its caller aborted does. It also becomes half-open only with the next call, so
 * nothing could retry in the background.
 */
export function createCircuitBreaker({
  limits,
  now,
  monotonic,
  onHalfOpen,
}: CircuitBreakerOptions): CircuitBreaker {
  let unanswered = 0;
  let since = 0;
  let open: OpenState | null = null;
  let isTrying = false;

  function openAfter(before: OpenState | null, error: RentalError): OpenState {
    clearTimeout(before?.timer);
    const openMs = Math.min(limits.openMsMax, before === null ? limits.openMs : before.openMs * 2);
    const lastsMs = Math.max(Math.ceil(openMs * (1 - Math.random() / 2)), retryAfterMsOf(error));
    const reason = reasonOf(error);
    const timer = setTimeout(() => {
      opened.isHalfOpen = true;
      onHalfOpen();
    }, lastsMs).unref();
    const untilMs = monotonic() + lastsMs;
    const opened = { again: now() + lastsMs, openMs, untilMs, reason, timer, isHalfOpen: false };
    return opened;
  }

  function close(): void {
    clearTimeout(open?.timer);
    open = null;
    unanswered = 0;
  }

  /** The error for the caller. Calls that began before the circuit opened do not prolong it. */
  function failed(error: RentalError, sentAt: number, isTrial: boolean): RentalError {
    if (open === null) {
      if (unanswered === 0) since = sentAt;
      unanswered += 1;
      if (unanswered < limits.unansweredMax) return error;
    }
    if (open === null || isTrial) open = openAfter(open, error);
    return openError(error.call, open);
  }

  function openError(call: string, { again, reason }: OpenState): RentalError {
    const seconds = Math.max(0, Math.ceil((again - now()) / 1_000));
    const what = `no answer (${reason}), tried again in ${seconds} s`;
    return new RentalError(call, what, { code: 'rental_resting', since, again });
  }

  function isDue({ isHalfOpen, untilMs }: OpenState): boolean {
    // The timer may fire a fraction of a millisecond before the clock gets there.
    return !isTrying && (isHalfOpen || monotonic() >= untilMs);
  }

  async function attempt<Value>(
    call: (isTrial: boolean) => Promise<Value>,
    signal: AbortSignal | undefined,
    isTrial: boolean,
  ): Promise<Value> {
    const sentAt = now();
    try {
      const value = await call(isTrial);
      close();
      return value;
    } catch (error) {
      if (signal?.aborted === true || !(error instanceof RentalError)) throw error;
      if (UNANSWERED.has(error.code)) throw failed(error, sentAt, isTrial);
      close();
      throw error;
    }
  }

  return {
    async run(call, signal) {
      if (open === null) return attempt(call, signal, false);
      if (!isDue(open)) throw openError(CALL, open);
      isTrying = true;
      try {
        return await attempt(call, signal, true);
      } finally {
        isTrying = false;
      }
    },
    assertClosed() {
      if (open !== null) throw openError(CALL, open);
    },
    openCircuit: () => open && { since, again: open.again },
  };
}

const CALL = 'Asking the Rental File Service';

/** `rental_down, status 503` */
function reasonOf({ failure }: RentalError): string {
  const status = 'status' in failure ? failure.status : null;
  return status === null ? failure.code : `${failure.code}, status ${status}`;
}
