import { RentalError } from '../errors.ts';
import type { TokenResponse } from './token-request.ts';

/** Access tokens that are good now. All callers share one request for a new one. */
export interface TokenSource {
  /**
   * A token that serves for a while yet.
   *
   * @param isTrial asks for one though that has failed just now
   * @throws {RentalError} when there is none and none can be had
   */
  readonly token: (isTrial?: boolean) => Promise<string>;
  /**
   * A token other than `refused`, which the service has turned away: the present one if that
   * differs, else a new one.
   *
   * @throws {RentalError} when none can be had
   */
  readonly refresh: (refused: string) => Promise<string>;
}

export interface TokenOptions {
  /** Gets a new token from the authorization server. */
  readonly request: () => Promise<TokenResponse>;
  /** Epoch milliseconds; may jump. */
  readonly now: () => number;
  /** Milliseconds that only ever grow; may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** Hears of a renewal that failed while the old token still served. */
  readonly onBackgroundFailure: (error: unknown) => void;
}

/** A token is renewed in the background so long before its end, but in its last tenth at most. */
const SOFT_MARGIN_MS = 300_000;
const SOFT_MARGIN_SHARE = 0.1;

/** So long before its end a token is not handed out: a request with it may take its time. */
const HARD_MARGIN_MS = 30_000;
const HARD_MARGIN_SHARE = 0.05;

const BACKOFF_MS_MIN = 1_000;
const BACKOFF_MS_MAX = 60_000;

/** A server that asks for more is asked again all the same, but seldom. */
const RETRY_AFTER_MS_MAX = 600_000;

interface Moment {
  readonly now: number;
  readonly monotonic: number;
}

interface CachedToken extends TokenResponse {
  readonly since: Moment;
}

interface Failure {
  readonly error: unknown;
  /** In a row. */
  readonly count: number;
  readonly backoffMs: number;
  readonly since: Moment;
}

/**
 * Keeps one access token and renews it before it ends, while the old one still serves. A failed
 * renewal is followed by a rest of 1, 2, 4 … 60 seconds, in which everybody gets its error: a
 * burst of callers does not become a burst of requests.
 *
 * @see RFC 6749, section 5.1 (`expires_in`): the specification does not show the lifetime
 */
export function createTokenSource(options: TokenOptions): TokenSource {
  const { request, now, monotonic, onBackgroundFailure } = options;
  let cached: CachedToken | null = null;
  let failure: Failure | null = null;
  let pending: Promise<string> | null = null;

  const moment = (): Moment => ({ now: now(), monotonic: monotonic() });

  /** By the clock that moved on more: one may have been set back, the other have stood still. */
  function msSince(since: Moment): number {
    return Math.max(now() - since.now, monotonic() - since.monotonic);
  }

  function renew(): Promise<string> {
    pending ??= requestOnce().finally(() => {
      pending = null;
    });
    return pending;
  }

  async function requestOnce(): Promise<string> {
    const since = moment();
    try {
      const response = await request();
      cached = { ...response, since };
      failure = null;
      return response.token;
    } catch (error) {
      const count = (failure?.count ?? 0) + 1;
      failure = { error, count, backoffMs: backoffMsAfter(error, count), since: moment() };
      throw error;
    }
  }

  /** The failure that nobody should repeat just yet. */
  function recentFailure(): Failure | null {
    return failure !== null && msSince(failure.since) < failure.backoffMs ? failure : null;
  }

  async function renewedToken(isTrial: boolean): Promise<string> {
    const recent = isTrial ? null : recentFailure();
    try {
      if (pending === null && recent !== null) throw recent.error;
      return await renew();
    } catch (error) {
      // In its last seconds a token may come too late, but without it nothing comes at all.
      if (cached !== null && msSince(cached.since) < cached.lifetimeMs) return cached.token;
      throw error;
    }
  }

  async function token(isTrial = false): Promise<string> {
    if (cached === null) return renewedToken(isTrial);
    const ageMs = msSince(cached.since);
    if (ageMs >= cached.lifetimeMs - hardMarginMs(cached)) return renewedToken(isTrial);
    const isDue = ageMs >= cached.lifetimeMs - softMarginMs(cached);
    if (isDue && pending === null && recentFailure() === null) renew().catch(onBackgroundFailure);
    return cached.token;
  }

  return {
    token,
    async refresh(refused) {
      if (cached?.token === refused) cached = null;
      return token();
    },
  };
}

function softMarginMs({ lifetimeMs }: CachedToken): number {
  return Math.min(SOFT_MARGIN_MS, lifetimeMs * SOFT_MARGIN_SHARE);
}

function hardMarginMs({ lifetimeMs }: CachedToken): number {
  return Math.min(HARD_MARGIN_MS, lifetimeMs * HARD_MARGIN_SHARE);
}

/** Up to half is left out by chance, so that several instances do not come back at once. */
function backoffMsAfter(error: unknown, count: number): number {
  const backoffMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** (count - 1));
  const retryAfterMs = error instanceof RentalError ? retryAfterSecondsOf(error) * 1000 : 0;
  return Math.max(Math.min(retryAfterMs, RETRY_AFTER_MS_MAX), backoffMs * (1 - Math.random() / 2));
}

function retryAfterSecondsOf({ failure }: RentalError): number {
  return failure.code === 'rental_busy' ? (failure.retryAfterSeconds ?? 0) : 0;
}
