import { retryAfterMsOf } from '../errors.ts';
import type { TokenResponse } from './token-request.ts';

/** Source of valid access tokens. Concurrent callers share one token request. */
export interface TokenSource {
  /**
   * A token that is valid for a while yet.
   *
   * @param isTrial ignores the backoff after a failed renewal
   * @throws {RentalError} when there is none and a new one is refused
   */
  readonly token: (isTrial?: boolean) => Promise<string>;
  /**
   * A token other than `refused`, which the service has answered with a 401: the current one if it
   * differs, else a new one.
   *
   * @throws {RentalError} when a new one is refused
   */
  readonly refresh: (refused: string) => Promise<string>;
}

export interface TokenOptions {
  /** Requests a new token from the authorization server. */
  readonly request: () => Promise<TokenResponse>;
  /** Epoch milliseconds; may jump. */
  readonly now: () => number;
  /** Monotonic milliseconds; may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** Called when a renewal fails while the old token is still valid. */
  readonly onBackgroundFailure: (error: unknown) => void;
}

/** When to renew in the background: 5 min before expiry, or in the last tenth of the lifetime. */
const SOFT_MARGIN_MS = 300_000;
const SOFT_MARGIN_SHARE = 0.1;

/** When not to hand a token out any more: requests with it may take a while. */
const HARD_MARGIN_MS = 30_000;
const HARD_MARGIN_SHARE = 0.05;

const BACKOFF_MS_MIN = 1_000;
const BACKOFF_MS_MAX = 60_000;

interface Moment {
  readonly now: number;
  readonly monotonic: number;
}

interface CachedToken extends TokenResponse {
  readonly since: Moment;
}

interface Failure {
  readonly error: unknown;
  /** Consecutive failures. */
  readonly count: number;
  readonly backoffMs: number;
  readonly since: Moment;
}

/**
 * Caches one access token and renews it in the background before it expires. After a failed renewal
 * callers get its error for 1, 2, 4 … 60 s, so that a burst of calls does not become a burst of
 * token requests.
 *
 * @see RFC 6749, section 5.1 (`expires_in`): the specification does not show the lifetime
 */
export function createTokenSource(options: TokenOptions): TokenSource {
  const { request, now, monotonic, onBackgroundFailure } = options;
  let cached: CachedToken | null = null;
  let failure: Failure | null = null;
  let pending: Promise<string> | null = null;

  const moment = (): Moment => ({ now: now(), monotonic: monotonic() });

  /** By the clock that advanced more: one may have been set back, the other may have stood still. */
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

  /** The last failure, during its backoff. */
  function recentFailure(): Failure | null {
    return failure !== null && msSince(failure.since) < failure.backoffMs ? failure : null;
  }

  async function renewedToken(isTrial: boolean): Promise<string> {
    const recent = isTrial ? null : recentFailure();
    try {
      if (pending === null && recent !== null) throw recent.error;
      return await renew();
    } catch (error) {
      // A token in its last seconds may expire before it arrives, but it is the only one.
      if (cached !== null && msSince(cached.since) < cached.lifetimeMs) return cached.token;
      throw error;
    }
  }

  async function token(isTrial = false): Promise<string> {
    if (cached === null) return renewedToken(isTrial);
    const { lifetimeMs } = cached;
    const ageMs = msSince(cached.since);
    const hardMarginMs = Math.min(HARD_MARGIN_MS, lifetimeMs * HARD_MARGIN_SHARE);
    const softMarginMs = Math.min(SOFT_MARGIN_MS, lifetimeMs * SOFT_MARGIN_SHARE);
    if (ageMs >= lifetimeMs - hardMarginMs) return renewedToken(isTrial);
    const isDue = ageMs >= lifetimeMs - softMarginMs;
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

/** Minus a random part of up to half, so that several instances do not retry at once. */
function backoffMsAfter(error: unknown, count: number): number {
  const backoffMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** (count - 1));
  return Math.max(retryAfterMsOf(error), backoffMs * (1 - Math.random() / 2));
}
